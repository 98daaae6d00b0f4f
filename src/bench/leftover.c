#include "bench/leftover.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "base/number.h"
#include "bench/owner.h"
#include "bench/workdir.h"
#include "bench/workstate.h"

#define MARKER_LIMIT 4096

/* Whether some process holds the marker's lock, which also tells of other containers. */
static bool is_locked(int marker_fd)
{
	if (flock(marker_fd, LOCK_EX | LOCK_NB) != 0)
		return errno == EWOULDBLOCK;
	flock(marker_fd, LOCK_UN);
	return false;
}

static enum leftover_state state_of_owner(const struct owner *owner)
{
	switch (owner_check(owner)) {
	case OWNER_ALIVE:
		return LEFTOVER_IN_USE;
	case OWNER_DEAD:
		return LEFTOVER_FOUND;
	case OWNER_ELSEWHERE:
		break;
	}
	return LEFTOVER_ELSEWHERE;
}

/* What the marker in @fd says; false when there is none or it is not whole. */
static bool judge_marker(int fd, enum leftover_state *state)
{
	int marker = openat(fd, WORKDIR_MARKER, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
	struct strbuf line = STRBUF_INIT;
	struct owner owner;
	struct stat st;
	bool known = false;

	if (marker < 0)
		return false;
	if (fstat(marker, &st) == 0 && S_ISREG(st.st_mode) &&
		fileio_read_fd(marker, MARKER_LIMIT, &line, NULL) == FST_OK &&
		owner_parse(text_trim(strbuf_text(&line)), &owner, NULL, NULL) == FST_OK) {
		known = true;
		*state = is_locked(marker) ? LEFTOVER_IN_USE : state_of_owner(&owner);
	}
	strbuf_free(&line);
	close(marker);
	return known;
}

static bool judge_state_file(const char *state_folder, const char *path, enum leftover_state *state)
{
	struct workstate_entry *entries;
	size_t count;
	bool known = false;

	workstate_read(state_folder, &entries, &count);
	for (size_t i = 0; i < count && !known; i++)
		if (strcmp(entries[i].path, path) == 0) {
			known = true;
			*state = state_of_owner(&entries[i].owner);
		}
	workstate_free(entries, count);
	return known;
}

/* The run died (or is) between making the folder and marking it: its name tells the process. */
static enum leftover_state judge_unmarked(const char *name)
{
	struct text rest = text_of(name + strlen(WORKDIR_PREFIX)), digits;
	uint64_t pid;

	if (!text_next_part(&rest, '.', &digits) || !number_parse_u64(digits, &pid) || pid == 0 ||
		pid > INT32_MAX)
		return LEFTOVER_UNKNOWN;
	return kill((pid_t)pid, 0) != 0 && errno == ESRCH ? LEFTOVER_FOUND : LEFTOVER_IN_USE;
}

static bool is_empty(int fd)
{
	int copy = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *entries = copy >= 0 ? fdopendir(copy) : NULL;
	struct dirent *entry;
	bool empty = true;

	if (!entries) {
		if (copy >= 0)
			close(copy);
		return false;
	}
	while ((entry = readdir(entries)))
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			empty = false;
	closedir(entries);
	return empty;
}

/* Look at the work folder @name below @parent_fd; remove it when it may be. */
static void examine(int parent_fd, const char *folder, const char *name, const char *state_folder,
	bool remove, leftover_handler handler, void *context)
{
	struct leftover leftover = {.state = LEFTOVER_UNKNOWN};
	char *path = fileio_join(folder, name);
	struct fst_error error;
	int fd = openat(parent_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	leftover.path = path;
	if (fd < 0) {
		/* A link or a file under such a name is none of fstui's. */
		free(path);
		return;
	}
	if (!judge_marker(fd, &leftover.state) &&
		!judge_state_file(state_folder, path, &leftover.state) && is_empty(fd))
		leftover.state = judge_unmarked(name);
	if (leftover.state == LEFTOVER_FOUND && remove) {
		if (workdir_empty(parent_fd, name, fd, &leftover.bytes, &error) == FST_OK) {
			leftover.state = LEFTOVER_REMOVED;
			workstate_remove(state_folder, path);
		} else {
			leftover.state = LEFTOVER_FAILED;
			leftover.error = &error;
		}
	}
	close(fd);
	handler(context, &leftover);
	free(path);
}

/* Whether what @owner had in the folder @fd (-1: there is none), and is not there, will never be.
 */
static bool is_gone(int fd, const struct owner *owner)
{
	struct stat st;

	if (fd < 0 || owner_check(owner) != OWNER_DEAD)
		return false;
	return owner->device == 0 || (fstat(fd, &st) == 0 && st.st_dev == owner->device);
}

/* The person says that it was in this very folder: what is not there any more is forgotten. */
static void forget_gone(const char *folder, const char *state_folder)
{
	struct workstate_entry *entries;
	size_t count, length = strlen(folder);
	struct stat st;

	workstate_read(state_folder, &entries, &count);
	for (size_t i = 0; i < count; i++) {
		const char *path = entries[i].path;

		if (strncmp(path, folder, length) == 0 && path[length] == '/' &&
			!strchr(path + length + 1, '/') && lstat(path, &st) != 0 &&
			errno == ENOENT && owner_check(&entries[i].owner) == OWNER_DEAD)
			workstate_remove(state_folder, path);
	}
	workstate_free(entries, count);
}

fst_status leftover_scan(const char *folder, const char *state_folder, bool remove,
	leftover_handler handler, void *context, struct fst_error *error)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	char *real = fd >= 0 ? realpath(folder, NULL) : NULL;
	DIR *entries = real ? fdopendir(dup(fd)) : NULL;
	fst_status status = FST_OK;
	struct dirent *entry;

	if (!entries) {
		status = fst_error_errno(error, errno, "cannot read the folder");
		fst_error_at(error, folder, 0);
		goto out;
	}
	while ((entry = readdir(entries)))
		if (strncmp(entry->d_name, WORKDIR_PREFIX, strlen(WORKDIR_PREFIX)) == 0)
			examine(fd, real, entry->d_name, state_folder, remove, handler, context);
	closedir(entries);
	if (remove)
		forget_gone(real, state_folder);
out:
	if (fd >= 0)
		close(fd);
	free(real);
	return status;
}

void leftover_scan_state(const char *state_folder, leftover_handler handler, void *context)
{
	struct workstate_entry *entries;
	size_t count;

	workstate_read(state_folder, &entries, &count);
	for (size_t i = 0; i < count; i++) {
		char *folder = xstrdup(entries[i].path);
		char *slash = strrchr(folder, '/');
		struct stat st;
		int fd;

		if (!slash || strncmp(slash + 1, WORKDIR_PREFIX, strlen(WORKDIR_PREFIX)) != 0) {
			free(folder);
			continue; /* not a line of ours */
		}
		*slash = '\0';
		fd = open(slash == folder ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (fd >= 0 && fstatat(fd, slash + 1, &st, AT_SYMLINK_NOFOLLOW) == 0)
			examine(fd, slash == folder ? "/" : folder, slash + 1, state_folder, true,
				handler, context);
		else if (is_gone(fd, &entries[i].owner))
			workstate_remove(state_folder, entries[i].path);
		else if (owner_check(&entries[i].owner) == OWNER_DEAD)
			handler(context, &(struct leftover){
						 .path = entries[i].path, .state = LEFTOVER_AWAY});
		if (fd >= 0)
			close(fd);
		free(folder);
	}
	workstate_free(entries, count);
}
