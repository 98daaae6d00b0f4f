#include "report/iozone_cells.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "report/formats.h"

#define KIB 1024

/* iozone_test of a test of the vocabulary, IOZONE_TESTS for others. */
static enum iozone_test iozone_test_of(const struct cube_test *test)
{
	static const enum test tests[IOZONE_TESTS] = {
#define IOZONE_TEST_OF(test, title, heading, width) TEST_##test,
		IOZONE_TEST_TABLE(IOZONE_TEST_OF)
#undef IOZONE_TEST_OF
	};

	for (int i = 0; i < IOZONE_TESTS; i++)
		if (tests[i] == test->test && test->figure == COL_BYTES_PER_S)
			return (enum iozone_test)i;
	return IOZONE_TESTS;
}

/* Whether the row to show at @point has a throughput that is to be trusted. */
static bool read_value(const struct cube *cube, struct cube_point point, uint64_t *kib_per_s)
{
	const struct dataset *dataset = cube_dataset(cube);
	double bytes_per_s;
	uint32_t row;

	if (!cube_pick(cube, point, &row) ||
		!text_is(dataset_text(dataset, row, COL_STATUS), row_status_names[STATUS_OK]) ||
		!dataset_number(dataset, row, COL_BYTES_PER_S, &bytes_per_s) || bytes_per_s < KIB ||
		bytes_per_s > 1e15)
		return false;
	*kib_per_s = (uint64_t)llround(bytes_per_s / KIB);
	return true;
}

/* Where a row of the cube belongs; false when iozone's report has no place for it. */
static bool place_of(const struct cube *cube, uint32_t row, struct cube_point *point,
	enum iozone_test *test, struct iozone_line *line)
{
	uint64_t file, record;

	cube_row(cube, row, point);
	*test = iozone_test_of(cube_test(cube, point->at[CUBE_TEST]));
	file = cube_size(cube, CUBE_FILE_SIZE, point->at[CUBE_FILE_SIZE]);
	record = cube_size(cube, CUBE_RECORD_SIZE, point->at[CUBE_RECORD_SIZE]);
	*line = (struct iozone_line){.file_kib = file / KIB, .record_kib = record / KIB};
	return *test != IOZONE_TESTS && file > 0 && record > 0 && file % KIB == 0 &&
	       record % KIB == 0 && read_value(cube, *point, &line->kib_per_s[*test]);
}

static int compare_lines(const void *a, const void *b)
{
	const struct iozone_line *left = a, *right = b;

	if (left->file_kib != right->file_kib)
		return left->file_kib < right->file_kib ? -1 : 1;
	return (left->record_kib > right->record_kib) - (left->record_kib < right->record_kib);
}

/* Lines of one place become one. */
static void merge_lines(struct iozone_cells *cells)
{
	size_t kept = 0;

	qsort(cells->lines, cells->count, sizeof(*cells->lines), compare_lines);
	for (size_t i = 0; i < cells->count; i++) {
		if (kept == 0 || compare_lines(&cells->lines[kept - 1], &cells->lines[i]) != 0) {
			cells->lines[kept++] = cells->lines[i];
			continue;
		}
		for (int t = 0; t < IOZONE_TESTS; t++)
			if (cells->lines[i].kib_per_s[t])
				cells->lines[kept - 1].kib_per_s[t] = cells->lines[i].kib_per_s[t];
	}
	cells->count = kept;
}

void iozone_cells_begin(
	struct iozone_cells *cells, const struct report *report, uint32_t environment)
{
	size_t capacity = 0;

	*cells = (struct iozone_cells){0};
	for (uint32_t i = 0; i < cube_row_count(report->cube); i++) {
		struct cube_point point;
		enum iozone_test test;
		struct iozone_line line;

		if (!place_of(report->cube, i, &point, &test, &line) ||
			point.at[CUBE_ENVIRONMENT] != environment)
			continue;
		if (cells->count == capacity) {
			capacity = capacity * 2 + 64;
			cells->lines = xreallocarray(cells->lines, capacity, sizeof(*cells->lines));
		}
		cells->lines[cells->count++] = line;
		cells->has_test[test] = true;
	}
	merge_lines(cells);
}

void iozone_cells_end(struct iozone_cells *cells)
{
	free(cells->lines);
}

/* For each environment: has it anything for iozone's report? The caller frees it. */
static bool *find_environments(const struct report *report)
{
	bool *found = xcalloc(cube_count(report->cube, CUBE_ENVIRONMENT) + 1, sizeof(*found));

	for (uint32_t i = 0; i < cube_row_count(report->cube); i++) {
		struct cube_point point;
		enum iozone_test test;
		struct iozone_line line;

		if (place_of(report->cube, i, &point, &test, &line))
			found[point.at[CUBE_ENVIRONMENT]] = true;
	}
	return found;
}

uint32_t iozone_environment(const struct report *report, size_t part)
{
	bool *found = find_environments(report);
	uint32_t e = 0;

	while (!found[e] || part-- > 0)
		e++;
	free(found);
	return e;
}

size_t report_count_iozone(const struct report *report)
{
	bool *found = find_environments(report);
	size_t count = 0;

	for (uint32_t e = 0; e < cube_count(report->cube, CUBE_ENVIRONMENT); e++)
		count += found[e];
	free(found);
	return count;
}

void report_name_iozone(const struct report *report, size_t part, struct strbuf *out)
{
	uint32_t environment = iozone_environment(report, part);

	strbuf_add_string(out, cube_environment(report->cube, environment)->label);
}
