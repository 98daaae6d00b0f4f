#include "bench/suite.h"

#include "base/attributes.h"

const char *const suite_names[] = {
	[SUITE_QUICK] = "quick",
	[SUITE_SWEEP] = "sweep",
	[SUITE_FILES] = "files",
	[SUITE_SYNC] = "sync",
	[SUITE_UPGRADE] = "upgrade",
	[SUITE_BASELINE] = "baseline",
	[SUITE_ALL] = "all",
	[SUITE_COUNT] = NULL,
};

#define KIB (UINT64_C(1) << 10)
#define MIB (UINT64_C(1) << 20)

/* A cell of a suite with sizes of its own. */
struct suite_cell {
	enum test test;
	uint64_t file_size, record_size, files;
	unsigned options;
};

/*
 * The quick suite, cheap cells first. The two tests that write are large enough for a
 * pass to last over 3 ms in any cache: six passes each stay under 200 MB.
 */
static const struct suite_cell quick_cells[] = {
	{TEST_FSYNC, 64 * KIB, 4 * KIB, 0, 0},
	{TEST_READ, 64 * KIB, 4 * KIB, 0, 0},
	{TEST_READ, 64 * KIB, 64 * KIB, 0, 0},
	{TEST_WRITE, 16 * MIB, 1 * MIB, 0, 0},
	{TEST_READ, 16 * MIB, 1 * MIB, 0, 0},
	{TEST_READ, 16 * MIB, 4 * KIB, 0, 0},
	{TEST_RANDOM_READ, 16 * MIB, 4 * KIB, 0, 0},
	{TEST_RANDOM_WRITE, 16 * MIB, 4 * KIB, 0, 0},
};

/*
 * Durable writes of one small record, three ways; their growth with what is dirty; at last the
 * sync alone, after which the verdict is given (bench/honesty.h).
 */
static const struct suite_cell sync_cells[] = {
	{.test = TEST_FSYNC, .file_size = 256 * KIB, .record_size = 4 * KIB},
	{.test = TEST_REWRITE,
		.file_size = 256 * KIB,
		.record_size = 4 * KIB,
		.options = PLAN_O_DSYNC},
	{.test = TEST_REWRITE,
		.file_size = 256 * KIB,
		.record_size = 4 * KIB,
		.options = PLAN_DIRECT},
	{.test = TEST_FSYNC, .file_size = 1 * MIB, .record_size = 64 * KIB},
	{.test = TEST_FSYNC, .file_size = 4 * MIB, .record_size = 1 * MIB},
	{.test = TEST_FSYNC, .file_size = 16 * MIB, .record_size = 16 * MIB},
	{.test = TEST_FSYNC, .file_size = 256 * KIB, .record_size = 4 * KIB, .options = PLAN_CLEAN},
};

#define UPGRADE_FILES UINT64_C(500)

static const struct suite_cell upgrade_cells[] = {
	{.test = TEST_UPGRADE, .files = UPGRADE_FILES},
	{.test = TEST_UPGRADE, .files = UPGRADE_FILES, .options = PLAN_PASS_2},
	{.test = TEST_UPGRADE, .files = UPGRADE_FILES, .options = PLAN_NO_SYNC},
	{.test = TEST_UPGRADE, .files = UPGRADE_FILES, .options = PLAN_NO_SYNC | PLAN_PASS_2},
};

/* What a test that the quick suite does not have is measured with when it is asked for. */
#define QUICK_FILE   (16 * MIB)
#define QUICK_RECORD (64 * KIB)
#define QUICK_FILES  UINT64_C(1024)

/* bonnie++'s count is the largest; the rate over the counts shows what a full folder costs. */
static const uint64_t default_file_counts[] = {256, 1024, 4096, 16384};

static void add_cells(struct plan *plan, const struct plan_request *request,
	const struct suite_cell *cells, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct plan_cell cell = {
			.test = bench_test_find(cells[i].test),
			.file_size = cells[i].file_size,
			.record_size = cells[i].record_size,
			.files = cells[i].files,
			.options = cells[i].options,
		};

		plan_add_point(plan, request, &cell, false);
	}
}

static void add_files(
	struct plan *plan, const struct plan_request *request, const uint64_t *counts, size_t count)
{
	if (request->file_count_count) {
		counts = request->file_counts;
		count = request->file_count_count;
	}
	for (size_t i = 0; i < count; i++)
		for (size_t t = 0; t < bench_test_count; t++) {
			const struct plan_cell cell = {.test = &bench_tests[t], .files = counts[i]};

			if (test_table[cell.test->test].group == GROUP_METADATA)
				plan_add_point(plan, request, &cell, false);
		}
}

static bool is_quick(enum test test)
{
	for (size_t i = 0; i < FST_COUNT(quick_cells); i++)
		if (quick_cells[i].test == test)
			return true;
	return false;
}

/* The machine itself: no sizes, or records only. */
static void add_machine(struct plan *plan, const struct plan_request *request)
{
	for (size_t t = 0; t < bench_test_count; t++) {
		const struct bench_test *test = &bench_tests[t];
		size_t records = test->default_record_bytes ? request->record_size_count : 0;
		struct plan_cell cell = {.test = test, .record_size = test->default_record_bytes};

		if (test->kind != OPERATION_WORK && !test->of_device)
			continue;
		for (size_t r = 0; r < records; r++) {
			cell.record_size = request->record_sizes[r];
			plan_add_point(plan, request, &cell, false);
		}
		if (records == 0)
			plan_add_point(plan, request, &cell, false);
	}
}

/* Tests that were asked for but are in no matrix. */
static void add_asked_without_sizes(struct plan *plan, const struct plan_request *request)
{
	static const uint64_t files[] = {QUICK_FILES};

	if (request->test_count == 0)
		return;
	add_machine(plan, request);
	add_files(plan, request, files, FST_COUNT(files));
	add_cells(plan, request, upgrade_cells, FST_COUNT(upgrade_cells));
}

/* Tests that were asked for and are in no suite with sizes of its own get one cell each. */
static void add_asked(struct plan *plan, const struct plan_request *request)
{
	for (size_t t = 0; t < bench_test_count && request->test_count; t++) {
		const struct plan_cell cell = {
			.test = &bench_tests[t],
			.file_size = QUICK_FILE,
			.record_size = QUICK_RECORD,
		};

		if (!cell.test->no_file && !is_quick(cell.test->test))
			plan_add_point(plan, request, &cell, false);
	}
	add_asked_without_sizes(plan, request);
}

static void add_quick(struct plan *plan, const struct plan_request *request)
{
	add_cells(plan, request, quick_cells, FST_COUNT(quick_cells));
	add_asked(plan, request);
}

static void add_sweep(struct plan *plan, const struct plan_request *request)
{
	add_asked_without_sizes(plan, request);
	suite_add_sweep(plan, request);
}

static void add_file_counts(struct plan *plan, const struct plan_request *request)
{
	add_files(plan, request, default_file_counts, FST_COUNT(default_file_counts));
}

static void add_sync(struct plan *plan, const struct plan_request *request)
{
	add_cells(plan, request, sync_cells, FST_COUNT(sync_cells));
}

static void add_upgrade(struct plan *plan, const struct plan_request *request)
{
	add_cells(plan, request, upgrade_cells, FST_COUNT(upgrade_cells));
}

/* device_read needs a device that may be read: only who asks for it gets it. */
static void add_baseline(struct plan *plan, const struct plan_request *request)
{
	static const enum test tests[] = {
		TEST_CPU, TEST_MEMORY_READ, TEST_MEMORY_WRITE, TEST_CACHED_READ};
	struct plan_request usual = *request;

	if (request->test_count == 0) {
		usual.tests = tests;
		usual.test_count = FST_COUNT(tests);
	}
	add_machine(plan, &usual);
}

/* The sweep, which takes longest, is last; it has what quick has. */
static void add_all(struct plan *plan, const struct plan_request *request)
{
	add_baseline(plan, request);
	add_sync(plan, request);
	add_upgrade(plan, request);
	add_file_counts(plan, request);
	suite_add_sweep(plan, request);
}

static void (*const suites[])(struct plan *plan, const struct plan_request *request) = {
	[SUITE_QUICK] = add_quick,
	[SUITE_SWEEP] = add_sweep,
	[SUITE_FILES] = add_file_counts,
	[SUITE_SYNC] = add_sync,
	[SUITE_UPGRADE] = add_upgrade,
	[SUITE_BASELINE] = add_baseline,
	[SUITE_ALL] = add_all,
};

void suite_add_cells(struct plan *plan, const struct plan_request *request)
{
	suites[request->suite](plan, request);
}

fst_status suite_explain_empty(const struct plan_request *request, struct fst_error *error)
{
	if (request->test_count && request->suite != SUITE_QUICK)
		return fst_error_set(error, FST_USAGE,
			"nothing to measure: none of --tests is in the suite %s, or every "
			"--record-size is larger than every --file-size",
			suite_names[request->suite]);
	return fst_error_set(error, FST_USAGE,
		"nothing to measure: every --record-size is larger than every --file-size");
}
