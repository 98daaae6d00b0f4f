/* What was in the page cache, what the device moved, how fast memory is. */
#include "../support/test.h"
#include "../support/support.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "bench/witness.h"

enum { SIZE = 1 << 20 };

static void what_was_written_is_cached(void **state)
{
	char *folder = test_folder_create(), *path = fileio_join(folder, "file");
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	char *bytes = xcalloc(1, SIZE);

	(void)state;
	assert_int_equal(fileio_write_all(fd, bytes, SIZE, NULL), FST_OK);
	assert_true(witness_residency(fd, SIZE) == 1);
	assert_true(witness_residency(fd, 2 * SIZE) == 0.5);
	assert_true(witness_residency(fd, 0) < 0);
	assert_true(witness_residency(-1, SIZE) < 0);
	free(bytes);
	close(fd);
	free(path);
	test_folder_remove(folder);
}

static void holes_are_not_cached(void **state)
{
	char *folder = test_folder_create(), *path = fileio_join(folder, "file");
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	(void)state;
	assert_int_equal(ftruncate(fd, SIZE), 0);
	assert_true(witness_residency(fd, SIZE) == 0);
	close(fd);
	free(path);
	test_folder_remove(folder);
}

static void counters_only_grow(void **state)
{
	struct witness witness;
	struct witness_reading a, b;
	struct place_probe probe;

	(void)state;
	place_probe(&probe, "/");
	witness_start(&witness, &(struct facts_source){.root = ""}, &probe);
	witness_read(&witness, &a);
	witness_read(&witness, &b);
	assert_true(a.has_cpu && b.has_cpu);
	assert_true(b.read_bytes >= a.read_bytes);
	assert_true(b.write_bytes >= a.write_bytes);
	assert_true(b.cpu_ticks >= a.cpu_ticks);
	assert_true(b.steal_ticks >= a.steal_ticks);
	assert_true(a.cpu_ticks > 0);
}

/* What /proc says at one moment: SYNTHETIC, in the place of this machine's. */
struct moment {
	unsigned read_sectors, writes, write_sectors; /* of the device */
	unsigned own_read, own_written; /* bytes */
	unsigned steal_ticks, idle_ticks;
	unsigned swapped_pages, dirty_kib;
};

static void put(const char *root, const char *name, const char *contents)
{
	char *path = xasprintf("%s/proc/%s", root, name);

	assert_int_equal(fileio_replace(path, text_of(contents), NULL), FST_OK);
	free(path);
}

static void set_moment(const char *root, struct moment m)
{
	char *diskstats = xasprintf("   8       1 sda1 9 0 1 0 9 0 1 0\n"
				    "   8       0 sda 10 0 %u 5 %u 0 %u 7 0 0 0\n",
		m.read_sectors, m.writes, m.write_sectors);
	char *io = xasprintf("rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 4\nread_bytes: %u\n"
			     "write_bytes: %u\ncancelled_write_bytes: 0\n",
		m.own_read, m.own_written);
	char *stat = xasprintf("cpu  10 0 10 %u 0 0 0 %u 0 0\n", m.idle_ticks, m.steal_ticks);
	char *vmstat = xasprintf("pswpin %u\npswpout 0\n", m.swapped_pages);
	char *meminfo = xasprintf(
		"MemTotal:  1000000 kB\nDirty: %u kB\nWriteback: 0 kB\n", m.dirty_kib);

	put(root, "diskstats", diskstats);
	put(root, "self/io", io);
	put(root, "stat", stat);
	put(root, "vmstat", vmstat);
	put(root, "meminfo", meminfo);
	free(diskstats);
	free(io);
	free(stat);
	free(vmstat);
	free(meminfo);
}

/* What is said of the time between two moments, when the run began with the first. */
static void check_disturbance(struct moment before, struct moment after, const char *expected)
{
	char *root = test_folder_create(), *self = xasprintf("%s/proc/self", root);
	struct witness witness = {
		.root = root, .has_device = true, .major_number = 8, .minor_number = 0};
	struct witness_reading a, b;
	struct strbuf note = STRBUF_INIT;

	assert_int_equal(fileio_make_folders(self, 0755, NULL), FST_OK);
	set_moment(root, before);
	witness_read(&witness, &a);
	witness.first = a;
	set_moment(root, after);
	witness_read(&witness, &b);
	assert_true(a.has_io && a.has_device && a.has_cpu && a.has_memory);
	assert_int_equal(b.device_read_bytes, after.read_sectors * 512);
	witness_add_disturbance(&witness, &a, &b, &note);
	assert_string_equal(strbuf_string(&note), expected);
	strbuf_free(&note);
	free(self);
	test_folder_remove(root);
}

enum { MIB = 1 << 20, SECTORS_OF_A_MIB = MIB / 512 };

static void what_others_do_is_told(void **state)
{
	const struct moment quiet = {.idle_ticks = 1000, .dirty_kib = 1000};
	struct moment after = quiet;

	(void)state;
	check_disturbance(quiet, quiet, "");
	/* All that the device moved was for this process. */
	after.read_sectors = 100 * SECTORS_OF_A_MIB;
	after.own_read = 100 * MIB;
	after.write_sectors = 50 * SECTORS_OF_A_MIB;
	after.own_written = 60 * MIB;
	check_disturbance(quiet, after, "");
	after.own_read = 60 * MIB;
	after.own_written = 10 * MIB;
	check_disturbance(quiet, after,
		"others read 40M from the device meanwhile; others wrote 40M to the device "
		"meanwhile");
	/* Journals: much more than was asked for, in small requests. */
	after.own_read = 100 * MIB;
	after.writes = 10000;
	check_disturbance(quiet, after, "");
	after = quiet;
	after.swapped_pages = 2 * MIB / (unsigned)sysconf(_SC_PAGESIZE);
	check_disturbance(quiet, after, "the machine swapped 2M meanwhile");
	after = quiet;
	after.idle_ticks += 900;
	after.steal_ticks = 100;
	check_disturbance(quiet, after, "the hypervisor took 10 % of the processors");
	after = quiet;
	after.dirty_kib = 300 * 1024;
	check_disturbance(quiet, after, ""); /* its own doing */
	check_disturbance(after, after, "300M of dirty pages waited when it began");
}

/* Any machine that runs this copies between a floppy disk and a light year a second. */
static void memory_is_faster_than_disks(void **state)
{
	double bps = witness_memory_copy_bps();

	(void)state;
	assert_true(bps > 1e8 && bps < 1e13);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_written_is_cached),
		cmocka_unit_test(holes_are_not_cached),
		cmocka_unit_test(counters_only_grow),
		cmocka_unit_test(what_others_do_is_told),
		cmocka_unit_test(memory_is_faster_than_disks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
