/*
 * The suites: which cells each of them has, in which order. Adding one is a table of cells here,
 * or a file of its own, and a line in the table of suites.
 */
#ifndef FST_BENCH_SUITE_H
#define FST_BENCH_SUITE_H

#include "bench/plan.h"

/* Add the cells of the request's suite to @plan. */
void suite_add_cells(struct plan *plan, const struct plan_request *request);

/* Why they are none: FST_USAGE. */
fst_status suite_explain_empty(const struct plan_request *request, struct fst_error *error);

/* The sweep's cells (suite_sweep.c). */
void suite_add_sweep(struct plan *plan, const struct plan_request *request);

#endif
