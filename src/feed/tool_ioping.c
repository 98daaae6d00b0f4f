/* ioping: a line a request. */
#include "feed/tool.h"

#include <math.h>
#include <string.h>

#include "base/attributes.h"

struct state {
	double requests, wanted; /* 0: until it is stopped */
};

static const struct {
	const char *name;
	double seconds;
} units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}, {"min", 60}};

/* Options that take their value from the next argument. */
static const char with_value[] = "citTwslLSroRzZ";

/* The target is the last argument that is neither an option nor an option's value. */
static const char *target_of(const struct tool_command *command)
{
	const char *target = NULL;

	for (size_t i = 1; i < command->count; i++) {
		const char *argument = command->argv[i];

		if (argument[0] != '-')
			target = argument;
		else if (argument[1] && argument[1] != '-' && !argument[2] &&
			 strchr(with_value, argument[1]) && argument[1] != 'L' &&
			 argument[1] != 'R')
			i++;
	}
	return target;
}

static bool writes(const struct tool_command *command)
{
	for (size_t i = 1; i < command->count; i++)
		if (strncmp(command->argv[i], "--write", 7) == 0 ||
			(command->argv[i][0] == '-' && command->argv[i][1] != '-' &&
				strchr(command->argv[i], 'W')))
			return true;
	return false;
}

static fst_status prepare(struct tool_plan *plan, struct fst_error *error)
{
	struct tool_command *command = &plan->command;
	const char *target = target_of(command);

	if (tool_command_has(command, "-q"))
		return fst_error_set(error, FST_USAGE,
			"ioping: with -q it does not tell its requests; leave it out");
	if (!tool_command_has(command, "-c") && !tool_command_has(command, "-w")) {
		tool_command_insert(command, 1, "-c");
		tool_command_insert(command, 2, "10");
	}
	if (!target)
		tool_command_add(command, ".");
	return writes(command) ? tool_check_inside("", target, error) : FST_OK;
}

static void start(struct tool_live *live)
{
	const struct tool_command *command = &live->plan->command;
	const char *count = tool_command_value(command, "-c");
	const char *size = tool_command_value(command, "-s");
	struct state *state = live->state;

	if (count)
		tool_find_number(text_of(count), "", &state->wanted);
	measurement_set_number(&live->row, COL_RECORD_SIZE, size ? tool_size(size) : 4096);
	tool_live_cell(live, writes(command) ? TEST_RANDOM_WRITE : TEST_RANDOM_READ, NULL);
}

/* 4 KiB <<< . (ext4 /dev/vda 252.0 GiB): request=2 time=295.6 us */
static void line(struct tool_live *live, struct text text, bool whole)
{
	struct feed_sample sample = TOOL_SAMPLE_NONE;
	struct state *state = live->state;
	struct text rest = text, unit;
	double time;

	if (!whole || !tool_find_number(text, "request=", &state->requests) ||
		!tool_find_number(text, "time=", &time))
		return;
	rest = text_skip(text, text_find(text, "time=") + strlen("time="));
	if (!text_next_word(&rest, &unit) || !text_next_word(&rest, &unit))
		return;
	for (size_t i = 0; i < FST_COUNT(units); i++)
		if (text_is(unit, units[i].name)) {
			sample.lat_p50_s = sample.lat_max_s = time * units[i].seconds;
			sample.ops_per_s = time > 0 ? 1 / sample.lat_max_s : -1;
			sample.bytes_per_s = time > 0 ? sample.ops_per_s *
								measurement_number(&live->row,
									COL_RECORD_SIZE, 0)
						      : -1;
		}
	if (state->wanted > 0)
		sample.progress = fmin(state->requests / state->wanted, 1);
	tool_live_sample(live, &sample);
}

const struct tool_adapter tool_ioping = {
	.name = "ioping",
	.package = "install the package ioping (Debian, Ubuntu, Fedora, Arch)",
	.prepare = prepare,
	.start = start,
	.line = line,
	.state_size = sizeof(struct state),
};
