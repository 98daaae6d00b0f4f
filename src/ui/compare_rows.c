#include "ui/compare_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/units.h"

/* Doublings between two sizes; an unknown one is as far as can be. */
static double distance(const struct cube *cube, enum cube_dim dim, uint32_t a, uint32_t b)
{
	uint64_t x = cube_size(cube, dim, a), y = cube_size(cube, dim, b);

	if (x == y)
		return 0;
	return x && y ? fabs(log2((double)x) - log2((double)y)) : 64;
}

/* How far a line is from @at; what fewer environments have is farther among the same. */
static double line_distance(
	const struct compare *compare, const struct compare_line *line, struct cube_point at)
{
	double missing = (double)(compare->environment_count - line->cell_count);

	return 2 * distance(compare->cube, CUBE_FILE_SIZE, line->work->at.at[CUBE_FILE_SIZE],
			   at.at[CUBE_FILE_SIZE]) +
	       distance(compare->cube, CUBE_RECORD_SIZE, line->work->at.at[CUBE_RECORD_SIZE],
		       at.at[CUBE_RECORD_SIZE]) +
	       missing / (2.0 * compare->environment_count);
}

static size_t nearest_line(
	const struct compare *compare, const struct compare_test *test, struct cube_point at)
{
	double best_distance = INFINITY;
	size_t best = test->first;

	for (size_t i = test->first; i < test->first + test->count; i++) {
		double far = line_distance(compare, &compare->lines[i], at);

		if (far < best_distance) {
			best = i;
			best_distance = far;
		}
	}
	return best;
}

struct sorting {
	double key;
	struct compare_row row;
};

/* What has no figure comes last; equal ones stay as they were. */
static int by_key(const void *a, const void *b)
{
	const struct sorting *x = a, *y = b;

	if (isnan(x->key) != isnan(y->key))
		return isnan(x->key) ? 1 : -1;
	if (x->key > y->key || x->key < y->key)
		return x->key > y->key ? -1 : 1;
	return (x->row.line > y->row.line) - (x->row.line < y->row.line);
}

static double key_of(const struct compare *compare, struct compare_row row,
	enum compare_picture picture, enum compare_order order, uint32_t environment)
{
	const struct compare_cell *cell;
	double speed = compare->tests[row.test].sums[environment].speed;

	if (picture != COMPARE_SUMS) {
		cell = compare_find_cell(&compare->lines[row.line], environment);
		if (!cell || order == COMPARE_BY_VALUE)
			return cell ? cell->work->value : NAN;
		speed = cell->meeting.speed;
	}
	return order == COMPARE_WORST_FIRST ? -speed : speed;
}

static void sort_rows(struct compare_rows *rows, const struct compare *compare,
	enum compare_picture picture, enum compare_order order, uint32_t environment)
{
	struct sorting *sorting = xcalloc(rows->count, sizeof(*sorting));

	for (size_t i = 0; i < rows->count; i++)
		sorting[i] = (struct sorting){
			.key = key_of(compare, rows->rows[i], picture, order, environment),
			.row = rows->rows[i]};
	qsort(sorting, rows->count, sizeof(*sorting), by_key);
	for (size_t i = 0; i < rows->count; i++)
		rows->rows[i] = sorting[i].row;
	free(sorting);
}

struct compare_rows compare_rows_make(const struct compare *compare, const struct browse *browse,
	enum compare_picture picture, enum compare_order order, uint32_t environment)
{
	struct compare_rows rows = {0};

	rows.rows = xcalloc(compare->line_count + compare->test_count + 1, sizeof(*rows.rows));
	for (size_t t = 0; t < compare->test_count; t++) {
		const struct compare_test *test = &compare->tests[t];

		if (test->count == 0)
			continue;
		if (picture != COMPARE_LINES) {
			rows.rows[rows.count++] = (struct compare_row){
				t, nearest_line(compare, test, browse->at)};
			continue;
		}
		for (size_t i = test->first; i < test->first + test->count; i++)
			rows.rows[rows.count++] = (struct compare_row){t, i};
	}
	if (order != COMPARE_BY_TEST && rows.count && environment < compare->environment_count)
		sort_rows(&rows, compare, picture, order, environment);
	return rows;
}

static bool is_at(const struct compare *compare, const struct compare_row *row,
	struct cube_point at, bool sizes)
{
	const struct compare_line *line = &compare->lines[row->line];

	return line->test == at.at[CUBE_TEST] &&
	       (!sizes || (line->work->at.at[CUBE_FILE_SIZE] == at.at[CUBE_FILE_SIZE] &&
				  line->work->at.at[CUBE_RECORD_SIZE] == at.at[CUBE_RECORD_SIZE]));
}

size_t compare_rows_find(const struct compare *compare, const struct compare_rows *rows,
	struct cube_point at, size_t hint)
{
	for (int sizes = 1; sizes >= 0; sizes--) {
		if (hint < rows->count && is_at(compare, &rows->rows[hint], at, sizes))
			return hint;
		for (size_t i = 0; i < rows->count; i++)
			if (is_at(compare, &rows->rows[i], at, sizes))
				return i;
	}
	return 0;
}

struct unit compare_line_unit(const struct compare *compare, const struct compare_line *line)
{
	double low = NAN, high = NAN;

	for (size_t i = 0; i < line->cell_count; i++) {
		low = fmin(low, line->cells[i].work->value);
		high = fmax(high, line->cells[i].work->value);
	}
	return metric_unit(
		metric_of_figure(cube_test(compare->cube, line->test)->figure), low, high);
}

static enum role verdict_role(enum verdict verdict)
{
	switch (verdict) {
	case VERDICT_BETTER:
		return ROLE_BETTER;
	case VERDICT_WORSE:
		return ROLE_WORSE;
	case VERDICT_DOUBTFUL:
		return ROLE_WARN;
	default:
		return ROLE_DIM;
	}
}

void compare_fill_ratio(const struct compare_cell *cell, bool more_is_better,
	const struct glyphs *glyphs, struct table_cell *out)
{
	double ratio = cell->meeting.ratio;
	char number[UNITS_SIZE];

	out->role = verdict_role(cell->verdict);
	if (cell->verdict == VERDICT_BASE) {
		snprintf(out->text, sizeof(out->text), "base");
		return;
	}
	if (!cell->meeting.base || !isfinite(ratio))
		return;
	/* Single samples claim nothing, but a large ratio may be seen at a glance. */
	if (cell->verdict == VERDICT_SINGLE && fabs(ratio - 1) > 0.05)
		out->role = (ratio > 1) == more_is_better ? ROLE_BETTER : ROLE_WORSE;
	snprintf(out->text, sizeof(out->text), "%s%s%s", glyphs->times,
		metric_format_ratio(number, ratio), verdict_marks[cell->verdict]);
}

void compare_fill_sum(
	const struct compare_sum *sum, const struct glyphs *glyphs, struct table_cell *out)
{
	char number[UNITS_SIZE];

	out->role = verdict_role(sum->verdict);
	if (sum->verdict == VERDICT_BASE)
		snprintf(out->text, sizeof(out->text), "base");
	else if (isfinite(sum->speed))
		snprintf(out->text, sizeof(out->text), "%s%s%s", glyphs->times,
			metric_format_ratio(number, sum->speed), verdict_marks[sum->verdict]);
}

static void add_verdict(const struct compare *compare, const struct compare_cell *cell,
	const char *base, struct strbuf *out)
{
	struct estimate interval = meeting_interval(compare->works, &cell->meeting, 1);
	char ratio[UNITS_SIZE], low[UNITS_SIZE], high[UNITS_SIZE];

	strbuf_printf(
		out, " is %s times %s", metric_format_ratio(ratio, cell->meeting.ratio), base);
	if (isfinite(interval.low) && isfinite(interval.high))
		strbuf_printf(out, " (95 %%: %s to %s)", metric_format_ratio(low, interval.low),
			metric_format_ratio(high, interval.high));
	switch (cell->verdict) {
	case VERDICT_BETTER:
	case VERDICT_WORSE:
		strbuf_printf(out, ", surely %s.", verdict_words[cell->verdict]);
		break;
	case VERDICT_SAME:
		strbuf_add_string(out, ": no significant difference.");
		break;
	case VERDICT_SINGLE:
		strbuf_add_string(
			out, "; a single sample on a side, so no confidence can be stated.");
		break;
	case VERDICT_DOUBTFUL:
		strbuf_add_string(out, "; a figure is doubtful.");
		break;
	default:
		strbuf_add_char(out, '.');
		break;
	}
}

void compare_add_sentence(const struct compare *compare, const struct compare_line *line,
	uint32_t environment, struct strbuf *out)
{
	const struct dataset *dataset = cube_dataset(compare->cube);
	const struct compare_cell *cell = compare_find_cell(line, environment);
	const char *name = cube_environment(compare->cube, environment)->label;
	const char *base = cube_environment(compare->cube, compare->baseline)->label;
	struct strbuf difference = STRBUF_INIT, dimensions = STRBUF_INIT;

	strbuf_add_string(out, name);
	if (!cell) {
		strbuf_add_string(out, " has no such work.");
	} else if (cell->verdict == VERDICT_BASE) {
		work_add_dimensions(dataset, cell->work->row, &dimensions);
		strbuf_printf(out, " is what the others are compared with%s%s.",
			dimensions.len ? ": " : "", strbuf_string(&dimensions));
	} else if (!cell->meeting.base) {
		strbuf_printf(out, " has nothing of %s to be compared with.", base);
	} else if (!isfinite(cell->meeting.ratio)) {
		strbuf_printf(out, ": %s.", row_status_names[cell->work->status]);
	} else {
		add_verdict(compare, cell, base, out);
		work_add_difference(dataset, cell->work->row, cell->meeting.base->row, &difference);
		if (difference.len)
			strbuf_printf(out, " Not the same work: %s.", strbuf_string(&difference));
	}
	strbuf_clear(&difference);
	if (environment != compare->baseline)
		compare_add_facts_difference(
			compare->cube, compare->baseline, environment, &difference);
	if (difference.len)
		strbuf_printf(out, " Differs in: %s.", strbuf_string(&difference));
	strbuf_free(&difference);
	strbuf_free(&dimensions);
}
