/* The cost model on sweeps whose truth is known. */
#include "../support/test.h"

#include <math.h>

#include "analysis/cost.h"
#include "base/attributes.h"
#include "base/rng.h"

#define assert_within(value, truth, share) assert_true(fabs((value) / (truth)-1) <= (share))

enum { SIZES = 13 };

static void make(
	struct cost_point *points, double call_s, double bytes_per_s, double noise, uint64_t seed)
{
	struct rng rng;

	rng_seed(&rng, seed);
	for (int i = 0; i < SIZES; i++) {
		double record = 4096 << i;
		double t = call_s + record / bytes_per_s;

		points[i] = (struct cost_point){record, t * (1 + noise * (2 * rng_unit(&rng) - 1))};
	}
}

static void test_the_truth_comes_back(void **state)
{
	struct cost_point points[SIZES];
	struct cost_model model;

	(void)state;
	make(points, 38e-6, 9e8, 0, 1);
	model = cost_fit(points, SIZES);
	assert_null(model.unknown);
	assert_within(model.call_s, 38e-6, 1e-6);
	assert_within(model.bytes_per_s, 9e8, 1e-6);
	assert_within(model.knee_bytes, 38e-6 * 9e8, 1e-6);
	assert_true(model.r_squared > 0.999999 && model.error < 1e-6);
	assert_int_equal(model.outlier_count, 0);
	assert_within(cost_predict(&model, 65536), 38e-6 + 65536 / 9e8, 1e-6);
}

static void test_noise_moves_it_little(void **state)
{
	struct cost_point points[SIZES];

	(void)state;
	for (uint64_t seed = 0; seed < 50; seed++) {
		struct cost_model model;

		make(points, 38e-6, 9e8, 0.05, seed);
		model = cost_fit(points, SIZES);
		assert_within(model.call_s, 38e-6, 0.08);
		assert_within(model.bytes_per_s, 9e8, 0.08);
		assert_true(model.error < 0.05);
	}
}

static void test_wild_points_do_not_move_it(void **state)
{
	struct cost_point points[SIZES];
	struct cost_model model;

	(void)state;
	make(points, 38e-6, 9e8, 0.02, 3);
	points[0].call_s *= 20;
	points[5].call_s *= 8;
	points[12].call_s *= 5;
	model = cost_fit(points, SIZES);
	assert_within(model.call_s, 38e-6, 0.05);
	assert_within(model.bytes_per_s, 9e8, 0.05);
	assert_int_equal(model.outlier_count, 3);
}

static void test_a_part_that_is_not_there_is_zero(void **state)
{
	struct cost_point points[SIZES];
	struct cost_model model;

	(void)state;
	make(points, 0, 9e7, 0.03, 4);
	model = cost_fit(points, SIZES);
	assert_true(model.call_s >= 0 && model.knee_bytes < 4096);
	assert_within(model.bytes_per_s, 9e7, 0.05);
	make(points, 1e-3, INFINITY, 0, 5);
	model = cost_fit(points, SIZES);
	assert_within(model.call_s, 1e-3, 0.02);
	assert_true(model.byte_s >= 0 && model.knee_bytes > 16 << 20);
	/* A path that gets quicker with the size has no cost per byte, and says no nonsense. */
	for (int i = 0; i < SIZES; i++)
		points[i].call_s = 1e-3 * pow(0.8, i);
	model = cost_fit(points, SIZES);
	assert_true(model.byte_s == 0 && isinf(model.bytes_per_s) && model.call_s > 0);
}

static void test_too_little_is_said(void **state)
{
	struct cost_point points[SIZES];

	(void)state;
	make(points, 1e-5, 1e9, 0, 1);
	assert_non_null(cost_fit(points, 0).unknown);
	assert_non_null(cost_fit(points, 3).unknown);
	points[1] = points[2] = points[3] = points[0];
	assert_non_null(cost_fit(points, 5).unknown);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_truth_comes_back),
		cmocka_unit_test(test_noise_moves_it_little),
		cmocka_unit_test(test_wild_points_do_not_move_it),
		cmocka_unit_test(test_a_part_that_is_not_there_is_zero),
		cmocka_unit_test(test_too_little_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
