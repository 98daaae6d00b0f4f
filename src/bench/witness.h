/*
 * Witnesses of what a figure really measured: how much of the file was in the page cache,
 * what the device moved, what the hypervisor took, what others did meanwhile, how fast this
 * machine copies memory.
 */
#ifndef FST_BENCH_WITNESS_H
#define FST_BENCH_WITNESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "model/facts.h"

/* Counters that only grow, and two levels. */
struct witness_reading {
	bool has_io, has_cpu, has_device, has_memory;
	uint64_t read_bytes; /* by this process from any device: /proc/self/io */
	uint64_t write_bytes; /* of the folder's device (/proc/diskstats), else by this process */
	uint64_t own_write_bytes; /* by this process, when it made pages dirty */
	uint64_t device_read_bytes; /* by anybody from the folder's device */
	uint64_t device_writes; /* requests */
	uint64_t cpu_ticks, steal_ticks; /* of all processors: /proc/stat */
	uint64_t swap_in_bytes, swap_out_bytes; /* /proc/vmstat */
	uint64_t dirty_bytes; /* now waiting to be written or being written: /proc/meminfo */
	uint64_t memory_bytes;
};

/* The folder's block device, where there is one. */
struct witness {
	const char *root; /* where /proc is below */
	bool has_device;
	unsigned major_number, minor_number;
	struct witness_reading first;
};

/* The texts of @source must stay. */
void witness_start(struct witness *witness, const struct facts_source *source,
	const struct place_probe *folder);

void witness_read(const struct witness *witness, struct witness_reading *reading);

/*
 * Add to @note (parts joined by "; ") what went on between two readings that makes a figure
 * misleading: other processes' reads and writes of the device, swapping, steal time,
 * and dirty pages that waited when it began. Small amounts are not told.
 */
void witness_add_disturbance(const struct witness *witness, const struct witness_reading *before,
	const struct witness_reading *after, struct strbuf *note);

/*
 * The share 0..1 of the first @size bytes of file @fd in the page cache, by
 * cachestat(2), else mincore(2); -1 when neither tells.
 */
double witness_residency(int fd, uint64_t size);

/* The fastest of memcpy over some sizes that fit the caches, in bytes a second. Takes 30 ms. */
double witness_memory_copy_bps(void);

#endif
