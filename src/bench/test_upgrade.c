/*
 * The shape of a package upgrade, after what dpkg does: of each
 * package the files are written beside the old ones, then synced and renamed over
 * them; small journal entries and at last the status database are rewritten, synced and
 * renamed. Without the syncs the difference is what durability costs.
 */
#include "bench/timed_loop.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "bench/filetree.h"
#include "bench/plan.h"
#include "bench/testfile.h"

#define PACKAGE_FILES   25u
#define JOURNAL_ENTRIES 3u
#define JOURNAL_BYTES   1024u
#define STATUS_BYTES    (256u << 10)
#define CHUNK_BYTES     (64u << 10)

#define STATUS_NAME  WORKDIR_FILE_PREFIX "status"
#define JOURNAL_NAME WORKDIR_FILE_PREFIX "journal"
#define NEW_SUFFIX   ".new"
#define NAME_SIZE    48
#define NEW_SIZE     (NAME_SIZE + sizeof(NEW_SUFFIX))

/* Sizes of 512 bytes to 128 KiB, each power of two as often: small files are most, as in packages.
 */
static size_t size_of(uint64_t i)
{
	return (size_t)512 << (i * 7 % 9);
}

static void name_of(uint64_t i, char out[NAME_SIZE])
{
	snprintf(out, NAME_SIZE, WORKDIR_FILE_PREFIX "package.%llu", (unsigned long long)i);
}

static void new_name_of(const char *name, char out[NEW_SIZE])
{
	snprintf(out, NEW_SIZE, "%s" NEW_SUFFIX, name);
}

static void count_step(struct pass *pass, uint64_t *last, enum operation kind)
{
	uint64_t now = tick_now(pass->tick);

	histogram_add(&pass->slot->latency[kind], tick_ns(pass->tick, now - *last));
	*last = now;
}

static int write_all(struct pass *pass, int fd, size_t size)
{
	while (size) {
		size_t chunk = size < CHUNK_BYTES ? size : CHUNK_BYTES;
		ssize_t n = write(fd, data_next(pass->data, chunk), chunk);

		if (n < 0 && errno != EINTR)
			return errno;
		if (n > 0) {
			size -= (size_t)n;
			pass->written_bytes += (uint64_t)n;
		}
	}
	return 0;
}

/* @name.new, written; synced now when @now, else only its writing is begun, as dpkg does. */
static int write_new(struct pass *pass, const char *name, size_t size, bool now)
{
	bool syncs = !(pass->options & PLAN_NO_SYNC);
	uint64_t last = tick_now(pass->tick);
	char new_name[NEW_SIZE];
	int fd, result;

	new_name_of(name, new_name);
	fd = openat(pass->tree->fd, new_name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
		0600);
	if (fd < 0)
		return errno;
	count_step(pass, &last, OPERATION_OPEN);
	result = write_all(pass, fd, size);
	count_step(pass, &last, OPERATION_WRITE);
	if (!result && syncs && now) {
		result = fsync(fd) == 0 ? 0 : errno;
		count_step(pass, &last, OPERATION_SYNC);
	} else if (!result && syncs) {
		sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE); /* only a hint */
	}
	last = tick_now(pass->tick);
	if (close(fd) != 0 && !result)
		result = errno;
	count_step(pass, &last, OPERATION_CLOSE);
	return result;
}

static int sync_new(struct pass *pass, const char *new_name)
{
	int fd = openat(pass->tree->fd, new_name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
	uint64_t last = tick_now(pass->tick);
	int result;

	if (fd < 0)
		return errno;
	result = fsync(fd) == 0 ? 0 : errno;
	count_step(pass, &last, OPERATION_SYNC);
	close(fd);
	return result;
}

static int take_place(struct pass *pass, const char *name)
{
	uint64_t last = tick_now(pass->tick);
	char new_name[NEW_SIZE];
	int result;

	new_name_of(name, new_name);
	result = renameat(pass->tree->fd, new_name, pass->tree->fd, name) == 0 ? 0 : errno;
	count_step(pass, &last, OPERATION_RENAME);
	return result;
}

/* A file of the database: synced, renamed, and the folder synced. */
static int rewrite(struct pass *pass, const char *name, size_t size)
{
	int result = write_new(pass, name, size, true);

	if (!result)
		result = take_place(pass, name);
	if (!result && !(pass->options & PLAN_NO_SYNC) && fsync(pass->tree->fd) != 0)
		result = errno;
	return result;
}

/* Files @first to @end are there under their new names: sync them all, then rename. */
static int install(struct pass *pass, uint64_t first, uint64_t end)
{
	char name[NAME_SIZE], new_name[NEW_SIZE];
	int result = 0;

	for (uint64_t i = first; i < end && !result && !(pass->options & PLAN_NO_SYNC); i++) {
		name_of(i, name);
		new_name_of(name, new_name);
		result = sync_new(pass, new_name);
	}
	for (uint64_t i = first; i < end && !result; i++) {
		name_of(i, name);
		result = take_place(pass, name);
	}
	for (unsigned i = 0; i < JOURNAL_ENTRIES && !result; i++)
		result = rewrite(pass, JOURNAL_NAME, JOURNAL_BYTES);
	return result ? result : rewrite(pass, STATUS_NAME, STATUS_BYTES);
}

/* All packages. The end of each is part of its last file. */
void upgrade_run(struct pass *pass)
{
	struct timed_span span = timed_begin(pass);
	uint64_t first = 0;
	char name[NAME_SIZE];

	while (pass->done < pass->records) {
		uint64_t i = pass->done;

		name_of(i, name);
		pass->error_number = write_new(pass, name, size_of(i), false);
		if (!pass->error_number &&
			(i + 1 == first + PACKAGE_FILES || i + 1 == pass->records)) {
			pass->error_number = install(pass, first, i + 1);
			first = i + 1;
		}
		if (pass->error_number ||
			!timed_step(pass, &span, &pass->slot->latency[OPERATION_CREATE]))
			break;
	}
	timed_end(pass, &span);
}

/* What a first time leaves, untimed. */
static int upgrade_before(struct pass *pass)
{
	char name[NAME_SIZE];
	int result = 0;

	for (uint64_t i = 0; i < pass->records && !result; i++) {
		if ((live_requests(pass->live) & (LIVE_STOP | LIVE_SKIP)) ||
			tick_now(pass->tick) > pass->run_deadline)
			return TESTFILE_CUT;
		name_of(i, name);
		result = write_new(pass, name, size_of(i), false);
		if (!result)
			result = take_place(pass, name);
	}
	return result;
}

int upgrade_prepare(struct pass *pass)
{
	unsigned options = pass->options;
	int result = 0;

	/* Whatever is in the folder, it is none of what the tests of many files know. */
	pass->tree->whole = pass->tree->fresh = false;
	if (!(options & PLAN_PASS_2))
		result = filetree_empty(pass->tree);
	else if (pass->tree->upgraded != pass->records)
		result = filetree_empty(pass->tree);
	if (!result && (options & PLAN_PASS_2) && pass->tree->upgraded != pass->records) {
		pass->options |= PLAN_NO_SYNC;
		result = upgrade_before(pass);
		pass->options = options;
	}
	pass->tree->fresh = false;
	pass->tree->synced = false;
	pass->tree->upgraded = result ? 0 : pass->records;
	return result ? result : filetree_sync(pass->tree);
}
