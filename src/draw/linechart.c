#include "draw/linechart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "draw/chart_axes.h"
#include "draw/plot.h"

/* Letters of lines that end in one row stand side by side, up to so many. */
#define MAX_STACK 4

/* Cells that letters have been put into: letters never cover each other. */
struct letters {
	struct rect *taken; /* width and height unused */
	size_t count;
};

static bool has_value(const struct chart_point *point)
{
	return !isnan(point->x) && !isnan(point->y);
}

/* The last point with a value, or NULL. */
static const struct chart_point *last_point(const struct chart_series *series)
{
	for (size_t i = series->count; i-- > 0;)
		if (has_value(&series->points[i]))
			return &series->points[i];
	return NULL;
}

/* Cells needed right of the plot for the letters of the lines that end at its edge. */
static int gutter_width(struct pane pane, const struct linechart *chart)
{
	int rows = pane_height(pane) - 1, stack = 0;

	for (size_t i = 0; i < chart->series_count; i++) {
		const struct chart_point *a = last_point(&chart->series[i]);
		int same = 0;

		for (size_t j = 0; a && j < chart->series_count; j++) {
			const struct chart_point *b = last_point(&chart->series[j]);

			if (b && fabs(axis_position(&chart->y, a->y) -
					 axis_position(&chart->y, b->y)) *
						 rows <
					 1)
				same++;
		}
		stack = same > stack ? same : stack;
	}
	return 1 + (stack < MAX_STACK ? stack : MAX_STACK);
}

static struct chart_axes divide(struct pane pane, const struct linechart *chart)
{
	return chart_axes_divide(pane, &chart->y, gutter_width(pane, chart));
}

static int sub_column(const struct plot *plot, const struct axis *x, double value)
{
	double position = axis_position(x, value);

	/* Far outside is outside: keep the number in an int. */
	position = position < -10 ? -10 : position > 10 ? 10 : position;
	return (int)lround(position * (plot->columns - 1));
}

/* The heights of the line between two points, at the sub-columns from one to the other. */
static void join_points(const struct plot *plot, const struct linechart *chart,
	const struct chart_point *a, const struct chart_point *b, double *heights)
{
	int first = sub_column(plot, &chart->x, a->x), last = sub_column(plot, &chart->x, b->x);
	double from = axis_position(&chart->y, a->y), to = axis_position(&chart->y, b->y);

	for (int x = first > 0 ? first : 0; x <= last && x < plot->columns; x++)
		heights[x] = last == first ? to : from + (to - from) * (x - first) / (last - first);
}

static void draw_line(struct plot *plot, const struct linechart *chart,
	const struct chart_series *series, double *heights)
{
	const struct chart_point *before = NULL;

	for (int x = 0; x < plot->columns; x++)
		heights[x] = NAN;
	for (size_t i = 0; i < series->count; i++) {
		const struct chart_point *point = &series->points[i];

		if (has_value(point))
			join_points(plot, chart, before ? before : point, point, heights);
		before = has_value(point) ? point : NULL;
	}
	plot_curve(plot, heights, series->role);
}

static bool is_taken(const struct letters *letters, int x, int y)
{
	for (size_t i = 0; i < letters->count; i++)
		if (letters->taken[i].x == x && letters->taken[i].y == y)
			return true;
	return false;
}

/* The series' letter at @x, @y of @pane or at the first free cell right of it. */
static void put_letter(
	struct pane pane, struct letters *letters, int x, int y, const struct chart_series *series)
{
	char glyph[2] = {series->letter, '\0'};
	int limit = x + MAX_STACK;

	if (!series->letter)
		return;
	while (x < limit && is_taken(letters, x, y))
		x++;
	if (x == limit || x >= pane_width(pane))
		return;
	pane_put(pane, x, y, series->role, glyph);
	pane_add_attributes(pane_sub_at(pane, x, y, 1, 1), CELL_BOLD);
	letters->taken[letters->count++] = (struct rect){.x = x, .y = y};
}

/* The point of @series at the cursor, or NULL. */
static const struct chart_point *point_at(const struct chart_series *series, double x)
{
	for (size_t i = 0; i < series->count; i++)
		if (fabs(series->points[i].x - x) <= fabs(x) * 1e-6)
			return has_value(&series->points[i]) ? &series->points[i] : NULL;
	return NULL;
}

/* Signs at single points: doubtful ones, those beyond the scale, in ASCII all of them. */
static void mark_points(
	const struct plot *plot, const struct linechart *chart, const struct chart_series *series)
{
	const struct glyphs *glyphs = pane_glyphs(plot->pane);
	char letter[2] = {series->letter, '\0'};

	for (size_t i = 0; i < series->count; i++) {
		const struct chart_point *point = &series->points[i];
		bool alone = (i == 0 || !has_value(&series->points[i - 1])) &&
			     (i + 1 == series->count || !has_value(&series->points[i + 1]));
		double height;
		int x, y;

		if (!has_value(point))
			continue;
		height = axis_position(&chart->y, point->y);
		x = sub_column(plot, &chart->x, point->x);
		x = x < 0 ? -1 : plot_cell(plot, x);
		y = plot_row(plot, height);
		if (point->doubtful)
			pane_put(plot->pane, x, y, ROLE_WARN, glyphs->doubtful);
		else if (height > 1 + 1e-9)
			pane_put(plot->pane, x, y, series->role, glyphs->over);
		else if (alone || pane_glyph_set(plot->pane) == GLYPHS_ASCII)
			pane_put(plot->pane, x, y, series->role, letter);
	}
}

/* Faint dots where ticks cross, and the cursor's line; neither covers a curve. */
static void draw_backdrop(const struct chart_axes *axes, const struct plot *plot,
	const struct axis_tick *ticks, size_t count, int cursor)
{
	const struct glyphs *glyphs = pane_glyphs(axes->plot);

	for (int y = 0; y < pane_height(axes->plot); y++)
		if (chart_is_blank(axes->plot, cursor, y))
			pane_put(axes->plot, cursor, y, ROLE_GRID, glyphs->cursor_line);
	for (size_t i = 0; i < axes->tick_count; i++) {
		int y = plot_row(plot, axes->ticks[i].position);

		for (size_t j = 0; j < count; j++) {
			int x = (int)lround(ticks[j].position * (pane_width(axes->plot) - 1));

			if (chart_is_blank(axes->plot, x, y))
				pane_put(axes->plot, x, y, ROLE_GRID, glyphs->grid);
		}
	}
}

/* The labels of the x axis; the cursor's is always there, with a pointer. */
static void draw_x_axis(struct pane below, const struct linechart *chart,
	const struct axis_tick *ticks, size_t count, int cursor)
{
	int width = pane_width(below), from = width + 2, to = -1;
	char label[AXIS_LABEL_SIZE];

	if (cursor >= 0 && !pane_empty(below)) {
		int length;

		quantity_format(chart->x.quantity, chart->x.unit, chart->cursor, label);
		length = (int)strlen(label);
		from = cursor + 1 + length <= width ? cursor : cursor - length;
		to = from + length + 1;
		pane_put(below, cursor, 0, ROLE_CURSOR, pane_glyphs(below)->pointer);
		pane_string(below, from == cursor ? cursor + 1 : from, 0, ROLE_CURSOR, label);
		pane_add_attributes(pane_sub_at(below, from, 0, length + 1, 1), CELL_BOLD);
	}
	for (size_t i = 0; i < count; i++) {
		int start = axis_label_start(&ticks[i], width);
		int end = start + (int)strlen(ticks[i].label);

		if (end < from || start > to)
			pane_string(below, start, 0, ROLE_AXIS, ticks[i].label);
	}
}

static void draw_letters(struct pane pane, const struct chart_axes *axes, const struct plot *plot,
	const struct linechart *chart, int cursor)
{
	struct letters letters = {
		.taken = xcalloc(chart->series_count * 2 + 1, sizeof(*letters.taken))};
	int left = axes->plot.rect.x - pane.rect.x;

	for (size_t i = 0; i < chart->series_count; i++) {
		const struct chart_series *series = &chart->series[i];
		const struct chart_point *point = cursor < 0 ? NULL
							     : point_at(series, chart->cursor);

		if (point)
			put_letter(pane, &letters, left + cursor,
				plot_row(plot, axis_position(&chart->y, point->y)), series);
	}
	for (size_t i = 0; i < chart->series_count; i++) {
		const struct chart_point *point = last_point(&chart->series[i]);
		int x = point ? sub_column(plot, &chart->x, point->x) : -1;

		if (x >= 0 && x < plot->columns)
			put_letter(pane, &letters, left + plot_cell(plot, x) + 2,
				plot_row(plot, axis_position(&chart->y, point->y)),
				&chart->series[i]);
	}
	free(letters.taken);
}

void linechart_draw(struct pane pane, const struct linechart *chart)
{
	struct chart_axes axes = divide(pane, chart);
	struct plot plot = plot_begin(axes.plot);
	struct axis_tick ticks[AXIS_MAX_TICKS];
	double *heights;
	size_t count;
	int cursor = -1;

	if (plot.columns == 0)
		return;
	heights = xcalloc((size_t)plot.columns, sizeof(*heights));
	for (size_t i = 0; i < chart->series_count; i++)
		if (i != chart->selected)
			draw_line(&plot, chart, &chart->series[i], heights);
	if (chart->selected < chart->series_count)
		draw_line(&plot, chart, &chart->series[chart->selected], heights);
	plot_end(&plot);
	free(heights);
	if (!isnan(chart->cursor)) {
		int x = sub_column(&plot, &chart->x, chart->cursor);

		cursor = x >= 0 && x < plot.columns ? plot_cell(&plot, x) : -1;
	}
	count = axis_ticks_horizontal(&chart->x, pane_width(axes.below), 3, ticks);
	chart_axes_draw(&axes);
	draw_backdrop(&axes, &plot, ticks, count, cursor);
	draw_x_axis(axes.below, chart, ticks, count, cursor);
	for (size_t i = 0; i < chart->series_count; i++)
		mark_points(&plot, chart, &chart->series[i]);
	draw_letters(pane, &axes, &plot, chart, cursor);
}

double linechart_x_at(struct pane pane, const struct linechart *chart, int x)
{
	struct chart_axes axes = divide(pane, chart);
	int width = pane_width(axes.plot);

	x -= axes.plot.rect.x - pane.rect.x;
	if (x < 0 || x >= width || width < 2)
		return NAN;
	return axis_value(&chart->x, x / (double)(width - 1));
}
