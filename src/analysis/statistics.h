/*
 * The statistics behind "is there a difference, and how sure is that": medians with an interval,
 * ratios, rank tests, trends and outliers. None assumes a distribution but the one that says so;
 * each names its source. All of it is pure; values that are not finite must be left out beforehand.
 */
#ifndef FST_ANALYSIS_STATISTICS_H
#define FST_ANALYSIS_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An estimate and its 95 % confidence interval; the bounds are NAN where there are too few values.
 */
struct estimate {
	double value, low, high;
};

/* Sort @count values, ascending. */
void statistics_sort(double *values, size_t count);

/* The median of @count values that are sorted; NAN of none. */
double statistics_median_sorted(const double *sorted, size_t count);

/*
 * The largest k for which the k-th smallest and the k-th largest of @count values enclose the true
 * median with 95 %: 2 P(Binomial(count, 1/2) < k) <= 0.05. 0 below six values, where not even
 * the extremes do. (W. J. Conover, Practical Nonparametric Statistics, 3rd ed. 1999, section 3.2.)
 */
size_t statistics_median_rank(size_t count);

/* The median and its interval by the rank above; @values get sorted. */
struct estimate statistics_median(double *values, size_t count);

/*
 * @resamples medians of samples drawn with replacement from @count values, to @out, in the order
 * drawn: the bootstrap. (B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap, 1993,
 * chapters 2 and 6.)
 */
void statistics_resample_medians(
	const double *values, size_t count, uint64_t seed, double *out, size_t resamples);

/*
 * median(@a) / median(@b) and its 95 % percentile interval by STATISTICS_RESAMPLES bootstrap
 * resamples of either (Efron and Tibshirani, chapter 13). All values > 0; NAN bounds when a side
 * has fewer than three.
 */
#define STATISTICS_RESAMPLES 999
struct estimate statistics_ratio(
	const double *a, size_t a_count, const double *b, size_t b_count, uint64_t seed);

/*
 * The two-sided p of the Mann-Whitney U test that @a and @b come from one distribution. Exact,
 * ties included, up to STATISTICS_EXACT values in all (the distribution of the rank sum over all
 * divisions, by the recurrence of H. B. Mann and D. R. Whitney, Annals of Mathematical Statistics
 * 18, 1947, over mid-ranks); above, the normal approximation with corrections for ties and
 * continuity (M. Hollander and D. A. Wolfe, Nonparametric Statistical Methods, 1973, section 4.1).
 * The two-sided p is twice the smaller tail, at most 1. 1 when a side is empty.
 */
#define STATISTICS_EXACT 40
double statistics_rank_test(const double *a, size_t a_count, const double *b, size_t b_count);

/*
 * Replace @count p-values by Holm's adjusted ones, so that the chance of any false alarm among all
 * of them is kept. (S. Holm, Scandinavian Journal of Statistics 6, 1979.) Those that are NAN were
 * not tested: they stay and do not count.
 */
void statistics_holm(double *p, size_t count);

/*
 * The two-sided p of Student's t with @degrees (> 0, need not be whole) of freedom, by the
 * incomplete beta function's continued fraction (NIST DLMF 8.17.22).
 */
double statistics_student_p(double t, double degrees);

/* The t whose two-sided p is 0.05. */
double statistics_student_t95(double degrees);

/* The z whose two-sided p under the normal distribution is @p; 0 for 1, at most 8. */
double statistics_normal_z(double p);

/* The two-sided p of @z. */
double statistics_normal_p(double z);

/* Where a series changes its level. */
struct change {
	size_t at; /* the first index of the new level; 0 when there is no series */
	double p; /* of a series without a change */
	double before, after; /* medians on both sides */
};

/*
 * The most likely single change of level among @count values in the order of time. (A. N. Pettitt,
 * Applied Statistics 28, 1979: the rank statistic K and p = 2 exp(-6 K^2 / (n^3 + n^2)), at
 * most 1.) p is 1 below 8 values.
 */
struct change statistics_find_change(const double *values, size_t count);

/* A steady trend. */
struct trend {
	double slope; /* per step: the median of all pairs' slopes */
	double p; /* of a series without a trend */
};

/*
 * The trend of @count values in the order of time: Theil-Sen slope (P. K. Sen, Journal of the
 * American Statistical Association 63, 1968) and the Mann-Kendall test with correction for ties
 * (R. O. Gilbert, Statistical Methods for Environmental Pollution Monitoring, 1987, section 16.4).
 * p is 1 below 8 values.
 */
struct trend statistics_find_trend(const double *values, size_t count);

/*
 * Mark in @is_outlier those of @count values whose modified z-score 0.6745 |x - median| / MAD is
 * over 3.5; returns how many. None where half of the values are equal. (B. Iglewicz and
 * D. Hoaglin, How to Detect and Handle Outliers, 1993.)
 */
size_t statistics_find_outliers(const double *values, size_t count, bool *is_outlier);

#endif
