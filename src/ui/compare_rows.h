/*
 * The rows of the view Compare: which lines of a comparison it lists, in which
 * order, and what stands in their cells.
 */
#ifndef FST_UI_COMPARE_ROWS_H
#define FST_UI_COMPARE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/compare.h"
#include "draw/table.h"
#include "ui/browse.h"

/* What the rows are. */
enum compare_picture {
	COMPARE_HERE, /* a test each, at the place's sizes or the nearest that were measured */
	COMPARE_LINES, /* every kind of work */
	COMPARE_SUMS, /* a test each, over all of its sizes */
	COMPARE_PICTURES
};

/* By the column of the selected environment, or as the tests come. */
enum compare_order {
	COMPARE_BY_TEST,
	COMPARE_BY_VALUE,
	COMPARE_BEST_FIRST,
	COMPARE_WORST_FIRST,
	COMPARE_ORDERS
};

struct compare_row {
	size_t test; /* of compare->tests */
	size_t line; /* of compare->lines */
};

struct compare_rows {
	struct compare_row *rows;
	size_t count;
};

/* Frees the rows with free(). @environment is the one to sort by. */
struct compare_rows compare_rows_make(const struct compare *compare, const struct browse *browse,
	enum compare_picture picture, enum compare_order order, uint32_t environment);

/* The row of the place, or the first one of its test, or 0; @hint when it is at the place. */
size_t compare_rows_find(const struct compare *compare, const struct compare_rows *rows,
	struct cube_point at, size_t hint);

/* The unit in which all values of a line read best side by side. */
struct unit compare_line_unit(const struct compare *compare, const struct compare_line *line);

/* `x0.56~`: the ratio with the mark of its verdict, and the verdict's colour. */
void compare_fill_ratio(const struct compare_cell *cell, bool more_is_better,
	const struct glyphs *glyphs, struct table_cell *out);
void compare_fill_sum(
	const struct compare_sum *sum, const struct glyphs *glyphs, struct table_cell *out);

/* What the selected environment's cell means, in a sentence or two. */
void compare_add_sentence(const struct compare *compare, const struct compare_line *line,
	uint32_t environment, struct strbuf *out);

#endif
