/* Tests down, environments across: values, ratios to the baseline and how sure they are. */
#include "ui/view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/units.h"
#include "draw/bars.h"
#include "draw/layout.h"
#include "ui/app.h"
#include "ui/chrome.h"
#include "ui/compare_rows.h"
#include "ui/stepper.h"

/* Environments that are shown at most: two columns each beside those of the test. */
#define SHOWN_MAX ((TABLE_MAX_COLUMNS - 4) / 2)

struct compare_view {
	struct compare *compare; /* of the browse's cube, NULL: to be made */
	enum compare_picture picture;
	enum compare_order order;
	bool ratios; /* without the values */
	size_t cursor, top, window;
	struct rect table_at;
};

static void compare_refresh(struct view *view)
{
	struct compare_view *data = view->data;

	compare_free(data->compare);
	data->compare = NULL;
}

/* The comparison takes a while over many rows: it is kept until rows or baseline change. */
static const struct compare *comparison(struct view *view)
{
	struct compare_view *data = view->data;
	const struct browse *browse = view->app->browse;

	if (data->compare && (data->compare->cube != browse->cube ||
				     data->compare->baseline != browse->baseline))
		compare_refresh(view);
	if (!data->compare)
		data->compare = compare_new(browse->cube, browse->baseline);
	return data->compare;
}

enum column_kind { KIND_TEST, KIND_SIZES, KIND_UNIT, KIND_VALUE, KIND_RATIO };

/* The table as it is drawn: what each column is about. */
struct comparison_table {
	const struct compare_view *view;
	const struct compare *compare;
	const struct app *app;
	const struct glyphs *glyphs;
	struct compare_rows rows;
	struct {
		enum column_kind kind;
		uint32_t environment;
	} kinds[TABLE_MAX_COLUMNS];
	struct table_column columns[TABLE_MAX_COLUMNS];
	char headings[TABLE_MAX_COLUMNS][32];
	size_t column_count;
};

static const struct compare_line *line_of(const struct comparison_table *table, size_t row)
{
	return &table->compare->lines[table->rows.rows[row].line];
}

static void fill_sizes(
	const struct comparison_table *table, const struct work *work, struct table_cell *cell)
{
	const struct cube *cube = table->compare->cube;
	uint64_t file = cube_size(cube, CUBE_FILE_SIZE, work->at.at[CUBE_FILE_SIZE]);
	uint64_t record = cube_size(cube, CUBE_RECORD_SIZE, work->at.at[CUBE_RECORD_SIZE]);
	char text[2][UNITS_SIZE] = {"-", "-"};

	if (!file && !record)
		return;
	if (file)
		units_format_size(text[0], (double)file, true);
	if (record)
		units_format_size(text[1], (double)record, true);
	snprintf(cell->text, sizeof(cell->text), "%s %s", text[0], text[1]);
}

static void fill_value(const struct comparison_table *table, size_t row,
	const struct compare_cell *compared, struct table_cell *cell)
{
	struct unit unit = compare_line_unit(table->compare, line_of(table, row));
	const struct work *work = compared ? compared->work : NULL;

	if (!work)
		snprintf(cell->text, sizeof(cell->text), "%s", table->glyphs->hole);
	else if (isnan(work->value))
		snprintf(cell->text, sizeof(cell->text), "%s",
			work->status == STATUS_TOO_FAST ? "too fast"
							: row_status_names[work->status]);
	else
		metric_format(cell->text, work->value, unit);
	if (!work || isnan(work->value))
		cell->role = ROLE_DIM;
}

static void fill_cell(const void *context, size_t row, size_t column, struct table_cell *cell)
{
	const struct comparison_table *table = context;
	const struct compare *compare = table->compare;
	const struct compare_line *line = line_of(table, row);
	uint32_t environment = table->kinds[column].environment;
	const struct compare_cell *compared = compare_find_cell(line, environment);
	const struct compare_test *test = &compare->tests[table->rows.rows[row].test];

	switch (table->kinds[column].kind) {
	case KIND_TEST:
		snprintf(cell->text, sizeof(cell->text), "%s",
			cube_test(compare->cube, line->test)->label);
		break;
	case KIND_SIZES:
		fill_sizes(table, line->work, cell);
		break;
	case KIND_UNIT:
		if (table->view->picture == COMPARE_SUMS)
			snprintf(cell->text, sizeof(cell->text), "%zu", test->count);
		else
			snprintf(cell->text, sizeof(cell->text), "%s",
				compare_line_unit(compare, line).name);
		break;
	case KIND_VALUE:
		fill_value(table, row, compared, cell);
		break;
	case KIND_RATIO:
		if (table->view->picture == COMPARE_SUMS)
			compare_fill_sum(&test->sums[environment], table->glyphs, cell);
		else if (compared)
			compare_fill_ratio(compared,
				work_more_is_better(compare->works, line->work), table->glyphs,
				cell);
		break;
	}
}

static void add_column(struct comparison_table *table, enum column_kind kind, uint32_t environment,
	struct table_column column)
{
	size_t i = table->column_count++;

	table->kinds[i].kind = kind;
	table->kinds[i].environment = environment;
	column.heading = column.heading ? column.heading : table->headings[i];
	table->columns[i] = column;
}

/* The value and the ratio of an environment; the nearer to the selected one, the more important. */
static void add_environment(struct comparison_table *table, uint32_t environment, uint32_t selected)
{
	const struct compare *compare = table->compare;
	bool sums = table->view->picture == COMPARE_SUMS, values = !table->view->ratios && !sums;
	int far = abs((int)environment - (int)selected);
	int priority = environment == selected            ? 200
		       : environment == compare->baseline ? 199
							  : 190 - (far < 180 ? far : 180);
	enum role role = environment == selected ? ROLE_VALUE : ROLE_TEXT;

	chrome_format_heading(table->app, environment,
		cube_environment(compare->cube, environment)->label, 10,
		table->headings[table->column_count], sizeof(table->headings[0]));
	if (values)
		add_column(table, KIND_VALUE, environment,
			(struct table_column){
				.align = TABLE_RIGHT, .priority = priority, .role = role});
	add_column(table, KIND_RATIO, environment,
		(struct table_column){.heading = values ? table->glyphs->times : NULL,
			.align = values ? TABLE_LEFT : TABLE_RIGHT,
			.priority = priority});
}

static void choose_columns(struct comparison_table *table, uint32_t selected)
{
	const struct compare *compare = table->compare;
	bool sums = table->view->picture == COMPARE_SUMS;
	uint32_t shown = compare->environment_count, first = 0;

	add_column(table, KIND_TEST, 0,
		(struct table_column){
			.heading = "test", .minimum = 10, .maximum = 24, .priority = 300});
	if (table->view->picture == COMPARE_LINES)
		add_column(table, KIND_SIZES, 0,
			(struct table_column){.heading = "file record",
				.align = TABLE_RIGHT,
				.priority = 250,
				.role = ROLE_DIM});
	add_column(table, KIND_UNIT, 0,
		(struct table_column){.heading = sums ? "works" : "unit",
			.align = sums ? TABLE_RIGHT : TABLE_LEFT,
			.priority = 210,
			.role = ROLE_UNIT});
	if (shown > SHOWN_MAX) {
		shown = SHOWN_MAX;
		first = selected >= shown ? selected - shown + 1 : 0;
	}
	for (uint32_t e = first; e < first + shown; e++)
		add_environment(table, e, selected);
}

static struct table table_of(const struct comparison_table *table)
{
	return (struct table){.columns = table->columns,
		.column_count = table->column_count,
		.row_count = table->rows.count,
		.cell = fill_cell,
		.context = table,
		.top = table->view->top,
		.cursor = table->view->cursor};
}

static void make_table(struct view *view, struct comparison_table *table)
{
	struct compare_view *data = view->data;
	const struct browse *browse = view->app->browse;

	*table = (struct comparison_table){.view = data,
		.compare = comparison(view),
		.app = view->app,
		.glyphs = pane_glyphs(canvas_pane(view->app->canvas))};
	table->rows = compare_rows_make(table->compare, browse, data->picture, data->order,
		browse->at.at[CUBE_ENVIRONMENT]);
	data->cursor = compare_rows_find(table->compare, &table->rows, browse->at, data->cursor);
	choose_columns(table, browse->at.at[CUBE_ENVIRONMENT]);
}

/* Blanks behind a ratio, so that what follows stands in one column. */
static int pad_of(const char *ratio)
{
	int width = pane_text_width(text_of(ratio));

	return width < 9 ? 9 - width : 0;
}

/* A bar for each environment's value of @line, with its ratio and the tool that measured it. */
static void draw_bars(
	const struct comparison_table *table, const struct compare_line *line, struct pane pane)
{
	const struct compare *compare = table->compare;
	const struct dataset *dataset = cube_dataset(compare->cube);
	struct unit unit = compare_line_unit(compare, line);
	size_t count = 0, most = line->cell_count;
	struct bar *bars = xcalloc(most, sizeof(*bars));
	struct table_cell *ratios = xcalloc(most, sizeof(*ratios));
	char(*values)[UNITS_SIZE] = xcalloc(most, sizeof(*values));
	struct strbuf *notes = xcalloc(most, sizeof(*notes));
	struct strbuf *labels = xcalloc(most, sizeof(*labels));

	for (size_t i = 0; i < most; i++) {
		const struct compare_cell *cell = &line->cells[i];
		uint32_t e = cell->environment;

		if (isnan(cell->work->value))
			continue;
		metric_format(values[i], cell->work->value, unit);
		compare_fill_ratio(cell, work_more_is_better(compare->works, line->work),
			table->glyphs, &ratios[i]);
		/* Padded by cells: the sign before a ratio has more bytes than one. */
		strbuf_printf(&notes[i], "%s%*s %.*s", ratios[i].text, pad_of(ratios[i].text), "",
			TEXT_ARGS(dataset_text(dataset, cell->work->row, COL_TOOL)));
		strbuf_printf(&labels[i], "%c %s", role_series_letter(e),
			cube_environment(compare->cube, e)->label);
		bars[count++] = (struct bar){.label = strbuf_text(&labels[i]),
			.value = text_of(values[i]),
			.note = strbuf_text(&notes[i]),
			.amount = cell->work->value,
			.role = role_series(e)};
	}
	bars_draw(pane, bars, count, 0);
	for (size_t i = 0; i < most; i++) {
		strbuf_free(&notes[i]);
		strbuf_free(&labels[i]);
	}
	free(labels);
	free(notes);
	free(values);
	free(ratios);
	free(bars);
}

static int bars_wanted(const struct comparison_table *table)
{
	size_t cells = table->rows.count ? line_of(table, table->view->cursor)->cell_count : 0;

	return cells < CANVAS_MAX_ROWS ? (int)cells : CANVAS_MAX_ROWS;
}

static const char *picture_title(enum compare_picture picture)
{
	static const char *const titles[COMPARE_PICTURES] = {
		[COMPARE_HERE] = "at these sizes, or the nearest that were measured",
		[COMPARE_LINES] = "all that was measured",
		[COMPARE_SUMS] = "all sizes of a test together (geometric mean of the speeds)"};

	return titles[picture];
}

static void draw_headline(struct view *view, struct pane pane)
{
	const struct compare_view *data = view->data;
	const struct browse *browse = view->app->browse;
	static const char *const orders[COMPARE_ORDERS] = {[COMPARE_BY_TEST] = "",
		[COMPARE_BY_VALUE] = "largest first",
		[COMPARE_BEST_FIRST] = "best ratio first",
		[COMPARE_WORST_FIRST] = "worst ratio first"};
	int x = pane_string(pane, 1, 0, ROLE_DIM, "baseline ");

	x = pane_string(
		pane, x, 0, ROLE_VALUE, cube_environment(browse->cube, browse->baseline)->label);
	x = pane_printf(pane, x + 2, 0, ROLE_DIM, "%s", picture_title(data->picture));
	if (data->order != COMPARE_BY_TEST)
		pane_printf(pane, x + 2, 0, ROLE_WARN, "%c: %s",
			role_series_letter(browse->at.at[CUBE_ENVIRONMENT]), orders[data->order]);
}

static void compare_draw(struct view *view, struct pane pane)
{
	struct compare_view *data = view->data;
	const struct browse *browse = view->app->browse;
	struct comparison_table compared;
	struct strbuf sentence = STRBUF_INIT;
	struct pane panes[5], text;
	struct table table;
	int rows, bars;

	if (browse_empty(browse)) {
		pane_string(pane, 1, 1, ROLE_DIM, "There are no measurements yet.");
		return;
	}
	make_table(view, &compared);
	rows = compared.rows.count < CANVAS_MAX_ROWS ? (int)compared.rows.count : CANVAS_MAX_ROWS;
	bars = bars_wanted(&compared);
	bars = bars < pane_height(pane) / 3 ? bars : pane_height(pane) / 3;
	layout_rows(pane,
		(const struct layout_part[]){{.minimum = 1, .priority = 4},
			{.minimum = 1, .priority = 2},
			{.minimum = 3, .weight = 1, .maximum = rows + 2, .priority = 5},
			{.minimum = 2, .wanted = bars, .priority = 1},
			{.minimum = 1, .wanted = 4, .priority = 3}},
		5, panes);
	chrome_draw_breadcrumb(view->app, panes[0]);
	draw_headline(view, panes[1]);
	table = table_of(&compared);
	data->table_at = panes[2].rect;
	data->window = table_window(panes[2], &table);
	data->top = table.top = table_scroll(panes[2], &table);
	table_draw(panes[2], &table);
	if (compared.rows.count) {
		const struct compare_line *line = line_of(&compared, data->cursor);

		draw_bars(&compared, line,
			pane_sub_at(
				panes[3], 1, 0, pane_width(panes[3]) - 2, pane_height(panes[3])));
		compare_add_sentence(
			compared.compare, line, browse->at.at[CUBE_ENVIRONMENT], &sentence);
	}
	text = pane_sub_at(panes[4], 1, 0, pane_width(panes[4]) - 2, pane_height(panes[4]));
	chrome_draw_paragraph(
		text, pane_height(text) > 3 ? 1 : 0, ROLE_TEXT, strbuf_text(&sentence));
	strbuf_free(&sentence);
	free(compared.rows.rows);
}

static void go_to_row(struct view *view, const struct comparison_table *table, size_t row)
{
	struct compare_view *data = view->data;
	struct browse *browse = view->app->browse;
	const struct compare_line *line;

	if (row >= table->rows.count)
		return;
	line = line_of(table, row);
	data->cursor = row;
	browse->at.at[CUBE_TEST] = line->test;
	/* Where the rows are chosen by the place's sizes, it must keep them. */
	if (data->picture != COMPARE_LINES)
		return;
	browse->at.at[CUBE_FILE_SIZE] = line->work->at.at[CUBE_FILE_SIZE];
	browse->at.at[CUBE_RECORD_SIZE] = line->work->at.at[CUBE_RECORD_SIZE];
}

static void move_rows(struct view *view, long by)
{
	const struct compare_view *data = view->data;
	struct comparison_table table;
	long row, last;

	make_table(view, &table);
	last = (long)table.rows.count - 1;
	row = (long)data->cursor + by;
	go_to_row(view, &table, row < 0 || last < 0 ? 0 : (size_t)(row > last ? last : row));
	free(table.rows.rows);
}

/* To another environment: the sizes stay, for the rows are chosen by them. */
static void move_environment(struct browse *browse, long by)
{
	long last = (long)cube_count(browse->cube, CUBE_ENVIRONMENT) - 1;
	long to = (long)browse->at.at[CUBE_ENVIRONMENT] + by;

	browse->at.at[CUBE_ENVIRONMENT] = (uint32_t)(to < 0 ? 0 : to > last ? last : to);
}

static void next_order(struct view *view)
{
	static const char *const words[COMPARE_ORDERS] = {[COMPARE_BY_TEST] = "in their order",
		[COMPARE_BY_VALUE] = "by value",
		[COMPARE_BEST_FIRST] = "by ratio, the best first",
		[COMPARE_WORST_FIRST] = "by ratio, the worst first"};
	struct compare_view *data = view->data;

	data->order = (enum compare_order)((data->order + 1) % COMPARE_ORDERS);
	app_say(view->app, SAY_INFO, "Tests %s%s.", words[data->order],
		data->order == COMPARE_BY_TEST ? "" : " of the selected environment");
}

static const struct stepper stepper = {.across = CUBE_ENVIRONMENT,
	.down = CUBE_TEST,
	.slice_across = CUBE_FILE_SIZE,
	.slice_down = CUBE_RECORD_SIZE};

static bool compare_act(struct view *view, enum action action)
{
	struct compare_view *data = view->data;
	struct browse *browse = view->app->browse;
	long page = data->window > 1 ? (long)data->window - 1 : 1;

	if (browse_empty(browse))
		return false;
	switch (action) {
	case ACTION_UP:
		move_rows(view, -1);
		return true;
	case ACTION_DOWN:
		move_rows(view, 1);
		return true;
	case ACTION_PAGE_UP:
		move_rows(view, -page);
		return true;
	case ACTION_PAGE_DOWN:
		move_rows(view, page);
		return true;
	case ACTION_FIRST:
		move_rows(view, -(long)UINT32_MAX);
		return true;
	case ACTION_LAST:
		move_rows(view, (long)UINT32_MAX);
		return true;
	case ACTION_LEFT:
	case ACTION_ENVIRONMENT_DOWN:
		move_environment(browse, -1);
		return true;
	case ACTION_RIGHT:
	case ACTION_ENVIRONMENT_UP:
		move_environment(browse, 1);
		return true;
	case ACTION_SCALE:
		next_order(view);
		return true;
	case ACTION_PICTURE:
		data->picture = (enum compare_picture)((data->picture + 1) % COMPARE_PICTURES);
		return true;
	case ACTION_RATIO:
		data->ratios = !data->ratios;
		return true;
	case ACTION_OPEN:
		browse_place(browse, browse->at);
		app_show(view->app, VIEW_SIZES);
		return true;
	default:
		return stepper_act(view->app, &stepper, data->window, action);
	}
}

static void compare_click(struct view *view, int x, int y)
{
	struct compare_view *data = view->data;
	struct pane pane = {.canvas = view->app->canvas, .rect = data->table_at};
	struct comparison_table compared;
	struct table table;
	size_t row;

	(void)x;
	if (browse_empty(view->app->browse))
		return;
	make_table(view, &compared);
	table = table_of(&compared);
	row = table_row_at(pane, &table, y + view->app->body.y - data->table_at.y);
	if (row != SIZE_MAX)
		go_to_row(view, &compared, row);
	free(compared.rows.rows);
}

static void compare_wheel(struct view *view, int lines)
{
	if (!browse_empty(view->app->browse))
		move_rows(view, lines);
}

static size_t compare_footer(const struct view *view, struct footer_item *items)
{
	const struct footer_item all[] = {
		{ACTION_UP, ACTION_DOWN, "test"},
		{ACTION_LEFT, ACTION_RIGHT, "environment"},
		{ACTION_BASELINE, ACTION_NONE, NULL},
		{ACTION_RATIO, ACTION_NONE, NULL},
		{ACTION_SCALE, ACTION_NONE, "sort"},
		{ACTION_PICTURE, ACTION_NONE, NULL},
		{ACTION_FILE_DOWN, ACTION_FILE_UP, NULL},
		{ACTION_OPEN, ACTION_NONE, "sizes"},
	};

	(void)view;
	memcpy(items, all, sizeof(all));
	return FST_COUNT(all);
}

static void compare_read_out(const struct view *view, struct strbuf *out)
{
	const struct browse *browse = view->app->browse;
	/* What is kept is the view's own: making it is no change that is seen. */
	struct view *mine = &view->app->views[VIEW_COMPARE];
	struct comparison_table table;

	if (browse_empty(browse))
		return;
	make_table(mine, &table);
	if (table.rows.count)
		compare_add_sentence(table.compare, line_of(&table, table.view->cursor),
			browse->at.at[CUBE_ENVIRONMENT], out);
	free(table.rows.rows);
}

const struct view_ops view_compare = {
	.id = VIEW_COMPARE,
	.data_size = sizeof(struct compare_view),
	.close = compare_refresh,
	.refresh = compare_refresh,
	.draw = compare_draw,
	.act = compare_act,
	.click = compare_click,
	.wheel = compare_wheel,
	.footer = compare_footer,
	.read_out = compare_read_out,
};
