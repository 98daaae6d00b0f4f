#include "bench/testfile.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define NAME      WORKDIR_FILE_PREFIX "data"
#define CHUNK_MAX (1u << 18)

void testfile_start(struct testfile *file, struct workdir *workdir)
{
	*file = (struct testfile){.workdir = workdir, .fd = -1};
}

void testfile_end(struct testfile *file)
{
	if (file->fd >= 0)
		close(file->fd);
	file->fd = -1;
}

int testfile_create(struct testfile *file)
{
	int error_number;

	testfile_end(file);
	file->size = 0;
	file->dirty = false;
	error_number = workdir_remove_file(file->workdir, NAME);
	if (error_number)
		return error_number;
	file->fd = workdir_create_file(file->workdir, NAME);
	return file->fd >= 0 ? 0 : errno;
}

int testfile_fill(struct testfile *file, uint64_t size, struct data *data, struct live *live,
	const struct tick *tick, uint64_t deadline)
{
	if (file->fd < 0) {
		int error_number = testfile_create(file);

		if (error_number)
			return error_number;
	}
	if (file->size > size) {
		if (ftruncate(file->fd, (off_t)size) != 0)
			return errno;
		file->size = size;
	}
	while (file->size < size) {
		uint64_t left = size - file->size;
		size_t chunk = left < CHUNK_MAX ? (size_t)left : CHUNK_MAX;
		ssize_t n = pwrite(file->fd, data_next(data, chunk), chunk, (off_t)file->size);

		if (n < 0 && errno != EINTR)
			return errno;
		file->dirty = true;
		file->size += n > 0 ? (uint64_t)n : 0;
		file->written_bytes += n > 0 ? (uint64_t)n : 0;
		if ((live_requests(live) & (LIVE_STOP | LIVE_SKIP)) || tick_now(tick) > deadline)
			return file->size == size ? 0 : TESTFILE_CUT;
	}
	return 0;
}

int testfile_sync(struct testfile *file)
{
	if (file->fd < 0 || !file->dirty)
		return 0;
	while (fsync(file->fd) != 0)
		if (errno == EINVAL || errno == ENOTSUP)
			break; /* a file system that cannot: nothing to wait for */
		else if (errno != EINTR)
			return errno;
	file->dirty = false;
	return 0;
}

int testfile_open(const struct testfile *file, int flags)
{
	return workdir_open_file(file->workdir, NAME, flags);
}
