/*
 * File systems: their names by statfs(2)'s number, and what is under those that have
 * no disk of their own.
 */
#ifndef FST_MODEL_FILESYSTEM_H
#define FST_MODEL_FILESYSTEM_H

#include <stdbool.h>
#include <stdint.h>

#include "model/mounts.h"

/* `ext4` of 0xEF53 and so on; `unknown` for a number that is not known. */
const char *filesystem_name(uint32_t magic);

/*
 * For an overlay, the mount that what is written to it goes to, in @under; false, and
 * an empty @under, when it is none or cannot be told. mount_free() afterwards. A
 * container does not see the upper folder: then it is taken to be where the container's
 * manager keeps the files that it mounts from (/etc/hosts and others).
 */
bool filesystem_find_under(const struct mount *mount, struct text mountinfo, struct mount *under);

#endif
