#include "import/sysbench.h"

#include <math.h>

#include "import/figures.h"

/* What a label does beside setting a figure. */
enum effect {
	HEADER, /* a run begins; group 1 is the version */
	OPTIONS, /* the list of options: a run begins unless its header stands above */
	FIGURE, /* group 1 is the figure, group 2 its unit */
	BEFORE, /* the figure stands in front of the label */
	KIND, /* tells only the kind */
	MODE,
	FLAGS,
	ENGINE,
	OPERATION,
	LATENCY, /* the figures of latency follow */
	LATENCY_FIGURE,
	PERCENTILE,
	END,
	INTERVAL, /* a word of a line that tells how the run goes */
	CHECKPOINT, /* figures so far, which are no result */
	HISTOGRAM,
	THROUGHPUT, /* operations and bytes behind one label */
};

enum unit {
	NONE,
	SIZE, /* b, Kb, MiB ...: 1024-based */
	MEBIBYTE, /* the label says MiB/s */
	TIME,
};

/* anchor, effect, figure, unit, kind it proves, pattern from the anchor on ("": nothing to read) */
#define LABEL_TABLE(_)                                                                       \
	_("sysbench ", HEADER, FIGURES, NONE, UNKNOWN,                                       \
		"sysbench v?([0-9]+\\.[0-9][0-9a-z.-]*)(?::| \\()")                          \
	_("sys bench ", HEADER, FIGURES, NONE, UNKNOWN,                                      \
		"sys bench v?([0-9]+\\.[0-9][0-9a-z.-]*)(?::| \\()")                         \
	_("Running the test with", OPTIONS, FIGURES, NONE, UNKNOWN, "")                      \
	_("Number of threads", FIGURE, THREAD_COUNT, NONE, UNKNOWN, "[^:]*:\\s*N")           \
	_("prime number checked", FIGURE, PRIME, NONE, CPU, "[^:]*:\\s*N")                   \
	_("Prime numbers limit", FIGURE, PRIME, NONE, CPU, "[^:]*:\\s*N")                    \
	_("CPU performance bench", KIND, FIGURES, NONE, CPU, "")                             \
	_("events per second:", FIGURE, EVENT_RATE, NONE, CPU, "[^:]*:\\s*N")                \
	_("events/s (eps):", FIGURE, EVENT_RATE_AGAIN, NONE, UNKNOWN, "[^:]*:\\s*N")         \
	_("Extra file open flags", FLAGS, FIGURES, NONE, FILEIO, "[^:]*: ([^ ]+)")           \
	_(" files, ", BEFORE, FILES, NONE, FILEIO, " files, [0-9.]+ ?[kmg]?i?b each")        \
	_("total file size", BEFORE, FILE_SIZE, SIZE, FILEIO, "")                            \
	_("Block size", FIGURE, BLOCK, SIZE, UNKNOWN, "Block size:? ?N([kmgt]?)")            \
	_(" I/O mode", ENGINE, FIGURES, NONE, FILEIO, "")                                    \
	_("Doing ", MODE, FIGURES, NONE, UNKNOWN, "Doing ([a-z /()]+?) test")                \
	_("Total transferred", FIGURE, TOTAL_RATE, SIZE, FILEIO,                             \
		"Total transferred [0-9.,]+ ?[a-z]* ?\\(N ?([kmgt]?)i?b/s")                  \
	_("Requests/sec executed", BEFORE, REQUESTS, NONE, FILEIO, "")                       \
	_("reads/s:", FIGURE, READS, NONE, FILEIO, "[^:]*:\\s*N")                            \
	_("writes/s:", FIGURE, WRITES, NONE, FILEIO, "[^:]*:\\s*N")                          \
	_("fsyncs/s:", FIGURE, FSYNCS, NONE, FILEIO, "[^:]*:\\s*N")                          \
	_("read, MiB/s:", FIGURE, READ_RATE, MEBIBYTE, FILEIO, "[^:]*:\\s*N")                \
	_("written, MiB/s:", FIGURE, WRITE_RATE, MEBIBYTE, FILEIO, "[^:]*:\\s*N")            \
	_("memory operations speed", KIND, FIGURES, NONE, MEMORY, "")                        \
	_("memory speed test", KIND, FIGURES, NONE, MEMORY, "")                              \
	_("operations type:", OPERATION, FIGURES, NONE, MEMORY, "[^:]*: ([a-z]+)")           \
	_(" operation: ", OPERATION, FIGURES, NONE, MEMORY, "[^:]*: ([a-z]+)")               \
	_("Operations performed:", FIGURE, OPERATIONS, NONE, UNKNOWN,                        \
		"[^:]*: ?[0-9]+ ?\\( ?N ops/sec")                                            \
	_("Total operations:", FIGURE, OPERATIONS, NONE, MEMORY,                             \
		"[^:]*: [0-9]+ \\( ?N per second")                                           \
	_(" transferred (", FIGURE, MEMORY_RATE, SIZE, MEMORY, "[^(]*\\(N ?([kmgt])i?b/sec") \
	_("thread subsystem", KIND, FIGURES, NONE, THREADS, "")                              \
	_("mutex performance", KIND, FIGURES, NONE, MUTEX, "")                               \
	_("transactions:", FIGURE, TRANSACTIONS, NONE, OLTP, "[^:]*: [0-9]+ \\( ?N per sec") \
	_("total time:", FIGURE, TIME, TIME, UNKNOWN, "[^:]*:\\s*N ?(m?s)")                  \
	_("time elapsed:", FIGURE, TIME, TIME, UNKNOWN, "[^:]*:\\s*N ?(m?s)")                \
	_("total number of events:", FIGURE, EVENTS, NONE, UNKNOWN, "[^:]*:\\s*N")           \
	_("per-request", LATENCY, FIGURES, NONE, UNKNOWN, "")                                \
	_("response time:", LATENCY, FIGURES, NONE, UNKNOWN, "")                             \
	_("Latency (ms)", LATENCY, FIGURES, NONE, UNKNOWN, "Latency \\((ms)\\)")             \
	_("min:", LATENCY_FIGURE, LAT_MIN, TIME, UNKNOWN, "[^:]*:\\s*N(m?s)?")               \
	_("avg:", LATENCY_FIGURE, LAT_MEAN, TIME, UNKNOWN, "[^:]*:\\s*N(m?s)?")              \
	_("max:", LATENCY_FIGURE, LAT_MAX, TIME, UNKNOWN, "[^:]*:\\s*N(m?s)?")               \
	_(" percentile:", PERCENTILE, LAT_PERCENTILE, TIME, UNKNOWN, "[^:]*:\\s*N(m?s)?")    \
	_("read: IOPS=", THROUGHPUT, READS, NONE, FILEIO, "[^=]*=N N MiB/s")                 \
	_("write: IOPS=", THROUGHPUT, WRITES, NONE, FILEIO, "[^=]*=N N MiB/s")               \
	_("fsync: IOPS=", FIGURE, FSYNCS, NONE, FILEIO, "[^=]*=N")                           \
	_("threads: ", INTERVAL, FIGURES, NONE, UNKNOWN, "")                                 \
	_("thds: ", INTERVAL, FIGURES, NONE, UNKNOWN, "")                                    \
	_("s ] reads: ", INTERVAL, FIGURES, NONE, FILEIO, "")                                \
	_("s] reads: ", INTERVAL, FIGURES, NONE, FILEIO, "")                                 \
	_("MiB/sec", INTERVAL, FIGURES, NONE, UNKNOWN, "")                                   \
	_("Checkpoint report", CHECKPOINT, FIGURES, NONE, UNKNOWN, "")                       \
	_("Latency histogram", HISTOGRAM, FIGURES, NONE, UNKNOWN, "")                        \
	_("Threads fairness", END, FIGURES, NONE, UNKNOWN,                                   \
		"Threads fairness ?:?(?: (?:events|execution time) \\(avg/stddev\\) ?: "     \
		"?[0-9./]+)*")

static const char *const anchors[] = {
#define LABEL_ANCHOR(anchor, effect, figure, unit, kind, pattern) anchor,
	LABEL_TABLE(LABEL_ANCHOR)
#undef LABEL_ANCHOR
};

static const char *const probes[] = {
	"sysbench 0",
	"sysbench 1",
	"sysbench v",
	"sys bench 0",
	"sys bench 1",
	"system evaluation",
	"Requests/sec",
	"read, MiB/s:",
	"written, MiB/s:",
	"fsyncs/s:",
	"read: IOPS=",
	"write: IOPS=",
	"fsync: IOPS=",
	"B transferred (",
	"events per second:",
	"transactions:",
	"total time:",
	"percentile:",
	"Running the test with",
	"(avg/stddev)",
};

/* A pattern a label, and those of the series behind them. */
static const char *const patterns[FST_COUNT(anchors) + SYSBENCH_SERIES_PATTERNS] = {
#define LABEL_PATTERN(anchor, effect, figure, unit, kind, pattern) pattern,
	LABEL_TABLE(LABEL_PATTERN)
#undef LABEL_PATTERN
		SYSBENCH_SERIES_TABLE,
};

static const struct {
	enum effect effect;
	enum sysbench_figure figure;
	enum unit unit;
	enum sysbench_kind kind;
	bool reads; /* there is a pattern */
} labels[] = {
#define LABEL_ROW(anchor, label_effect, label_figure, label_unit, label_kind, pattern) \
	{                                                                              \
		.effect = label_effect,                                                \
		.figure = SYSBENCH_##label_figure,                                     \
		.unit = label_unit,                                                    \
		.kind = SYSBENCH_##label_kind,                                         \
		.reads = sizeof(pattern) > 1,                                          \
	},
	LABEL_TABLE(LABEL_ROW)
#undef LABEL_ROW
};

/* Figures of a run's end. Interval lines stand above them. */
#define SUMMARY                                                                        \
	(~(1u << SYSBENCH_THREAD_COUNT | 1u << SYSBENCH_PRIME | 1u << SYSBENCH_FILES | \
		1u << SYSBENCH_FILE_SIZE | 1u << SYSBENCH_BLOCK))

struct state {
	struct sysbench_run run, last; /* last: the one before, to know a repetition */
	bool in_latency;
	bool in_checkpoint; /* the figures of the end are not those of the end */
	size_t limit; /* where the last run ended */
	size_t done; /* labels in front of this are parts of something that was read */
	struct timeseries series; /* of the run at work, unless it is empty */
	double threads; /* as its lines have them */
};

/* A summary that is pasted again has no header, and nothing that the run above has not. */
static bool is_repetition(const struct sysbench_run *run, const struct sysbench_run *last)
{
	if (run->has_header || !run->known || (run->known & ~last->known))
		return false;
	for (int i = 0; i < SYSBENCH_FIGURES; i++)
		if (sysbench_has(run, (enum sysbench_figure)i) &&
			run->figures[i] != last->figures[i])
			return false;
	return true;
}

static void begin(struct state *state, size_t at)
{
	state->run = (struct sysbench_run){.start = at, .end = at};
	state->in_latency = state->in_checkpoint = false;
	if (state->series.count || !state->series.join)
		timeseries_init(&state->series);
}

/* What the interval lines tell of the run as a whole. */
static void close_series(struct parse *parse, struct state *state)
{
	struct strbuf sb = STRBUF_INIT;

	timeseries_format(&state->series, &sb);
	state->run.series = collect_text(parse->out, "%s", strbuf_string(&sb));
	strbuf_free(&sb);
	if (!isnan(state->threads) && !sysbench_has(&state->run, SYSBENCH_THREAD_COUNT)) {
		state->run.known |= 1u << SYSBENCH_THREAD_COUNT;
		state->run.figures[SYSBENCH_THREAD_COUNT] = state->threads;
	}
}

static void finish(struct parse *parse, struct state *state)
{
	struct sysbench_run *run = &state->run;

	if (!run->known && !run->has_header && !state->series.count)
		return;
	if (state->series.count)
		close_series(parse, state);
	if (state->in_checkpoint)
		run->known &= ~SUMMARY;
	if (is_repetition(run, &state->last)) {
		collect_skip(parse->out, "sysbench", run->start, run->end,
			"repeats figures of the run above");
		return;
	}
	sysbench_add_run(parse, run, state->limit);
	state->limit = run->end;
	if (run->known)
		state->last = *run;
}

/* The word that ends in front of @at. */
static struct text word_before(struct text flow, size_t at)
{
	size_t end = at, start;

	while (end > 0 && flow.ptr[end - 1] == ' ')
		end--;
	start = end;
	while (start > 0 && flow.ptr[start - 1] != ' ')
		start--;
	return text_make(flow.ptr + start, end - start);
}

static double unit_of(enum unit unit, struct text name, const struct sysbench_run *run)
{
	switch (unit) {
	case NONE:
		return 1;
	case SIZE:
		return name.len ? figure_binary_unit(name) : 1;
	case MEBIBYTE:
		return 1024 * 1024;
	case TIME:
		return name.len ? figure_time_unit(name) : run->latency_unit;
	}
	return 0;
}

static void set_figure(struct parse *parse, struct state *state, enum sysbench_figure figure,
	double value, struct text reported)
{
	size_t at = (size_t)(reported.ptr - parse->flow.ptr);

	if (sysbench_has(&state->run, figure) && state->in_checkpoint) {
		state->run.known &= ~SUMMARY;
		state->in_checkpoint = false;
	} else if (sysbench_has(&state->run, figure)) {
		bool in_latency = state->in_latency;

		finish(parse, state);
		begin(state, at);
		state->in_latency = in_latency;
	}
	/* An excerpt starts with its first figure: its command stands above. */
	if (!state->run.known && !state->run.has_header && !state->series.count)
		state->run.start = at;
	state->run.known |= 1u << figure;
	state->run.figures[figure] = value;
	state->run.reported[figure] = reported;
	state->run.at[figure] = at;
	state->run.end = at + reported.len;
}

static void read_figure(struct parse *parse, struct state *state, size_t label, struct text number,
	struct text unit)
{
	double value, worth = unit_of(labels[label].unit, unit, &state->run);
	struct text reported = number;

	if (unit.len)
		reported.len = (size_t)(unit.ptr + unit.len - number.ptr);
	if (!figure_number(number, &value) || worth == 0)
		return;
	set_figure(parse, state, labels[label].figure, value * worth, reported);
}

/* `128` or `50Gb` in front of a label. */
static void read_before(struct parse *parse, struct state *state, size_t label, size_t at)
{
	struct text word = word_before(parse->flow, at), number = word;
	size_t n = 0;

	while (n < word.len && (strchr("0123456789.,", word.ptr[n])))
		n++;
	number.len = n;
	read_figure(parse, state, label, number, text_skip(word, n));
}

static void read_percentile(struct parse *parse, struct state *state, size_t label, size_t at,
	const struct text *groups)
{
	struct text which = word_before(parse->flow, at);
	double percentile;

	while (which.len && (which.ptr[which.len - 1] | 0x20) >= 'a')
		which.len--;
	if (!figure_number(which, &percentile))
		return;
	read_figure(parse, state, label, groups[1], groups[2]);
	state->run.percentile = percentile;
	state->in_latency = false;
}

/* 1.1: `IOPS=31961.19 499.39 MiB/s`. */
static void read_throughput(
	struct parse *parse, struct state *state, size_t label, const struct text *groups)
{
	enum sysbench_figure rate = labels[label].figure == SYSBENCH_READS ? SYSBENCH_READ_RATE
									   : SYSBENCH_WRITE_RATE;
	double value;

	read_figure(parse, state, label, groups[1], TEXT(""));
	if (figure_number(groups[2], &value))
		set_figure(parse, state, rate, value * 1024 * 1024, groups[2]);
}

static bool read_interval(struct parse *parse, struct state *state, size_t at)
{
	struct sysbench_interval interval;
	const struct timeseries *series = &state->series;
	double last;

	if (!sysbench_read_interval(parse, FST_COUNT(anchors), at, &interval))
		return false;
	last = series->count ? series->points[series->count - 1].t_s : 0;
	/* Time goes back, or the last run's end stands above: another run. */
	if ((state->run.known & SUMMARY && !state->in_checkpoint) || interval.point.t_s < last) {
		finish(parse, state);
		begin(state, interval.start);
	}
	if (!series->count) {
		last = 0;
		state->threads = interval.threads;
		if (!state->run.known && !state->run.has_header)
			state->run.start = interval.start;
	}
	interval.point.span_s = interval.point.t_s - last;
	timeseries_add(&state->series, &interval.point);
	state->run.end = state->done = interval.end;
	return true;
}

static void read_label(struct parse *parse, struct state *state, size_t label, size_t at)
{
	struct text groups[PATTERN_GROUPS] = {{0}};
	struct sysbench_run *run = &state->run;

	if (labels[label].reads && !pattern_at(parse->patterns, label, parse->flow, at, groups))
		return;
	switch (labels[label].effect) {
	case HEADER:
		finish(parse, state);
		begin(state, at);
		run->has_header = true;
		run->version = groups[1];
		run->end = at + groups[0].len;
		break;
	case OPTIONS:
		if (run->known) {
			finish(parse, state);
			begin(state, at);
		}
		run->has_header = true;
		break;
	case FIGURE:
		read_figure(parse, state, label, groups[1], groups[2]);
		break;
	case BEFORE:
		read_before(parse, state, label, at);
		break;
	case KIND:
		break;
	case MODE:
		run->mode = groups[1];
		break;
	case FLAGS:
		run->flags = groups[1];
		break;
	case ENGINE:
		run->engine = word_before(parse->flow, at);
		break;
	case OPERATION:
		run->operation = groups[1];
		break;
	case LATENCY:
		state->in_latency = true;
		run->latency_unit = groups[1].len ? figure_time_unit(groups[1]) : 0;
		break;
	case LATENCY_FIGURE:
		if (state->in_latency)
			read_figure(parse, state, label, groups[1], groups[2]);
		break;
	case PERCENTILE:
		if (state->in_latency)
			read_percentile(parse, state, label, at, groups);
		break;
	case END:
		state->in_latency = false;
		if (run->known)
			run->end = at + groups[0].len;
		break;
	case INTERVAL:
		if (!read_interval(parse, state, at))
			return;
		break;
	case CHECKPOINT:
		run->known &= ~SUMMARY;
		state->in_checkpoint = true;
		state->in_latency = false;
		break;
	case HISTOGRAM:
		run->histogram = sysbench_read_histogram(
			parse, FST_COUNT(anchors), at, &state->done);
		break;
	case THROUGHPUT:
		read_throughput(parse, state, label, groups);
		break;
	}
	if (labels[label].kind != SYSBENCH_UNKNOWN && run->kind == SYSBENCH_UNKNOWN)
		run->kind = labels[label].kind;
}

static void parse_sysbench(struct parse *parse)
{
	struct state state = {0};

	begin(&state, 0);
	for (size_t i = 0; i < parse->hit_count; i++)
		if (parse->hits[i].at >= state.done)
			read_label(parse, &state, parse->hits[i].anchor, parse->hits[i].at);
	finish(parse, &state);
}

const struct importer importer_sysbench = {
	.tool = "sysbench",
	.anchors = anchors,
	.anchor_count = FST_COUNT(anchors),
	.probes = probes,
	.probe_count = FST_COUNT(probes),
	.patterns = patterns,
	.pattern_count = FST_COUNT(patterns),
	.parse = parse_sysbench,
};
