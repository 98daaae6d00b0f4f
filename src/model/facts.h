/*
 * The facts of an environment that a figure cannot be read without: machine,
 * kernel, file system, mount, disk. Read below an injected root, so that machines that
 * are not there can be tested; what is there and not recognised is `unknown`.
 */
#ifndef FST_MODEL_FACTS_H
#define FST_MODEL_FACTS_H

#include "base/pool.h"
#include "model/hypervisor.h"
#include "model/measurement.h"
#include "model/place.h"

/* Where facts come from. */
struct facts_source {
	const char *root; /* "" for this machine, else a folder with proc/ and sys/ in it */
	const char *signature; /* the hypervisor's by CPUID, "" none, NULL unknown */
};

struct facts {
	struct measurement row; /* only fact columns */
	struct pool *texts; /* owns the row's */
};

void facts_start(struct facts *facts);
void facts_end(struct facts *facts);

/* host kernel cpu memory_bytes (what the control group allows) hypervisor clock_source */
void facts_add_machine(struct facts *facts, const struct facts_source *source);

/*
 * filesystem mount_options device device_model rotational scheduler cache_mode
 * virtual_disk of a folder. The mount is found by its number where that is known, else
 * by the path. mount_options: both lists of mountinfo, and what chattr adds. scheduler is that of
 * the disk below, virtual_disk the stack down to it and what holds for it:
 * `dm-0 (LVM vg-root) on sda3 on sda (virtio_scsi); read_ahead=128K discard=off
 * limits=wbps=1048576`.
 */
void facts_add_folder(
	struct facts *facts, const struct facts_source *source, const struct place_probe *folder);

/*
 * The number `major:minor` of the block device below @folder's file system into
 * @out as /proc/diskstats has it; false when there is none.
 */
bool facts_find_block_device(const struct facts_source *source, const struct place_probe *folder,
	unsigned *major_number, unsigned *minor_number);

#endif
