#include "bench/filetree.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "bench/testfile.h"

#define FOLDER_NAME WORKDIR_FILE_PREFIX "files"

/* Requests and the clock are looked at once in so many files. */
#define FILES_AT_ONCE 64u

void filetree_start(struct filetree *tree, struct workdir *workdir)
{
	*tree = (struct filetree){.workdir = workdir, .fd = -1};
}

void filetree_end(struct filetree *tree)
{
	if (tree->fd >= 0)
		close(tree->fd);
	tree->fd = -1;
}

/* Every step is invertible, so no two numbers become the same one (Prospector's lowbias32). */
static uint32_t scramble(uint32_t x)
{
	x ^= x >> 16;
	x *= 0x7feb352du;
	x ^= x >> 15;
	x *= 0x846ca68bu;
	return x ^ x >> 16;
}

void filetree_name(uint32_t i, bool random, char out[FILETREE_NAME_SIZE])
{
	static const char digits[] = "0123456789abcdef";
	uint64_t number = random ? (uint64_t)scramble(i) << 8 : i;
	size_t at = FILETREE_NAME_SIZE - 1;

	memcpy(out, WORKDIR_FILE_PREFIX, strlen(WORKDIR_FILE_PREFIX));
	out[at] = '\0';
	while (at > strlen(WORKDIR_FILE_PREFIX)) {
		out[--at] = digits[number % 16];
		number /= 16;
	}
}

int filetree_empty(struct filetree *tree)
{
	int result;

	if (tree->fd >= 0 && tree->fresh)
		return 0;
	if (tree->fd >= 0) {
		result = workdir_remove_folder(tree->workdir, FOLDER_NAME, tree->fd);
		if (result)
			return result;
		close(tree->fd);
	}
	/* A folder that held many files stays large and slow: it is made anew. */
	tree->fd = workdir_create_folder(tree->workdir, FOLDER_NAME);
	tree->count = tree->upgraded = 0;
	tree->synced = false;
	tree->whole = tree->fresh = tree->fd >= 0;
	return tree->whole ? 0 : errno;
}

int filetree_create(struct filetree *tree, const char *name)
{
	int fd;

	tree->fresh = false;
	fd = openat(tree->fd, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);

	if (__builtin_expect(fd < 0, 0))
		return errno;
	return close(fd) == 0 ? 0 : errno;
}

int filetree_fill(struct filetree *tree, uint64_t count, bool random, const struct live *live,
	const struct tick *tick, uint64_t deadline, uint64_t *made)
{
	char name[FILETREE_NAME_SIZE];
	int result;

	if (tree->fd >= 0 && tree->whole && tree->count == count && tree->random == random)
		return 0;
	result = filetree_empty(tree);
	tree->random = random;
	while (!result && tree->count < count) {
		filetree_name((uint32_t)tree->count, random, name);
		result = filetree_create(tree, name);
		if (result)
			break;
		tree->count++;
		++*made;
		if (tree->count % FILES_AT_ONCE == 0 && tree->count < count &&
			((live_requests(live) & (LIVE_STOP | LIVE_SKIP)) ||
				tick_now(tick) > deadline))
			result = TESTFILE_CUT;
	}
	tree->synced = false;
	return result;
}

int filetree_sync(struct filetree *tree)
{
	if (tree->synced || tree->fd < 0)
		return 0;
	if (syncfs(tree->fd) != 0 && errno != EINVAL && errno != ENOSYS && errno != ENOTSUP)
		return errno;
	tree->synced = true;
	return 0;
}
