/* `fstui run`: benchmark folders. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/units.h"
#include "bench/bench.h"
#include "bench/load.h"
#include "bench/resume.h"
#include "bench/run.h"
#include "cmd/command.h"
#include "cmd/run_folders.h"
#include "cmd/run_progress.h"
#include "cmd/run_tool.h"
#include "cmd/screen.h"

/* Limits that a suite has unless others are asked for, in seconds. */
#define QUICK_CELL_S   4.0
#define QUICK_FOLDER_S 50.0
#define QUICK_BYTES    UINT64_C(300000000)

static const char *const data_names[] = {"random", "zero", NULL};
static const struct option_info plan_options[] = {
	{.name = "suite",
		.letter = 's',
		.kind = OPTION_CHOICE,
		.argument = "SUITE",
		.choices = suite_names,
		.help = "what to measure: quick (the default, under a minute), sweep (file sizes "
			"by record sizes, as IOzone; the default when sizes are given), files "
			"(many in a folder, as bonnie++ -n), sync (what fsync costs, and whether "
			"it is honest), upgrade (a package upgrade), baseline (the machine "
			"itself) or all"},
	{.name = "tests",
		.letter = 't',
		.kind = OPTION_CHOICES,
		.argument = "LIST",
		.choices = bench_test_names,
		.help = "only these tests"},
	{.name = "file-size",
		.kind = OPTION_SIZES,
		.argument = "SIZES",
		.help = "file sizes of the sweep (64K..512M)"},
	{.name = "record-size",
		.letter = 'r',
		.kind = OPTION_SIZES,
		.argument = "SIZES",
		.help = "record sizes of the sweep (4K..16M)"},
	{.name = "files",
		.kind = OPTION_COUNTS,
		.argument = "COUNTS",
		.help = "how many files in a folder (256,1024,4096,16384)"},
	{.name = "all-records",
		.kind = OPTION_FLAG,
		.help = "do not leave out records under 64K for files over 16M"},
	{.name = "engine",
		.kind = OPTION_CHOICE,
		.argument = "ENGINE",
		.choices = engine_names,
		.help = "how records are moved, where the test leaves it open"},
	{.name = "include-close",
		.kind = OPTION_FLAG,
		.help = "count closing the file in the time"},
	{.name = "include-fsync", .kind = OPTION_FLAG, .help = "count fsync in the time"},
	{.name = "threads",
		.kind = OPTION_COUNT,
		.argument = "COUNT",
		.help = "so many at once, each in a file of its own"},
	{.name = "queue-depth",
		.kind = OPTION_COUNT,
		.argument = "COUNT",
		.help = "so many operations under way in each thread (io_uring)"},
	{.name = "direct",
		.kind = OPTION_FLAG,
		.help = "past the page cache (O_DIRECT), where the test can"},
	{.name = "o-sync", .kind = OPTION_FLAG, .help = "open files for writing with O_SYNC"},
	{.name = "o-dsync", .kind = OPTION_FLAG, .help = "open files for writing with O_DSYNC"},
	{.name = "cold",
		.kind = OPTION_FLAG,
		.help = "empty the page cache of the file before each pass (fsync, fadvise)"},
	{.name = "drop-caches",
		.kind = OPTION_FLAG,
		.help = "--cold, and all caches of the machine with it (root only; others feel "
			"it)"},
	{.name = "read-percent",
		.kind = OPTION_COUNT,
		.argument = "COUNT",
		.help = "reads in random_mixed and mixed, in percent (60)"},
	{.name = "fsync-every",
		.kind = OPTION_COUNT,
		.argument = "COUNT",
		.help = "fsync after so many records, in tests that write"},
	{.name = "max-prime",
		.kind = OPTION_COUNT,
		.argument = "NUMBER",
		.help = "limit of the test cpu (10000)"},
	{.name = "rate",
		.kind = OPTION_SIZE,
		.argument = "SIZE",
		.help = "move at most so much a second"},
	{.name = "data",
		.kind = OPTION_CHOICE,
		.argument = "DATA",
		.choices = data_names,
		.help = "what is written: random (the default) or zero"},
	{.name = "seed",
		.kind = OPTION_SEED,
		.argument = "NUMBER",
		.help = "of the order of random records"},
};

static const struct option_info limit_options[] = {
	{.name = "precision",
		.letter = 'p',
		.kind = OPTION_PERCENT,
		.argument = "PERCENT",
		.help = "repeat until the 95 % confidence interval is within it (5%); off: one "
			"pass "
			"a cell"},
	{.name = "max-time",
		.kind = OPTION_DURATION,
		.argument = "TIME",
		.help = "at most so long for a cell (quick: 4s; sweep: 1s and twice what the plan "
			"expects)"},
	{.name = "max-total-time",
		.kind = OPTION_DURATION,
		.argument = "TIME",
		.help = "at most so long for the run"},
	{.name = "max-bytes",
		.kind = OPTION_SIZE,
		.argument = "SIZE",
		.help = "write at most so much in the run"},
	{.name = "dry-run",
		.letter = 'n',
		.kind = OPTION_FLAG,
		.help = "print the plan, and measure nothing"},
};

static const struct option_info result_options[] = {
	{.name = "name",
		.kind = OPTION_TEXT,
		.repeats = true,
		.argument = "NAME",
		.help = "what the next DIR is called in comparisons"},
	{.name = "note", .kind = OPTION_TEXT, .argument = "TEXT", .help = "kept with every row"},
	{.name = "output",
		.letter = 'o',
		.kind = OPTION_TEXT,
		.argument = "FILE",
		.help = "add the rows to FILE instead of the library; -: standard output"},
	{.name = "resume",
		.kind = OPTION_TEXT,
		.argument = "RESULT",
		.help = "go on with the run whose rows the file RESULT has; the rest of the "
			"command as the first time"},
	{.name = "tool",
		.kind = OPTION_CHOICE,
		.argument = "TOOL",
		.choices = tool_names,
		.help = "run this program in each DIR instead, with what follows -- as its "
			"arguments"},
	{.name = "stream",
		.kind = OPTION_FLAG,
		.help = "print events as JSON Lines, and take stop, pause, resume and skip as "
			"lines of "
			"standard input"},
};

static const struct option_table plan_table = OPTION_TABLE("What to measure", plan_options);
static const struct option_table limit_table = OPTION_TABLE("How long", limit_options);
static const struct option_table result_table = OPTION_TABLE("Results", result_options);

/* What is asked for in options that say how, not what. */
static fst_status make_load(
	const struct options *options, struct plan_request *request, struct fst_error *error)
{
	static const struct {
		const char *name;
		unsigned bits;
	} flags[] = {
		{"include-close", PLAN_CLOSE},
		{"include-fsync", PLAN_FSYNC},
		{"direct", PLAN_DIRECT},
		{"o-sync", PLAN_O_SYNC},
		{"o-dsync", PLAN_O_DSYNC},
		{"cold", PLAN_COLD},
		{"drop-caches", PLAN_COLD | PLAN_DROP_CACHES},
	};
	uint64_t threads = options_whole(options, "threads", 0);
	uint64_t depth = options_whole(options, "queue-depth", 0);
	uint64_t reads = options_whole(options, "read-percent", 0);

	for (size_t i = 0; i < FST_COUNT(flags); i++)
		if (options_given(options, flags[i].name))
			request->options |= flags[i].bits;
	if (threads > LOAD_THREADS_MAX)
		return fst_error_set(error, FST_USAGE, "--threads %llu: expected at most %d",
			(unsigned long long)threads, LOAD_THREADS_MAX);
	if (depth > LOAD_DEPTH_MAX)
		return fst_error_set(error, FST_USAGE, "--queue-depth %llu: expected at most %d",
			(unsigned long long)depth, LOAD_DEPTH_MAX);
	if (reads > 100)
		return fst_error_set(error, FST_USAGE, "--read-percent %llu: expected 1 to 100",
			(unsigned long long)reads);
	if (depth > 1 && !(request->engine && request->engine->queues))
		return fst_error_set(error, FST_USAGE,
			"--queue-depth goes with --engine io_uring; the others have one operation "
			"under way in each thread (--threads)");
	if ((request->options & PLAN_DROP_CACHES) && access("/proc/sys/vm/drop_caches", W_OK) != 0)
		return fst_error_errno(error, errno,
			"--drop-caches: cannot write to /proc/sys/vm/drop_caches; run as root, or "
			"use --cold");
	request->load = (struct bench_load){
		.threads = (unsigned)threads,
		.queue_depth = (unsigned)depth,
		.read_percent = (unsigned)reads,
		.fsync_every = options_whole(options, "fsync-every", 0),
		.max_prime = options_whole(options, "max-prime", 0),
		.rate_bps = (double)options_whole(options, "rate", 0),
	};
	return request->engine && request->engine->probe ? request->engine->probe(error) : FST_OK;
}

/* The plan's wishes out of the options; the lists stay the options'. */
static fst_status make_request(const struct options *options, const struct run_folders *folders,
	enum test *tests, struct plan_request *request, struct fst_error *error)
{
	const struct option_item *list;
	bool sized = options_given(options, "file-size") || options_given(options, "record-size");
	bool matrix = sized || options_given(options, "all-records");

	*request = (struct plan_request){
		.suite = (enum suite)options_choice(
			options, "suite", matrix ? SUITE_SWEEP : SUITE_QUICK),
		.sparing = !options_given(options, "precision") &&
			   !options_given(options, "file-size"),
		.folders = folders->list,
		.folder_count = folders->count,
		.tests = tests,
		.all_records = options_given(options, "all-records"),
		.once = options_number(options, "precision", 1) <= 0,
	};
	if (matrix && request->suite != SUITE_SWEEP && request->suite != SUITE_ALL)
		return fst_error_set(error, FST_USAGE,
			"the suite %s has sizes of its own; --file-size, --record-size and "
			"--all-records go with --suite sweep",
			suite_names[request->suite]);
	if ((list = options_get(options, "tests")))
		for (size_t i = 0; i < list->list_count; i++)
			tests[request->test_count++] = bench_tests[list->list[i]].test;
	if ((list = options_get(options, "file-size"))) {
		request->file_sizes = list->list;
		request->file_size_count = list->list_count;
	}
	if ((list = options_get(options, "record-size"))) {
		request->record_sizes = list->list;
		request->record_size_count = list->list_count;
	}
	if ((list = options_get(options, "files"))) {
		request->file_counts = list->list;
		request->file_count_count = list->list_count;
	}
	if (options_given(options, "engine"))
		request->engine = engines[options_choice(options, "engine", 0)];
	return make_load(options, request, error);
}

static void set_limits(const struct options *options, enum suite suite, size_t folder_count,
	struct run_config *config)
{
	bool quick = suite == SUITE_QUICK;

	config->precision = options_number(options, "precision", 0.05);
	config->max_time_s = options_number(options, "max-time", quick ? QUICK_CELL_S : 0);
	config->max_total_s = options_number(
		options, "max-total-time", quick ? QUICK_FOLDER_S * (double)folder_count : 0);
	config->max_bytes = options_whole(
		options, "max-bytes", quick ? QUICK_BYTES * folder_count : 0);
}

/* Whether standard output is for the rows. */
static bool to_output(const struct options *options)
{
	return strcmp(options_text(options, "output", ""), "-") == 0;
}

static fst_status run_plan(const struct invocation *invocation, const struct plan *plan,
	const struct plan_request *request, const char *run_id, struct fst_error *error)
{
	const struct options *options = &invocation->options;
	bool stream = options_given(options, "stream");
	struct run_progress progress = {0};
	struct run_config config = {
		.plan = plan,
		.folders = request->folders,
		.folder_count = request->folder_count,
		.clock = invocation->clock,
		.suite = suite_names[request->suite],
		.output = options_text(options, "output", NULL),
		.note = options_text(options, "note", NULL),
		.seed = options_whole(options, "seed", 0),
		.zero = options_choice(options, "data", 0) == 1,
		.steered = stream && !isatty(STDIN_FILENO),
		.out_fd = stream ? STDOUT_FILENO : STDERR_FILENO,
		.render = stream ? run_render_stream : run_render_progress,
		.render_context = &progress,
	};
	struct run_result result;
	fst_status status;

	if (options_given(options, "resume")) {
		config.output = options_text(options, "resume", NULL);
		config.run = run_id;
	}
	set_limits(options, request->suite, request->folder_count, &config);
	status = bench_run(&config, &result, error);
	if (result.path && !stream && !to_output(options))
		fprintf(stderr, "fstui: results are in %s\n", result.path);
	if (result.failed)
		command_warn("%llu of %llu cells failed", (unsigned long long)result.failed,
			(unsigned long long)(result.ok + result.failed + result.skipped));
	free(result.path);
	return status;
}

/* Leave what the file has out of @plan; @run gets the id to go on under. */
static fst_status resume(const struct options *options, struct plan *plan,
	const struct plan_folder *folders, struct strbuf *run, struct fst_error *error)
{
	if (options_given(options, "output"))
		return fst_error_set(error, FST_USAGE,
			"--output and --resume: a resumed run adds its rows to the file that it "
			"goes on with");
	return resume_mark_done(plan, folders, options_text(options, "resume", NULL), run, error);
}

static fst_status run_run(const struct invocation *invocation, struct fst_error *error)
{
	const struct options *options = &invocation->options;
	enum test tests[OPTION_LIST_MAX];
	struct run_folders folders = {0};
	struct plan_request request;
	struct plan plan = {0};
	struct strbuf out = STRBUF_INIT, run = STRBUF_INIT;
	fst_status status;

	if (options_given(options, "tool"))
		return run_tool(invocation, error);
	status = run_folders_pair(options, false, &folders, error);
	if (status == FST_OK)
		status = make_request(options, &folders, tests, &request, error);
	if (status == FST_OK)
		status = plan_make(&plan, &request, error);
	if (status == FST_OK && options_given(options, "resume"))
		status = resume(options, &plan, folders.list, &run, error);
	if (status == FST_OK && options_given(options, "dry-run")) {
		plan_print(&plan, &request, &out);
		fwrite(out.ptr, 1, out.len, stdout);
	} else if (status == FST_OK && options_given(options, "stream") && to_output(options)) {
		status = fst_error_set(error, FST_USAGE,
			"--output=- and --stream both want standard output; name a file for one "
			"of them");
	} else if (status == FST_OK && !options_given(options, "stream") && !to_output(options) &&
		   screen_is_possible()) {
		status = run_watch(invocation, error);
	} else if (status == FST_OK) {
		status = run_plan(invocation, &plan, &request, strbuf_string(&run), error);
	}
	strbuf_free(&run);
	strbuf_free(&out);
	plan_free(&plan);
	run_folders_free(&folders);
	return status;
}

const struct command command_run = {
	.name = "run",
	.operands = "[DIR...] [-- TOOL-ARGS...]",
	.summary = "benchmark folders",
	.description =
		"Measure how fast files can be read and written in each DIR (the current folder "
		"when there is none). Test files lie in a private folder that is made in DIR and "
		"removed again. Results are added to the library. On a terminal a screen shows "
		"the run while it goes on; elsewhere a line says what each cell found. With "
		"--tool a real tool is run in the private folder instead, watched on the same "
		"screen, and its results are kept like fstui's own: "
		"run /mnt --tool fio -- --name=a --rw=randread --size=1G.",
	.options = {&plan_table, &limit_table, &result_table, &screen_option_table},
	.run = run_run,
};
