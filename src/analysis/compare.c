#include "analysis/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/work_dims.h"
#include "base/alloc.h"
#include "base/keyset.h"

const char *const verdict_marks[VERDICT_COUNT] = {
#define VERDICT_MARK(id, mark, word) [VERDICT_##id] = mark,
	VERDICT_TABLE(VERDICT_MARK)
#undef VERDICT_MARK
};

const char *const verdict_words[VERDICT_COUNT] = {
#define VERDICT_WORD(id, mark, word) [VERDICT_##id] = word,
	VERDICT_TABLE(VERDICT_WORD)
#undef VERDICT_WORD
};

const char *compare_group_title(enum test_group group)
{
	static const char *const titles[] = {
		[GROUP_SEQUENTIAL] = "sequential",
		[GROUP_RANDOM] = "random",
		[GROUP_STDIO] = "stdio",
		[GROUP_POSITIONED] = "positioned",
		[GROUP_METADATA] = "files",
		[GROUP_DURABLE] = "durable",
		[GROUP_MACHINE] = "machine",
		[GROUP_OTHER] = "other",
	};

	return titles[group];
}

/* Cells as they are found, which is not by line. */
struct building {
	struct compare *compare;
	struct compare_cell *cells;
	size_t *cell_lines;
	size_t cell_count, cell_size;
	bool *met; /* by work: has a cell */
};

static void add_cell(struct building *b, size_t line, const struct compare_cell *cell)
{
	const struct work *all;
	size_t count;

	if (b->cell_count == b->cell_size) {
		b->cell_size = b->cell_size ? 2 * b->cell_size : 64;
		b->cells = xreallocarray(b->cells, b->cell_size, sizeof(*b->cells));
		b->cell_lines = xreallocarray(b->cell_lines, b->cell_size, sizeof(*b->cell_lines));
	}
	b->cells[b->cell_count] = *cell;
	b->cell_lines[b->cell_count++] = line;
	all = works_all(b->compare->works, &count);
	b->met[cell->work - all] = true;
}

static size_t add_line(struct building *b, const struct work *work)
{
	struct compare *compare = b->compare;

	compare->lines[compare->line_count] = (struct compare_line){
		.test = work->at.at[CUBE_TEST], .work = work};
	return compare->line_count++;
}

static enum verdict verdict_of(const struct compare_cell *cell)
{
	if (!cell->meeting.base || isnan(cell->meeting.ratio))
		return VERDICT_NONE;
	if (cell->meeting.doubtful)
		return VERDICT_DOUBTFUL;
	if (!cell->meeting.exact)
		return VERDICT_OTHER;
	if (isnan(cell->p))
		return VERDICT_SINGLE;
	if (cell->p >= COMPARE_ALPHA)
		return VERDICT_SAME;
	return cell->meeting.speed > 1 ? VERDICT_BETTER : VERDICT_WORSE;
}

/* The cells of @environment that meet the baseline's works, which have the lines from @first on. */
static void add_meetings(struct building *b, uint32_t test, uint32_t environment, size_t first)
{
	struct compare *compare = b->compare;
	struct meeting *meetings;
	size_t count = works_meet(compare->works, test, compare->baseline, environment, &meetings);
	const struct work *bases;
	size_t base_count;

	bases = works_of(compare->works, test, compare->baseline, &base_count);
	for (size_t i = 0; i < count; i++) {
		struct compare_cell cell = {.environment = environment,
			.work = meetings[i].other,
			.meeting = meetings[i],
			.p = meetings[i].p};

		add_cell(b, first + (size_t)(meetings[i].base - bases), &cell);
	}
	free(meetings);
}

static uint64_t key_of(const struct dataset *dataset, const struct work *work, enum test test)
{
	struct work_dims dims = work_dims_of(dataset, work->row, test);
	uint64_t key = (uint64_t)dims.engine << 32 | dims.options;

	for (int i = 0; i < WORK_NUMBERS; i++) {
		uint64_t bits = 0;

		if (!isnan(dims.numbers[i]))
			memcpy(&bits, &dims.numbers[i], sizeof(bits));
		key = (key ^ bits) * UINT64_C(0x9E3779B97F4A7C15);
		key ^= key >> 29;
	}
	return key;
}

/* Works of @environment that the baseline has no partner for: lines without a ratio. */
static void add_rest(struct building *b, uint32_t test, uint32_t environment, struct keyset *keys,
	size_t *key_lines)
{
	struct compare *compare = b->compare;
	const struct dataset *dataset = cube_dataset(compare->cube);
	size_t count, all_count;
	const struct work *works = works_of(compare->works, test, environment, &count);
	const struct work *all = works_all(compare->works, &all_count);

	for (size_t i = 0; i < count; i++) {
		struct compare_cell cell = {
			.environment = environment, .work = &works[i], .p = NAN};
		uint32_t known = keys->count, number;

		cell.meeting = (struct meeting){.ratio = NAN, .speed = NAN, .half_width = NAN};
		if (b->met[&works[i] - all])
			continue;
		number = keyset_add(
			keys, key_of(dataset, &works[i], cube_test(compare->cube, test)->test));
		if (number == known)
			key_lines[number] = add_line(b, &works[i]);
		add_cell(b, key_lines[number], &cell);
	}
}

static void add_test(struct building *b, uint32_t test, size_t *key_lines)
{
	struct compare *compare = b->compare;
	size_t first = compare->line_count, count;
	const struct work *bases = works_of(compare->works, test, compare->baseline, &count);
	struct keyset keys = {0};

	for (size_t i = 0; i < count; i++)
		add_line(b, &bases[i]);
	for (uint32_t e = 0; e < compare->environment_count; e++) {
		if (e != compare->baseline) {
			add_meetings(b, test, e, first);
			add_rest(b, test, e, &keys, key_lines);
			continue;
		}
		for (size_t i = 0; i < count; i++) {
			struct compare_cell cell = {.environment = e,
				.work = &bases[i],
				.meeting = work_compare(compare->works, &bases[i], &bases[i]),
				.p = NAN};

			add_cell(b, first + i, &cell);
		}
	}
	keyset_free(&keys);
	if (compare->line_count == first)
		return;
	compare->tests[compare->test_count++] = (struct compare_test){
		.test = test, .first = first, .count = compare->line_count - first};
}

/* Sort the cells by line, keeping their order, and hand each line its own. */
static void settle_cells(struct building *b)
{
	struct compare *compare = b->compare;
	size_t *next = xcalloc(compare->line_count + 1, sizeof(*next));

	compare->cells = xcalloc(b->cell_count, sizeof(*compare->cells));
	compare->cell_count = b->cell_count;
	for (size_t i = 0; i < b->cell_count; i++)
		next[b->cell_lines[i] + 1]++;
	for (size_t i = 0; i < compare->line_count; i++) {
		compare->lines[i].cells = compare->cells + next[i];
		compare->lines[i].cell_count = next[i + 1];
		next[i + 1] += next[i];
	}
	for (size_t i = 0; i < b->cell_count; i++)
		compare->cells[next[b->cell_lines[i]]++] = b->cells[i];
	free(next);
}

static void judge_cells(struct compare *compare)
{
	double *p = xcalloc(compare->cell_count, sizeof(*p));
	bool any = false;

	compare->all_single = true;
	for (size_t i = 0; i < compare->cell_count; i++)
		p[i] = compare->cells[i].p;
	statistics_holm(p, compare->cell_count);
	for (size_t i = 0; i < compare->cell_count; i++) {
		struct compare_cell *cell = &compare->cells[i];

		cell->p = p[i];
		if (cell->environment == compare->baseline) {
			cell->verdict = isnan(cell->work->value) ? VERDICT_NONE : VERDICT_BASE;
			continue;
		}
		cell->verdict = verdict_of(cell);
		if (isnan(cell->meeting.ratio))
			continue;
		any = true;
		compare->all_single = compare->all_single && isnan(cell->meeting.half_width);
	}
	compare->all_single = compare->all_single && any;
	free(p);
}

/* A sum as it grows, over lines or over tests. */
struct adding {
	double log_speed, square, z;
	size_t tested, of_other_work, doubtful;
};

static void begin_sum(struct compare_sum *sum)
{
	*sum = (struct compare_sum){
		.speed = NAN, .low = INFINITY, .high = 0, .half_width = NAN, .p = NAN};
}

static void add_cell_to(
	struct compare_sum *sum, struct adding *adding, const struct compare_cell *cell)
{
	double speed = cell->meeting.speed;

	adding->of_other_work += cell->verdict == VERDICT_OTHER;
	adding->doubtful += cell->verdict == VERDICT_DOUBTFUL;
	if (cell->verdict != VERDICT_BETTER && cell->verdict != VERDICT_WORSE &&
		cell->verdict != VERDICT_SAME && cell->verdict != VERDICT_SINGLE)
		return;
	sum->count++;
	sum->better += cell->verdict == VERDICT_BETTER;
	sum->worse += cell->verdict == VERDICT_WORSE;
	sum->same += cell->verdict == VERDICT_SAME;
	sum->single += cell->verdict == VERDICT_SINGLE;
	sum->low = fmin(sum->low, speed);
	sum->high = fmax(sum->high, speed);
	adding->log_speed += log(speed);
	adding->square += cell->meeting.half_width * cell->meeting.half_width;
	if (!isnan(cell->meeting.p)) {
		double z = statistics_normal_z(cell->meeting.p);

		adding->tested++;
		adding->z += speed > 1 ? z : -z;
	}
}

static void end_sum(struct compare_sum *sum, const struct adding *adding)
{
	double n = (double)sum->count;

	if (sum->count == 0) {
		sum->low = sum->high = NAN;
		return;
	}
	sum->speed = exp(adding->log_speed / n);
	sum->half_width = sqrt(adding->square) / n;
	if (adding->tested)
		sum->p = statistics_normal_p(adding->z / sqrt((double)adding->tested));
}

static enum verdict verdict_of_sum(const struct compare_sum *sum, const struct adding *adding)
{
	if (sum->count == 0)
		return adding->of_other_work ? VERDICT_OTHER
		       : adding->doubtful    ? VERDICT_DOUBTFUL
					     : VERDICT_NONE;
	if (adding->tested == 0)
		return VERDICT_SINGLE;
	if (sum->better && sum->worse)
		return VERDICT_MIXED;
	if (sum->p >= COMPARE_ALPHA && sum->better + sum->worse == 0)
		return VERDICT_SAME;
	/* Significant, but the mean is on the other side: some parts are better, and some worse. */
	if ((adding->z > 0) != (sum->speed > 1))
		return VERDICT_MIXED;
	return sum->speed > 1 ? VERDICT_BETTER : VERDICT_WORSE;
}

/* Adjust the probabilities of all sums, then say what they mean. */
static void judge_sums(
	struct compare_sum **sums, const struct adding *adding, size_t rows, size_t columns)
{
	double *p = xcalloc(rows * columns, sizeof(*p));

	for (size_t i = 0; i < rows * columns; i++)
		p[i] = sums[i / columns][i % columns].p;
	statistics_holm(p, rows * columns);
	for (size_t i = 0; i < rows * columns; i++) {
		struct compare_sum *sum = &sums[i / columns][i % columns];

		sum->p = p[i];
		sum->verdict = verdict_of_sum(sum, &adding[i]);
	}
	free(p);
}

static struct compare_sum *new_sums(uint32_t count)
{
	struct compare_sum *sums = xcalloc(count, sizeof(*sums));

	for (uint32_t e = 0; e < count; e++)
		begin_sum(&sums[e]);
	return sums;
}

static void mark_baseline(struct compare *compare, struct compare_sum *sums)
{
	sums[compare->baseline].verdict = VERDICT_BASE;
}

static void sum_up_tests(struct compare *compare)
{
	uint32_t columns = compare->environment_count;
	struct adding *adding = xcalloc(compare->test_count * columns, sizeof(*adding));
	struct compare_sum **sums = xcalloc(compare->test_count, sizeof(*sums));

	for (size_t t = 0; t < compare->test_count; t++) {
		struct compare_test *test = &compare->tests[t];

		sums[t] = test->sums = new_sums(columns);
		for (size_t l = test->first; l < test->first + test->count; l++)
			for (size_t c = 0; c < compare->lines[l].cell_count; c++) {
				const struct compare_cell *cell = &compare->lines[l].cells[c];

				add_cell_to(&test->sums[cell->environment],
					&adding[t * columns + cell->environment], cell);
			}
		for (uint32_t e = 0; e < columns; e++)
			end_sum(&test->sums[e], &adding[t * columns + e]);
	}
	judge_sums(sums, adding, compare->test_count, columns);
	for (size_t t = 0; t < compare->test_count; t++)
		mark_baseline(compare, sums[t]);
	free(sums);
	free(adding);
}

static void add_test_to(
	struct compare_sum *sum, struct adding *adding, const struct compare_sum *part)
{
	adding->of_other_work += part->verdict == VERDICT_OTHER;
	adding->doubtful += part->verdict == VERDICT_DOUBTFUL;
	if (part->count == 0)
		return;
	sum->count++;
	sum->better += part->verdict == VERDICT_BETTER;
	sum->worse += part->verdict == VERDICT_WORSE;
	sum->same += part->verdict == VERDICT_SAME;
	sum->single += part->verdict == VERDICT_SINGLE;
	sum->better += part->verdict == VERDICT_MIXED;
	sum->worse += part->verdict == VERDICT_MIXED;
	sum->low = fmin(sum->low, part->speed);
	sum->high = fmax(sum->high, part->speed);
	adding->log_speed += log(part->speed);
	adding->square += part->half_width * part->half_width;
	if (!isnan(part->p)) {
		double z = statistics_normal_z(part->p);

		adding->tested++;
		adding->z += part->speed > 1 ? z : -z;
	}
}

static enum test_group group_of(const struct compare *compare, const struct compare_test *test)
{
	enum test t = cube_test(compare->cube, test->test)->test;

	return t == TEST_COUNT ? GROUP_OTHER : test_table[t].group;
}

/* The cube's tests come in the vocabulary's order, in which a group is not always in one piece. */
static void sort_tests_by_group(struct compare *compare)
{
	struct compare_test *sorted = xcalloc(compare->test_count, sizeof(*sorted));
	size_t count = 0;

	for (int g = 0; g <= GROUP_OTHER; g++)
		for (size_t t = 0; t < compare->test_count; t++)
			if (group_of(compare, &compare->tests[t]) == (enum test_group)g)
				sorted[count++] = compare->tests[t];
	free(compare->tests);
	compare->tests = sorted;
}

static void sum_up_groups(struct compare *compare)
{
	uint32_t columns = compare->environment_count;
	size_t most = GROUP_OTHER + 1;
	struct adding *adding = xcalloc(most * columns, sizeof(*adding));
	struct compare_sum **sums = xcalloc(most, sizeof(*sums));

	compare->groups = xcalloc(most, sizeof(*compare->groups));
	for (size_t t = 0; t < compare->test_count;) {
		enum test_group group = group_of(compare, &compare->tests[t]);
		size_t g = compare->group_count++;
		struct compare_group *item = &compare->groups[g];

		*item = (struct compare_group){.group = group,
			.title = compare_group_title(group),
			.first = t,
			.sums = new_sums(columns)};
		sums[g] = item->sums;
		for (; t < compare->test_count && group_of(compare, &compare->tests[t]) == group;
			t++)
			for (uint32_t e = 0; e < columns; e++)
				add_test_to(&item->sums[e], &adding[g * columns + e],
					&compare->tests[t].sums[e]);
		item->count = t - item->first;
		for (uint32_t e = 0; e < columns; e++)
			end_sum(&item->sums[e], &adding[g * columns + e]);
	}
	judge_sums(sums, adding, compare->group_count, columns);
	for (size_t g = 0; g < compare->group_count; g++)
		mark_baseline(compare, sums[g]);
	free(sums);
	free(adding);
}

struct compare *compare_new(const struct cube *cube, uint32_t baseline)
{
	struct compare *compare = xcalloc(1, sizeof(*compare));
	struct building b = {.compare = compare};
	size_t count, *key_lines;

	compare->cube = cube;
	compare->baseline = baseline;
	compare->environment_count = cube_count(cube, CUBE_ENVIRONMENT);
	compare->works = works_new(cube);
	works_all(compare->works, &count);
	compare->lines = xcalloc(count, sizeof(*compare->lines));
	compare->tests = xcalloc(cube_count(cube, CUBE_TEST), sizeof(*compare->tests));
	b.met = xcalloc(count, sizeof(*b.met));
	key_lines = xcalloc(count, sizeof(*key_lines));
	for (uint32_t test = 0; test < cube_count(cube, CUBE_TEST); test++)
		add_test(&b, test, key_lines);
	settle_cells(&b);
	judge_cells(compare);
	sort_tests_by_group(compare);
	sum_up_tests(compare);
	sum_up_groups(compare);
	free(key_lines);
	free(b.met);
	free(b.cells);
	free(b.cell_lines);
	return compare;
}

void compare_free(struct compare *compare)
{
	if (!compare)
		return;
	for (size_t t = 0; t < compare->test_count; t++)
		free(compare->tests[t].sums);
	for (size_t g = 0; g < compare->group_count; g++)
		free(compare->groups[g].sums);
	free(compare->tests);
	free(compare->groups);
	free(compare->lines);
	free(compare->cells);
	works_free(compare->works);
	free(compare);
}

const struct compare_cell *compare_find_cell(const struct compare_line *line, uint32_t environment)
{
	size_t low = 0, high = line->cell_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (line->cells[middle].environment < environment)
			low = middle + 1;
		else
			high = middle;
	}
	return low < line->cell_count && line->cells[low].environment == environment
		       ? &line->cells[low]
		       : NULL;
}

uint32_t compare_find_environment(const struct cube *cube, struct text name)
{
	const struct dataset *dataset = cube_dataset(cube);
	uint32_t count = cube_count(cube, CUBE_ENVIRONMENT);

	for (uint32_t e = 0; e < count; e++)
		if (text_is(name, cube_environment(cube, e)->label))
			return e;
	for (uint32_t e = 0; e < count; e++)
		if (text_equal(name, dataset_text(dataset, cube_environment(cube, e)->first_row,
					     COL_ENVIRONMENT)))
			return e;
	return UINT32_MAX;
}
