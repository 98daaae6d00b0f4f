#include "bench/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "base/units.h"
#include "bench/load.h"

/* What a page cache gives, for estimates; the run itself learns better. */
#define ASSUMED_BPS     2e9
#define ASSUMED_SYNC_S  0.002
#define ASSUMED_EVENT_S 0.001
#define CELL_OVERHEAD_S 0.01

const char *const suite_names[] = {
	[SUITE_QUICK] = "quick",
	[SUITE_SWEEP] = "sweep",
	[SUITE_COUNT] = NULL,
};

#define KIB (UINT64_C(1) << 10)
#define MIB (UINT64_C(1) << 20)

/*
 * The quick suite, cheap cells first. The two tests that write are large enough for a
 * pass to last over 3 ms in any cache: six passes each stay under 200 MB.
 */
static const struct quick_cell {
	enum test test;
	uint64_t file_size, record_size;
} quick_cells[] = {
	{TEST_FSYNC, 64 * KIB, 4 * KIB},
	{TEST_READ, 64 * KIB, 4 * KIB},
	{TEST_READ, 64 * KIB, 64 * KIB},
	{TEST_WRITE, 16 * MIB, 1 * MIB},
	{TEST_READ, 16 * MIB, 1 * MIB},
	{TEST_READ, 16 * MIB, 4 * KIB},
	{TEST_RANDOM_READ, 16 * MIB, 4 * KIB},
	{TEST_RANDOM_WRITE, 16 * MIB, 4 * KIB},
};

#define SWEEP_FILE_MIN   (64 * KIB)
#define SWEEP_FILE_MAX   (512 * MIB)
#define SWEEP_RECORD_MIN (4 * KIB)
#define SWEEP_RECORD_MAX (16 * MIB)

static void estimate(struct plan_cell *cell, bool once)
{
	double size = (double)cell->file_size;
	double records = (double)plan_cell_records(cell);
	double pass_s = records * (double)cell->record_size / ASSUMED_BPS;
	double passes;

	if (cell->test->kind == OPERATION_SYNC)
		pass_s += records * ASSUMED_SYNC_S;
	if (cell->load.max_prime)
		pass_s += records * ASSUMED_EVENT_S;
	if (cell->load.rate_bps > 0)
		pass_s = fmax(pass_s, size / cell->load.rate_bps);
	if (once)
		passes = 1;
	else if (pass_s >= PLAN_SHORT_PASS_S)
		passes = PLAN_LONG_PASSES;
	else if (PLAN_SHORT_TIME_S / pass_s > PLAN_SHORT_PASSES)
		passes = PLAN_SHORT_TIME_S / pass_s;
	else
		passes = PLAN_SHORT_PASSES;
	cell->bytes = cell->test->writes ? passes * size : 0;
	cell->estimate_s = passes * pass_s + CELL_OVERHEAD_S;
}

static void add_cell(
	struct plan *plan, const struct plan_request *request, struct plan_cell cell, bool left_out)
{
	if (left_out) {
		plan->left_out++;
	} else {
		cell.number = ++plan->runs;
		estimate(&cell, request->once);
		plan->bytes += cell.bytes;
		plan->estimate_s += cell.estimate_s;
		if (cell.file_size > plan->largest_file)
			plan->largest_file = cell.file_size;
		if (cell.record_size > plan->largest_record)
			plan->largest_record = cell.record_size;
	}
	if ((plan->count & (plan->count + 1)) == 0) /* full: sizes are 2^n - 1 */
		plan->cells = xreallocarray(plan->cells, 2 * plan->count + 1, sizeof(*plan->cells));
	plan->cells[plan->count++] = cell;
}

/* A cell for each folder, as one point; none where a thread would have no record. */
static void add_point(struct plan *plan, const struct plan_request *request,
	const struct bench_test *how, uint64_t file_size, uint64_t record_size, bool left_out)
{
	const struct engine *engine = how->no_file      ? NULL
				      : how->engine     ? how->engine
				      : request->engine ? request->engine
							: &engine_psync;
	struct plan_cell cell = {
		.point = plan->count ? plan->cells[plan->count - 1].point + 1 : 1,
		.test = how,
		.engine = engine,
		.file_size = file_size,
		.record_size = how->record_bytes ? how->record_bytes : record_size,
		.options = load_options_of_test(how, engine, request->options),
		.load = load_of_test(how, engine, &request->load),
	};

	if (!how->no_file && plan_cell_file_records(&cell) == 0)
		return;
	for (; cell.folder < request->folder_count; cell.folder++)
		add_cell(plan, request, cell, left_out);
}

static bool is_wanted(const struct plan_request *request, enum test test)
{
	for (size_t i = 0; i < request->test_count; i++)
		if (request->tests[i] == test)
			return true;
	return request->test_count == 0;
}

static void plan_quick(struct plan *plan, const struct plan_request *request)
{
	for (size_t i = 0; i < FST_COUNT(quick_cells); i++)
		if (is_wanted(request, quick_cells[i].test))
			add_point(plan, request, bench_test_find(quick_cells[i].test),
				quick_cells[i].file_size, quick_cells[i].record_size, false);
}

static size_t doubling(uint64_t *sizes, uint64_t from, uint64_t to)
{
	size_t n = 0;

	for (; from <= to; from *= 2)
		sizes[n++] = from;
	return n;
}

/* Tests without a test file have no place in the matrix; some take the record sizes of it. */
static void plan_machine(struct plan *plan, const struct plan_request *request)
{
	for (size_t t = 0; t < bench_test_count; t++) {
		const struct bench_test *how = &bench_tests[t];
		size_t records = how->default_record_bytes ? request->record_size_count : 0;

		if (!how->no_file || request->test_count == 0 || !is_wanted(request, how->test))
			continue;
		for (size_t r = 0; r < records; r++)
			add_point(plan, request, how, 0, request->record_sizes[r], false);
		if (records == 0)
			add_point(plan, request, how, 0, how->default_record_bytes, false);
	}
}

/* IOzone's order: file sizes, record sizes, tests. What is impossible makes no cell. */
static void plan_sweep(struct plan *plan, const struct plan_request *request)
{
	uint64_t default_files[PLAN_SIZES_MAX], default_records[PLAN_SIZES_MAX];
	const uint64_t *files = request->file_sizes, *records = request->record_sizes;
	size_t file_count = request->file_size_count, record_count = request->record_size_count;
	bool crossover = !request->all_records && record_count == 0;

	if (file_count == 0) {
		file_count = doubling(default_files, SWEEP_FILE_MIN, SWEEP_FILE_MAX);
		files = default_files;
	}
	if (record_count == 0) {
		record_count = doubling(default_records, SWEEP_RECORD_MIN, SWEEP_RECORD_MAX);
		records = default_records;
	}
	plan_machine(plan, request);
	for (size_t f = 0; f < file_count; f++)
		for (size_t r = 0; r < record_count; r++) {
			bool left_out = crossover && files[f] > PLAN_CROSSOVER_FILE &&
					records[r] < PLAN_CROSSOVER_RECORD;

			if (records[r] > files[f])
				continue;
			for (size_t t = 0; t < bench_test_count; t++) {
				enum test test = bench_tests[t].test;

				if (bench_tests[t].record_bytes && r > 0)
					continue; /* has one record size: its own */
				if (!bench_tests[t].no_file &&
					(request->test_count ? is_wanted(request, test)
							     : t < BENCH_SWEEP_TESTS))
					add_point(plan, request, &bench_tests[t], files[f],
						records[r], left_out);
			}
		}
}

/* An order of records has 32 bits for each (make_order() of the worker). */
static fst_status check_records(const struct plan *plan, struct fst_error *error)
{
	char file[UNITS_SIZE], record[UNITS_SIZE];

	for (size_t i = 0; i < plan->count; i++) {
		const struct plan_cell *cell = &plan->cells[i];
		enum access access = cell->test->access;

		if (cell->number && (access == ACCESS_RANDOM || access == ACCESS_STRIDE) &&
			cell->file_size / cell->record_size > UINT32_MAX)
			return fst_error_set(error, FST_USAGE,
				"%s: a file of %s has over 2^32 records of %s; choose a larger "
				"--record-size",
				test_table[cell->test->test].name,
				units_format_size(file, (double)cell->file_size, false),
				units_format_size(record, (double)cell->record_size, false));
	}
	return FST_OK;
}

static fst_status check_sizes(const struct plan_request *request, struct fst_error *error)
{
	char size[UNITS_SIZE];

	for (size_t i = 0; i < request->record_size_count; i++)
		if (request->record_sizes[i] == 0 || request->record_sizes[i] > UINT64_C(1) << 30)
			return fst_error_set(error, FST_USAGE,
				"--record-size: %s is not between 1 and 1G",
				units_format_size(size, (double)request->record_sizes[i], false));
	for (size_t i = 0; i < request->file_size_count; i++)
		if (request->file_sizes[i] == 0)
			return fst_error_set(
				error, FST_USAGE, "--file-size: 0 is no size to measure");
	return FST_OK;
}

/*
 * A test that reads or rewrites finds what the cells before it left of the file, and what is
 * missing is written first. The copies of small files (bench/testfile.h) are not counted.
 */
static void add_fills(struct plan *plan, size_t folder_count)
{
	uint64_t *sizes = xcalloc(folder_count, sizeof(*sizes));
	double after = 0;

	for (size_t i = 0; i < plan->count; i++) {
		struct plan_cell *cell = &plan->cells[i];
		uint64_t *size = &sizes[cell->folder];

		if (!cell->number)
			continue;
		if (!cell->test->new_file && cell->file_size > *size)
			cell->fill_bytes = (double)(cell->file_size - *size);
		*size = cell->file_size;
		plan->bytes += cell->fill_bytes;
	}
	for (size_t i = plan->count; i-- > 0;) {
		plan->cells[i].bytes_after = after;
		after += plan->cells[i].bytes + plan->cells[i].fill_bytes;
	}
	free(sizes);
}

fst_status plan_make(struct plan *plan, const struct plan_request *request, struct fst_error *error)
{
	fst_status status = check_sizes(request, error);

	*plan = (struct plan){0};
	if (status != FST_OK)
		return status;
	if (request->suite == SUITE_QUICK)
		plan_quick(plan, request);
	else
		plan_sweep(plan, request);
	if (plan->runs) {
		add_fills(plan, request->folder_count);
		status = check_records(plan, error);
		for (size_t i = 0; i < plan->count && status == FST_OK; i++)
			status = load_check(
				plan->cells[i].test, plan->cells[i].engine, &request->load, error);
		if (status != FST_OK)
			plan_free(plan);
		return status;
	}
	plan_free(plan);
	if (request->suite == SUITE_QUICK)
		return fst_error_set(error, FST_USAGE,
			"--tests: none of them is in the quick suite (fsync, read, write, "
			"random_read, "
			"random_write); use --suite sweep");
	return fst_error_set(error, FST_USAGE,
		"nothing to measure: every --record-size is larger than every --file-size");
}

void plan_free(struct plan *plan)
{
	free(plan->cells);
	*plan = (struct plan){0};
}

uint64_t plan_cell_records(const struct plan_cell *cell)
{
	if (cell->test->pass_records)
		return cell->test->pass_records;
	return cell->record_size ? cell->file_size / cell->record_size : 1;
}

uint64_t plan_cell_file_bytes(const struct plan_cell *cell)
{
	uint64_t record = cell->record_size ? cell->record_size : 1;

	if (cell->test->shares_file)
		return cell->file_size;
	return cell->file_size / cell->load.threads / record * record;
}

uint64_t plan_cell_file_records(const struct plan_cell *cell)
{
	return cell->record_size ? plan_cell_file_bytes(cell) / cell->record_size : 0;
}

bool plan_takes_device(const struct plan *plan, size_t folder)
{
	for (size_t i = 0; i < plan->count; i++)
		if (plan->cells[i].folder == folder && !plan->cells[i].test->of_device)
			return false;
	return true;
}

unsigned plan_threads(const struct plan *plan)
{
	unsigned most = 1;

	for (size_t i = 0; i < plan->count; i++)
		if (plan->cells[i].load.threads > most)
			most = plan->cells[i].load.threads;
	return most;
}

void plan_options_text(const struct plan_cell *cell, struct strbuf *out)
{
	load_add_words(cell->options, &cell->load, out);
}

static void print_cell(
	const struct plan_cell *cell, const struct plan_request *request, struct strbuf *out)
{
	char file[UNITS_SIZE], record[UNITS_SIZE], bytes[UNITS_SIZE], time[UNITS_SIZE];
	char number[32] = "-";

	units_format_size(file, (double)cell->file_size, false);
	units_format_size(record, (double)cell->record_size, false);
	if (cell->number)
		snprintf(number, sizeof(number), "%llu", (unsigned long long)cell->number);
	strbuf_printf(out, "%5s  %-14s %8s %8s  ", number, test_table[cell->test->test].name, file,
		record);
	if (cell->number)
		strbuf_printf(out, "%8s %8s",
			units_format_size(bytes, cell->bytes + cell->fill_bytes, true),
			units_format_time(time, cell->estimate_s));
	else
		strbuf_printf(out, "%17s", "crossover");
	strbuf_printf(out, "  %s\n", request->folders[cell->folder].environment);
}

void plan_print(const struct plan *plan, const struct plan_request *request, struct strbuf *out)
{
	char size[UNITS_SIZE], time[UNITS_SIZE];

	strbuf_printf(out, "%5s  %-14s %8s %8s  %8s %8s  %s\n", "cell", "test", "file", "record",
		"writes", "time", "environment");
	for (size_t i = 0; i < plan->count; i++)
		print_cell(&plan->cells[i], request, out);
	strbuf_printf(out, "\ncells    %llu", (unsigned long long)plan->runs);
	if (plan->left_out)
		strbuf_printf(out,
			", and %llu left out by the crossover rule (--all-records measures them)",
			(unsigned long long)plan->left_out);
	strbuf_printf(
		out, "\nwrites   about %s in all\n", units_format_size(size, plan->bytes, true));
	strbuf_printf(out, "space    %s in each folder\n",
		units_format_size(size, (double)plan->largest_file, true));
	strbuf_printf(out, "time     about %s where a cache serves everything, longer elsewhere\n",
		units_format_time(time, plan->estimate_s));
	strbuf_printf(out, "folders ");
	for (size_t i = 0; i < request->folder_count; i++)
		strbuf_printf(
			out, " %s (%s)", request->folders[i].path, request->folders[i].environment);
	strbuf_add_char(out, '\n');
}
