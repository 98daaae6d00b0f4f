/* How long single calls take: percentiles, histogram, over time; against the baseline. */
#include "ui/view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "draw/layout.h"
#include "draw/table.h"
#include "ui/app.h"
#include "ui/chrome.h"
#include "ui/cut.h"
#include "ui/latency.h"
#include "ui/stepper.h"

/* From this size on all pictures are there at once. */
#define ALL_COLUMNS 110
#define ALL_ROWS    36

enum latency_picture { LATENCY_CURVE, LATENCY_HISTOGRAM, LATENCY_TIME, LATENCY_PICTURES };

struct latency_view {
	enum latency_picture picture;
	size_t top, window;
};

/* The selected environment and the baseline, as far as they have the test. */
struct overlay {
	struct latency *items[2]; /* the selected one is the last */
	size_t count;
	struct fst_error error; /* why a row's details cannot be read */
};

static void add_item(
	struct overlay *overlay, const struct browse *browse, const struct cut *cut, size_t series)
{
	const struct cut_series *s = &cut->series[series];

	if (s->here.have)
		overlay->items[overlay->count++] = latency_new(
			browse, s->environment, s->here.row, &overlay->error);
}

static struct overlay make_overlay(const struct browse *browse, const struct cut *cut)
{
	struct overlay overlay = {.error = {.status = FST_OK}};

	if (cut->baseline != SIZE_MAX && cut->baseline != cut->selected)
		add_item(&overlay, browse, cut, cut->baseline);
	add_item(&overlay, browse, cut, cut->selected);
	return overlay;
}

static void free_overlay(struct overlay *overlay)
{
	for (size_t i = 0; i < overlay->count; i++)
		latency_free(overlay->items[i]);
}

/* Over time they stand side by side, or one above the other where that is narrow. */
static void draw_times(const struct overlay *overlay, struct pane pane)
{
	const struct layout_part parts[] = {{.minimum = 4, .weight = 1, .priority = 1},
		{.minimum = 4, .weight = 1, .priority = 2}};
	struct pane panes[2];

	if (overlay->count < 2) {
		if (overlay->count)
			latency_draw_time(overlay->items[0], pane);
		return;
	}
	if (pane_width(pane) >= ALL_COLUMNS)
		layout_columns(pane, parts, 2, panes);
	else
		layout_rows(pane, parts, 2, panes);
	for (size_t i = 0; i < 2; i++)
		if (!pane_empty(panes[i]))
			latency_draw_time(overlay->items[i], panes[i]);
}

static void draw_all(const struct overlay *overlay, struct pane pane)
{
	const struct layout_part halves[] = {{.minimum = 8, .weight = 1, .priority = 2},
		{.minimum = 8, .weight = 1, .priority = 1}};
	struct pane rows[2], columns[2];

	layout_rows(pane, halves, 2, rows);
	layout_columns(rows[0], halves, 2, columns);
	latency_draw_curve(overlay->items, overlay->count, overlay->count - 1, columns[0]);
	latency_draw_histogram(overlay->items, overlay->count, overlay->count - 1, columns[1]);
	draw_times(overlay, rows[1]);
}

static bool shows_all(struct pane pane)
{
	return pane_width(pane) >= ALL_COLUMNS && pane_height(pane) >= ALL_ROWS;
}

static void draw_pictures(
	const struct latency_view *view, const struct overlay *overlay, bool all, struct pane pane)
{
	if (pane_empty(pane))
		return;
	if (overlay->count == 0)
		pane_string(pane, 1, 1, ROLE_DIM, "There is nothing of this test here.");
	else if (all)
		draw_all(overlay, pane);
	else if (view->picture == LATENCY_CURVE)
		latency_draw_curve(overlay->items, overlay->count, overlay->count - 1, pane);
	else if (view->picture == LATENCY_HISTOGRAM)
		latency_draw_histogram(overlay->items, overlay->count, overlay->count - 1, pane);
	else
		draw_times(overlay, pane);
}

static const struct {
	enum metric metric;
	const char *heading;
	int priority;
} figures[] = {{METRIC_P50, "p50", 7}, {METRIC_P95, "p95", 4}, {METRIC_P99, "p99", 6},
	{METRIC_P999, "p99.9", 3}, {METRIC_MAX, "worst", 5}, {METRIC_MEAN, "mean", 2}};

enum { FIRST_FIGURE = 2, COLUMNS = FIRST_FIGURE + FST_COUNT(figures) };

struct values {
	const struct browse *browse;
	const struct cut *cut;
	size_t shown[FST_COUNT(figures)]; /* those that any row has */
	struct unit units[FST_COUNT(figures)]; /* of those: each column has its own */
	size_t count;
};

static void fill_value(const void *context, size_t row, size_t column, struct table_cell *cell)
{
	const struct values *values = context;
	const struct cut_series *series = &values->cut->series[row];
	char number[UNITS_SIZE];
	double seconds;

	if (column == 0) {
		cell->text[0] = role_series_letter(series->environment);
		cell->role = role_series(series->environment);
	} else if (column == 1) {
		snprintf(cell->text, sizeof(cell->text), "%s", series->label);
	} else if (series->here.have &&
		   metric_value(values->browse->dataset, series->here.row,
			   figures[values->shown[column - FIRST_FIGURE]].metric, &seconds)) {
		metric_format(number, seconds, values->units[column - FIRST_FIGURE]);
		snprintf(cell->text, sizeof(cell->text), series->exact ? "%s" : "(%s)", number);
	}
}

static void choose_figures(struct values *values)
{
	for (size_t i = 0; i < FST_COUNT(figures); i++) {
		double low = NAN, high = NAN, value;

		for (size_t s = 0; s < values->cut->series_count; s++) {
			const struct cut_cell *here = &values->cut->series[s].here;

			if (!here->have || !metric_value(values->browse->dataset, here->row,
						   figures[i].metric, &value))
				continue;
			low = fmin(low, value);
			high = fmax(high, value);
		}
		if (isnan(high))
			continue;
		values->shown[values->count] = i;
		values->units[values->count++] = metric_unit(figures[i].metric, low, high);
	}
}

static void draw_values(struct latency_view *view, const struct browse *browse,
	const struct cut *cut, struct pane pane)
{
	struct values values = {.browse = browse, .cut = cut};
	struct table_column columns[COLUMNS] = {{.heading = "", .priority = 9},
		{.heading = "environment", .minimum = 8, .maximum = 30, .priority = 8}};
	char headings[FST_COUNT(figures)][24];
	struct table table = {.columns = columns,
		.column_count = COLUMNS,
		.row_count = cut->series_count,
		.cell = fill_value,
		.context = &values,
		.top = view->top,
		.cursor = cut->selected};

	choose_figures(&values);
	table.column_count = FIRST_FIGURE + values.count;
	for (size_t i = 0; i < values.count; i++) {
		size_t figure = values.shown[i];

		snprintf(headings[i], sizeof(headings[i]), "%s %s", figures[figure].heading,
			values.units[i].name);
		columns[FIRST_FIGURE + i] = (struct table_column){.heading = headings[i],
			.align = TABLE_RIGHT,
			.priority = figures[figure].priority,
			.role = figures[figure].metric == METRIC_P99 ? ROLE_VALUE : ROLE_TEXT};
	}
	view->window = table_window(pane, &table);
	view->top = table.top = table_scroll(pane, &table);
	table_draw(pane, &table);
}

/* How the tails compare, which is what one looks for here. */
static void add_sentence(const struct browse *browse, const struct cut *cut, struct strbuf *out)
{
	const struct cut_series *mine = &cut->series[cut->selected];
	const struct dataset *dataset = browse->dataset;
	double p50, p99, worst, base;
	char number[UNITS_SIZE];

	strbuf_printf(out, "%c %s: ", role_series_letter(mine->environment), mine->label);
	if (!mine->here.have || !dataset_number(dataset, mine->here.row, COL_LAT_P99_S, &p99)) {
		strbuf_add_string(out, "no percentiles of single calls are known here.");
		return;
	}
	strbuf_printf(out, "1 call in 100 takes longer than %s", units_format_time(number, p99));
	if (dataset_number(dataset, mine->here.row, COL_LAT_P50_S, &p50) && p50 > 0)
		strbuf_printf(out, ", %s times the median", metric_format_ratio(number, p99 / p50));
	if (dataset_number(dataset, mine->here.row, COL_LAT_MAX_S, &worst))
		strbuf_printf(out, "; the worst took %s", units_format_time(number, worst));
	strbuf_add_char(out, '.');
	if (cut->baseline == SIZE_MAX || cut->baseline == cut->selected ||
		!cut->series[cut->baseline].here.have)
		return;
	if (dataset_number(dataset, cut->series[cut->baseline].here.row, COL_LAT_P99_S, &base) &&
		base > 0)
		strbuf_printf(out, " Its p99 is %s times that of %s.",
			metric_format_ratio(number, p99 / base), cut->series[cut->baseline].label);
}

static void latency_draw(struct view *view, struct pane pane)
{
	struct latency_view *data = view->data;
	const struct browse *browse = view->app->browse;
	struct strbuf sentence = STRBUF_INIT;
	struct overlay overlay;
	struct pane panes[4];
	struct cut *cut;
	int rows;

	if (browse_empty(browse)) {
		pane_string(pane, 1, 1, ROLE_DIM, "There are no measurements yet.");
		return;
	}
	cut = cut_new(browse);
	overlay = make_overlay(browse, cut);
	rows = 1 + (int)(cut->series_count < 100 ? cut->series_count : 100);
	rows = rows < pane_height(pane) / 3 ? rows : pane_height(pane) / 3;
	layout_rows(pane,
		(const struct layout_part[]){{.minimum = 1, .priority = 4},
			{.minimum = 5, .weight = 1, .priority = 2},
			{.minimum = 2, .wanted = rows, .priority = 3},
			{.minimum = 1, .wanted = 2, .priority = 1}},
		4, panes);
	chrome_draw_breadcrumb(view->app, panes[0]);
	draw_pictures(data, &overlay, shows_all(pane), panes[1]);
	draw_values(data, browse, cut, panes[2]);
	if (overlay.error.status != FST_OK) {
		char text[sizeof(overlay.error.message) + sizeof(overlay.error.file) + 32];

		strbuf_add_string(&sentence, fst_error_format(&overlay.error, text, sizeof(text)));
	} else {
		add_sentence(browse, cut, &sentence);
	}
	chrome_draw_paragraph(
		pane_sub_at(panes[3], 1, 0, pane_width(panes[3]) - 2, pane_height(panes[3])), 0,
		overlay.error.status == FST_OK ? ROLE_TEXT : ROLE_WARN, strbuf_text(&sentence));
	strbuf_free(&sentence);
	free_overlay(&overlay);
	cut_free(cut);
}

static const struct stepper stepper = {.across = CUBE_RECORD_SIZE,
	.down = CUBE_ENVIRONMENT,
	.slice_across = CUBE_FILE_SIZE,
	.slice_down = CUBE_TEST};

static bool latency_act(struct view *view, enum action action)
{
	struct latency_view *data = view->data;

	if (action == ACTION_PICTURE) {
		data->picture = (enum latency_picture)((data->picture + 1) % LATENCY_PICTURES);
		return true;
	}
	return stepper_act(view->app, &stepper, data->window, action);
}

static void latency_wheel(struct view *view, int lines)
{
	browse_step(view->app->browse, CUBE_ENVIRONMENT, lines < 0 ? -1 : 1);
}

static size_t latency_footer(const struct view *view, struct footer_item *items)
{
	const struct footer_item all[] = {
		{ACTION_PICTURE, ACTION_NONE, NULL},
		{ACTION_UP, ACTION_DOWN, "environment"},
		{ACTION_LEFT, ACTION_RIGHT, "record"},
		{ACTION_FILE_DOWN, ACTION_FILE_UP, NULL},
		{ACTION_TEST_DOWN, ACTION_TEST_UP, NULL},
		{ACTION_BASELINE, ACTION_NONE, NULL},
		{ACTION_SWAP, ACTION_NONE, NULL},
	};

	(void)view;
	memcpy(items, all, sizeof(all));
	return FST_COUNT(all);
}

static void latency_read_out(const struct view *view, struct strbuf *out)
{
	const struct browse *browse = view->app->browse;
	struct cut *cut;

	if (browse_empty(browse))
		return;
	cut = cut_new(browse);
	add_sentence(browse, cut, out);
	cut_free(cut);
}

const struct view_ops view_latency = {
	.id = VIEW_LATENCY,
	.data_size = sizeof(struct latency_view),
	.draw = latency_draw,
	.act = latency_act,
	.wheel = latency_wheel,
	.footer = latency_footer,
	.read_out = latency_read_out,
};
