/*
 * Events on their way out. The worker only appends text under a lock; the steering
 * thread writes it without ever blocking, so a listener that does not read cannot hold
 * up a measurement. Samples are dropped while too much is waiting.
 */
#ifndef FST_BENCH_OUTBOX_H
#define FST_BENCH_OUTBOX_H

#include <pthread.h>
#include <stdbool.h>

#include "base/clock.h"
#include "bench/run.h"

struct outbox {
	pthread_mutex_t lock;
	struct strbuf pending;
	size_t written; /* of pending */
	int fd;
	int flags; /* of fd, as they were before */
	int wake[2]; /* a pipe that wakes the steering thread up */
	bool broken; /* nobody reads any more */
	int error_number; /* why it broke, when it could not be written: ENOSPC ... */
	run_renderer render;
	void *render_context;
	const struct clock *clock;
	uint64_t start_ns;
	struct text run; /* id, for every event */
};

fst_status outbox_start(struct outbox *outbox, const struct run_config *config, struct text run,
	struct fst_error *error);

/* Write what is left, waiting for the listener, and restore the descriptor. */
void outbox_end(struct outbox *outbox);

/* Seconds since the start. */
double outbox_time_s(const struct outbox *outbox);

/* From any thread; fills in run and t_s. */
void outbox_add(struct outbox *outbox, struct feed_event *event);
void outbox_note(struct outbox *outbox, enum feed_level level, const char *format, ...)
	FST_PRINTF(3, 4);

/* Steering thread: write what goes without waiting. True when some is left. */
bool outbox_flush(struct outbox *outbox);

/* Nobody reads any more: what is added from now on is dropped. */
void outbox_break(struct outbox *outbox);

/* Wake the steering thread. */
void outbox_wake(struct outbox *outbox);

#endif
