/* Plans: which cells, in which order, and what they need. */
#include "../support/test.h"

#include <string.h>

#include "bench/plan.h"

#define KIB (UINT64_C(1) << 10)
#define MIB (UINT64_C(1) << 20)

static const struct plan_folder two_folders[] = {{"a", "/a"}, {"b", "/b"}};

static struct plan make(struct plan_request request)
{
	struct plan plan;

	request.folders = two_folders;
	request.folder_count = request.folder_count ? request.folder_count : 1;
	assert_int_equal(plan_make(&plan, &request, NULL), FST_OK);
	return plan;
}

static fst_status refuse(struct plan_request request, struct fst_error *error)
{
	struct plan plan;

	request.folders = two_folders;
	request.folder_count = 1;
	return plan_make(&plan, &request, error);
}

/*
 * IOzone -a: 14 file sizes with up to 13 record sizes each are 126 points without those that the
 * crossover rule leaves out, 20 of them.
 */
static void sweep_is_iozones_matrix(void **state)
{
	struct plan plan = make((struct plan_request){.suite = SUITE_SWEEP});

	(void)state;
	assert_int_equal(plan.runs, 126 * 13);
	assert_int_equal(plan.left_out, 20 * 13);
	assert_int_equal(plan.count, plan.runs + plan.left_out);
	assert_int_equal(plan.largest_file, 512 * MIB);
	assert_int_equal(plan.largest_record, 16 * MIB);
	for (size_t i = 0; i < plan.count; i++) {
		const struct plan_cell *cell = &plan.cells[i];

		assert_true(cell->record_size <= cell->file_size);
		assert_int_equal(cell->number == 0,
			cell->file_size > 16 * MIB && cell->record_size < 64 * KIB);
		assert_int_equal(cell->test->test, bench_tests[i % 13].test);
	}
	plan_free(&plan);
}

static void all_records_lifts_the_crossover_rule(void **state)
{
	struct plan plan = make((struct plan_request){.suite = SUITE_SWEEP, .all_records = true});

	(void)state;
	assert_int_equal(plan.runs, 146 * 13);
	assert_int_equal(plan.left_out, 0);
	plan_free(&plan);
}

static void chosen_records_are_all_measured(void **state)
{
	const uint64_t files[] = {32 * MIB}, records[] = {4 * KIB, 64 * MIB};
	const enum test tests[] = {TEST_READ};
	struct plan plan = make((struct plan_request){.suite = SUITE_SWEEP,
		.tests = tests,
		.test_count = 1,
		.file_sizes = files,
		.file_size_count = 1,
		.record_sizes = records,
		.record_size_count = 2});

	(void)state;
	assert_int_equal(plan.count, 1); /* a record of 64M in a file of 32M is impossible */
	assert_int_equal(plan.runs, 1);
	plan_free(&plan);
}

static void folders_take_turns(void **state)
{
	struct plan plan = make((struct plan_request){.suite = SUITE_SWEEP, .folder_count = 2});

	(void)state;
	assert_int_equal(plan.runs, 2 * 126 * 13);
	for (size_t i = 0; i < plan.count; i += 2) {
		const struct plan_cell *a = &plan.cells[i], *b = &plan.cells[i + 1];

		assert_int_equal(a->folder, 0);
		assert_int_equal(b->folder, 1);
		assert_int_equal(a->point, b->point);
		assert_ptr_equal(a->test, b->test);
		assert_true(i == 0 || a[-1].point < a->point);
	}
	plan_free(&plan);
}

static void quick_writes_little_and_says_much(void **state)
{
	struct plan plan = make((struct plan_request){.suite = SUITE_QUICK});
	bool sequential = false, random = false, durable = false, small = false, large = false;

	(void)state;
	for (size_t i = 0; i < plan.count; i++) {
		const struct plan_cell *cell = &plan.cells[i];

		sequential = sequential || cell->test->test == TEST_READ;
		random = random || cell->test->access == ACCESS_RANDOM;
		durable = durable || cell->test->test == TEST_FSYNC;
		small = small || cell->file_size <= 64 * KIB;
		large = large || cell->file_size >= 16 * MIB;
	}
	assert_true(sequential && random && durable && small && large);
	assert_true(plan.bytes < 300e6);
	assert_true(plan.estimate_s < 60);
	plan_free(&plan);
}

/* What later cells need must be known to the earlier ones. */
static void bytes_of_later_cells_add_up(void **state)
{
	struct plan plan = make((struct plan_request){.suite = SUITE_QUICK});

	(void)state;
	assert_true(plan.cells[0].bytes + plan.cells[0].fill_bytes + plan.cells[0].bytes_after ==
		    plan.bytes);
	assert_true(plan.cells[plan.count - 1].bytes_after == 0);
	plan_free(&plan);
}

static void one_pass_writes_one_file(void **state)
{
	const uint64_t files[] = {64 * KIB}, records[] = {4 * KIB};
	const enum test tests[] = {TEST_WRITE};
	struct plan plan = make((struct plan_request){.suite = SUITE_SWEEP,
		.tests = tests,
		.test_count = 1,
		.file_sizes = files,
		.file_size_count = 1,
		.record_sizes = records,
		.record_size_count = 1,
		.once = true});

	(void)state;
	assert_true(plan.bytes == 64 * 1024);
	plan_free(&plan);
}

/* A file that is only read has to be written all the same: once, whatever its records. */
static void filling_counts_as_written(void **state)
{
	const uint64_t files[] = {64 * KIB, 1 * MIB}, records[] = {4 * KIB, 64 * KIB};
	const enum test tests[] = {TEST_READ};
	struct plan plan = make((struct plan_request){.suite = SUITE_SWEEP,
		.folder_count = 2,
		.tests = tests,
		.test_count = 1,
		.file_sizes = files,
		.file_size_count = 2,
		.record_sizes = records,
		.record_size_count = 2});

	(void)state;
	assert_true(plan.bytes == 2.0 * MIB);
	plan_free(&plan);
}

static void too_many_records_are_refused(void **state)
{
	const uint64_t files[] = {UINT64_C(1) << 33}, records[] = {1};
	const enum test tests[] = {TEST_RANDOM_READ};
	struct fst_error error;

	(void)state;
	assert_int_equal(refuse((struct plan_request){.suite = SUITE_SWEEP,
					.tests = tests,
					.test_count = 1,
					.file_sizes = files,
					.file_size_count = 1,
					.record_sizes = records,
					.record_size_count = 1},
				 &error),
		FST_USAGE);
	assert_non_null(strstr(error.message, "--record-size"));
}

static void nonsense_is_refused(void **state)
{
	const uint64_t small[] = {4 * KIB}, large[] = {64 * KIB}, zero[] = {0};
	struct fst_error error;

	(void)state;
	assert_int_equal(refuse((struct plan_request){.suite = SUITE_SWEEP,
					.file_sizes = small,
					.file_size_count = 1,
					.record_sizes = large,
					.record_size_count = 1},
				 &error),
		FST_USAGE);
	assert_non_null(strstr(error.message, "larger than every --file-size"));
	assert_int_equal(refuse((struct plan_request){.suite = SUITE_SWEEP,
					.file_sizes = zero,
					.file_size_count = 1},
				 &error),
		FST_USAGE);
	assert_int_equal(refuse((struct plan_request){.suite = SUITE_SWEEP,
					.record_sizes = zero,
					.record_size_count = 1},
				 &error),
		FST_USAGE);
}

/* A test that was asked for is measured, whatever the suite's own are. */
static void asked_tests_join_the_quick_suite(void **state)
{
	const enum test tests[] = {TEST_FREAD, TEST_READ, TEST_CREATE_SEQ};
	struct plan plan = make(
		(struct plan_request){.suite = SUITE_QUICK, .tests = tests, .test_count = 3});

	(void)state;
	assert_int_equal(plan.runs, 4 + 1 + 1);
	assert_int_equal(plan.cells[5].files, 1024);
	assert_null(plan.cells[5].engine);
	plan_free(&plan);
}

static bool is_coarse(const struct plan_cell *cell)
{
	return cell->file_size <= 4 * MIB && cell->limit_s > 0;
}

/* The first cells make a picture: every test, small and middling files, within a minute. */
static void the_sweep_begins_with_a_coarse_picture(void **state)
{
	struct plan plan = make((struct plan_request){.suite = SUITE_SWEEP, .folder_count = 2});
	double limit_s = 0;
	size_t n = 0;

	(void)state;
	while (is_coarse(&plan.cells[n]))
		limit_s += plan.cells[n++].limit_s / 2;
	assert_int_equal(n, 2 * 13 * 5); /* 64K: 4K, 64K; 4M: 4K, 64K, 1M */
	assert_true(limit_s <= 50);
	for (size_t i = n; i < plan.count; i++)
		assert_true(plan.cells[i].limit_s <= 0);
	plan_free(&plan);
}

static void large_files_are_written_less_often(void **state)
{
	struct plan full = make((struct plan_request){.suite = SUITE_SWEEP});
	struct plan plan = make((struct plan_request){.suite = SUITE_SWEEP, .sparing = true});

	(void)state;
	assert_true(plan.bytes < 0.6 * full.bytes);
	assert_int_equal(plan.spared, 6 * 9 * 5);
	for (size_t i = 0; i < plan.count; i++) {
		const struct plan_cell *cell = &plan.cells[i];

		assert_int_equal(cell->most_passes,
			cell->file_size > 16 * MIB && cell->test->writes ? 3 : 0);
	}
	plan_free(&full);
	plan_free(&plan);
}

/* bonnie++'s six, at each count; a plan counts a block for each file. */
static void many_files_are_counted(void **state)
{
	const uint64_t counts[] = {100, 1000};
	struct plan plan = make((struct plan_request){
		.suite = SUITE_FILES, .file_counts = counts, .file_count_count = 2});

	(void)state;
	assert_int_equal(plan.runs, 12);
	assert_true(plan.space == 1000 * 4096);
	assert_int_equal(plan_cell_records(&plan.cells[11]), 1000);
	plan_free(&plan);
}

static void every_suite_has_cells(void **state)
{
	(void)state;
	for (int suite = 0; suite < SUITE_COUNT; suite++) {
		struct plan plan = make((struct plan_request){.suite = (enum suite)suite});

		assert_true(plan.runs > 0 && plan.space >= 0 && plan.memory > 0);
		plan_free(&plan);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sweep_is_iozones_matrix),
		cmocka_unit_test(all_records_lifts_the_crossover_rule),
		cmocka_unit_test(chosen_records_are_all_measured),
		cmocka_unit_test(folders_take_turns),
		cmocka_unit_test(quick_writes_little_and_says_much),
		cmocka_unit_test(bytes_of_later_cells_add_up),
		cmocka_unit_test(filling_counts_as_written),
		cmocka_unit_test(too_many_records_are_refused),
		cmocka_unit_test(one_pass_writes_one_file),
		cmocka_unit_test(nonsense_is_refused),
		cmocka_unit_test(asked_tests_join_the_quick_suite),
		cmocka_unit_test(the_sweep_begins_with_a_coarse_picture),
		cmocka_unit_test(large_files_are_written_less_often),
		cmocka_unit_test(many_files_are_counted),
		cmocka_unit_test(every_suite_has_cells),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
