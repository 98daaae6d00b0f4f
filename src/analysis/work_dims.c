#include "analysis/work_dims.h"

#include <math.h>

#include "analysis/work.h"
#include "base/units.h"

/* A file that is larger by a factor matters more than a record: it may leave a cache. */
const struct work_number work_numbers[WORK_NUMBERS] = {
	{COL_FILE_SIZE, "file", 2},
	{COL_RECORD_SIZE, "record", 1},
	{COL_FILES, "files", 1},
	{COL_THREADS, "threads", 2},
	{COL_QUEUE_DEPTH, "queue depth", 2},
};

#define TEXT_DISTANCE 8 /* of another engine or another flag, in doublings */

/* How often a clock was read changes the figure's precision, not the work. */
static bool changes_work(struct text flag)
{
	return !text_starts(flag, "sampled=");
}

static bool has_flag(struct text options, struct text flag)
{
	struct text word;

	while (text_next_word(&options, &word))
		if (text_equal(word, flag))
			return true;
	return false;
}

/* How many flags of @options @other does not have. */
static int flags_beyond(struct text options, struct text other)
{
	struct text flag;
	int count = 0;

	while (text_next_word(&options, &flag))
		count += changes_work(flag) && !has_flag(other, flag);
	return count;
}

static int flags_apart(const struct dataset *dataset, uint32_t a, uint32_t b)
{
	struct text mine = pool_text(dataset_pool(dataset), a);
	struct text theirs = pool_text(dataset_pool(dataset), b);

	return a == b ? 0 : flags_beyond(mine, theirs) + flags_beyond(theirs, mine);
}

static bool is_dimension(enum column column, enum test test)
{
	if (test == TEST_COUNT)
		return column != COL_FILES;
	if (column == COL_FILE_SIZE || column == COL_RECORD_SIZE)
		return test_table[test].has_sizes;
	/* Elsewhere it only says into how many parts the same bytes were divided. */
	return column != COL_FILES || test_table[test].group == GROUP_METADATA;
}

struct work_dims work_dims_of(const struct dataset *dataset, uint32_t row, enum test test)
{
	struct work_dims dims = {
		.engine = dataset_text_id(dataset, row, COL_ENGINE),
		.options = dataset_text_id(dataset, row, COL_OPTIONS),
	};

	for (int i = 0; i < WORK_NUMBERS; i++) {
		dims.numbers[i] = NAN;
		if (is_dimension(work_numbers[i].column, test))
			dataset_number(dataset, row, work_numbers[i].column, &dims.numbers[i]);
	}
	return dims;
}

bool work_dims_equal(const struct work_dims *a, const struct work_dims *b)
{
	for (int i = 0; i < WORK_NUMBERS; i++)
		if (a->numbers[i] != b->numbers[i] &&
			!(isnan(a->numbers[i]) && isnan(b->numbers[i])))
			return false;
	return a->engine == b->engine && a->options == b->options;
}

bool work_dims_meet(
	const struct dataset *dataset, const struct work_dims *a, const struct work_dims *b)
{
	for (int i = 0; i < WORK_NUMBERS; i++)
		if (a->numbers[i] != b->numbers[i] && !isnan(a->numbers[i]) &&
			!isnan(b->numbers[i]))
			return false;
	if (a->engine != b->engine && a->engine && b->engine)
		return false;
	return flags_apart(dataset, a->options, b->options) == 0;
}

double work_dims_distance(
	const struct dataset *dataset, const struct work_dims *a, const struct work_dims *b)
{
	double distance = TEXT_DISTANCE * flags_apart(dataset, a->options, b->options);

	if (a->engine != b->engine && a->engine && b->engine)
		distance += TEXT_DISTANCE;
	for (int i = 0; i < WORK_NUMBERS; i++) {
		double mine = a->numbers[i], theirs = b->numbers[i];

		if (!isnan(mine) && !isnan(theirs))
			distance += work_numbers[i].weight *
				    fabs(log2(fmax(mine, 0.5)) - log2(fmax(theirs, 0.5)));
	}
	return distance;
}

static void add_part(struct strbuf *out, size_t start)
{
	if (out->len > start)
		strbuf_add_string(out, ", ");
}

static void add_number(
	const struct work_number *number, double value, size_t start, struct strbuf *out)
{
	char text[UNITS_SIZE];

	add_part(out, start);
	if (column_table[number->column].unit == UNIT_BYTES)
		units_format_size(text, value, true);
	else
		units_format_count(text, value);
	if (number->column == COL_QUEUE_DEPTH)
		strbuf_printf(out, "%s %s", number->what, text);
	else if (number->column == COL_THREADS && value == 1)
		strbuf_add_string(out, "1 thread");
	else
		strbuf_printf(out, "%s %s", text, number->what);
}

static enum test test_of(const struct dataset *dataset, uint32_t row)
{
	return test_find(dataset_text(dataset, row, COL_TEST));
}

void work_add_difference(
	const struct dataset *dataset, uint32_t row, uint32_t other, struct strbuf *out)
{
	struct work_dims mine = work_dims_of(dataset, row, test_of(dataset, row));
	struct work_dims theirs = work_dims_of(dataset, other, test_of(dataset, other));
	struct text own = dataset_text(dataset, row, COL_OPTIONS), flag, rest;
	struct text others = dataset_text(dataset, other, COL_OPTIONS);
	size_t start = out->len;

	for (int i = 0; i < WORK_NUMBERS; i++)
		if (!isnan(mine.numbers[i]) && !isnan(theirs.numbers[i]) &&
			mine.numbers[i] != theirs.numbers[i])
			add_number(&work_numbers[i], mine.numbers[i], start, out);
	if (mine.engine && theirs.engine && mine.engine != theirs.engine) {
		add_part(out, start);
		strbuf_add_text(out, dataset_text(dataset, row, COL_ENGINE));
	}
	for (rest = own; text_next_word(&rest, &flag);)
		if (changes_work(flag) && !has_flag(others, flag)) {
			add_part(out, start);
			strbuf_add_text(out, flag);
		}
	for (rest = others; text_next_word(&rest, &flag);)
		if (changes_work(flag) && !has_flag(own, flag)) {
			add_part(out, start);
			strbuf_printf(out, "no %.*s", TEXT_ARGS(flag));
		}
}

void work_add_dimensions(const struct dataset *dataset, uint32_t row, struct strbuf *out)
{
	struct work_dims dims = work_dims_of(dataset, row, test_of(dataset, row));
	struct text options = dataset_text(dataset, row, COL_OPTIONS), flag;
	size_t start = out->len;

	for (int i = 0; i < WORK_NUMBERS; i++)
		if (!isnan(dims.numbers[i]) &&
			(work_numbers[i].column != COL_THREADS || dims.numbers[i] != 1))
			add_number(&work_numbers[i], dims.numbers[i], start, out);
	while (text_next_word(&options, &flag)) {
		add_part(out, start);
		strbuf_add_text(out, flag);
	}
}
