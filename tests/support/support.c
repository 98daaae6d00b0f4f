#include "support.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void *must(void *pointer, const char *what)
{
	if (pointer == NULL) {
		perror(what);
		abort();
	}
	return pointer;
}

/* What getenv() says, or OTHERWISE where that is nothing. */
static const char *environment_get(const char *name, const char *otherwise)
{
	const char *value = getenv(name);

	return value != NULL && *value != '\0' ? value : otherwise;
}

static char *path_join(const char *folder, const char *name)
{
	size_t size = strlen(folder) + strlen(name) + 2;
	char *path = must(malloc(size), "malloc");

	snprintf(path, size, "%s/%s", folder, name);
	return path;
}

char *test_folder_create(void)
{
	char *path = path_join(environment_get("TMPDIR", "/tmp"), "fstui-test.XXXXXX");

	must(mkdtemp(path), path);
	return path;
}

static int entry_remove(const char *path, const struct stat *st, int kind, struct FTW *position)
{
	(void)st;
	(void)kind;
	(void)position;
	return remove(path);
}

void test_folder_remove(char *path)
{
	if (path == NULL)
		return;
	if (nftw(path, entry_remove, 16, FTW_DEPTH | FTW_PHYS) != 0)
		perror(path);
	free(path);
}

char *test_source_path(const char *relative)
{
	return path_join(environment_get("FSTUI_SRCDIR", FSTUI_SRCDIR), relative);
}

bool test_is_long(void)
{
	return strcmp(environment_get("FSTUI_LONG", "0"), "0") != 0;
}
