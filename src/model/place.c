#include "model/place.h"

#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <linux/fs.h>

#include "base/alloc.h"
#include "model/filesystem.h"
#include "model/rootfile.h"

/* Since Linux 5.8; headers may be older. */
#ifndef STATX_MNT_ID
#define STATX_MNT_ID 0x1000U
#endif

/* Where statx(2) puts the mount's number, which struct statx of older headers does not name. */
#define MOUNT_ID_OFFSET (offsetof(struct statx, stx_dev_minor) + sizeof(uint32_t))

static uint64_t mount_id(const struct statx *stx)
{
	uint64_t id = 0;

	if (stx->stx_mask & STATX_MNT_ID)
		memcpy(&id, (const char *)stx + MOUNT_ID_OFFSET, sizeof(id));
	return id;
}

void place_probe(struct place_probe *probe, const char *path)
{
	struct statx stx;
	struct statfs sfs;
	int flags = 0, fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	*probe = (struct place_probe){.path = path};
	if (statx(AT_FDCWD, path, AT_NO_AUTOMOUNT, STATX_BASIC_STATS | STATX_MNT_ID, &stx) == 0) {
		probe->major_number = stx.stx_dev_major;
		probe->minor_number = stx.stx_dev_minor;
		probe->mount_id = mount_id(&stx);
	}
	if (statfs(path, &sfs) == 0)
		probe->magic = (uint32_t)sfs.f_type;
	if (fd < 0)
		return;
	if (ioctl(fd, FS_IOC_GETFLAGS, &flags) == 0) {
		probe->no_copy_on_write = flags & FS_NOCOW_FL;
		probe->synchronous = flags & FS_SYNC_FL;
	}
	close(fd);
}

/*
 * In a changed root that is no mount point, the list of this process lacks the folder's mount, and
 * that of the first process, if it may be read, has it.
 */
static bool find_mount(struct place *place, const char *root, const struct place_probe *probe)
{
	struct strbuf first = STRBUF_INIT;
	struct text own = strbuf_text(&place->mountinfo);
	bool found = false;

	if (probe->mount_id) {
		rootfile_read(root, &first, "/proc/1/mountinfo");
		found = mount_find_id(own, probe->mount_id, &place->mount) ||
			mount_find_id(strbuf_text(&first), probe->mount_id, &place->mount);
	}
	if (!found && (probe->major_number || probe->minor_number))
		found = mount_find_device(
			own, probe->major_number, probe->minor_number, &place->mount);
	if (!found && !probe->mount_id)
		found = mount_find(own, probe->path, &place->mount);
	strbuf_free(&first);
	return found;
}

void place_find(struct place *place, const char *root, const struct place_probe *probe)
{
	memset(place, 0, sizeof(*place));
	rootfile_read(root, &place->mountinfo, "/proc/self/mountinfo");
	place->listed = !probe->is_device && find_mount(place, root, probe);
	if (!place->listed)
		place->mount = (struct mount){.major_number = probe->major_number,
			.minor_number = probe->minor_number,
			.source = xstrdup("")};
	place->has_under = place->listed && filesystem_find_under(&place->mount,
						    strbuf_text(&place->mountinfo), &place->under);
	place->has_disk = blockstack_find(
		&place->stack, root, place_mount(place), strbuf_text(&place->mountinfo));
}

void place_free(struct place *place)
{
	blockstack_free(&place->stack);
	mount_free(&place->mount);
	mount_free(&place->under);
	strbuf_free(&place->mountinfo);
}

const struct mount *place_mount(const struct place *place)
{
	return place->has_under ? &place->under : &place->mount;
}
