/*
 * Starting, steering and following a benchmark from the screen. The worker is a
 * process of its own; its events arrive through the app's loop.
 */
#ifndef FST_UI_RUN_CONTROL_H
#define FST_UI_RUN_CONTROL_H

#include <stdbool.h>

#include "ui/app.h"

/* Start `fstui run --stream ARGS...` (@args ends with NULL) and follow it. */
fst_status run_control_start(struct app *app, const char *const *args, struct fst_error *error);

/* Show the set-up instead of the last run. True: done; says why not while one is under way. */
bool run_control_set_up(struct app *app);

/* Ask the worker to stop; the same with a question before. True when there is one to ask. */
void run_control_stop(struct app *app);
bool run_control_ask_stop(struct app *app);

/* Pause it, or let it go on. */
bool run_control_pause(struct app *app);

/* Leave out the cell under way. */
bool run_control_skip(struct app *app);

#endif
