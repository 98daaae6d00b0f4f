/* dd: what it has copied, once a second. */
#include "feed/tool.h"

#include <math.h>
#include <string.h>

struct state {
	double bytes, t_s; /* of the last line */
	double total_bytes; /* that are to be copied, 0 unknown */
};

/* The value of `name=`. */
static const char *operand(const struct tool_command *command, const char *name)
{
	size_t n = strlen(name);

	for (size_t i = command->count; i-- > 1;)
		if (strncmp(command->argv[i], name, n) == 0 && command->argv[i][n] == '=')
			return command->argv[i] + n + 1;
	return NULL;
}

/* What takes everything and keeps nothing. */
static bool is_sink(const char *path)
{
	return strcmp(path, "/dev/null") == 0 || strcmp(path, "/dev/zero") == 0;
}

static bool is_generator(const char *path)
{
	return strcmp(path, "/dev/zero") == 0 || strcmp(path, "/dev/urandom") == 0 ||
	       strcmp(path, "/dev/random") == 0;
}

static fst_status prepare(struct tool_plan *plan, struct fst_error *error)
{
	struct tool_command *command = &plan->command;
	const char *from = operand(command, "if"), *to = operand(command, "of");

	if (!from || !to)
		return fst_error_set(error, FST_USAGE,
			"dd: expected if=FILE and of=FILE; without them it copies standard input "
			"and output, which are not its own here");
	if (!operand(command, "status"))
		tool_command_add(command, "status=progress");
	return is_sink(to) ? FST_OK : tool_check_inside("of=", to, error);
}

static enum test test_of(const struct tool_command *command)
{
	bool generator = is_generator(operand(command, "if"));
	bool sink = is_sink(operand(command, "of"));

	return generator && !sink ? TEST_WRITE : sink && !generator ? TEST_READ : TEST_COPY;
}

static void start(struct tool_live *live)
{
	const struct tool_command *command = &live->plan->command;
	const char *bs = operand(command, "bs"), *count = operand(command, "count");
	struct state *state = live->state;
	double blocks, block = bs ? tool_size(bs) : 512;

	if (count && block > 0 && tool_find_number(text_of(count), "", &blocks))
		state->total_bytes = blocks * block;
	measurement_set_number(&live->row, COL_THREADS, 1);
	if (block > 0)
		measurement_set_number(&live->row, COL_RECORD_SIZE, block);
	if (state->total_bytes > 0)
		measurement_set_number(&live->row, COL_FILE_SIZE, state->total_bytes);
	tool_live_cell(live, test_of(command), NULL);
}

/* 829423616 bytes (829 MB, 791 MiB) copied, 2 s, 414 MB/s */
static void line(struct tool_live *live, struct text text, bool whole)
{
	struct state *state = live->state;
	struct feed_sample sample = TOOL_SAMPLE_NONE;
	double bytes, t_s;

	(void)whole; /* progress lines begin with the '\r' that would end them */
	if (!text_contains(text, " s, ") || !tool_find_number(text, "", &bytes) ||
		!tool_find_number(text, "copied, ", &t_s) || t_s <= state->t_s)
		return;
	sample.bytes_per_s = fmax(bytes - state->bytes, 0) / (t_s - state->t_s);
	state->bytes = bytes;
	state->t_s = t_s;
	if (state->total_bytes > 0) {
		sample.progress = fmin(bytes / state->total_bytes, 1);
		sample.left_s = bytes > 0 ? (state->total_bytes - bytes) * t_s / bytes : -1;
	}
	tool_live_sample(live, &sample);
}

const struct tool_adapter tool_dd = {
	.name = "dd",
	.package = "install the package coreutils",
	.prepare = prepare,
	.start = start,
	.line = line,
	.state_size = sizeof(struct state),
};
