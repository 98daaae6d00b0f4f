/* pread and pwrite: one system call a record, no seeks. */
#include "bench/timed_loop.h"

#include <unistd.h>

static int attach(struct pass *pass, bool writing)
{
	(void)pass;
	(void)writing;
	return 0;
}

/* The rest of a record of which a call moved only @done bytes (or failed: -1). */
static int finish_record(struct pass *pass, unsigned char *read_to, const unsigned char *write_from,
	uint64_t offset, ssize_t done)
{
	size_t moved = done > 0 ? (size_t)done : 0;

	for (;;) {
		ssize_t n;

		if (done == 0)
			return read_to ? ENODATA
				       : EIO; /* the file ended early; nothing was taken */
		if (done < 0 && errno != EINTR)
			return errno;
		if (moved == pass->record_bytes)
			return 0;
		if (live_requests(pass->live) & LIVE_STOP)
			return EINTR;
		if (read_to)
			n = pread(pass->fd, read_to + moved, pass->record_bytes - moved,
				(off_t)(offset + moved));
		else
			n = pwrite(pass->fd, write_from + moved, pass->record_bytes - moved,
				(off_t)(offset + moved));
		done = n;
		moved += n > 0 ? (size_t)n : 0;
	}
}

static inline int read_record(struct pass *pass, uint64_t offset)
{
	unsigned char *to = pass->data->target;
	ssize_t n = pread(pass->fd, to, pass->record_bytes, (off_t)offset);

	if (__builtin_expect(n != (ssize_t)pass->record_bytes, 0))
		return finish_record(pass, to, NULL, offset, n);
	return 0;
}

static inline int write_record(struct pass *pass, uint64_t offset)
{
	const unsigned char *from = data_next(pass->data, pass->record_bytes);
	ssize_t n = pwrite(pass->fd, from, pass->record_bytes, (off_t)offset);

	if (__builtin_expect(n != (ssize_t)pass->record_bytes, 0))
		return finish_record(pass, NULL, from, offset, n);
	return 0;
}

static void read_all(struct pass *pass)
{
	timed_loop(pass, OPERATION_READ, read_record);
}

static void write_all(struct pass *pass)
{
	timed_loop(pass, OPERATION_WRITE, write_record);
}

static int sync_file(struct pass *pass)
{
	return fsync(pass->fd) == 0 ? 0 : errno;
}

static int close_file(struct pass *pass)
{
	int result = close(pass->fd) == 0 ? 0 : errno;

	pass->fd = -1;
	return result;
}

const struct engine engine_psync = {
	.name = "psync",
	.attach = attach,
	.read = read_all,
	.write = write_all,
	.sync = sync_file,
	.close = close_file,
};
