/*
 * The facts of an environment that a figure cannot be read without: machine,
 * kernel, file system, mount, disk. Read below an injected root, so that machines that
 * are not there can be tested; what is not recognised stays unknown.
 */
#ifndef FST_MODEL_FACTS_H
#define FST_MODEL_FACTS_H

#include "base/pool.h"
#include "model/measurement.h"

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

/* host kernel cpu memory_bytes hypervisor clock_source */
void facts_add_machine(struct facts *facts, const struct facts_source *source);

/*
 * filesystem mount_options device device_model rotational scheduler cache_mode of
 * the absolute path @folder, by the mount that it lies in.
 */
void facts_add_folder(struct facts *facts, const struct facts_source *source, const char *folder);

/*
 * The hypervisor's twelve bytes of CPUID leaf 0x40000000 into @out; "" on a bare
 * machine. Returns @out, or NULL where the processor cannot tell.
 */
const char *facts_read_signature(char out[16]);

/*
 * The number `major:minor` of the block device below @folder's file system into
 * @out as /proc/diskstats has it; false when there is none.
 */
bool facts_find_block_device(const struct facts_source *source, const char *folder,
	unsigned *major_number, unsigned *minor_number);

#endif
