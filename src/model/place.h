/*
 * Where a folder lies: its mount, the file system under an overlay, the block devices
 * below.
 */
#ifndef FST_MODEL_PLACE_H
#define FST_MODEL_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "model/blockstack.h"
#include "model/mounts.h"

/* What the kernel says of a folder itself; all but the path may be 0 for unknown. */
struct place_probe {
	const char *path; /* absolute */
	bool is_device; /* it is the device itself, whose numbers follow */
	uint64_t mount_id; /* statx(2) */
	unsigned major_number, minor_number; /* of its file system, as stat tells them */
	uint32_t magic; /* statfs(2) */
	bool no_copy_on_write; /* its files are overwritten in place (chattr +C) */
	bool synchronous; /* its files are written synchronously (chattr +S) */
};

/* Ask about the folder @path, which @probe keeps. */
void place_probe(struct place_probe *probe, const char *path);

struct place {
	bool listed; /* a line of a mountinfo is there; else @mount only has the numbers */
	bool has_under; /* @mount is an overlay, of which @under is known */
	bool has_disk;
	struct mount mount, under;
	struct blockstack stack; /* of the one that files go to */
	struct strbuf mountinfo;
};

/* Find it below @root; place_free() afterwards. */
void place_find(struct place *place, const char *root, const struct place_probe *probe);
void place_free(struct place *place);

/* The mount that files go to. */
const struct mount *place_mount(const struct place *place);

#endif
