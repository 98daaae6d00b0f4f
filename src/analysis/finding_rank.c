/*
 * Fastest and slowest at each kind of work, among environments that did the same work. Work with
 * many files and durable work have families of their own, which say more.
 */
#include <math.h>
#include <stdlib.h>

#include "analysis/compare.h"
#include "analysis/finding.h"
#include "analysis/finding_sync.h"
#include "base/alloc.h"

#define WORTH_TELLING 1.25 /* of the fastest over the slowest */
#define OTHERS_NAMED  3
#define ADVICE_LEAST  3.0 /* so much slower that it is worth to move */
#define SYNC_ADVICE   10.0

/* One test: who is fastest and slowest, all held against one environment. */
struct ranking {
	uint32_t test, fastest, slowest;
	struct face gap; /* the slowest against the fastest */
};

/* An environment whose syncs end in a cache is not the fastest at durable work: it does not do it.
 */
static bool does_work(const struct finding_context *context, uint32_t test, uint32_t environment)
{
	enum test word = finding_vocabulary_test(context, test);

	return word == TEST_COUNT || test_table[word].group != GROUP_DURABLE ||
	       finding_is_durable(context, environment);
}

/* The environment that most works of a test can be held against: the first one that has the most.
 */
static uint32_t reference_of(const struct finding_context *context, uint32_t test)
{
	uint32_t reference = UINT32_MAX;
	size_t most = 0;

	for (uint32_t e = 0; e < context->environments; e++) {
		const struct work *works;
		size_t count, good = 0;

		works = works_of(context->works, test, e, &count);
		for (size_t i = 0; i < count; i++)
			good += works[i].value > 0 && works[i].status == STATUS_OK;
		if (!does_work(context, test, e))
			continue;
		if (good > most) {
			most = good;
			reference = e;
		}
	}
	return reference;
}

static bool rank(const struct finding_context *context, uint32_t test, struct ranking *ranking)
{
	uint32_t reference = reference_of(context, test);
	double best = 1, worst = 1;

	if (reference == UINT32_MAX)
		return false;
	*ranking = (struct ranking){.test = test, .fastest = reference, .slowest = reference};
	for (uint32_t e = 0; e < context->environments; e++) {
		struct face face;

		if (e == reference || !does_work(context, test, e))
			continue;
		face = finding_face(context, test, reference, e);
		if (face.count == 0 || !face.exact)
			continue;
		if (face.speed > best) {
			best = face.speed;
			ranking->fastest = e;
		}
		if (face.speed < worst) {
			worst = face.speed;
			ranking->slowest = e;
		}
	}
	if (ranking->fastest == ranking->slowest)
		return false;
	ranking->gap = finding_face(context, test, ranking->fastest, ranking->slowest);
	return ranking->gap.count && ranking->gap.exact &&
	       face_differs(&ranking->gap, WORTH_TELLING);
}

static void add_times(
	const struct finding_context *context, const struct face *face, struct strbuf *out)
{
	finding_add_factor(1 / face->speed, out);
	strbuf_printf(out, " times slower than %s", finding_environment(context, face->base));
}

/* `write 145 times slower than HostSSD, 16.4 times slower than HostHDD`. */
static void add_test(const struct finding_context *context, const struct ranking *ranking,
	struct finding *finding, struct strbuf *out)
{
	size_t named = 0;

	strbuf_printf(out, "%s ", finding_test(context, ranking->test));
	add_times(context, &ranking->gap, out);
	finding_cite_face(finding, &ranking->gap);
	for (uint32_t e = 0; e < context->environments && named + 1 < OTHERS_NAMED; e++) {
		struct face face;

		if (e == ranking->fastest || e == ranking->slowest ||
			!does_work(context, ranking->test, e))
			continue;
		face = finding_face(context, ranking->test, e, ranking->slowest);
		if (!face.exact || !face_differs(&face, WORTH_TELLING) || face.speed > 1)
			continue;
		strbuf_add_string(out, ", ");
		add_times(context, &face, out);
		finding_cite_face(finding, &face);
		named++;
	}
}

static void advise(struct finding_context *context, enum test_group group,
	const struct ranking *ranking, size_t count, double gap, struct finding *finding)
{
	const char *slow = finding_environment(context, ranking->slowest);
	const char *fast = finding_environment(context, ranking->fastest);

	if (group == GROUP_METADATA && count > 1 && gap >= ADVICE_LEAST)
		finding_advise(finding,
			"Builds, version control and package managers touch many files: they "
			"belong "
			"on %s rather than on %s.",
			fast, slow);
	else if (group == GROUP_DURABLE && gap >= SYNC_ADVICE)
		finding_advise(finding,
			"Databases and package managers sync often: they belong outside of %s, "
			"whose "
			"synced writes are %.0f times slower than on %s.",
			slow, gap, fast);
}

static void explain(const struct ranking *ranking, bool significant, double gap, size_t points,
	struct finding *finding)
{
	struct strbuf why = STRBUF_INIT;

	if (significant) {
		strbuf_add_string(&why, "significant at every test named");
	} else if (ranking->gap.is_single) {
		strbuf_add_string(&why, "single samples, but ");
		finding_add_factor(gap, &why);
		strbuf_add_string(&why, " times apart");
	} else {
		strbuf_add_string(
			&why, "significant at some of the tests, single samples at the others");
	}
	if (points > 1)
		strbuf_printf(&why, "; geometric means of up to %zu sizes", points);
	finding_explain(finding, "%s", strbuf_string(&why));
	strbuf_free(&why);
}

/* One finding for the tests of a group that have the same slowest environment. */
static void tell(struct finding_context *context, enum test_group group,
	const struct ranking *rankings, size_t count)
{
	uint32_t slowest = rankings[0].slowest;
	struct strbuf out = STRBUF_INIT;
	struct finding *finding;
	bool all_significant = true;
	size_t points = 0;
	double log_gap = 0;

	for (size_t i = 0; i < count; i++) {
		all_significant = all_significant && face_is_significant(&rankings[i].gap);
		log_gap -= log(rankings[i].gap.speed) / (double)count;
		points = rankings[i].gap.count > points ? rankings[i].gap.count : points;
	}
	finding = finding_new(context,
		group == GROUP_METADATA  ? FINDING_METADATA
		: group == GROUP_DURABLE ? FINDING_DURABILITY
					 : FINDING_RANK,
		all_significant ? CONFIDENCE_SURE : CONFIDENCE_LIKELY, 10 + log_gap);
	strbuf_printf(&out, "%s is slowest", finding_environment(context, slowest));
	if (group != GROUP_OTHER)
		strbuf_printf(&out, " at %s work", compare_group_title(group));
	strbuf_add_string(&out, ": ");
	for (size_t i = 0; i < count; i++) {
		if (i)
			strbuf_add_string(&out, "; ");
		add_test(context, &rankings[i], finding, &out);
	}
	strbuf_add_string(&out, ". Fastest: ");
	for (size_t i = 0; i < count; i++) {
		uint32_t fastest = rankings[i].fastest;
		bool said = false;
		size_t at = 0;

		for (size_t k = 0; k < i; k++)
			said = said || rankings[k].fastest == fastest;
		if (said)
			continue;
		if (i)
			strbuf_add_string(&out, "; ");
		strbuf_printf(&out, "%s at ", finding_environment(context, fastest));
		for (size_t k = i; k < count; k++)
			if (rankings[k].fastest == fastest)
				strbuf_printf(&out, "%s%s", at++ ? ", " : "",
					finding_test(context, rankings[k].test));
	}
	strbuf_add_char(&out, '.');
	finding_say(finding, &out);
	explain(&rankings[0], all_significant, exp(log_gap), points, finding);
	advise(context, group, &rankings[0], count, exp(log_gap), finding);
	finding_point(finding, FINDING_VIEW_COMPARE, rankings[0].gap.other_work->at);
	strbuf_free(&out);
}

static enum test_group group_of(const struct finding_context *context, uint32_t test)
{
	enum test t = finding_vocabulary_test(context, test);

	return t == TEST_COUNT ? GROUP_OTHER : test_table[t].group;
}

void finding_find_rank(struct finding_context *context)
{
	struct ranking *rankings = xcalloc(context->tests, sizeof(*rankings));
	struct ranking *same = xcalloc(context->tests, sizeof(*same));

	for (int g = 0; g <= GROUP_OTHER && context->environments > 1; g++) {
		size_t count = 0;

		for (uint32_t t = 0; t < context->tests; t++)
			if (group_of(context, t) == (enum test_group)g &&
				rank(context, t, &rankings[count]))
				count++;
		while (count) {
			uint32_t slowest = rankings[0].slowest;
			size_t same_count = 0, left = 0;

			for (size_t i = 0; i < count; i++)
				if (rankings[i].slowest == slowest)
					same[same_count++] = rankings[i];
				else
					rankings[left++] = rankings[i];
			tell(context, (enum test_group)g, same, same_count);
			count = left;
		}
	}
	free(rankings);
	free(same);
}
