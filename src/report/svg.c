#include "report/svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "report/markup.h"

/* The picture in user units, which are about pixels. */
#define WIDTH        720
#define HEIGHT       300
#define LEFT         56
#define RIGHT        32
#define TOP          24
#define BOTTOM       40
#define TEXT_HEIGHT  12
#define LEGEND_LINE  18
#define LEGEND_WIDTH (WIDTH / 3)
/* Characters of a legend's name, by a width of 7 units each. */
#define LEGEND_LENGTH ((LEGEND_WIDTH - 40) / 7)

/*
 * Eight colours that people with any colour vision tell apart, on light and on dark:
 * Okabe and Ito, https://jfly.uni-koeln.de/color/, some of them darker on light for
 * a contrast of 3 and more.
 */
static const struct {
	const char *on_light, *on_dark;
} colors[ROLE_SERIES_COUNT] = {
	{"#0072b2", "#56b4e9"},
	{"#d55e00", "#ff8c42"},
	{"#00805e", "#1fc79a"},
	{"#b0478a", "#e59ac9"},
	{"#8a6d00", "#f0e442"},
	{"#0e7fbf", "#8fd0ff"},
	{"#a04000", "#e69f00"},
	{"#444444", "#bbbbbb"},
};

static void add_color_rules(struct strbuf *out, bool dark)
{
	for (int i = 0; i < ROLE_SERIES_COUNT; i++) {
		const char *color = dark ? colors[i].on_dark : colors[i].on_light;

		strbuf_printf(out, ".s%d{color:%s}", i, color);
	}
	strbuf_printf(out, ".chart text{fill:%s}.chart .grid{stroke:%s}.chart .frame{stroke:%s}\n",
		dark ? "#ccc" : "#444", dark ? "#3a3a3a" : "#ddd", dark ? "#888" : "#777");
}

void svg_add_style(struct strbuf *out)
{
	strbuf_add_string(out,
		".chart{font:12px system-ui,sans-serif}"
		".chart .line{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}"
		".chart .dots{fill:none;stroke:currentColor;stroke-width:6;stroke-linecap:round}"
		".chart .doubt{fill:none;stroke:currentColor;stroke-width:1.5}"
		".chart .grid,.chart .frame{fill:none;stroke-width:1}"
		".chart text.letter{fill:currentColor;font-weight:700}\n");
	add_color_rules(out, false);
	strbuf_add_string(out, "@media(prefers-color-scheme:dark){");
	add_color_rules(out, true);
	strbuf_add_string(out, "}\n");
}

static double x_of(const struct linechart *chart, double value)
{
	return LEFT + axis_position(&chart->x, value) * (WIDTH - LEFT - RIGHT);
}

static double y_of(const struct linechart *chart, double value)
{
	double position = fmin(fmax(axis_position(&chart->y, value), 0), 1);

	return HEIGHT - BOTTOM - position * (HEIGHT - TOP - BOTTOM);
}

static void add_axes(struct strbuf *out, const struct linechart *chart)
{
	struct axis_tick ticks[AXIS_MAX_TICKS];
	size_t count = axis_ticks_vertical(
		&chart->y, (HEIGHT - TOP - BOTTOM) / TEXT_HEIGHT, 2, ticks);

	strbuf_add_string(out, "<path class=\"grid\" d=\"");
	for (size_t i = 0; i < count; i++)
		strbuf_printf(out, "M%d %.1fH%d", LEFT, y_of(chart, ticks[i].value), WIDTH - RIGHT);
	strbuf_printf(out, "\"/><path class=\"frame\" d=\"M%d %dV%dH%d\"/>\n", LEFT, TOP,
		HEIGHT - BOTTOM, WIDTH - RIGHT);
	strbuf_add_string(out, "<g text-anchor=\"end\">");
	for (size_t i = 0; i < count; i++)
		strbuf_printf(out, "<text x=\"%d\" y=\"%.1f\">%s</text>", LEFT - 6,
			y_of(chart, ticks[i].value) + 4, ticks[i].label);
	strbuf_add_string(out, "</g><g text-anchor=\"middle\">");
	count = axis_ticks_horizontal(&chart->x, (WIDTH - LEFT - RIGHT) / 8, 2, ticks);
	for (size_t i = 0; i < count; i++)
		strbuf_printf(out, "<text x=\"%.1f\" y=\"%d\">%s</text>",
			x_of(chart, ticks[i].value), HEIGHT - BOTTOM + 16, ticks[i].label);
	strbuf_printf(out, "<text x=\"%d\" y=\"%d\">record size</text></g>\n",
		(LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6);
}

static void add_series(
	struct strbuf *out, const struct linechart *chart, const struct chart_series *series)
{
	bool drawing = false;

	strbuf_printf(out, "<g class=\"s%d\"><path class=\"line\" d=\"",
		(int)series->role - (int)ROLE_SERIES_A);
	for (size_t i = 0; i < series->count; i++) {
		const struct chart_point *point = &series->points[i];

		if (isnan(point->y)) {
			drawing = false;
			continue;
		}
		strbuf_printf(out, "%c%.1f %.1f", drawing ? 'L' : 'M', x_of(chart, point->x),
			y_of(chart, point->y));
		drawing = true;
	}
	strbuf_add_string(out, "\"/><path class=\"dots\" d=\"");
	for (size_t i = 0; i < series->count; i++)
		if (!isnan(series->points[i].y) && !series->points[i].doubtful)
			strbuf_printf(out, "M%.1f %.1fh0", x_of(chart, series->points[i].x),
				y_of(chart, series->points[i].y));
	strbuf_add_string(out, "\"/>");
	for (size_t i = 0; i < series->count; i++)
		if (!isnan(series->points[i].y) && series->points[i].doubtful)
			strbuf_printf(out,
				"<circle class=\"doubt\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>",
				x_of(chart, series->points[i].x), y_of(chart, series->points[i].y));
	strbuf_add_string(out, "</g>");
}

/* Where a series' letter stands: behind its last value. */
struct end_label {
	double x, y;
	const struct chart_series *series;
};

static int compare_labels(const void *a, const void *b)
{
	const struct end_label *left = a, *right = b;

	return (left->y > right->y) - (left->y < right->y);
}

static void add_letters(struct strbuf *out, const struct linechart *chart)
{
	struct end_label *labels = xcalloc(chart->series_count, sizeof(*labels));
	size_t count = 0;
	double lowest = HEIGHT - BOTTOM + 4;

	for (size_t s = 0; s < chart->series_count; s++) {
		const struct chart_series *series = &chart->series[s];

		for (size_t i = series->count; i-- > 0;)
			if (!isnan(series->points[i].y)) {
				labels[count++] = (struct end_label){
					.x = x_of(chart, series->points[i].x) + 8,
					.y = y_of(chart, series->points[i].y) + 4,
					.series = series};
				break;
			}
	}
	qsort(labels, count, sizeof(*labels), compare_labels);
	/* Letters make room for each other: from the bottom upwards. */
	for (size_t i = count; i-- > 0;) {
		labels[i].y = fmin(labels[i].y, lowest);
		lowest = labels[i].y - TEXT_HEIGHT;
		strbuf_printf(out, "<text class=\"letter s%d\" x=\"%.1f\" y=\"%.1f\">%c</text>",
			(int)labels[i].series->role - (int)ROLE_SERIES_A, labels[i].x, labels[i].y,
			labels[i].series->letter);
	}
	free(labels);
}

static void add_legend(struct strbuf *out, const struct curves *curves)
{
	char name[4 * LEGEND_LENGTH + 4];

	for (size_t i = 0; i < curves->curve_count; i++) {
		const struct curve *curve = &curves->curves[i];
		int x = LEFT + (int)(i % 3) * LEGEND_WIDTH - (i % 3 ? LEFT / 2 : 0);
		int y = HEIGHT + LEGEND_LINE * (int)(i / 3 + 1);

		utf8_fit(name, sizeof(name), text_of(curve->label), LEGEND_LENGTH, false);
		strbuf_printf(out, "<text class=\"letter s%d\" x=\"%d\" y=\"%d\">%c</text>",
			(int)role_series(curve->environment) - (int)ROLE_SERIES_A, x, y,
			role_series_letter(curve->environment));
		strbuf_printf(out, "<text x=\"%d\" y=\"%d\">", x + 16, y);
		markup_add_xml(out, text_of(name));
		strbuf_add_string(out, "</text>\n");
	}
}

void svg_add_chart(struct strbuf *out, const struct curves *curves, const char *id, bool alone)
{
	const struct metric_info *metric = &metric_table[curves->metric];
	struct curves_chart made = curves_make_chart(curves);
	struct strbuf title = STRBUF_INIT;
	int height = HEIGHT;

	if (alone)
		height += LEGEND_LINE * ((int)(curves->curve_count + 2) / 3 + 1);
	curves_add_title(curves, &title);
	strbuf_printf(out,
		"<svg class=\"chart\" role=\"img\" aria-labelledby=\"%s\" viewBox=\"0 0 %d %d\"",
		id, WIDTH, height);
	if (alone)
		strbuf_printf(out,
			" xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\"", WIDTH,
			height);
	strbuf_printf(out, ">\n<title id=\"%s\">", id);
	markup_add_xml(out, strbuf_text(&title));
	strbuf_printf(out, ": %s by record size</title>\n", metric->title);
	if (alone) {
		strbuf_add_string(out, "<style>");
		svg_add_style(out);
		strbuf_add_string(out, ".page{fill:#fff}@media(prefers-color-scheme:dark){.page{"
				       "fill:#161616}}</style><rect class=\"page\" width=\"100%\" "
				       "height=\"100%\"/>\n");
	}
	strbuf_printf(out, "<text x=\"4\" y=\"14\">%s %s (%s)</text>", metric->title,
		curves->unit.name, axis_kind_name(&made.chart.y));
	if (alone) {
		strbuf_printf(out, "<text x=\"%d\" y=\"14\" text-anchor=\"end\">", WIDTH - RIGHT);
		markup_add_xml(out, strbuf_text(&title));
		strbuf_add_string(out, "</text>\n");
	}
	add_axes(out, &made.chart);
	for (size_t i = 0; i < made.chart.series_count; i++)
		add_series(out, &made.chart, &made.chart.series[i]);
	add_letters(out, &made.chart);
	if (alone)
		add_legend(out, curves);
	strbuf_add_string(out, "</svg>\n");
	strbuf_free(&title);
	curves_free_chart(&made);
}
