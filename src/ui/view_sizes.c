/* A line per environment over the record sizes, the exact values, and what they mean. */
#include "ui/view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "draw/layout.h"
#include "ui/app.h"
#include "ui/chrome.h"
#include "ui/cut.h"
#include "ui/sizes.h"
#include "ui/stepper.h"

/* A range over this is drawn on a logarithmic scale unless the person wants otherwise. */
#define WIDE_RANGE 10.0

struct sizes {
	enum sizes_picture picture;
	enum { SCALE_AUTO, SCALE_LINEAR, SCALE_LOG } scale;
	size_t top; /* first environment visible in the table */
	size_t window;
	struct rect picture_at; /* where the chart was drawn, for clicks */
};

static bool is_logarithmic(const struct sizes *sizes, const struct cut *cut)
{
	if (sizes->scale != SCALE_AUTO)
		return sizes->scale == SCALE_LOG;
	return cut->low > 0 && cut->high / cut->low > WIDE_RANGE;
}

/* What is really drawn: without lines a chart has nothing to show. */
static enum sizes_picture effective(const struct sizes *sizes, const struct cut *cut)
{
	if (sizes->picture == SIZES_CHART && !sizes_has_lines(cut))
		return SIZES_BARS;
	return sizes->picture;
}

static void draw_heading(const struct cut *cut, struct pane pane)
{
	char size[UNITS_SIZE];

	if (cut->record_bytes[cut->at] == 0)
		return;
	units_format_size(size, (double)cut->record_bytes[cut->at], true);
	pane_printf(pane, 4, 0, ROLE_DIM, "at %-8s", size);
}

/* Is there something above the values: not for bars, nor for a matrix of one row. */
static bool has_picture(const struct cut *cut, enum sizes_picture picture)
{
	return picture == SIZES_CHART || (picture == SIZES_TABLE && cut->record_count > 1);
}

/*
 * Breadcrumb, picture, table, sentence, from top to bottom. The table goes to as
 * many environments as fill a third of the pane; bars are part of it.
 */
static void divide(
	const struct cut *cut, enum sizes_picture picture, struct pane pane, struct pane panes[4])
{
	int rows = 1 + (int)(cut->series_count < 100 ? cut->series_count : 100);
	int most = pane_height(pane) / 3;
	struct layout_part parts[] = {
		{.minimum = 1, .priority = 4},
		{.minimum = 5, .weight = 1, .priority = 2},
		{.minimum = 2, .wanted = rows < most ? rows : most, .priority = 3},
		{.minimum = 1, .wanted = 3, .priority = 1},
	};

	if (!has_picture(cut, picture)) {
		parts[1] = parts[0];
		parts[2].wanted = rows;
		parts[2].weight = 1;
		parts[2].maximum = rows;
	}
	layout_rows(pane, parts, FST_COUNT(parts), panes);
}

static void sizes_draw(struct view *view, struct pane pane)
{
	struct sizes *sizes = view->data;
	struct app *app = view->app;
	struct strbuf sentence = STRBUF_INIT;
	struct pane panes[4];
	struct pane text;
	enum sizes_picture picture;
	struct cut *cut;

	if (browse_empty(app->browse)) {
		pane_string(pane, 1, 1, ROLE_DIM, "There are no measurements yet.");
		return;
	}
	cut = cut_new(app->browse);
	picture = effective(sizes, cut);
	divide(cut, picture, pane, panes);
	chrome_draw_breadcrumb(app, panes[0]);
	sizes->picture_at = panes[1].rect;
	if (picture == SIZES_CHART)
		sizes_draw_chart(cut, is_logarithmic(sizes, cut), panes[1]);
	else if (has_picture(cut, picture))
		sizes_draw_matrix(app, cut, panes[1]);
	sizes_draw_values(app, cut, picture == SIZES_BARS, &sizes->top, panes[2]);
	draw_heading(cut, panes[2]);
	sizes->window = pane_height(panes[2]) > 1 ? (size_t)pane_height(panes[2]) - 1 : 1;
	sizes_add_sentence(app, cut, &sentence);
	text = pane_sub_at(panes[3], 1, 0, pane_width(panes[3]) - 2, pane_height(panes[3]));
	chrome_draw_paragraph(
		text, pane_height(text) > 2 ? 1 : 0, ROLE_TEXT, strbuf_text(&sentence));
	strbuf_free(&sentence);
	cut_free(cut);
}

static void next_scale(struct view *view)
{
	struct sizes *sizes = view->data;
	struct cut *cut = cut_new(view->app->browse);

	sizes->scale = is_logarithmic(sizes, cut) ? SCALE_LINEAR : SCALE_LOG;
	if (effective(sizes, cut) != SIZES_CHART)
		app_say(view->app, SAY_INFO, "Only the chart has a scale to change.");
	cut_free(cut);
}

static void next_picture(struct view *view)
{
	struct sizes *sizes = view->data;
	struct cut *cut = cut_new(view->app->browse);
	enum sizes_picture before = effective(sizes, cut);

	do
		sizes->picture = (enum sizes_picture)((sizes->picture + 1) % SIZES_PICTURES);
	while (effective(sizes, cut) == before);
	cut_free(cut);
}

static const struct stepper stepper = {.across = CUBE_RECORD_SIZE,
	.down = CUBE_ENVIRONMENT,
	.slice_across = CUBE_FILE_SIZE,
	.slice_down = CUBE_TEST};

static bool sizes_act(struct view *view, enum action action)
{
	const struct sizes *sizes = view->data;

	if (browse_empty(view->app->browse))
		return false;
	switch (action) {
	case ACTION_SCALE:
		next_scale(view);
		return true;
	case ACTION_PICTURE:
		next_picture(view);
		return true;
	default:
		return stepper_act(view->app, &stepper, sizes->window, action);
	}
}

static void sizes_click(struct view *view, int x, int y)
{
	struct sizes *sizes = view->data;
	struct browse *browse = view->app->browse;
	struct rect at = sizes->picture_at, body = view->app->body;
	struct pane pane = {.canvas = view->app->canvas, .rect = at};
	struct cut *cut;
	size_t record;

	x += body.x - at.x;
	y += body.y - at.y;
	if (browse_empty(browse) || y < 0 || y >= at.height)
		return;
	cut = cut_new(browse);
	if (effective(sizes, cut) == SIZES_CHART) {
		record = sizes_record_at(cut, is_logarithmic(sizes, cut), pane, x);
		if (record != SIZE_MAX)
			browse->at.at[CUBE_RECORD_SIZE] = cut->records[record];
	}
	cut_free(cut);
}

static void sizes_wheel(struct view *view, int lines)
{
	browse_step(view->app->browse, CUBE_ENVIRONMENT, lines < 0 ? -1 : 1);
}

static size_t sizes_footer(const struct view *view, struct footer_item *items)
{
	const struct footer_item all[] = {
		{ACTION_LEFT, ACTION_RIGHT, "record"},
		{ACTION_FILE_DOWN, ACTION_FILE_UP, NULL},
		{ACTION_TEST_DOWN, ACTION_TEST_UP, NULL},
		{ACTION_UP, ACTION_DOWN, "environment"},
		{ACTION_BASELINE, ACTION_NONE, NULL},
		{ACTION_PICTURE, ACTION_NONE, NULL},
		{ACTION_METRIC, ACTION_NONE, NULL},
		{ACTION_SCALE, ACTION_NONE, NULL},
	};

	(void)view;
	memcpy(items, all, sizeof(all));
	return FST_COUNT(all);
}

static void sizes_read_out(const struct view *view, struct strbuf *out)
{
	const struct browse *browse = view->app->browse;
	struct cut *cut;
	const struct cut_series *series;
	char size[UNITS_SIZE];

	if (browse_empty(browse))
		return;
	cut = cut_new(browse);
	series = &cut->series[cut->selected];
	if (isnan(series->here.value))
		strbuf_add_string(out, "-");
	else
		strbuf_add_string(out, metric_format_unit(size, cut->metric, series->here.value));
	strbuf_printf(out, " %s %s", series->label,
		cube_test(browse->cube, browse->at.at[CUBE_TEST])->label);
	if (cut->record_bytes[cut->at])
		strbuf_printf(out, " %s",
			units_format_size(size, (double)cut->record_bytes[cut->at], true));
	cut_free(cut);
}

const struct view_ops view_sizes = {
	.id = VIEW_SIZES,
	.data_size = sizeof(struct sizes),
	.draw = sizes_draw,
	.act = sizes_act,
	.click = sizes_click,
	.wheel = sizes_wheel,
	.footer = sizes_footer,
	.read_out = sizes_read_out,
};
