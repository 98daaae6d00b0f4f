#include "analysis/findings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/finding.h"
#include "base/alloc.h"

const struct finding_info finding_table[FINDING_COUNT] = {
#define FINDING_ROW(id, name_, heading_) [FINDING_##id] = {.name = name_, .heading = heading_},
	FINDING_TABLE(FINDING_ROW)
#undef FINDING_ROW
};

const char *const confidence_words[CONFIDENCE_COUNT] = {
	[CONFIDENCE_UNKNOWN] = "unknown",
	[CONFIDENCE_HINT] = "hint",
	[CONFIDENCE_LIKELY] = "likely",
	[CONFIDENCE_SURE] = "sure",
};

const char *const finding_view_names[FINDING_VIEW_COUNT] = {
	[FINDING_VIEW_SIZES] = "sizes",
	[FINDING_VIEW_SURFACE] = "surface",
	[FINDING_VIEW_COMPARE] = "compare",
	[FINDING_VIEW_LATENCY] = "latency",
	[FINDING_VIEW_LIBRARY] = "library",
};

#define ENVIRONMENTS_LOOKED_AT 1000 /* for what is said beside the findings */

static void (*const families[])(struct finding_context *) = {
	finding_find_rank,
	finding_find_pairs,
	finding_find_shape,
	finding_find_cache,
	finding_find_sync,
	finding_find_access,
	finding_find_second_pass,
	finding_find_noise,
	finding_find_unlike,
};

struct sorted_finding {
	struct finding finding;
	size_t index;
};

static int compare_findings(const void *a, const void *b)
{
	const struct sorted_finding *x = a, *y = b;

	if (x->finding.weight != y->finding.weight)
		return x->finding.weight > y->finding.weight ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

static void sort_findings(struct findings *findings)
{
	struct sorted_finding *sorted = xcalloc(findings->count, sizeof(*sorted));

	for (size_t i = 0; i < findings->count; i++)
		sorted[i] = (struct sorted_finding){findings->items[i], i};
	if (findings->count > 1)
		qsort(sorted, findings->count, sizeof(*sorted), compare_findings);
	for (size_t i = 0; i < findings->count; i++)
		findings->items[i] = sorted[i].finding;
	free(sorted);
}

static void add_sentence(struct strbuf *out)
{
	if (out->len)
		strbuf_add_char(out, ' ');
}

/* Whether any two environments did the same test. */
static bool have_common_tests(const struct finding_context *context)
{
	for (uint32_t t = 0; t < context->tests; t++) {
		uint32_t with = 0;

		for (uint32_t e = 0; e < context->environments; e++) {
			size_t count;

			works_of(context->works, t, e, &count);
			with += count > 0;
		}
		if (with > 1)
			return true;
	}
	return false;
}

/* Whether the works that an environment did of one test stand under different headings. */
static bool has_sections(const struct finding_context *context, uint32_t environment)
{
	for (uint32_t t = 0; t < context->tests; t++) {
		size_t count;
		const struct work *works = works_of(context->works, t, environment, &count);
		uint32_t first = 0;

		for (size_t i = 0; i < count; i++)
			for (uint32_t k = 0; k < works[i].row_count; k++) {
				uint32_t row = work_rows(context->works, &works[i])[k];
				uint32_t section = dataset_text_id(
					context->dataset, row, COL_SECTION);

				if (first && section && section != first)
					return true;
				first = section ? section : first;
			}
	}
	return false;
}

/* One name for what may be several places: a machine's disk and its mounts. */
static void add_ambiguous(const struct finding_context *context, struct strbuf *out)
{
	struct strbuf names = STRBUF_INIT;

	for (uint32_t e = 0; e < context->environments && e < ENVIRONMENTS_LOOKED_AT; e++)
		if (has_sections(context, e))
			strbuf_printf(&names, "%s%s", names.len ? ", " : "",
				finding_environment(context, e));
	if (names.len) {
		add_sentence(out);
		strbuf_printf(out,
			"Each of these names stands for results under several headings, which may "
			"be several places: %s. fstui import --names tells them apart.",
			strbuf_string(&names));
	}
	strbuf_free(&names);
}

static char *describe_limits(const struct finding_context *context)
{
	size_t count, by_status[STATUS_COUNT] = {0}, singles = 0, figures = 0;
	const struct work *works = works_all(context->works, &count);
	struct strbuf out = STRBUF_INIT;

	for (size_t i = 0; i < count; i++) {
		by_status[works[i].status]++;
		if (isnan(works[i].value))
			continue;
		figures++;
		singles += isnan(works[i].half_width) ? 1 : 0;
	}
	if (context->environments == 1)
		strbuf_add_string(&out, "One environment only: nothing to compare it with.");
	else if (!have_common_tests(context))
		strbuf_add_string(
			&out, "No two environments have a test in common: nothing to compare.");
	if (figures == 0) {
		add_sentence(&out);
		strbuf_add_string(&out, "No row has a figure of its test.");
	} else if (singles == figures) {
		add_sentence(&out);
		strbuf_add_string(&out, "Every figure is a single sample without a known spread: "
					"no significance is claimed.");
	}
	if (by_status[STATUS_DOUBTFUL]) {
		add_sentence(&out);
		strbuf_printf(&out, "%zu of %zu figures are doubtful and carry no finding.",
			by_status[STATUS_DOUBTFUL], count);
	}
	if (by_status[STATUS_FAILED]) {
		add_sentence(&out);
		strbuf_printf(
			&out, "%zu of %zu measurements failed.", by_status[STATUS_FAILED], count);
	}
	if (by_status[STATUS_TOO_FAST]) {
		add_sentence(&out);
		strbuf_printf(&out, "%zu of %zu were too fast for their tool to tell.",
			by_status[STATUS_TOO_FAST], count);
	}
	add_ambiguous(context, &out);
	return out.len ? strbuf_detach(&out) : xstrdup("");
}

struct findings *findings_new(const struct cube *cube, uint32_t baseline)
{
	struct findings *findings = xcalloc(1, sizeof(*findings));
	struct finding_context context = {
		.cube = cube,
		.dataset = cube_dataset(cube),
		.tests = cube_count(cube, CUBE_TEST),
		.environments = cube_count(cube, CUBE_ENVIRONMENT),
		.findings = findings,
	};
	double pairs = context.environments * (context.environments - 1.0) / 2;

	context.baseline = baseline < context.environments ? baseline : 0;
	context.looks = fmax(1, context.tests * pairs);
	context.works = works_new(cube);
	if (context.environments)
		for (size_t i = 0; i < FST_COUNT(families); i++)
			families[i](&context);
	sort_findings(findings);
	findings->limits = describe_limits(&context);
	works_free(context.works);
	return findings;
}

void findings_free(struct findings *findings)
{
	if (!findings)
		return;
	for (size_t i = 0; i < findings->count; i++) {
		free(findings->items[i].why);
		free(findings->items[i].sentence);
		free(findings->items[i].advice);
		free(findings->items[i].rows);
	}
	free(findings->items);
	free(findings->limits);
	free(findings);
}
