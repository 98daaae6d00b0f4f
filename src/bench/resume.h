/*
 * Going on with a run that ended early: which cells of a plan have their rows in a result file.
 */
#ifndef FST_BENCH_RESUME_H
#define FST_BENCH_RESUME_H

#include "base/error.h"
#include "base/strbuf.h"
#include "bench/plan.h"

/*
 * Mark the cells of @plan whose rows the result file @path has as done. They are rows of
 * the last run of fstui in it, whose id is added to @run, for the rest to go on under. Rows that
 * failed do not count: their cells are measured again.
 * FST_UNRECOGNISED when the file has no run of fstui, FST_USAGE when no row of it belongs to a
 * cell of the plan.
 */
fst_status resume_mark_done(struct plan *plan, const struct plan_folder *folders, const char *path,
	struct strbuf *run, struct fst_error *error);

#endif
