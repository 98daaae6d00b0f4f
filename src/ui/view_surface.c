/* One test over all file sizes and record sizes: a heatmap per environment. */
#include "ui/view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "draw/layout.h"
#include "ui/app.h"
#include "ui/chrome.h"
#include "ui/cut.h"
#include "ui/stepper.h"
#include "ui/surface.h"

/* Blank columns and rows between two maps. */
#define PANEL_GAP 2

struct surface_view {
	bool shades; /* many small maps rather than few with numbers */
	bool ratios;
	/* The range of the test, which takes a walk over its rows to find. */
	const struct cube *cube;
	uint32_t test;
	enum metric metric;
	double low, high;
	/* Where the maps were drawn, for clicks. */
	struct rect maps_at;
};

/* How maps are laid over a pane. */
struct tiling {
	int width, height; /* of a map with its heading */
	int columns;
	size_t first, count; /* environments that are shown */
};

struct map_context {
	const struct surface *surface;
	uint32_t environment;
};

static struct heat_cell cell_of(const void *context, size_t row, size_t column)
{
	const struct map_context *map = context;

	return surface_cell(map->surface, map->environment, row, column);
}

static void refresh_range(struct surface_view *view, const struct browse *browse)
{
	enum metric metric = browse_metric(browse);

	if (view->cube == browse->cube && view->test == browse->at.at[CUBE_TEST] &&
		view->metric == metric)
		return;
	view->cube = browse->cube;
	view->test = browse->at.at[CUBE_TEST];
	view->metric = metric;
	surface_range(browse, metric, &view->low, &view->high);
}

static struct heatmap map_of(
	const struct surface_view *view, const struct surface *surface, struct map_context *context)
{
	const struct metric_info *metric = &metric_table[surface->metric];
	bool wide = view->low > 0 && view->high / view->low > 10;

	return (struct heatmap){.row_labels = (const char *const *)surface->files.labels,
		.column_labels = (const char *const *)surface->records.labels,
		.rows = surface->files.count,
		.columns = surface->records.count,
		.cell = cell_of,
		.context = context,
		.scale = axis_fit(
			wide ? AXIS_LOG : AXIS_LINEAR, metric->quantity, view->low, view->high),
		.ratios = surface->ratios,
		.less_is_better = !metric->higher_is_better,
		.cursor_row = surface->files.at,
		.cursor_column = surface->records.at};
}

/* As many maps as fit, the selected environment's among them. */
static struct tiling tile(
	struct pane pane, const struct heatmap *map, bool numbers, size_t total, size_t selected)
{
	struct tiling tiling = {.width = heatmap_width(map, numbers) + PANEL_GAP,
		.height = (int)(map->rows < CANVAS_MAX_ROWS ? map->rows : CANVAS_MAX_ROWS) + 3};
	int rows;

	tiling.width = tiling.width < 16 ? 16 : tiling.width;
	tiling.columns = (pane_width(pane) + PANEL_GAP) / tiling.width;
	tiling.columns = tiling.columns > 1 ? tiling.columns : 1;
	rows = (pane_height(pane) + 1) / tiling.height;
	tiling.count = (size_t)(tiling.columns * (rows > 1 ? rows : 1));
	if (tiling.count > total)
		tiling.count = total;
	if (selected >= tiling.count)
		tiling.first = selected - tiling.count + 1;
	/* One map may have all the room there is. */
	if (tiling.columns == 1)
		tiling.width = pane_width(pane) + PANEL_GAP;
	if (rows < 2)
		tiling.height = pane_height(pane) + 1;
	return tiling;
}

static struct pane tile_pane(struct pane pane, const struct tiling *tiling, size_t index)
{
	int place = (int)(index - tiling->first);

	return pane_sub_at(pane, place % tiling->columns * tiling->width,
		place / tiling->columns * tiling->height, tiling->width - PANEL_GAP,
		tiling->height - 1);
}

static void draw_heading(
	const struct surface *surface, uint32_t environment, bool selected, struct pane pane)
{
	const struct browse *browse = surface->browse;
	const char letter[2] = {role_series_letter(environment), '\0'};
	bool base = surface->ratios && environment == browse->baseline;
	int x;

	pane_string(pane, 0, 0, ROLE_CURSOR, selected ? ">" : " ");
	pane_put(pane, 2, 0, role_series(environment), letter);
	x = pane_text_fit(pane, 4, 0, pane_width(pane) - 4, selected ? ROLE_TITLE : ROLE_VALUE,
		text_of(cube_environment(browse->cube, environment)->label));
	if (base)
		pane_string(pane, x + 1, 0, ROLE_DIM, "baseline");
}

static void draw_maps(struct surface_view *view, const struct surface *surface, struct pane pane)
{
	struct map_context context = {.surface = surface};
	struct heatmap map = map_of(view, surface, &context);
	struct tiling tiling = tile(
		pane, &map, !view->shades, surface->environment_count, surface->selected);

	view->maps_at = pane.rect;
	for (size_t i = tiling.first; i < tiling.first + tiling.count; i++) {
		struct pane panel = tile_pane(pane, &tiling, i);

		context.environment = surface->environments[i];
		draw_heading(surface, context.environment, i == surface->selected,
			pane_sub_at(panel, 0, 0, pane_width(panel), 1));
		heatmap_draw(
			pane_sub_at(panel, 0, 1, pane_width(panel), pane_height(panel) - 1), &map);
	}
	if (tiling.count < surface->environment_count)
		pane_printf(pane, pane_width(pane) - 16, 0, ROLE_DIM, "%zu of %zu shown",
			tiling.count, surface->environment_count);
}

static void draw_legend(
	const struct surface_view *view, const struct surface *surface, struct pane pane)
{
	struct heatmap map = map_of(view, surface, NULL);
	char holes[64];
	int x;

	if (surface->ratios) {
		heatmap_legend_ratios(pane);
		return;
	}
	x = pane_printf(pane, 0, 0, ROLE_DIM, "%s", metric_table[surface->metric].title);
	x = pane_printf(pane, x + 1, 0, ROLE_VALUE, "%s", map.scale.unit.name) + 3;
	heatmap_legend(pane_sub_at(pane, x, 0, pane_width(pane) - x, 1), &map.scale);
	snprintf(holes, sizeof(holes), "%s skipped  - not run  ! failed", pane_glyphs(pane)->hole);
	if (pane_width(pane) > x + 38 + pane_text_width(text_of(holes)))
		pane_text_right(pane, 0, 0, pane_width(pane), ROLE_DIM, text_of(holes));
}

/* How the values of the environment change over the file size at the place's record size. */
static void add_cliff(const struct surface *surface, uint32_t environment, struct strbuf *out)
{
	const struct surface_side *files = &surface->files;
	bool higher = metric_table[surface->metric].higher_is_better;
	double before = NAN, worst = 1.8;
	size_t at = 0;

	for (size_t i = 0; i < files->count && surface->records.at != SIZE_MAX; i++) {
		struct heat_cell cell = surface_cell(surface, environment, i, surface->records.at);
		double drop = higher ? before / cell.value : cell.value / before;

		if (drop > worst) {
			worst = drop;
			at = i;
		}
		if (!isnan(cell.value))
			before = cell.value;
	}
	if (at) {
		char times[UNITS_SIZE];

		strbuf_printf(out, " Its greatest step is at files of %s: %s times %s.",
			files->labels[at], metric_format_ratio(times, worst),
			metric_table[surface->metric].worse);
	}
}

static void add_details(
	const struct app *app, const struct cut *cut, size_t series, struct strbuf *out)
{
	const struct cut_cell *here = &cut->series[series].here;
	const struct dataset *dataset = app->browse->dataset;
	double value, ratio = cut_ratio(cut, series);
	char number[UNITS_SIZE];

	if (dataset_number(dataset, here->row, COL_SPREAD, &value))
		strbuf_printf(out, " %s%.0f %%", pane_glyphs(canvas_pane(app->canvas))->plus_minus,
			value * 100);
	if (series != cut->baseline && isfinite(ratio))
		strbuf_printf(out, ", %s times %s", metric_format_ratio(number, ratio),
			cut->series[cut->baseline].label);
	if (dataset_number(dataset, here->row, COL_LAT_P99_S, &value))
		strbuf_printf(out, ", p99 %s", units_format_time(number, value));
	if (dataset_number(dataset, here->row, COL_CACHED_BEFORE, &value))
		strbuf_printf(out, ", %.0f %% cached", value * 100);
}

static void add_sentence(const struct app *app, struct strbuf *out)
{
	const struct browse *browse = app->browse;
	struct surface *surface = surface_new(browse, false);
	struct cut *cut = cut_new(browse);
	const struct cut_series *series = &cut->series[cut->selected];
	char number[UNITS_SIZE];

	strbuf_printf(out, "%s", series->label);
	if (surface->files.at != SIZE_MAX && surface->records.at != SIZE_MAX)
		strbuf_printf(out, " at %s by %s", surface->files.labels[surface->files.at],
			surface->records.labels[surface->records.at]);
	if (!series->exact || !series->here.have) {
		strbuf_add_string(out, ": not measured.");
	} else if (isnan(series->here.value)) {
		strbuf_printf(out, ": %s.", row_status_names[series->here.status]);
	} else {
		strbuf_printf(
			out, ": %s", metric_format_unit(number, cut->metric, series->here.value));
		add_details(app, cut, cut->selected, out);
		strbuf_add_char(out, '.');
	}
	add_cliff(surface, series->environment, out);
	cut_free(cut);
	surface_free(surface);
}

static void surface_draw(struct view *view, struct pane pane)
{
	struct surface_view *data = view->data;
	const struct browse *browse = view->app->browse;
	const struct layout_part parts[] = {
		{.minimum = 1, .priority = 4},
		{.minimum = 3, .weight = 1, .priority = 5},
		{.minimum = 1, .priority = 2},
		{.minimum = 1, .wanted = 2, .priority = 3},
	};
	struct strbuf sentence = STRBUF_INIT;
	struct pane panes[4];
	struct surface *surface;

	if (browse_empty(browse)) {
		pane_string(pane, 1, 1, ROLE_DIM, "There are no measurements yet.");
		return;
	}
	refresh_range(data, browse);
	surface = surface_new(browse, data->ratios);
	layout_rows(pane, parts, FST_COUNT(parts), panes);
	chrome_draw_breadcrumb(view->app, panes[0]);
	draw_maps(data, surface,
		pane_sub_at(panes[1], 1, 0, pane_width(panes[1]) - 2, pane_height(panes[1])));
	draw_legend(data, surface, pane_sub_at(panes[2], 1, 0, pane_width(panes[2]) - 2, 1));
	add_sentence(view->app, &sentence);
	chrome_draw_paragraph(
		pane_sub_at(panes[3], 1, 0, pane_width(panes[3]) - 2, pane_height(panes[3])), 0,
		ROLE_TEXT, strbuf_text(&sentence));
	strbuf_free(&sentence);
	surface_free(surface);
}

static void surface_refresh(struct view *view)
{
	struct surface_view *data = view->data;

	data->cube = NULL;
}

static const struct stepper stepper = {.across = CUBE_RECORD_SIZE,
	.down = CUBE_FILE_SIZE,
	.slice_across = CUBE_ENVIRONMENT,
	.slice_down = CUBE_TEST};

static bool surface_act(struct view *view, enum action action)
{
	struct surface_view *data = view->data;

	switch (action) {
	case ACTION_PICTURE:
		data->shades = !data->shades;
		app_say(view->app, SAY_INFO,
			data->shades ? "A small map for each environment."
				     : "Maps with their values, as many as fit.");
		return true;
	case ACTION_RATIO:
		data->ratios = !data->ratios;
		if (data->ratios && !browse_empty(view->app->browse))
			app_say(view->app, SAY_INFO, "Showing ratios to %s.",
				cube_environment(
					view->app->browse->cube, view->app->browse->baseline)
					->label);
		return true;
	default:
		return stepper_act(view->app, &stepper, 4, action);
	}
}

static void surface_click(struct view *view, int x, int y)
{
	struct surface_view *data = view->data;
	struct browse *browse = view->app->browse;
	struct pane pane = {.canvas = view->app->canvas, .rect = data->maps_at};
	struct map_context context = {0};
	struct surface *surface;
	struct heatmap map;
	struct tiling tiling;

	if (browse_empty(browse))
		return;
	surface = surface_new(browse, data->ratios);
	map = map_of(data, surface, &context);
	tiling = tile(pane, &map, !data->shades, surface->environment_count, surface->selected);
	x += view->app->body.x;
	y += view->app->body.y;
	for (size_t i = tiling.first; i < tiling.first + tiling.count; i++) {
		struct pane panel = tile_pane(pane, &tiling, i);
		struct pane inside = pane_sub_at(
			panel, 0, 1, pane_width(panel), pane_height(panel) - 1);
		size_t row, column;

		if (!heatmap_at(inside, &map, x - inside.rect.x, y - inside.rect.y, &row, &column))
			continue;
		browse->at.at[CUBE_ENVIRONMENT] = surface->environments[i];
		browse->at.at[CUBE_FILE_SIZE] = surface->files.ordinals[row];
		browse->at.at[CUBE_RECORD_SIZE] = surface->records.ordinals[column];
		break;
	}
	surface_free(surface);
}

static void surface_wheel(struct view *view, int lines)
{
	browse_step(view->app->browse, CUBE_FILE_SIZE, lines < 0 ? -1 : 1);
}

static size_t surface_footer(const struct view *view, struct footer_item *items)
{
	const struct footer_item all[] = {
		{ACTION_LEFT, ACTION_RIGHT, "record"},
		{ACTION_UP, ACTION_DOWN, "file"},
		{ACTION_ENVIRONMENT_DOWN, ACTION_ENVIRONMENT_UP, "env"},
		{ACTION_TEST_DOWN, ACTION_TEST_UP, NULL},
		{ACTION_RATIO, ACTION_NONE, NULL},
		{ACTION_PICTURE, ACTION_NONE, NULL},
		{ACTION_METRIC, ACTION_NONE, NULL},
		{ACTION_BASELINE, ACTION_NONE, NULL},
	};

	(void)view;
	memcpy(items, all, sizeof(all));
	return FST_COUNT(all);
}

static void surface_read_out(const struct view *view, struct strbuf *out)
{
	if (!browse_empty(view->app->browse))
		add_sentence(view->app, out);
}

const struct view_ops view_surface = {
	.id = VIEW_SURFACE,
	.data_size = sizeof(struct surface_view),
	.refresh = surface_refresh,
	.draw = surface_draw,
	.act = surface_act,
	.click = surface_click,
	.wheel = surface_wheel,
	.footer = surface_footer,
	.read_out = surface_read_out,
};
