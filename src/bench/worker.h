/*
 * The worker thread: goes through the plan point by point, the cells of a point in turns,
 * writes each finished row to the result file and tells events.
 */
#ifndef FST_BENCH_WORKER_H
#define FST_BENCH_WORKER_H

#include <stdbool.h>

#include "bench/cellrun.h"
#include "bench/outbox.h"
#include "bench/row.h"
#include "bench/sampler.h"
#include "store/result.h"

/* How far the run is; under the lock of the sampler, which reads it. */
struct worker_progress {
	double estimate_done_s; /* of the finished cells, as the plan estimated them */
	double point_start_s; /* when the point at work began, in the run's time */
};

struct worker {
	/* Set before it starts. */
	const struct run_config *config;
	struct run_folder *folders;
	struct live *live;
	struct sampler *sampler;
	struct outbox *outbox;
	struct tick *tick;
	struct result_writer *writer; /* NULL: rows are told as events only */
	const char *run_id;
	const char *started;
	struct measurement common_facts; /* that all folders share */

	struct worker_progress progress;
	uint64_t ok, failed, skipped; /* rows */
	uint64_t left_out; /* of the skipped ones, by the crossover rule */
	fst_status status; /* why it ended, when that was trouble of its own */
	struct fst_error error;
	bool over; /* atomic */
};

/* The thread's function; @context is the worker. */
void *worker_main(void *context);

/* From any thread: progress 0..1 and the seconds left. */
void worker_read_progress(struct worker *worker, double *progress, double *left_s);

#endif
