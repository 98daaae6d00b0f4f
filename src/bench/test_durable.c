/*
 * Durable writes: a record is written in place, then fdatasync, then the next one.
 * Both calls have latencies of their own; an operation is the pair.
 */
#include "bench/timed_loop.h"

#include <unistd.h>

#include "bench/plan.h"

/* Syncs with nothing to bring to the device: what the call alone costs. */
static void run_clean(struct pass *pass)
{
	struct timed_span span = timed_begin(pass);

	while (pass->done < pass->records) {
		if (fdatasync(pass->fd) != 0) {
			pass->error_number = errno;
			break;
		}
		if (!timed_step(pass, &span, &pass->slot->latency[OPERATION_SYNC]))
			break;
	}
	timed_end(pass, &span);
}

void durable_run(struct pass *pass)
{
	struct histogram *writes = &pass->slot->latency[OPERATION_WRITE];
	struct histogram *syncs = &pass->slot->latency[OPERATION_SYNC];
	struct timed_span span;

	if (pass->options & PLAN_CLEAN) {
		run_clean(pass);
		return;
	}
	span = timed_begin(pass);
	while (pass->done < pass->records) {
		const unsigned char *from = data_next(pass->data, pass->record_bytes);
		uint64_t written, synced;
		ssize_t n = pwrite(
			pass->fd, from, pass->record_bytes, (off_t)pass_offset(pass, pass->done));

		if (n < 0 && errno == EINTR && !(live_requests(pass->live) & LIVE_STOP))
			continue;
		if (n != (ssize_t)pass->record_bytes) {
			pass->error_number = n < 0 ? errno : EIO;
			break;
		}
		written = tick_now(pass->tick);
		if (fdatasync(pass->fd) != 0) {
			pass->error_number = errno;
			break;
		}
		synced = tick_now(pass->tick);
		histogram_add(writes, tick_ns(pass->tick, written - span.last));
		histogram_add(syncs, tick_ns(pass->tick, synced - written));
		pass->done++;
		span.last = synced;
		timed_publish(pass, &span);
		if ((synced > pass->deadline || live_requests(pass->live)) &&
			!timed_may_go_on(pass, &span))
			break;
	}
	timed_end(pass, &span);
}
