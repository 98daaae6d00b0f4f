/*
 * iozone: its tables grow number by number, so each is a cell when its predecessor is
 * there. Which columns there are follows from the options (iozone(1), -i and -+n).
 */
#include "feed/tool.h"

#include <stdlib.h>
#include <string.h>

#include "base/attributes.h"
#include "base/number.h"

#define FINAL_PASS_S 1e-3

/* In the order of the table: the test of -i, and whether it repeats the one before. */
static const struct column_of {
	enum test test;
	int option;
	bool again;
} columns[] = {
	{TEST_WRITE, 0, false},
	{TEST_REWRITE, 0, true},
	{TEST_READ, 1, false},
	{TEST_REREAD, 1, true},
	{TEST_RANDOM_READ, 2, false},
	{TEST_RANDOM_WRITE, 2, false},
	{TEST_BACKWARD_READ, 3, false},
	{TEST_RECORD_REWRITE, 4, false},
	{TEST_STRIDE_READ, 5, false},
	{TEST_FWRITE, 6, false},
	{TEST_FREWRITE, 6, true},
	{TEST_FREAD, 7, false},
	{TEST_FREREAD, 7, true},
};

/* Paths that it writes to. */
static const char *const outputs[] = {"-f", "-F", "-b"};

struct state {
	enum test tests[FST_COUNT(columns)]; /* of the columns that are filled in */
	size_t count;
	double file_kib, record_kib; /* of the row under way */
	size_t numbers; /* of it that were told */
	bool in_table;
};

static fst_status prepare(struct tool_plan *plan, struct fst_error *error)
{
	const struct tool_command *command = &plan->command;
	fst_status status = FST_OK;

	for (size_t i = 0; i < FST_COUNT(outputs) && status == FST_OK; i++)
		status = tool_check_inside("", tool_command_value(command, outputs[i]), error);
	return status;
}

/* -i N, as often as it is given; without any all tests are run. */
static bool is_wanted(const struct tool_command *command, int option)
{
	bool any = false;

	for (size_t i = 1; i < command->count; i++) {
		const char *argument = command->argv[i];

		if (strncmp(argument, "-i", 2) != 0)
			continue;
		any = true;
		if (argument[2] == '\0' && i + 1 < command->count)
			argument = command->argv[++i];
		else
			argument += 2;
		if (atoi(argument) == option)
			return true;
	}
	return !any;
}

static bool has_flag(const struct tool_command *command, const char *flag)
{
	for (size_t i = 1; i < command->count; i++)
		if (strcmp(command->argv[i], flag) == 0)
			return true;
	return false;
}

static void start(struct tool_live *live)
{
	const struct tool_command *command = &live->plan->command;
	struct state *state = live->state;
	bool once = has_flag(command, "-+n");

	for (size_t i = 0; i < FST_COUNT(columns); i++)
		if (is_wanted(command, columns[i].option) && !(once && columns[i].again))
			state->tests[state->count++] = columns[i].test;
	live->wants_counters = true;
}

static void begin_cell(struct tool_live *live)
{
	const struct state *state = live->state;
	struct measurement row = {0};

	measurement_set_number(&row, COL_FILE_SIZE, state->file_kib * 1024);
	measurement_set_number(&row, COL_RECORD_SIZE, state->record_kib * 1024);
	tool_live_cell(live, state->tests[state->numbers], &row);
}

static void take_number(struct tool_live *live, double rate_kib)
{
	struct state *state = live->state;
	struct feed_sample sample = TOOL_SAMPLE_NONE;

	if (rate_kib > 0) {
		sample.bytes_per_s = rate_kib * 1024;
		sample.ops_per_s = rate_kib / state->record_kib;
		tool_live_sample(live, &sample);
	}
	state->numbers++;
	if (state->numbers < state->count)
		begin_cell(live);
}

static void line(struct tool_live *live, struct text text, bool whole)
{
	struct state *state = live->state;
	double file_kib, record_kib, rate;
	struct text rest = text, word;
	size_t number = 0;

	if (text_contains(text, "reclen"))
		state->in_table = true;
	else if (text_contains(text, "iozone test complete"))
		state->in_table = false;
	if (!state->in_table || !text_next_word(&rest, &word) || !number_parse(word, &file_kib) ||
		!text_next_word(&rest, &word) || !number_parse(word, &record_kib) ||
		record_kib <= 0)
		return;
	if (file_kib != state->file_kib || record_kib != state->record_kib) {
		state->file_kib = file_kib;
		state->record_kib = record_kib;
		state->numbers = 0;
		if (state->count)
			begin_cell(live);
	}
	while (text_next_word(&rest, &word) && number_parse(word, &rate))
		if (number++ == state->numbers && state->numbers < state->count)
			take_number(live, rate);
	/* The next row may be of the same sizes. */
	if (whole)
		state->file_kib = 0;
}

/* A row of the table; those behind it, of the report that -R adds, repeat it. */
static bool has_row(const struct tool_live *live, struct text text)
{
	const struct state *state = live->state;
	struct text trimmed = text_trim(text);

	return state->in_table && trimmed.len && text_is_digit(trimmed.ptr[0]);
}

/*
 * At its end iozone may say that its timer was too coarse for files up to a size: where a pass took
 * less than 50 of its microseconds. What took twenty times as long is out of its reach.
 */
static bool is_final(const struct measurement *row)
{
	double rate = measurement_number(row, COL_BYTES_PER_S, 0);

	return rate > 0 && measurement_number(row, COL_FILE_SIZE, 0) / rate >= FINAL_PASS_S;
}

const struct tool_adapter tool_iozone = {
	.name = "iozone",
	.package =
		"Debian and Ubuntu have it as iozone3 in non-free, others as iozone; its source is "
		"at iozone.org",
	.prepare = prepare,
	.start = start,
	.line = line,
	.has_row = has_row,
	.is_final = is_final,
	.state_size = sizeof(struct state),
};
