/*
 * What every kind of run has: an id, and a result file.
 */
#ifndef FST_BENCH_RUN_RESULT_H
#define FST_BENCH_RUN_RESULT_H

#include "base/clock.h"
#include "bench/run.h"
#include "store/result.h"

#define RUN_ID_SIZE 48

/* The id says when, and differs between runs that start within a second. */
void run_make_id(const struct clock *clock, char id[RUN_ID_SIZE], char started[CLOCK_RFC3339_SIZE]);

/*
 * Open the result file @output, or (NULL) a new one of the library that is named by @what.
 * @path gets its path, which the caller owns.
 */
fst_status run_open_result(const struct clock *clock, const char *what, const char *output,
	struct result_writer **writer, char **path, struct fst_error *error);

/* A result file of the library without any row would only be in the way. */
void run_drop_empty_result(const char *output, struct run_result *result);

#endif
