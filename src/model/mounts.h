/*
 * Which mount a path lies in, by /proc/self/mountinfo (proc(5)).
 */
#ifndef FST_MODEL_MOUNTS_H
#define FST_MODEL_MOUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

struct mount {
	unsigned major_number, minor_number; /* of the file system, as stat tells them */
	char *root; /* what of the file system is seen there: `/`, or a folder or file of it */
	char *point;
	char *filesystem; /* `ext4`, `fuse.sshfs` */
	char *source; /* `/dev/vda1`, `server:/srv` */
	char *options; /* per mount and per super block, each once, comma-separated */
};

/*
 * The mount that the absolute path @path is in: the last one with the longest mount
 * point that is a parent. False when no line fits. mount_free() afterwards.
 */
bool mount_find(struct text mountinfo, const char *path, struct mount *mount);

/* The same by the mount's number, which statx(2) tells of a file, or by its file system's. */
bool mount_find_id(struct text mountinfo, uint64_t id, struct mount *mount);
bool mount_find_device(
	struct text mountinfo, unsigned major_number, unsigned minor_number, struct mount *mount);

void mount_free(struct mount *mount);

#endif
