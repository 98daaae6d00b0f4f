/*
 * The finished cells of a run, each beside its counterpart: the same cell of the
 * run's first environment, else of the baseline or of the last run before.
 */
#ifndef FST_UI_RUN_TABLE_H
#define FST_UI_RUN_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "draw/canvas.h"
#include "ui/browse.h"
#include "ui/run_state.h"

/* The latest ones, as many as fit. */
void run_table_draw(const struct run_state *run, const struct browse *browse, struct pane pane);

#endif
