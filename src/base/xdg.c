#include "base/xdg.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"

static const struct {
	const char *variable;
	const char *below_home;
} kinds[] = {
	[XDG_DATA] = {"XDG_DATA_HOME", ".local/share"},
	[XDG_CONFIG] = {"XDG_CONFIG_HOME", ".config"},
	[XDG_STATE] = {"XDG_STATE_HOME", ".local/state"},
};

char *xdg_folder(enum xdg_kind kind)
{
	const char *base = getenv(kinds[kind].variable);
	const char *home = getenv("HOME");

	if (base && base[0] == '/')
		return xasprintf("%s/fstui", base);
	if (home && home[0] == '/')
		return xasprintf("%s/%s/fstui", home, kinds[kind].below_home);
	return NULL;
}

/* The folder of the running binary, or NULL where /proc does not tell. */
static char *binary_folder(void)
{
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
	char *slash;

	if (n <= 0)
		return NULL;
	path[n] = '\0';
	slash = strrchr(path, '/');
	return slash ? xmemdup0(path, (size_t)(slash - path)) : NULL;
}

/* Whether both name one folder, whichever links lead there. */
static bool same_folder(const char *a, const char *b)
{
	struct stat sa, sb;

	return stat(a, &sa) == 0 && stat(b, &sb) == 0 && sa.st_dev == sb.st_dev &&
	       sa.st_ino == sb.st_ino;
}

static char *if_there(char *path)
{
	struct stat st;

	if (stat(path, &st) == 0)
		return path;
	free(path);
	return NULL;
}

char *xdg_shipped(const char *name)
{
	char *folder = binary_folder();
	char *found = NULL;

	if (folder && same_folder(folder, FSTUI_BUILDDIR)) {
		found = if_there(xasprintf("%s/%s", FSTUI_SRCDIR, name));
		if (!found)
			found = if_there(xasprintf("%s/data/%s", FSTUI_SRCDIR, name));
	} else if (folder) {
		found = if_there(xasprintf("%s/../share/fstui/%s", folder, name));
	}
	free(folder);
	return found ? found : if_there(xasprintf("%s/%s", FSTUI_DATADIR, name));
}
