/*
 * The signals that a terminal program lives with besides those that kill it: the
 * window's size changed, stop, continue. Their handlers raise a flag and write to
 * a pipe, so that poll() returns.
 */
#ifndef FST_TERM_SIGNALS_H
#define FST_TERM_SIGNALS_H

#include <stdbool.h>

#include "base/error.h"

enum term_signal { SIGNAL_RESIZE, SIGNAL_STOP, SIGNAL_CONTINUE, SIGNAL_COUNT };

/* Start to watch; must come before curses starts, which leaves handlers alone that it finds. */
fst_status signals_watch(struct fst_error *error);

/* Put back what was there before. Does nothing when not watching. */
void signals_unwatch(void);

/* Readable after a signal. */
int signals_fd(void);

/* Empty the pipe; before the flags are looked at. */
void signals_drain(void);

/* Whether @signal came since the last call. */
bool signals_take(enum term_signal signal);

/* As if @signal had come. */
void signals_raise(enum term_signal signal);

/* Stop this process with the default action of SIGTSTP; returns when it continues. */
void signals_stop_process(void);

#endif
