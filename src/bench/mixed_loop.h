/*
 * The timed loop of what is more than one operation after the other: reads and writes
 * mixed, a sync every so many of them, a rate that is not to be exceeded. Reads, writes and syncs
 * have latencies of their own. Waiting for the rate counts in the pass's time, in no latency.
 */
#ifndef FST_BENCH_MIXED_LOOP_H
#define FST_BENCH_MIXED_LOOP_H

#include "bench/timed_loop.h"

/* Whether the next operation reads: the share asked for is met as early and evenly as can be. */
static inline bool mixed_reads_next(const struct pass *pass, uint64_t reads)
{
	return reads * 100 < (uint64_t)pass->read_percent * (pass->done + 1);
}

/* Wait until the pass's rate allows record number pass->done. */
void mixed_wait_for_rate(struct pass *pass, struct timed_span *span);

/* The sync that is due; false when it failed. */
bool mixed_sync(struct pass *pass, struct timed_span *span);

static inline __attribute__((always_inline)) void mixed_loop(
	struct pass *pass, timed_operation *read_record, timed_operation *write_record)
{
	struct histogram *latency = pass->slot->latency;
	struct timed_span span = timed_begin(pass);
	uint64_t reads = 0, since_sync = 0;
	bool dirty = false;

	while (pass->done < pass->records) {
		bool reading = mixed_reads_next(pass, reads);
		uint64_t offset = pass_offset(pass, pass->done), now;

		if (pass->load.rate_bps > 0)
			mixed_wait_for_rate(pass, &span);
		pass->error_number = reading ? read_record(pass, offset)
					     : write_record(pass, offset);
		if (__builtin_expect(pass->error_number, 0))
			break;
		now = tick_now(pass->tick);
		histogram_add(&latency[reading ? OPERATION_READ : OPERATION_WRITE],
			tick_ns(pass->tick, now - span.last));
		span.last = now;
		pass->done++;
		reads += reading;
		dirty = dirty || !reading;
		if (++since_sync == pass->load.fsync_every) {
			if (dirty && !mixed_sync(pass, &span))
				break;
			since_sync = 0;
			dirty = false;
		}
		timed_publish(pass, &span);
		if (__builtin_expect(span.last > pass->deadline || live_requests(pass->live), 0) &&
			!timed_may_go_on(pass, &span))
			break;
	}
	pass->written_records = pass->done - reads;
	timed_end(pass, &span);
}

#endif
