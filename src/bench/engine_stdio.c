/* fread and fwrite through a buffer of one record, as IOzone has it. Sequential. */
#include "bench/timed_loop.h"

#include <stdio.h>
#include <unistd.h>

#include "bench/mixed_loop.h"

static int attach(struct pass *pass, bool writing)
{
	FILE *stream = fdopen(pass->fd, writing ? "r+" : "r");

	if (!stream)
		return errno;
	if (pass->record_bytes > 1) /* single bytes: as libc has it */
		setvbuf(stream, NULL, _IOFBF, pass->record_bytes);
	pass->stream = stream;
	return 0;
}

/* Where the access is not sequential the stream must be moved. */
static inline int move_to(struct pass *pass, uint64_t offset)
{
	if (__builtin_expect(!pass->order && pass->step == 1 && !pass->read_percent, 1))
		return 0;
	return fseeko(pass->stream, (off_t)offset, SEEK_SET) == 0 ? 0 : errno;
}

static inline int read_record(struct pass *pass, uint64_t offset)
{
	int error_number = move_to(pass, offset);

	if (error_number)
		return error_number;
	errno = 0;
	if (fread(pass->data->target, pass->record_bytes, 1, pass->stream) != 1)
		return errno ? errno : ENODATA;
	return 0;
}

static inline int write_record(struct pass *pass, uint64_t offset)
{
	int error_number = move_to(pass, offset);

	if (error_number)
		return error_number;
	errno = 0;
	if (fwrite(data_next(pass->data, pass->record_bytes), pass->record_bytes, 1,
		    pass->stream) != 1)
		return errno ? errno : EIO;
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

static int sync_file(struct pass *pass)
{
	if (fflush(pass->stream) != 0)
		return errno;
	return fsync(pass->fd) == 0 ? 0 : errno;
}

static int close_file(struct pass *pass)
{
	int result;

	if (pass->stream)
		result = fclose(pass->stream) == 0 ? 0 : errno;
	else
		result = close(pass->fd) == 0 ? 0 : errno;
	pass->stream = NULL;
	pass->fd = -1;
	return result;
}

const struct engine engine_stdio = {
	.name = "stdio",
	.attach = attach,
	.read = read_all,
	.write = write_all,
	.mix = mix_all,
	.sync = sync_file,
	.close = close_file,
};
