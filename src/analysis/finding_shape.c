/*
 * What a sweep's shape tells: a flat line (one path limits it), the knee between a call's cost and
 * a byte's, a cliff over the file size (a cache ends).
 */
#include <math.h>
#include <stdlib.h>

#include "analysis/cost.h"
#include "analysis/finding_sweep.h"
#include "base/alloc.h"
#include "base/units.h"

#define RECORDS_LEAST 5 /* of one file size, to speak of a shape */
#define SPAN_LEAST    16 /* of the largest record over the smallest */
#define FLAT_MOST     1.5 /* of the best over the worst throughput */
#define LIVELY_LEAST  2.0 /* of another environment's, for a flat one to stand out */

#define KNEE_RECORDS_LEAST 6
#define KNEE_R_SQUARED     0.95
#define KNEE_ERROR         0.15
#define KNEE_GAIN_LEAST    2.0

#define CLIFF_FILES_LEAST 3
#define CLIFF_DROP        0.6 /* of the throughput is left at most */
#define TESTS_NAMED       4

/* How much the throughput varies over record sizes, and from where to where. */
struct variation {
	double factor; /* best over worst at one file size, the median over them; NAN: no sweep */
	double low, high; /* over all */
	double least_record, most_record;
	const struct work *work;
};

static struct variation variation_of(
	const struct finding_context *context, uint32_t test, uint32_t environment)
{
	struct variation v = {.factor = NAN, .low = INFINITY, .least_record = INFINITY};
	struct sweep sweep = sweep_new(context, test, environment);
	double *factors = xcalloc(sweep.count, sizeof(*factors));
	size_t files = 0;

	for (size_t first = 0, count; first < sweep.count; first += count) {
		double low = INFINITY, high = 0, from, to;

		count = sweep_file_count(&sweep, first);
		from = sweep_record_bytes(context, sweep.works[first]);
		to = sweep_record_bytes(context, sweep.works[first + count - 1]);
		if (count < RECORDS_LEAST || to < SPAN_LEAST * from)
			continue;
		for (size_t i = first; i < first + count; i++) {
			low = fmin(low, sweep.works[i]->value);
			high = fmax(high, sweep.works[i]->value);
		}
		factors[files++] = high / low;
		v.low = fmin(v.low, low);
		v.high = fmax(v.high, high);
		v.least_record = fmin(v.least_record, from);
		v.most_record = fmax(v.most_record, to);
		v.work = sweep.works[first];
	}
	if (files) {
		statistics_sort(factors, files);
		v.factor = statistics_median_sorted(factors, files);
	}
	free(factors);
	sweep_free(&sweep);
	return v;
}

/* All variations: by test, then environment. */
static struct variation *all_variations(const struct finding_context *context)
{
	struct variation *all = xcalloc(
		(size_t)context->tests * context->environments, sizeof(*all));

	for (uint32_t t = 0; t < context->tests; t++)
		for (uint32_t e = 0; e < context->environments; e++)
			all[t * context->environments + e] = variation_of(context, t, e);
	return all;
}

/* The environment that varies most at @test, where it varies enough to stand against a flat one. */
static uint32_t find_liveliest(
	const struct finding_context *context, const struct variation *all, uint32_t test)
{
	uint32_t best = UINT32_MAX;
	double most = LIVELY_LEAST;

	for (uint32_t e = 0; e < context->environments; e++)
		if (all[test * context->environments + e].factor >= most) {
			most = all[test * context->environments + e].factor;
			best = e;
		}
	return best;
}

static void find_flat(struct finding_context *context, const struct variation *all,
	const uint32_t *liveliest, uint32_t environment)
{
	struct strbuf out = STRBUF_INIT, tests = STRBUF_INIT;
	struct variation sum = {.low = INFINITY, .least_record = INFINITY};
	size_t flat = 0, swept = 0;
	uint32_t other = UINT32_MAX, other_test = 0;
	char from[UNITS_SIZE], to[UNITS_SIZE], low[UNITS_SIZE], high[UNITS_SIZE];
	struct finding *finding;

	for (uint32_t t = 0; t < context->tests; t++) {
		const struct variation *v = &all[t * context->environments + environment];
		uint32_t lively = liveliest[t];

		swept += isnan(v->factor) ? 0 : 1;
		/* Where all are flat alike the work is, not the path. */
		if (!(v->factor <= FLAT_MOST) ||
			(lively == UINT32_MAX && context->environments > 1))
			continue;
		if (other == UINT32_MAX && lively != UINT32_MAX) {
			other = lively;
			other_test = t;
		}
		if (flat++ < TESTS_NAMED)
			strbuf_printf(
				&tests, "%s%s", tests.len ? ", " : "", finding_test(context, t));
		sum.low = fmin(sum.low, v->low);
		sum.high = fmax(sum.high, v->high);
		sum.least_record = fmin(sum.least_record, v->least_record);
		sum.most_record = fmax(sum.most_record, v->most_record);
		sum.work = v->work;
	}
	if (flat > 0 && 2 * flat >= swept) {
		finding = finding_new(context, FINDING_FLAT,
			flat > 1 ? CONFIDENCE_SURE : CONFIDENCE_LIKELY, 12 + (double)flat / 10);
		strbuf_printf(&out,
			"%s hardly moves: %s to %s from %s to %s records at %s%s. One path with a "
			"fixed "
			"speed limits it, whatever the record size.",
			finding_environment(context, environment), units_format_rate(low, sum.low),
			units_format_rate(high, sum.high),
			units_format_size(from, sum.least_record, true),
			units_format_size(to, sum.most_record, true), strbuf_string(&tests),
			flat > TESTS_NAMED ? " and more" : "");
		if (other != UINT32_MAX) {
			strbuf_printf(&out, " %s moves ", finding_environment(context, other));
			finding_add_factor(
				all[other_test * context->environments + other].factor, &out);
			strbuf_printf(&out, " times at %s.", finding_test(context, other_test));
		}
		finding_say(finding, &out);
		finding_explain(finding, "flat at %zu of %zu tests that were swept", flat, swept);
		finding_point(finding, FINDING_VIEW_SIZES, sum.work->at);
		for (uint32_t t = 0; t < context->tests; t++)
			if (all[t * context->environments + environment].factor <= FLAT_MOST)
				finding_cite(finding,
					all[t * context->environments + environment].work->row);
	}
	strbuf_free(&out);
	strbuf_free(&tests);
}

/* The cost model at the largest file size with enough records; its first work to @at. */
static struct cost_model model_of(const struct finding_context *context, uint32_t test,
	uint32_t environment, const struct work **at, double *gain)
{
	struct sweep sweep = sweep_new(context, test, environment);
	struct cost_model model = {.unknown = "no sweep"};

	for (size_t first = 0, count; first < sweep.count; first += count) {
		struct cost_point *points;
		double low = INFINITY, high = 0;

		count = sweep_file_count(&sweep, first);
		if (count < KNEE_RECORDS_LEAST)
			continue;
		points = xcalloc(count, sizeof(*points));
		for (size_t i = 0; i < count; i++) {
			double record = sweep_record_bytes(context, sweep.works[first + i]);
			double rate = sweep.works[first + i]->value;

			points[i] = (struct cost_point){record, record / rate};
			low = fmin(low, rate);
			high = fmax(high, rate);
		}
		model = cost_fit(points, count);
		*at = sweep.works[first];
		*gain = high / low;
		if (!model.unknown &&
			(model.knee_bytes < 2 * points[0].record_bytes ||
				model.knee_bytes > points[count - 1].record_bytes / 2))
			model.unknown = "the knee is outside of what was measured";
		free(points);
	}
	sweep_free(&sweep);
	return model;
}

static void find_knee(struct finding_context *context, uint32_t environment)
{
	struct strbuf out = STRBUF_INIT;
	struct finding *finding = NULL;
	size_t told = 0;

	for (uint32_t t = 0; t < context->tests; t++) {
		char call[UNITS_SIZE], rate[UNITS_SIZE], knee[UNITS_SIZE];
		const struct work *at = NULL;
		double gain = 0;
		struct cost_model model = model_of(context, t, environment, &at, &gain);

		if (model.unknown || model.r_squared < KNEE_R_SQUARED || model.error > KNEE_ERROR ||
			gain < KNEE_GAIN_LEAST)
			continue;
		if (!finding) {
			finding = finding_new(context, FINDING_KNEE, CONFIDENCE_LIKELY, 2);
			strbuf_printf(&out, "%s: ", finding_environment(context, environment));
			finding_point(finding, FINDING_VIEW_SIZES, at->at);
			finding_explain(finding, "the model's typical error is %.0f %% at %s",
				100 * model.error, finding_test(context, t));
		}
		finding_cite(finding, at->row);
		if (told++ >= TESTS_NAMED)
			continue;
		strbuf_printf(&out,
			"%s%s costs %s a call and moves at best %s: records over %s gain little",
			told > 1 ? "; " : "", finding_test(context, t),
			units_format_time(call, model.call_s),
			units_format_rate(rate, model.bytes_per_s),
			units_format_size(knee, 4 * model.knee_bytes, true));
	}
	if (finding) {
		if (told > TESTS_NAMED)
			strbuf_printf(&out, "; and so on for %zu more", told - TESTS_NAMED);
		strbuf_add_char(&out, '.');
		finding_say(finding, &out);
	}
	strbuf_free(&out);
}

/* A cliff: the file sizes beside it, and what is left of the throughput behind it. */
struct cliff {
	double before_bytes, after_bytes, left;
	const struct work *before, *after;
	bool is_single; /* no interval is known */
	bool is_weak; /* one pair of single samples: worth a word only where other tests agree */
};

/* The change of the throughput from one file size to the next, as its logarithm. */
struct step {
	double change; /* the median over the record sizes of both */
	double half_width; /* NAN when all are single samples */
	size_t records; /* how many sizes it is the median of */
};

/* The typical half width of a sweep's figures: what single samples among them are taken to have. */
static double typical_half_width(const struct sweep *sweep)
{
	double *known = xcalloc(sweep->count, sizeof(*known)), typical;
	size_t count = 0;

	for (size_t i = 0; i < sweep->count; i++)
		if (!isnan(sweep->works[i]->half_width))
			known[count++] = sweep->works[i]->half_width;
	statistics_sort(known, count);
	typical = statistics_median_sorted(known, count);
	free(known);
	return typical;
}

static double half_width_of(const struct work *work, double typical)
{
	return isnan(work->half_width) ? typical : work->half_width;
}

/* The step from the file size at @a to that at @b; false when they have no record size in common.
 */
static bool step_between(const struct sweep *sweep, size_t a, size_t a_count, size_t b,
	size_t b_count, double typical, struct step *step)
{
	double *changes = xcalloc(a_count, sizeof(*changes)), square = 0;
	size_t count = 0;

	for (size_t i = 0, k = 0; i < a_count && k < b_count;) {
		uint32_t x = sweep->works[a + i]->at.at[CUBE_RECORD_SIZE];
		uint32_t y = sweep->works[b + k]->at.at[CUBE_RECORD_SIZE];

		if (x == y) {
			const struct work *before = sweep->works[a + i];
			const struct work *after = sweep->works[b + k];

			changes[count++] = log(after->value / before->value);
			square += pow(half_width_of(before, typical), 2) +
				  pow(half_width_of(after, typical), 2);
		}
		i += x <= y;
		k += y <= x;
	}
	statistics_sort(changes, count);
	step->change = statistics_median_sorted(changes, count);
	step->half_width = sqrt(square) / (double)count;
	step->records = count;
	free(changes);
	return count > 0;
}

/* The steepest step down between file sizes, when the others are small beside it. */
static bool find_step(
	const struct finding_context *context, const struct sweep *sweep, struct cliff *cliff)
{
	double typical = typical_half_width(sweep), others = 0;
	struct step least = {0};
	size_t files = 1;

	for (size_t first = 0, count, next_count; first < sweep->count; first += count) {
		struct step step;

		count = sweep_file_count(sweep, first);
		if (first + count >= sweep->count)
			break;
		files++;
		next_count = sweep_file_count(sweep, first + count);
		if (!step_between(sweep, first, count, first + count, next_count, typical, &step))
			return false;
		if (step.change < least.change) {
			others = fmax(others, fabs(least.change));
			least = step;
			cliff->before = sweep->works[first + count - 1];
			cliff->after = sweep->works[first + count];
		} else {
			others = fmax(others, fabs(step.change));
		}
	}
	if (files < CLIFF_FILES_LEAST || least.change > log(CLIFF_DROP) ||
		others > 0.5 * fabs(least.change) || fabs(least.change) < 2 * least.half_width)
		return false;
	cliff->is_single = isnan(least.half_width);
	cliff->is_weak = cliff->is_single && least.records < 2;
	cliff->left = exp(least.change);
	cliff->before_bytes = sweep_file_bytes(context, cliff->before);
	cliff->after_bytes = sweep_file_bytes(context, cliff->after);
	return true;
}

/* Tell of the cliffs at one place: @count of them, at @tests. */
static void tell_cliff(struct finding_context *context, uint32_t environment,
	const struct cliff *cliffs, const uint32_t *tests, size_t count)
{
	struct strbuf out = STRBUF_INIT;
	struct finding *finding;
	char from[UNITS_SIZE], to[UNITS_SIZE];
	bool known = true;
	double memory = 0;

	finding = finding_new(context, FINDING_CLIFF, CONFIDENCE_LIKELY, 6 - log(cliffs[0].left));
	strbuf_printf(&out, "%s: between files of %s and %s the throughput falls (",
		finding_environment(context, environment),
		units_format_size(from, cliffs[0].before_bytes, true),
		units_format_size(to, cliffs[0].after_bytes, true));
	for (size_t i = 0; i < count; i++) {
		known = known && !cliffs[i].is_single;
		finding_cite(finding, cliffs[i].after->row);
		finding_cite(finding, cliffs[i].before->row);
		if (i >= TESTS_NAMED)
			continue;
		strbuf_printf(&out, "%s%s ", i ? ", " : "", finding_test(context, tests[i]));
		finding_add_factor(1 / cliffs[i].left, &out);
		strbuf_add_string(&out, " times");
	}
	strbuf_add_string(&out, "): a cache ends there");
	dataset_number(context->dataset, cliffs[0].after->row, COL_MEMORY_BYTES, &memory);
	if (memory > 0 && cliffs[0].before_bytes < memory && cliffs[0].after_bytes > memory / 8)
		strbuf_printf(&out, "; the machine has %s of memory",
			units_format_size(to, memory, true));
	strbuf_add_char(&out, '.');
	finding_say(finding, &out);
	finding_explain(finding, "%zu test%s%s", count, count > 1 ? "s agree on the place" : "",
		known ? ", beyond the spread" : "; single samples among them");
	finding->confidence = known && count > 1 ? CONFIDENCE_SURE : CONFIDENCE_LIKELY;
	finding_point(finding, FINDING_VIEW_SURFACE, cliffs[0].after->at);
	strbuf_free(&out);
}

static void find_cliff(struct finding_context *context, uint32_t environment)
{
	struct cliff *cliffs = xcalloc(context->tests, sizeof(*cliffs));
	struct cliff *same = xcalloc(context->tests, sizeof(*same));
	uint32_t *tests = xcalloc(context->tests, sizeof(*tests));
	uint32_t *same_tests = xcalloc(context->tests, sizeof(*same_tests));
	size_t count = 0;

	for (uint32_t t = 0; t < context->tests; t++) {
		struct sweep sweep = sweep_new(context, t, environment);

		if (find_step(context, &sweep, &cliffs[count]))
			tests[count++] = t;
		sweep_free(&sweep);
	}
	while (count) {
		double before = cliffs[0].before_bytes, after = cliffs[0].after_bytes;
		size_t same_count = 0, kept = 0;

		for (size_t i = 0; i < count; i++) {
			if (cliffs[i].before_bytes == before && cliffs[i].after_bytes == after) {
				same[same_count] = cliffs[i];
				same_tests[same_count++] = tests[i];
			} else {
				cliffs[kept] = cliffs[i];
				tests[kept++] = tests[i];
			}
		}
		if (same_count > 1 || !same[0].is_weak)
			tell_cliff(context, environment, same, same_tests, same_count);
		count = kept;
	}
	free(cliffs);
	free(same);
	free(tests);
	free(same_tests);
}

void finding_find_shape(struct finding_context *context)
{
	struct variation *all = all_variations(context);
	uint32_t *liveliest = xcalloc(context->tests, sizeof(*liveliest));

	for (uint32_t t = 0; t < context->tests; t++)
		liveliest[t] = find_liveliest(context, all, t);
	for (uint32_t e = 0; e < context->environments; e++) {
		find_flat(context, all, liveliest, e);
		find_knee(context, e);
		find_cliff(context, e);
	}
	free(all);
	free(liveliest);
}
