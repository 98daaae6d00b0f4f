/*
 * A histogram of latencies with a bounded relative error.
 *
 * In short: a nanosecond value falls into one of 64 equal buckets of its power of
 * two, so the bucket's middle is within 1/128 (0.78 %) of it. Adding costs a
 * count-leading-zeros, a shift and an increment; there is no floating point, no
 * division and no allocation on the way. Histograms add up and subtract, so the
 * difference of two snapshots is the histogram of what happened in between.
 *
 * In detail (the layout of fio's stat.h, which calls it FIO_IO_U_PLAT_*): values
 * below 128 have a bucket each. Above, with m = position of the highest set bit,
 * the 6 bits below it choose the bucket within the group:
 *
 *     value          group   bucket width   buckets
 *     0..127         0, 1    1 ns           0..127
 *     128..255       2       2 ns           128..191
 *     256..511       3       4 ns           192..255
 *     ...
 *     2^40..2^41-1   35      2^34 ns        2240..2303
 *
 * Values of 2^41 ns (37 minutes) and more count in the last bucket.
 */
#ifndef FST_MODEL_HISTOGRAM_H
#define FST_MODEL_HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/text.h"

#define HISTOGRAM_BITS      6
#define HISTOGRAM_PER_GROUP (1u << HISTOGRAM_BITS)
#define HISTOGRAM_GROUPS    36
#define HISTOGRAM_BUCKETS   (HISTOGRAM_GROUPS * HISTOGRAM_PER_GROUP)

/* Plain data; all zero is empty, but for min_ns: use histogram_init(). */
struct histogram {
	uint64_t count;
	uint64_t sum_ns;
	uint64_t min_ns; /* UINT64_MAX while empty */
	uint64_t max_ns;
	uint64_t buckets[HISTOGRAM_BUCKETS];
};

void histogram_init(struct histogram *h);

/* The bucket of @ns. */
static inline unsigned histogram_bucket(uint64_t ns)
{
	unsigned high, bucket;

	if (ns < 2 * HISTOGRAM_PER_GROUP)
		return (unsigned)ns;
	high = 63u - (unsigned)__builtin_clzll(ns);
	bucket = (high - HISTOGRAM_BITS) * HISTOGRAM_PER_GROUP +
		 (unsigned)(ns >> (high - HISTOGRAM_BITS));
	return bucket < HISTOGRAM_BUCKETS ? bucket : HISTOGRAM_BUCKETS - 1;
}

/* Count one value. For a single writer. */
static inline void histogram_add(struct histogram *h, uint64_t ns)
{
	h->count++;
	h->sum_ns += ns;
	h->min_ns = ns < h->min_ns ? ns : h->min_ns;
	h->max_ns = ns > h->max_ns ? ns : h->max_ns;
	h->buckets[histogram_bucket(ns)]++;
}

/* The lowest value of @bucket, and the lowest of the next one. */
uint64_t histogram_bucket_low(unsigned bucket);
uint64_t histogram_bucket_high(unsigned bucket);

/* Add all of @from to @to. */
void histogram_merge(struct histogram *to, const struct histogram *from);

/*
 * @out = @now - @before, two snapshots of one histogram. Its minimum and maximum
 * are the edges of its outermost buckets (within the histogram's error), but the
 * maximum is exact when it grew meanwhile.
 */
void histogram_difference(
	struct histogram *out, const struct histogram *now, const struct histogram *before);

/*
 * The value in ns below which @percent (0..100) of the values lie: the middle of
 * the bucket that holds the ceil(percent/100 * count)-th smallest, kept within
 * [min, max]. 0 when empty.
 */
double histogram_percentile(const struct histogram *h, double percent);

double histogram_mean_ns(const struct histogram *h);

/* The sample standard deviation, out of the buckets' middles. */
double histogram_stddev_ns(const struct histogram *h);

/* The text of column lat_histogram: `edge_s:count` of each bucket in use, upper edges. */
void histogram_format(const struct histogram *h, struct strbuf *out);

/* One `edge_s:count` pair cut off the front of @rest; false at the end or on malformed text. */
bool histogram_next_pair(struct text *rest, double *edge_s, double *count);

#endif
