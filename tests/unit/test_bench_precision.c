/* When a cell has been repeated often enough. */
#include "../support/test.h"

#include <math.h>
#include <string.h>

#include "base/attributes.h"
#include "bench/precision.h"

enum { MS = 1000000 };

static void add_long_passes(struct precision *p, size_t count)
{
	for (size_t i = 0; i < count; i++)
		precision_add(p, 100 + (double)i, 1, 10 * MS, 10 * MS);
}

static void median_of_odd_and_even(void **state)
{
	struct precision p = {0};

	(void)state;
	assert_true(precision_median(&p) == 0);
	precision_add(&p, 3, 1, MS, MS);
	precision_add(&p, 1, 1, MS, MS);
	precision_add(&p, 2, 1, MS, MS);
	assert_true(precision_median(&p) == 2);
	precision_add(&p, 5, 1, MS, MS);
	assert_true(precision_median(&p) == 2.5);
}

/* The ranks are those of tables of the sign test: n = 6: 1 and 6; 9: 2 and 8; 20: 6 and 15; 30: 10
 * and 21. */
static void interval_has_the_ranks_of_the_tables(void **state)
{
	static const struct {
		size_t count, rank;
	} known[] = {{6, 1}, {8, 1}, {9, 2}, {12, 3}, {20, 6}, {30, 10}, {100, 40}};

	(void)state;
	for (size_t i = 0; i < FST_COUNT(known); i++) {
		struct precision p = {0};
		double low = 100 + (double)(known[i].rank - 1);
		double high = 100 + (double)(known[i].count - known[i].rank);

		add_long_passes(&p, known[i].count);
		assert_true(fabs(precision_spread(&p) - (high - low) / 2 / precision_median(&p)) <
			    1e-12);
	}
}

static void five_samples_have_no_interval(void **state)
{
	struct precision p = {0};

	(void)state;
	add_long_passes(&p, 5);
	assert_true(precision_spread(&p) < 0);
	assert_false(precision_is_reached(&p, 1));
}

/* Of 100, 101 and 102: mean 101, standard deviation 1, quantile 4.303. */
static void few_passes_have_students_interval(void **state)
{
	struct precision p = {.least = 2, .most = 3};

	(void)state;
	precision_add(&p, 100, 1, 10000000, 10000000);
	assert_true(precision_spread(&p) < 0);
	assert_false(precision_is_reached(&p, 1));
	precision_add(&p, 101, 1, 10000000, 10000000);
	assert_false(precision_is_reached(&p, 0.05)); /* 12.706 * 0.707 / 1.414 is over 5 */
	precision_add(&p, 102, 1, 10000000, 10000000);
	assert_true(fabs(precision_spread(&p) - 4.303 / sqrt(3) / 101) < 1e-4);
	assert_true(precision_is_reached(&p, 0.001)); /* no more than three */
}

static void long_passes_are_six_at_least(void **state)
{
	struct precision p = {0};

	(void)state;
	for (int i = 0; i < 6; i++) {
		assert_false(precision_is_reached(&p, 0.05));
		precision_add(&p, 100, 1, 10 * MS, 10 * MS);
	}
	assert_true(precision_is_reached(&p, 0.05));
}

static void noisy_samples_go_on(void **state)
{
	struct precision p = {0};

	(void)state;
	add_long_passes(&p, 6);
	assert_false(precision_is_reached(&p, 0.01));
	assert_true(precision_is_reached(&p, 0.03));
}

static void short_passes_make_100_ms_and_30(void **state)
{
	struct precision p = {0};

	(void)state;
	assert_false(precision_batch_is_full(0, 0, UINT64_MAX));
	assert_true(precision_batch_is_full(1, 3 * MS, 3 * MS));
	assert_false(precision_batch_is_full(1, 2 * MS, 2 * MS));
	assert_false(precision_batch_is_full(100, 9 * MS, MS / 100));
	assert_false(precision_batch_is_full(2, 11 * MS, 2 * MS));
	assert_true(precision_batch_is_full(5, 10 * MS, 2 * MS));
	for (int i = 0; i < PRECISION_BATCHES; i++) {
		assert_false(precision_has_minimum(&p));
		precision_add(&p, 100, 5, 10 * MS, 2 * MS);
	}
	assert_true(precision_has_minimum(&p));
	assert_true(p.passes >= 30 && p.timed_ns >= 100 * MS);
}

static void samples_are_bounded(void **state)
{
	struct precision p = {0};

	(void)state;
	for (int i = 0; i < 2 * PRECISION_SAMPLES; i++)
		precision_add(&p, i % 2 ? 1 : 1000, 1, 10 * MS, 10 * MS);
	assert_int_equal(p.count, PRECISION_SAMPLES);
	assert_int_equal(p.passes, 2 * PRECISION_SAMPLES);
	assert_true(precision_is_reached(&p, 0.0001));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(median_of_odd_and_even),
		cmocka_unit_test(interval_has_the_ranks_of_the_tables),
		cmocka_unit_test(five_samples_have_no_interval),
		cmocka_unit_test(few_passes_have_students_interval),
		cmocka_unit_test(long_passes_are_six_at_least),
		cmocka_unit_test(noisy_samples_go_on),
		cmocka_unit_test(short_passes_make_100_ms_and_30),
		cmocka_unit_test(samples_are_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
