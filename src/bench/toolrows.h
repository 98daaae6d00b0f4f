/*
 * The rows that a real tool's output has: read by the importer, with the facts of
 * the run, kept in the result file and told as events.
 */
#ifndef FST_BENCH_TOOLROWS_H
#define FST_BENCH_TOOLROWS_H

#include "bench/run.h"
#include "feed/tool.h"
#include "import/import.h"
#include "store/result.h"

struct toolrows_frame {
	const char *environment; /* NULL: as the output says */
	const char *run_id, *started;
	const char *note; /* NULL: none */
	const struct measurement *facts;
	const struct tool_live *live; /* its cells, which rows are matched with by their tests */
	const char *tool;
	const struct clock *clock;
	const char *output; /* the result file; NULL: a new one in the library */
};

/* What was kept so far. */
struct toolrows {
	struct toolrows_frame frame;
	struct import *import;
	struct result_writer *writer;
	bool *taken; /* cells that have a row */
	uint64_t taken_count;
	bool *done; /* rows of the document that were kept */
	uint32_t done_count, kept;
	feed_handler handler;
	void *context;
	struct run_result *result;
};

/* Counts rows in @result and sets its path. toolrows_end() afterwards. */
void toolrows_start(struct toolrows *rows, const struct toolrows_frame *frame, feed_handler handler,
	void *context, struct run_result *result);

/* Whether what the tool prints later cannot change what @row is. */
typedef bool (*toolrows_filter)(const struct measurement *row);

/*
 * Keep the rows of @document, all that the tool printed so far, that were not kept
 * before, and (unless @is_final is NULL) are final. FST_UNRECOGNISED when it has no result.
 */
fst_status toolrows_take(struct toolrows *rows, struct text document, toolrows_filter is_final,
	struct fst_error *error);
void toolrows_end(struct toolrows *rows);

#endif
