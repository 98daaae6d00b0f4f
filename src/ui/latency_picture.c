#include "ui/latency.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/units.h"
#include "draw/chart_axes.h"

static void widen(double *low, double *high, double value)
{
	*low = fmin(*low, value);
	*high = fmax(*high, value);
}

static struct chart_series series_of(
	const struct latency *latency, const struct chart_point *points, size_t count)
{
	return (struct chart_series){.points = points,
		.count = count,
		.letter = role_series_letter(latency->environment),
		.role = role_series(latency->environment)};
}

static void draw_nothing(struct pane pane, const char *why)
{
	pane_text_fit(pane, 1, 0, pane_width(pane) - 2, ROLE_DIM, text_of(why));
}

/* Room for the lines of all: the caller frees it. */
static struct chart_series *make_series(size_t count)
{
	return xcalloc(count ? count : 1, sizeof(struct chart_series));
}

void latency_draw_curve(
	struct latency *const *latencies, size_t count, size_t selected, struct pane pane)
{
	struct chart_series *series = make_series(count);
	double low = NAN, high = NAN, percent = 99;
	struct linechart chart = {
		.series = series, .series_count = count, .selected = selected, .cursor = NAN};
	char title[64];

	for (size_t i = 0; i < count; i++) {
		const struct latency *latency = latencies[i];

		series[i] = series_of(latency, latency->curve, latency->curve_count);
		for (size_t p = 0; p < latency->curve_count; p++) {
			if (latency->curve[p].y > 0)
				widen(&low, &high, latency->curve[p].y);
			percent = fmax(percent, latency->curve[p].x);
		}
	}
	chart.x = axis_fit(AXIS_NINES, QUANTITY_NUMBER, 0, percent);
	chart.y = axis_fit(AXIS_LOG, QUANTITY_TIME, low, high);
	snprintf(title, sizeof(title), "latency %s  log", chart.y.unit.name);
	pane = pane_frame(pane, ROLE_BORDER, text_of(title), TEXT("% of calls faster"));
	if (isnan(high))
		draw_nothing(pane, "No latencies were measured here.");
	else
		linechart_draw(pane, &chart);
	free(series);
}

void latency_draw_histogram(
	struct latency *const *latencies, size_t count, size_t selected, struct pane pane)
{
	struct chart_series *series = make_series(count);
	double low = NAN, high = NAN, share = NAN;
	struct linechart chart = {
		.series = series, .series_count = count, .selected = selected, .cursor = NAN};
	char title[64];

	for (size_t i = 0; i < count; i++) {
		const struct latency *latency = latencies[i];

		series[i] = series_of(latency, latency->shares, latency->share_count);
		for (size_t p = 0; p < latency->share_count; p++) {
			widen(&low, &high, latency->shares[p].x);
			share = fmax(share, latency->shares[p].y);
		}
	}
	chart.x = axis_fit(AXIS_LOG, QUANTITY_TIME, low, high);
	chart.y = axis_fit(AXIS_LINEAR, QUANTITY_NUMBER, 0, share);
	snprintf(title, sizeof(title), "latency %s  log", chart.x.unit.name);
	pane = pane_frame(pane, ROLE_BORDER, TEXT("% of calls  lin"), text_of(title));
	if (isnan(high))
		draw_nothing(pane, "No histogram was recorded here.");
	else
		linechart_draw(pane, &chart);
	free(series);
}

/* What of a series falls into one column of the picture. */
struct moment {
	double p50_s, p99_s, max_s; /* NAN: nothing */
};

static double series_end(const struct timeseries *series)
{
	return series->count ? series->points[series->count - 1].t_s : 0;
}

static struct moment *find_moments(const struct timeseries *series, int columns)
{
	struct moment *moments = xcalloc((size_t)columns, sizeof(*moments));
	double end_s = series_end(series);

	for (int x = 0; x < columns; x++)
		moments[x] = (struct moment){NAN, NAN, NAN};
	for (size_t i = 0; i < series->count && end_s > 0; i++) {
		const struct timeseries_point *point = &series->points[i];
		double from = i ? series->points[i - 1].t_s : 0;
		int first = (int)(from / end_s * columns),
		    last = (int)(point->t_s / end_s * columns);

		for (int x = first; x <= last && x < columns; x++) {
			moments[x].p50_s = fmax(moments[x].p50_s, point->p50_s);
			moments[x].p99_s = fmax(moments[x].p99_s, point->p99_s);
			moments[x].max_s = fmax(moments[x].max_s, point->max_s);
		}
	}
	return moments;
}

/* The row in which @value lies, counted from below; -1 for none. */
static int row_of(const struct axis *y, double value, int rows)
{
	double position = axis_position(y, value);

	if (isnan(position))
		return -1;
	return position <= 0 ? 0 : position >= 1 ? rows - 1 : (int)lround(position * (rows - 1));
}

static void draw_moment(struct pane plot, const struct axis *y, int x, struct moment moment)
{
	const struct glyphs *glyphs = pane_glyphs(plot);
	int rows = pane_height(plot);
	int p50 = row_of(y, moment.p50_s, rows), p99 = row_of(y, moment.p99_s, rows);
	int max = row_of(y, moment.max_s, rows);

	for (int i = 0; i <= max || i <= p99 || i <= p50; i++) {
		int shade = i <= p50 ? 4 : i <= p99 ? 2 : 1;
		enum role role = shade == 4 ? ROLE_HEAT_4 : shade == 2 ? ROLE_HEAT_2 : ROLE_HEAT_1;

		pane_put(plot, x, rows - 1 - i, role, glyphs->shade[shade]);
	}
}

void latency_draw_time(const struct latency *latency, struct pane pane)
{
	const struct timeseries *series = latency->series;
	double low = NAN, high = NAN;
	struct chart_axes axes;
	struct moment *moments;
	struct axis y;
	char title[96], end[UNITS_SIZE];
	int columns;

	for (size_t i = 0; series && i < series->count; i++) {
		const struct timeseries_point *point = &series->points[i];

		if (point->p50_s > 0)
			widen(&low, &high, point->p50_s);
		if (point->max_s > 0)
			widen(&low, &high, point->max_s);
	}
	/* The least median with room below, so that its bar is seen. */
	y = axis_fit(AXIS_LOG, QUANTITY_TIME, low / 3, high);
	snprintf(title, sizeof(title), "%c %.40s  %s  log",
		role_series_letter(latency->environment), latency->label, y.unit.name);
	pane = pane_frame(pane, ROLE_BORDER, text_of(title), TEXT("half, 99 %, worst"));
	if (isnan(high)) {
		draw_nothing(pane, "No latencies over time were recorded here.");
		return;
	}
	axes = chart_axes_divide(pane, &y, 1);
	columns = pane_width(axes.plot);
	if (columns <= 0)
		return;
	moments = find_moments(series, columns);
	for (int x = 0; x < columns; x++)
		draw_moment(axes.plot, &y, x, moments[x]);
	free(moments);
	chart_axes_draw(&axes);
	pane_string(axes.below, 0, 0, ROLE_AXIS, "0");
	pane_text_right(axes.below, 0, 0, columns, ROLE_AXIS,
		text_of(units_format_time(end, series_end(series))));
}
