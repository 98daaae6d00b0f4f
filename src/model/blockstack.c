#include "model/blockstack.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "model/rootfile.h"

/* Deeper than any stack that makes sense: what goes on for longer goes in circles. */
#define DEPTH_MAX 12

/* Device mapper's kinds by the start of their uuid. */
static const struct {
	const char *prefix;
	const char *name;
} mapper_kinds[] = {
	{"LVM-", "LVM"},
	{"CRYPT-", "crypt"},
	{"mpath-", "multipath"},
	{"DMRAID-", "dmraid"},
	{"VDO-", "VDO"},
	{"part", "partition"},
};

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* The real path of a folder below the root; NULL when there is none. */
static char *folder_at(const char *root, const char *format, ...) FST_PRINTF(2, 3);

static char *folder_at(const char *root, const char *format, ...)
{
	struct strbuf path = STRBUF_INIT;
	struct stat st;
	va_list ap;
	char *real;

	strbuf_add_string(&path, root);
	va_start(ap, format);
	strbuf_vprintf(&path, format, ap);
	va_end(ap);
	real = realpath(path.ptr, NULL);
	if (real && (stat(real, &st) != 0 || !S_ISDIR(st.st_mode))) {
		free(real);
		real = NULL;
	}
	strbuf_free(&path);
	return real;
}

/* btrfs and others have a number of their own: then the name has to do. */
static char *folder_of_mount(const char *root, const struct mount *mount)
{
	char *folder = folder_at(
		root, "/sys/dev/block/%u:%u", mount->major_number, mount->minor_number);
	char *node, *real;

	if (folder || strncmp(mount->source, "/dev/", 5) != 0)
		return folder;
	/* /dev/mapper/vg-root and /dev/disk/by-uuid/... are links to the device's own name. */
	node = xasprintf("%s%s", root, mount->source);
	real = realpath(node, NULL);
	folder = folder_at(root, "/sys/class/block/%s", last_part(real ? real : mount->source));
	free(real);
	free(node);
	return folder;
}

/* A driver that stands between the disk and the one that says how it is attached. */
static bool is_generic(const char *driver)
{
	return strcmp(driver, "sd") == 0 || strcmp(driver, "sr") == 0;
}

/* The first driver on the way up from the disk's device. */
static void add_driver(struct strbuf *out, const char *disk)
{
	char *folder = folder_at("", "%s/device", disk);

	for (int depth = 0; folder && depth < DEPTH_MAX && strstr(folder, "/devices/"); depth++) {
		char *link = xasprintf("%s/driver", folder), target[PATH_MAX];
		ssize_t n = readlink(link, target, sizeof(target) - 1);

		free(link);
		if (n > 0) {
			target[n] = '\0';
			if (!is_generic(last_part(target))) {
				strbuf_printf(out, " (%s)", last_part(target));
				break;
			}
		}
		*strrchr(folder, '/') = '\0';
	}
	free(folder);
}

static void add_mapper(struct strbuf *out, const char *folder)
{
	struct strbuf uuid = STRBUF_INIT, name = STRBUF_INIT;
	const char *kind = "dm";

	if (rootfile_read(folder, &uuid, "/dm/uuid"))
		for (size_t i = 0; i < FST_COUNT(mapper_kinds); i++)
			if (text_starts(rootfile_line(&uuid), mapper_kinds[i].prefix))
				kind = mapper_kinds[i].name;
	if (rootfile_read(folder, &name, "/dm/name"))
		strbuf_printf(out, " (%s %.*s)", kind, TEXT_ARGS(rootfile_line(&name)));
	strbuf_free(&uuid);
	strbuf_free(&name);
}

/* What the walk down carries. */
struct walk {
	struct blockstack *stack;
	struct text mountinfo;
	int depth;
};

static void describe(struct walk *walk, const char *folder);

/* All that are directly below, joined by " + "; false when there is nothing. */
static bool describe_slaves(struct walk *walk, const char *folder)
{
	char *path = xasprintf("%s/slaves", folder);
	struct dirent **names = NULL;
	int count = scandir(path, &names, NULL, alphasort);
	bool any = false;

	for (int i = 0; i < count; i++) {
		char *below = names[i]->d_name[0] == '.'
				      ? NULL
				      : folder_at("", "%s/%s", path, names[i]->d_name);

		if (below) {
			strbuf_add_string(&walk->stack->description, any ? " + " : " on ");
			any = true;
			describe(walk, below);
		}
		free(below);
		free(names[i]);
	}
	free(names);
	free(path);
	return any;
}

/* The file behind a loop device, and what its file system is on. */
static bool describe_loop(struct walk *walk, const char *folder)
{
	struct strbuf file = STRBUF_INIT, *out = &walk->stack->description;
	struct text path;
	struct mount mount;
	char *name, *below;

	if (!rootfile_read(folder, &file, "/loop/backing_file"))
		return false;
	path = rootfile_line(&file);
	strbuf_printf(out, " (file %.*s", TEXT_ARGS(path));
	name = xasprintf("%.*s", TEXT_ARGS(path));
	if (mount_find(walk->mountinfo, name, &mount)) {
		strbuf_printf(out, " in %s)", mount.filesystem);
		below = folder_of_mount(walk->stack->root, &mount);
		if (below) {
			strbuf_add_string(out, " on ");
			describe(walk, below);
		}
		free(below);
	} else {
		strbuf_add_char(out, ')');
	}
	mount_free(&mount);
	free(name);
	strbuf_free(&file);
	return true;
}

static void describe(struct walk *walk, const char *folder)
{
	struct strbuf *out = &walk->stack->description, sb = STRBUF_INIT;
	bool partition = rootfile_exists(folder, "/partition");

	strbuf_add_string(out, last_part(folder));
	if (walk->depth++ >= DEPTH_MAX)
		return;
	if (rootfile_exists(folder, "/dm"))
		add_mapper(out, folder);
	else if (rootfile_read(folder, &sb, "/md/level"))
		strbuf_printf(out, " (%.*s)", TEXT_ARGS(rootfile_line(&sb)));
	if (partition) {
		char *disk = folder_at("", "%s/..", folder);

		strbuf_add_string(out, " on ");
		if (disk)
			describe(walk, disk);
		free(disk);
	} else if (!describe_slaves(walk, folder) && !describe_loop(walk, folder)) {
		add_driver(out, folder);
		if (!walk->stack->disk)
			walk->stack->disk = xstrdup(folder);
	}
	walk->depth--;
	strbuf_free(&sb);
}

bool blockstack_find(struct blockstack *stack, const char *root, const struct mount *mount,
	struct text mountinfo)
{
	struct walk walk = {.stack = stack, .mountinfo = mountinfo};

	*stack = (struct blockstack){.root = root, .top = folder_of_mount(root, mount)};
	if (!stack->top)
		return false;
	describe(&walk, stack->top);
	return true;
}

void blockstack_free(struct blockstack *stack)
{
	free(stack->top);
	free(stack->disk);
	strbuf_free(&stack->description);
}

static bool read_device(const char *folder, const char *name, struct strbuf *out)
{
	return folder && (rootfile_read(folder, out, "/%s", name) ||
				 (rootfile_exists(folder, "/partition") &&
					 rootfile_read(folder, out, "/../%s", name)));
}

bool blockstack_read(
	const struct blockstack *stack, const char *name, bool disk_first, struct strbuf *out)
{
	return read_device(disk_first ? stack->disk : stack->top, name, out) ||
	       read_device(disk_first ? stack->top : stack->disk, name, out);
}

bool blockstack_read_numbers(
	const struct blockstack *stack, bool disk, unsigned *major_number, unsigned *minor_number)
{
	struct strbuf sb = STRBUF_INIT;
	const char *folder = disk ? stack->disk : stack->top;
	bool found = folder && rootfile_read(folder, &sb, "/dev") &&
		     sscanf(strbuf_string(&sb), "%u:%u", major_number, minor_number) == 2;

	strbuf_free(&sb);
	return found;
}
