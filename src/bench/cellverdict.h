/*
 * What a finished cell tells of its folder's syncs, and at the last of them the verdict.
 */
#ifndef FST_BENCH_CELLVERDICT_H
#define FST_BENCH_CELLVERDICT_H

#include "bench/cellrun.h"

/*
 * Take what the complete cell's latencies tell of syncs into its folder's evidence; after
 * the last one, the sync with nothing to sync, judge and add the verdict to the cell's note.
 */
void cellverdict_tell(struct cellrun *run);

#endif
