/*
 * Memory that is the file: a record is copied from or to a shared mapping, and the page faults
 * are what costs. Where the device fails, or has no room for a page, the system sends SIGBUS; that
 * ends the pass with an error.
 */
#include "bench/timed_loop.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/alloc.h"
#include "bench/mixed_loop.h"
#include "bench/transfer.h"

struct mapping {
	unsigned char *at;
	size_t size;
};

/* Where this thread's pass goes on after SIGBUS; NULL outside of a pass. */
static _Thread_local sigjmp_buf *volatile way_out;

static void on_bus_error(int signal_number)
{
	if (way_out)
		siglongjmp(*way_out, 1);
	signal(signal_number, SIG_DFL); /* not ours: the fault repeats and ends the program */
}

static void catch_bus_errors(void)
{
	struct sigaction action = {.sa_handler = on_bus_error};

	sigemptyset(&action.sa_mask);
	sigaction(SIGBUS, &action, NULL);
}

static int attach(struct pass *pass, bool writing)
{
	uint64_t size = pass->records * pass->record_bytes;
	struct mapping *mapping;
	struct stat st;
	void *at;

	if (fstat(pass->fd, &st) != 0)
		return errno;
	if ((uint64_t)st.st_size > size)
		size = (uint64_t)st.st_size; /* records may lie anywhere in it */
	if ((uint64_t)st.st_size < size && !writing)
		return ENODATA;
	if ((uint64_t)st.st_size < size && ftruncate(pass->fd, (off_t)size) != 0)
		return errno;
	at = mmap(
		NULL, size, writing ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, pass->fd, 0);
	if (at == MAP_FAILED)
		return errno;
	mapping = xcalloc(1, sizeof(*mapping));
	*mapping = (struct mapping){.at = at, .size = size};
	pass->stream = mapping;
	return 0;
}

static inline int read_record(struct pass *pass, uint64_t offset)
{
	const struct mapping *mapping = pass->stream;

	memcpy(pass->data->target, mapping->at + offset, pass->record_bytes);
	return 0;
}

static inline int write_record(struct pass *pass, uint64_t offset)
{
	struct mapping *mapping = pass->stream;

	memcpy(mapping->at + offset, data_next(pass->data, pass->record_bytes), pass->record_bytes);
	return 0;
}

static void read_loop(struct pass *pass)
{
	timed_loop(pass, OPERATION_READ, read_record);
}

static void write_loop(struct pass *pass)
{
	timed_loop(pass, OPERATION_WRITE, write_record);
}

static void mixed(struct pass *pass)
{
	mixed_loop(pass, read_record, write_record);
}

static int reason_of_bus_error(int fd)
{
	struct statvfs fs;

	return fstatvfs(fd, &fs) == 0 && fs.f_blocks && fs.f_bavail == 0 ? ENOSPC : EIO;
}

/* Run @loop; a bus error becomes the pass's. */
static void run_guarded(struct pass *pass, void (*loop)(struct pass *pass))
{
	sigjmp_buf here;
	sigset_t bus;

	catch_bus_errors();
	/* While it is blocked it would end the program. */
	sigemptyset(&bus);
	sigaddset(&bus, SIGBUS);
	pthread_sigmask(SIG_UNBLOCK, &bus, NULL);
	if (sigsetjmp(here, 1) == 0) {
		way_out = &here;
		loop(pass);
	} else {
		pass->error_number = reason_of_bus_error(pass->fd);
		__atomic_store_n(&pass->slot->timing, false, __ATOMIC_RELAXED);
	}
	way_out = NULL;
}

static void read_all(struct pass *pass)
{
	run_guarded(pass, read_loop);
}

static void write_all(struct pass *pass)
{
	run_guarded(pass, write_loop);
}

static void mix_all(struct pass *pass)
{
	run_guarded(pass, mixed);
}

static int sync_file(struct pass *pass)
{
	const struct mapping *mapping = pass->stream;

	return msync(mapping->at, mapping->size, MS_SYNC) == 0 ? 0 : errno;
}

static int close_file(struct pass *pass)
{
	struct mapping *mapping = pass->stream;

	if (mapping)
		munmap(mapping->at, mapping->size);
	free(mapping);
	pass->stream = NULL;
	return transfer_close(pass);
}

const struct engine engine_mmap = {
	.name = "mmap",
	.attach = attach,
	.read = read_all,
	.write = write_all,
	.mix = mix_all,
	.sync = sync_file,
	.close = close_file,
};
