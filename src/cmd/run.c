/* `fstui run`: benchmark folders. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/units.h"
#include "base/utf8.h"
#include "bench/bench.h"
#include "bench/load.h"
#include "bench/run.h"
#include "cmd/command.h"
#include "cmd/screen.h"
#include "feed/event.h"

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
		.help = "what to measure: quick (the default, under a minute) or sweep (file sizes "
			"by "
			"record sizes, as IOzone)"},
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
	{.name = "stream",
		.kind = OPTION_FLAG,
		.help = "print events as JSON Lines, and take stop, pause, resume and skip as "
			"lines of "
			"standard input"},
};

static const struct option_table plan_table = OPTION_TABLE("What to measure", plan_options);
static const struct option_table limit_table = OPTION_TABLE("How long", limit_options);
static const struct option_table result_table = OPTION_TABLE("Results", result_options);

/* The folders under test, and what of their texts is ours. */
struct folders {
	struct plan_folder *list;
	size_t count;
	char **made; /* names that were made up */
};

static void free_folders(struct folders *folders)
{
	for (size_t i = 0; i < folders->count; i++)
		free(folders->made[i]);
	free(folders->made);
	free(folders->list);
}

static void add_folder(struct folders *folders, const char *name, const char *path)
{
	char *absolute = name ? NULL : realpath(path, NULL);

	folders->list = xreallocarray(folders->list, folders->count + 1, sizeof(*folders->list));
	folders->made = xreallocarray(folders->made, folders->count + 1, sizeof(*folders->made));
	folders->made[folders->count] = absolute;
	folders->list[folders->count].environment = name ? name : absolute ? absolute : path;
	folders->list[folders->count].path = path;
	folders->count++;
}

/* A --name belongs to the DIR behind it; one behind the last DIR to that of them without a name. */
static fst_status pair_folders(
	const struct options *options, struct folders *folders, struct fst_error *error)
{
	const char *name = NULL;

	for (size_t i = 0; i < options->count; i++) {
		const struct option_item *item = &options->items[i];

		if (!item->option) {
			add_folder(folders, name, item->text);
			name = NULL;
		} else if (strcmp(item->option->name, "name") == 0) {
			if (name)
				return fst_error_set(error, FST_USAGE,
					"--name %s and --name %s: a DIR must follow each name",
					name, item->text);
			name = item->text;
		}
	}
	if (name && folders->count == 1 && folders->made[0])
		folders->list[0].environment = name;
	else if (name && folders->count)
		return fst_error_set(
			error, FST_USAGE, "--name %s: no DIR follows that it could name", name);
	if (folders->count == 0)
		add_folder(folders, name, ".");
	for (size_t i = 0; i < folders->count; i++)
		for (size_t k = 0; k < i; k++)
			if (strcmp(folders->list[i].environment, folders->list[k].environment) == 0)
				return fst_error_set(error, FST_USAGE,
					"two folders are called %s; tell them apart with --name",
					folders->list[i].environment);
	return FST_OK;
}

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
		.rate_bps = (double)options_whole(options, "rate", 0),
	};
	return request->engine && request->engine->probe ? request->engine->probe(error) : FST_OK;
}

/* The plan's wishes out of the options; the lists stay the options'. */
static fst_status make_request(const struct options *options, const struct folders *folders,
	enum test *tests, struct plan_request *request, struct fst_error *error)
{
	const struct option_item *list;
	bool sized = options_given(options, "file-size") || options_given(options, "record-size");
	bool matrix = sized || options_given(options, "tests") ||
		      options_given(options, "all-records");

	*request = (struct plan_request){
		.suite = (enum suite)options_choice(
			options, "suite", matrix ? SUITE_SWEEP : SUITE_QUICK),
		.folders = folders->list,
		.folder_count = folders->count,
		.tests = tests,
		.all_records = options_given(options, "all-records"),
		.once = options_number(options, "precision", 1) <= 0,
	};
	if (request->suite == SUITE_QUICK && (sized || request->all_records))
		return fst_error_set(error, FST_USAGE,
			"the quick suite has sizes of its own; --file-size, --record-size and "
			"--all-records go with --suite sweep");
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
	if (options_given(options, "engine"))
		request->engine = engines[options_choice(options, "engine", 0)];
	return make_load(options, request, error);
}

/* Events as lines for a person who looks on. */
struct progress {
	uint64_t cells;
};

static void render_row(
	const struct progress *progress, struct strbuf *out, const struct feed_event *event)
{
	const struct measurement *m = &event->row;
	char rate[UNITS_SIZE], p99[UNITS_SIZE], file[UNITS_SIZE], record[UNITS_SIZE];
	struct text status = measurement_text(m, COL_STATUS), note = measurement_text(m, COL_NOTE);

	strbuf_printf(out, "[%llu/%llu] %.*s  %.*s  %s/%s  ", (unsigned long long)event->cell,
		(unsigned long long)progress->cells,
		TEXT_ARGS(measurement_text(m, COL_ENVIRONMENT)),
		TEXT_ARGS(measurement_text(m, COL_TEST)),
		units_format_size(file, measurement_number(m, COL_FILE_SIZE, 0), false),
		units_format_size(record, measurement_number(m, COL_RECORD_SIZE, 0), false));
	if (measurement_has(m, COL_BYTES_PER_S)) {
		units_format_rate(rate, measurement_number(m, COL_BYTES_PER_S, 0));
		units_format_time(p99, measurement_number(m, COL_LAT_P99_S, 0));
		strbuf_printf(out, "%s", rate);
		if (measurement_has(m, COL_SPREAD))
			strbuf_printf(
				out, " +-%.1f %%", 100 * measurement_number(m, COL_SPREAD, 0));
		strbuf_printf(out, "  p99 %s", p99);
	}
	if (!text_is(status, "ok"))
		strbuf_printf(out, "  %.*s: %.*s", TEXT_ARGS(status), TEXT_ARGS(note));
	strbuf_add_char(out, '\n');
}

static void render_progress(void *context, struct strbuf *out, const struct feed_event *event)
{
	struct progress *progress = context;
	struct strbuf raw = STRBUF_INIT;
	char time[UNITS_SIZE], size[UNITS_SIZE], *shown;

	if (event->kind == FEED_BEGIN) {
		progress->cells = event->cells;
		strbuf_printf(&raw, "%llu cells, about %s to write, about %s\n",
			(unsigned long long)event->cells,
			units_format_size(size, event->bytes_planned, true),
			units_format_time(time, event->estimate_s));
	} else if (event->kind == FEED_MEASUREMENT && event->cell) {
		render_row(progress, &raw, event);
	} else if (event->kind == FEED_NOTE && event->level != FEED_ERROR) {
		/* Errors are the exit's: main prints them. */
		strbuf_printf(&raw, "%.*s\n", TEXT_ARGS(event->text));
	}
	if (raw.len) {
		size_t room = 4 * raw.len + 1;

		shown = xmalloc(room);
		utf8_escape(shown, room, raw.ptr, raw.len - 1);
		strbuf_printf(out, "fstui: %s\n", shown);
		free(shown);
	}
	strbuf_free(&raw);
}

static void render_stream(void *context, struct strbuf *out, const struct feed_event *event)
{
	(void)context;
	feed_event_write(out, event);
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
	const struct plan_request *request, struct fst_error *error)
{
	const struct options *options = &invocation->options;
	bool stream = options_given(options, "stream");
	struct progress progress = {0};
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
		.render = stream ? render_stream : render_progress,
		.render_context = &progress,
	};
	struct run_result result;
	fst_status status;

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

/* The command line again, for the worker behind the screen. Words of it may be made up. */
struct words {
	const char **list; /* ends with NULL */
	char **made;
	size_t count;
};

static struct words words_of(const struct options *options)
{
	struct words words = {.list = xcalloc(options->count + 2, sizeof(*words.list)),
		.made = xcalloc(options->count + 1, sizeof(*words.made))};

	for (size_t i = 0; i < options->count; i++) {
		const struct option_item *item = &options->items[i];

		if (!item->option)
			words.made[i] = xasprintf(
				"%s%s", item->text[0] == '-' ? "./" : "", item->text);
		else if (item->text)
			words.made[i] = xasprintf("--%s=%s", item->option->name, item->text);
		else
			words.made[i] = xasprintf("--%s", item->option->name);
		words.list[words.count++] = words.made[i];
	}
	return words;
}

static void free_words(struct words *words)
{
	for (size_t i = 0; i < words->count; i++)
		free(words->made[i]);
	free(words->made);
	free(words->list);
}

/* Watch the run on the terminal: the worker is this command again, with --stream. */
static fst_status watch_run(const struct invocation *invocation, struct fst_error *error)
{
	struct words words = words_of(&invocation->options);
	struct ui_options ui = {.clock = invocation->clock, .run = words.list};
	fst_status status;

	screen_options(&invocation->options, invocation->clock, &ui);
	status = ui_run(&ui, error);
	free_words(&words);
	return status;
}

static fst_status run_run(const struct invocation *invocation, struct fst_error *error)
{
	const struct options *options = &invocation->options;
	enum test tests[OPTION_LIST_MAX];
	struct folders folders = {0};
	struct plan_request request;
	struct plan plan = {0};
	struct strbuf out = STRBUF_INIT;
	fst_status status = pair_folders(options, &folders, error);

	if (status == FST_OK)
		status = make_request(options, &folders, tests, &request, error);
	if (status == FST_OK)
		status = plan_make(&plan, &request, error);
	if (status == FST_OK && options_given(options, "dry-run")) {
		plan_print(&plan, &request, &out);
		fwrite(out.ptr, 1, out.len, stdout);
	} else if (status == FST_OK && options_given(options, "stream") && to_output(options)) {
		status = fst_error_set(error, FST_USAGE,
			"--output=- and --stream both want standard output; name a file for one "
			"of them");
	} else if (status == FST_OK && !options_given(options, "stream") && !to_output(options) &&
		   screen_is_possible()) {
		status = watch_run(invocation, error);
	} else if (status == FST_OK) {
		status = run_plan(invocation, &plan, &request, error);
	}
	strbuf_free(&out);
	plan_free(&plan);
	free_folders(&folders);
	return status;
}

const struct command command_run = {
	.name = "run",
	.operands = "[DIR...]",
	.summary = "benchmark folders",
	.description =
		"Measure how fast files can be read and written in each DIR (the current folder "
		"when there is none). Test files lie in a private folder that is made in DIR and "
		"removed again. Results are added to the library. On a terminal a screen shows "
		"the run while it goes on; elsewhere a line says what each cell found.",
	.options = {&plan_table, &limit_table, &result_table, &screen_option_table},
	.run = run_run,
};
