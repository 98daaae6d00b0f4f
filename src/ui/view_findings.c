/* What stands out, in sentences; the evidence of each, and the way to the view that shows it. */
#include "ui/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings.h"
#include "analysis/work.h"
#include "base/alloc.h"
#include "base/keyset.h"
#include "base/units.h"
#include "draw/layout.h"
#include "draw/table.h"
#include "ui/app.h"
#include "ui/chrome.h"

/* More notes than this are no list that anybody reads. */
#define NOTES_MAX 100

/* What tools and the bench noted beside rows; the last one may be what cannot be told. */
struct note {
	uint32_t row; /* the first that has it; UINT32_MAX: the findings' limits */
	uint32_t count;
	struct cube_point at;
};

struct findings_view {
	struct findings *findings; /* of the browse's cube; NULL: to be made */
	struct note *notes;
	size_t note_count;
	const struct cube *cube;
	uint32_t baseline;
	size_t cursor, top, window;
	struct rect list_at;
};

static void findings_refresh(struct view *view)
{
	struct findings_view *data = view->data;

	findings_free(data->findings);
	free(data->notes);
	data->findings = NULL;
	data->notes = NULL;
	data->note_count = 0;
}

static void find_notes(struct findings_view *data, const struct cube *cube)
{
	const struct dataset *dataset = cube_dataset(cube);
	struct keyset seen = {0};

	data->notes = xcalloc(NOTES_MAX + 1, sizeof(*data->notes));
	for (uint32_t i = 0; i < cube_row_count(cube); i++) {
		struct cube_point point;
		uint32_t row = cube_row(cube, i, &point);
		uint32_t text = dataset_text_id(dataset, row, COL_NOTE), number;

		if (!text)
			continue;
		number = keyset_find(&seen, text);
		if (number == UINT32_MAX && data->note_count < NOTES_MAX) {
			number = keyset_add(&seen, text);
			data->notes[data->note_count++] = (struct note){.row = row, .at = point};
		}
		if (number != UINT32_MAX)
			data->notes[number].count++;
	}
	keyset_free(&seen);
	if (data->findings->limits[0])
		data->notes[data->note_count++] = (struct note){.row = UINT32_MAX};
}

/* Findings take a while over many rows: they are kept until rows or baseline change. */
static void find(struct view *view)
{
	struct findings_view *data = view->data;
	const struct browse *browse = view->app->browse;

	if (data->findings && (data->cube != browse->cube || data->baseline != browse->baseline))
		findings_refresh(view);
	if (data->findings)
		return;
	data->cube = browse->cube;
	data->baseline = browse->baseline;
	data->findings = findings_new(browse->cube, browse->baseline);
	find_notes(data, browse->cube);
	if (data->cursor >= data->findings->count + data->note_count)
		data->cursor = 0;
}

static size_t item_count(const struct findings_view *data)
{
	return data->findings->count + data->note_count;
}

/* The finding under number @item, or NULL for a note. */
static const struct finding *finding_of(const struct findings_view *data, size_t item)
{
	return item < data->findings->count ? &data->findings->items[item] : NULL;
}

static const struct note *note_of(const struct findings_view *data, size_t item)
{
	return &data->notes[item - data->findings->count];
}

static struct text note_text(const struct view *view, const struct note *note)
{
	const struct findings_view *data = view->data;

	if (note->row == UINT32_MAX)
		return text_of(data->findings->limits);
	return dataset_text(view->app->browse->dataset, note->row, COL_NOTE);
}

static enum role confidence_role(enum confidence confidence)
{
	static const enum role roles[CONFIDENCE_COUNT] = {[CONFIDENCE_UNKNOWN] = ROLE_DIM,
		[CONFIDENCE_HINT] = ROLE_TEXT,
		[CONFIDENCE_LIKELY] = ROLE_VALUE,
		[CONFIDENCE_SURE] = ROLE_OK};

	return roles[confidence];
}

enum { COLUMN_SURE, COLUMN_LETTER, COLUMN_HEADING, COLUMN_SENTENCE };

static const struct table_column columns[] = {
	[COLUMN_SURE] = {.heading = "sure?", .priority = 3},
	[COLUMN_LETTER] = {.heading = "", .priority = 2},
	[COLUMN_HEADING] = {.heading = "what", .maximum = 26, .priority = 4, .role = ROLE_VALUE},
	[COLUMN_SENTENCE] =
		{.heading = "", .minimum = 12, .grows = true, .priority = 1, .role = ROLE_TEXT},
};

static void fill_note(
	const struct view *view, const struct note *note, size_t column, struct table_cell *cell)
{
	if (column == COLUMN_SURE) {
		snprintf(cell->text, sizeof(cell->text),
			note->row == UINT32_MAX ? "untold" : "note");
		cell->role = ROLE_DIM;
	} else if (column == COLUMN_HEADING && note->row == UINT32_MAX) {
		snprintf(cell->text, sizeof(cell->text), "What cannot be told");
		cell->role = ROLE_DIM;
	} else if (column == COLUMN_HEADING) {
		snprintf(cell->text, sizeof(cell->text), "%u row%s", note->count,
			note->count == 1 ? "" : "s");
		cell->role = ROLE_DIM;
	} else if (column == COLUMN_SENTENCE) {
		snprintf(cell->text, sizeof(cell->text), "%.*s", TEXT_ARGS(note_text(view, note)));
	}
}

static void fill_cell(const void *context, size_t row, size_t column, struct table_cell *cell)
{
	const struct view *view = context;
	const struct findings_view *data = view->data;
	const struct finding *finding = finding_of(data, row);

	if (!finding) {
		fill_note(view, note_of(data, row), column, cell);
		return;
	}
	switch (column) {
	case COLUMN_SURE:
		snprintf(cell->text, sizeof(cell->text), "%s",
			confidence_words[finding->confidence]);
		cell->role = confidence_role(finding->confidence);
		break;
	case COLUMN_LETTER:
		cell->text[0] = role_series_letter(finding->at.at[CUBE_ENVIRONMENT]);
		cell->role = role_series(finding->at.at[CUBE_ENVIRONMENT]);
		break;
	case COLUMN_HEADING:
		snprintf(
			cell->text, sizeof(cell->text), "%s", finding_table[finding->kind].heading);
		break;
	default:
		snprintf(cell->text, sizeof(cell->text), "%s", finding->sentence);
		break;
	}
}

static struct table list_table(const struct view *view)
{
	const struct findings_view *data = view->data;

	return (struct table){.columns = columns,
		.column_count = FST_COUNT(columns),
		.row_count = item_count(data),
		.cell = fill_cell,
		.context = view,
		.top = data->top,
		.cursor = data->cursor};
}

/* A row of evidence: where it stands in the cube, and its figure. */
static void draw_evidence(const struct browse *browse, uint32_t row, struct pane pane, int y)
{
	const struct dataset *dataset = browse->dataset;
	struct text test = dataset_text(dataset, row, COL_TEST);
	struct text status = dataset_text(dataset, row, COL_STATUS);
	enum test known = test_find(test);
	enum metric metric = metric_of_figure(
		known == TEST_COUNT ? COL_BYTES_PER_S : test_table[known].figure);
	struct strbuf where = STRBUF_INIT;
	char number[UNITS_SIZE] = "";
	double value;

	if (metric_value(dataset, row, metric, &value))
		metric_format_unit(number, metric, value);
	pane_text_right(pane, 0, y, 14, ROLE_VALUE, text_of(number));
	strbuf_printf(&where, "%.*s  %.*s  ",
		TEXT_ARGS(dataset_text(dataset, row, COL_ENVIRONMENT)), TEXT_ARGS(test));
	work_add_dimensions(dataset, row, &where);
	if (status.len && !text_is(status, "ok"))
		strbuf_printf(&where, "  %.*s", TEXT_ARGS(status));
	pane_text_fit(pane, 16, y, pane_width(pane) - 16, ROLE_DIM, strbuf_text(&where));
	strbuf_free(&where);
}

static void draw_finding(
	const struct browse *browse, const struct finding *finding, struct pane pane)
{
	struct strbuf text = STRBUF_INIT;
	int y;

	y = chrome_draw_paragraph(pane, 1, ROLE_TEXT, text_of(finding->sentence));
	if (finding->advice)
		y = chrome_draw_paragraph(pane, y, ROLE_OK, text_of(finding->advice));
	strbuf_printf(&text, "%s: %s", confidence_words[finding->confidence], finding->why);
	y = chrome_draw_paragraph(pane, y, ROLE_DIM, strbuf_text(&text)) + 1;
	for (size_t i = 0; i < finding->row_count && y < pane_height(pane); i++, y++) {
		bool more = y + 1 == pane_height(pane) && i + 1 < finding->row_count;

		if (more)
			pane_printf(
				pane, 16, y, ROLE_DIM, "and %zu more rows", finding->row_count - i);
		else
			draw_evidence(browse, finding->rows[i], pane, y);
	}
	strbuf_free(&text);
}

static void draw_detail(const struct view *view, struct pane pane)
{
	const struct findings_view *data = view->data;
	const struct browse *browse = view->app->browse;
	const struct finding *finding = finding_of(data, data->cursor);
	struct pane inside = pane_sub_at(pane, 1, 0, pane_width(pane) - 2, pane_height(pane));
	const char *title = finding ? finding_table[finding->kind].heading : "What was noted";
	int x;

	pane_horizontal(pane, 0, 0, pane_width(pane), ROLE_BORDER);
	pane_put(pane, 2, 0, ROLE_TEXT, " ");
	x = pane_text_fit(pane, 3, 0, pane_width(pane) - 6, ROLE_TITLE, text_of(title));
	pane_put(pane, x, 0, ROLE_TEXT, " ");
	if (finding) {
		draw_finding(browse, finding, inside);
	} else {
		const struct note *note = note_of(data, data->cursor);
		int y = chrome_draw_paragraph(inside, 1, ROLE_TEXT, note_text(view, note));

		if (note->row != UINT32_MAX)
			draw_evidence(browse, note->row, inside, y + 1);
	}
}

static void findings_draw(struct view *view, struct pane pane)
{
	struct findings_view *data = view->data;
	const struct browse *browse = view->app->browse;
	struct pane panes[3];
	struct table table;
	int rows;

	if (browse_empty(browse)) {
		pane_string(pane, 1, 1, ROLE_DIM, "There are no measurements yet.");
		return;
	}
	find(view);
	rows = item_count(data) < CANVAS_MAX_ROWS ? (int)item_count(data) : CANVAS_MAX_ROWS;
	layout_rows(pane,
		(const struct layout_part[]){{.minimum = 1, .wanted = 2, .priority = 1},
			{.minimum = 2, .weight = 1, .maximum = rows + 1, .priority = 3},
			{.minimum = 4,
				.wanted = pane_height(pane) * 2 / 5,
				.weight = 1,
				.priority = 2}},
		3, panes);
	pane_printf(panes[0], 1, 0, ROLE_TEXT, "%zu finding%s, held against %s",
		data->findings->count, data->findings->count == 1 ? "" : "s",
		cube_environment(browse->cube, browse->baseline)->label);
	if (item_count(data) == 0) {
		pane_string(panes[1], 1, 0, ROLE_DIM, "Nothing stands out.");
		return;
	}
	table = list_table(view);
	data->list_at = panes[1].rect;
	data->window = table_window(panes[1], &table);
	data->top = table.top = table_scroll(panes[1], &table);
	table_draw(panes[1], &table);
	if (!pane_empty(panes[2]))
		draw_detail(view, panes[2]);
}

static void move(struct findings_view *data, long by)
{
	long last = (long)item_count(data) - 1, to = (long)data->cursor + by;

	data->cursor = to < 0 || last < 0 ? 0 : (size_t)(to > last ? last : to);
}

/* To the view that shows it best, at the place that it is about. */
static void open_item(struct view *view)
{
	static const enum view_id views[FINDING_VIEW_COUNT] = {[FINDING_VIEW_SIZES] = VIEW_SIZES,
		[FINDING_VIEW_SURFACE] = VIEW_SURFACE,
		[FINDING_VIEW_COMPARE] = VIEW_COMPARE,
		[FINDING_VIEW_LATENCY] = VIEW_LATENCY,
		[FINDING_VIEW_LIBRARY] = VIEW_LIBRARY};
	const struct findings_view *data = view->data;
	const struct finding *finding;

	if (item_count(data) == 0)
		return;
	finding = finding_of(data, data->cursor);
	if (!finding && note_of(data, data->cursor)->row == UINT32_MAX)
		return;
	browse_place(view->app->browse, finding ? finding->at : note_of(data, data->cursor)->at);
	app_show(view->app, finding ? views[finding->view] : VIEW_SIZES);
}

static bool findings_act(struct view *view, enum action action)
{
	struct findings_view *data = view->data;
	long page;

	if (browse_empty(view->app->browse))
		return false;
	find(view);
	page = data->window > 1 ? (long)data->window - 1 : 1;
	switch (action) {
	case ACTION_UP:
		move(data, -1);
		return true;
	case ACTION_DOWN:
		move(data, 1);
		return true;
	case ACTION_PAGE_UP:
		move(data, -page);
		return true;
	case ACTION_PAGE_DOWN:
		move(data, page);
		return true;
	case ACTION_FIRST:
		data->cursor = 0;
		return true;
	case ACTION_LAST:
		move(data, (long)item_count(data));
		return true;
	case ACTION_OPEN:
		open_item(view);
		return true;
	default:
		return false;
	}
}

/* A click moves the cursor; one at the cursor opens. */
static void findings_click(struct view *view, int x, int y)
{
	struct findings_view *data = view->data;
	struct pane list = {.canvas = view->app->canvas, .rect = data->list_at};
	struct table table;
	size_t row;

	(void)x;
	if (browse_empty(view->app->browse))
		return;
	find(view);
	table = list_table(view);
	row = table_row_at(list, &table, y + view->app->body.y - data->list_at.y);
	if (row == SIZE_MAX)
		return;
	if (row == data->cursor)
		open_item(view);
	data->cursor = row;
}

static void findings_wheel(struct view *view, int lines)
{
	struct findings_view *data = view->data;

	if (data->findings)
		move(data, lines);
}

static size_t findings_footer(const struct view *view, struct footer_item *items)
{
	const struct footer_item all[] = {{ACTION_UP, ACTION_DOWN, "finding"},
		{ACTION_OPEN, ACTION_NONE, "show it"}, {ACTION_VIEW_LIBRARY, ACTION_NONE, NULL}};

	(void)view;
	memcpy(items, all, sizeof(all));
	return FST_COUNT(all);
}

static void findings_read_out(const struct view *view, struct strbuf *out)
{
	/* What is kept is the view's own: making it is no change that is seen. */
	struct view *mine = &view->app->views[VIEW_FINDINGS];
	const struct findings_view *data = view->data;
	const struct finding *finding;

	if (browse_empty(view->app->browse))
		return;
	find(mine);
	finding = item_count(data) ? finding_of(data, data->cursor) : NULL;
	strbuf_add_string(out, finding ? finding->sentence : "nothing stands out");
}

const struct view_ops view_findings = {
	.id = VIEW_FINDINGS,
	.data_size = sizeof(struct findings_view),
	.close = findings_refresh,
	.refresh = findings_refresh,
	.draw = findings_draw,
	.act = findings_act,
	.click = findings_click,
	.wheel = findings_wheel,
	.footer = findings_footer,
	.read_out = findings_read_out,
};
