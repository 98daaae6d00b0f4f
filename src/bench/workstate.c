#include "bench/workstate.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"

#define STATE_LIMIT (16u << 20)

static char *state_path(const char *state_folder)
{
	return fileio_join(state_folder, "work-folders");
}

/* Changes go one after another. The lock's descriptor, -1 when there is no place for a state. */
static int lock_state(const char *state_folder)
{
	char *path;
	int fd;

	if (!state_folder || fileio_make_folders(state_folder, 0700, NULL) != FST_OK)
		return -1;
	path = fileio_join(state_folder, "work-folders.lock");
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	free(path);
	if (fd >= 0)
		flock(fd, LOCK_EX);
	return fd;
}

void workstate_add(const char *state_folder, const struct owner *owner, const char *path)
{
	int lock = lock_state(state_folder), fd;
	struct strbuf line = STRBUF_INIT;
	char *file;

	if (lock < 0)
		return;
	file = state_path(state_folder);
	fd = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd >= 0) {
		owner_write(&line, owner, path);
		fileio_write_all(fd, line.ptr, line.len, NULL);
		close(fd);
	}
	strbuf_free(&line);
	free(file);
	close(lock);
}

static void add_entries(struct text all, struct workstate_entry **entries, size_t *count)
{
	struct text line;

	while (text_next_part(&all, '\n', &line)) {
		struct workstate_entry entry;

		if (owner_parse(line, &entry.owner, &entry.path, NULL) != FST_OK)
			continue;
		*entries = xreallocarray(*entries, *count + 1, sizeof(**entries));
		(*entries)[(*count)++] = entry;
	}
}

void workstate_read(const char *state_folder, struct workstate_entry **entries, size_t *count)
{
	struct strbuf all = STRBUF_INIT;
	char *file;

	*entries = NULL;
	*count = 0;
	if (!state_folder)
		return;
	file = state_path(state_folder);
	if (fileio_read(file, STATE_LIMIT, &all, NULL) == FST_OK)
		add_entries(strbuf_text(&all), entries, count);
	strbuf_free(&all);
	free(file);
}

void workstate_free(struct workstate_entry *entries, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(entries[i].path);
	free(entries);
}

void workstate_remove(const char *state_folder, const char *path)
{
	int lock = lock_state(state_folder);
	struct workstate_entry *entries;
	struct strbuf kept = STRBUF_INIT;
	size_t count;
	char *file;

	if (lock < 0)
		return;
	file = state_path(state_folder);
	workstate_read(state_folder, &entries, &count);
	for (size_t i = 0; i < count; i++)
		if (strcmp(entries[i].path, path) != 0)
			owner_write(&kept, &entries[i].owner, entries[i].path);
	if (kept.len)
		fileio_replace(file, strbuf_text(&kept), NULL);
	else
		unlink(file);
	workstate_free(entries, count);
	strbuf_free(&kept);
	free(file);
	close(lock);
}
