#include "draw/livechart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/units.h"
#include "draw/chart_axes.h"
#include "draw/plot.h"

/* Blank cells in front of the head of a sweep. */
#define SWEEP_GAP 2

static int gutter_width(const struct livechart *chart)
{
	for (size_t i = 0; i < chart->series_count; i++)
		if (chart->series[i].letter)
			return 2;
	return 0;
}

static struct chart_axes divide(struct pane pane, const struct livechart *chart)
{
	return chart_axes_divide(pane, &chart->y, gutter_width(chart));
}

size_t livechart_columns(struct pane pane, const struct livechart *chart)
{
	struct chart_axes axes = divide(pane, chart);

	return (size_t)plot_columns(axes.plot);
}

/* Where sample number @number is shown; -1 when it is not. */
static int place(const struct livechart *chart, const struct plot *plot, uint64_t number)
{
	uint64_t per_cell = (uint64_t)plot->columns_per_cell;
	uint64_t cells = (uint64_t)(plot->columns / plot->columns_per_cell);
	uint64_t head = chart->total > 0 ? (chart->total - 1) / per_cell : 0;
	uint64_t cell = number / per_cell, age = head - cell;
	uint64_t gap = chart->sweep && cells > 4 * SWEEP_GAP ? SWEEP_GAP : 0;

	/* Whole cells move: a shift by half a cell would change every cell of the picture. */
	if (cell > head || age >= cells - gap)
		return -1;
	cell = chart->sweep ? cell % cells : cells - 1 - age;
	return (int)(cell * per_cell + number % per_cell);
}

/* A sample and the sub-column that it is shown in. */
struct shown {
	int x;
	struct live_sample sample;
};

/* The samples of an array of @count that are shown, and where. Returns how many. */
static size_t find_shown(const struct livechart *chart, const struct plot *plot,
	const struct live_sample *samples, size_t count, struct shown *shown)
{
	uint64_t first = chart->total > count ? chart->total - count : 0;
	size_t found = 0;

	for (size_t i = 0; i < count; i++) {
		int x = place(chart, plot, first + i);

		if (x >= 0 && found < (size_t)plot->columns)
			shown[found++] = (struct shown){.x = x, .sample = samples[i]};
	}
	return found;
}

static void draw_area(
	struct plot *plot, const struct axis *y, const struct shown *shown, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		double mean = axis_position(y, shown[i].sample.mean);

		/* On a log axis the least value still has a dot: it is no nothing. */
		if (y->kind != AXIS_LINEAR && mean <= 0 && shown[i].sample.mean > 0)
			mean = 1e-6;
		plot_area(plot, shown[i].x, mean, axis_position(y, shown[i].sample.min),
			axis_position(y, shown[i].sample.max), ROLE_COUNT);
	}
}

static void draw_curve(struct plot *plot, const struct axis *y, const struct shown *shown,
	size_t count, double *heights, enum role role)
{
	for (size_t i = 0; i < count; i++)
		heights[shown[i].x] = axis_position(y, shown[i].sample.mean);
	plot_curve(plot, heights, role);
}

/* A dot at the bottom where nothing was measured between samples: not the same as zero. */
static void mark_holes(const struct plot *plot, const struct shown *shown, size_t count)
{
	int bottom = pane_height(plot->pane) - 1;

	for (size_t i = 0; i < count; i++) {
		int cell = plot_cell(plot, shown[i].x);

		if (isnan(shown[i].sample.mean) && chart_is_blank(plot->pane, cell, bottom))
			pane_put(
				plot->pane, cell, bottom, ROLE_GRID, pane_glyphs(plot->pane)->hole);
	}
}

static void draw_time_axis(
	struct pane below, const struct livechart *chart, const struct plot *plot)
{
	char span[UNITS_SIZE];

	if (pane_empty(below))
		return;
	if (chart->sweep) {
		int head = chart->total > 0 ? place(chart, plot, chart->total - 1) : 0;

		pane_put(below, plot_cell(plot, head), 0, ROLE_AXIS, pane_glyphs(below)->pointer);
		return;
	}
	if (!(chart->column_s > 0) || pane_width(below) < 16)
		return;
	units_format_time(span, chart->column_s * plot->columns);
	pane_printf(below, 0, 0, ROLE_AXIS, "-%s", span);
	pane_text_right(below, 0, 0, pane_width(below), ROLE_AXIS, TEXT("now"));
}

/* The last one there is: the newest columns may still be empty. NAN: none. */
static double newest_value(const struct live_series *series)
{
	for (size_t i = series->count; i > 0; i--)
		if (!isnan(series->samples[i - 1].mean))
			return series->samples[i - 1].mean;
	return NAN;
}

/* The letters of lines beside their newest values; one that finds its row taken is left out. */
static void draw_letters(struct pane pane, const struct chart_axes *axes, const struct plot *plot,
	const struct livechart *chart)
{
	int x = axes->plot.rect.x - pane.rect.x + pane_width(axes->plot) + 1;

	for (size_t i = 0; i < chart->series_count; i++) {
		const struct live_series *series = &chart->series[i];
		char glyph[2] = {series->letter, '\0'};
		double newest = newest_value(series);
		int y;

		if (isnan(newest) || !series->letter)
			continue;
		y = plot_row(plot, axis_position(&chart->y, newest));
		if (chart_is_blank(pane, x, y))
			pane_put(pane, x, y, series->role, glyph);
	}
}

static void clear_heights(const struct plot *plot, double *heights)
{
	for (int x = 0; x < plot->columns; x++)
		heights[x] = NAN;
}

void livechart_draw(struct pane pane, const struct livechart *chart)
{
	struct chart_axes axes = divide(pane, chart);
	struct plot plot = plot_begin(axes.plot);
	struct shown *shown;
	double *heights;
	size_t count = 0;

	if (plot.columns == 0)
		return;
	heights = xcalloc((size_t)plot.columns, sizeof(*heights));
	shown = xcalloc((size_t)plot.columns, sizeof(*shown));
	for (size_t i = 0; i < chart->series_count; i++) {
		const struct live_series *series = &chart->series[i];

		clear_heights(&plot, heights);
		count = find_shown(chart, &plot, series->samples, series->count, shown);
		if (series->style == LIVE_AREA)
			draw_area(&plot, &chart->y, shown, count);
		else
			draw_curve(&plot, &chart->y, shown, count, heights, series->role);
	}
	if (chart->ghost) {
		size_t ghosts = find_shown(chart, &plot, chart->ghost, chart->ghost_count, shown);

		clear_heights(&plot, heights);
		for (size_t i = 0; i < ghosts; i++)
			heights[shown[i].x] = axis_position(&chart->y, shown[i].sample.mean);
		plot_carve(&plot, heights, ROLE_GHOST);
	}
	plot_end(&plot);
	if (chart->series_count > 0) {
		count = find_shown(
			chart, &plot, chart->series[0].samples, chart->series[0].count, shown);
		mark_holes(&plot, shown, count);
	}
	chart_axes_draw(&axes);
	draw_time_axis(axes.below, chart, &plot);
	draw_letters(pane, &axes, &plot, chart);
	free(heights);
	free(shown);
}
