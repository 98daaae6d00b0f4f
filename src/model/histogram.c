#include "model/histogram.h"

#include <math.h>
#include <string.h>

#include "base/number.h"

/* Enough to tell neighbouring edges, which are at least 0.78 % apart, with room to spare. */
#define EDGE_DIGITS 4

void histogram_init(struct histogram *h)
{
	memset(h, 0, sizeof(*h));
	h->min_ns = UINT64_MAX;
}

uint64_t histogram_bucket_low(unsigned bucket)
{
	unsigned group = bucket >> HISTOGRAM_BITS;
	uint64_t within = bucket & (HISTOGRAM_PER_GROUP - 1);

	if (group < 2)
		return bucket;
	return (HISTOGRAM_PER_GROUP + within) << (group - 1);
}

uint64_t histogram_bucket_high(unsigned bucket)
{
	return histogram_bucket_low(bucket + 1);
}

void histogram_merge(struct histogram *to, const struct histogram *from)
{
	if (from->count == 0)
		return;
	to->count += from->count;
	to->sum_ns += from->sum_ns;
	to->min_ns = from->min_ns < to->min_ns ? from->min_ns : to->min_ns;
	to->max_ns = from->max_ns > to->max_ns ? from->max_ns : to->max_ns;
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
		to->buckets[i] += from->buckets[i];
}

void histogram_difference(
	struct histogram *out, const struct histogram *now, const struct histogram *before)
{
	histogram_init(out);
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		uint64_t n = now->buckets[i] - before->buckets[i];

		if (n == 0)
			continue;
		if (out->count == 0)
			out->min_ns = histogram_bucket_low(i);
		out->max_ns = histogram_bucket_high(i) - 1;
		out->buckets[i] = n;
		out->count += n;
	}
	if (now->max_ns > before->max_ns || (out->count && out->max_ns > now->max_ns))
		out->max_ns = now->max_ns;
	out->sum_ns = now->sum_ns - before->sum_ns;
}

static double bucket_middle(unsigned bucket)
{
	return ((double)histogram_bucket_low(bucket) +
		       (double)(histogram_bucket_high(bucket) - 1)) /
	       2;
}

double histogram_percentile(const struct histogram *h, double percent)
{
	uint64_t rank = (uint64_t)ceil(percent / 100 * (double)h->count);
	uint64_t seen = 0;

	if (h->count == 0)
		return 0;
	if (rank >= h->count)
		return (double)h->max_ns;
	rank = rank ? rank : 1;
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		seen += h->buckets[i];
		if (seen < rank)
			continue;
		return fmin(fmax(bucket_middle(i), (double)h->min_ns), (double)h->max_ns);
	}
	return (double)h->max_ns;
}

double histogram_mean_ns(const struct histogram *h)
{
	return h->count ? (double)h->sum_ns / (double)h->count : 0;
}

double histogram_stddev_ns(const struct histogram *h)
{
	double mean = histogram_mean_ns(h);
	double sum = 0;

	if (h->count < 2)
		return 0;
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
		if (h->buckets[i]) {
			double off = bucket_middle(i) - mean;

			sum += off * off * (double)h->buckets[i];
		}
	return sqrt(sum / (double)(h->count - 1));
}

void histogram_format(const struct histogram *h, struct strbuf *out)
{
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		if (h->buckets[i] == 0)
			continue;
		if (out->len)
			strbuf_add_char(out, ' ');
		number_add_rounded(out, (double)histogram_bucket_high(i) / 1e9, EDGE_DIGITS);
		strbuf_printf(out, ":%llu", (unsigned long long)h->buckets[i]);
	}
}

bool histogram_next_pair(struct text *rest, double *edge_s, double *count)
{
	struct text word;
	size_t colon;

	if (!text_next_word(rest, &word))
		return false;
	colon = text_find_char(word, ':');
	return colon != SIZE_MAX && number_parse(text_make(word.ptr, colon), edge_s) &&
	       number_parse(text_skip(word, colon + 1), count);
}
