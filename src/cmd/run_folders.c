#include "cmd/run_folders.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

void run_folders_free(struct run_folders *folders)
{
	for (size_t i = 0; i < folders->count; i++)
		free(folders->made[i]);
	free(folders->made);
	free(folders->list);
}

static void add_folder(struct run_folders *folders, const char *name, const char *path)
{
	char *absolute = name ? NULL : realpath(path, NULL);

	folders->list = xreallocarray(folders->list, folders->count + 1, sizeof(*folders->list));
	folders->made = xreallocarray(folders->made, folders->count + 1, sizeof(*folders->made));
	folders->made[folders->count] = absolute;
	folders->list[folders->count].environment = name ? name : absolute ? absolute : path;
	folders->list[folders->count].path = path;
	folders->count++;
}

fst_status run_folders_pair(const struct options *options, bool tool, struct run_folders *folders,
	struct fst_error *error)
{
	const char *name = NULL;

	for (size_t i = 0; i < options->count; i++) {
		const struct option_item *item = &options->items[i];

		if (!item->option && tool && item->literal) {
			break; /* the tool's arguments */
		} else if (!item->option) {
			add_folder(folders, name, item->text);
			name = NULL;
		} else if (strcmp(item->option->name, "name") == 0) {
			if (name)
				return fst_error_set(error, FST_USAGE,
					"--name %s and --name %s: a DIR must follow each name",
					name, item->text);
			name = item->text;
		}
	}
	if (name && folders->count == 1 && folders->made[0])
		folders->list[0].environment = name;
	else if (name && folders->count)
		return fst_error_set(
			error, FST_USAGE, "--name %s: no DIR follows that it could name", name);
	if (folders->count == 0)
		add_folder(folders, name, ".");
	for (size_t i = 0; i < folders->count; i++)
		for (size_t k = 0; k < i; k++)
			if (strcmp(folders->list[i].environment, folders->list[k].environment) == 0)
				return fst_error_set(error, FST_USAGE,
					"two folders are called %s; tell them apart with --name",
					folders->list[i].environment);
	return FST_OK;
}
