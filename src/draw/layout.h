/*
 * Dividing a rectangle into rows or columns of panes: every pane has a minimum
 * and a share of what is left, and when there is too little room the panes of the
 * lowest priority go first. Pure and total: any size gives a valid answer.
 */
#ifndef FST_DRAW_LAYOUT_H
#define FST_DRAW_LAYOUT_H

#include <stddef.h>

#include "draw/canvas.h"

#define LAYOUT_MAX 16

struct layout_part {
	int minimum; /* cells; with fewer it is dropped (0 counts as 1) */
	int wanted; /* cells it gets before others share the rest; 0: the minimum */
	int weight; /* share of the rest; 0: never grows beyond wanted */
	int maximum; /* cells; 0: no limit */
	int priority; /* the lowest is dropped first; of equals the last one */
};

/*
 * Divide @total cells among @count (up to LAYOUT_MAX) parts; sizes[i] gets the
 * cells of parts[i], 0 when it was dropped. The sum is never over @total. The one
 * part of the highest priority is kept with whatever there is.
 */
void layout_divide(int total, const struct layout_part *parts, size_t count, int *sizes);

/* The same for a pane, from top to bottom or left to right; dropped ones are empty. */
void layout_rows(
	struct pane pane, const struct layout_part *parts, size_t count, struct pane *panes);
void layout_columns(
	struct pane pane, const struct layout_part *parts, size_t count, struct pane *panes);

#endif
