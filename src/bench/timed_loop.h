/*
 * The timed loop that engines with one operation at a time share. It is inlined
 * with the engine's operation into a loop of its own, which does nothing else than:
 * the operation, one clock read (the end of an operation is the start of the next),
 * one histogram increment and three stores.
 */
#ifndef FST_BENCH_TIMED_LOOP_H
#define FST_BENCH_TIMED_LOOP_H

#include <errno.h>

#include "bench/bench.h"

/* Moves one record at @offset; returns 0 or an errno. */
typedef int timed_operation(struct pass *pass, uint64_t offset);

/* What a loop keeps while it runs. */
struct timed_span {
	uint64_t start, last; /* ticks: of the loop, of the last operation's end */
	uint64_t bytes0, operations0, ns0; /* the slot's counters before */
};

static inline uint64_t pass_offset(const struct pass *pass, uint64_t i)
{
	uint64_t record = pass->order ? pass->order[i] : pass->first + i * pass->step;

	return record * pass->record_bytes;
}

static inline struct timed_span timed_begin(struct pass *pass)
{
	struct timed_span span = {
		.bytes0 = pass->slot->bytes,
		.operations0 = pass->slot->operations,
		.ns0 = pass->slot->timed_ns,
	};

	__atomic_store_n(&pass->slot->timing, true, __ATOMIC_RELAXED);
	span.start = span.last = tick_now(pass->tick);
	return span;
}

static inline void timed_publish(struct pass *pass, const struct timed_span *span)
{
	live_publish(pass->slot, span->bytes0 + pass->done * pass->record_bytes,
		span->operations0 + pass->done,
		span->ns0 + tick_ns(pass->tick, span->last - span->start));
}

/*
 * The rare branch of a loop: a request or the deadline. A pause is waited for and
 * taken out of the time. False when the pass is cut.
 */
bool timed_may_go_on(struct pass *pass, struct timed_span *span);

static inline void timed_end(struct pass *pass, const struct timed_span *span)
{
	pass->ticks += span->last - span->start;
	__atomic_store_n(&pass->slot->timing, false, __ATOMIC_RELAXED);
}

/* An operation is over: count it. False when the pass is, too. */
static inline bool timed_step(struct pass *pass, struct timed_span *span, struct histogram *latency)
{
	uint64_t now = tick_now(pass->tick);

	pass->done++;
	histogram_add(latency, tick_ns(pass->tick, now - span->last));
	span->last = now;
	timed_publish(pass, span);
	if (__builtin_expect(now > pass->deadline || live_requests(pass->live), 0))
		return timed_may_go_on(pass, span);
	return true;
}

static inline __attribute__((always_inline)) void timed_loop(
	struct pass *pass, enum operation kind, timed_operation *operation)
{
	struct histogram *latency = &pass->slot->latency[kind];
	unsigned every = pass->sample_every;
	struct timed_span span = timed_begin(pass);

	for (uint64_t i = 0; i < pass->records; i += every) {
		uint64_t untimed = pass->records - i < every ? pass->records - i : every;
		uint64_t now;

		for (untimed--; untimed; untimed--) {
			pass->error_number = operation(pass, pass_offset(pass, pass->done));
			if (__builtin_expect(pass->error_number, 0))
				break;
			pass->done++;
		}
		if (__builtin_expect(pass->error_number, 0))
			break;
		if (every > 1)
			span.last = tick_now(pass->tick);
		pass->error_number = operation(pass, pass_offset(pass, pass->done));
		if (__builtin_expect(pass->error_number, 0))
			break;
		now = tick_now(pass->tick);
		pass->done++;
		histogram_add(latency, tick_ns(pass->tick, now - span.last));
		span.last = now;
		timed_publish(pass, &span);
		if (__builtin_expect(now > pass->deadline || live_requests(pass->live), 0) &&
			!timed_may_go_on(pass, &span))
			break;
	}
	timed_end(pass, &span);
}

#endif
