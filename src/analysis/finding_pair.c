/*
 * Two environments against each other, over all tests: each one against the baseline; pairs of
 * which either wins somewhere; and environments whose names have parts (`Btrfs, +C / none,native`)
 * against those that differ in one part only.
 */
#include <math.h>
#include <stdlib.h>

#include "analysis/compare.h"
#include "analysis/finding.h"
#include "base/alloc.h"

#define CLAIM_LEAST     1.05 /* a significant difference that is worth a word */
#define SINGLE_LEAST    1.10 /* single samples that are nearer are noise as a rule */
#define WITHIN_MOST     5 /* percent that can be called the same */
#define TRADE_OFF_LEAST 2.0
#define TRADE_OFF_MOST  10 /* more environments have too many pairs to tell all */
#define BASELINE_MOST   12
#define PART_LEAST      1.5
#define PART_OTHERS     4

struct pair {
	struct finding_context *context;
	uint32_t base, other;
	struct face *faces; /* those that met, by test */
	size_t count;
	bool is_single; /* all of them */
	const struct face *unlike; /* the first that is not the same work */
};

static double percent_of(const struct face *face)
{
	return 100 * (face->speed - 1);
}

static bool is_time(const struct finding_context *context, uint32_t test)
{
	return cube_test(context->cube, test)->figure == COL_ELAPSED_S;
}

static struct pair make_pair(struct finding_context *context, uint32_t base, uint32_t other)
{
	struct pair pair = {.context = context, .base = base, .other = other, .is_single = true};

	pair.faces = xcalloc(context->tests, sizeof(*pair.faces));
	for (uint32_t t = 0; t < context->tests; t++) {
		struct face face = finding_face(context, t, base, other);

		if (face.count == 0)
			continue;
		pair.is_single = pair.is_single && face.is_single;
		pair.faces[pair.count++] = face;
	}
	for (size_t i = 0; i < pair.count && !pair.unlike; i++)
		if (!pair.faces[i].exact)
			pair.unlike = &pair.faces[i];
	return pair;
}

enum bucket {
	FASTER_TIMES,
	FASTER,
	SLOWER,
	SLOWER_TIMES,
	WITHIN,
	NO_DIFFERENCE,
	NOT_TOLD,
	BUCKETS
};

static enum bucket bucket_of(const struct pair *pair, const struct face *face)
{
	if (!isnan(face->p) && !face_is_significant(face))
		return NO_DIFFERENCE;
	if (isnan(face->p) && !pair->is_single && !face_differs(face, FINDING_SINGLE_FACTOR))
		return NOT_TOLD;
	if (isnan(face->p) && fabs(percent_of(face)) < 2.5)
		return WITHIN;
	if (face->speed > 1)
		return face->speed >= 2 ? FASTER_TIMES : FASTER;
	return face->speed <= 0.5 / 1.1 ? SLOWER_TIMES : SLOWER;
}

/* The figure of one test in a list: `write 6.9`, `device_read +31 %`. */
static void add_item(
	const struct pair *pair, const struct face *face, enum bucket bucket, struct strbuf *out)
{
	strbuf_add_string(out, finding_test(pair->context, face->test));
	switch (bucket) {
	case FASTER_TIMES:
		strbuf_add_char(out, ' ');
		finding_add_factor(face->speed, out);
		strbuf_add_string(out, " times");
		break;
	case SLOWER_TIMES:
		strbuf_add_char(out, ' ');
		finding_add_factor(1 / face->speed, out);
		strbuf_add_string(out, " times");
		break;
	case FASTER:
	case SLOWER:
		strbuf_printf(out, " %+.0f %%", percent_of(face));
		break;
	default:
		break;
	}
}

static void add_list(const struct pair *pair, enum bucket bucket, struct strbuf *out)
{
	size_t at = 0;

	for (size_t i = 0; i < pair->count; i++)
		if (bucket_of(pair, &pair->faces[i]) == bucket) {
			if (at++)
				strbuf_add_string(out, ", ");
			add_item(pair, &pair->faces[i], bucket, out);
		}
}

static size_t count_of(const struct pair *pair, enum bucket bucket)
{
	size_t count = 0;

	for (size_t i = 0; i < pair->count; i++)
		count += bucket_of(pair, &pair->faces[i]) == bucket;
	return count;
}

/* What printed figures, which were rounded, allow to say: half a percent is left for that. */
static double within_percent(const struct pair *pair)
{
	double most = 0;

	for (size_t i = 0; i < pair->count; i++)
		if (bucket_of(pair, &pair->faces[i]) == WITHIN)
			most = fmax(most, fabs(percent_of(&pair->faces[i])));
	return ceil(most + 0.5);
}

static void begin_part(struct strbuf *out, size_t start)
{
	if (out->len > start)
		strbuf_add_string(out, "; ");
}

static void describe(const struct pair *pair, struct strbuf *out)
{
	static const struct {
		enum bucket bucket;
		const char *words;
	} parts[] = {
		{FASTER_TIMES, "faster at "},
		{SLOWER_TIMES, "slower at "},
		{FASTER, "faster: "},
		{SLOWER, "slower: "},
	};
	size_t start;

	strbuf_printf(out, "%s against %s: ", finding_environment(pair->context, pair->other),
		finding_environment(pair->context, pair->base));
	start = out->len;
	for (size_t i = 0; i < FST_COUNT(parts); i++) {
		if (count_of(pair, parts[i].bucket) == 0)
			continue;
		begin_part(out, start);
		strbuf_add_string(out, parts[i].words);
		add_list(pair, parts[i].bucket, out);
	}
	if (count_of(pair, WITHIN)) {
		begin_part(out, start);
		add_list(pair, WITHIN, out);
		strbuf_printf(out, " within %.0f %%", within_percent(pair));
	}
	if (count_of(pair, NO_DIFFERENCE)) {
		begin_part(out, start);
		strbuf_add_string(out, "no significant difference at ");
		add_list(pair, NO_DIFFERENCE, out);
	}
	if (count_of(pair, NOT_TOLD)) {
		begin_part(out, start);
		strbuf_add_string(out, "nothing to tell from single samples at ");
		add_list(pair, NOT_TOLD, out);
	}
	strbuf_add_char(out, '.');
}

/* The sentence on work that was not the same. */
static void add_unlike(const struct pair *pair, struct strbuf *out)
{
	const struct dataset *dataset = pair->context->dataset;

	if (!pair->unlike)
		return;
	strbuf_printf(out, " Not the same work: %s ran with ",
		finding_environment(pair->context, pair->other));
	work_add_difference(
		dataset, pair->unlike->other_work->row, pair->unlike->base_work->row, out);
	strbuf_printf(out, ", %s with ", finding_environment(pair->context, pair->base));
	work_add_difference(
		dataset, pair->unlike->base_work->row, pair->unlike->other_work->row, out);
	strbuf_printf(out, " (%s).", finding_test(pair->context, pair->unlike->test));
}

static void add_facts(const struct pair *pair, struct strbuf *out)
{
	struct strbuf facts = STRBUF_INIT;

	compare_add_facts_difference(pair->context->cube, pair->base, pair->other, &facts);
	if (facts.len)
		strbuf_printf(out, " They differ in: %s.", strbuf_string(&facts));
	strbuf_free(&facts);
}

/* The face that is furthest from no difference among those that differ by @least. */
static const struct face *furthest(const struct pair *pair, double least)
{
	const struct face *best = NULL;

	for (size_t i = 0; i < pair->count; i++) {
		const struct face *face = &pair->faces[i];

		if (!isnan(face->p) && !face_is_significant(face))
			continue;
		if (isnan(face->p) && !pair->is_single &&
			!face_differs(face, FINDING_SINGLE_FACTOR))
			continue;
		if (fabs(log(face->speed)) < log(least))
			continue;
		if (!best || fabs(log(face->speed)) > fabs(log(best->speed)))
			best = face;
	}
	return best;
}

/* How sure what a pair says is, and why. */
static void set_confidence(const struct pair *pair, struct finding *finding)
{
	size_t significant = 0;

	for (size_t i = 0; i < pair->count; i++)
		significant += face_is_significant(&pair->faces[i]);
	if (pair->is_single) {
		finding->confidence = CONFIDENCE_UNKNOWN;
		finding_explain(finding, "single samples: no significance is claimed");
	} else if (significant) {
		finding->confidence = CONFIDENCE_SURE;
		finding_explain(
			finding, "significant at %zu of %zu tests", significant, pair->count);
	} else {
		finding->confidence = CONFIDENCE_UNKNOWN;
		finding_explain(finding, "single samples on one side: no significance is claimed");
	}
}

static void tell_pair(struct finding_context *context, uint32_t base, uint32_t other)
{
	struct pair pair = make_pair(context, base, other);
	const struct face *most = furthest(&pair, pair.is_single ? SINGLE_LEAST : CLAIM_LEAST);
	struct strbuf out = STRBUF_INIT;
	struct finding *finding;

	if (most) {
		finding = finding_new(
			context, FINDING_PAIR, CONFIDENCE_UNKNOWN, 5 + fabs(log(most->speed)));
		describe(&pair, &out);
		add_unlike(&pair, &out);
		add_facts(&pair, &out);
		finding_say(finding, &out);
		set_confidence(&pair, finding);
		finding_point(finding, FINDING_VIEW_COMPARE, most->other_work->at);
		finding_cite_face(finding, most);
		for (size_t i = 0; i < pair.count; i++)
			finding_cite_face(finding, &pair.faces[i]);
	}
	strbuf_free(&out);
	free(pair.faces);
}

static void add_side(const struct pair *pair, bool faster, struct strbuf *out)
{
	size_t count = 0, at = 0;

	for (size_t i = 0; i < pair->count; i++)
		count += faster ? bucket_of(pair, &pair->faces[i]) == FASTER_TIMES
				: bucket_of(pair, &pair->faces[i]) == SLOWER_TIMES;
	for (size_t i = 0; i < pair->count; i++) {
		enum bucket bucket = bucket_of(pair, &pair->faces[i]);

		if (bucket != (faster ? FASTER_TIMES : SLOWER_TIMES))
			continue;
		finding_add_separator(at++, count, out);
		strbuf_printf(out, "%s (", finding_test(pair->context, pair->faces[i].test));
		finding_add_factor(faster ? pair->faces[i].speed : 1 / pair->faces[i].speed, out);
		strbuf_add_string(out, " times)");
	}
}

/* `is about half as fast at create_seq and create_random`, said where it is so. */
static void add_halves(const struct pair *pair, struct strbuf *out)
{
	size_t count = 0, at = 0;

	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < pair->count; i++) {
			const struct face *face = &pair->faces[i];

			if (bucket_of(pair, face) != SLOWER || face->speed > 0.55)
				continue;
			if (pass == 0) {
				count++;
				continue;
			}
			if (at == 0)
				strbuf_add_string(out, ", and about half as fast at ");
			finding_add_separator(at++, count, out);
			strbuf_add_string(out, finding_test(pair->context, face->test));
		}
}

/* Either of two wins somewhere by a factor. */
static void tell_trade_off(struct finding_context *context, uint32_t base, uint32_t other)
{
	struct pair pair = make_pair(context, base, other);
	struct strbuf out = STRBUF_INIT;
	struct finding *finding;
	double up = 0, down = 0;

	for (size_t i = 0; i < pair.count; i++) {
		const struct face *face = &pair.faces[i];

		if (!face_differs(face, TRADE_OFF_LEAST) && !(isnan(face->p) && !face->exact))
			continue;
		up = fmax(up, log(face->speed));
		down = fmax(down, -log(face->speed));
	}
	if (up >= log(TRADE_OFF_LEAST) && down >= log(TRADE_OFF_LEAST)) {
		finding = finding_new(
			context, FINDING_TRADE_OFF, CONFIDENCE_HINT, 7 + fmin(up, down));
		strbuf_printf(&out, "%s beats %s at ", finding_environment(context, other),
			finding_environment(context, base));
		add_side(&pair, true, &out);
		strbuf_add_string(&out, ", but is slower at ");
		add_side(&pair, false, &out);
		add_halves(&pair, &out);
		strbuf_add_char(&out, '.');
		add_unlike(&pair, &out);
		finding_say(finding, &out);
		if (pair.unlike) {
			finding_explain(finding, "%snot the same work",
				pair.is_single ? "single samples, and " : "");
		} else {
			finding->confidence = pair.is_single ? CONFIDENCE_LIKELY : CONFIDENCE_SURE;
			finding_explain(finding,
				pair.is_single ? "single samples, but a factor of two or more"
					       : "significant");
		}
		for (size_t i = 0; i < pair.count; i++)
			finding_cite_face(finding, &pair.faces[i]);
		finding_point(finding, FINDING_VIEW_COMPARE, pair.faces[0].other_work->at);
	}
	strbuf_free(&out);
	free(pair.faces);
}

static struct text name_of(const struct finding_context *context, uint32_t environment)
{
	return dataset_text(context->dataset,
		cube_environment(context->cube, environment)->first_row, COL_ENVIRONMENT);
}

static struct text section_of(const struct finding_context *context, uint32_t environment)
{
	return dataset_text(context->dataset,
		cube_environment(context->cube, environment)->first_row, COL_SECTION);
}

/* Cut up to the first ` / ` off @rest; false when nothing is left. */
static bool next_part(struct text *rest, struct text *part)
{
	size_t end = text_find(*rest, " / ");

	if (!rest->ptr)
		return false;
	*part = end == SIZE_MAX ? *rest : text_make(rest->ptr, end);
	*rest = end == SIZE_MAX ? (struct text){0} : text_skip(*rest, end + 3);
	return true;
}

/* Both names have the same number of parts, two or more, and one of them, or the section, differs.
 */
static bool differ_in_one_part(const struct finding_context *context, uint32_t a, uint32_t b)
{
	struct text mine = name_of(context, a), theirs = name_of(context, b), x, y;
	size_t parts = 0, apart = 0;

	for (;;) {
		bool more = next_part(&mine, &x);

		if (next_part(&theirs, &y) != more)
			return false;
		if (!more)
			break;
		parts++;
		apart += !text_equal(x, y);
	}
	apart += !text_equal(section_of(context, a), section_of(context, b));
	return parts >= 2 && apart == 1;
}

/* How many times as long (or slower) @other is over all tests: the least and the most. */
static bool range_of(const struct pair *pair, double *low, double *high)
{
	*low = INFINITY;
	*high = 0;
	for (size_t i = 0; i < pair->count; i++) {
		if (!pair->faces[i].exact || !face_differs(&pair->faces[i], 1.0001))
			return false;
		*low = fmin(*low, 1 / pair->faces[i].speed);
		*high = fmax(*high, 1 / pair->faces[i].speed);
	}
	return pair->count > 0 && *low >= PART_LEAST;
}

static void tell_parts(struct finding_context *context, uint32_t other)
{
	struct strbuf out = STRBUF_INIT, tests = STRBUF_INIT;
	struct finding *finding = NULL;
	size_t named = 0;
	bool time = true;

	for (uint32_t e = 0; e < context->environments && named < PART_OTHERS; e++) {
		struct pair pair;
		double low, high;

		if (e == other || !differ_in_one_part(context, e, other))
			continue;
		pair = make_pair(context, e, other);
		if (range_of(&pair, &low, &high)) {
			if (!finding) {
				finding = finding_new(
					context, FINDING_RANK, CONFIDENCE_LIKELY, 9 + log(high));
				for (size_t i = 0; i < pair.count; i++) {
					strbuf_printf(&tests, "%s%s", i ? "; " : "",
						finding_test(context, pair.faces[i].test));
					time = time && is_time(context, pair.faces[i].test);
				}
				strbuf_printf(&out, "%s %s ", finding_environment(context, other),
					time ? "takes" : "is");
				finding_explain(finding, "%s",
					pair.is_single ? "single samples, but alike at every test"
						       : "significant");
				finding_point(finding, FINDING_VIEW_COMPARE,
					pair.faces[0].other_work->at);
			}
			strbuf_add_string(&out, named++ ? ", " : "");
			finding_add_factor(low, &out);
			if (pair.count > 1) {
				strbuf_add_string(&out, " to ");
				finding_add_factor(high, &out);
			}
			strbuf_printf(&out, " times %s %s", time ? "as long as on" : "slower than",
				finding_environment(context, e));
			for (size_t i = 0; i < pair.count; i++)
				finding_cite_face(finding, &pair.faces[i]);
		}
		free(pair.faces);
	}
	if (finding) {
		strbuf_printf(&out, " (%s).", strbuf_string(&tests));
		finding_say(finding, &out);
	}
	strbuf_free(&out);
	strbuf_free(&tests);
}

void finding_find_pairs(struct finding_context *context)
{
	uint32_t count = context->environments;

	for (uint32_t e = 0; e < count && count <= BASELINE_MOST; e++)
		if (e != context->baseline)
			tell_pair(context, context->baseline, e);
	for (uint32_t a = 0; a < count && count <= TRADE_OFF_MOST; a++)
		for (uint32_t b = a + 1; b < count; b++)
			if (a != context->baseline && b != context->baseline)
				tell_trade_off(context, a, b);
	for (uint32_t e = 0; e < count && count <= 100; e++)
		tell_parts(context, e);
}
