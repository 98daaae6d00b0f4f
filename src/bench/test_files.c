/*
 * Many files in one folder, bonnie++'s way (its open_test.cpp): created one by one, looked up,
 * deleted. bonnie++ calls the looking up "Read"; of empty files it is one stat. The folder is
 * brought to the device before each pass.
 */
#include "bench/timed_loop.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/filetree.h"
#include "bench/testfile.h"

static int prepare(struct pass *pass, uint64_t count, bool random)
{
	uint64_t made = 0;
	int result;

	if (count == 0)
		result = filetree_empty(pass->tree);
	else
		result = filetree_fill(pass->tree, count, random, pass->live, pass->tick,
			pass->run_deadline, &made);
	pass->written_bytes += made * FILETREE_FILE_BYTES;
	return result ? result : filetree_sync(pass->tree);
}

int files_prepare_none(struct pass *pass)
{
	return prepare(pass, 0, false);
}

int files_prepare_seq(struct pass *pass)
{
	return prepare(pass, pass->records, false);
}

int files_prepare_random(struct pass *pass)
{
	return prepare(pass, pass->records, true);
}

static void run_create(struct pass *pass, bool random)
{
	struct filetree *tree = pass->tree;
	struct timed_span span;
	char name[FILETREE_NAME_SIZE];

	tree->random = random;
	tree->synced = false;
	span = timed_begin(pass);
	while (pass->done < pass->records) {
		filetree_name((uint32_t)pass->done, random, name);
		pass->error_number = filetree_create(tree, name);
		if (pass->error_number)
			break;
		tree->count++;
		if (!timed_step(pass, &span, &pass->slot->latency[OPERATION_CREATE]))
			break;
	}
	timed_end(pass, &span);
	pass->written_bytes += pass->done * FILETREE_FILE_BYTES;
}

void files_run_create_seq(struct pass *pass)
{
	run_create(pass, false);
}

void files_run_create_random(struct pass *pass)
{
	run_create(pass, true);
}

/* 0 or an errno, for one file of the folder @fd. */
typedef int file_operation(int fd, const char *name);

static int stat_file(int fd, const char *name)
{
	struct stat st;

	return fstatat(fd, name, &st, AT_SYMLINK_NOFOLLOW) == 0 ? 0 : errno;
}

static int delete_file(int fd, const char *name)
{
	return unlinkat(fd, name, 0) == 0 ? 0 : errno;
}

/* Each file in the order in which the folder lists them; reading the list counts, as in bonnie++.
 */
static void run_listed(struct pass *pass, enum operation kind, file_operation *operation)
{
	struct filetree *tree = pass->tree;
	int fd = openat(tree->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *entries = fd >= 0 ? fdopendir(fd) : NULL;
	struct timed_span span;
	struct dirent *entry;

	if (!entries) {
		pass->error_number = errno;
		if (fd >= 0)
			close(fd);
		return;
	}
	span = timed_begin(pass);
	while (pass->done < pass->records) {
		errno = 0;
		entry = readdir(entries);
		if (!entry) { /* a list that lacks files is the file system's failure */
			pass->error_number = errno ? errno : ENODATA;
			break;
		}
		if (entry->d_name[0] == '.')
			continue;
		pass->error_number = operation(tree->fd, entry->d_name);
		if (pass->error_number || !timed_step(pass, &span, &pass->slot->latency[kind]))
			break;
	}
	timed_end(pass, &span);
	closedir(entries);
}

static void run_random(struct pass *pass, enum operation kind, file_operation *operation)
{
	struct filetree *tree = pass->tree;
	struct timed_span span = timed_begin(pass);
	char name[FILETREE_NAME_SIZE];

	while (pass->done < pass->records) {
		filetree_name(pass->order[pass->done], true, name);
		pass->error_number = operation(tree->fd, name);
		if (pass->error_number || !timed_step(pass, &span, &pass->slot->latency[kind]))
			break;
	}
	timed_end(pass, &span);
}

void files_run_stat_seq(struct pass *pass)
{
	run_listed(pass, OPERATION_STAT, stat_file);
}

void files_run_stat_random(struct pass *pass)
{
	run_random(pass, OPERATION_STAT, stat_file);
}

/* Which files are left after a part only is not known. */
static void forget_deleted(struct pass *pass)
{
	pass->tree->count -= pass->done;
	pass->tree->whole = pass->tree->count == 0;
	pass->tree->synced = false;
}

void files_run_delete_seq(struct pass *pass)
{
	run_listed(pass, OPERATION_DELETE, delete_file);
	forget_deleted(pass);
}

void files_run_delete_random(struct pass *pass)
{
	run_random(pass, OPERATION_DELETE, delete_file);
	forget_deleted(pass);
}
