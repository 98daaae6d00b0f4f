/*
 * io_uring: as many operations under way as the queue is deep, with the file and the memory
 * registered beforehand. What has room is submitted in one call, and what is complete is reaped in
 * one go: one clock read for each of both. An operation's latency is from the call that submitted
 * it to the moment when it was found complete.
 */
#include <errno.h>

#include "bench/timed_loop.h"
#include "bench/transfer.h"

#ifdef HAVE_LIBURING
#include <liburing.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/alloc.h"
#include "base/attributes.h"

/* One operation under way, and its memory. */
struct request {
	uint64_t start; /* ticks */
	uint64_t offset;
	unsigned char *memory;
	bool reading;
};

/* Made for the first pass of a cell, and kept for the others: making it takes longer than many. */
struct ring {
	struct io_uring uring;
	struct request *requests;
	unsigned depth;
	unsigned char *memory;
	size_t memory_bytes, record_bytes;
	bool fixed_memory, fixed_file;
};

/* What a pass keeps while it runs. */
struct progress {
	uint64_t submitted, reads, reads_done;
	unsigned free_count, *free; /* requests that are not under way, a stack of numbers */
};

static int make_uring(struct io_uring *uring, unsigned depth, bool one_thread)
{
	/* One thread submits and reaps; nobody needs to be interrupted. Older kernels know less. */
	static const unsigned flags[] = {
		IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN,
		IORING_SETUP_COOP_TASKRUN,
		0,
	};
	int result = -EINVAL;

	/* Of several threads each pass has new ones; a ring would go on knowing the old. */
	for (size_t i = one_thread ? 0 : 1; i < FST_COUNT(flags) && result == -EINVAL; i++)
		result = io_uring_queue_init(depth, uring, flags[i]);
	return -result;
}

static void free_ring(void *kept)
{
	struct ring *ring = kept;

	if (!ring)
		return;
	io_uring_queue_exit(&ring->uring);
	munmap(ring->memory, ring->memory_bytes);
	free(ring->requests);
	free(ring);
}

static bool register_memory(struct ring *ring)
{
	struct iovec all = {.iov_base = ring->memory, .iov_len = ring->memory_bytes};

	return io_uring_register_buffers(&ring->uring, &all, 1) == 0;
}

/* Room for @depth records, with data in it to write. */
static int get_memory(struct ring *ring, const struct data *data)
{
	size_t bytes = ring->depth * ring->record_bytes;
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	if (p == MAP_FAILED)
		return errno;
	ring->memory = p;
	ring->memory_bytes = bytes;
	for (size_t i = 0; i < bytes; i += data->size)
		memcpy(ring->memory + i, data->pool,
			bytes - i < data->size ? bytes - i : data->size);
	return 0;
}

static int make_ring(struct ring **out, const struct pass *pass)
{
	struct ring *ring = xcalloc(1, sizeof(*ring));
	int result;

	ring->depth = pass->load.queue_depth ? pass->load.queue_depth : 1;
	ring->record_bytes = pass->record_bytes;
	result = get_memory(ring, pass->data);
	if (result) {
		free(ring);
		return result;
	}
	result = make_uring(&ring->uring, ring->depth, pass->load.threads <= 1);
	if (result) {
		munmap(ring->memory, ring->memory_bytes);
		free(ring);
		return result;
	}
	ring->requests = xcalloc(ring->depth, sizeof(*ring->requests));
	for (unsigned i = 0; i < ring->depth; i++)
		ring->requests[i].memory = ring->memory + i * ring->record_bytes;
	ring->fixed_memory = register_memory(ring); /* refused where memory may not be locked */
	ring->fixed_file = io_uring_register_files_sparse(&ring->uring, 1) == 0;
	*out = ring;
	return 0;
}

static int attach(struct pass *pass, bool writing)
{
	struct ring *ring = *pass->kept;
	int result = 0;

	(void)writing;
	if (!ring) {
		result = make_ring(&ring, pass);
		if (result)
			return result;
		*pass->kept = ring;
	}
	if (ring->fixed_file && io_uring_register_files_update(&ring->uring, 0, &pass->fd, 1) != 1)
		ring->fixed_file = false;
	return 0;
}

/* Put the operation of record @i in the queue, into the memory of request @number. */
static inline void queue_record(
	struct pass *pass, struct ring *ring, unsigned number, uint64_t i, bool reading)
{
	struct request *request = &ring->requests[number];
	struct io_uring_sqe *sqe = io_uring_get_sqe(&ring->uring);
	int fd = ring->fixed_file ? 0 : pass->fd;
	unsigned bytes = (unsigned)pass->record_bytes;

	request->offset = pass_offset(pass, i);
	request->reading = reading;
	if (!reading)
		data_stamp(pass->data, request->memory, pass->record_bytes);
	if (ring->fixed_memory && reading)
		io_uring_prep_read_fixed(sqe, fd, request->memory, bytes, request->offset, 0);
	else if (ring->fixed_memory)
		io_uring_prep_write_fixed(sqe, fd, request->memory, bytes, request->offset, 0);
	else if (reading)
		io_uring_prep_read(sqe, fd, request->memory, bytes, request->offset);
	else
		io_uring_prep_write(sqe, fd, request->memory, bytes, request->offset);
	if (ring->fixed_file)
		io_uring_sqe_set_flags(sqe, IOSQE_FIXED_FILE);
	sqe->user_data = number;
}

/* An operation that did not move the whole record. */
static int finish_request(struct pass *pass, const struct request *request, int result)
{
	if (result < 0) {
		errno = result == -EAGAIN ? EINTR : -result;
		result = -1;
	}
	return transfer_finish(pass, request->reading ? request->memory : NULL,
		request->reading ? NULL : request->memory, request->offset, result);
}

/* Fill the queue, unless the pass ends. */
static inline void submit(struct pass *pass, struct ring *ring, struct progress *at, uint64_t now)
{
	while (at->free_count && at->submitted < pass->records) {
		unsigned number = at->free[--at->free_count];
		bool reading = at->reads * 100 < (uint64_t)pass->read_percent * (at->submitted + 1);

		queue_record(pass, ring, number, at->submitted, reading);
		ring->requests[number].start = now;
		at->submitted++;
		at->reads += reading;
	}
}

/* Everything that is complete; the first error is the pass's. */
static inline void reap(struct pass *pass, struct ring *ring, struct progress *at, uint64_t now)
{
	struct histogram *latency = pass->slot->latency;
	struct io_uring_cqe *cqe;
	unsigned head, count = 0;

	io_uring_for_each_cqe(&ring->uring, head, cqe)
	{
		unsigned number = (unsigned)cqe->user_data;
		const struct request *request = &ring->requests[number];
		int error_number = 0;

		if (__builtin_expect(cqe->res != (int)pass->record_bytes, 0))
			error_number = finish_request(pass, request, cqe->res);
		if (__builtin_expect(error_number, 0)) {
			if (!pass->error_number)
				pass->error_number = error_number;
		} else {
			histogram_add(&latency[request->reading ? OPERATION_READ : OPERATION_WRITE],
				tick_ns(pass->tick, now - request->start));
			pass->done++;
			at->reads_done += request->reading;
		}
		at->free[at->free_count++] = number;
		count++;
	}
	io_uring_cq_advance(&ring->uring, count);
}

/* Whether to submit more. */
static inline bool goes_on(struct pass *pass, struct timed_span *span)
{
	if (pass->error_number)
		return false;
	if (__builtin_expect(span->last > pass->deadline || live_requests(pass->live), 0))
		return timed_may_go_on(pass, span);
	return true;
}

static void run(struct pass *pass)
{
	struct ring *ring = *pass->kept;
	struct progress at = {.free_count = ring->depth};
	struct timed_span span;
	bool more = true;

	at.free = xcalloc(ring->depth, sizeof(*at.free));
	for (unsigned i = 0; i < ring->depth; i++)
		at.free[i] = ring->depth - 1 - i;
	span = timed_begin(pass);
	/* What is under way when the pass ends early is waited for: it uses our memory. */
	while ((more && at.submitted < pass->records) || at.free_count < ring->depth) {
		int result;

		if (more)
			submit(pass, ring, &at, tick_now(pass->tick));
		result = io_uring_submit_and_wait(&ring->uring, 1);
		if (result < 0 && result != -EINTR && result != -EAGAIN && result != -EBUSY) {
			pass->error_number = -result;
			break;
		}
		span.last = tick_now(pass->tick);
		reap(pass, ring, &at, span.last);
		timed_publish(pass, &span);
		more = more && goes_on(pass, &span);
	}
	pass->written_records = pass->done - at.reads_done;
	timed_end(pass, &span);
	free(at.free);
}

static void read_all(struct pass *pass)
{
	pass->read_percent = 100;
	run(pass);
}

static void write_all(struct pass *pass)
{
	pass->read_percent = 0;
	run(pass);
}

static fst_status probe(struct fst_error *error)
{
	struct io_uring uring;
	int result = make_uring(&uring, 1, true);

	if (result == 0) {
		io_uring_queue_exit(&uring);
		return FST_OK;
	}
	return fst_error_errno(error, result,
		"--engine io_uring: the system refuses it (a container's seccomp filter, the "
		"sysctl "
		"kernel.io_uring_disabled, or a kernel before 5.1); use --engine psync");
}

#else

static fst_status probe(struct fst_error *error)
{
	return fst_error_set(error, FST_USAGE,
		"--engine io_uring: this fstui was built without it; install liburing's headers "
		"(liburing-dev) and build again, or use --engine psync");
}

static int attach(struct pass *pass, bool writing)
{
	(void)pass;
	(void)writing;
	return ENOSYS;
}

static void read_all(struct pass *pass)
{
	pass->error_number = ENOSYS;
}

static void write_all(struct pass *pass)
{
	pass->error_number = ENOSYS;
}

static void run(struct pass *pass)
{
	pass->error_number = ENOSYS;
}

static void free_ring(void *kept)
{
	(void)kept;
}

#endif

const struct engine engine_io_uring = {
	.name = "io_uring",
	.queues = true,
	.probe = probe,
	.attach = attach,
	.read = read_all,
	.write = write_all,
	.mix = run,
	.sync = transfer_sync,
	.close = transfer_close,
	.discard = free_ring,
};
