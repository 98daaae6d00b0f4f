#include "bench/witness.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "base/clock.h"
#include "base/number.h"
#include "base/text.h"

#define SECTOR_BYTES    512
#define COPY_NS         5000000u
#define PROC_FILE_BYTES 65536

/* Since Linux 6.5; the same number on every architecture. */
#ifndef SYS_cachestat
#define SYS_cachestat 451
#endif

struct cachestat_range {
	uint64_t offset, length;
};

struct cachestat {
	uint64_t cached, dirty, writeback, evicted, recently_evicted;
};

void witness_start(struct witness *witness, const struct facts_source *source,
	const struct place_probe *folder)
{
	*witness = (struct witness){.root = source->root};
	witness->has_device = facts_find_block_device(
		source, folder, &witness->major_number, &witness->minor_number);
	witness_read(witness, &witness->first);
}

/* Unlike the files that fileio reads, these are read often and into a buffer that is there. */
static struct text read_proc(const char *root, const char *name, char *buffer, size_t size)
{
	char path[PATH_MAX];
	size_t used = 0;
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "%s/proc/%s", root, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return (struct text){0};
	while (used < size && (n = read(fd, buffer + used, size - used)) > 0)
		used += (size_t)n;
	close(fd);
	return text_make(buffer, used);
}

/* The number behind @name at the start of a line; a unit may follow. */
static bool find_number(struct text rest, const char *name, uint64_t *value)
{
	struct text line, word;

	while (text_next_part(&rest, '\n', &line)) {
		if (!text_starts(line, name))
			continue;
		line = text_skip(line, strlen(name));
		return text_next_word(&line, &word) && number_parse_u64(word, value);
	}
	return false;
}

static bool read_self_io(struct text io, struct witness_reading *reading)
{
	uint64_t cancelled = 0;

	if (!find_number(io, "read_bytes:", &reading->read_bytes) ||
		!find_number(io, "write_bytes:", &reading->write_bytes))
		return false;
	find_number(io, "cancelled_write_bytes:", &cancelled);
	reading->own_write_bytes = reading->write_bytes;
	reading->write_bytes -= cancelled < reading->write_bytes ? cancelled : reading->write_bytes;
	return true;
}

/* "253 0 vda reads merged sectors ms writes merged sectors ..." */
static bool read_diskstats(
	const struct witness *witness, struct text rest, struct witness_reading *reading)
{
	struct text line, word;

	while (text_next_part(&rest, '\n', &line)) {
		uint64_t value[10] = {0};
		int field = 0;

		while (field < 10 && text_next_word(&line, &word)) {
			if (field != 2 && !number_parse_u64(word, &value[field]))
				break;
			field++;
		}
		if (field == 10 && value[0] == witness->major_number &&
			value[1] == witness->minor_number) {
			reading->device_read_bytes = value[5] * SECTOR_BYTES;
			reading->device_writes = value[7];
			reading->write_bytes = value[9] * SECTOR_BYTES;
			return true;
		}
	}
	return false;
}

/* "cpu  user nice system idle iowait irq softirq steal ..." */
static bool read_cpu(struct text rest, struct witness_reading *reading)
{
	struct text line, word;
	uint64_t value;

	if (!text_next_part(&rest, '\n', &line) || !text_next_word(&line, &word) ||
		!text_is(word, "cpu"))
		return false;
	reading->cpu_ticks = reading->steal_ticks = 0;
	for (int field = 0; field < 8; field++) {
		if (!text_next_word(&line, &word) || !number_parse_u64(word, &value))
			return false;
		reading->cpu_ticks += value;
		reading->steal_ticks = value; /* the eighth stays */
	}
	return true;
}

static bool read_memory(struct text meminfo, struct witness_reading *reading)
{
	uint64_t dirty, writeback = 0, total;

	if (!find_number(meminfo, "Dirty:", &dirty) || !find_number(meminfo, "MemTotal:", &total))
		return false;
	find_number(meminfo, "Writeback:", &writeback);
	reading->dirty_bytes = (dirty + writeback) * 1024;
	reading->memory_bytes = total * 1024;
	return true;
}

static void read_swapping(struct text vmstat, struct witness_reading *reading)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), pages;

	if (find_number(vmstat, "pswpin ", &pages))
		reading->swap_in_bytes = pages * page;
	if (find_number(vmstat, "pswpout ", &pages))
		reading->swap_out_bytes = pages * page;
}

void witness_read(const struct witness *witness, struct witness_reading *reading)
{
	const char *root = witness->root;
	char buffer[PROC_FILE_BYTES];

	memset(reading, 0, sizeof(*reading));
	reading->has_io = read_self_io(read_proc(root, "self/io", buffer, sizeof(buffer)), reading);
	if (witness->has_device)
		reading->has_device = read_diskstats(
			witness, read_proc(root, "diskstats", buffer, sizeof(buffer)), reading);
	reading->has_cpu = read_cpu(read_proc(root, "stat", buffer, sizeof(buffer)), reading);
	reading->has_memory = read_memory(
		read_proc(root, "meminfo", buffer, sizeof(buffer)), reading);
	read_swapping(read_proc(root, "vmstat", buffer, sizeof(buffer)), reading);
}

static double residency_by_mincore(int fd, uint64_t size, uint64_t page)
{
	size_t pages = (size_t)((size + page - 1) / page);
	void *map = mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, fd, 0);
	unsigned char *there;
	size_t count = 0;

	if (map == MAP_FAILED)
		return -1;
	there = xcalloc(pages, 1);
	if (mincore(map, (size_t)size, there) == 0) {
		for (size_t i = 0; i < pages; i++)
			count += there[i] & 1;
	} else {
		pages = 0;
	}
	free(there);
	munmap(map, (size_t)size);
	return pages ? (double)count / (double)pages : -1;
}

double witness_residency(int fd, uint64_t size)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	struct cachestat_range range = {.offset = 0, .length = size};
	struct cachestat stat;
	double share;

	if (size == 0)
		return -1;
	if (syscall(SYS_cachestat, fd, &range, &stat, 0) != 0)
		return residency_by_mincore(fd, size, page);
	share = (double)stat.cached / (double)((size + page - 1) / page);
	return share < 1 ? share : 1;
}

double witness_memory_copy_bps(void)
{
	static const size_t sizes[] = {4096, 65536, 1u << 20};
	size_t largest = sizes[FST_COUNT(sizes) - 1];
	unsigned char *from = xmalloc(largest), *to = xmalloc(largest);
	double best = 0;

	memset(from, 1, largest);
	memset(to, 0, largest);
	for (size_t i = 0; i < FST_COUNT(sizes) * 2; i++) {
		size_t size = sizes[i / 2];
		uint64_t start = clock_monotonic_ns(&clock_system), now;
		double bps;
		size_t copied = 0;

		do {
			for (size_t done = 0; done < largest; done += size) {
				memcpy(to, from, size);
				__asm__ volatile("" : : "r"(to), "r"(from) : "memory");
			}
			copied += largest;
			now = clock_monotonic_ns(&clock_system);
		} while (now - start < COPY_NS);
		bps = (double)copied * 1e9 / (double)(now - start);
		best = bps > best ? bps : best;
	}
	free(from);
	free(to);
	return best;
}
