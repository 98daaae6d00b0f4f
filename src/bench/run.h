/*
 * A run from start to end: folders checked, work folders made, every cell of a plan
 * measured by a worker thread while this thread tells events, takes requests and
 * signals, and cleans up whatever the way out.
 */
#ifndef FST_BENCH_RUN_H
#define FST_BENCH_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/strbuf.h"
#include "bench/plan.h"
#include "feed/event.h"

/* Turn an event into what the listener reads; may add nothing. Called by several threads, never at
 * once. */
typedef void (*run_renderer)(void *context, struct strbuf *out, const struct feed_event *event);

struct run_config {
	const struct plan *plan;
	const struct plan_folder *folders;
	size_t folder_count;
	const struct clock *clock;
	const char *suite; /* for the result file's name */
	const char *output; /* the result file; NULL: a new one in the library */
	const char *run; /* the id of the run that goes on; NULL: a new one */
	const char *note; /* for each row, NULL: none */
	double precision; /* 0.05; 0: one pass a cell */
	double max_time_s; /* per cell; 0: a second, and twice what the plan expects */
	double max_total_s; /* per run, 0: no limit */
	uint64_t max_bytes; /* written per run, 0: no limit */
	uint64_t seed; /* of the order of random records and of folders in turns */
	bool zero; /* data of zeros */
	bool steered; /* take requests from standard input */
	int out_fd; /* where rendered events go */
	run_renderer render;
	void *render_context;
};

/* What came of it. */
struct run_result {
	enum feed_outcome outcome;
	uint64_t ok, failed, skipped; /* rows */
	uint64_t not_run; /* cells without a row: stopped, or a limit was reached */
	char *path; /* of the result file, which the caller frees; NULL when none was kept */
};

/*
 * FST_OK when the plan was completed, even with failed cells, or a limit was reached;
 * FST_INTERRUPTED when it was stopped; else an error, before anything was measured where it can be
 * known.
 * @result is filled in any case.
 */
fst_status bench_run(
	const struct run_config *config, struct run_result *result, struct fst_error *error);

#endif
