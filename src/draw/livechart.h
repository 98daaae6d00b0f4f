/*
 * Values over time while they are measured: an area or lines, the newest at the
 * right edge, or in sweep mode overwritten at a moving head, which costs a slow
 * link a twentieth of the bytes. Area colour changes by row only.
 *
 * Several samples that share a column are merged by the caller into mean, least
 * and greatest, so that a short stall or burst never disappears.
 */
#ifndef FST_DRAW_LIVECHART_H
#define FST_DRAW_LIVECHART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "draw/axis.h"
#include "draw/canvas.h"

struct live_sample {
	double mean, min, max; /* all NaN: nothing was measured in this column */
};

enum live_style {
	LIVE_AREA, /* filled to the mean; a dot each at least and greatest */
	LIVE_LINE, /* the mean only */
};

struct live_series {
	const struct live_sample *samples; /* the last @count columns, oldest first */
	size_t count;
	enum live_style style;
	enum role role; /* of a line; areas have the ramp */
	char letter; /* at a line's newest value; 0: none */
};

struct livechart {
	struct axis y;
	const struct live_series *series; /* drawn in this order */
	size_t series_count;
	const struct live_sample *ghost; /* a previous run's values for the same columns, or NULL */
	size_t ghost_count;
	uint64_t total; /* columns since the start; the newest sample is number total - 1 */
	double column_s; /* seconds a column stands for */
	bool sweep;
};

/* Sample columns that a chart in @pane shows: two a cell with braille, else one. */
size_t livechart_columns(struct pane pane, const struct livechart *chart);

void livechart_draw(struct pane pane, const struct livechart *chart);

#endif
