/*
 * What the cell under way did the last time: the previous run's figure, to be drawn
 * behind the live one.
 */
#ifndef FST_UI_RUN_GHOST_H
#define FST_UI_RUN_GHOST_H

#include "draw/livechart.h"
#include "ui/browse.h"
#include "ui/run_state.h"

/* The figure of the latest row before this run at the cell under way; NAN without one. */
double run_ghost_value(
	const struct run_state *run, const struct browse *browse, enum run_figure figure);

/*
 * @value over those of the last @count columns of @column_s seconds (of @total since the start)
 * in which the cell has been under way without a break; NAN before.
 */
void run_ghost_columns(const struct run_state *run, double value, double column_s, uint64_t total,
	struct live_sample *columns, size_t count);

#endif
