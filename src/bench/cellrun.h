/*
 * One cell while it is measured: its file made ready, passes timed in batches, until it
 * is precise enough, out of time, failed or stopped.
 */
#ifndef FST_BENCH_CELLRUN_H
#define FST_BENCH_CELLRUN_H

#include "bench/crew.h"
#include "bench/filetree.h"
#include "bench/honesty.h"
#include "bench/plan.h"
#include "bench/precision.h"
#include "bench/run.h"
#include "bench/testfile.h"
#include "bench/witness.h"
#include "model/facts.h"

/* A folder under test during a run. */
struct run_folder {
	const struct plan_folder *plan;
	struct workdir *workdir;
	struct testfile file;
	struct filetree tree;
	struct witness witness;
	struct facts facts;
	struct sync_evidence syncs;
};

/* What all cells of a run share. */
struct cell_context {
	const struct run_config *config;
	const struct tick *tick;
	struct live *live;
	struct data *data;
	const uint32_t *order; /* the point's random or stride order, NULL when it needs none */
	uint64_t deadline; /* of the run, in ticks */
	uint64_t written_bytes; /* by the run so far */
};

enum cell_state {
	CELL_RUNNING,
	CELL_COMPLETE,
	CELL_FAILED,
	CELL_SKIPPED, /* by the person */
	CELL_NOT_RUN, /* the run was stopped, or no time or bytes were left for it: no row */
};

struct cellrun {
	const struct plan_cell *cell;
	struct run_folder *folder;
	struct live_slot *slot;
	struct crew crew; /* its threads */
	enum cell_state state;
	struct precision precision;
	struct strbuf note;
	uint64_t time_left; /* in ticks, of the cell's own: others in turn do not count */
	bool extended; /* more time was given for the least */
	uint64_t deadline; /* in ticks, of the batch */
	double bytes_allowed, bytes_written; /* by timed passes */
	bool passes_are_short;
	bool cut; /* its only pass, by the time limit */
	unsigned sample_every;
	double cached_before, cached_after; /* -1 unknown */
	struct witness_reading before, after;
	int64_t started_s; /* wall time */
};

/* Make the file ready and read the witnesses. live_start_cell() was called. */
void cellrun_begin(struct cellrun *run, struct cell_context *context);

/* Measure one batch: a long pass, or some short ones. Changes run->state when that was the last. */
void cellrun_measure_batch(struct cellrun *run, struct cell_context *context);

/* Read the witnesses again. */
void cellrun_end(struct cellrun *run);

/* Add to the note, parts joined by "; ". */
void cellrun_add_note(struct cellrun *run, const char *format, ...) FST_PRINTF(2, 3);

void cellrun_free(struct cellrun *run);

#endif
