/* Stepping through the cube: over holes, to the ends, and through changes of what is open. */
#include "../support/test.h"

#include <string.h>

#include "../support/sweep_rows.h"
#include "ui/browse.h"
#include "ui/cut.h"

static struct browse *open_sweep(void)
{
	struct browse *browse = browse_new();

	browse_replace(browse, sweep_rows(), NULL, false);
	return browse;
}

static uint64_t size_at(const struct browse *browse, enum cube_dim dim)
{
	return cube_size(browse->cube, dim, browse->at.at[dim]);
}

static const char *environment_at(const struct browse *browse)
{
	return cube_environment(browse->cube, browse->at.at[CUBE_ENVIRONMENT])->label;
}

static void test_it_begins_where_people_look(void **state)
{
	struct browse *browse = open_sweep();

	(void)state;
	assert_int_equal(size_at(browse, CUBE_FILE_SIZE), 64 << 20);
	assert_int_equal(size_at(browse, CUBE_RECORD_SIZE), 64 << 10);
	browse_free(browse);
}

static void test_ends_stop(void **state)
{
	struct browse *browse = open_sweep();
	uint32_t position, total;

	(void)state;
	assert_true(browse_travel(browse, CUBE_RECORD_SIZE, 1));
	assert_int_equal(size_at(browse, CUBE_RECORD_SIZE), 16 << 20);
	assert_false(browse_step(browse, CUBE_RECORD_SIZE, 1));
	browse_position(browse, CUBE_RECORD_SIZE, &position, &total);
	assert_int_equal(position, 13);
	assert_int_equal(total, 13);
	assert_true(browse_travel(browse, CUBE_RECORD_SIZE, -1));
	assert_int_equal(size_at(browse, CUBE_RECORD_SIZE), 4 << 10);
	browse_free(browse);
}

/* A file of 1M has no record of 16M: the place moves to the nearest that there is. */
static void test_a_smaller_file_takes_the_record_along(void **state)
{
	struct browse *browse = open_sweep();

	(void)state;
	browse_travel(browse, CUBE_RECORD_SIZE, 1);
	browse_travel(browse, CUBE_FILE_SIZE, -1);
	assert_int_equal(size_at(browse, CUBE_FILE_SIZE), 1 << 20);
	assert_int_equal(size_at(browse, CUBE_RECORD_SIZE), 1 << 20);
	browse_free(browse);
}

static void test_new_rows_leave_the_place_alone(void **state)
{
	struct browse *browse = open_sweep();
	struct measurement m = {0};

	(void)state;
	browse_step(browse, CUBE_ENVIRONMENT, 1);
	browse_set_baseline(browse, 2);
	measurement_set_string(&m, COL_ENVIRONMENT, "another");
	measurement_set_string(&m, COL_TEST, "read");
	measurement_set_string(&m, COL_DIRECTION, "read");
	measurement_set_number(&m, COL_FILE_SIZE, 4096);
	measurement_set_number(&m, COL_RECORD_SIZE, 512);
	measurement_set_number(&m, COL_BYTES_PER_S, 1e6);
	dataset_add(browse->dataset, &m);
	browse_reindex(browse);
	assert_string_equal(environment_at(browse), "vboxsf");
	assert_string_equal(cube_environment(browse->cube, browse->baseline)->label, "sshfs");
	assert_int_equal(size_at(browse, CUBE_FILE_SIZE), 64 << 20);
	assert_int_equal(size_at(browse, CUBE_RECORD_SIZE), 64 << 10);
	browse_free(browse);
}

static void test_marks_narrow_what_is_shown(void **state)
{
	struct browse *browse = open_sweep();
	uint32_t sshfs = browse->catalogue->runs[2].first_row;

	(void)state;
	browse_mark(browse, sshfs, true);
	browse_reindex(browse);
	assert_int_equal(cube_count(browse->cube, CUBE_ENVIRONMENT), 1);
	assert_int_equal(cube_count(browse->all, CUBE_ENVIRONMENT), 3);
	assert_string_equal(environment_at(browse), "sshfs");
	assert_int_equal(browse_environment(browse, 2), 0);
	assert_int_equal(browse_environment(browse, 0), UINT32_MAX);
	browse_mark(browse, sshfs, false);
	browse_reindex(browse);
	assert_ptr_equal(browse->cube, browse->all);
	browse_free(browse);
}

static void test_metrics_are_those_that_rows_have(void **state)
{
	struct browse *browse = open_sweep();
	unsigned seen = 0;

	(void)state;
	assert_int_equal(browse_metric(browse), METRIC_BYTES);
	do {
		seen |= 1u << browse_metric(browse);
		browse_next_metric(browse);
	} while (browse_metric(browse) != METRIC_BYTES);
	assert_int_equal(seen, 1u << METRIC_BYTES | 1u << METRIC_OPS | 1u << METRIC_P50 |
				       1u << METRIC_P99 | 1u << METRIC_MAX);
	browse_free(browse);
}

static void test_nothing_open_is_no_trouble(void **state)
{
	struct browse *browse = browse_new();

	(void)state;
	assert_true(browse_empty(browse));
	assert_false(browse_step(browse, CUBE_TEST, 1));
	assert_false(browse_travel(browse, CUBE_RECORD_SIZE, 1));
	assert_int_equal(browse_metric(browse), METRIC_BYTES);
	browse_next_metric(browse);
	browse_free(browse);
}

static struct browse *open_pair(void)
{
	static const struct {
		const char *environment;
		double file, record;
	} rows[] = {{"here", 0x1p27, 0x1p14}, {"there", 0x1p20, 0x1p19}};
	struct dataset *dataset = dataset_new();
	struct browse *browse = browse_new();

	for (size_t i = 0; i < 2; i++) {
		struct measurement m = {0};

		measurement_set_string(&m, COL_ENVIRONMENT, rows[i].environment);
		measurement_set_string(&m, COL_TEST, "write");
		measurement_set_string(&m, COL_DIRECTION, "write");
		measurement_set_number(&m, COL_FILE_SIZE, rows[i].file);
		measurement_set_number(&m, COL_RECORD_SIZE, rows[i].record);
		measurement_set_number(&m, COL_BYTES_PER_S, 1e6 * (double)(i + 1));
		dataset_add(dataset, &m);
	}
	browse_replace(browse, dataset, NULL, false);
	return browse;
}

/* bonnie++ runs have one size each: the others stand in, and it is said in what they differ. */
static void test_the_nearest_row_stands_in(void **state)
{
	struct browse *browse = open_pair();
	struct strbuf difference = STRBUF_INIT;
	struct cut *cut;

	(void)state;
	browse_go(browse, 0);
	cut = cut_new(browse);
	assert_int_equal(cut->series_count, 2);
	assert_true(cut->series[0].exact);
	assert_false(cut->series[1].exact);
	assert_true(cut->series[1].here.have);
	assert_true(cut_ratio(cut, 1) == 2);
	assert_int_equal(cut_line_count(cut), 0);
	cut_add_difference(browse->dataset, 1, 0, &difference);
	assert_string_equal(strbuf_string(&difference), "1M file, 512K record");
	strbuf_free(&difference);
	cut_free(cut);
	browse_free(browse);
}

static void test_the_place_follows_the_environment(void **state)
{
	struct browse *browse = open_pair();

	(void)state;
	browse_go(browse, 0);
	assert_int_equal(size_at(browse, CUBE_FILE_SIZE), 128 << 20);
	assert_true(browse_step(browse, CUBE_ENVIRONMENT, 1));
	assert_int_equal(size_at(browse, CUBE_FILE_SIZE), 1 << 20);
	assert_int_equal(size_at(browse, CUBE_RECORD_SIZE), 512 << 10);
	browse_free(browse);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_it_begins_where_people_look),
		cmocka_unit_test(test_ends_stop),
		cmocka_unit_test(test_a_smaller_file_takes_the_record_along),
		cmocka_unit_test(test_new_rows_leave_the_place_alone),
		cmocka_unit_test(test_marks_narrow_what_is_shown),
		cmocka_unit_test(test_metrics_are_those_that_rows_have),
		cmocka_unit_test(test_nothing_open_is_no_trouble),
		cmocka_unit_test(test_the_nearest_row_stands_in),
		cmocka_unit_test(test_the_place_follows_the_environment),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
