#include "report/compare_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "draw/metric.h"
#include "draw/role.h"
#include "report/paragraph.h"
#include "report/record.h"
#include "report/text_table.h"

enum {
	FIXED_COLUMNS = 3, /* test, unit, baseline */
	OWN_COLUMNS = 3, /* of another environment: figure, ratio, interval */
	BLOCK_MOST = (TEXT_TABLE_COLUMNS - FIXED_COLUMNS) / OWN_COLUMNS,
	FIXED_WIDTH = 32,
	OWN_WIDTH = 24,
	ENVIRONMENTS_MOST = 30, /* beside the baseline: a table of more is for programs */
	LABEL_MOST = 12, /* longer ones are told in the legend */
};

/* A row of the table: a test, or with @group what the tests of a group come to. */
struct table_row {
	const struct compare_test *test;
	const struct compare_group *group;
};

struct block {
	const struct compare *compare;
	struct table_row *rows;
	size_t row_count;
	uint32_t environments[BLOCK_MOST];
	size_t environment_count;
	bool seen[VERDICT_COUNT]; /* marks that need a word */
};

/* The one line that a row is about, the baseline's where it has one; NULL when there are several.
 */
static const struct compare_line *line_of(
	const struct compare *compare, const struct table_row *row)
{
	const struct compare_line *line;

	if (!row->test)
		return NULL;
	line = &compare->lines[row->test->first];
	if (row->test->count == 1)
		return line;
	/* The baseline's lines come first. */
	return compare_find_cell(line, compare->baseline) &&
			       !compare_find_cell(line + 1, compare->baseline)
		       ? line
		       : NULL;
}

static enum metric metric_of(const struct compare *compare, const struct table_row *row)
{
	return metric_of_figure(cube_test(compare->cube, row->test->test)->figure);
}

/* The unit in which all figures of a row read well. */
static struct unit unit_of(const struct compare *compare, const struct table_row *row)
{
	const struct compare_line *line = line_of(compare, row);
	double low = NAN, high = NAN;

	for (size_t i = 0; line && i < line->cell_count; i++) {
		low = fmin(low, line->cells[i].work->value);
		high = fmax(high, line->cells[i].work->value);
	}
	return metric_unit(metric_of(compare, row), low, high);
}

static void add_figure(const struct compare *compare, const struct table_row *row,
	uint32_t environment, struct strbuf *out)
{
	const struct compare_line *line = line_of(compare, row);
	const struct compare_cell *cell = line ? compare_find_cell(line, environment) : NULL;
	char text[UNITS_SIZE];

	if (!cell) {
		if (line)
			strbuf_add_char(out, '-');
		return;
	}
	if (isnan(cell->work->value))
		strbuf_add_string(out, row_status_names[cell->work->status]);
	else
		strbuf_add_string(
			out, metric_format(text, cell->work->value, unit_of(compare, row)));
}

/* The ratio to show, its half width and what it means. */
struct shown {
	double speed, half_width;
	enum verdict verdict;
};

static struct shown shown_of(
	const struct compare *compare, const struct table_row *row, uint32_t environment)
{
	const struct compare_line *line = row->test ? line_of(compare, row) : NULL;
	const struct compare_sum *sum = row->test ? &row->test->sums[environment]
						  : &row->group->sums[environment];
	const struct compare_cell *cell;

	if (!line)
		return (struct shown){sum->speed, sum->half_width, sum->verdict};
	cell = compare_find_cell(line, environment);
	if (!cell)
		return (struct shown){NAN, NAN, VERDICT_NONE};
	return (struct shown){cell->meeting.speed, cell->meeting.half_width, cell->verdict};
}

static void add_ratio(const struct block *block, const struct table_row *row, uint32_t environment,
	struct strbuf *out)
{
	struct shown shown = shown_of(block->compare, row, environment);
	char text[UNITS_SIZE];

	if (isnan(shown.speed))
		return;
	strbuf_printf(out, "x%s", metric_format_ratio(text, shown.speed));
	/* Where all are single samples one sentence says it for all. */
	if (shown.verdict != VERDICT_SINGLE || !block->compare->all_single)
		strbuf_add_string(out, verdict_marks[shown.verdict]);
}

static void add_half_width(const struct compare *compare, const struct table_row *row,
	uint32_t environment, struct strbuf *out)
{
	double half_width = shown_of(compare, row, environment).half_width;

	if (!isnan(half_width))
		strbuf_printf(out, "+-%.*f%%", half_width < 0.0095 ? 1 : 0, 100 * half_width);
}

static void block_cell(const void *context, size_t index, size_t column, struct strbuf *out)
{
	const struct block *block = context;
	const struct compare *compare = block->compare;
	const struct table_row *row = &block->rows[index];
	uint32_t environment;

	if (column == 0) {
		if (row->group)
			strbuf_printf(out, "= %s", row->group->title);
		else
			strbuf_add_string(out, cube_test(compare->cube, row->test->test)->label);
		return;
	}
	if (column == 1) {
		if (row->group)
			strbuf_add_string(out, "mean");
		else if (!line_of(compare, row))
			strbuf_printf(out, "%zu sizes", row->test->count);
		else
			strbuf_add_string(out, unit_of(compare, row).name);
		return;
	}
	environment = column < FIXED_COLUMNS
			      ? compare->baseline
			      : block->environments[(column - FIXED_COLUMNS) / OWN_COLUMNS];
	if (column < FIXED_COLUMNS || (column - FIXED_COLUMNS) % OWN_COLUMNS == 0) {
		if (row->test)
			add_figure(compare, row, environment, out);
	} else if ((column - FIXED_COLUMNS) % OWN_COLUMNS == 1) {
		add_ratio(block, row, environment, out);
	} else {
		add_half_width(compare, row, environment, out);
	}
}

/* The environments that the text shows: the first ones, and the baseline. */
static uint32_t shown_count(const struct compare *compare)
{
	return compare->environment_count < ENVIRONMENTS_MOST ? compare->environment_count
							      : ENVIRONMENTS_MOST;
}

static bool labels_are_long(const struct compare *compare)
{
	for (uint32_t e = 0; e < shown_count(compare); e++)
		if (utf8_cells(text_of(cube_environment(compare->cube, e)->label)) > LABEL_MOST)
			return true;
	return false;
}

/* The heading of an environment: its name where they are short, else its letter. */
static void add_heading(
	const struct compare *compare, uint32_t environment, bool letters, struct strbuf *out)
{
	if (!letters)
		strbuf_add_string(out, cube_environment(compare->cube, environment)->label);
	else if (environment < 52)
		strbuf_add_char(out, role_series_letter(environment));
	else
		strbuf_printf(out, "#%u", environment + 1);
}

static void table_to_strbuf(void *context, struct text lines)
{
	struct strbuf *out = context;

	strbuf_add_text(out, lines);
}

static void add_block(
	const struct block *block, bool letters, size_t columns, bool ascii, struct strbuf *out)
{
	struct text_table_column table_columns[TEXT_TABLE_COLUMNS] = {
		{.heading = "test", .shortest = 8, .longest = 30, .priority = 99},
		{.heading = "", .priority = 10},
		{.right = true, .priority = 98},
	};
	struct strbuf headings[BLOCK_MOST + 1] = {{0}};
	struct text_table table = {
		.columns = table_columns,
		.column_count = FIXED_COLUMNS + OWN_COLUMNS * block->environment_count,
		.row_count = block->row_count,
		.cell = block_cell,
		.context = block,
		.ascii = ascii,
	};

	add_heading(block->compare, block->compare->baseline, letters, &headings[BLOCK_MOST]);
	table_columns[2].heading = strbuf_string(&headings[BLOCK_MOST]);
	for (size_t i = 0; i < block->environment_count; i++) {
		struct text_table_column *own = &table_columns[FIXED_COLUMNS + OWN_COLUMNS * i];

		add_heading(block->compare, block->environments[i], letters, &headings[i]);
		own[0] = (struct text_table_column){
			.heading = strbuf_string(&headings[i]), .right = true, .priority = 60};
		own[1] = (struct text_table_column){.heading = "", .tight = true, .priority = 70};
		own[2] = (struct text_table_column){
			.heading = "", .tight = true, .right = true, .priority = 5};
	}
	text_table_print(&table, columns, table_to_strbuf, out);
	for (size_t i = 0; i <= BLOCK_MOST; i++)
		strbuf_free(&headings[i]);
}

/* Tests in the order of their groups, and behind those of a group what they come to. */
static void make_rows(struct block *block)
{
	const struct compare *compare = block->compare;

	block->rows = xcalloc(compare->test_count + compare->group_count, sizeof(*block->rows));
	for (size_t g = 0; g < compare->group_count; g++) {
		const struct compare_group *group = &compare->groups[g];

		for (size_t t = group->first; t < group->first + group->count; t++)
			block->rows[block->row_count++].test = &compare->tests[t];
		if (group->count > 1 && group->group != GROUP_MACHINE &&
			group->group != GROUP_OTHER)
			block->rows[block->row_count++].group = group;
	}
}

static void note_marks(struct block *block)
{
	for (size_t i = 0; i < block->row_count; i++)
		for (uint32_t e = 0; e < shown_count(block->compare); e++)
			block->seen[shown_of(block->compare, &block->rows[i], e).verdict] = true;
}

static void add_legend(
	const struct compare *compare, bool letters, size_t columns, struct strbuf *out)
{
	struct strbuf line = STRBUF_INIT, first = STRBUF_INIT;

	for (uint32_t e = 0; e < shown_count(compare); e++) {
		size_t before;

		strbuf_clear(&line);
		strbuf_clear(&first);
		add_heading(compare, e, letters, &first);
		strbuf_add_string(&first, "  ");
		if (letters)
			strbuf_printf(&line, "%s: ", cube_environment(compare->cube, e)->label);
		compare_add_tools(compare->cube, e, &line);
		if (e == compare->baseline)
			strbuf_add_string(&line, "; the baseline");
		before = line.len;
		if (e != compare->baseline) {
			strbuf_add_string(&line, "; differs in ");
			compare_add_facts_difference(compare->cube, compare->baseline, e, &line);
			if (line.len == before + 13)
				strbuf_truncate(&line, before);
		}
		paragraph_add(out, strbuf_text(&line), strbuf_string(&first), columns);
	}
	strbuf_free(&line);
	strbuf_free(&first);
}

/* Where the work was not the same: for each environment the first test and what differs. */
static void add_differences(const struct compare *compare, size_t columns, struct strbuf *out)
{
	struct strbuf line = STRBUF_INIT, mine = STRBUF_INIT, theirs = STRBUF_INIT;

	for (uint32_t e = 0; e < shown_count(compare); e++)
		for (size_t i = 0; i < compare->line_count; i++) {
			const struct compare_cell *cell = compare_find_cell(&compare->lines[i], e);

			if (!cell || cell->verdict != VERDICT_OTHER)
				continue;
			strbuf_clear(&line);
			strbuf_clear(&mine);
			strbuf_clear(&theirs);
			work_add_difference(cube_dataset(compare->cube), cell->work->row,
				cell->meeting.base->row, &mine);
			work_add_difference(cube_dataset(compare->cube), cell->meeting.base->row,
				cell->work->row, &theirs);
			strbuf_printf(&line, "%s did %s with %s, the baseline with %s.",
				cube_environment(compare->cube, e)->label,
				cube_test(compare->cube, compare->lines[i].test)->label,
				strbuf_string(&mine), strbuf_string(&theirs));
			paragraph_add(out, strbuf_text(&line), "   ", columns);
			break;
		}
	strbuf_free(&line);
	strbuf_free(&mine);
	strbuf_free(&theirs);
}

static void add_explanations(const struct block *block, size_t columns, struct strbuf *out)
{
	static const struct {
		enum verdict verdict;
		const char *text;
	} marks[] = {
		{VERDICT_SAME,
			"~  no significant difference (5 %, corrected for all that was compared)"},
		{VERDICT_SINGLE, "?  a single sample on a side: no confidence can be stated"},
		{VERDICT_DOUBTFUL, "!  a figure is doubtful"},
		{VERDICT_OTHER, "*  not the same work, no significance claimed:"},
	};

	strbuf_add_string(out, "\nx: how many times as fast as the baseline");
	strbuf_add_string(out, "; =: geometric mean of a group's tests\n");
	if (block->compare->all_single)
		strbuf_add_string(
			out, "Each figure is a single sample: no confidence can be stated.\n");
	for (size_t i = 0; i < FST_COUNT(marks); i++) {
		if (!block->seen[marks[i].verdict])
			continue;
		if (marks[i].verdict == VERDICT_SINGLE && block->compare->all_single)
			continue;
		strbuf_printf(out, "%s\n", marks[i].text);
		if (marks[i].verdict == VERDICT_OTHER)
			add_differences(block->compare, columns, out);
	}
}

/* Nothing of an environment met anything of the baseline's: said, not left as empty columns. */
static void add_strangers(const struct compare *compare, size_t columns, struct strbuf *out)
{
	struct strbuf line = STRBUF_INIT;

	for (uint32_t e = 0; e < shown_count(compare); e++) {
		size_t met = 0;

		for (size_t i = 0; i < compare->line_count; i++) {
			const struct compare_cell *cell = compare_find_cell(&compare->lines[i], e);

			met += cell && cell->meeting.base && !isnan(cell->meeting.ratio);
		}
		if (met || e == compare->baseline)
			continue;
		strbuf_clear(&line);
		strbuf_printf(&line,
			"%s has no test with a figure in common with the baseline %s: nothing to "
			"compare.",
			cube_environment(compare->cube, e)->label,
			cube_environment(compare->cube, compare->baseline)->label);
		paragraph_add(out, strbuf_text(&line), "", columns);
	}
	strbuf_free(&line);
}

void compare_text_add(const struct compare *compare, size_t columns, bool ascii, struct strbuf *out)
{
	struct block block = {.compare = compare};
	bool letters = labels_are_long(compare);
	size_t most = columns > FIXED_WIDTH + OWN_WIDTH ? (columns - FIXED_WIDTH) / OWN_WIDTH : 1;
	uint32_t next = 0;

	most = most > BLOCK_MOST ? BLOCK_MOST : most;
	make_rows(&block);
	note_marks(&block);
	add_legend(compare, letters, columns, out);
	do {
		block.environment_count = 0;
		for (; next < shown_count(compare) && block.environment_count < most; next++)
			if (next != compare->baseline)
				block.environments[block.environment_count++] = next;
		strbuf_add_char(out, '\n');
		add_block(&block, letters, columns, ascii, out);
		if (next == compare->baseline)
			next++;
	} while (next < shown_count(compare));
	if (compare->environment_count > 1)
		add_explanations(&block, columns, out);
	else
		strbuf_add_string(out, "\nOne environment only: nothing to compare it with.\n");
	add_strangers(compare, columns, out);
	if (compare->environment_count > ENVIRONMENTS_MOST)
		strbuf_printf(out, "\n%u more environments: --format=csv has all.\n",
			compare->environment_count - ENVIRONMENTS_MOST);
	free(block.rows);
}

static void add_dimension(struct record_writer *writer, const struct dataset *dataset, uint32_t row,
	enum column column)
{
	double value = NAN;

	dataset_number(dataset, row, column, &value);
	record_add_number(writer, column_table[column].name, value);
}

static void add_record(struct record_writer *writer, const struct compare *compare,
	const struct compare_line *line, const struct compare_cell *cell)
{
	static const enum column numbers[] = {
		COL_FILE_SIZE, COL_RECORD_SIZE, COL_FILES, COL_THREADS, COL_QUEUE_DEPTH};
	static const enum column texts[] = {COL_ENGINE, COL_OPTIONS, COL_TOOL};
	const struct dataset *dataset = cube_dataset(compare->cube);
	const struct cube_test *test = cube_test(compare->cube, line->test);
	const struct work *base = cell->meeting.base;
	struct estimate ratio = {NAN, NAN, NAN};
	struct strbuf differs = STRBUF_INIT;

	/* Any seed, but always the same: the same rows give the same interval. */
	if (base)
		ratio = meeting_interval(compare->works, &cell->meeting, line->test + 1);
	if (base && !cell->meeting.exact)
		work_add_difference(dataset, cell->work->row, base->row, &differs);
	record_add_text(writer, "test", text_of(test->label));
	record_add_text(writer, "environment",
		text_of(cube_environment(compare->cube, cell->environment)->label));
	record_add_text(writer, "baseline",
		text_of(cube_environment(compare->cube, compare->baseline)->label));
	for (size_t i = 0; i < FST_COUNT(numbers); i++)
		add_dimension(writer, dataset, cell->work->row, numbers[i]);
	for (size_t i = 0; i < FST_COUNT(texts); i++)
		record_add_text(writer, column_table[texts[i]].name,
			dataset_text(dataset, cell->work->row, texts[i]));
	record_add_text(writer, "figure", text_of(column_table[test->figure].name));
	record_add_number(writer, "value", cell->work->value);
	record_add_number(writer, "baseline_value", base ? base->value : (double)NAN);
	record_add_number(writer, "samples", cell->work->samples);
	record_add_number(writer, "baseline_samples", base ? (double)base->samples : NAN);
	record_add_number(writer, "ratio", cell->meeting.ratio);
	record_add_number(writer, "ratio_low", ratio.low);
	record_add_number(writer, "ratio_high", ratio.high);
	record_add_number(writer, "times_as_fast", cell->meeting.speed);
	record_add_number(writer, "p", cell->p);
	record_add_text(writer, "verdict", text_of(verdict_words[cell->verdict]));
	record_add_text(writer, "differs", strbuf_text(&differs));
	record_add_text(writer, "source", dataset_text(dataset, cell->work->row, COL_SOURCE));
	record_end(writer);
	strbuf_free(&differs);
}

void compare_text_add_records(const struct compare *compare, bool csv, struct strbuf *out)
{
	struct record_writer writer;

	record_writer_init(&writer, out, csv);
	for (size_t t = 0; t < compare->test_count; t++)
		for (size_t l = 0; l < compare->tests[t].count; l++) {
			const struct compare_line
				*line = &compare->lines[compare->tests[t].first + l];

			for (size_t c = 0; c < line->cell_count; c++)
				add_record(&writer, compare, line, &line->cells[c]);
		}
	record_writer_free(&writer);
}
