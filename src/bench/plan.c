#include "bench/plan.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "base/units.h"
#include "bench/load.h"
#include "bench/suite.h"
#include "bench/testfile.h"

/* What a page cache gives, for estimates; the run itself learns better. */
#define ASSUMED_BPS     2e9
#define ASSUMED_SYNC_S  0.002
#define ASSUMED_EVENT_S 0.001
#define ASSUMED_FILE_S  0.00002
#define CELL_OVERHEAD_S 0.01

static double pass_seconds(const struct plan_cell *cell)
{
	double records = (double)plan_cell_records(cell);
	double pass_s = records * (double)cell->record_size / ASSUMED_BPS;
	bool synced = cell->test->kind == OPERATION_SYNC || cell->test->test == TEST_UPGRADE ||
		      (cell->options & (PLAN_O_SYNC | PLAN_O_DSYNC));

	if (cell->files)
		pass_s += records * ASSUMED_FILE_S;
	if (synced && !(cell->options & (PLAN_NO_SYNC | PLAN_CLEAN)))
		pass_s += records * ASSUMED_SYNC_S;
	if (cell->load.max_prime)
		pass_s += records * ASSUMED_EVENT_S;
	if (cell->load.rate_bps > 0)
		pass_s = fmax(pass_s, (double)cell->file_size / cell->load.rate_bps);
	return pass_s;
}

static double count_passes(const struct plan_cell *cell, double pass_s, bool once)
{
	if (once)
		return 1;
	if (cell->most_passes)
		return cell->most_passes;
	if (pass_s >= PLAN_SHORT_PASS_S)
		return PLAN_LONG_PASSES;
	return fmax(PLAN_SHORT_TIME_S / pass_s, PLAN_SHORT_PASSES);
}

static void estimate(struct plan_cell *cell, bool once)
{
	double pass_s = pass_seconds(cell);
	double passes = count_passes(cell, pass_s, once);

	cell->pass_bytes = plan_cell_written(cell, plan_cell_records(cell));
	cell->bytes = passes * cell->pass_bytes;
	if (cell->test->kind == OPERATION_STAT) { /* the files are made once */
		cell->bytes = cell->pass_bytes;
		cell->pass_bytes = 0;
	}
	cell->estimate_s += passes * pass_s + CELL_OVERHEAD_S;
}

/* Space in its folder while @cell is measured. */
static double cell_space(const struct plan_cell *cell)
{
	if (cell->test->no_file)
		return (double)cell->files * cell->test->file_bytes;
	return (double)cell->file_size;
}

static double cell_memory(const struct plan_cell *cell)
{
	enum access access = cell->test->access;
	bool ordered = access == ACCESS_RANDOM || access == ACCESS_STRIDE;

	return 2 * cell->load.threads * fmax((double)cell->record_size, DATA_POOL_BYTES) +
	       (ordered ? (double)plan_cell_file_records(cell) * sizeof(uint32_t) : 0);
}

static void add_up(struct plan *plan, const struct plan_cell *cell)
{
	plan->bytes += cell->bytes;
	plan->estimate_s += cell->estimate_s;
	plan->spared += cell->most_passes != 0;
	plan->space = fmax(plan->space, cell_space(cell));
	plan->space_most = fmax(plan->space, plan->space_most);
	if (!cell->test->no_file)
		plan->space_most = fmax(plan->space_most, (double)testfile_space(cell->file_size));
	plan->memory = fmax(plan->memory, cell_memory(cell));
	if (cell->file_size > plan->largest_file)
		plan->largest_file = cell->file_size;
	if (cell->record_size > plan->largest_record)
		plan->largest_record = cell->record_size;
}

static void add_cell(
	struct plan *plan, const struct plan_request *request, struct plan_cell cell, bool left_out)
{
	if (left_out) {
		plan->left_out++;
	} else {
		cell.number = ++plan->runs;
		estimate(&cell, request->once);
		add_up(plan, &cell);
	}
	if ((plan->count & (plan->count + 1)) == 0) /* full: sizes are 2^n - 1 */
		plan->cells = xreallocarray(plan->cells, 2 * plan->count + 1, sizeof(*plan->cells));
	plan->cells[plan->count++] = cell;
}

static bool is_wanted(const struct plan_request *request, enum test test)
{
	for (size_t i = 0; i < request->test_count; i++)
		if (request->tests[i] == test)
			return true;
	return request->test_count == 0;
}

/* A cell for each folder, as one point; none where a thread would have no record. */
void plan_add_point(struct plan *plan, const struct plan_request *request,
	const struct plan_cell *cell, bool left_out)
{
	const struct bench_test *test = cell->test;
	struct plan_cell point = *cell;

	if (!is_wanted(request, test->test))
		return;
	point.point = plan->count ? plan->cells[plan->count - 1].point + 1 : 1;
	point.engine = test->no_file     ? NULL
		       : test->engine    ? test->engine
		       : request->engine ? request->engine
					 : &engine_psync;
	if (test->record_bytes)
		point.record_size = test->record_bytes;
	point.options |= load_options_of_test(test, point.engine, request->options);
	point.load = load_of_test(test, point.engine, &request->load);
	point.least_passes = PLAN_LONG_PASSES;
	if (request->sparing && !request->once && test->writes &&
		cell->file_size > PLAN_SPARED_FILE) {
		point.least_passes = PLAN_SPARED_LEAST;
		point.most_passes = PLAN_SPARED_MOST;
	}
	if (!test->no_file && plan_cell_file_records(&point) == 0)
		return;
	for (point.folder = 0; point.folder < request->folder_count; point.folder++)
		add_cell(plan, request, point, left_out);
}

/* An order of records has 32 bits for each (make_order() of the worker). */
static fst_status check_records(const struct plan *plan, struct fst_error *error)
{
	char file[UNITS_SIZE], record[UNITS_SIZE];

	for (size_t i = 0; i < plan->count; i++) {
		const struct plan_cell *cell = &plan->cells[i];
		enum access access = cell->test->access;

		if (cell->number && (access == ACCESS_RANDOM || access == ACCESS_STRIDE) &&
			plan_cell_file_records(cell) > UINT32_MAX)
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

		if (!cell->number || cell->test->no_file)
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
	suite_add_cells(plan, request);
	if (plan->runs) {
		add_fills(plan, request->folder_count);
		status = check_records(plan, error);
	} else {
		status = suite_explain_empty(request, error);
	}
	for (size_t i = 0; i < plan->count && status == FST_OK; i++)
		status = load_check(
			plan->cells[i].test, plan->cells[i].engine, &request->load, error);
	if (status != FST_OK)
		plan_free(plan);
	return status;
}

void plan_free(struct plan *plan)
{
	free(plan->cells);
	*plan = (struct plan){0};
}

uint64_t plan_cell_records(const struct plan_cell *cell)
{
	if (cell->files)
		return cell->files;
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
	if (cell->files)
		return cell->files;
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

double plan_cell_written(const struct plan_cell *cell, uint64_t operations)
{
	const unsigned at_once = PLAN_DIRECT | PLAN_O_SYNC | PLAN_O_DSYNC;

	if (cell->test->no_file)
		return cell->files ? (double)operations * cell->test->file_bytes : 0;
	if (!cell->test->writes || (cell->options & PLAN_CLEAN))
		return 0;
	/* The same record over and over reaches the device once. */
	if (cell->test->access == ACCESS_SAME && operations && !(cell->options & at_once))
		operations = 1;
	return (double)operations * (double)cell->record_size;
}

void plan_options_text(const struct plan_cell *cell, struct strbuf *out)
{
	load_add_words(cell->options, &cell->load, out);
}
