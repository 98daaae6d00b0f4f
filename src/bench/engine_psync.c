/* pread and pwrite: one system call a record, no seeks. */
#include "bench/timed_loop.h"

#include <unistd.h>

#include "bench/mixed_loop.h"
#include "bench/transfer.h"

static inline int read_record(struct pass *pass, uint64_t offset)
{
	unsigned char *to = pass->data->target;
	ssize_t n = pread(pass->fd, to, pass->record_bytes, (off_t)offset);

	if (__builtin_expect(n != (ssize_t)pass->record_bytes, 0))
		return transfer_finish(pass, to, NULL, offset, n);
	return 0;
}

static inline int write_record(struct pass *pass, uint64_t offset)
{
	const unsigned char *from = data_next(pass->data, pass->record_bytes);
	ssize_t n = pwrite(pass->fd, from, pass->record_bytes, (off_t)offset);

	if (__builtin_expect(n != (ssize_t)pass->record_bytes, 0))
		return transfer_finish(pass, NULL, from, offset, n);
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

static void mix_all(struct pass *pass)
{
	mixed_loop(pass, read_record, write_record);
}

const struct engine engine_psync = {
	.name = "psync",
	.attach = transfer_attach,
	.read = read_all,
	.write = write_all,
	.mix = mix_all,
	.sync = transfer_sync,
	.close = transfer_close,
};
