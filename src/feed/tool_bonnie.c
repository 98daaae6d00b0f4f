/*
 * bonnie++: it tells its phases and no rate while it works, so what its process
 * moves is counted.
 */
#include "feed/tool.h"

#include <string.h>

#include "base/attributes.h"

static const struct phase {
	const char *says;
	enum test test;
} phases[] = {
	{"Writing a byte at a time", TEST_CHAR_WRITE},
	{"Writing intelligently", TEST_WRITE},
	{"Rewriting", TEST_BLOCK_REWRITE},
	{"Reading a byte at a time", TEST_CHAR_READ},
	{"Reading intelligently", TEST_READ},
	{"start 'em", TEST_SEEK},
	{"Create files in sequential order", TEST_CREATE_SEQ},
	{"Stat files in sequential order", TEST_STAT_SEQ},
	{"Delete files in sequential order", TEST_DELETE_SEQ},
	{"Create files in random order", TEST_CREATE_RANDOM},
	{"Stat files in random order", TEST_STAT_RANDOM},
	{"Delete files in random order", TEST_DELETE_RANDOM},
};

struct state {
	size_t phase; /* from 1; 0: none yet */
};

static fst_status prepare(struct tool_plan *plan, struct fst_error *error)
{
	struct tool_command *command = &plan->command;

	if (tool_command_has(command, "-d"))
		return fst_error_set(error, FST_USAGE,
			"bonnie++: -d is fstui's, which runs it in a folder of its own; give the "
			"folder to measure in front of --tool");
	if (tool_command_has(command, "-q"))
		return fst_error_set(error, FST_USAGE,
			"bonnie++: with -q it does not tell how far it is; leave it out");
	tool_command_add(command, "-d");
	tool_command_add(command, ".");
	if (plan->as_root && !tool_command_has(command, "-u")) {
		tool_command_add(command, "-u");
		tool_command_add(command, "root");
	}
	return FST_OK;
}

static void start(struct tool_live *live)
{
	live->wants_counters = true;
}

static void line(struct tool_live *live, struct text text, bool whole)
{
	struct state *state = live->state;
	struct feed_sample sample = TOOL_SAMPLE_NONE;

	(void)whole;
	for (size_t i = 0; i < FST_COUNT(phases); i++)
		if (text_starts(text, phases[i].says) && state->phase != i + 1) {
			state->phase = i + 1;
			tool_live_cell(live, phases[i].test, NULL);
			sample.progress = (double)i / FST_COUNT(phases);
			tool_live_sample(live, &sample);
		}
}

const struct tool_adapter tool_bonnie = {
	.name = "bonnie++",
	.package = "install the package bonnie++ (Debian, Ubuntu, Fedora, Arch)",
	.prepare = prepare,
	.start = start,
	.line = line,
	.state_size = sizeof(struct state),
};
