/*
 * One pass of a cell: its files made ready, opened and, by one thread or several, measured.
 */
#ifndef FST_BENCH_CELLPASS_H
#define FST_BENCH_CELLPASS_H

#include "bench/cellrun.h"

/* What a pass did and how long it took, timed closing and syncing included. */
struct cellpass_result {
	uint64_t operations, ns;
	bool cut;
	int error_number;
};

/*
 * Have the file in use as the next pass needs it. 0, an errno, or TESTFILE_CUT when a
 * request or the run's end came first.
 */
int cellpass_prepare(struct cellrun *run, struct cell_context *context);

struct cellpass_result cellpass_run(struct cellrun *run, struct cell_context *context);

#endif
