#include "model/filesystem.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "base/strbuf.h"

/* statfs(2), <linux/magic.h> and the file systems' own sources. */
static const struct {
	uint32_t magic;
	const char *name;
} names[] = {
	{0xEF53, "ext4"}, /* ext2 and ext3, too, which its driver mounts */
	{0x9123683E, "btrfs"},
	{0x58465342, "xfs"},
	{0x01021994, "tmpfs"},
	{0x858458F6, "ramfs"},
	{0x794C7630, "overlay"},
	{0x2FC12FC1, "zfs"},
	{0x6969, "nfs"},
	{0x65735546, "fuse"},
	{0x01021997, "9p"},
	{0x786F4256, "vboxsf"},
	{0xBACBACBC, "vmhgfs"},
	{0x7C7C6673, "prl_fs"},
	{0x53464846, "wslfs"},
	{0xF2F52010, "f2fs"},
	{0xCA451A4E, "bcachefs"},
	{0xFF534D42, "cifs"},
	{0xFE534D42, "smb3"},
	{0x517B, "smbfs"},
	{0x00C36400, "ceph"},
	{0x0BD00BD0, "lustre"},
	{0x5346414F, "afs"},
	{0x4D44, "vfat"},
	{0x2011BAB0, "exfat"},
	{0x7366746E, "ntfs3"},
	{0x482B, "hfsplus"},
	{0x3153464A, "jfs"},
	{0x52654973, "reiserfs"},
	{0x73717368, "squashfs"},
	{0xE0F5E1E2, "erofs"},
	{0xF15F, "ecryptfs"},
	{0x9FA0, "proc"},
	{0x62656572, "sysfs"},
};

/* Files that a container's manager mounts from where it keeps its containers. */
static const char *const managed[] = {"/etc/hosts", "/etc/hostname", "/etc/resolv.conf"};

const char *filesystem_name(uint32_t magic)
{
	for (size_t i = 0; i < FST_COUNT(names); i++)
		if (names[i].magic == magic)
			return names[i].name;
	return "unknown";
}

/* The value of `name=` in a mount's options, which the caller owns; NULL without it. */
static char *option_value(const struct mount *mount, const char *name)
{
	struct text rest = text_of(mount->options), option;

	while (text_next_part(&rest, ',', &option)) {
		struct text value = option, key;

		if (text_next_part(&value, '=', &key) && text_is(key, name) && value.len)
			return xasprintf("%.*s", TEXT_ARGS(value));
	}
	return NULL;
}

static bool is_overlay(const struct mount *mount)
{
	return strcmp(mount->filesystem, "overlay") == 0;
}

bool filesystem_find_under(const struct mount *mount, struct text mountinfo, struct mount *under)
{
	char *upper;
	bool found = false;

	memset(under, 0, sizeof(*under));
	if (!is_overlay(mount))
		return false;
	upper = option_value(mount, "upperdir");
	/* The path is its owner's: seen from a container it would end in the overlay itself. */
	found = upper && mount_find(mountinfo, upper, under) && !is_overlay(under);
	for (size_t i = 0; upper && !found && i < FST_COUNT(managed); i++) {
		mount_free(under);
		found = mount_find(mountinfo, managed[i], under) &&
			strcmp(under->point, managed[i]) == 0 &&
			strstr(under->root, "/containers/") != NULL;
	}
	if (!found)
		mount_free(under);
	free(upper);
	return found;
}
