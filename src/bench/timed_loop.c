#include "bench/timed_loop.h"

bool timed_may_go_on(struct pass *pass, struct timed_span *span)
{
	unsigned requests = live_requests(pass->live);

	if (requests & LIVE_PAUSE) {
		uint64_t waited;

		__atomic_store_n(&pass->slot->timing, false, __ATOMIC_RELAXED);
		waited = live_wait_while_paused(pass->live, pass->tick);
		__atomic_store_n(&pass->slot->timing, true, __ATOMIC_RELAXED);
		span->start += waited;
		span->last += waited;
		pass->deadline = tick_put_off(pass->deadline, waited);
		pass->paused += waited;
		requests = live_requests(pass->live);
	}
	if (pass->done == pass->records)
		return false; /* complete: nothing is cut */
	pass->cut = (requests & (LIVE_STOP | LIVE_SKIP)) || span->last > pass->deadline;
	return !pass->cut && !(requests & LIVE_WALL);
}
