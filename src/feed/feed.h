/*
 * A source of events: now a local worker, which is this program again as a child
 * process (`fstui run --stream ...`) with pipes on its standard streams. Nothing
 * here blocks: the caller's poll loop watches feed_fd() and calls feed_read().
 */
#ifndef FST_FEED_FEED_H
#define FST_FEED_FEED_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/error.h"
#include "feed/event.h"

struct feed;

/*
 * Start `<own binary> run --stream ARGS...`; @args ends with NULL and is copied.
 * The worker gets its own process group, so that the terminal's Ctrl-C goes to
 * the screen alone, and SIGTERM when the calling process dies.
 */
fst_status feed_local_start(struct feed **feed, const char *const *args, struct fst_error *error);

/* To poll for input; it is readable also at the end of the stream. -1 when it has ended. */
int feed_fd(const struct feed *feed);

/* Receives one event; its texts live only during the call. */
typedef void (*feed_handler)(void *context, const struct feed_event *event);

/*
 * Read what is there without waiting and call @handler for each whole event.
 * Lines that are no events, and what the worker says on standard error, arrive as
 * FEED_NOTE events. When the stream has ended without an `end` event (the worker was killed), one
 * with FEED_FAILED is made up. False when the stream is over.
 */
bool feed_read(struct feed *feed, feed_handler handler, void *context);

/* The requests a worker takes, a line each on its standard input. */
enum feed_request {
	FEED_STOP, /* finish at once: the running cell is left out */
	FEED_PAUSE,
	FEED_RESUME,
	FEED_SKIP, /* the running cell becomes a `skipped` row */
	FEED_REQUESTS
};

extern const char *const feed_request_names[FEED_REQUESTS];

/* Ask the worker; false when it is gone. */
bool feed_request(struct feed *feed, enum feed_request request);

/* The process, for a message; 0 when it was reaped. */
pid_t feed_pid(const struct feed *feed);

/*
 * Reap the worker when it is over: true, and @exit_status as the shell has it
 * (128 + signal when killed). False while it runs. Never waits.
 */
bool feed_reap(struct feed *feed, int *exit_status);

/*
 * Stop a worker that still runs (SIGTERM, which lets it clean up; SIGKILL after 5 s), wait
 * for it and free. Does nothing for NULL.
 */
void feed_close(struct feed *feed);

#endif
