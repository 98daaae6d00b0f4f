/* What cannot be held against each other: other work, files that memory holds. */
#include <math.h>
#include <stdlib.h>

#include "analysis/finding.h"
#include "base/units.h"

/* Where nothing of an environment is the same work as the baseline's: the differences, once. */
static void find_unlike(struct finding_context *context, uint32_t environment)
{
	struct strbuf out = STRBUF_INIT, mine = STRBUF_INIT, theirs = STRBUF_INIT;
	struct finding *finding = NULL;
	size_t unlike = 0, met = 0;

	for (uint32_t t = 0; t < context->tests; t++) {
		struct face face = finding_face(context, t, context->baseline, environment);

		if (face.count == 0)
			continue;
		met++;
		if (face.exact)
			continue;
		if (!finding) {
			finding = finding_new(context, FINDING_NOT_COMPARABLE, CONFIDENCE_SURE, 8);
			work_add_difference(
				context->dataset, face.other_work->row, face.base_work->row, &mine);
			work_add_difference(context->dataset, face.base_work->row,
				face.other_work->row, &theirs);
			finding_point(finding, FINDING_VIEW_COMPARE, face.other_work->at);
		}
		unlike++;
		finding_cite_face(finding, &face);
	}
	if (finding) {
		strbuf_printf(&out,
			"%s and %s did not do the same work at %zu of %zu tests: %s ran with %s, "
			"%s "
			"with %s. Their figures stand side by side, but no difference is claimed.",
			finding_environment(context, environment),
			finding_environment(context, context->baseline), unlike, met,
			finding_environment(context, environment), strbuf_string(&mine),
			finding_environment(context, context->baseline), strbuf_string(&theirs));
		finding_say(finding, &out);
		finding_explain(finding, "what the rows say of their work");
	}
	strbuf_free(&out);
	strbuf_free(&mine);
	strbuf_free(&theirs);
}

static bool passes_by_cache(struct text options)
{
	struct text flag;

	while (text_next_word(&options, &flag))
		if (text_is(flag, "direct") || text_is(flag, "cold"))
			return true;
	return false;
}

/* Reads of files that fit in memory, where nobody recorded whether a cache served them. */
static void find_small_files(struct finding_context *context)
{
	size_t count, small = 0, reads = 0;
	const struct work *works = works_all(context->works, &count);
	double largest = 0, memory = 0;
	struct strbuf out = STRBUF_INIT;
	char file[UNITS_SIZE], total[UNITS_SIZE];
	struct finding *finding;
	uint32_t row = 0;

	for (size_t i = 0; i < count; i++) {
		double size, have;

		if (cube_test(context->cube, works[i].at.at[CUBE_TEST])->direction !=
				DIRECTION_READ ||
			works[i].status != STATUS_OK ||
			!dataset_number(context->dataset, works[i].row, COL_FILE_SIZE, &size) ||
			!dataset_number(context->dataset, works[i].row, COL_MEMORY_BYTES, &have) ||
			dataset_has(context->dataset, works[i].row, COL_CACHED_BEFORE))
			continue;
		reads++;
		if (size >= have ||
			passes_by_cache(dataset_text(context->dataset, works[i].row, COL_OPTIONS)))
			continue;
		small++;
		if (size > largest) {
			largest = size;
			memory = have;
			row = works[i].row;
		}
	}
	if (small == 0 || 2 * small < reads)
		return;
	finding = finding_new(context, FINDING_NOT_COMPARABLE, CONFIDENCE_HINT, 4);
	strbuf_printf(&out,
		"%zu of %zu reads were of files smaller than memory (up to %s of %s), and nothing "
		"tells whether a cache served them: they may say nothing about the disk.",
		small, reads, units_format_size(file, largest, true),
		units_format_size(total, memory, true));
	finding_say(finding, &out);
	finding_explain(finding, "file sizes against the memory of the machine");
	finding_cite(finding, row);
	finding->view = FINDING_VIEW_SIZES;
	strbuf_free(&out);
}

void finding_find_unlike(struct finding_context *context)
{
	for (uint32_t e = 0; e < context->environments && e < 1000; e++)
		if (e != context->baseline)
			find_unlike(context, e);
	find_small_files(context);
}
