/* How the order of access and the number of files matter within one environment. */
#include <math.h>
#include <stdlib.h>

#include "analysis/finding_sweep.h"
#include "analysis/work_dims.h"
#include "base/units.h"

#define AHEAD_LEAST    2.0 /* times the random reads */
#define AHEAD_SINGLE   3.0
#define CROWDED_LEAST  2.0 /* times slower with the most files */
#define CROWDED_FACTOR 4.0 /* so many times more files, to speak of many */

/* A difference of two works of one environment that is beyond their intervals, or large if unknown.
 */
static bool is_beyond(const struct meeting *m, double known_factor, double single_factor)
{
	double far = fabs(log(m->speed));

	if (isnan(m->speed) || m->doubtful)
		return false;
	return isnan(m->half_width) ? far >= log(single_factor)
				    : far >= log(known_factor) && far > 2 * m->half_width;
}

/* Random against sequential reads at the smallest record where both were measured. */
static bool smallest_pair(
	const struct finding_context *context, uint32_t environment, struct meeting *best)
{
	uint32_t read = finding_find_test(context, TEST_READ);
	uint32_t random = finding_find_test(context, TEST_RANDOM_READ);
	struct sweep sequential, scattered;
	double least = INFINITY, most_file = 0;

	if (read == UINT32_MAX || random == UINT32_MAX)
		return false;
	sequential = sweep_new(context, read, environment);
	scattered = sweep_new(context, random, environment);
	for (size_t i = 0, k = 0; i < sequential.count && k < scattered.count;) {
		const struct work *a = sequential.works[i], *b = scattered.works[k];
		uint64_t x = (uint64_t)a->at.at[CUBE_FILE_SIZE] << 32 | a->at.at[CUBE_RECORD_SIZE];
		uint64_t y = (uint64_t)b->at.at[CUBE_FILE_SIZE] << 32 | b->at.at[CUBE_RECORD_SIZE];

		if (x == y) {
			double record = sweep_record_bytes(context, a);
			double file = sweep_file_bytes(context, a);
			struct meeting m = work_compare(context->works, b, a);

			/* At the largest file the cache matters least. */
			if (m.exact &&
				(file > most_file || (file == most_file && record < least))) {
				most_file = file;
				least = record;
				*best = m;
			}
		}
		i += x <= y;
		k += y <= x;
	}
	sweep_free(&sequential);
	sweep_free(&scattered);
	return least < INFINITY;
}

static void find_read_ahead(struct finding_context *context, uint32_t environment)
{
	struct strbuf out = STRBUF_INIT;
	struct finding *finding;
	char record[UNITS_SIZE], file[UNITS_SIZE];
	struct meeting m;

	if (!smallest_pair(context, environment, &m) || m.speed < 1 ||
		!is_beyond(&m, AHEAD_LEAST, AHEAD_SINGLE))
		return;
	finding = finding_new(context, FINDING_READ_AHEAD,
		isnan(m.half_width) ? CONFIDENCE_LIKELY : CONFIDENCE_SURE, 4 + log(m.speed));
	strbuf_printf(&out, "%s reads %s records of a %s file in order ",
		finding_environment(context, environment),
		units_format_size(record, sweep_record_bytes(context, m.other), true),
		units_format_size(file, sweep_file_bytes(context, m.other), true));
	finding_add_factor(m.speed, &out);
	strbuf_add_string(&out, " times as fast as at random (");
	finding_add_figure(context, m.other, &out);
	strbuf_add_string(&out, " against ");
	finding_add_figure(context, m.base, &out);
	strbuf_add_string(&out, "): reading ahead hides what a single access costs.");
	finding_say(finding, &out);
	finding_explain(
		finding, isnan(m.half_width) ? "single samples" : "beyond the spread of both");
	finding_point(finding, FINDING_VIEW_SIZES, m.other->at);
	finding_cite(finding, m.other->row);
	finding_cite(finding, m.base->row);
	strbuf_free(&out);
}

/* The works of a test with the fewest and the most files, otherwise alike. */
static bool files_ends(const struct finding_context *context, uint32_t test, uint32_t environment,
	const struct work **few, const struct work **many, double *least, double *most)
{
	enum test word = finding_vocabulary_test(context, test);
	struct work_dims setup = {0};
	const struct work *works;
	size_t count;

	*few = *many = NULL;
	works = works_of(context->works, test, environment, &count);
	for (size_t i = 0; i < count; i++) {
		struct work_dims dims = work_dims_of(context->dataset, works[i].row, word);
		double files;

		if (works[i].status != STATUS_OK || !(works[i].value > 0) ||
			!dataset_number(context->dataset, works[i].row, COL_FILES, &files))
			continue;
		for (int n = 0; n < WORK_NUMBERS; n++)
			if (work_numbers[n].column == COL_FILES)
				dims.numbers[n] = NAN;
		if (!*few)
			setup = dims;
		else if (!work_dims_equal(&setup, &dims))
			continue;
		if (!*few || files < *least) {
			*few = &works[i];
			*least = files;
		}
		if (!*many || files > *most) {
			*many = &works[i];
			*most = files;
		}
	}
	return *few && *most >= CROWDED_FACTOR * *least;
}

static void find_crowded(struct finding_context *context, uint32_t environment)
{
	for (uint32_t t = 0; t < context->tests; t++) {
		enum test word = finding_vocabulary_test(context, t);
		const struct work *few, *many;
		double least = 0, most = 0;
		struct strbuf out = STRBUF_INIT;
		char from[UNITS_SIZE], to[UNITS_SIZE];
		struct finding *finding;
		struct meeting m;

		if (word == TEST_COUNT || test_table[word].group != GROUP_METADATA ||
			!files_ends(context, t, environment, &few, &many, &least, &most))
			continue;
		m = work_compare(context->works, few, many);
		if (m.speed > 1 || !is_beyond(&m, CROWDED_LEAST, CROWDED_LEAST))
			continue;
		finding = finding_new(context, FINDING_METADATA,
			isnan(m.half_width) ? CONFIDENCE_LIKELY : CONFIDENCE_SURE,
			6 - log(m.speed));
		strbuf_printf(&out, "%s slows down with many files in a folder: %s ",
			finding_environment(context, environment), finding_test(context, t));
		finding_add_figure(context, few, &out);
		strbuf_printf(&out, " with %s files, ", units_format_count(from, least));
		finding_add_figure(context, many, &out);
		strbuf_printf(&out, " with %s (", units_format_count(to, most));
		finding_add_factor(1 / m.speed, &out);
		strbuf_add_string(&out, " times slower).");
		finding_say(finding, &out);
		finding_explain(finding,
			isnan(m.half_width) ? "single samples" : "beyond the spread of both");
		finding_point(finding, FINDING_VIEW_COMPARE, many->at);
		finding_cite(finding, many->row);
		finding_cite(finding, few->row);
		strbuf_free(&out);
	}
}

void finding_find_access(struct finding_context *context)
{
	for (uint32_t e = 0; e < context->environments; e++) {
		find_read_ahead(context, e);
		find_crowded(context, e);
	}
}
