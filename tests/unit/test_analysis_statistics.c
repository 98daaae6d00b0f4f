/*
 * The statistics against examples that others have published, and against what must hold for any
 * data.
 */
#include "../support/test.h"

#include <math.h>

#include "analysis/statistics.h"
#include "base/attributes.h"
#include "base/rng.h"

#define assert_near(a, b, within) assert_true(fabs((a) - (b)) <= (within))

static double normal(struct rng *rng)
{
	return sqrt(-2 * log(1 - rng_unit(rng))) * cos(2 * acos(-1) * rng_unit(rng));
}

static void test_the_medians_interval_has_the_published_ranks(void **state)
{
	/* Conover 1999, table of confidence limits for the median at 95 %: n, k. */
	static const size_t table[][2] = {{1, 0}, {5, 0}, {6, 1}, {8, 1}, {9, 2}, {11, 2}, {12, 3},
		{15, 4}, {17, 5}, {20, 6}, {25, 8}, {30, 10}, {40, 14}, {50, 18}, {100, 40}};
	double values[] = {5, 1, 4, 2, 3, 6, 9, 8, 7};
	struct estimate median;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(table); i++)
		assert_int_equal(statistics_median_rank(table[i][0]), table[i][1]);
	assert_true(statistics_median_rank(5000) > 2400); /* no underflow on the way */
	median = statistics_median(values, FST_COUNT(values));
	assert_true(median.value == 5 && median.low == 2 && median.high == 8);
	median = statistics_median(values, 4);
	assert_true(median.value == 2.5 && isnan(median.low) && isnan(median.high));
	assert_true(isnan(statistics_median(values, 0).value));
}

/* Efron and Tibshirani 1993, tables 2.1 and 2.2: survival of mice in days. */
static const double mice_treated[] = {94, 197, 16, 38, 99, 141, 23};
static const double mice_control[] = {52, 104, 146, 10, 51, 30, 40, 27, 46};

static void test_the_bootstrap_has_the_published_standard_error(void **state)
{
	static double medians[40000];
	double mean = 0, square = 0, n = FST_COUNT(medians);

	(void)state;
	statistics_resample_medians(
		mice_treated, FST_COUNT(mice_treated), 1, medians, FST_COUNT(medians));
	for (size_t i = 0; i < FST_COUNT(medians); i++)
		mean += medians[i] / n;
	for (size_t i = 0; i < FST_COUNT(medians); i++)
		square += (medians[i] - mean) * (medians[i] - mean) / (n - 1);
	assert_near(sqrt(square), 37.83, 0.5); /* of infinitely many resamples */
}

static void test_a_ratio_has_an_interval_that_covers(void **state)
{
	struct estimate ratio, again;
	struct rng rng;
	int covered = 0;

	(void)state;
	ratio = statistics_ratio(
		mice_treated, FST_COUNT(mice_treated), mice_control, FST_COUNT(mice_control), 7);
	assert_near(ratio.value, 94.0 / 46, 1e-12);
	assert_true(ratio.low < 1 && ratio.high > 2); /* the book: no significant difference */
	again = statistics_ratio(
		mice_treated, FST_COUNT(mice_treated), mice_control, FST_COUNT(mice_control), 7);
	assert_true(ratio.low == again.low && ratio.high == again.high);
	assert_true(isnan(statistics_ratio(mice_treated, 2, mice_control, 9, 7).low));

	rng_seed(&rng, 11);
	for (int i = 0; i < 400; i++) {
		double a[12], b[12];

		for (int k = 0; k < 12; k++) {
			a[k] = 300 * exp(0.05 * normal(&rng));
			b[k] = 100 * exp(0.05 * normal(&rng));
		}
		ratio = statistics_ratio(a, 12, b, 12, (uint64_t)i);
		covered += ratio.low <= 3 && ratio.high >= 3;
	}
	assert_in_range(covered, 400 * 92 / 100, 400 * 99 / 100);
}

static void test_mann_whitney_has_the_published_probability(void **state)
{
	/* Hollander and Wolfe 1973, page 69: permeability of the human chorioamnion; W = 35. */
	static const double term[] = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
	static const double early[] = {1.15, 0.88, 0.90, 0.74, 1.21};
	static const double low[] = {1, 2, 3}, high[] = {4, 5, 6, 7};
	static const double same[] = {1, 1, 1, 1, 1};

	(void)state;
	assert_near(statistics_rank_test(term, 10, early, 5), 2 * 0.1272, 1e-4);
	assert_near(statistics_rank_test(early, 5, term, 10), 2 * 0.1272, 1e-4);
	/* Completely apart: 2 / (7 choose 3); 3 against 3 can never be significant. */
	assert_near(statistics_rank_test(low, 3, high, 4), 2.0 / 35, 1e-12);
	assert_near(statistics_rank_test(low, 3, high, 3), 0.1, 1e-12);
	assert_true(statistics_rank_test(same, 5, same, 5) == 1);
	assert_true(statistics_rank_test(same, 0, same, 5) == 1);
}

static void test_the_ways_to_a_probability_agree(void **state)
{
	struct rng rng;

	(void)state;
	rng_seed(&rng, 3);
	for (int round = 0; round < 20; round++) {
		double a[22], b[22], exact, tied;

		for (int i = 0; i < 22; i++) {
			a[i] = normal(&rng);
			b[i] = normal(&rng) + 0.5;
		}
		/* A tie within one sample takes the way for ties, and changes hardly anything. */
		a[1] = a[0];
		exact = statistics_rank_test(a, 20, b, 20);
		a[1] = nextafter(a[0], INFINITY);
		tied = statistics_rank_test(a, 20, b, 20);
		assert_near(exact, tied, 0.01);
		/* One pair more passes the limit of the exact test: hardly anything changes. */
		a[20] = b[20] = 0.25;
		assert_near(statistics_rank_test(a, 21, b, 21), exact, 0.05);
	}
}

static void test_holm_has_the_published_adjustment(void **state)
{
	/* Four hypotheses of an often cited example: at 5 % the first and the last are rejected. */
	double p[] = {0.01, 0.04, NAN, 0.03, 0.005};

	(void)state;
	statistics_holm(p, FST_COUNT(p));
	assert_near(p[0], 0.03, 1e-12);
	assert_near(p[1], 0.06, 1e-12);
	assert_true(isnan(p[2]));
	assert_near(p[3], 0.06, 1e-12);
	assert_near(p[4], 0.02, 1e-12);
	statistics_holm(p, 0);
}

static void test_student_has_the_published_quantiles(void **state)
{
	static const double table[][2] = {
		{1, 12.706}, {2, 4.303}, {5, 2.571}, {10, 2.228}, {30, 2.042}, {120, 1.980}};

	(void)state;
	for (size_t i = 0; i < FST_COUNT(table); i++) {
		assert_near(statistics_student_p(table[i][1], table[i][0]), 0.05, 2e-4);
		assert_near(statistics_student_t95(table[i][0]), table[i][1], 1e-3);
	}
	assert_near(statistics_student_p(0, 5), 1, 1e-12);
	assert_near(statistics_student_p(-2.571, 5), 0.05, 1e-4);
	assert_true(statistics_student_p(INFINITY, 5) == 0);
}

static void test_pettitt_finds_the_published_change(void **state)
{
	/* Page's data as Pettitt 1979 has them: K = 232, p = 0.014, a change after the 17th. */
	static const double page[] = {-1.05, 0.96, 1.22, 0.58, -0.98, -0.03, -1.54, -0.71, -0.35,
		0.66, 0.44, 0.91, -0.02, -1.42, 1.26, -1.02, -0.81, 1.66, 1.05, 0.97, 2.14, 1.22,
		-0.24, 1.60, 0.72, -0.12, 0.44, 0.03, 0.66, 0.56, 1.37, 1.66, 0.10, 0.80, 1.29,
		0.49, -0.07, 1.18, 3.29, 1.84};
	static const double level[] = {3, 3, 3, 3, 3, 3, 3, 3, 3};
	struct change change = statistics_find_change(page, FST_COUNT(page));

	(void)state;
	assert_int_equal(change.at, 17);
	assert_near(change.p, 2 * exp(-6 * 232.0 * 232 / (64000 + 1600)), 1e-9);
	assert_true(change.before < 0 && change.after > 0.5);
	assert_true(statistics_find_change(level, FST_COUNT(level)).p == 1);
	assert_true(statistics_find_change(page, 5).p == 1);
}

static void test_mann_kendall_has_the_published_statistic(void **state)
{
	/* Hollander and Wolfe 1973, page 187: tuna, in the order of the first rating; S = 16. */
	static const double tuna[] = {2.5, 4.0, 2.6, 3.6, 2.8, 3.1, 5.2, 5.0, 3.8};
	double steady[20];
	struct trend trend = statistics_find_trend(tuna, FST_COUNT(tuna));

	(void)state;
	assert_near(trend.p, erfc(15 / sqrt(92) / sqrt(2)), 1e-12);
	assert_near(trend.p, 0.1194, 0.002); /* the exact one */
	for (int i = 0; i < 20; i++)
		steady[i] = 100 - 2 * i + (i == 7 ? 500 : 0);
	trend = statistics_find_trend(steady, 20);
	assert_near(trend.slope, -2, 1e-12);
	assert_true(trend.p < 1e-4);
	assert_true(statistics_find_trend(steady, 3).p == 1);
}

static void test_outliers_are_the_published_ones(void **state)
{
	/* Iglewicz and Hoaglin 1993: ordinary z-scores find neither of the last two. */
	static const double values[] = {2.1, 2.6, 2.4, 2.5, 2.3, 2.1, 2.3, 2.6, 8.2, 8.3};
	static const double equal[] = {1, 1, 1, 1, 9};
	bool is_outlier[FST_COUNT(values)];

	(void)state;
	assert_int_equal(statistics_find_outliers(values, FST_COUNT(values), is_outlier), 2);
	assert_true(is_outlier[8] && is_outlier[9] && !is_outlier[0]);
	assert_int_equal(statistics_find_outliers(equal, FST_COUNT(equal), is_outlier), 0);
	assert_int_equal(statistics_find_outliers(values, 0, is_outlier), 0);
}

/* Of tests that hold, one in twenty may say otherwise. */
static void test_tests_raise_few_false_alarms(void **state)
{
	int ranks = 0, changes = 0, trends = 0, rounds = 400;
	struct rng rng;

	(void)state;
	rng_seed(&rng, 5);
	for (int round = 0; round < rounds; round++) {
		double a[24], b[8];

		for (int i = 0; i < 24; i++)
			a[i] = exp(0.2 * normal(&rng));
		for (int i = 0; i < 8; i++)
			b[i] = exp(0.2 * normal(&rng));
		ranks += statistics_rank_test(a, 8, b, 8) < 0.05;
		changes += statistics_find_change(a, 24).p < 0.05;
		trends += statistics_find_trend(a, 24).p < 0.05;
	}
	assert_in_range(ranks, 4, rounds * 8 / 100);
	assert_in_range(changes, 0, rounds * 8 / 100);
	assert_in_range(trends, 4, rounds * 8 / 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_medians_interval_has_the_published_ranks),
		cmocka_unit_test(test_the_bootstrap_has_the_published_standard_error),
		cmocka_unit_test(test_a_ratio_has_an_interval_that_covers),
		cmocka_unit_test(test_mann_whitney_has_the_published_probability),
		cmocka_unit_test(test_the_ways_to_a_probability_agree),
		cmocka_unit_test(test_holm_has_the_published_adjustment),
		cmocka_unit_test(test_student_has_the_published_quantiles),
		cmocka_unit_test(test_pettitt_finds_the_published_change),
		cmocka_unit_test(test_mann_kendall_has_the_published_statistic),
		cmocka_unit_test(test_outliers_are_the_published_ones),
		cmocka_unit_test(test_tests_raise_few_false_alarms),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
