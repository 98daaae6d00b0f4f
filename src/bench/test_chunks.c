/*
 * What bonnie++ does beside plain transfers: a file read chunk by chunk, each changed and written
 * back; and seeks to random chunks, every tenth of which is changed and written back.
 */
#include "bench/timed_loop.h"

#include <unistd.h>

#include "base/rng.h"
#include "bench/transfer.h"

#define SEEKS_PER_UPDATE 10

/* Read the chunk at @offset into the target. */
static int read_chunk(struct pass *pass, uint64_t offset)
{
	ssize_t n = pread(pass->fd, pass->data->target, pass->record_bytes, (off_t)offset);

	if (n != (ssize_t)pass->record_bytes)
		return transfer_finish(pass, pass->data->target, NULL, offset, n);
	return 0;
}

/* Change a byte of it, and write it back. */
static int write_chunk(struct pass *pass, uint64_t offset)
{
	ssize_t n;

	pass->data->target[pass->done % pass->record_bytes]++;
	n = pwrite(pass->fd, pass->data->target, pass->record_bytes, (off_t)offset);
	if (n != (ssize_t)pass->record_bytes)
		return transfer_finish(pass, NULL, pass->data->target, offset, n);
	return 0;
}

/* One of both, with its latency. False when it failed. */
static bool do_timed(struct pass *pass, struct timed_span *span, enum operation kind,
	int (*operation)(struct pass *pass, uint64_t offset), uint64_t offset)
{
	uint64_t now;

	pass->error_number = operation(pass, offset);
	if (pass->error_number)
		return false;
	now = tick_now(pass->tick);
	histogram_add(&pass->slot->latency[kind], tick_ns(pass->tick, now - span->last));
	span->last = now;
	return true;
}

/* Count the chunk. False when the pass is over early. */
static bool finish_chunk(struct pass *pass, struct timed_span *span)
{
	pass->done++;
	timed_publish(pass, span);
	if (span->last > pass->deadline || live_requests(pass->live))
		return timed_may_go_on(pass, span);
	return true;
}

void chunks_run_rewrite(struct pass *pass)
{
	struct timed_span span = timed_begin(pass);

	while (pass->done < pass->records) {
		uint64_t offset = pass_offset(pass, pass->done);

		if (!do_timed(pass, &span, OPERATION_READ, read_chunk, offset) ||
			!do_timed(pass, &span, OPERATION_WRITE, write_chunk, offset) ||
			!finish_chunk(pass, &span))
			break;
	}
	pass->written_records = pass->done;
	timed_end(pass, &span);
}

void chunks_run_seek(struct pass *pass)
{
	struct timed_span span;
	struct rng rng;

	rng_seed(&rng, rng_fresh_seed());
	span = timed_begin(pass);
	while (pass->done < pass->records) {
		uint64_t offset = rng_below(&rng, pass->file_records) * pass->record_bytes;
		bool updates = pass->done % SEEKS_PER_UPDATE == 0;

		if (!do_timed(pass, &span, OPERATION_READ, read_chunk, offset) ||
			(updates && !do_timed(pass, &span, OPERATION_WRITE, write_chunk, offset)))
			break;
		pass->written_records += updates;
		if (!finish_chunk(pass, &span))
			break;
	}
	timed_end(pass, &span);
}
