/* hdparm: only its two timings, which read. Everything else that it can do is refused. */
#include "feed/tool.h"

#include <string.h>
#include <sys/stat.h>

#include "base/attributes.h"

#define MIB 1048576.0

static const struct timing {
	const char *says;
	enum test test;
} timings[] = {
	{"cached reads:", TEST_CACHED_READ},
	{"buffer-cache reads:", TEST_CACHED_READ},
	{"disk reads:", TEST_DEVICE_READ},
};

struct state {
	size_t timing; /* from 1; 0: none yet */
	bool told; /* its rate */
};

static const char *const allowed[] = {"-t", "-T", "-tT", "-Tt", "--direct", "--offset"};

static bool is_allowed(const char *option)
{
	for (size_t i = 0; i < FST_COUNT(allowed); i++)
		if (strcmp(option, allowed[i]) == 0)
			return true;
	return false;
}

static bool is_block_device(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISBLK(st.st_mode);
}

static fst_status prepare(struct tool_plan *plan, struct fst_error *error)
{
	const struct tool_command *command = &plan->command;
	bool timed = false;

	for (size_t i = 1; i < command->count; i++) {
		const char *argument = command->argv[i];

		if (argument[0] == '-') {
			if (!is_allowed(argument))
				return fst_error_set(error, FST_USAGE,
					"hdparm: %s is not for measuring; only -t, -T, --direct "
					"and --offset are let through",
					argument);
			timed = timed || argument[1] != '-';
			i += strcmp(argument, "--offset") == 0;
		} else if (plan->device) {
			return fst_error_set(error, FST_USAGE,
				"hdparm: expected one device, found %s and %s", plan->device,
				argument);
		} else {
			plan->device = argument;
		}
	}
	if (!plan->device || !timed)
		return fst_error_set(error, FST_USAGE,
			"hdparm: expected -t or -T and a block device, such as -tT /dev/sda");
	if (!is_block_device(plan->device))
		return fst_error_set(error, FST_USAGE, "hdparm: expected a block device, found %s",
			plan->device);
	plan->on_device = true;
	return FST_OK;
}

static void start(struct tool_live *live)
{
	live->wants_counters = true;
}

/* " Timing cached reads:   26268 MB in  1.99 seconds = 13191.86 MB/sec", the first half first */
static void line(struct tool_live *live, struct text text, bool whole)
{
	struct feed_sample sample = TOOL_SAMPLE_NONE;
	struct state *state = live->state;
	double rate;

	(void)whole;
	if (!text_contains(text, "Timing "))
		return;
	for (size_t i = 0; i < FST_COUNT(timings); i++)
		if (text_contains(text, timings[i].says) && state->timing != i + 1) {
			*state = (struct state){.timing = i + 1};
			tool_live_cell(live, timings[i].test, NULL);
		}
	if (!state->told && text_contains(text, "MB/sec") && tool_find_number(text, "=", &rate)) {
		state->told = true;
		sample.bytes_per_s = rate * MIB;
		tool_live_sample(live, &sample);
	}
}

const struct tool_adapter tool_hdparm = {
	.name = "hdparm",
	.package = "install the package hdparm (Debian, Ubuntu, Fedora, Arch)",
	.prepare = prepare,
	.start = start,
	.line = line,
	.state_size = sizeof(struct state),
};
