/*
 * sysbench: one line an interval. Its files are made by `sysbench ... prepare`, which is
 * run before.
 */
#include "feed/tool.h"

#include <math.h>
#include <string.h>

#include "base/attributes.h"

#define MIB                 1048576.0
#define DEFAULT_SECONDS     10.0
#define DEFAULT_BLOCK_BYTES 16384.0

struct state {
	double length_s; /* that it is to run; 0: as long as its events take */
	double block_bytes;
};

static const struct {
	const char *name; /* of the test, or of a mode of fileio */
	enum test test;
} names[] = {
	{"cpu", TEST_CPU},
	{"memory", TEST_MEMORY},
	{"threads", TEST_THREADS},
	{"mutex", TEST_MUTEX},
	{"seqwr", TEST_WRITE},
	{"seqrewr", TEST_REWRITE},
	{"seqrd", TEST_READ},
	{"rndrd", TEST_RANDOM_READ},
	{"rndwr", TEST_RANDOM_WRITE},
	{"rndrw", TEST_RANDOM_MIXED},
};

static const char *const steps[] = {"run", "prepare", "cleanup", "help"};

static enum test test_named(const char *name)
{
	for (size_t i = 0; i < FST_COUNT(names); i++)
		if (strcmp(name, names[i].name) == 0)
			return names[i].test;
	return TEST_OLTP;
}

/* The first word that is no option: `fileio`, `cpu`; 0.4 has it as --test=fileio. */
static const char *test_word(const struct tool_command *command)
{
	const char *old = tool_command_value(command, "--test");

	for (size_t i = 1; i < command->count && !old; i++)
		if (command->argv[i][0] != '-')
			old = command->argv[i];
	return old ? old : "";
}

/* The step at the end of the command line, whose place in @steps is returned; -1: none. */
static int step_of(const struct tool_command *command)
{
	const char *last = command->argv[command->count - 1];

	for (size_t i = 0; i < FST_COUNT(steps); i++)
		if (strcmp(last, steps[i]) == 0)
			return (int)i;
	return -1;
}

static fst_status prepare(struct tool_plan *plan, struct fst_error *error)
{
	struct tool_command *command = &plan->command;
	int step = step_of(command);

	if (test_word(command)[0] == '\0')
		return fst_error_set(error, FST_USAGE,
			"sysbench: expected a test such as fileio, cpu or memory behind --");
	if (strchr(test_word(command), '/'))
		return fst_error_set(error, FST_USAGE,
			"sysbench: scripts of your own are not run: nothing tells what they "
			"write; give one of its tests, such as fileio");
	if (step > 0)
		return fst_error_set(error, FST_USAGE,
			"sysbench: its files are made ready and removed again by fstui; end with "
			"run instead of %s",
			steps[step]);
	if (step < 0)
		tool_command_add(command, "run");
	if (strcmp(test_word(command), "fileio") == 0 &&
		!tool_command_has(command, "--file-test-mode"))
		return fst_error_set(error, FST_USAGE,
			"sysbench fileio: expected --file-test-mode=rndrw or another mode");
	if (!tool_command_has(command, "--report-interval"))
		tool_command_insert(command, command->count - 1, "--report-interval=1");
	if (strcmp(test_word(command), "fileio") == 0) {
		for (size_t i = 0; i + 1 < command->count; i++)
			tool_command_add(&plan->prepare, "%s", command->argv[i]);
		tool_command_add(&plan->prepare, "prepare");
	}
	return FST_OK;
}

static double seconds_of(const struct tool_command *command)
{
	static const char *const options[] = {"--time", "--max-time"};
	double seconds = DEFAULT_SECONDS;
	bool by_events = tool_command_has(command, "--events") ||
			 tool_command_has(command, "--max-requests");

	for (size_t i = 0; i < FST_COUNT(options); i++) {
		const char *value = tool_command_value(command, options[i]);

		if (value)
			return tool_find_number(text_of(value), "", &seconds) ? seconds : 0;
	}
	return by_events ? 0 : seconds;
}

static void start(struct tool_live *live)
{
	const struct tool_command *command = &live->plan->command;
	const char *mode = tool_command_value(command, "--file-test-mode");
	const char *threads = tool_command_value(command, "--threads");
	struct state *state = live->state;
	double count, block = tool_size(tool_command_value(command, "--file-block-size"));

	state->length_s = seconds_of(command);
	state->block_bytes = block > 0 ? block : DEFAULT_BLOCK_BYTES;
	if (tool_find_number(text_of(threads ? threads : "1"), "", &count))
		measurement_set_number(&live->row, COL_THREADS, count);
	if (mode && strcmp(test_word(command), "fileio") == 0) {
		measurement_set_number(&live->row, COL_RECORD_SIZE, state->block_bytes);
		measurement_set_number(&live->row, COL_FILE_SIZE,
			tool_size(tool_command_value(command, "--file-total-size")));
		tool_live_cell(live, test_named(mode), NULL);
	} else {
		tool_live_cell(live, test_named(test_word(command)), NULL);
	}
}

/*
 * [ 1s ] reads: 461.58 MiB/s writes: 307.72 MiB/s fsyncs: 1965.40/s latency (ms,95%): 0.011
 * [ 1s ] thds: 1 eps: 3371.15 lat (ms,95%): 0.32
 * [ 1s ] 5342.11 MiB/sec
 */
static void line(struct tool_live *live, struct text text, bool whole)
{
	const struct state *state = live->state;
	struct feed_sample sample = TOOL_SAMPLE_NONE;
	double t_s, reads = 0, writes = 0, rate;

	if (!whole || !text_starts(text, "[") || !tool_find_number(text, "[", &t_s))
		return;
	if (tool_find_number(text, "reads:", &reads) + tool_find_number(text, "writes:", &writes)) {
		sample.bytes_per_s = (reads + writes) * MIB;
		sample.ops_per_s = sample.bytes_per_s / state->block_bytes;
	} else if (tool_find_number(text, "eps:", &rate) || tool_find_number(text, "tps:", &rate)) {
		sample.ops_per_s = rate;
	} else if (text_contains(text, "MiB/sec") && tool_find_number(text, "]", &rate)) {
		sample.bytes_per_s = rate * MIB;
	} else {
		return;
	}
	if (state->length_s > 0) {
		sample.progress = fmin(t_s / state->length_s, 1);
		sample.left_s = fmax(state->length_s - t_s, 0);
	}
	tool_live_sample(live, &sample);
}

const struct tool_adapter tool_sysbench = {
	.name = "sysbench",
	.package = "install the package sysbench (Debian, Ubuntu, Fedora, Arch, Homebrew)",
	.prepare = prepare,
	.start = start,
	.line = line,
	.state_size = sizeof(struct state),
};
