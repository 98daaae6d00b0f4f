#include "cmd/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/units.h"
#include "model/cube_sections.h"
#include "model/jsonl.h"
#include "model/vocabulary.h"
#include "report/text_table.h"
#include "store/csv.h"

/* Printed figures of one column share a unit, so that they can be compared by their digits. */
struct scale {
	double factor;
	const char *unit;
};

static const struct scale rate_scales[] = {{0x1p-20, "MiB/s"}, {0x1p-10, "KiB/s"}, {1, "B/s"}};
static const struct scale time_scales[] = {{1, "s"}, {1e3, "ms"}, {1e6, "us"}, {1e9, "ns"}};

enum cell_kind {
	CELL_TEXT,
	CELL_SIZE,
	CELL_COUNT,
	CELL_FIGURE, /* a number in the unit of its column */
	CELL_RATIO, /* printed in percent */
};

/* The columns of the table, in their order, with what fits first having the highest priority. */
static const struct row_column {
	enum column column;
	const char *heading;
	enum cell_kind kind;
	size_t shortest, longest;
	int priority;
} row_columns[] = {
	{COL_ENVIRONMENT, "environment", CELL_TEXT, 24, 60, 99},
	{COL_SECTION, "section", CELL_TEXT, 12, 40, 45},
	{COL_TOOL, "tool", CELL_TEXT, 0, 0, 50},
	{COL_TEST, "test", CELL_TEXT, 0, 40, 98},
	{COL_DIRECTION, "direction", CELL_TEXT, 0, 0, 40},
	{COL_FILE_SIZE, "file", CELL_SIZE, 0, 0, 92},
	{COL_RECORD_SIZE, "record", CELL_SIZE, 0, 0, 93},
	{COL_FILES, "files", CELL_COUNT, 0, 0, 61},
	{COL_THREADS, "threads", CELL_COUNT, 0, 0, 62},
	{COL_QUEUE_DEPTH, "depth", CELL_COUNT, 0, 0, 63},
	{COL_ENGINE, "engine", CELL_TEXT, 0, 20, 30},
	{COL_OPTIONS, "options", CELL_TEXT, 10, 40, 70},
	{COL_BYTES_PER_S, NULL, CELL_FIGURE, 0, 0, 97},
	{COL_OPS_PER_S, "1/s", CELL_FIGURE, 0, 0, 96},
	{COL_ELAPSED_S, "time", CELL_FIGURE, 0, 0, 66},
	{COL_SPREAD, "+- %", CELL_RATIO, 0, 0, 74},
	{COL_CPU_PERCENT, "cpu %", CELL_FIGURE, 0, 0, 49},
	{COL_LAT_MEAN_S, "mean", CELL_FIGURE, 0, 0, 65},
	{COL_LAT_P50_S, "p50", CELL_FIGURE, 0, 0, 68},
	{COL_LAT_P95_S, "p95", CELL_FIGURE, 0, 0, 64},
	{COL_LAT_P99_S, "p99", CELL_FIGURE, 0, 0, 82},
	{COL_LAT_MAX_S, "max", CELL_FIGURE, 0, 0, 75},
	{COL_STATUS, "status", CELL_TEXT, 0, 20, 95},
	{COL_NOTE, "note", CELL_TEXT, 16, 80, 90},
	{COL_REPORTED, "reported", CELL_TEXT, 8, 30, 20},
	{COL_SOURCE, "source", CELL_TEXT, 10, 40, 55},
	{COL_RUN, "run", CELL_TEXT, 8, 30, 10},
};

/* Some columns matter more in some rows: see raise_priorities(). */
#define SECTION_THAT_TELLS      94
#define TIME_THAT_IS_THE_FIGURE 97

struct rows {
	const struct dataset *dataset;
	uint32_t first;
	struct scale scales[FST_COUNT(row_columns)];
	char headings[FST_COUNT(row_columns)][32];
};

/* The unit in which the (geometric) middle of a column has a digit before the point. */
static struct scale choose_scale(
	const struct rows *rows, enum column column, const struct scale *scales, size_t count)
{
	double sum = 0, n = 0, middle, value;
	size_t i = 0;

	for (uint32_t row = rows->first; row < dataset_count(rows->dataset); row++)
		if (dataset_number(rows->dataset, row, column, &value) && value > 0) {
			sum += log(value);
			n++;
		}
	middle = n > 0 ? exp(sum / n) : 1;
	while (i + 1 < count && middle * scales[i].factor < 1)
		i++;
	return scales[i];
}

static void choose_scales(struct rows *rows)
{
	for (size_t i = 0; i < FST_COUNT(row_columns); i++) {
		const struct row_column *column = &row_columns[i];
		enum column_unit unit = column_table[column->column].unit;
		struct scale scale = {1, ""};

		if (unit == UNIT_BYTES_PER_S)
			scale = choose_scale(
				rows, column->column, rate_scales, FST_COUNT(rate_scales));
		else if (unit == UNIT_S)
			scale = choose_scale(
				rows, column->column, time_scales, FST_COUNT(time_scales));
		rows->scales[i] = scale;
		snprintf(rows->headings[i], sizeof(rows->headings[i]), "%s%s%s",
			column->heading ? column->heading : "",
			column->heading && scale.unit[0] ? " " : "", scale.unit);
	}
}

static bool sections_tell(const struct rows *rows)
{
	uint32_t count = dataset_count(rows->dataset) - rows->first;
	uint32_t *numbers = xreallocarray(NULL, count, sizeof(*numbers));
	struct cube_sections *sections;
	bool tell = false;

	for (uint32_t i = 0; i < count; i++)
		numbers[i] = rows->first + i;
	sections = cube_sections_new(rows->dataset, numbers, count);
	for (uint32_t i = 0; i < count && !tell; i++)
		tell = cube_sections_tell(sections, numbers[i]);
	cube_sections_free(sections);
	free(numbers);
	return tell;
}

/* Rows that have no rate are about their time. */
static bool time_is_the_figure(const struct rows *rows)
{
	for (uint32_t row = rows->first; row < dataset_count(rows->dataset); row++)
		if (dataset_has(rows->dataset, row, COL_ELAPSED_S) &&
			!dataset_has(rows->dataset, row, COL_BYTES_PER_S) &&
			!dataset_has(rows->dataset, row, COL_OPS_PER_S))
			return true;
	return false;
}

/* Where it tells rows of one name apart a section matters as much as the name. */
static void raise_priorities(const struct rows *rows, struct text_table_column *columns)
{
	bool sections = sections_tell(rows), time = time_is_the_figure(rows);

	for (size_t i = 0; i < FST_COUNT(row_columns); i++)
		if (sections && row_columns[i].column == COL_SECTION)
			columns[i].priority = SECTION_THAT_TELLS;
		else if (time && row_columns[i].column == COL_ELAPSED_S)
			columns[i].priority = TIME_THAT_IS_THE_FIGURE;
}

static void row_cell(const void *context, size_t index, size_t i, struct strbuf *out)
{
	const struct rows *rows = context;
	const struct row_column *column = &row_columns[i];
	uint32_t row = rows->first + (uint32_t)index;
	char digits[UNITS_SIZE];
	double value;

	if (column->kind == CELL_TEXT) {
		struct text text = dataset_text(rows->dataset, row, column->column);

		/* That all is well need not be said in every line. */
		if (column->column != COL_STATUS || !text_is(text, row_status_names[STATUS_OK]))
			strbuf_add_text(out, text);
		return;
	}
	if (!dataset_number(rows->dataset, row, column->column, &value))
		return;
	if (column->kind == CELL_SIZE)
		strbuf_add_string(out, units_format_size(digits, value, true));
	else if (column->kind == CELL_COUNT)
		strbuf_add_string(out, units_format_count(digits, value));
	else if (column->kind == CELL_RATIO)
		strbuf_printf(out, "%.*f", value < 0.0995 ? 1 : 0, value * 100);
	else
		strbuf_add_string(out, units_format_number(digits, value * rows->scales[i].factor));
}

static void print_table(const struct dataset *dataset, uint32_t first)
{
	struct text_table_column columns[FST_COUNT(row_columns)];
	struct rows rows = {.dataset = dataset, .first = first};
	struct text_table table = {
		.columns = columns,
		.column_count = FST_COUNT(row_columns),
		.row_count = dataset_count(dataset) - first,
		.cell = row_cell,
		.context = &rows,
		.ascii = command_wants_ascii(),
	};

	choose_scales(&rows);
	for (size_t i = 0; i < FST_COUNT(row_columns); i++)
		columns[i] = (struct text_table_column){
			.heading = rows.headings[i],
			.right = row_columns[i].kind != CELL_TEXT,
			.shortest = row_columns[i].shortest,
			.longest = row_columns[i].longest,
			.priority = row_columns[i].priority,
		};
	raise_priorities(&rows, columns);
	text_table_print(&table, command_columns(SIZE_MAX), text_table_to_file, stdout);
}

static void print_jsonl(const struct dataset *dataset, uint32_t first)
{
	struct strbuf line = STRBUF_INIT;
	struct measurement m;

	for (uint32_t row = first; row < dataset_count(dataset); row++) {
		struct jsonl object;

		strbuf_clear(&line);
		dataset_get(dataset, row, &m);
		object = jsonl_begin(&line);
		jsonl_add_measurement(&object, &m);
		jsonl_end(&object);
		fwrite(line.ptr, 1, line.len, stdout);
	}
	strbuf_free(&line);
}

static void print_csv(const struct dataset *dataset, uint32_t first)
{
	struct csv_writer csv = CSV_WRITER_INIT;
	struct strbuf lines = STRBUF_INIT;
	struct measurement m;

	csv_writer_learn_all(&csv, dataset, first);
	csv_writer_add_header(&csv, &lines);
	for (uint32_t row = first; row < dataset_count(dataset); row++) {
		dataset_get(dataset, row, &m);
		csv_writer_add_row(&csv, &lines, &m);
		fwrite(lines.ptr, 1, lines.len, stdout);
		strbuf_clear(&lines);
	}
	fwrite(strbuf_string(&lines), 1, lines.len, stdout);
	strbuf_free(&lines);
	csv_writer_free(&csv);
}

void rows_print(const struct dataset *dataset, uint32_t first, enum row_format format)
{
	if (dataset_count(dataset) == first)
		return;
	if (format == ROW_FORMAT_JSONL)
		print_jsonl(dataset, first);
	else if (format == ROW_FORMAT_CSV)
		print_csv(dataset, first);
	else
		print_table(dataset, first);
}
