/* The cube: order, labels, holes, and what is shown where several rows meet. */
#include "../support/test.h"

#include "base/number.h"
#include "base/rng.h"
#include "model/cube.h"

static uint32_t add_row(struct dataset *ds, const char *environment, const char *test,
	double file_size, double record_size, double bytes_per_s)
{
	struct measurement m = {0};

	measurement_set_string(&m, COL_ENVIRONMENT, environment);
	measurement_set_string(&m, COL_TEST, test);
	measurement_set_string(&m, COL_STATUS, "ok");
	if (file_size > 0)
		measurement_set_number(&m, COL_FILE_SIZE, file_size);
	if (record_size > 0)
		measurement_set_number(&m, COL_RECORD_SIZE, record_size);
	measurement_set_number(&m, COL_BYTES_PER_S, bytes_per_s);
	return dataset_add(ds, &m);
}

static void test_dimensions_are_sorted_and_distinct(void **state)
{
	struct dataset *ds = dataset_new();
	struct cube *cube;

	(void)state;
	add_row(ds, "b", "read", 65536, 8192, 1);
	add_row(ds, "a", "write", 1048576, 4096, 2);
	add_row(ds, "b", "read", 65536, 4096, 3);
	cube = cube_new(ds, NULL, 0);
	assert_int_equal(cube_count(cube, CUBE_TEST), 2);
	assert_string_equal(cube_test(cube, 0)->label, "write");
	assert_string_equal(cube_test(cube, 1)->label, "read");
	assert_int_equal(cube_count(cube, CUBE_ENVIRONMENT), 2);
	assert_string_equal(cube_environment(cube, 0)->label, "b");
	assert_int_equal(cube_size(cube, CUBE_RECORD_SIZE, 0), 4096);
	assert_int_equal(cube_size(cube, CUBE_RECORD_SIZE, 1), 8192);
	assert_int_equal(cube_size(cube, CUBE_FILE_SIZE, 1), 1048576);
	cube_free(cube);
	dataset_free(ds);
}

static void test_steps_skip_holes_and_stop_at_ends(void **state)
{
	struct dataset *ds = dataset_new();
	struct cube_point point = {0};
	unsigned fixed = CUBE_BIT(CUBE_TEST) | CUBE_BIT(CUBE_ENVIRONMENT) |
			 CUBE_BIT(CUBE_FILE_SIZE);
	uint32_t position, total;
	struct cube *cube;

	(void)state;
	add_row(ds, "a", "read", 65536, 4096, 1);
	add_row(ds, "a", "read", 65536, 65536, 1);
	add_row(ds, "b", "read", 65536, 8192, 1);
	cube = cube_new(ds, NULL, 0);
	assert_true(cube_step(cube, &point, CUBE_RECORD_SIZE, 1, fixed));
	assert_int_equal(cube_size(cube, CUBE_RECORD_SIZE, point.at[CUBE_RECORD_SIZE]), 65536);
	assert_false(cube_step(cube, &point, CUBE_RECORD_SIZE, 1, fixed));
	cube_position(cube, point, CUBE_RECORD_SIZE, fixed, &position, &total);
	assert_int_equal(position, 2);
	assert_int_equal(total, 2);
	assert_true(cube_step(cube, &point, CUBE_RECORD_SIZE, -5, CUBE_BIT(CUBE_TEST)));
	assert_int_equal(point.at[CUBE_RECORD_SIZE], 0);
	point.at[CUBE_ENVIRONMENT] = 1;
	assert_true(cube_settle(cube, &point));
	assert_int_equal(cube_size(cube, CUBE_RECORD_SIZE, point.at[CUBE_RECORD_SIZE]), 8192);
	cube_free(cube);
	dataset_free(ds);
}

static void test_best_status_wins_then_the_latest(void **state)
{
	struct dataset *ds = dataset_new();
	struct measurement failed = {0};
	uint32_t row;
	struct cube *cube;

	(void)state;
	add_row(ds, "a", "read", 65536, 4096, 1);
	add_row(ds, "a", "read", 65536, 4096, 2);
	dataset_get(ds, 1, &failed);
	measurement_set_string(&failed, COL_STATUS, "failed");
	dataset_add(ds, &failed);
	cube = cube_new(ds, NULL, 0);
	assert_true(cube_pick(cube, (struct cube_point){0}, &row));
	assert_int_equal(row, 1);
	cube_free(cube);
	dataset_free(ds);
}

static void test_sections_tell_environments_apart_only_where_needed(void **state)
{
	static const struct {
		const char *environment, *section, *source;
	} rows[] = {
		{"/dev/sda", "before", "a.txt:3"},
		{"/dev/sda", "after", "a.txt:9"},
		{"/dev/sdb", "before", "a.txt:4"},
		{"/dev/sda", "elsewhere", "b.txt:1"},
	};
	static const char *const labels[] = {
		"/dev/sda [before]", "/dev/sda [after]", "/dev/sdb", "/dev/sda"};
	struct dataset *ds = dataset_new();
	struct cube *cube;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(rows); i++) {
		struct measurement m = {0};

		measurement_set_string(&m, COL_ENVIRONMENT, rows[i].environment);
		measurement_set_string(&m, COL_SECTION, rows[i].section);
		measurement_set_string(&m, COL_SOURCE, rows[i].source);
		measurement_set_string(&m, COL_TEST, "device_read");
		dataset_add(ds, &m);
	}
	cube = cube_new(ds, NULL, 0);
	assert_int_equal(cube_count(cube, CUBE_ENVIRONMENT), FST_COUNT(labels));
	for (uint32_t i = 0; i < FST_COUNT(labels); i++)
		assert_string_equal(cube_environment(cube, i)->label, labels[i]);
	cube_free(cube);
	dataset_free(ds);
}

static void test_directions_are_named_only_when_there_are_several(void **state)
{
	static const char *const directions[] = {"read", "write"};
	struct dataset *ds = dataset_new();
	struct cube *cube;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(directions); i++) {
		struct measurement m = {0};

		measurement_set_string(&m, COL_TEST, "random_mixed");
		measurement_set_string(&m, COL_DIRECTION, directions[i]);
		dataset_add(ds, &m);
	}
	add_row(ds, "a", "seek", 0, 0, 1);
	cube = cube_new(ds, NULL, 0);
	assert_string_equal(cube_test(cube, 0)->label, "random_mixed read");
	assert_string_equal(cube_test(cube, 1)->label, "random_mixed write");
	assert_string_equal(cube_test(cube, 2)->label, "seek");
	cube_free(cube);
	dataset_free(ds);
}

/* Every query against a plain scan of the rows. */
static void test_queries_agree_with_a_scan(void **state)
{
	static const char *const tests[] = {"write", "read", "seek", "cpu"};
	static const char *const environments[] = {"a", "b", "c"};
	struct dataset *ds = dataset_new();
	struct rng rng;
	struct cube *cube;
	uint32_t found = 0;

	(void)state;
	rng_seed(&rng, 7);
	for (int i = 0; i < 60; i++)
		add_row(ds, environments[rng_below(&rng, 3)], tests[rng_below(&rng, 4)],
			(double)(rng_below(&rng, 4) << 16), (double)(rng_below(&rng, 4) << 12), 1);
	cube = cube_new(ds, NULL, 0);
	for (struct cube_point p = {{0}}; p.at[0] < cube_count(cube, CUBE_TEST); p.at[0]++)
		for (p.at[1] = 0; p.at[1] < cube_count(cube, CUBE_ENVIRONMENT); p.at[1]++) {
			bool any = false;

			for (p.at[2] = 0; p.at[2] < cube_count(cube, CUBE_FILE_SIZE); p.at[2]++)
				for (p.at[3] = 0; p.at[3] < cube_count(cube, CUBE_RECORD_SIZE);
					p.at[3]++) {
					const uint32_t *rows;
					size_t n = cube_rows(cube, p, &rows);

					for (size_t i = 1; i < n; i++)
						assert_true(rows[i - 1] < rows[i]);
					assert_int_equal(n > 0, cube_has(cube, p, 15));
					any = any || n > 0;
					found += (uint32_t)n;
				}
			assert_int_equal(
				any, cube_has(cube, p,
					     CUBE_BIT(CUBE_TEST) | CUBE_BIT(CUBE_ENVIRONMENT)));
		}
	assert_int_equal(found, dataset_count(ds));
	cube_free(cube);
	dataset_free(ds);
}

static void test_empty_cube(void **state)
{
	struct dataset *ds = dataset_new();
	struct cube *cube = cube_new(ds, NULL, 0);
	struct cube_point point = {0};
	uint32_t row;

	(void)state;
	assert_int_equal(cube_count(cube, CUBE_TEST), 0);
	assert_false(cube_settle(cube, &point));
	assert_false(cube_pick(cube, point, &row));
	assert_false(cube_has(cube, point, 0));
	cube_free(cube);
	dataset_free(ds);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dimensions_are_sorted_and_distinct),
		cmocka_unit_test(test_steps_skip_holes_and_stop_at_ends),
		cmocka_unit_test(test_best_status_wins_then_the_latest),
		cmocka_unit_test(test_sections_tell_environments_apart_only_where_needed),
		cmocka_unit_test(test_directions_are_named_only_when_there_are_several),
		cmocka_unit_test(test_queries_agree_with_a_scan),
		cmocka_unit_test(test_empty_cube),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
