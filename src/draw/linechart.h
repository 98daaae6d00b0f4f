/*
 * Lines over a common x axis, each with a letter of its own at its end and at the
 * cursor. Braille dots in the series' colours, step lines in the block set, and
 * letters joined by dots in ASCII.
 */
#ifndef FST_DRAW_LINECHART_H
#define FST_DRAW_LINECHART_H

#include <stdbool.h>
#include <stddef.h>

#include "draw/axis.h"
#include "draw/canvas.h"

struct chart_point {
	double x, y; /* y NaN: a hole, the line is not drawn across it */
	bool doubtful;
};

struct chart_series {
	const struct chart_point *points; /* by rising x */
	size_t count;
	char letter;
	enum role role;
};

struct linechart {
	struct axis x, y;
	const struct chart_series *series; /* later ones are drawn over earlier ones */
	size_t series_count;
	size_t selected; /* this one is drawn last; SIZE_MAX: none */
	double cursor; /* x of the cursor line; NaN: none */
};

/*
 * The plot with its axes. A pane too small for axes gets the lines alone. Axis
 * titles (unit, lin/log) belong to the frame around: see axis_kind_name().
 */
void linechart_draw(struct pane pane, const struct linechart *chart);

/* The x value of a click at column @x of the pane; NaN when it is not in the plot. */
double linechart_x_at(struct pane pane, const struct linechart *chart, int x);

#endif
