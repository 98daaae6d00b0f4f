/*
 * The view Run as its parts and the run's control see it: the charts and the
 * table of the run under way or of the last one.
 */
#ifndef FST_UI_RUN_VIEW_H
#define FST_UI_RUN_VIEW_H

#include <stdbool.h>

#include "draw/axis.h"
#include "draw/canvas.h"
#include "ui/app.h"

/* Show the form; show the run that has just started. */
void run_view_set_up(struct app *app);
void run_view_begin(struct app *app);

struct run_picture {
	struct axis rate, latency; /* they follow the data */
	bool rate_fitted, latency_fitted; /* to data that were there */
	bool latency_linear;
	bool operations; /* operations instead of bytes */
};

void run_live_draw(const struct run_state *run, const struct browse *browse,
	struct run_picture *picture, struct pane pane);

/* One line about the run. */
void run_live_read_out(const struct run_state *run, struct strbuf *out);

#endif
