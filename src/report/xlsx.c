/*
 * A report as a workbook for spreadsheets, with native charts: a sheet for each
 * test with a table and a chart for each file size, and one with all rows.
 */
#include "report/formats.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xlsxwriter.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "base/utf8.h"
#include "report/comparison.h"
#include "report/environments.h"
#include "report/markup.h"

/* Limits of the format: https://support.microsoft.com (Excel specifications and limits). */
#define SHEET_ROWS        1048576
#define SHEET_COLUMNS     16384
#define SHEET_NAME_LENGTH 31
#define CELL_LENGTH       32767
#define CHART_SERIES      255

/* Rows that a chart takes, so that the next table begins below it. */
#define CHART_ROWS 21

struct book {
	const struct report *report;
	lxw_workbook *workbook;
	lxw_format *bold, *title, *number, *doubtful;
};

/* @text as a string without what XML 1.0 cannot hold; the caller frees it. */
static char *make_cell_text(struct text text)
{
	size_t size = text.len < CELL_LENGTH ? text.len * 4 + 1 : CELL_LENGTH;
	char *out = xmalloc(size);

	utf8_escape(out, size, text.ptr, text.len);
	return out;
}

static void write_text(
	lxw_worksheet *sheet, size_t row, size_t column, struct text text, lxw_format *format)
{
	char *string = make_cell_text(text);

	worksheet_write_string(sheet, (lxw_row_t)row, (lxw_col_t)column, string, format);
	free(string);
}

static bool has_sheet(const struct book *book, const char *name)
{
	return workbook_get_worksheet_by_name(book->workbook, name) != NULL;
}

/* A new sheet with a name like @wanted that the format allows and no other sheet has. */
static lxw_worksheet *add_sheet(struct book *book, const char *wanted)
{
	char name[4 * SHEET_NAME_LENGTH + 16], unique[sizeof(name) + 16];

	utf8_fit(name, sizeof(name), text_of(wanted), SHEET_NAME_LENGTH - 5, true);
	for (char *c = name; *c; c++)
		if (strchr("[]:*?/\\'", *c))
			*c = '_';
	snprintf(unique, sizeof(unique), "%s", name[0] ? name : "test");
	for (unsigned i = 2; has_sheet(book, unique); i++)
		snprintf(unique, sizeof(unique), "%s %u", name, i);
	return workbook_add_worksheet(book->workbook, unique);
}

static void write_environments(struct book *book)
{
	const struct cube *cube = book->report->cube;
	lxw_worksheet *sheet = add_sheet(book, "Environments");
	struct environment_facts *facts = environment_facts_new(cube);
	struct strbuf text = STRBUF_INIT;

	write_text(sheet, 0, 0, TEXT("environment"), book->bold);
	write_text(sheet, 0, 1, TEXT("measurements"), book->bold);
	worksheet_set_column(sheet, 0, 0, 24, NULL);
	worksheet_set_column(sheet, 1, (lxw_col_t)(environment_line_count + 1), 16, NULL);
	for (size_t l = 0; l < environment_line_count; l++)
		write_text(sheet, 0, l + 2, text_of(environment_lines[l].title), book->bold);
	for (uint32_t e = 0; e < cube_count(cube, CUBE_ENVIRONMENT) && e + 1 < SHEET_ROWS; e++) {
		write_text(sheet, e + 1, 0, text_of(cube_environment(cube, e)->label), NULL);
		worksheet_write_number(sheet, e + 1, 1, environment_facts_rows(facts, e), NULL);
		for (size_t l = 0; l < environment_line_count; l++) {
			strbuf_clear(&text);
			environment_facts_add(facts, e, l, &text);
			if (text.len)
				write_text(sheet, e + 1, l + 2, strbuf_text(&text), NULL);
		}
	}
	worksheet_freeze_panes(sheet, 1, 1);
	strbuf_free(&text);
	environment_facts_free(facts);
}

/* Value, ratio and verdict of one environment, in three cells. */
static void write_compared(struct book *book, lxw_worksheet *sheet, size_t row, size_t column,
	const struct comparison_row *compared, uint32_t environment)
{
	const struct compare_cell *cell = comparison_cell(compared, environment);
	const struct work *work = cell ? cell->work : NULL;
	double speed = comparison_speed(compared, environment);
	enum verdict verdict = comparison_verdict(compared, environment);

	if (work && !isnan(work->value))
		worksheet_write_number(sheet, (lxw_row_t)row, (lxw_col_t)column,
			work->value / compared->unit.factor,
			work->status == STATUS_DOUBTFUL ? book->doubtful : book->number);
	if (!isnan(speed) && verdict != VERDICT_BASE)
		worksheet_write_number(
			sheet, (lxw_row_t)row, (lxw_col_t)(column + 1), speed, book->number);
	if (verdict != VERDICT_NONE)
		write_text(sheet, row, column + 2, text_of(verdict_words[verdict]), NULL);
}

static void write_comparison(struct book *book)
{
	struct comparison *comparison = comparison_new(book->report);
	uint32_t environments = comparison->compare->environment_count;
	lxw_worksheet *sheet = add_sheet(book, "Comparison");
	struct strbuf text = STRBUF_INIT;

	comparison_add_legend(comparison, &text);
	write_text(sheet, 0, 0, strbuf_text(&text), NULL);
	write_text(sheet, 1, 0, TEXT("test"), book->bold);
	write_text(sheet, 1, 1, TEXT("unit"), book->bold);
	worksheet_set_column(sheet, 0, 0, 44, NULL);
	for (uint32_t e = 0; e < environments && 3 * e + 4 < SHEET_COLUMNS; e++) {
		write_text(sheet, 1, 3 * e + 2,
			text_of(cube_environment(book->report->cube, e)->label), book->bold);
		write_text(sheet, 1, 3 * e + 3, TEXT("times the baseline"), book->bold);
		write_text(sheet, 1, 3 * e + 4, TEXT("verdict"), book->bold);
	}
	for (size_t i = 0; i < comparison->row_count && i + 2 < SHEET_ROWS; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		strbuf_clear(&text);
		strbuf_add_string(&text, i < comparison->group_count ? "all " : "");
		comparison_add_title(comparison, row, &text);
		write_text(sheet, i + 2, 0, strbuf_text(&text), NULL);
		if (row->line)
			write_text(sheet, i + 2, 1, text_of(row->unit.name), NULL);
		for (uint32_t e = 0; e < environments && 3 * e + 4 < SHEET_COLUMNS; e++)
			write_compared(book, sheet, i + 2, 3 * e + 2, row, e);
	}
	worksheet_freeze_panes(sheet, 2, 1);
	strbuf_free(&text);
	comparison_free(comparison);
}

/* A cell without a value stays empty, for a text is a 0 in charts; its comment says why. */
static void write_value(struct book *book, lxw_worksheet *sheet, size_t row, size_t column,
	const struct curves *curves, struct heat_cell cell)
{
	struct strbuf reason = STRBUF_INIT;

	if (!isnan(cell.value)) {
		worksheet_write_number(sheet, (lxw_row_t)row, (lxw_col_t)column,
			cell.value / curves->unit.factor,
			cell.state == HEAT_DOUBTFUL ? book->doubtful : book->number);
		return;
	}
	curves_add_cell(curves, cell, &reason);
	worksheet_write_comment(sheet, (lxw_row_t)row, (lxw_col_t)column, strbuf_string(&reason));
	strbuf_free(&reason);
}

static void add_chart(struct book *book, lxw_worksheet *sheet, const struct curves *curves,
	size_t top, const char *title)
{
	const char *name = sheet->name;
	lxw_chart *chart = workbook_add_chart(book->workbook, LXW_CHART_LINE);
	struct strbuf axis = STRBUF_INIT;
	lxw_row_t head = (lxw_row_t)top + 1;
	lxw_row_t last = head + (lxw_row_t)curves->record_count;

	for (size_t i = 0; i < curves->curve_count && i < CHART_SERIES; i++) {
		lxw_col_t column = (lxw_col_t)(i + 1);
		lxw_chart_series *series = chart_add_series(chart, NULL, NULL);

		chart_series_set_categories(series, name, head + 1, 0, last, 0);
		chart_series_set_values(series, name, head + 1, column, last, column);
		chart_series_set_name_range(series, name, head, column);
		chart_series_set_marker_type(series, LXW_CHART_MARKER_CIRCLE);
	}
	strbuf_printf(&axis, "%s %s", metric_table[curves->metric].title, curves->unit.name);
	chart_title_set_name(chart, title);
	chart_axis_set_name(chart->x_axis, "record size");
	chart_axis_set_name(chart->y_axis, strbuf_string(&axis));
	chart_axis_set_min(chart->y_axis, 0);
	chart_show_blanks_as(chart, LXW_CHART_BLANKS_AS_GAP);
	worksheet_insert_chart_opt(sheet, (lxw_row_t)top, (lxw_col_t)curves->curve_count + 2, chart,
		&(lxw_chart_options){.x_scale = 1.4, .y_scale = 1.35});
	strbuf_free(&axis);
}

/* The table and the chart of @curves from row @top on; returns the row for the next. */
static size_t write_curves(
	struct book *book, lxw_worksheet *sheet, const struct curves *curves, size_t top)
{
	struct strbuf title = STRBUF_INIT;
	char size[UNITS_SIZE], *title_text;
	size_t height = curves->record_count + 3;

	curves_add_title(curves, &title);
	title_text = make_cell_text(strbuf_text(&title));
	strbuf_printf(&title, ", %s", curves->unit.name);
	write_text(sheet, top, 0, strbuf_text(&title), book->title);
	write_text(sheet, top + 1, 0, TEXT("record size"), book->bold);
	for (size_t i = 0; i < curves->curve_count; i++)
		write_text(sheet, top + 1, i + 1, text_of(curves->curves[i].label), book->bold);
	for (size_t r = 0; r < curves->record_count; r++) {
		units_format_size(size, (double)curves->record_bytes[r], true);
		write_text(sheet, top + 2 + r, 0, text_of(size), NULL);
		for (size_t i = 0; i < curves->curve_count; i++)
			write_value(book, sheet, top + 2 + r, i + 1, curves,
				curves->curves[i].cells[r]);
	}
	add_chart(book, sheet, curves, top, title_text);
	free(title_text);
	strbuf_free(&title);
	return top + (height > CHART_ROWS ? height : CHART_ROWS);
}

static void write_tests(struct book *book)
{
	const struct curves_list *list = &book->report->charts;

	for (size_t first = 0; first < list->count;) {
		size_t richest, count = curves_list_test(list, first, &richest), top = 0;
		lxw_worksheet *sheet = add_sheet(book, list->items[first]->test_label);

		worksheet_set_column(sheet, 0, 64, 14, NULL);
		top = write_curves(book, sheet, list->items[richest], top);
		for (size_t i = first; i < first + count; i++)
			if (i != richest)
				top = write_curves(book, sheet, list->items[i], top);
		first += count;
	}
}

static bool is_written(enum column column)
{
	return column != COL_LAT_HISTOGRAM && column != COL_SERIES;
}

static void write_rows(struct book *book)
{
	const struct dataset *dataset = book->report->dataset;
	lxw_worksheet *sheet = add_sheet(book, "Rows");
	uint32_t count = dataset_count(dataset);
	lxw_col_t at = 0;

	for (int c = 0; c < COLUMN_COUNT_FILE; c++) {
		enum column column = (enum column)c;
		double number;

		if (!is_written(column))
			continue;
		write_text(sheet, 0, at, text_of(column_table[c].name), book->bold);
		for (uint32_t row = 0; row < count && row + 1 < SHEET_ROWS; row++) {
			if (!dataset_has(dataset, row, column))
				continue;
			if (column_table[c].type == COLUMN_TEXT)
				write_text(sheet, row + 1, at, dataset_text(dataset, row, column),
					NULL);
			else if (dataset_number(dataset, row, column, &number))
				worksheet_write_number(sheet, row + 1, at, number, NULL);
		}
		at++;
	}
	worksheet_freeze_panes(sheet, 1, 1);
	worksheet_autofilter(
		sheet, 0, 0, count + 1 < SHEET_ROWS ? count : SHEET_ROWS - 1, (lxw_col_t)(at - 1));
}

/* The library writes nothing but files. */
static fst_status write_file(const struct report *report, const char *path, struct fst_error *error)
{
	struct book book = {.report = report, .workbook = workbook_new(path)};
	lxw_error failure;

	if (!book.workbook)
		return fst_error_set(error, FST_IO, "the workbook could not be begun");
	book.bold = workbook_add_format(book.workbook);
	book.title = workbook_add_format(book.workbook);
	book.number = workbook_add_format(book.workbook);
	book.doubtful = workbook_add_format(book.workbook);
	format_set_bold(book.bold);
	format_set_bold(book.title);
	format_set_font_size(book.title, 13);
	format_set_num_format(book.number, "#,##0.00");
	format_set_num_format(book.doubtful, "#,##0.00\"?\"");
	if (!report->sizes) {
		write_environments(&book);
		write_comparison(&book);
	}
	write_tests(&book);
	if (!report->sizes || report->charts.count == 0)
		write_rows(&book);
	failure = workbook_close(book.workbook);
	if (failure != LXW_NO_ERROR)
		return fst_error_set(error, FST_IO, "the workbook could not be written: %s",
			lxw_strerror(failure));
	return FST_OK;
}

fst_status report_write_xlsx(
	const struct report *report, size_t part, struct strbuf *out, struct fst_error *error)
{
	const char *folder = getenv("TMPDIR");
	char *path = fileio_join(folder && folder[0] ? folder : "/tmp", "fstui-XXXXXX");
	int fd = mkstemp(path);
	fst_status status;

	(void)part;
	if (fd < 0) {
		status = fst_error_errno(
			error, errno, "no temporary file %s for the workbook", path);
		goto out;
	}
	status = write_file(report, path, error);
	if (status == FST_OK)
		status = fileio_read_fd(fd, SIZE_MAX, out, error);
	unlink(path);
	close(fd);
out:
	free(path);
	return status;
}
