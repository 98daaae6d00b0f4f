/*
 * What can be known to go wrong before a run writes anything.
 */
#ifndef FST_BENCH_GUARD_H
#define FST_BENCH_GUARD_H

#include "base/error.h"
#include "bench/plan.h"

/*
 * Each folder is there, is a folder, can be written, and its file system has room for
 * the plan's largest file (of every folder on it) with 5 % kept free; on file systems
 * in memory there is as much memory. The message names the folder.
 */
fst_status guard_check(const struct plan *plan, const struct plan_folder *folders,
	size_t folder_count, struct fst_error *error);

#endif
