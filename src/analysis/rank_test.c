/* The rank tests of analysis/statistics.h: Mann-Whitney, Holm, Pettitt, Mann-Kendall. */
#include "analysis/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* Fewer values in a row tell nothing of a change over time. */
#define SERIES_LEAST 8

struct ranked {
	double value;
	bool is_first; /* of the first sample */
	size_t twice_rank; /* mid-ranks are whole when doubled */
};

static int compare_ranked(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

/* Both samples sorted together with their mid-ranks; @ties gets the sum of t^3 - t over ties. */
static struct ranked *rank_samples(
	const double *a, size_t a_count, const double *b, size_t b_count, double *ties)
{
	size_t count = a_count + b_count;
	struct ranked *all = xcalloc(count, sizeof(*all));

	*ties = 0;
	for (size_t i = 0; i < count; i++)
		all[i] = (struct ranked){
			.value = i < a_count ? a[i] : b[i - a_count], .is_first = i < a_count};
	qsort(all, count, sizeof(*all), compare_ranked);
	for (size_t i = 0, next; i < count; i = next) {
		double tied;

		for (next = i + 1; next < count && all[next].value == all[i].value;)
			next++;
		for (size_t k = i; k < next; k++)
			all[k].twice_rank = i + next + 1;
		tied = (double)(next - i);
		*ties += tied * tied * tied - tied;
	}
	return all;
}

/*
 * The share of all divisions into samples of @a_count and the rest whose doubled rank sum is at
 * most
 * @sum (*below) or at least @sum (*above).
 */
static void exact_tails(const struct ranked *all, size_t count, size_t a_count, size_t sum,
	double *below, double *above)
{
	size_t sums = count * (count + 1) + 1; /* of all doubled ranks, and zero */
	double *ways = xcalloc((a_count + 1) * sums, sizeof(*ways));
	double total = 0;

	ways[0] = 1;
	for (size_t i = 0; i < count; i++)
		for (size_t k = a_count < i + 1 ? a_count : i + 1; k > 0; k--)
			for (size_t s = sums; s-- > all[i].twice_rank;)
				ways[k * sums + s] += ways[(k - 1) * sums + s - all[i].twice_rank];
	*below = *above = 0;
	for (size_t s = 0; s < sums; s++) {
		double w = ways[a_count * sums + s];

		total += w;
		*below += s <= sum ? w : 0;
		*above += s >= sum ? w : 0;
	}
	*below /= total;
	*above /= total;
	free(ways);
}

/*
 * The share of all divisions of n + m values without ties whose U is at most @u: the coefficients
 * up to q^u of the Gaussian binomial (n + m choose n), over its value at q = 1.
 */
static double exact_tail(size_t n, size_t m, size_t u)
{
	double *ways = xcalloc(u + 1, sizeof(*ways)), below = 0, total = 1;

	ways[0] = 1;
	for (size_t i = 1; i <= n; i++) {
		for (size_t s = u + 1; s-- > m + i;)
			ways[s] -= ways[s - m - i];
		for (size_t s = i; s <= u; s++)
			ways[s] += ways[s - i];
		total *= (double)(m + i) / (double)i;
	}
	for (size_t s = 0; s <= u; s++)
		below += ways[s];
	free(ways);
	return below / total;
}

double statistics_rank_test(const double *a, size_t a_count, const double *b, size_t b_count)
{
	size_t count = a_count + b_count, sum = 0;
	double n = (double)a_count, m = (double)b_count, N = n + m;
	double ties, below, above, off, variance, p;
	struct ranked *all;

	if (a_count == 0 || b_count == 0)
		return 1;
	all = rank_samples(a, a_count, b, b_count, &ties);
	for (size_t i = 0; i < count; i++)
		sum += all[i].is_first ? all[i].twice_rank : 0;
	if (count <= STATISTICS_EXACT && ties == 0) {
		size_t u = sum / 2 - a_count * (a_count + 1) / 2, most = a_count * b_count;

		p = fmin(1, 2 * exact_tail(a_count, b_count, u < most - u ? u : most - u));
	} else if (count <= STATISTICS_EXACT) {
		exact_tails(all, count, a_count, sum, &below, &above);
		p = fmin(1, 2 * fmin(below, above));
	} else {
		off = fmax(0, fabs((double)sum / 2 - n * (N + 1) / 2) - 0.5);
		variance = n * m / 12 * (N + 1 - ties / (N * (N - 1)));
		p = variance > 0 ? statistics_normal_p(off / sqrt(variance)) : 1;
	}
	free(all);
	return p;
}

struct numbered {
	double p;
	size_t index;
};

static int compare_numbered(const void *a, const void *b)
{
	const struct numbered *x = a, *y = b;

	if (x->p != y->p)
		return x->p < y->p ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

void statistics_holm(double *p, size_t count)
{
	struct numbered *sorted = xcalloc(count, sizeof(*sorted));
	size_t tested = 0;
	double least = 0;

	for (size_t i = 0; i < count; i++)
		if (!isnan(p[i]))
			sorted[tested++] = (struct numbered){p[i], i};
	if (tested > 1)
		qsort(sorted, tested, sizeof(*sorted), compare_numbered);
	for (size_t i = 0; i < tested; i++) {
		least = fmax(least, fmin(1, sorted[i].p * (double)(tested - i)));
		p[sorted[i].index] = least;
	}
	free(sorted);
}

static double median_of(const double *values, size_t count)
{
	double *sorted = xcalloc(count, sizeof(*sorted));
	double median;

	memcpy(sorted, values, count * sizeof(*values));
	statistics_sort(sorted, count);
	median = statistics_median_sorted(sorted, count);
	free(sorted);
	return median;
}

struct change statistics_find_change(const double *values, size_t count)
{
	struct change change = {.p = 1, .before = NAN, .after = NAN};
	double n = (double)count, greatest = 0, u = 0;
	double ties;
	struct ranked *all;
	size_t *ranks;

	if (count < SERIES_LEAST)
		return change;
	/* U at t is twice the rank sum up to t, less t (n + 1). */
	ranks = xcalloc(count, sizeof(*ranks));
	all = rank_samples(values, count, NULL, 0, &ties);
	for (size_t i = 0; i < count; i++) {
		struct ranked key = {.value = values[i]};
		const struct ranked *found = bsearch(
			&key, all, count, sizeof(*all), compare_ranked);

		ranks[i] = found->twice_rank;
	}
	for (size_t i = 0; i + 1 < count; i++) {
		u += (double)ranks[i] - (n + 1);
		if (fabs(u) > greatest) {
			greatest = fabs(u);
			change.at = i + 1;
		}
	}
	free(ranks);
	free(all);
	if (change.at == 0)
		return change;
	change.p = fmin(1, 2 * exp(-6 * greatest * greatest / (n * n * n + n * n)));
	change.before = median_of(values, change.at);
	change.after = median_of(values + change.at, count - change.at);
	return change;
}

/* Kendall's correction of the variance for ties of t: the sum of t (t - 1) (2 t + 5). */
static double trend_ties(const double *values, size_t count)
{
	double *sorted = xcalloc(count, sizeof(*sorted)), sum = 0;

	memcpy(sorted, values, count * sizeof(*values));
	statistics_sort(sorted, count);
	for (size_t i = 0, next; i < count; i = next) {
		double t;

		for (next = i + 1; next < count && sorted[next] == sorted[i];)
			next++;
		t = (double)(next - i);
		sum += t * (t - 1) * (2 * t + 5);
	}
	free(sorted);
	return sum;
}

struct trend statistics_find_trend(const double *values, size_t count)
{
	struct trend trend = {.slope = NAN, .p = 1};
	size_t pairs = count * (count - (count > 0)) / 2, at = 0;
	double n = (double)count, s = 0, variance;
	double *slopes;

	if (count < SERIES_LEAST)
		return trend;
	slopes = xcalloc(pairs, sizeof(*slopes));
	for (size_t i = 0; i < count; i++)
		for (size_t k = i + 1; k < count; k++) {
			s += (values[k] > values[i]) - (values[k] < values[i]);
			slopes[at++] = (values[k] - values[i]) / (double)(k - i);
		}
	statistics_sort(slopes, pairs);
	trend.slope = statistics_median_sorted(slopes, pairs);
	free(slopes);
	variance = (n * (n - 1) * (2 * n + 5) - trend_ties(values, count)) / 18;
	if (s != 0 && variance > 0)
		trend.p = statistics_normal_p((fabs(s) - 1) / sqrt(variance));
	return trend;
}
