#include "bench/workdir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "base/rng.h"
#include "bench/owner.h"
#include "bench/workstate.h"

#define NAME_TRIES     100
#define TREE_DEPTH_MAX 64

struct workdir {
	int parent_fd, fd;
	int marker_fd; /* locked for as long as the run lives */
	char *name; /* within the parent */
	char *path;
	char *state_folder;
};

static fst_status open_parent(struct workdir *w, const char *folder, struct fst_error *error)
{
	char *real;

	w->parent_fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (w->parent_fd < 0 && errno == ENOTDIR)
		return fst_error_set(
			error, FST_IO, "expected a folder to benchmark in, found something else");
	if (w->parent_fd < 0)
		return fst_error_errno(error, errno, "cannot open the folder");
	real = realpath(folder, NULL);
	if (!real)
		return fst_error_errno(error, errno, "cannot tell the folder's path");
	w->path = real;
	return FST_OK;
}

/* Make the folder under a fresh name; the state file knows of it before it is there. */
static fst_status make_folder(struct workdir *w, const struct owner *owner, struct fst_error *error)
{
	char *parent = w->path;
	int reason = EEXIST;

	w->path = NULL;
	for (int i = 0; i < NAME_TRIES; i++) {
		free(w->name);
		free(w->path);
		w->name = xasprintf(WORKDIR_PREFIX "%llu.%08x", (unsigned long long)owner->pid,
			(unsigned)(rng_fresh_seed() & 0xFFFFFFFFu));
		w->path = fileio_join(parent, w->name);
		workstate_add(w->state_folder, owner, w->path);
		if (mkdirat(w->parent_fd, w->name, 0700) == 0) {
			free(parent);
			return FST_OK;
		}
		reason = errno;
		workstate_remove(w->state_folder, w->path);
		if (reason != EEXIST)
			break;
	}
	free(w->name);
	w->name = NULL;
	free(parent);
	return fst_error_errno(error, reason, "cannot make a work folder in it");
}

static fst_status open_folder(struct workdir *w, struct fst_error *error)
{
	struct stat st, parent;

	w->fd = openat(w->parent_fd, w->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (w->fd < 0 || fstat(w->fd, &st) != 0 || fstat(w->parent_fd, &parent) != 0)
		return fst_error_errno(error, errno, "cannot open the work folder");
	/* Shared folders and network mounts give everything one owner. */
	if (st.st_uid != geteuid() && st.st_uid != parent.st_uid)
		return fst_error_set(error, FST_IO, "somebody else took the work folder's place");
	return FST_OK;
}

static fst_status write_marker(
	struct workdir *w, const struct owner *owner, struct fst_error *error)
{
	struct strbuf line = STRBUF_INIT;
	fst_status status;

	w->marker_fd = workdir_create_file(w, WORKDIR_MARKER);
	if (w->marker_fd < 0)
		return fst_error_errno(error, errno, "cannot write in it");
	flock(w->marker_fd, LOCK_EX | LOCK_NB); /* where there are no locks the pid has to do */
	owner_write(&line, owner, NULL);
	status = fileio_write_all(w->marker_fd, line.ptr, line.len, error);
	strbuf_free(&line);
	return status;
}

fst_status workdir_create(struct workdir **workdir, const char *folder, const char *state_folder,
	struct fst_error *error)
{
	struct workdir *w = xcalloc(1, sizeof(*w));
	struct owner owner;
	fst_status status;
	struct stat st;

	*workdir = NULL;
	w->parent_fd = w->fd = w->marker_fd = -1;
	w->state_folder = state_folder ? xstrdup(state_folder) : NULL;
	owner_of_this_process(&owner);
	status = open_parent(w, folder, error);
	if (status == FST_OK && fstat(w->parent_fd, &st) == 0)
		owner.device = st.st_dev;
	if (status == FST_OK)
		status = make_folder(w, &owner, error);
	if (status == FST_OK)
		status = open_folder(w, error);
	if (status == FST_OK)
		status = write_marker(w, &owner, error);
	if (status != FST_OK) {
		fst_error_at(error, folder, 0);
		workdir_remove(w, NULL);
		return status;
	}
	*workdir = w;
	return FST_OK;
}

const char *workdir_path(const struct workdir *workdir)
{
	return workdir->path;
}

int workdir_create_file(struct workdir *workdir, const char *name)
{
	return openat(workdir->fd, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

int workdir_open_file(struct workdir *workdir, const char *name, int flags)
{
	/* O_NONBLOCK: a pipe planted under the name must not hang the run. It means nothing to
	 * files. */
	int fd = openat(workdir->fd, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
	struct stat st;

	if (fd < 0)
		return -1;
	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_nlink > 1) {
		close(fd);
		errno = EINVAL;
		return -1;
	}
	return fd;
}

int workdir_create_folder(struct workdir *workdir, const char *name)
{
	if (mkdirat(workdir->fd, name, 0700) != 0)
		return -1;
	return openat(workdir->fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

int workdir_remove_folder(struct workdir *workdir, const char *name, int fd)
{
	uint64_t bytes = 0;

	errno = EIO;
	if (workdir_empty(workdir->fd, name, fd, &bytes, NULL) == FST_OK)
		return 0;
	return errno ? errno : EIO;
}

int workdir_remove_file(struct workdir *workdir, const char *name)
{
	return unlinkat(workdir->fd, name, 0) == 0 || errno == ENOENT ? 0 : errno;
}

int workdir_create_scratch(struct workdir *workdir)
{
	if (mkdirat(workdir->fd, WORKDIR_SCRATCH, 0700) != 0)
		return -1;
	return openat(
		workdir->fd, WORKDIR_SCRATCH, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/*
 * Remove all in the folder @name of @parent, and the folder, down to @depth; a link is removed as
 * such, and what another file system is mounted on stays.
 */
static void remove_tree(int parent, const char *name, dev_t device, int depth, uint64_t *bytes)
{
	int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *entries = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent *entry;
	struct stat st;

	if (!entries) {
		if (fd >= 0)
			close(fd);
		return;
	}
	while (depth > 0 && (entry = readdir(entries))) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
			fstatat(fd, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
			st.st_dev != device)
			continue;
		if (S_ISDIR(st.st_mode))
			remove_tree(fd, entry->d_name, device, depth - 1, bytes);
		else if (unlinkat(fd, entry->d_name, 0) == 0)
			*bytes += S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
	}
	closedir(entries);
	unlinkat(parent, name, AT_REMOVEDIR);
}

/* An entry of ours that could not be removed, for a message; error_number 0: none so far. */
struct obstacle {
	int error_number;
	char name[64];
};

/* Remove the entry @name of @fd when it is a file or a folder of files that fstui made. */
static void remove_entry(int fd, const char *name, uint64_t *bytes, struct obstacle *obstacle)
{
	struct stat st;

	if (strncmp(name, WORKDIR_FILE_PREFIX, strlen(WORKDIR_FILE_PREFIX)) != 0 ||
		fstatat(fd, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return;
	if (S_ISDIR(st.st_mode) && strcmp(name, WORKDIR_SCRATCH) == 0) {
		remove_tree(fd, name, st.st_dev, TREE_DEPTH_MAX, bytes);
	} else if (S_ISDIR(st.st_mode)) {
		int inner = openat(fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

		if (inner >= 0) {
			workdir_empty(fd, name, inner, bytes, NULL);
			close(inner);
		}
	} else if (S_ISREG(st.st_mode)) {
		if (unlinkat(fd, name, 0) == 0) {
			*bytes += (uint64_t)st.st_size;
		} else if (errno != ENOENT && !obstacle->error_number) {
			obstacle->error_number = errno;
			snprintf(obstacle->name, sizeof(obstacle->name), "%s", name);
		}
	}
}

fst_status workdir_empty(
	int parent_fd, const char *name, int fd, uint64_t *bytes, struct fst_error *error)
{
	int copy = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *entries = copy >= 0 ? fdopendir(copy) : NULL;
	struct obstacle obstacle = {0};
	struct dirent *entry;

	if (!entries) {
		if (copy >= 0)
			close(copy);
		return fst_error_errno(error, errno, "cannot read the work folder %s", name);
	}
	/* The marker goes last: while there are files, it can be told whose they are. */
	while ((entry = readdir(entries)))
		if (strcmp(entry->d_name, WORKDIR_MARKER) != 0)
			remove_entry(fd, entry->d_name, bytes, &obstacle);
	closedir(entries);
	if (!obstacle.error_number)
		remove_entry(fd, WORKDIR_MARKER, bytes, &obstacle);
	if (obstacle.error_number)
		return fst_error_errno(error, obstacle.error_number,
			"cannot remove %s from the work folder %s", obstacle.name, name);
	if (unlinkat(parent_fd, name, AT_REMOVEDIR) == 0 || errno == ENOENT)
		return FST_OK;
	if (errno == ENOTEMPTY || errno == EEXIST)
		return fst_error_set(error, FST_FAILED,
			"the work folder %s holds something that fstui did not make; it stays "
			"there",
			name);
	return fst_error_errno(error, errno, "cannot remove the work folder %s", name);
}

fst_status workdir_sync(struct workdir *workdir, struct fst_error *error)
{
	const int fds[] = {workdir->marker_fd, workdir->fd, workdir->parent_fd};

	for (size_t i = 0; i < FST_COUNT(fds); i++)
		/* Some file systems have no fsync of folders, because they need none. */
		if (fsync(fds[i]) != 0 && errno != EINVAL)
			return fst_error_errno(
				error, errno, "cannot make %s durable", workdir->path);
	return FST_OK;
}

static void free_workdir(struct workdir *workdir)
{
	if (workdir->fd >= 0)
		close(workdir->fd);
	if (workdir->parent_fd >= 0)
		close(workdir->parent_fd);
	free(workdir->name);
	free(workdir->path);
	free(workdir->state_folder);
	free(workdir);
}

void workdir_leave(struct workdir *workdir)
{
	if (workdir->marker_fd >= 0)
		close(workdir->marker_fd);
	free_workdir(workdir);
}

fst_status workdir_remove(struct workdir *workdir, struct fst_error *error)
{
	fst_status status = FST_OK;
	uint64_t bytes = 0;

	if (!workdir)
		return FST_OK;
	/* Network file systems keep a file that is removed while open, under another name. */
	if (workdir->marker_fd >= 0)
		close(workdir->marker_fd);
	if (workdir->fd >= 0)
		status = workdir_empty(
			workdir->parent_fd, workdir->name, workdir->fd, &bytes, error);
	else if (workdir->name)
		unlinkat(workdir->parent_fd, workdir->name, AT_REMOVEDIR);
	if (status == FST_OK && workdir->name)
		workstate_remove(workdir->state_folder, workdir->path);
	free_workdir(workdir);
	return status;
}

/* The file @name of the work folder @entry below @parent_fd, or -1. */
static int open_in(int parent_fd, const char *entry, const char *name)
{
	struct workdir workdir = {
		.fd = openat(parent_fd, entry, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
	int fd = -1;

	if (workdir.fd < 0)
		return -1;
	fd = workdir_open_file(&workdir, name, O_RDONLY);
	close(workdir.fd);
	return fd;
}

fst_status workdir_find_files(const char *folder, const char *name,
	void (*handler)(void *context, int fd), void *context, struct fst_error *error)
{
	DIR *entries = opendir(folder);
	struct dirent *entry;

	if (!entries) {
		fst_error_errno(error, errno, "cannot read the folder");
		fst_error_at(error, folder, 0);
		return FST_IO;
	}
	while ((entry = readdir(entries))) {
		int fd;

		if (strncmp(entry->d_name, WORKDIR_PREFIX, strlen(WORKDIR_PREFIX)) != 0)
			continue;
		fd = open_in(dirfd(entries), entry->d_name, name);
		if (fd >= 0)
			handler(context, fd);
	}
	closedir(entries);
	return FST_OK;
}
