/*
 * What the worker thread and the thread that steers it share: counters of what
 * was done (plain memory that only the worker writes, so that counting costs next to
 * nothing) and requests to it.
 */
#ifndef FST_BENCH_LIVE_H
#define FST_BENCH_LIVE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/tick.h"
#include "model/histogram.h"

/* Kinds of operation: each has its own latencies. */
enum operation {
	OPERATION_READ,
	OPERATION_WRITE,
	OPERATION_SYNC,
	OPERATION_OPEN,
	OPERATION_CLOSE,
	OPERATION_CREATE, /* of a file: opened and closed */
	OPERATION_STAT,
	OPERATION_DELETE,
	OPERATION_RENAME,
	OPERATION_WORK, /* none of files: of the processor or of memory */
	OPERATION_KINDS
};

/* Requests, as bits. STOP and SKIP end the pass, PAUSE holds it. */
enum live_request {
	LIVE_STOP = 1,
	LIVE_SKIP = 2,
	LIVE_PAUSE = 4,
	LIVE_WALL = 8, /* the first thread of a pass is through: the others stop, too */
};

/* What was done for a cell. Cells of several environments are at work in turn, each in its slot. */
struct live_slot {
	_Alignas(64) uint64_t bytes; /* moved within the timed parts of the cell */
	uint64_t operations;
	uint64_t timed_ns; /* what they took */
	uint64_t cell; /* its number; 0 while there is none */
	enum operation kind; /* that the cell is about */
	bool timing; /* within a timed part now */
	struct histogram latency[OPERATION_KINDS];
	struct live_slot *helpers; /* of the other threads: bytes, operations and latencies */
	unsigned helper_count;
};

struct live {
	struct live_slot *slots;
	struct live_slot *helpers; /* of all slots */
	size_t slot_count;
	unsigned requests; /* written by the steering thread */
	pthread_mutex_t lock; /* for waiting while paused */
	pthread_cond_t changed;
};

/* Slots for @slot_count cells in turn, each with up to @threads threads. */
void live_init(struct live *live, size_t slot_count, unsigned threads);
void live_destroy(struct live *live);

/* Worker: count for @cell from zero. */
void live_start_cell(struct live_slot *slot, uint64_t cell, enum operation kind);

/* Worker: a cell is over. What the other threads counted is the slot's own from now on. */
void live_end_cell(struct live_slot *slot);

/* Worker, after each operation: one store each, no locked instructions. */
static inline void live_publish(
	struct live_slot *slot, uint64_t bytes, uint64_t operations, uint64_t timed_ns)
{
	__atomic_store_n(&slot->bytes, bytes, __ATOMIC_RELAXED);
	__atomic_store_n(&slot->timed_ns, timed_ns, __ATOMIC_RELAXED);
	__atomic_store_n(&slot->operations, operations, __ATOMIC_RELEASE);
}

static inline unsigned live_requests(const struct live *live)
{
	return __atomic_load_n(&live->requests, __ATOMIC_RELAXED);
}

/* Steering thread: set and clear request bits. */
void live_request(struct live *live, unsigned set, unsigned clear);

/*
 * Worker: wait while LIVE_PAUSE is set and LIVE_STOP is not. Returns the ticks
 * of @tick that it waited.
 */
uint64_t live_wait_while_paused(struct live *live, const struct tick *tick);

/* Steering thread: what a slot says now, with the latencies of the cell's kind of operation. */
struct live_snapshot {
	uint64_t bytes, operations, timed_ns, cell;
	bool timing;
	struct histogram latency;
};
void live_snapshot(const struct live_slot *slot, struct live_snapshot *out);

#endif
