/*
 * What a dataset holds, as text: a line per environment and run. `fstui list` prints it, and
 * the explorer where there is no terminal.
 */
#ifndef FST_CMD_OVERVIEW_H
#define FST_CMD_OVERVIEW_H

#include "cmd/command.h"
#include "model/dataset.h"

/* Rows of one run in one environment. */
struct overview_run {
	struct text environment, section, run, tool, tool_version, started, source, filesystem;
	uint32_t first_row, row_count;
	uint32_t test_count; /* different tests */
	struct text tests; /* their names with blanks between */
};

struct overview {
	struct overview_run *runs; /* in the order of their first rows */
	size_t run_count; /* of (run, environment) pairs */
	size_t environment_count;
	struct pool *texts;
};

/* The texts of the result belong to @dataset or to the result. */
struct overview overview_make(const struct dataset *dataset);
void overview_free(struct overview *overview);

/* Print the runs to standard output. */
void overview_print(const struct overview *overview, enum row_format format);

#endif
