/*
 * The rows that a real tool's output has: read by the importer, with the facts of
 * the run, kept in the result file and told as events.
 */
#ifndef FST_BENCH_TOOLROWS_H
#define FST_BENCH_TOOLROWS_H

#include "bench/run.h"
#include "feed/tool.h"

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

/*
 * FST_UNRECOGNISED when there is no result in @document. Counts rows in @result and sets its
 * path.
 */
fst_status toolrows_keep(const struct toolrows_frame *frame, struct text document,
	feed_handler handler, void *context, struct run_result *result, struct fst_error *error);

#endif
