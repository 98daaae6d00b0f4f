#include "base/fileio.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/attributes.h"

#define READ_CHUNK 65536

fst_status fileio_read_fd(int fd, size_t limit, struct strbuf *out, struct fst_error *error)
{
	size_t start = out->len;

	for (;;) {
		ssize_t n;

		strbuf_reserve(out, READ_CHUNK);
		n = read(fd, out->ptr + out->len, out->size - out->len - 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fst_error_errno(error, errno, "cannot read");
		if (n == 0)
			break;
		out->len += (size_t)n;
		out->ptr[out->len] = '\0';
		if (out->len - start > limit)
			return fst_error_set(
				error, FST_LIMIT, "longer than the limit of %zu bytes", limit);
	}
	return FST_OK;
}

/* Whether the kernel makes the file as it is read, and may wait with it or never end it. */
static bool is_made_by_kernel(const char *path)
{
	static const uint64_t kinds[] = {
		PROC_SUPER_MAGIC, SYSFS_MAGIC, TRACEFS_MAGIC, DEBUGFS_MAGIC, SECURITYFS_MAGIC};
	struct statfs fs;

	if (statfs(path, &fs) != 0)
		return false;
	for (size_t i = 0; i < FST_COUNT(kinds); i++)
		if ((uint64_t)fs.f_type == kinds[i])
			return true;
	return false;
}

fst_status fileio_refuse_waiting(const char *path, struct fst_error *error)
{
	const char *found = NULL;
	struct stat st;

	if (stat(path, &st) != 0)
		return FST_OK;
	if (S_ISFIFO(st.st_mode))
		found = "pipe";
	else if (S_ISCHR(st.st_mode) || S_ISBLK(st.st_mode))
		found = "device";
	else if (S_ISREG(st.st_mode) && is_made_by_kernel(path))
		found = "file that the kernel makes as it is read";
	if (!found)
		return FST_OK;
	fst_error_set(error, FST_UNSUPPORTED,
		"expected a file, found a %s: fstui import on the command line waits for what "
		"comes from a pipe",
		found);
	fst_error_at(error, path, 0);
	return FST_UNSUPPORTED;
}

fst_status fileio_open_input(const char *path, int *fd, struct fst_error *error)
{
	fst_status status = FST_OK;
	struct stat st;

	/* A device is not even opened: that winds a tape back, or waits for a line's carrier. */
	*fd = -1;
	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISFIFO(st.st_mode)) {
		status = fst_error_set(error, FST_UNSUPPORTED, "expected a file, found a %s",
			S_ISDIR(st.st_mode) ? "folder" : "device");
	} else {
		*fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
		if (*fd < 0)
			status = fst_error_errno(error, errno, "cannot open");
	}
	if (status != FST_OK)
		fst_error_at(error, path, 0);
	return status;
}

fst_status fileio_read(const char *path, size_t limit, struct strbuf *out, struct fst_error *error)
{
	bool is_standard = strcmp(path, "-") == 0;
	fst_status status = FST_OK;
	int fd = STDIN_FILENO;

	if (!is_standard)
		status = fileio_open_input(path, &fd, error);
	if (status != FST_OK)
		return status;
	status = fileio_read_fd(fd, limit, out, error);
	if (status != FST_OK)
		fst_error_at(error, is_standard ? "standard input" : path, 0);
	if (!is_standard)
		close(fd);
	return status;
}

fst_status fileio_write_all(int fd, const void *bytes, size_t length, struct fst_error *error)
{
	const char *p = bytes;

	while (length) {
		ssize_t n = write(fd, p, length);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fst_error_errno(error, errno, "cannot write");
		p += n;
		length -= (size_t)n;
	}
	return FST_OK;
}

void fileio_sync_folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? xmemdup0(path, slash == path ? 1 : (size_t)(slash - path))
			     : xstrdup(".");
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0) {
		fsync(fd); /* some file systems cannot: the rename still happened */
		close(fd);
	}
	free(folder);
}

/* The mode of the file that is replaced, or the one that open() would give a new file. */
static mode_t mode_for(const char *path)
{
	struct stat st;
	mode_t mask;

	if (stat(path, &st) == 0)
		return st.st_mode & 07777;
	mask = umask(022);
	umask(mask);
	return 0666 & ~mask;
}

fst_status fileio_replace(const char *path, struct text contents, struct fst_error *error)
{
	char *temporary = xasprintf("%s.XXXXXX", path);
	fst_status status = FST_OK;
	int fd = mkostemp(temporary, O_CLOEXEC);

	if (fd < 0) {
		status = fst_error_errno(error, errno, "cannot create a file beside it");
		goto out;
	}
	status = fileio_write_all(fd, contents.ptr, contents.len, error);
	/* Not every file system has modes: that is no reason to fail. */
	if (status == FST_OK && fchmod(fd, mode_for(path)) != 0 && errno != EPERM)
		status = fst_error_errno(error, errno, "cannot set its mode");
	if (status == FST_OK && fsync(fd) != 0)
		status = fst_error_errno(error, errno, "cannot sync");
	if (close(fd) != 0 && status == FST_OK)
		status = fst_error_errno(error, errno, "cannot close");
	if (status == FST_OK && rename(temporary, path) != 0)
		status = fst_error_errno(error, errno, "cannot rename into place");
	if (status == FST_OK)
		fileio_sync_folder_of(path);
	else
		unlink(temporary);
out:
	if (status != FST_OK)
		fst_error_at(error, path, 0);
	free(temporary);
	return status;
}

fst_status fileio_make_folders(const char *path, unsigned mode, struct fst_error *error)
{
	char *copy = xstrdup(path);
	fst_status status = FST_OK;
	struct stat st;

	for (char *p = copy + (copy[0] != '\0'); status == FST_OK; p++) {
		char end = *p;

		if (end != '/' && end != '\0')
			continue;
		*p = '\0';
		if (mkdir(copy, (mode_t)mode) != 0 && errno != EEXIST) {
			status = fst_error_errno(error, errno, "cannot make the folder");
			fst_error_at(error, copy, 0);
		}
		*p = end;
		if (end == '\0')
			break;
	}
	if (status == FST_OK && (stat(path, &st) != 0 || !S_ISDIR(st.st_mode))) {
		status = fst_error_set(error, FST_IO, "expected a folder, found something else");
		fst_error_at(error, path, 0);
	}
	free(copy);
	return status;
}

char *fileio_join(const char *folder, const char *name)
{
	size_t n = strlen(folder);

	return xasprintf("%s%s%s", folder, n && folder[n - 1] == '/' ? "" : "/", name);
}

struct text fileio_base_name(const char *path, bool stem)
{
	const char *slash = strrchr(path, '/');
	struct text name = text_of(slash ? slash + 1 : path);

	for (size_t i = name.len; stem && i-- > 1;)
		if (name.ptr[i] == '.') {
			name.len = i;
			break;
		}
	return name;
}
