/*
 * sysbench 0.4 to 1.1: cpu, fileio, memory, threads, mutex, oltp. Its output is
 * labels with figures; they are read in the order of the flow, so that it does not
 * matter how lines were wrapped, joined or cut.
 *
 * Formats: sysbench's own sources (https://github.com/akopytov/sysbench).
 */
#ifndef FST_IMPORT_SYSBENCH_H
#define FST_IMPORT_SYSBENCH_H

#include "import/importer.h"
#include "model/timeseries.h"

extern const struct importer importer_sysbench;

enum sysbench_kind {
	SYSBENCH_UNKNOWN,
	SYSBENCH_CPU,
	SYSBENCH_FILEIO,
	SYSBENCH_MEMORY,
	SYSBENCH_THREADS,
	SYSBENCH_MUTEX,
	SYSBENCH_OLTP,
};

/* Figures of a run, in base units. */
enum sysbench_figure {
	SYSBENCH_THREAD_COUNT,
	SYSBENCH_PRIME,
	SYSBENCH_FILES,
	SYSBENCH_FILE_SIZE,
	SYSBENCH_BLOCK,
	SYSBENCH_READS, /* 1/s */
	SYSBENCH_WRITES,
	SYSBENCH_FSYNCS,
	SYSBENCH_READ_RATE, /* B/s */
	SYSBENCH_WRITE_RATE,
	SYSBENCH_TOTAL_RATE,
	SYSBENCH_REQUESTS, /* 1/s */
	SYSBENCH_EVENT_RATE, /* 1/s */
	SYSBENCH_EVENT_RATE_AGAIN, /* 1.1 prints it twice */
	SYSBENCH_TIME, /* s */
	SYSBENCH_EVENTS,
	SYSBENCH_OPERATIONS, /* 1/s */
	SYSBENCH_MEMORY_RATE, /* B/s */
	SYSBENCH_TRANSACTIONS, /* 1/s */
	SYSBENCH_LAT_MIN, /* s */
	SYSBENCH_LAT_MEAN,
	SYSBENCH_LAT_MAX,
	SYSBENCH_LAT_PERCENTILE,
	SYSBENCH_FIGURES
};

struct sysbench_run {
	bool has_header;
	enum sysbench_kind kind;
	size_t start, end; /* in the flow */
	struct text version;
	struct text mode; /* of fileio: what "Doing ... test" says */
	struct text flags; /* extra file open flags */
	struct text engine;
	struct text operation; /* of memory */
	unsigned known; /* bit a figure */
	double figures[SYSBENCH_FIGURES];
	struct text reported[SYSBENCH_FIGURES];
	size_t at[SYSBENCH_FIGURES];
	double percentile; /* which one LAT_PERCENTILE is */
	struct text series, histogram; /* as the columns have them; empty: none */
	double latency_unit; /* s; 0: not told yet */
};

static inline bool sysbench_has(const struct sysbench_run *run, enum sysbench_figure figure)
{
	return run->known >> figure & 1;
}

/* One line of a running test: `[ 2s ] thds: 8 tps: 2812.50 ... lat (ms,95%): 4.18`. */
struct sysbench_interval {
	struct timeseries_point point;
	double threads; /* NAN: not told */
	size_t start, end; /* in the flow */
};

/* Patterns of sysbench_series.c; sysbench.c has them behind its own. */
#define SYSBENCH_SERIES_TABLE                                                          \
	"\\[ ?([0-9]+(?:\\.[0-9]+)?) ?s ?\\]", /* time */                              \
		"(?:threads|thds): ([0-9]+)", /* threads */                            \
		"(?:tps|eps): N", /* operations */                                     \
		"reads: N ([kmg])i?b/s,? writes: N ([kmg])i?b/s(?:,? fsyncs: N/s)?",   \
		"\\] N ([kmg])i?b/sec", /* memory */                                   \
		"(?:lat(?:ency)? \\((ms),([0-9]+)%\\): N)|(?:response time: N ?(m?s) " \
		"\\(([0-9]+)%\\))",                                                    \
		"([0-9]+\\.[0-9]+) ?\\|\\** ([0-9]+)(?= |$)" /* a line of the histogram */

enum { SYSBENCH_SERIES_PATTERNS = 7 };

/* Read the interval that has a word of its own at @at; the patterns start with number @first. */
bool sysbench_read_interval(
	struct parse *parse, size_t first, size_t at, struct sysbench_interval *interval);

/* Read the histogram whose title is at @at: the text of its column, empty when it has no lines. */
struct text sysbench_read_histogram(struct parse *parse, size_t first, size_t at, size_t *end);

/* Add the run's rows. Its command stands between @limit and its start. */
void sysbench_add_run(struct parse *parse, struct sysbench_run *run, size_t limit);

#endif
