/*
 * The inside of a chart in the resolution of its glyph set: braille has 2 x 4
 * dots a cell, the block set 1 x 8 for areas, everything else whole cells. Curves
 * and areas are given as heights (0..1, NaN for a gap), one for each sub-column.
 */
#ifndef FST_DRAW_PLOT_H
#define FST_DRAW_PLOT_H

#include <stdbool.h>
#include <stdint.h>

#include "draw/canvas.h"

struct plot {
	struct pane pane;
	int columns; /* sub-columns */
	int columns_per_cell;
	uint8_t *dots, *roles; /* braille: a mask and a role for each cell */
};

/* Begin to draw in @pane; plot_end() must follow. */
struct plot plot_begin(struct pane pane);

/* Sub-columns that a plot in @pane has. */
int plot_columns(struct pane pane);

/* A line through @heights, one for each sub-column. Values beyond 0..1 lie at the edge. */
void plot_curve(struct plot *plot, const double *heights, enum role role);

/*
 * The same so that it can be seen on areas drawn before: as holes inside of them.
 * It never changes the colour of what is there.
 */
void plot_carve(struct plot *plot, const double *heights, enum role role);

/*
 * Column @x filled up to @mean, with a dot at @max and a hole at @min where they
 * can be told from it. The colour is the ramp by row, or @role unless ROLE_COUNT.
 */
void plot_area(struct plot *plot, int x, double mean, double min, double max, enum role role);

/* The cell row in which @height lies. */
int plot_row(const struct plot *plot, double height);

/* The cell column of sub-column @x. */
static inline int plot_cell(const struct plot *plot, int x)
{
	return x / plot->columns_per_cell;
}

/* Put the dots onto the canvas and free them. */
void plot_end(struct plot *plot);

#endif
