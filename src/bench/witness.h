/*
 * Witnesses of what a figure really measured: how much of the file was in the page cache,
 * what the device moved, what the hypervisor took, how fast this machine copies memory.
 */
#ifndef FST_BENCH_WITNESS_H
#define FST_BENCH_WITNESS_H

#include <stdbool.h>
#include <stdint.h>

/* The folder's block device, where there is one. */
struct witness {
	bool has_device;
	unsigned major_number, minor_number;
};

void witness_start(struct witness *witness, const char *folder);

/* Counters that only grow. */
struct witness_reading {
	bool has_io, has_cpu;
	uint64_t read_bytes; /* by this process from any device: /proc/self/io */
	uint64_t write_bytes; /* of the folder's device (/proc/diskstats), else by this process */
	uint64_t cpu_ticks, steal_ticks; /* of all processors: /proc/stat */
};

void witness_read(const struct witness *witness, struct witness_reading *reading);

/*
 * The share 0..1 of the first @size bytes of file @fd in the page cache, by
 * cachestat(2), else mincore(2); -1 when neither tells.
 */
double witness_residency(int fd, uint64_t size);

/* The fastest of memcpy over some sizes that fit the caches, in bytes a second. Takes 30 ms. */
double witness_memory_copy_bps(void);

#endif
