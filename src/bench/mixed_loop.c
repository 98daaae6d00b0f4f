#include "bench/mixed_loop.h"

#include <time.h>

void mixed_wait_for_rate(struct pass *pass, struct timed_span *span)
{
	double due_s = (double)pass->done * (double)pass->record_bytes / pass->load.rate_bps;
	uint64_t due = span->start + tick_from_ns(pass->tick, (uint64_t)(due_s * 1e9));
	uint64_t now = tick_now(pass->tick);

	/* Sleeps end late; the last stretch is waited out awake. Never past a request or deadline.
	 */
	while (now < due && now < pass->deadline && !live_requests(pass->live)) {
		uint64_t left_ns = tick_ns(pass->tick, due - now);

		if (left_ns > 200000)
			clock_nanosleep(CLOCK_MONOTONIC, 0,
				&(struct timespec){.tv_nsec = left_ns > 20100000
								      ? 20000000
								      : (long)left_ns - 100000},
				NULL);
		now = tick_now(pass->tick);
	}
	span->last = now;
}

bool mixed_sync(struct pass *pass, struct timed_span *span)
{
	uint64_t now;

	pass->error_number = pass->engine->sync(pass);
	if (pass->error_number)
		return false;
	now = tick_now(pass->tick);
	histogram_add(&pass->slot->latency[OPERATION_SYNC], tick_ns(pass->tick, now - span->last));
	span->last = now;
	return true;
}
