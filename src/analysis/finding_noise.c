/*
 * Figures that do not hold still: wide spreads, change within a run (bursts), drift from run to
 * run, a hypervisor that took time away.
 */
#include <math.h>
#include <stdlib.h>

#include "analysis/finding.h"
#include "base/alloc.h"
#include "base/units.h"
#include "model/timeseries.h"

#define WIDE        0.25 /* half the width of an interval, relative */
#define WIDE_SHARE  0.25 /* of an environment's figures */
#define WIDE_LEAST  2 /* figures that are wide */
#define NAMED_MOST  6 /* environments in a sentence */
#define STEAL_LEAST 5.0 /* percent */
#define BURST_LEAST 1.33 /* of the level before over the one behind */
#define BURST_P     0.01 /* over all series that are looked at */
#define DRIFT_LEAST 1.10
#define DRIFT_ROWS  8 /* runs, to speak of drift */
#define SERIES_MOST 500 /* of them looked at: the first ones */

/* How many of an environment's figures are wide. */
struct width {
	size_t known, wide;
	const struct work *widest;
};

static struct width *all_widths(const struct finding_context *context)
{
	struct width *all = xcalloc(context->environments, sizeof(*all));
	size_t count;
	const struct work *works = works_all(context->works, &count);

	for (size_t i = 0; i < count; i++) {
		struct width *own = &all[works[i].at.at[CUBE_ENVIRONMENT]];

		if (works[i].status != STATUS_OK || isnan(works[i].half_width) ||
			works[i].degrees < 3)
			continue;
		own->known++;
		if (works[i].half_width < WIDE)
			continue;
		own->wide++;
		if (!own->widest || works[i].half_width > own->widest->half_width)
			own->widest = &works[i];
	}
	return all;
}

/* One finding on all environments whose figures are wide. */
static void find_wide(struct finding_context *context)
{
	struct width *all = all_widths(context);
	const struct work *widest = NULL;
	struct strbuf out = STRBUF_INIT, dimensions = STRBUF_INIT;
	struct finding *finding = NULL;
	size_t named = 0;

	for (uint32_t e = 0; e < context->environments; e++) {
		struct width width = all[e];

		if (width.wide < WIDE_LEAST ||
			(double)width.wide < WIDE_SHARE * (double)width.known)
			continue;
		if (!finding)
			finding = finding_new(context, FINDING_VARIANCE, CONFIDENCE_SURE, 5);
		strbuf_printf(&out, "%s%s (%zu of %zu)",
			named++ ? ", " : "Unsteady: ", finding_environment(context, e), width.wide,
			width.known);
		finding_cite(finding, width.widest->row);
		if (!widest || width.widest->half_width > widest->half_width)
			widest = width.widest;
	}
	if (finding) {
		work_add_dimensions(context->dataset, widest->row, &dimensions);
		strbuf_printf(&out,
			"%s. So many figures are known no better than within %.0f %%, the worst "
			"(%s of %s%s",
			named > NAMED_MOST ? " and more" : "", 100 * WIDE,
			finding_test(context, widest->at.at[CUBE_TEST]),
			finding_environment(context, widest->at.at[CUBE_ENVIRONMENT]),
			dimensions.len ? ", " : "");
		strbuf_add_text(&out, strbuf_text(&dimensions));
		strbuf_printf(&out, ") within %.0f %%.", 100 * widest->half_width);
		finding_say(finding, &out);
		finding_explain(finding, "95 %% intervals of the medians");
		finding_point(finding, FINDING_VIEW_LATENCY, widest->at);
	}
	free(all);
	strbuf_free(&out);
	strbuf_free(&dimensions);
}

/* One finding on all that was measured while the hypervisor took time away. */
static void find_steal(struct finding_context *context)
{
	size_t count, stolen = 0;
	const struct work *works = works_all(context->works, &count), *worst = NULL;
	struct strbuf out = STRBUF_INIT;
	struct finding *finding;
	double most = 0;

	for (size_t i = 0; i < count; i++) {
		double steal = 0;

		if (!dataset_number(context->dataset, works[i].row, COL_STEAL_PERCENT, &steal) ||
			steal < STEAL_LEAST)
			continue;
		stolen++;
		if (steal > most) {
			most = steal;
			worst = &works[i];
		}
	}
	if (!worst)
		return;
	finding = finding_new(context, FINDING_VARIANCE, CONFIDENCE_SURE, 5);
	strbuf_printf(&out,
		"While %zu figures were measured the hypervisor took %.0f %% of the CPU or more "
		"away (up to %.0f %%, %s of %s): they are too low, and another run will differ.",
		stolen, STEAL_LEAST, most, finding_test(context, worst->at.at[CUBE_TEST]),
		finding_environment(context, worst->at.at[CUBE_ENVIRONMENT]));
	finding_say(finding, &out);
	finding_explain(finding, "steal time, as the kernel counts it");
	finding_point(finding, FINDING_VIEW_LATENCY, worst->at);
	finding_cite(finding, worst->row);
	strbuf_free(&out);
}

/* The throughputs of a series, or its operations where it has none; how many. */
static size_t levels_of(const struct timeseries *series, double *levels)
{
	size_t count = 0;

	for (size_t i = 0; i < series->count; i++) {
		double level = series->points[i].bytes_per_s;

		if (isnan(level))
			level = series->points[i].ops_per_s;
		if (!isnan(level))
			levels[count++] = level;
	}
	return count;
}

static void tell_burst(struct finding_context *context, const struct work *work, uint32_t row,
	const struct change *change, double at_s)
{
	struct strbuf out = STRBUF_INIT;
	struct finding *finding;
	char text[UNITS_SIZE];
	bool falls = change->before > change->after;
	double factor = falls ? change->before / change->after : change->after / change->before;

	finding = finding_new(context, FINDING_DRIFT, CONFIDENCE_SURE, 7 + log(factor));
	strbuf_printf(&out, "%s at %s: after %s the level %s ",
		finding_environment(context, work->at.at[CUBE_ENVIRONMENT]),
		finding_test(context, work->at.at[CUBE_TEST]), units_format_time(text, at_s),
		falls ? "falls" : "rises");
	finding_add_factor(factor, &out);
	strbuf_add_string(&out, " times");
	if (falls)
		strbuf_add_string(&out, ": a burst first, then the steady state. What lasts is the "
					"second.");
	else
		strbuf_add_string(&out, ": it had to warm up first.");
	finding_say(finding, &out);
	finding_explain(finding, "Pettitt's test, p %s %.2g", change->p < 1e-6 ? "below" : "=",
		fmax(change->p, 1e-6));
	finding_point(finding, FINDING_VIEW_LATENCY, work->at);
	finding_cite(finding, row);
	strbuf_free(&out);
}

/* The clearest change within a run of each environment. */
static void find_bursts(struct finding_context *context)
{
	struct timeseries *series = xcalloc(1, sizeof(*series));
	size_t count, looked = 0, series_count = 0;
	const struct work *works = works_all(context->works, &count);
	bool *told = xcalloc(context->environments, sizeof(*told));

	for (size_t i = 0; i < count; i++)
		series_count += dataset_has(context->dataset, works[i].row, COL_SERIES);
	series_count = series_count < SERIES_MOST ? series_count : SERIES_MOST;
	for (size_t i = 0; i < count && looked < SERIES_MOST; i++) {
		uint32_t row = works[i].row, environment = works[i].at.at[CUBE_ENVIRONMENT];
		struct text text = dataset_text(context->dataset, row, COL_SERIES);
		double levels[TIMESERIES_POINTS];
		struct change change;
		size_t points;

		if (!text.len || told[environment] || works[i].status != STATUS_OK)
			continue;
		looked++;
		timeseries_init(series);
		timeseries_parse(series, text);
		points = levels_of(series, levels);
		change = statistics_find_change(levels, points);
		if (change.p * (double)series_count > BURST_P || !(change.before > 0) ||
			!(change.after > 0) ||
			fabs(log(change.before / change.after)) < log(BURST_LEAST))
			continue;
		tell_burst(context, &works[i], row, &change, series->points[change.at - 1].t_s);
		told[environment] = true;
	}
	free(told);
	free(series);
}

struct dated {
	struct text started;
	uint32_t row;
	double value;
};

static int compare_dated(const void *a, const void *b)
{
	const struct dated *x = a, *y = b;
	int order = text_compare(x->started, y->started);

	return order ? order : (x->row > y->row) - (x->row < y->row);
}

/* The works whose runs get slower, or faster, one after the other. */
static void find_drift(struct finding_context *context)
{
	size_t count, looks = 0;
	const struct work *works = works_all(context->works, &count);

	for (size_t i = 0; i < count; i++)
		looks += works[i].row_count >= DRIFT_ROWS && works[i].status == STATUS_OK;
	for (size_t i = 0; i < count; i++) {
		const struct work *work = &works[i];
		struct dated *dated;
		double *values;
		size_t n = 0;
		struct trend trend;
		double whole;

		if (work->row_count < DRIFT_ROWS || work->status != STATUS_OK)
			continue;
		dated = xcalloc(work->row_count, sizeof(*dated));
		values = xcalloc(work->row_count, sizeof(*values));
		for (uint32_t k = 0; k < work->row_count && n < 1000; k++) {
			uint32_t row = work_rows(context->works, work)[k];
			enum column figure = cube_test(context->cube, work->at.at[CUBE_TEST])
						     ->figure;

			dated[n].row = row;
			dated[n].started = dataset_text(context->dataset, row, COL_STARTED);
			if (dataset_number(context->dataset, row, figure, &dated[n].value) &&
				dated[n].value > 0)
				n++;
		}
		qsort(dated, n, sizeof(*dated), compare_dated);
		for (size_t k = 0; k < n; k++)
			values[k] = log(dated[k].value);
		trend = statistics_find_trend(values, n);
		whole = trend.slope * (double)(n - (n > 0));
		if (trend.p * (double)looks < 0.05 && fabs(whole) >= log(DRIFT_LEAST)) {
			struct strbuf out = STRBUF_INIT;
			struct finding *finding = finding_new(
				context, FINDING_DRIFT, CONFIDENCE_SURE, 7 + fabs(whole));

			strbuf_printf(&out,
				"%s at %s: the figure drifts by %+.0f %% over %zu runs, so what "
				"ran "
				"early and what ran late is not comparable.",
				finding_environment(context, work->at.at[CUBE_ENVIRONMENT]),
				finding_test(context, work->at.at[CUBE_TEST]),
				100 * (exp(whole) - 1), n);
			finding_say(finding, &out);
			finding_explain(finding, "Mann-Kendall's test, significant");
			finding_point(finding, FINDING_VIEW_LATENCY, work->at);
			finding_cite(finding, dated[n - 1].row);
			finding_cite(finding, dated[0].row);
			strbuf_free(&out);
		}
		free(dated);
		free(values);
	}
}

void finding_find_noise(struct finding_context *context)
{
	find_wide(context);
	find_steal(context);
	find_bursts(context);
	find_drift(context);
}
