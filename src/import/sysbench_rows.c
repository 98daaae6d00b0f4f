#include "import/sysbench.h"

#include "import/command.h"
#include "import/figures.h"

/* fileio's modes, as the output and as the option name them. */
static const struct {
	const char *printed, *option;
	enum test test;
	enum direction direction;
} modes[] = {
	{"sequential write (creation)", "seqwr", TEST_WRITE, DIRECTION_WRITE},
	{"sequential write", "seqwr", TEST_WRITE, DIRECTION_WRITE},
	{"sequential rewrite", "seqrewr", TEST_REWRITE, DIRECTION_WRITE},
	{"sequential read", "seqrd", TEST_READ, DIRECTION_READ},
	{"random read", "rndrd", TEST_RANDOM_READ, DIRECTION_READ},
	{"random write", "rndwr", TEST_RANDOM_WRITE, DIRECTION_WRITE},
	{"random r/w", "rndrw", TEST_RANDOM_MIXED, DIRECTION_MIXED},
	{"combined random r/w", "rndrw", TEST_RANDOM_MIXED, DIRECTION_MIXED},
};

static void set(struct parse *parse, const struct sysbench_run *run, enum sysbench_figure figure,
	enum column column)
{
	if (sysbench_has(run, figure))
		collect_number(parse->out, column, run->figures[figure]);
}

static void report(struct parse *parse, const struct sysbench_run *run, enum sysbench_figure figure,
	const char *unit)
{
	if (sysbench_has(run, figure))
		collect_string(parse->out, COL_REPORTED,
			collect_text(parse->out, "%.*s%s", TEXT_ARGS(run->reported[figure]), unit));
}

static void set_latency(struct parse *parse, const struct sysbench_run *run)
{
	set(parse, run, SYSBENCH_LAT_MIN, COL_LAT_MIN_S);
	set(parse, run, SYSBENCH_LAT_MEAN, COL_LAT_MEAN_S);
	set(parse, run, SYSBENCH_LAT_MAX, COL_LAT_MAX_S);
	if (!sysbench_has(run, SYSBENCH_LAT_PERCENTILE))
		return;
	if (run->percentile == 50)
		set(parse, run, SYSBENCH_LAT_PERCENTILE, COL_LAT_P50_S);
	else if (run->percentile == 95)
		set(parse, run, SYSBENCH_LAT_PERCENTILE, COL_LAT_P95_S);
	else if (run->percentile == 99)
		set(parse, run, SYSBENCH_LAT_PERCENTILE, COL_LAT_P99_S);
	else
		collect_note(
			parse->out, collect_text(parse->out, "percentile %g: %g s", run->percentile,
					    run->figures[SYSBENCH_LAT_PERCENTILE]));
}

static void set_time(struct parse *parse, const struct sysbench_run *run)
{
	set(parse, run, SYSBENCH_TIME, COL_ELAPSED_S);
	set_latency(parse, run);
	collect_string(parse->out, COL_LAT_HISTOGRAM, run->histogram);
	collect_string(parse->out, COL_SERIES, run->series);
}

static size_t figure_at(const struct sysbench_run *run, enum sysbench_figure figure)
{
	return sysbench_has(run, figure) ? run->at[figure] : run->start;
}

static bool add_cpu(struct parse *parse, struct sysbench_run *run)
{
	enum sysbench_figure rate = sysbench_has(run, SYSBENCH_EVENT_RATE)
					    ? SYSBENCH_EVENT_RATE
					    : SYSBENCH_EVENT_RATE_AGAIN;

	if (!sysbench_has(run, rate) &&
		!(sysbench_has(run, SYSBENCH_TIME) && sysbench_has(run, SYSBENCH_EVENTS)))
		return false;
	collect_row(parse->out, TEST_CPU, DIRECTION_NONE,
		figure_at(run, sysbench_has(run, rate) ? rate : SYSBENCH_TIME));
	if (sysbench_has(run, rate)) {
		set(parse, run, rate, COL_OPS_PER_S);
		report(parse, run, rate, " events per second");
	} else if (run->figures[SYSBENCH_TIME] > 0) {
		collect_number(parse->out, COL_OPS_PER_S,
			run->figures[SYSBENCH_EVENTS] / run->figures[SYSBENCH_TIME]);
		report(parse, run, SYSBENCH_TIME, "");
	}
	if (sysbench_has(run, SYSBENCH_PRIME)) {
		struct text option = collect_text(
			parse->out, "max_prime=%.0f", run->figures[SYSBENCH_PRIME]);

		collect_option(parse->out, option.ptr);
	}
	set_time(parse, run);
	return true;
}

static void set_file(struct parse *parse, const struct sysbench_run *run, bool record)
{
	set(parse, run, SYSBENCH_FILE_SIZE, COL_FILE_SIZE);
	set(parse, run, SYSBENCH_FILES, COL_FILES);
	if (record)
		set(parse, run, SYSBENCH_BLOCK, COL_RECORD_SIZE);
	if (run->engine.len)
		collect_string(parse->out, COL_ENGINE,
			text_equal_nocase(run->engine, TEXT("synchronous"))    ? TEXT("sync")
			: text_equal_nocase(run->engine, TEXT("asynchronous")) ? TEXT("libaio")
									       : TEXT("mmap"));
	if (text_is(run->flags, "direct") || text_is(run->flags, "16384"))
		collect_option(parse->out, "direct");
	else if (text_is(run->flags, "dsync"))
		collect_option(parse->out, "o_dsync");
	else if (text_is(run->flags, "sync"))
		collect_option(parse->out, "o_sync");
}

/* The mode, as printed or, where that is missing, as the command asked for. */
static bool find_mode(const struct sysbench_run *run, const struct command *command,
	enum test *test, enum direction *direction)
{
	struct text option = command ? command_option(command, "file-test-mode", NULL) : TEXT("");

	for (size_t i = 0; i < FST_COUNT(modes); i++) {
		if (run->mode.len ? !text_equal_nocase(run->mode, text_of(modes[i].printed))
				  : !text_is(option, modes[i].option))
			continue;
		*test = modes[i].test;
		*direction = modes[i].direction;
		return true;
	}
	return false;
}

static void add_direction(struct parse *parse, const struct sysbench_run *run, enum test test,
	enum direction direction, enum sysbench_figure rate, enum sysbench_figure operations)
{
	collect_row(parse->out, test, direction, figure_at(run, rate));
	set(parse, run, rate, COL_BYTES_PER_S);
	set(parse, run, operations, COL_OPS_PER_S);
	report(parse, run, rate, " MiB/s");
	set_file(parse, run, true);
}

static double sum(const struct sysbench_run *run, enum sysbench_figure a, enum sysbench_figure b)
{
	return sysbench_has(run, a) && sysbench_has(run, b) ? run->figures[a] + run->figures[b]
							    : -1;
}

/* 1.x: reads, writes and syncs apart; what sysbench mixes over them goes to the mixed row. */
static bool add_fileio_apart(struct parse *parse, const struct sysbench_run *run, enum test test,
	enum direction direction)
{
	if (direction == DIRECTION_MIXED) {
		add_direction(parse, run, test, DIRECTION_READ, SYSBENCH_READ_RATE, SYSBENCH_READS);
		add_direction(
			parse, run, test, DIRECTION_WRITE, SYSBENCH_WRITE_RATE, SYSBENCH_WRITES);
		collect_row(parse->out, test, DIRECTION_MIXED, figure_at(run, SYSBENCH_WRITE_RATE));
		collect_number(parse->out, COL_BYTES_PER_S,
			sum(run, SYSBENCH_READ_RATE, SYSBENCH_WRITE_RATE));
		collect_number(
			parse->out, COL_OPS_PER_S, sum(run, SYSBENCH_READS, SYSBENCH_WRITES));
		set_file(parse, run, true);
	} else {
		bool reads = direction == DIRECTION_READ;

		add_direction(parse, run, test, direction,
			reads ? SYSBENCH_READ_RATE : SYSBENCH_WRITE_RATE,
			reads ? SYSBENCH_READS : SYSBENCH_WRITES);
	}
	set_time(parse, run);
	if (sysbench_has(run, SYSBENCH_LAT_MEAN) && sysbench_has(run, SYSBENCH_FSYNCS) &&
		run->figures[SYSBENCH_FSYNCS] > 0)
		collect_note(parse->out, TEXT("latency includes fsyncs"));
	if (sysbench_has(run, SYSBENCH_FSYNCS) && run->figures[SYSBENCH_FSYNCS] > 0) {
		collect_row(
			parse->out, TEST_FSYNC, DIRECTION_SYNC, figure_at(run, SYSBENCH_FSYNCS));
		set(parse, run, SYSBENCH_FSYNCS, COL_OPS_PER_S);
		report(parse, run, SYSBENCH_FSYNCS, " fsyncs/s");
		set_file(parse, run, false);
	}
	return true;
}

static bool add_fileio(
	struct parse *parse, const struct sysbench_run *run, const struct command *command)
{
	enum test test = TEST_COUNT;
	enum direction direction = DIRECTION_MIXED;
	bool known = find_mode(run, command, &test, &direction);

	if (sysbench_has(run, SYSBENCH_READ_RATE) || sysbench_has(run, SYSBENCH_WRITE_RATE)) {
		if (!known && sysbench_has(run, SYSBENCH_WRITE_RATE) &&
			run->figures[SYSBENCH_WRITE_RATE] == 0)
			direction = DIRECTION_READ;
		else if (!known && sysbench_has(run, SYSBENCH_READ_RATE) &&
			 run->figures[SYSBENCH_READ_RATE] == 0)
			direction = DIRECTION_WRITE;
		return add_fileio_apart(parse, run, test, direction);
	}
	if (!sysbench_has(run, SYSBENCH_TOTAL_RATE) && !sysbench_has(run, SYSBENCH_REQUESTS))
		return false;
	collect_row(parse->out, test, direction,
		figure_at(run, sysbench_has(run, SYSBENCH_TOTAL_RATE) ? SYSBENCH_TOTAL_RATE
								      : SYSBENCH_REQUESTS));
	set(parse, run, SYSBENCH_TOTAL_RATE, COL_BYTES_PER_S);
	set(parse, run, SYSBENCH_REQUESTS, COL_OPS_PER_S);
	report(parse, run, SYSBENCH_TOTAL_RATE, "b/sec");
	set_file(parse, run, true);
	set_time(parse, run);
	return true;
}

static bool add_memory(
	struct parse *parse, const struct sysbench_run *run, const struct command *command)
{
	struct text operation = run->operation;
	enum test test = TEST_MEMORY;

	if (!sysbench_has(run, SYSBENCH_MEMORY_RATE))
		return false;
	/* A printed command tells the operation, by its option or by the option's default. */
	if (!operation.len && command) {
		operation = command_option(command, "memory-oper", NULL);
		if (!operation.len)
			operation = TEXT("write");
	}
	if (text_is(operation, "read"))
		test = TEST_MEMORY_READ;
	else if (text_is(operation, "write"))
		test = TEST_MEMORY_WRITE;
	collect_row(parse->out, test, DIRECTION_NONE, figure_at(run, SYSBENCH_MEMORY_RATE));
	set(parse, run, SYSBENCH_MEMORY_RATE, COL_BYTES_PER_S);
	set(parse, run, SYSBENCH_OPERATIONS, COL_OPS_PER_S);
	set(parse, run, SYSBENCH_BLOCK, COL_RECORD_SIZE);
	report(parse, run, SYSBENCH_MEMORY_RATE, "B/sec");
	set_time(parse, run);
	return true;
}

static bool add_timed(struct parse *parse, const struct sysbench_run *run, enum test test)
{
	if (!sysbench_has(run, SYSBENCH_TIME))
		return false;
	collect_row(parse->out, test, DIRECTION_NONE, figure_at(run, SYSBENCH_TIME));
	report(parse, run, SYSBENCH_TIME, "");
	set_time(parse, run);
	return true;
}

static struct text script_of(const struct command *command)
{
	for (size_t i = 0; command && i < command->count; i++) {
		struct text word = command->words[i];
		size_t slash;

		while ((slash = text_find_char(word, '/')) != SIZE_MAX)
			word = text_skip(word, slash + 1);
		if (text_ends(word, ".lua"))
			return text_make(word.ptr, word.len - 4);
		if (text_starts(word, "oltp") && command->words[i].ptr[0] != '-')
			return word;
	}
	return command ? command_option(command, "test", NULL) : TEXT("");
}

static bool add_oltp(
	struct parse *parse, const struct sysbench_run *run, const struct command *command)
{
	struct text script = script_of(command);

	if (!sysbench_has(run, SYSBENCH_TRANSACTIONS))
		return false;
	collect_row(parse->out, TEST_OLTP, DIRECTION_NONE, figure_at(run, SYSBENCH_TRANSACTIONS));
	set(parse, run, SYSBENCH_TRANSACTIONS, COL_OPS_PER_S);
	report(parse, run, SYSBENCH_TRANSACTIONS, " per sec.");
	if (script.len) {
		struct text option = collect_text(parse->out, "script=%.*s", TEXT_ARGS(script));

		collect_option(parse->out, option.ptr);
	}
	set_time(parse, run);
	return true;
}

/* 0.5 and later name some tests only in the command. */
static enum sysbench_kind kind_of(const struct sysbench_run *run, const struct command *command)
{
	static const struct {
		const char *name;
		enum sysbench_kind kind;
	} kinds[] = {
		{"cpu", SYSBENCH_CPU},
		{"fileio", SYSBENCH_FILEIO},
		{"memory", SYSBENCH_MEMORY},
		{"threads", SYSBENCH_THREADS},
		{"mutex", SYSBENCH_MUTEX},
	};
	struct text name;

	if (run->kind != SYSBENCH_UNKNOWN || !command)
		return run->kind;
	name = command_option(command, "test", NULL);
	for (size_t i = 0; i < FST_COUNT(kinds); i++) {
		if (text_is(name, kinds[i].name))
			return kinds[i].kind;
		for (size_t w = 0; w < command->count && !name.len; w++)
			if (text_is(command->words[w], kinds[i].name))
				return kinds[i].kind;
	}
	return SYSBENCH_UNKNOWN;
}

/* What only the command tells: an excerpt, or a version that does not print it. */
static void fill_from_command(struct sysbench_run *run, const struct command *command)
{
	static const struct {
		enum sysbench_kind kind; /* SYSBENCH_UNKNOWN: any */
		enum sysbench_figure figure;
		const char *option;
	} options[] = {
		{SYSBENCH_UNKNOWN, SYSBENCH_THREAD_COUNT, "threads"},
		{SYSBENCH_UNKNOWN, SYSBENCH_THREAD_COUNT, "num-threads"},
		{SYSBENCH_CPU, SYSBENCH_PRIME, "cpu-max-prime"},
		{SYSBENCH_FILEIO, SYSBENCH_FILE_SIZE, "file-total-size"},
		{SYSBENCH_FILEIO, SYSBENCH_FILES, "file-num"},
		{SYSBENCH_FILEIO, SYSBENCH_BLOCK, "file-block-size"},
		{SYSBENCH_MEMORY, SYSBENCH_BLOCK, "memory-block-size"},
	};

	for (size_t i = 0; i < FST_COUNT(options); i++) {
		enum sysbench_figure figure = options[i].figure;

		if (sysbench_has(run, figure) ||
			(options[i].kind != SYSBENCH_UNKNOWN && options[i].kind != run->kind) ||
			!figure_binary_size(command_option(command, options[i].option, NULL),
				&run->figures[figure]))
			continue;
		run->known |= 1u << figure;
		run->at[figure] = run->start;
	}
}

void sysbench_add_run(struct parse *parse, struct sysbench_run *run, size_t limit)
{
	struct command found, *command = NULL;
	struct collect *out = parse->out;
	bool any = false;

	if (command_find(parse->doc, "sysbench", limit, run->start, &found) ||
		command_find(parse->doc, "sys bench", limit, run->start, &found))
		command = &found;
	run->kind = kind_of(run, command);
	if (command)
		fill_from_command(run, command);
	collect_run(out, "sysbench", run->start);
	if (command)
		collect_command(out, command->start, command->end);
	collect_string(out, COL_TOOL_VERSION, run->version);
	set(parse, run, SYSBENCH_THREAD_COUNT, COL_THREADS);
	switch (run->kind) {
	case SYSBENCH_UNKNOWN:
		break;
	case SYSBENCH_CPU:
		any = add_cpu(parse, run);
		break;
	case SYSBENCH_FILEIO:
		any = add_fileio(parse, run, command);
		break;
	case SYSBENCH_MEMORY:
		any = add_memory(parse, run, command);
		break;
	case SYSBENCH_THREADS:
		any = add_timed(parse, run, TEST_THREADS);
		break;
	case SYSBENCH_MUTEX:
		any = add_timed(parse, run, TEST_MUTEX);
		break;
	case SYSBENCH_OLTP:
		any = add_oltp(parse, run, command);
		break;
	}
	collect_end(out, run->end);
	if (!any && (run->has_header || run->series.len))
		collect_skip(out, "sysbench", run->start, run->end,
			"no result: prepare or cleanup, cut off before the figures, or a test "
			"that nothing names");
}
