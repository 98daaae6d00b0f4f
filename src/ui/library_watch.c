#include "ui/library_watch.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "base/alloc.h"
#include "store/library.h"

/* Changes come in bursts: a file is made, written, renamed. */
#define SETTLE_NS UINT64_C(300000000)

struct library_watch {
	struct app *app;
	int fd;
	uint64_t timer; /* 0: nothing to look at */
};

struct difference {
	size_t added, removed, changed;
};

static const struct library_file *find_file(const struct library_list *list, const char *path)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->files[i].path, path) == 0)
			return &list->files[i];
	return NULL;
}

/* How the folder differs from what is shown. */
static struct difference find_difference(const struct library_list *shown)
{
	struct difference difference = {0};
	struct library_list now = LIBRARY_LIST_INIT;
	char *folder = NULL;

	if (library_folder(&folder, NULL) == FST_OK)
		library_scan(folder, &now, NULL);
	for (size_t i = 0; i < now.count; i++) {
		const struct library_file *file = find_file(shown, now.files[i].path);
		struct library_stamp stamp = library_stamp_of(now.files[i].path);

		if (!file)
			difference.added += stamp.size > 0;
		else if (!library_stamp_equal(&stamp, &file->stamp))
			difference.changed++;
	}
	for (size_t i = 0; i < shown->count; i++)
		difference.removed += find_file(&now, shown->files[i].path) == NULL;
	library_list_free(&now);
	free(folder);
	return difference;
}

static void look(void *context)
{
	struct library_watch *watch = context;
	struct app *app = watch->app;
	struct difference difference;

	watch->timer = 0;
	if (!app->library || run_state_active(app->run) || app->run->row_count)
		return;
	difference = find_difference(&app->browse->files);
	/* The samples stand in for a library that is empty. */
	if (app->browse->samples && difference.added == 0)
		return;
	if (difference.added + difference.removed + difference.changed == 0)
		return;
	app_reload_library(app);
	app_say(app, SAY_INFO,
		"The library was changed by another process: files new %zu, changed %zu, gone %zu.",
		difference.added, difference.changed,
		app->browse->samples ? 0 : difference.removed);
}

static void on_notice(void *context, int fd, short events)
{
	struct library_watch *watch = context;
	char buffer[4096];

	(void)events;
	/* Which file it was does not matter: all are compared. */
	while (read(fd, buffer, sizeof(buffer)) > 0)
		;
	if (!watch->timer)
		watch->timer = loop_after(watch->app->loop, SETTLE_NS, look, watch);
}

struct library_watch *library_watch_start(struct app *app)
{
	const uint32_t changes = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE;
	struct library_watch *watch;
	char *folder = NULL;
	int fd;

	if (!app->loop || !app->library || library_folder(&folder, NULL) != FST_OK)
		return NULL;
	fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (fd < 0 || inotify_add_watch(fd, folder, changes) < 0) {
		if (fd >= 0)
			close(fd);
		free(folder);
		return NULL;
	}
	free(folder);
	watch = xcalloc(1, sizeof(*watch));
	watch->app = app;
	watch->fd = fd;
	loop_watch(app->loop, fd, POLLIN, on_notice, watch);
	return watch;
}

void library_watch_stop(struct library_watch *watch)
{
	if (!watch)
		return;
	loop_cancel(watch->app->loop, watch->timer);
	loop_unwatch(watch->app->loop, watch->fd);
	close(watch->fd);
	free(watch);
}
