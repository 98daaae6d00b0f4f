#include "report/comparison.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"

static bool has_chart(const struct report *report, uint32_t test)
{
	for (size_t i = 0; i < report->charts.count; i++)
		if (report->charts.items[i]->test == test)
			return true;
	return false;
}

static void add_line(struct comparison *comparison, const struct compare_line *line,
	const struct cube_test *test)
{
	enum metric metric = metric_of_figure(test->figure);
	double low = NAN, high = NAN;

	for (size_t i = 0; i < line->cell_count; i++) {
		low = fmin(low, line->cells[i].work->value);
		high = fmax(high, line->cells[i].work->value);
	}
	comparison->rows[comparison->row_count++] = (struct comparison_row){.line = line,
		.title = test->label,
		.metric = metric,
		.unit = metric_unit(metric, low, high)};
}

struct comparison *comparison_new(const struct report *report)
{
	struct comparison *comparison = xcalloc(1, sizeof(*comparison));
	struct compare *compare = compare_new(report->cube, report->baseline);

	comparison->compare = compare;
	comparison->rows = xcalloc(
		compare->group_count + compare->line_count + 1, sizeof(*comparison->rows));
	for (size_t g = 0; g < compare->group_count; g++)
		comparison->rows[comparison->row_count++] = (struct comparison_row){
			.sums = compare->groups[g].sums, .title = compare->groups[g].title};
	comparison->group_count = comparison->row_count;
	for (size_t t = 0; t < compare->test_count; t++) {
		const struct compare_test *test = &compare->tests[t];
		const struct cube_test *info = cube_test(report->cube, test->test);

		if (has_chart(report, test->test)) {
			comparison->rows[comparison->row_count++] = (struct comparison_row){
				.sums = test->sums, .title = info->label, .sizes = test->count};
			continue;
		}
		for (size_t i = 0; i < test->count; i++)
			add_line(comparison, &compare->lines[test->first + i], info);
	}
	return comparison;
}

void comparison_free(struct comparison *comparison)
{
	if (!comparison)
		return;
	compare_free(comparison->compare);
	free(comparison->rows);
	free(comparison);
}

void comparison_add_title(
	const struct comparison *comparison, const struct comparison_row *row, struct strbuf *out)
{
	size_t before;

	strbuf_add_string(out, row->title);
	if (row->sizes)
		strbuf_printf(out, ", mean over %zu sizes", row->sizes);
	if (!row->line || !row->line->work)
		return;
	strbuf_add_string(out, ", ");
	before = out->len;
	work_add_dimensions(cube_dataset(comparison->compare->cube), row->line->work->row, out);
	if (out->len == before)
		strbuf_truncate(out, before - 2);
}

const struct compare_cell *comparison_cell(const struct comparison_row *row, uint32_t environment)
{
	for (size_t i = 0; row->line && i < row->line->cell_count; i++)
		if (row->line->cells[i].environment == environment)
			return &row->line->cells[i];
	return NULL;
}

enum verdict comparison_verdict(const struct comparison_row *row, uint32_t environment)
{
	const struct compare_cell *cell = comparison_cell(row, environment);

	if (row->sums)
		return row->sums[environment].verdict;
	return cell ? cell->verdict : VERDICT_NONE;
}

double comparison_speed(const struct comparison_row *row, uint32_t environment)
{
	const struct compare_cell *cell = comparison_cell(row, environment);

	if (comparison_verdict(row, environment) == VERDICT_NONE)
		return NAN;
	return cell ? cell->meeting.speed : row->sums[environment].speed;
}

void comparison_add_value(
	const struct comparison_row *row, uint32_t environment, struct strbuf *out)
{
	const struct compare_cell *cell = comparison_cell(row, environment);
	const struct work *work;
	char number[UNITS_SIZE];

	if (!cell)
		return;
	work = cell->work;
	if (isnan(work->value)) {
		strbuf_add_string(out, row_status_names[work->status]);
		return;
	}
	strbuf_add_string(out, metric_format(number, work->value, row->unit));
	if (work->status == STATUS_DOUBTFUL)
		strbuf_add_char(out, '?');
}

void comparison_add_ratio(
	const struct comparison_row *row, uint32_t environment, struct strbuf *out)
{
	enum verdict verdict = comparison_verdict(row, environment);
	double speed = comparison_speed(row, environment);
	char number[UNITS_SIZE];

	if (verdict == VERDICT_BASE)
		strbuf_add_string(out, "base");
	else if (!isnan(speed))
		strbuf_printf(
			out, "x%s%s", metric_format_ratio(number, speed), verdict_marks[verdict]);
}

void comparison_add_legend(const struct comparison *comparison, struct strbuf *out)
{
	static const char *const meanings[VERDICT_COUNT] = {
		[VERDICT_SAME] = "no significant difference",
		[VERDICT_SINGLE] = "single samples, so no confidence can be stated",
		[VERDICT_DOUBTFUL] = "a figure is doubtful",
		[VERDICT_OTHER] = "not the same work"};
	bool seen[VERDICT_COUNT] = {false};

	strbuf_add_string(out, "Ratios are speeds against the baseline: above 1 is faster.");
	for (size_t i = 0; i < comparison->row_count; i++)
		for (uint32_t e = 0; e < comparison->compare->environment_count; e++)
			seen[comparison_verdict(&comparison->rows[i], e)] = true;
	for (int v = 0; v < VERDICT_COUNT; v++)
		if (seen[v] && meanings[v])
			strbuf_printf(out, " %s: %s.", verdict_marks[v], meanings[v]);
}
