/*
 * The row of the result file that a cell becomes.
 */
#ifndef FST_BENCH_ROW_H
#define FST_BENCH_ROW_H

#include "base/clock.h"
#include "bench/cellrun.h"
#include "model/measurement.h"

/* What every row of the run has. */
struct row_frame {
	const char *run_id;
	const char *note; /* NULL: none */
	double memory_copy_bps; /* faster than this is doubtful */
	const struct tick *tick;
};

/* A row and the texts that it refers to. */
struct row {
	struct measurement m;
	char started[CLOCK_RFC3339_SIZE];
	struct strbuf options, histogram, series, note;
};

/* Environment, dimensions, tool and facts of @cell: what is known before it is measured. */
void row_start(struct row *row, const struct row_frame *frame, const struct plan_cell *cell,
	const struct run_folder *folder);

/* A row for a cell that was not measured. */
void row_skip(struct row *row, int64_t now_s, const char *why);

/* The figures of a finished cell; its series is in row->series already. */
void row_finish(struct row *row, const struct row_frame *frame, const struct cellrun *run);

void row_free(struct row *row);

#endif
