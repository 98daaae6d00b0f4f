#include "bench/testfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#define NAME_SIZE sizeof(WORKDIR_FILE_PREFIX "data.00")
#define CHUNK_MAX (1u << 18)

static const char *name_of(unsigned copy, char out[NAME_SIZE])
{
	snprintf(out, NAME_SIZE, WORKDIR_FILE_PREFIX "data.%u", copy % 100);
	return out;
}

void testfile_start(struct testfile *file, struct workdir *workdir)
{
	*file = (struct testfile){.workdir = workdir};
	for (unsigned i = 0; i < TESTFILE_FILES; i++)
		file->copies[i].fd = -1;
}

static void close_copy(struct testfile_copy *copy)
{
	if (copy->fd >= 0)
		close(copy->fd);
	*copy = (struct testfile_copy){.fd = -1};
}

void testfile_end(struct testfile *file)
{
	for (unsigned i = 0; i < TESTFILE_FILES; i++)
		close_copy(&file->copies[i]);
}

struct testfile_copy *testfile_copy(struct testfile *file)
{
	return &file->copies[file->current];
}

int testfile_create(struct testfile *file)
{
	struct testfile_copy *copy = testfile_copy(file);
	char name[NAME_SIZE];
	int error_number;

	close_copy(copy);
	error_number = workdir_remove_file(file->workdir, name_of(file->current, name));
	if (error_number)
		return error_number;
	copy->fd = workdir_create_file(file->workdir, name);
	return copy->fd >= 0 ? 0 : errno;
}

int testfile_fill(struct testfile *file, uint64_t size, const struct testfile_filling *filling)
{
	struct testfile_copy *copy = testfile_copy(file);

	if (copy->fd < 0) {
		int error_number = testfile_create(file);

		if (error_number)
			return error_number;
	}
	if (copy->size > size) {
		if (ftruncate(copy->fd, (off_t)size) != 0)
			return errno;
		copy->size = size;
	}
	while (copy->size < size) {
		uint64_t left = size - copy->size;
		size_t chunk = left < CHUNK_MAX ? (size_t)left : CHUNK_MAX;
		ssize_t n = pwrite(
			copy->fd, data_next(filling->data, chunk), chunk, (off_t)copy->size);

		if (n < 0 && errno != EINTR)
			return errno;
		copy->dirty = true;
		copy->size += n > 0 ? (uint64_t)n : 0;
		file->written_bytes += n > 0 ? (uint64_t)n : 0;
		if ((live_requests(filling->live) & (LIVE_STOP | LIVE_SKIP)) ||
			tick_now(filling->tick) > filling->deadline)
			return copy->size == size ? 0 : TESTFILE_CUT;
	}
	return 0;
}

static int sync_copy(struct testfile_copy *copy)
{
	if (copy->fd < 0 || !copy->dirty)
		return 0;
	while (fsync(copy->fd) != 0)
		if (errno == EINVAL || errno == ENOTSUP)
			break; /* a file system that cannot: nothing to wait for */
		else if (errno != EINTR)
			return errno;
	copy->dirty = false;
	return 0;
}

int testfile_sync(struct testfile *file)
{
	return sync_copy(testfile_copy(file));
}

int testfile_evict(struct testfile *file)
{
	int error_number = testfile_sync(file);

	if (error_number)
		return error_number;
	return posix_fadvise(testfile_copy(file)->fd, 0, 0, POSIX_FADV_DONTNEED);
}

static int wait_for_writeback(struct testfile_copy *copy)
{
	const unsigned how = SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE |
			     SYNC_FILE_RANGE_WAIT_AFTER;

	while (sync_file_range(copy->fd, 0, 0, how) != 0)
		if (errno != EINTR) /* a file system that cannot, or an error: fsync tells */
			return sync_copy(copy);
	copy->dirty = false;
	return 0;
}

/*
 * The pages of all copies written back, without a commit of the journal or a flush of the device
 * for each: what a pass needs is that they are clean, not that they would survive a crash.
 */
static int clean_all(struct testfile *file)
{
	for (unsigned i = 0; i < TESTFILE_FILES; i++)
		if (file->copies[i].fd >= 0 && file->copies[i].dirty)
			sync_file_range(file->copies[i].fd, 0, 0, SYNC_FILE_RANGE_WRITE);
	for (unsigned i = 0; i < TESTFILE_FILES; i++)
		if (file->copies[i].fd >= 0 && file->copies[i].dirty) {
			int error_number = wait_for_writeback(&file->copies[i]);

			if (error_number)
				return error_number;
		}
	return 0;
}

static unsigned copies_for(uint64_t size)
{
	uint64_t count = size ? TESTFILE_COPIES_BYTES / size : 1;

	return count < 1 ? 1 : count > TESTFILE_COPIES ? TESTFILE_COPIES : (unsigned)count;
}

uint64_t testfile_space(uint64_t size)
{
	return copies_for(size) * size;
}

static void remove_copy(struct testfile *file, unsigned copy)
{
	char name[NAME_SIZE];

	close_copy(&file->copies[copy]);
	workdir_remove_file(file->workdir, name_of(copy, name));
}

void testfile_select(struct testfile *file, unsigned index)
{
	file->current = index;
}

void testfile_take_first_copy(struct testfile *file, uint64_t size)
{
	file->current = 0;
	for (unsigned i = 1; i < TESTFILE_FILES && copies_for(size) == 1; i++)
		if (file->copies[i].fd >= 0)
			remove_copy(file, i);
}

/* Make the copies that are missing; as many as @count when there is space. */
static int fill_copies(struct testfile *file, unsigned count, uint64_t size,
	const struct testfile_filling *filling)
{
	for (file->current = 0; file->current < count; file->current++) {
		int result = testfile_fill(file, size, filling);

		if (file->current && (result == ENOSPC || result == EDQUOT)) {
			remove_copy(file, file->current);
			result = 0;
			count = file->current;
		}
		if (result)
			return result;
	}
	file->current = 0;
	return clean_all(file);
}

int testfile_take_clean_copy(
	struct testfile *file, uint64_t size, const struct testfile_filling *filling)
{
	unsigned count = copies_for(size);

	if (count == 1)
		return testfile_sync(file);
	for (unsigned i = 0; i < count; i++) {
		const struct testfile_copy *copy = &file->copies[i];

		if (copy->fd >= 0 && copy->size == size && !copy->dirty) {
			file->current = i;
			return 0;
		}
	}
	/* A second copy of this size says that they have been made. */
	if (file->copies[1].fd < 0 || file->copies[1].size != size)
		return fill_copies(file, count, size, filling);
	file->current = 0;
	return clean_all(file);
}

int testfile_open(const struct testfile *file, int flags)
{
	char name[NAME_SIZE];

	return workdir_open_file(file->workdir, name_of(file->current, name), flags);
}
