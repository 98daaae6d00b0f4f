/*
 * The table of tests down and environments across that reports have: each figure
 * with its ratio to the baseline. A test with a chart of its own is one line, the
 * mean over its sizes; what has none has a line for each size.
 */
#ifndef FST_REPORT_COMPARISON_H
#define FST_REPORT_COMPARISON_H

#include "analysis/compare.h"
#include "base/strbuf.h"
#include "draw/metric.h"
#include "report/report.h"

struct comparison_row {
	const struct compare_sum *sums; /* a mean: of a group or a test; NULL for a line */
	const struct compare_line *line; /* else NULL */
	const char *title; /* of the group or the test */
	size_t sizes; /* that a test's mean is over; 0 for a group */
	enum metric metric;
	struct unit unit; /* of the line's values */
};

struct comparison {
	struct compare *compare;
	struct comparison_row *rows;
	size_t row_count;
	size_t group_count; /* the first so many rows are groups */
};

struct comparison *comparison_new(const struct report *report);
void comparison_free(struct comparison *comparison);

/* `write, 4G file` or `random_read, mean over 9 sizes`. */
void comparison_add_title(
	const struct comparison *comparison, const struct comparison_row *row, struct strbuf *out);

/* The cell of a line, NULL for a mean or where the environment has no such work. */
const struct compare_cell *comparison_cell(const struct comparison_row *row, uint32_t environment);

/* The verdict of a cell, and its speed against the baseline (above 1 is better; NAN: none). */
enum verdict comparison_verdict(const struct comparison_row *row, uint32_t environment);
double comparison_speed(const struct comparison_row *row, uint32_t environment);

/* The figure of a cell of a line, or why there is none; nothing for a mean. */
void comparison_add_value(
	const struct comparison_row *row, uint32_t environment, struct strbuf *out);

/* `x1.9~`: the speed with the verdict's mark; `base`; nothing when there is none. */
void comparison_add_ratio(
	const struct comparison_row *row, uint32_t environment, struct strbuf *out);

/* A sentence that says what the marks in the table mean, those that occur. */
void comparison_add_legend(const struct comparison *comparison, struct strbuf *out);

#endif
