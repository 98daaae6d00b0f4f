#include "cmd/overview.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/keyset.h"
#include "base/units.h"
#include "model/jsonl.h"
#include "report/text_table.h"
#include "store/csv.h"

/* More names of tests in a line say less than their number. */
#define TESTS_NAMED 3

static struct overview_run new_run(const struct dataset *dataset, uint32_t row)
{
	return (struct overview_run){
		.environment = dataset_text(dataset, row, COL_ENVIRONMENT),
		.section = dataset_text(dataset, row, COL_SECTION),
		.run = dataset_text(dataset, row, COL_RUN),
		.tool = dataset_text(dataset, row, COL_TOOL),
		.tool_version = dataset_text(dataset, row, COL_TOOL_VERSION),
		.started = dataset_text(dataset, row, COL_STARTED),
		.source = dataset_text(dataset, row, COL_SOURCE),
		.filesystem = dataset_text(dataset, row, COL_FILESYSTEM),
		.first_row = row,
	};
}

static uint64_t pair(uint32_t high, uint32_t low)
{
	return (uint64_t)high << 32 | low;
}

struct overview overview_make(const struct dataset *dataset)
{
	struct overview overview = {.texts = pool_new()};
	struct keyset runs = {0}, tests = {0}, environments = {0};
	struct strbuf *names = NULL;

	for (uint32_t row = 0; row < dataset_count(dataset); row++) {
		uint32_t environment = dataset_text_id(dataset, row, COL_ENVIRONMENT);
		uint32_t test = dataset_text_id(dataset, row, COL_TEST);
		uint32_t known = runs.count, known_tests = tests.count;
		uint32_t run = keyset_add(
			&runs, pair(dataset_text_id(dataset, row, COL_RUN), environment));

		keyset_add(&environments, environment);
		if (run == known) {
			overview.runs = xreallocarray(
				overview.runs, run + 1, sizeof(*overview.runs));
			overview.runs[run] = new_run(dataset, row);
			names = xreallocarray(names, run + 1, sizeof(*names));
			names[run] = STRBUF_INIT;
		}
		overview.runs[run].row_count++;
		if (test && keyset_add(&tests, pair(run, test)) == known_tests) {
			overview.runs[run].test_count++;
			if (names[run].len)
				strbuf_add_char(&names[run], ' ');
			strbuf_add_text(&names[run], dataset_text(dataset, row, COL_TEST));
		}
	}
	overview.run_count = runs.count;
	overview.environment_count = environments.count;
	for (size_t i = 0; i < overview.run_count; i++) {
		overview.runs[i].tests = pool_text(
			overview.texts, pool_add(overview.texts, strbuf_text(&names[i])));
		strbuf_free(&names[i]);
	}
	free(names);
	keyset_free(&runs);
	keyset_free(&tests);
	keyset_free(&environments);
	return overview;
}

void overview_free(struct overview *overview)
{
	pool_free(overview->texts);
	free(overview->runs);
	*overview = (struct overview){0};
}

enum {
	RUN_ENVIRONMENT,
	RUN_TOOL,
	RUN_STARTED,
	RUN_ROWS,
	RUN_TESTS,
	RUN_FILESYSTEM,
	RUN_SECTION,
	RUN_SOURCE,
	RUN_ID,
};

static const struct text_table_column run_columns[] = {
	[RUN_ENVIRONMENT] = {"environment", .shortest = 24, .longest = 60, .priority = 9},
	[RUN_TOOL] = {"tool", .longest = 30, .priority = 8},
	[RUN_STARTED] = {"started", .longest = 25, .priority = 6},
	[RUN_ROWS] = {"rows", .right = true, .priority = 7},
	[RUN_TESTS] = {"tests", .shortest = 12, .longest = 40, .priority = 5},
	[RUN_FILESYSTEM] = {"file system", .longest = 20, .priority = 4},
	[RUN_SECTION] = {"section", .shortest = 12, .longest = 40, .priority = 2},
	[RUN_SOURCE] = {"source", .shortest = 12, .longest = 40, .priority = 3},
	[RUN_ID] = {"run", .shortest = 8, .longest = 30, .priority = 1},
};

/* `2026-11-30T20:14:05+01:00` as `2026-11-30 20:14`. */
static void add_minute(struct strbuf *out, struct text started)
{
	size_t t = text_find_char(started, 'T');

	if (t != 10 || started.len < 16) {
		strbuf_add_text(out, started);
		return;
	}
	strbuf_add(out, started.ptr, 10);
	strbuf_add_char(out, ' ');
	strbuf_add(out, started.ptr + 11, 5);
}

static void run_cell(const void *context, size_t row, size_t column, struct strbuf *out)
{
	const struct overview_run *run = &((const struct overview *)context)->runs[row];
	char number[UNITS_SIZE];

	switch (column) {
	case RUN_ENVIRONMENT:
		strbuf_add_text(out, run->environment);
		break;
	case RUN_TOOL:
		strbuf_add_text(out, run->tool);
		if (run->tool_version.len)
			strbuf_printf(out, " %.*s", TEXT_ARGS(run->tool_version));
		break;
	case RUN_STARTED:
		add_minute(out, run->started);
		break;
	case RUN_ROWS:
		strbuf_add_string(out, units_format_count(number, run->row_count));
		break;
	case RUN_TESTS:
		if (run->test_count > TESTS_NAMED)
			strbuf_printf(out, "%u tests", run->test_count);
		else
			strbuf_add_text(out, run->tests);
		break;
	case RUN_FILESYSTEM:
		strbuf_add_text(out, run->filesystem);
		break;
	case RUN_SECTION:
		strbuf_add_text(out, run->section);
		break;
	case RUN_SOURCE:
		strbuf_add_text(out, run->source);
		break;
	case RUN_ID:
		strbuf_add_text(out, run->run);
		break;
	}
}

/* What a run has for programs; its number of rows comes behind. */
static const struct {
	const char *key;
	size_t offset; /* of the text in struct overview_run */
} run_keys[] = {
	{"environment", offsetof(struct overview_run, environment)},
	{"run", offsetof(struct overview_run, run)},
	{"tool", offsetof(struct overview_run, tool)},
	{"tool_version", offsetof(struct overview_run, tool_version)},
	{"started", offsetof(struct overview_run, started)},
	{"section", offsetof(struct overview_run, section)},
	{"filesystem", offsetof(struct overview_run, filesystem)},
	{"source", offsetof(struct overview_run, source)},
	{"tests", offsetof(struct overview_run, tests)},
};

static struct text run_text(const struct overview_run *run, size_t key)
{
	return *(const struct text *)((const char *)run + run_keys[key].offset);
}

static void add_json_run(struct strbuf *line, const struct overview_run *run)
{
	struct jsonl object = jsonl_begin(line);

	for (size_t key = 0; key < FST_COUNT(run_keys); key++)
		if (run_text(run, key).len)
			jsonl_add_text(&object, run_keys[key].key, run_text(run, key));
	jsonl_add_number(&object, "rows", run->row_count);
	jsonl_end(&object);
}

/* The header for @run NULL. */
static void add_csv_run(struct strbuf *line, const struct overview_run *run)
{
	for (size_t key = 0; key < FST_COUNT(run_keys); key++) {
		csv_add_field(line, run ? run_text(run, key) : text_of(run_keys[key].key));
		strbuf_add_char(line, ',');
	}
	if (run)
		strbuf_printf(line, "%u\n", run->row_count);
	else
		strbuf_add_string(line, "rows\n");
}

static void print_lines(const struct overview *overview, enum row_format format)
{
	struct strbuf lines = STRBUF_INIT;

	if (format == ROW_FORMAT_CSV && overview->run_count)
		add_csv_run(&lines, NULL);
	for (size_t i = 0; i < overview->run_count; i++) {
		if (format == ROW_FORMAT_CSV)
			add_csv_run(&lines, &overview->runs[i]);
		else
			add_json_run(&lines, &overview->runs[i]);
	}
	text_table_to_file(stdout, strbuf_text(&lines));
	strbuf_free(&lines);
}

void overview_print(const struct overview *overview, enum row_format format)
{
	const struct text_table table = {
		.columns = run_columns,
		.column_count = FST_COUNT(run_columns),
		.row_count = overview->run_count,
		.cell = run_cell,
		.context = overview,
		.ascii = command_wants_ascii(),
	};

	if (format != ROW_FORMAT_TABLE)
		print_lines(overview, format);
	else if (overview->run_count)
		text_table_print(&table, command_columns(SIZE_MAX), text_table_to_file, stdout);
}
