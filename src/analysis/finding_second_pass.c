/*
 * The same work again, and slower: what copy-on-write does to an image that is rewritten. The
 * second pass is told by the option `pass=2`, or by a table's columns `1st ...` and `2nd ...`.
 */
#include <math.h>
#include <stdlib.h>

#include "analysis/finding.h"
#include "base/alloc.h"

#define SLOWER_LEAST  1.1 /* than the first pass, and than what others lose */
#define CERTAIN_LEAST 1.3 /* from single samples */

struct passes {
	const struct work *first, *second;
	uint32_t environment;
	double slower; /* of the second: above 1 */
};

static struct text heading_of(const struct finding_context *context, uint32_t test)
{
	struct text label = text_of(finding_test(context, test));

	return text_starts(label, "table: ") ? text_skip(label, 7) : TEXT("");
}

/* The table's test whose heading is @test's with 2nd for 1st; UINT32_MAX without one. */
static uint32_t second_column(const struct finding_context *context, uint32_t test)
{
	static const char *const ordinals[][2] = {
		{"1st ", "2nd "}, {"first ", "second "}, {"First ", "Second "}};
	struct text first = heading_of(context, test);

	for (size_t i = 0; i < FST_COUNT(ordinals); i++) {
		if (!text_starts(first, ordinals[i][0]))
			continue;
		for (uint32_t t = 0; t < context->tests; t++) {
			struct text second = heading_of(context, t);

			if (text_starts(second, ordinals[i][1]) &&
				text_equal(text_skip(first, text_of(ordinals[i][0]).len),
					text_skip(second, text_of(ordinals[i][1]).len)))
				return t;
		}
	}
	return UINT32_MAX;
}

static bool is_second(const struct finding_context *context, const struct work *work)
{
	struct text options = dataset_text(context->dataset, work->row, COL_OPTIONS), flag;

	while (text_next_word(&options, &flag))
		if (text_is(flag, "pass=2"))
			return true;
	return false;
}

/* The flags but for the pass are the same. */
static bool same_but_pass(
	const struct finding_context *context, const struct work *a, const struct work *b)
{
	struct text x = dataset_text(context->dataset, a->row, COL_OPTIONS);
	struct text y = dataset_text(context->dataset, b->row, COL_OPTIONS), word, other;
	bool more;

	do {
		do
			more = text_next_word(&x, &word);
		while (more && text_starts(word, "pass="));
		do
			text_next_word(&y, &other);
		while (text_starts(other, "pass="));
		if (!text_equal(word, other))
			return false;
	} while (more);
	return true;
}

static void add_passes(const struct finding_context *context, const struct work *first,
	const struct work *second, struct passes *passes, size_t *count)
{
	struct meeting m;

	if (first->status != STATUS_OK || second->status != STATUS_OK || !(first->value > 0) ||
		!(second->value > 0))
		return;
	m = work_compare(context->works, first, second);
	passes[(*count)++] = (struct passes){.first = first,
		.second = second,
		.environment = first->at.at[CUBE_ENVIRONMENT],
		.slower = 1 / m.speed};
}

static size_t passes_of(
	const struct finding_context *context, uint32_t test, struct passes *passes, size_t size)
{
	uint32_t column = second_column(context, test);
	size_t count = 0;

	for (uint32_t e = 0; e < context->environments; e++) {
		size_t first_count, second_count;
		const struct work *first = works_of(context->works, test, e, &first_count);
		const struct work *second = first;

		second_count = first_count;
		if (column != UINT32_MAX) {
			second = works_of(context->works, column, e, &second_count);
			if (first_count && second_count && count < size)
				add_passes(context, first, second, passes, &count);
			continue;
		}
		for (size_t i = 0; i < first_count; i++)
			for (size_t k = 0; k < second_count && count < size; k++)
				if (!is_second(context, &first[i]) &&
					is_second(context, &second[k]) &&
					same_but_pass(context, &first[i], &second[k]))
					add_passes(context, &first[i], &second[k], passes, &count);
	}
	return count;
}

/* What the second pass does to the others, as a rule: the median. */
static double usual(const struct passes *passes, size_t count)
{
	double *all = xcalloc(count, sizeof(*all)), median;

	for (size_t i = 0; i < count; i++)
		all[i] = passes[i].slower;
	statistics_sort(all, count);
	median = statistics_median_sorted(all, count);
	free(all);
	/* Of two none is usual; and a gain of the others makes nobody slower. */
	return count >= 3 ? fmax(median, 0.5) : 1;
}

static void tell(struct finding_context *context, const struct passes *p, double rule, size_t count)
{
	struct meeting m = work_compare(context->works, p->first, p->second);
	struct strbuf out = STRBUF_INIT, dimensions = STRBUF_INIT;
	struct finding *finding;
	bool known = !isnan(m.half_width);

	/* Not exact by its options, so that there is no p: what the intervals leave is enough here.
	 */
	if (known && fabs(log(m.speed)) < 2 * m.half_width)
		return;
	finding = finding_new(context, FINDING_SECOND_PASS,
		known                        ? CONFIDENCE_SURE
		: p->slower >= CERTAIN_LEAST ? CONFIDENCE_LIKELY
					     : CONFIDENCE_HINT,
		9 + 3 * log(p->slower));
	strbuf_printf(&out, "%s degrades at the second pass: from ",
		finding_environment(context, p->environment));
	finding_add_figure(context, p->first, &out);
	strbuf_add_string(&out, " to ");
	finding_add_figure(context, p->second, &out);
	strbuf_printf(&out, " (%.0f %% slower", 100 * (p->slower - 1));
	if (count >= 3)
		strbuf_printf(&out, "; the usual change is %+.0f %% in time", 100 * (rule - 1));
	strbuf_printf(&out, "; %s", finding_test(context, p->first->at.at[CUBE_TEST]));
	work_add_dimensions(context->dataset, p->first->row, &dimensions);
	if (dimensions.len)
		strbuf_printf(&out, ", %s", strbuf_string(&dimensions));
	if (p->second->at.at[CUBE_TEST] != p->first->at.at[CUBE_TEST])
		strbuf_printf(&out, " and %s", finding_test(context, p->second->at.at[CUBE_TEST]));
	strbuf_add_string(&out, ").");
	finding_say(finding, &out);
	finding_explain(
		finding, known ? "beyond the spread of both" : "a single sample of each pass");
	finding_point(finding, FINDING_VIEW_COMPARE, p->second->at);
	finding_cite(finding, p->second->row);
	finding_cite(finding, p->first->row);
	strbuf_free(&out);
	strbuf_free(&dimensions);
}

void finding_find_second_pass(struct finding_context *context)
{
	for (uint32_t t = 0; t < context->tests; t++) {
		enum test word = finding_vocabulary_test(context, t);
		struct passes *passes;
		size_t works, size;
		double rule;

		if (word != TEST_UPGRADE && word != TEST_TABLE && word != TEST_WRITE &&
			word != TEST_COMMAND)
			continue;
		works_all(context->works, &works);
		size = works < 4096 ? works : 4096;
		passes = xcalloc(size, sizeof(*passes));
		size = passes_of(context, t, passes, size);
		rule = usual(passes, size);
		for (size_t i = 0; i < size; i++)
			if (passes[i].slower >= SLOWER_LEAST &&
				passes[i].slower >= SLOWER_LEAST * rule)
				tell(context, &passes[i], rule, size);
		free(passes);
	}
}
