/*
 * hdparm's two: the same 2 MiB over and over out of the page cache (-T), and the device's first
 * seconds after its cache was flushed (-t). Of a folder the first reads a file in it, the second
 * the block device that it lies on. Nothing is ever written to a device: it is opened for reading.
 */
#include "bench/timed_loop.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "bench/plan.h"
#include "bench/transfer.h"
#include "bench/workdir.h"

#define FILE_NAME WORKDIR_FILE_PREFIX "cached"

/* hdparm's: a pass ends after so long, or with the device. */
#define DEVICE_PASS_NS UINT64_C(3000000000)

/* The device that @path is, or is on. -1 with errno; ENODEV where there is none, as on tmpfs. */
static int open_device(const char *path, int flags)
{
	char name[64], node[128];
	struct stat st;
	FILE *uevent;
	dev_t device;
	int fd = -1;

	if (stat(path, &st) != 0)
		return -1;
	if (S_ISBLK(st.st_mode))
		return open(path, O_RDONLY | O_CLOEXEC | flags);
	device = st.st_dev;
	snprintf(node, sizeof(node), "/sys/dev/block/%u:%u/uevent", major(device), minor(device));
	uevent = fopen(node, "re");
	errno = ENODEV;
	while (uevent && fd < 0 && fgets(node, sizeof(node), uevent))
		if (sscanf(node, "DEVNAME=%63s", name) == 1) {
			snprintf(node, sizeof(node), "/dev/%s", name);
			fd = open(node, O_RDONLY | O_CLOEXEC | flags);
			break;
		}
	if (uevent) {
		int error_number = errno;

		fclose(uevent);
		errno = error_number;
	}
	/* The node may be another device's, as in a container. */
	if (fd >= 0 && (fstat(fd, &st) != 0 || !S_ISBLK(st.st_mode) || st.st_rdev != device)) {
		close(fd);
		fd = -1;
		errno = ENODEV;
	}
	return fd;
}

int device_prepare(struct pass *pass)
{
	uint64_t size = 0;

	pass->fd = open_device(pass->path, pass->options & PLAN_DIRECT ? O_DIRECT : 0);
	if (pass->fd < 0)
		return errno;
	if (ioctl(pass->fd, BLKGETSIZE64, &size) != 0)
		return errno;
	pass->records = size / pass->record_bytes;
	if (pass->records == 0)
		return ENODATA;
	/* Its own dirty pages first; flushing needs root, and without it the cache stays. */
	fsync(pass->fd);
	if (ioctl(pass->fd, BLKFLSBUF, NULL) != 0)
		posix_fadvise(pass->fd, 0, 0, POSIX_FADV_DONTNEED);
	return 0;
}

/* As hdparm does within its time: the data is there only when somebody can look at it. */
static inline void touch_sectors(struct pass *pass)
{
	for (size_t i = 0; i < pass->record_bytes; i += 512)
		pass->data->target[i] &= 1;
}

static inline int read_on(struct pass *pass, uint64_t offset)
{
	ssize_t n = read(pass->fd, pass->data->target, pass->record_bytes);

	if (__builtin_expect(n != (ssize_t)pass->record_bytes, 0))
		return transfer_finish(pass, pass->data->target, NULL, offset, n);
	touch_sectors(pass);
	return 0;
}

void device_run_read(struct pass *pass)
{
	uint64_t end = tick_now(pass->tick) + tick_from_ns(pass->tick, DEVICE_PASS_NS);
	uint64_t deadline = pass->deadline;

	pass->deadline = end < deadline ? end : deadline;
	timed_loop(pass, OPERATION_READ, read_on);
	if (pass->deadline == end) {
		pass->deadline = deadline;
		if (!(live_requests(pass->live) & (LIVE_STOP | LIVE_SKIP)))
			pass->cut = false; /* as long as it was to be */
	}
}

int device_clear(struct pass *pass)
{
	if (pass->fd >= 0)
		close(pass->fd);
	pass->fd = -1;
	return 0;
}

int cached_prepare(struct pass *pass)
{
	struct stat st;
	size_t written = 0;

	if (stat(pass->path, &st) != 0)
		return errno;
	pass->first = pass->step = 0;
	if (S_ISBLK(st.st_mode)) {
		pass->fd = open_device(pass->path, 0);
		if (pass->fd < 0)
			return errno;
	} else {
		const unsigned char *from = data_next(pass->data, pass->record_bytes);
		int error_number = workdir_remove_file(pass->workdir, FILE_NAME);

		if (error_number)
			return error_number;
		pass->fd = workdir_create_file(pass->workdir, FILE_NAME);
		if (pass->fd < 0)
			return errno;
		while (written < pass->record_bytes) {
			ssize_t n = pwrite(pass->fd, from + written, pass->record_bytes - written,
				(off_t)written);

			if (n < 0 && errno != EINTR)
				return errno;
			written += n > 0 ? (size_t)n : 0;
		}
		pass->written_bytes += written;
	}
	/* Once untimed: that is what makes it cached. */
	return pread(pass->fd, pass->data->target, pass->record_bytes, 0) ==
			       (ssize_t)pass->record_bytes
		       ? 0
		       : EIO;
}

static inline int read_again(struct pass *pass, uint64_t offset)
{
	ssize_t n = pread(pass->fd, pass->data->target, pass->record_bytes, (off_t)offset);

	if (__builtin_expect(n != (ssize_t)pass->record_bytes, 0))
		return transfer_finish(pass, pass->data->target, NULL, offset, n);
	touch_sectors(pass);
	return 0;
}

void cached_run_read(struct pass *pass)
{
	timed_loop(pass, OPERATION_READ, read_again);
}

int cached_clear(struct pass *pass)
{
	device_clear(pass);
	return pass->workdir ? workdir_remove_file(pass->workdir, FILE_NAME) : 0;
}
