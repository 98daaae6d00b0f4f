/*
 * preadv and pwritev: a record moves in one call between the file and up to sixteen pieces of
 * memory, of 4 KiB at least (so that direct I/O takes them, too).
 */
#include "bench/timed_loop.h"

#include <stdlib.h>
#include <sys/uio.h>

#include "base/alloc.h"
#include "bench/mixed_loop.h"
#include "bench/transfer.h"

#define PIECES 16u
#define PIECE  4096u

struct vectors {
	struct iovec pieces[PIECES];
	int count;
	size_t piece_bytes; /* of each but the last one */
};

static void set_base(struct vectors *vectors, unsigned char *base)
{
	for (int i = 0; i < vectors->count; i++)
		vectors->pieces[i].iov_base = base + (size_t)i * vectors->piece_bytes;
}

static int attach(struct pass *pass, bool writing)
{
	struct vectors *vectors = xcalloc(1, sizeof(*vectors));
	size_t left = pass->record_bytes;

	(void)writing;
	vectors->piece_bytes = (left / PIECES + PIECE - 1) / PIECE * PIECE;
	if (vectors->piece_bytes == 0)
		vectors->piece_bytes = PIECE;
	while (left) {
		size_t piece = left < vectors->piece_bytes ? left : vectors->piece_bytes;

		vectors->pieces[vectors->count++].iov_len = piece;
		left -= piece;
	}
	pass->stream = vectors;
	return 0;
}

static inline int read_record(struct pass *pass, uint64_t offset)
{
	struct vectors *vectors = pass->stream;
	ssize_t n;

	set_base(vectors, pass->data->target);
	n = preadv(pass->fd, vectors->pieces, vectors->count, (off_t)offset);
	if (__builtin_expect(n != (ssize_t)pass->record_bytes, 0))
		return transfer_finish(pass, pass->data->target, NULL, offset, n);
	return 0;
}

static inline int write_record(struct pass *pass, uint64_t offset)
{
	struct vectors *vectors = pass->stream;
	unsigned char *from = data_next(pass->data, pass->record_bytes);
	ssize_t n;

	set_base(vectors, from);
	n = pwritev(pass->fd, vectors->pieces, vectors->count, (off_t)offset);
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

static int close_file(struct pass *pass)
{
	free(pass->stream);
	pass->stream = NULL;
	return transfer_close(pass);
}

const struct engine engine_vectored = {
	.name = "vectored",
	.attach = attach,
	.read = read_all,
	.write = write_all,
	.mix = mix_all,
	.sync = transfer_sync,
	.close = close_file,
};
