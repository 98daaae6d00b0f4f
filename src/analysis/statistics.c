#include "analysis/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/rng.h"

/* Iglewicz and Hoaglin's limit, and what makes the MAD estimate a standard deviation. */
#define OUTLIER_LIMIT 3.5
#define MAD_FACTOR    0.6745

/* The probability that an interval misses. */
#define ALPHA 0.05

static int compare_doubles(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

void statistics_sort(double *values, size_t count)
{
	if (count > 1)
		qsort(values, count, sizeof(*values), compare_doubles);
}

double statistics_median_sorted(const double *sorted, size_t count)
{
	if (count == 0)
		return NAN;
	return sorted[(count - 1) / 2] / 2 + sorted[count / 2] / 2;
}

size_t statistics_median_rank(size_t count)
{
	/* By logarithms: 2^-count leaves the range of a double where count passes 1,074. */
	double log_term = (double)count * log(0.5), below = 0;
	size_t k = 0;

	while (k < count && 2 * (below + exp(log_term)) <= ALPHA) {
		below += exp(log_term);
		log_term += log((double)(count - k)) - log((double)(k + 1));
		k++;
	}
	return k;
}

struct estimate statistics_median(double *values, size_t count)
{
	size_t k = statistics_median_rank(count);
	struct estimate median = {.low = NAN, .high = NAN};

	statistics_sort(values, count);
	median.value = statistics_median_sorted(values, count);
	if (k > 0) {
		median.low = values[k - 1];
		median.high = values[count - k];
	}
	return median;
}

/* One median of a sample drawn from @values into @drawn. */
static double resample_median(const double *values, size_t count, struct rng *rng, double *drawn)
{
	for (size_t i = 0; i < count; i++) {
		double value = values[rng_below(rng, count)];
		size_t at = i;

		/* An insertion sort: there are few values as a rule. */
		while (at > 0 && drawn[at - 1] > value) {
			drawn[at] = drawn[at - 1];
			at--;
		}
		drawn[at] = value;
	}
	return statistics_median_sorted(drawn, count);
}

void statistics_resample_medians(
	const double *values, size_t count, uint64_t seed, double *out, size_t resamples)
{
	double *drawn = xcalloc(count, sizeof(*drawn));
	struct rng rng;

	rng_seed(&rng, seed);
	for (size_t i = 0; i < resamples; i++)
		out[i] = resample_median(values, count, &rng, drawn);
	free(drawn);
}

struct estimate statistics_ratio(
	const double *a, size_t a_count, const double *b, size_t b_count, uint64_t seed)
{
	static const size_t tail = (size_t)((STATISTICS_RESAMPLES + 1) * ALPHA / 2);
	struct estimate ratio = {.low = NAN, .high = NAN};
	double ratios[STATISTICS_RESAMPLES], below[STATISTICS_RESAMPLES];
	double *sorted = xcalloc(a_count + b_count, sizeof(*sorted));

	memcpy(sorted, a, a_count * sizeof(*a));
	memcpy(sorted + a_count, b, b_count * sizeof(*b));
	statistics_sort(sorted, a_count);
	statistics_sort(sorted + a_count, b_count);
	ratio.value = statistics_median_sorted(sorted, a_count) /
		      statistics_median_sorted(sorted + a_count, b_count);
	free(sorted);
	if (a_count < 3 || b_count < 3)
		return ratio;
	statistics_resample_medians(a, a_count, seed, ratios, STATISTICS_RESAMPLES);
	/* Another sequence: one that both share would tie the two sides together. */
	statistics_resample_medians(b, b_count, ~seed, below, STATISTICS_RESAMPLES);
	for (size_t i = 0; i < STATISTICS_RESAMPLES; i++)
		ratios[i] /= below[i];
	statistics_sort(ratios, STATISTICS_RESAMPLES);
	ratio.low = ratios[tail - 1];
	ratio.high = ratios[STATISTICS_RESAMPLES - tail];
	return ratio;
}

size_t statistics_find_outliers(const double *values, size_t count, bool *is_outlier)
{
	double *sorted = xcalloc(count, sizeof(*sorted));
	double median, mad;
	size_t found = 0;

	memcpy(sorted, values, count * sizeof(*values));
	statistics_sort(sorted, count);
	median = statistics_median_sorted(sorted, count);
	for (size_t i = 0; i < count; i++)
		sorted[i] = fabs(values[i] - median);
	statistics_sort(sorted, count);
	mad = statistics_median_sorted(sorted, count);
	for (size_t i = 0; i < count; i++) {
		is_outlier[i] = mad > 0 &&
				MAD_FACTOR * fabs(values[i] - median) / mad > OUTLIER_LIMIT;
		found += is_outlier[i];
	}
	free(sorted);
	return found;
}

/*
 * The continued fraction of the regularised incomplete beta function I_x(a, b), evaluated by
 * Lentz's method; converges quickly for x < (a + 1) / (a + b + 2).
 */
static double beta_fraction(double x, double a, double b)
{
	static const double tiny = 1e-300;
	double c = 1, d = 1 - (a + b) * x / (a + 1), h;

	d = 1 / (fabs(d) < tiny ? tiny : d);
	h = d;
	for (int m = 1; m < 500; m++) {
		double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
		double step = 1;

		for (int half = 0; half < 2; half++) {
			double term = half ? odd : even;

			d = 1 + term * d;
			d = 1 / (fabs(d) < tiny ? tiny : d);
			c = 1 + term / c;
			c = fabs(c) < tiny ? tiny : c;
			step = c * d;
			h *= step;
		}
		if (fabs(step - 1) < 1e-14)
			break;
	}
	return h;
}

static double incomplete_beta(double x, double a, double b)
{
	double front;

	if (x <= 0)
		return 0;
	if (x >= 1)
		return 1;
	if (x > (a + 1) / (a + b + 2))
		return 1 - incomplete_beta(1 - x, b, a);
	front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
	return front * beta_fraction(x, a, b) / a;
}

double statistics_student_p(double t, double degrees)
{
	if (isinf(t))
		return 0;
	return incomplete_beta(degrees / (degrees + t * t), degrees / 2, 0.5);
}

double statistics_student_t95(double degrees)
{
	double low = 0, high = 1000;

	for (int i = 0; i < 60; i++) {
		double middle = low / 2 + high / 2;

		if (statistics_student_p(middle, degrees) > ALPHA)
			low = middle;
		else
			high = middle;
	}
	return high;
}

double statistics_normal_p(double z)
{
	return erfc(fabs(z) / sqrt(2));
}

double statistics_normal_z(double p)
{
	double low = 0, high = 8;

	for (int i = 0; i < 40; i++) {
		double middle = low / 2 + high / 2;

		if (statistics_normal_p(middle) > p)
			low = middle;
		else
			high = middle;
	}
	return high < 1e-9 ? 0 : high;
}
