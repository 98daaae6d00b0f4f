#include "model/timeseries.h"

#include <math.h>
#include <string.h>

#include "base/attributes.h"
#include "base/number.h"

/* A point is a glance: more digits would only make files longer. */
#define SERIES_DIGITS 5

void timeseries_init(struct timeseries *series)
{
	memset(series, 0, sizeof(*series));
	series->join = 1;
}

/* The mean of two figures by their spans; a missing one leaves the other. */
static double weighted(double a, double a_span, double b, double b_span)
{
	if (isnan(a) || isnan(b))
		return isnan(a) ? b : a;
	if (a_span + b_span <= 0)
		return (a + b) / 2;
	return (a * a_span + b * b_span) / (a_span + b_span);
}

/* Join @next, which follows @point in time, to @point. */
static void join_points(struct timeseries_point *point, const struct timeseries_point *next)
{
	double a = point->span_s, b = next->span_s;

	point->bytes_per_s = weighted(point->bytes_per_s, a, next->bytes_per_s, b);
	point->bytes_per_s_min = fmin(point->bytes_per_s_min, next->bytes_per_s_min);
	point->bytes_per_s_max = fmax(point->bytes_per_s_max, next->bytes_per_s_max);
	point->ops_per_s = weighted(point->ops_per_s, a, next->ops_per_s, b);
	point->p50_s = weighted(point->p50_s, a, next->p50_s, b);
	point->p99_s = fmax(point->p99_s, next->p99_s);
	point->max_s = fmax(point->max_s, next->max_s);
	point->t_s = next->t_s;
	point->span_s = a + b;
}

static void halve(struct timeseries *series)
{
	size_t kept = series->count / 2;

	for (size_t i = 0; i < kept; i++) {
		struct timeseries_point joined = series->points[2 * i];

		join_points(&joined, &series->points[2 * i + 1]);
		series->points[i] = joined;
	}
	series->count = kept;
	series->join *= 2;
	series->held = series->join;
}

void timeseries_add(struct timeseries *series, const struct timeseries_point *sample)
{
	struct timeseries_point point = *sample;

	point.bytes_per_s_min = point.bytes_per_s_max = point.bytes_per_s;
	if (series->count && series->held < series->join) {
		join_points(&series->points[series->count - 1], &point);
		series->held++;
		return;
	}
	if (series->count == TIMESERIES_POINTS)
		halve(series);
	series->points[series->count++] = point;
	series->held = 1;
}

void timeseries_format(const struct timeseries *series, struct strbuf *out)
{
	for (size_t i = 0; i < series->count; i++) {
		const struct timeseries_point *p = &series->points[i];
		const double parts[] = {
			p->t_s, p->bytes_per_s, p->ops_per_s, p->p50_s, p->p99_s, p->max_s};

		if (out->len)
			strbuf_add_char(out, ' ');
		for (size_t k = 0; k < FST_COUNT(parts); k++) {
			if (k)
				strbuf_add_char(out, ':');
			if (isfinite(parts[k]))
				number_add_rounded(out, parts[k], SERIES_DIGITS);
		}
	}
}

bool timeseries_parse(struct timeseries *series, struct text text)
{
	struct text word, part;
	double before = 0;

	timeseries_init(series);
	while (text_next_word(&text, &word)) {
		double value[6];
		size_t k = 0;

		while (text_next_part(&word, ':', &part)) {
			if (k == FST_COUNT(value))
				return false;
			value[k] = NAN;
			if (part.len && !number_parse(part, &value[k]))
				return false;
			k++;
		}
		if (k != FST_COUNT(value) || isnan(value[0]) || value[0] < before)
			return false;
		timeseries_add(series, &(struct timeseries_point){.t_s = value[0],
					       .span_s = value[0] - before,
					       .bytes_per_s = value[1],
					       .ops_per_s = value[2],
					       .p50_s = value[3],
					       .p99_s = value[4],
					       .max_s = value[5]});
		before = value[0];
	}
	return true;
}
