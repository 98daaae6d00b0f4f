/*
 * The event loop: file descriptors, timers and signals through one poll(2). It
 * sleeps for as long as nothing is due, so an idle program is never woken up.
 * Callbacks may add and remove watches and timers, also their own.
 */
#ifndef FST_BASE_LOOP_H
#define FST_BASE_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/error.h"

struct loop;

/* @events: what poll() reported: POLLIN, POLLOUT, and POLLHUP, POLLERR, POLLNVAL unasked. */
typedef void loop_fd_fn(void *context, int fd, short events);
typedef void loop_timer_fn(void *context);
typedef void loop_signal_fn(void *context, int signal_number);

/* Timers go by the monotonic time of @clock, which must outlive the loop. NULL with @error set
 * when there is no pipe to be had. */
struct loop *loop_new(const struct clock *clock, struct fst_error *error);

/* Restores the signals that the loop caught. Watched descriptors stay open. */
void loop_free(struct loop *loop);

/*
 * Call @fn when @events (POLLIN, POLLOUT; 0 for hang-ups alone) are there on
 * @fd; replaces an earlier watch of the same @fd. The loop does not own @fd.
 */
void loop_watch(struct loop *loop, int fd, short events, loop_fd_fn *fn, void *context);
void loop_unwatch(struct loop *loop, int fd);

/*
 * Call @fn once in @delay_ns. Returns the timer's number, never 0. Cancelling 0 or
 * a timer that has fired does nothing.
 */
uint64_t loop_after(struct loop *loop, uint64_t delay_ns, loop_timer_fn *fn, void *context);
void loop_cancel(struct loop *loop, uint64_t timer);

/*
 * Call @fn from the loop (not from the handler) when @signal_number arrives; a
 * NULL @fn gives the signal its former disposition back. One loop at a time
 * catches signals.
 */
void loop_signal(struct loop *loop, int signal_number, loop_signal_fn *fn, void *context);

/*
 * Wait for whatever is due next and call what it concerns. False once
 * loop_quit() has been called. With @block false it does not wait.
 */
bool loop_step(struct loop *loop, bool block);

void loop_quit(struct loop *loop);

/* How often poll() returned: what a test of idleness looks at. */
uint64_t loop_wakeups(const struct loop *loop);

#endif
