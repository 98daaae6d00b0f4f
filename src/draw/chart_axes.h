/*
 * What the charts share: dividing their pane into the plot, the labels of the y
 * axis at its left and a row for the x axis below, and drawing those.
 */
#ifndef FST_DRAW_CHART_AXES_H
#define FST_DRAW_CHART_AXES_H

#include "draw/axis.h"
#include "draw/canvas.h"

struct chart_axes {
	struct pane plot;
	struct pane below; /* the row under the plot, as wide as it; empty without axes */
	struct pane labels; /* left of the plot; empty without axes */
	struct axis_tick ticks[AXIS_MAX_TICKS]; /* of the y axis */
	size_t tick_count;
};

/*
 * Divide @pane for the y axis @y, with @gutter cells free at the right of the
 * plot. Too small a pane gets no axes, and the plot all of it.
 */
struct chart_axes chart_axes_divide(struct pane pane, const struct axis *y, int gutter);

/* Labels and tick marks of the y axis. */
void chart_axes_draw(const struct chart_axes *axes);

/* True when nothing is drawn at @x, @y of @pane. */
bool chart_is_blank(struct pane pane, int x, int y);

#endif
