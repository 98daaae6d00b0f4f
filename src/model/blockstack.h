/*
 * What lies below a file system down to the disk, by sysfs: partitions, device
 * mapper, software RAID, loop devices with the file behind them.
 */
#ifndef FST_MODEL_BLOCKSTACK_H
#define FST_MODEL_BLOCKSTACK_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "model/mounts.h"

struct blockstack {
	const char *root; /* where /sys is below */
	char *top; /* the sysfs folder of the device that the file system is on, with the root */
	char *disk; /* of the first disk below it: the same one when there is nothing between */
	/* `dm-0 (LVM vg-root) on sda3 on sda (virtio_scsi)`: the driver of the disk last */
	struct strbuf description;
};

/*
 * Find it for @mount; @mountinfo is for the files behind loop devices. False when the
 * file system is on no block device. blockstack_free() afterwards in any case.
 */
bool blockstack_find(struct blockstack *stack, const char *root, const struct mount *mount,
	struct text mountinfo);
void blockstack_free(struct blockstack *stack);

/*
 * A file of the device's folder or, for a partition, of its disk's: of the top and where
 * it is not there of the disk, or (@disk_first) the other way round.
 */
bool blockstack_read(
	const struct blockstack *stack, const char *name, bool disk_first, struct strbuf *out);

/* The numbers of the top device as /proc/diskstats has them, or of the whole disk. */
bool blockstack_read_numbers(
	const struct blockstack *stack, bool disk, unsigned *major_number, unsigned *minor_number);

#endif
