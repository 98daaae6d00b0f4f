/*
 * Horizontal bars with a label and a value each, and a progress line. The
 * smallest nonzero value still draws something.
 */
#ifndef FST_DRAW_BARS_H
#define FST_DRAW_BARS_H

#include <stddef.h>

#include "draw/canvas.h"

/* A bar over @fraction (clamped to 0..1) of the @width cells from @x on. */
void bar_draw(struct pane pane, int x, int y, int width, double fraction, enum role role);

/* The same as a thin line with the rest of it drawn faintly. */
void bar_progress(struct pane pane, int x, int y, int width, double fraction, enum role role);

struct bar {
	struct text label;
	struct text value; /* drawn behind the bars, right-aligned */
	struct text note; /* drawn behind the value, left-aligned */
	double amount; /* NaN: no bar */
	enum role role;
};

/* One bar a row, all to the scale 0..@full (0: the greatest amount). */
void bars_draw(struct pane pane, const struct bar *bars, size_t count, double full);

#endif
