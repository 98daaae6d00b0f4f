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
		cmocka_unit_test(memory_is_faster_than_disks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
