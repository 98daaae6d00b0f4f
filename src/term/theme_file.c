#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "base/xdg.h"
#include "term/theme.h"

#define THEME_LIMIT ((size_t)1 << 20)
#define SUFFIX      ".theme"

/* The path of theme @name, or NULL; the caller owns it. */
static char *find_theme(const char *name, struct strbuf *contents)
{
	char *config = xdg_folder(XDG_CONFIG), *shipped = xdg_shipped("themes");
	char *paths[2] = {NULL, NULL}, *found = NULL;

	if (config)
		paths[0] = xasprintf("%s/themes/%s.theme", config, name);
	if (shipped)
		paths[1] = xasprintf("%s/%s.theme", shipped, name);
	for (int i = 0; i < 2; i++) {
		if (!found && paths[i] &&
			fileio_read(paths[i], THEME_LIMIT, contents, NULL) == FST_OK)
			found = paths[i];
		else
			free(paths[i]);
	}
	free(config);
	free(shipped);
	return found;
}

fst_status theme_load(struct theme *theme, const char *name, theme_warning *warn, void *context,
	struct fst_error *error)
{
	struct strbuf contents = STRBUF_INIT;
	fst_status status = FST_OK;
	char *path = NULL;

	theme_init(theme);
	if (strchr(name, '/')) {
		path = xstrdup(name);
		status = fileio_read(path, THEME_LIMIT, &contents, error);
	} else {
		path = find_theme(name, &contents);
		if (!path)
			status = fst_error_set(error, FST_USAGE,
				"there is no theme \"%s\": expected the name of one in the themes "
				"folder, or a path",
				name);
	}
	if (status == FST_OK)
		theme_parse(theme, strbuf_text(&contents), path, warn, context);
	free(path);
	strbuf_free(&contents);
	return status;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of the themes in @folder (may be NULL), behind the @count that are there. */
static char **add_names(char **names, size_t *count, const char *folder)
{
	DIR *entries = folder ? opendir(folder) : NULL;
	struct dirent *entry;

	while (entries && (entry = readdir(entries))) {
		struct text name = text_of(entry->d_name);

		if (!text_ends(name, SUFFIX) || entry->d_name[0] == '.')
			continue;
		names = xreallocarray(names, *count + 2, sizeof(*names));
		names[(*count)++] = xmemdup0(name.ptr, name.len - strlen(SUFFIX));
	}
	if (entries)
		closedir(entries);
	return names;
}

char **theme_list(size_t *count)
{
	char *config = xdg_folder(XDG_CONFIG), *shipped = xdg_shipped("themes");
	char *own = config ? fileio_join(config, "themes") : NULL;
	char **names = xcalloc(1, sizeof(*names));
	size_t found = 0, kept = 0;

	names = add_names(names, &found, own);
	names = add_names(names, &found, shipped);
	qsort(names, found, sizeof(*names), compare_names);
	for (size_t i = 0; i < found; i++) {
		if (kept && strcmp(names[kept - 1], names[i]) == 0)
			free(names[i]);
		else
			names[kept++] = names[i];
	}
	names[kept] = NULL;
	*count = kept;
	free(config);
	free(shipped);
	free(own);
	return names;
}

void theme_list_free(char **names)
{
	for (size_t i = 0; names && names[i]; i++)
		free(names[i]);
	free(names);
}
