#include "ui/latency.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "model/histogram.h"

/* Steps of the histogram's picture in a power of ten. */
#define STEPS_A_DECADE 12
#define SHARE_STEPS    (14 * STEPS_A_DECADE) /* from 1 ns to 10^5 s */
#define LEAST_S        1e-9

/* Percentiles of a row that has no histogram. */
static void curve_of_percentiles(const struct browse *browse, struct latency *latency)
{
	static const struct {
		enum column column;
		double percent;
	} points[] = {{COL_LAT_MIN_S, 0}, {COL_LAT_P50_S, 50}, {COL_LAT_P95_S, 95},
		{COL_LAT_P99_S, 99}, {COL_LAT_P999_S, 99.9}};

	free(latency->curve);
	latency->curve = xcalloc(FST_COUNT(points), sizeof(*latency->curve));
	for (size_t i = 0; i < FST_COUNT(points); i++) {
		double seconds;

		if (dataset_number(browse->dataset, latency->row, points[i].column, &seconds))
			latency->curve[latency->curve_count++] = (struct chart_point){
				.x = points[i].percent, .y = seconds};
	}
}

static void curve_of_histogram(struct latency *latency, struct text text)
{
	double edge_s, count, below = 0;
	struct text rest = text;
	size_t pairs = 0;

	while (histogram_next_pair(&rest, &edge_s, &count))
		pairs++;
	latency->curve = xcalloc(pairs + 1, sizeof(*latency->curve));
	for (rest = text; histogram_next_pair(&rest, &edge_s, &count);) {
		if (!(count > 0) || !(edge_s > 0))
			continue;
		if (latency->curve_count == 0)
			latency->curve[latency->curve_count++] = (struct chart_point){.y = edge_s};
		below += count;
		/* The slowest call lies at 100 %, which no scale of nines has. */
		latency->curve[latency->curve_count++] = (struct chart_point){
			.x = 100 * fmin(below, latency->calls - 0.5) / latency->calls, .y = edge_s};
	}
}

static size_t step_of(double seconds)
{
	double step = seconds > LEAST_S ? log10(seconds / LEAST_S) * STEPS_A_DECADE : 0;

	return step < SHARE_STEPS - 1 ? (size_t)step : SHARE_STEPS - 1;
}

static double step_edge(size_t step)
{
	return LEAST_S * pow(10, (double)step / STEPS_A_DECADE);
}

/* The histogram in steps of equal width, as a line with an edge at each. */
static void find_shares(struct latency *latency, struct text text)
{
	double *counts = xcalloc(SHARE_STEPS, sizeof(*counts));
	double edge_s, count;
	size_t first = SHARE_STEPS, last = 0;

	for (struct text rest = text; histogram_next_pair(&rest, &edge_s, &count);) {
		size_t step = step_of(edge_s);

		counts[step] += count;
		first = step < first ? step : first;
		last = step > last ? step : last;
	}
	latency->shares = xcalloc(2 * SHARE_STEPS + 2, sizeof(*latency->shares));
	for (size_t i = first; i <= last && first < SHARE_STEPS; i++) {
		double share = 100 * counts[i] / latency->calls;

		latency->shares[latency->share_count++] = (struct chart_point){
			.x = step_edge(i), .y = share};
		latency->shares[latency->share_count++] = (struct chart_point){
			.x = step_edge(i + 1), .y = share};
	}
	free(counts);
}

static struct timeseries *find_series(struct text text)
{
	struct timeseries *series;
	bool any = false;

	if (text.len == 0)
		return NULL;
	series = xmalloc(sizeof(*series));
	timeseries_parse(series, text);
	for (size_t i = 0; i < series->count; i++)
		any = any || !isnan(series->points[i].p50_s) || !isnan(series->points[i].max_s);
	if (any)
		return series;
	free(series);
	return NULL;
}

static void read_details(
	struct latency *latency, const struct browse *browse, struct fst_error *error)
{
	struct strbuf text = STRBUF_INIT;
	double edge_s, count;

	if (library_read_detail(&browse->files, browse->dataset, latency->row, COL_LAT_HISTOGRAM,
		    &text, error) == FST_OK)
		for (struct text rest = strbuf_text(&text);
			histogram_next_pair(&rest, &edge_s, &count);)
			latency->calls += count;
	if (latency->calls > 0) {
		curve_of_histogram(latency, strbuf_text(&text));
		find_shares(latency, strbuf_text(&text));
	}
	strbuf_clear(&text);
	if (library_read_detail(&browse->files, browse->dataset, latency->row, COL_SERIES, &text,
		    error) == FST_OK)
		latency->series = find_series(strbuf_text(&text));
	strbuf_free(&text);
}

struct latency *latency_new(
	const struct browse *browse, uint32_t environment, uint32_t row, struct fst_error *error)
{
	struct latency *latency = xcalloc(1, sizeof(*latency));

	latency->environment = environment;
	latency->label = cube_environment(browse->cube, environment)->label;
	latency->row = row;
	read_details(latency, browse, error);
	if (latency->curve_count == 0)
		curve_of_percentiles(browse, latency);
	return latency;
}

void latency_free(struct latency *latency)
{
	if (!latency)
		return;
	free(latency->curve);
	free(latency->shares);
	free(latency->series);
	free(latency);
}
