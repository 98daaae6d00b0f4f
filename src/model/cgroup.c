#include "model/cgroup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/attributes.h"
#include "base/number.h"
#include "model/rootfile.h"

/* Version 1 has no limit as this or something near it, by the size of a page. */
#define NO_LIMIT UINT64_C(0x7FFFFFFFFFF00000)

/* Limits of I/O: the name in version 2, the file of version 1. */
static const struct io_limit {
	const char *name;
	const char *file;
} io_limits[] = {
	{"rbps", "blkio.throttle.read_bps_device"},
	{"wbps", "blkio.throttle.write_bps_device"},
	{"riops", "blkio.throttle.read_iops_device"},
	{"wiops", "blkio.throttle.write_iops_device"},
};

/* A group: its folder below the root, of which the last parts are cut off to get to those above. */
struct group {
	char *folder;
	size_t top; /* the length of the hierarchy's own folder */
};

static bool has_controller(struct text list, const char *controller)
{
	struct text name;

	while (text_next_part(&list, ',', &name))
		if (text_is(name, controller))
			return true;
	return false;
}

/*
 * The group of this process for @controller, "" for version 2's: "4:memory:/a/b" and
 * "0::/a/b" of /proc/self/cgroup.
 */
static bool find_group(const char *root, const char *controller, struct group *group)
{
	static const char *const places[] = {"", "/unified"};
	struct strbuf sb = STRBUF_INIT, folder = STRBUF_INIT;
	struct text rest, line, id, names;
	bool found = false;

	if (!rootfile_read(root, &sb, "/proc/self/cgroup"))
		return false;
	rest = strbuf_text(&sb);
	while (!found && text_next_part(&rest, '\n', &line))
		found = text_next_part(&line, ':', &id) && text_next_part(&line, ':', &names) &&
			(controller[0] ? has_controller(names, controller) : names.len == 0);
	for (size_t i = 0; found && i < FST_COUNT(places); i++) {
		strbuf_clear(&folder);
		strbuf_printf(
			&folder, "/sys/fs/cgroup%s%s", controller[0] ? "/" : places[i], controller);
		group->top = folder.len;
		if (!text_is(line, "/"))
			strbuf_add_text(&folder, line);
		if (controller[0] || rootfile_exists(root, "%s/cgroup.controllers", folder.ptr))
			break;
	}
	group->folder = found ? strbuf_detach(&folder) : NULL;
	strbuf_free(&folder);
	strbuf_free(&sb);
	return found;
}

/* To the group above; false at the top. */
static bool ascend(struct group *group)
{
	char *slash = strrchr(group->folder, '/');

	if (strlen(group->folder) <= group->top || !slash)
		return false;
	*slash = '\0';
	return strlen(group->folder) >= group->top;
}

static bool least_memory(
	const char *root, const char *controller, const char *file, uint64_t *bytes)
{
	struct group group;
	uint64_t limit;
	bool found = false;

	if (!find_group(root, controller, &group))
		return false;
	do
		if (rootfile_read_number(root, &limit, "%s/%s", group.folder, file) &&
			limit < NO_LIMIT && (!found || limit < *bytes)) {
			*bytes = limit;
			found = true;
		}
	while (ascend(&group));
	free(group.folder);
	return found;
}

bool cgroup_read_memory(const char *root, uint64_t *bytes)
{
	return least_memory(root, "", "memory.max", bytes) ||
	       least_memory(root, "memory", "memory.limit_in_bytes", bytes);
}

static void take_least(uint64_t *least, struct text value)
{
	uint64_t limit;

	if (number_parse_u64(value, &limit) && (*least == 0 || limit < *least))
		*least = limit;
}

/* "8:0 rbps=1048576 wbps=max riops=max wiops=max" */
static void take_io_max(struct text line, uint64_t least[])
{
	struct text word, name;

	while (text_next_word(&line, &word)) {
		if (!text_next_part(&word, '=', &name))
			continue;
		for (size_t i = 0; i < FST_COUNT(io_limits); i++)
			if (text_is(name, io_limits[i].name))
				take_least(&least[i], word);
	}
}

/* What stands behind the device in a file of lines that begin with one; false: it is not there. */
static bool find_device_line(const struct strbuf *sb, const char *device, struct text *line)
{
	struct text rest = strbuf_text(sb), word;

	while (text_next_part(&rest, '\n', line))
		if (text_next_word(line, &word) && text_is(word, device)) {
			*line = text_trim(*line);
			return true;
		}
	return false;
}

static void take_limits_v2(const char *root, const char *device, uint64_t least[])
{
	struct strbuf sb = STRBUF_INIT;
	struct group group;
	struct text line;

	if (!find_group(root, "", &group))
		return;
	do
		if (rootfile_read(root, &sb, "%s/io.max", group.folder) &&
			find_device_line(&sb, device, &line))
			take_io_max(line, least);
	while (ascend(&group));
	free(group.folder);
	strbuf_free(&sb);
}

static void take_limits_v1(const char *root, const char *device, uint64_t least[])
{
	struct strbuf sb = STRBUF_INIT;
	struct group group;
	struct text line;

	if (!find_group(root, "blkio", &group))
		return;
	do
		for (size_t i = 0; i < FST_COUNT(io_limits); i++)
			if (rootfile_read(root, &sb, "%s/%s", group.folder, io_limits[i].file) &&
				find_device_line(&sb, device, &line))
				take_least(&least[i], line);
	while (ascend(&group));
	free(group.folder);
	strbuf_free(&sb);
}

void cgroup_add_io_limits(
	const char *root, unsigned major_number, unsigned minor_number, struct strbuf *out)
{
	uint64_t least[FST_COUNT(io_limits)] = {0};
	const char *separator = "";
	char device[32];

	snprintf(device, sizeof(device), "%u:%u", major_number, minor_number);
	take_limits_v2(root, device, least);
	take_limits_v1(root, device, least);
	for (size_t i = 0; i < FST_COUNT(io_limits); i++)
		if (least[i]) {
			strbuf_printf(out, "%s%s=%llu", separator, io_limits[i].name,
				(unsigned long long)least[i]);
			separator = ",";
		}
}
