/* Test files: filled to a size, and clean whenever that is asked for. */
#include "../support/test.h"
#include "../support/support.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "bench/testfile.h"

enum { SIZE = 1 << 20 };

struct setting {
	char *folder;
	struct testfile file;
	struct tick tick;
	struct live live;
	struct data data;
	struct testfile_filling filling;
};

static int set_up(void **state)
{
	struct setting *setting = xcalloc(1, sizeof(*setting));
	struct workdir *workdir;

	setting->folder = test_folder_create();
	assert_int_equal(workdir_create(&workdir, setting->folder, NULL, NULL), FST_OK);
	testfile_start(&setting->file, workdir);
	live_init(&setting->live, 1, 1);
	assert_int_equal(data_start(&setting->data, SIZE, false, 1, NULL), FST_OK);
	setting->filling = (struct testfile_filling){
		.data = &setting->data,
		.live = &setting->live,
		.tick = &setting->tick,
		.deadline = TICK_NEVER,
	};
	*state = setting;
	return 0;
}

static int tear_down(void **state)
{
	struct setting *setting = *state;
	struct workdir *workdir = setting->file.workdir;

	testfile_end(&setting->file);
	assert_int_equal(workdir_remove(workdir, NULL), FST_OK);
	data_end(&setting->data);
	live_destroy(&setting->live);
	test_folder_remove(setting->folder);
	free(setting);
	return 0;
}

static off_t size_on_disk(struct setting *setting)
{
	struct stat st;
	int fd = testfile_open(&setting->file, O_RDONLY);

	assert_true(fd >= 0);
	assert_int_equal(fstat(fd, &st), 0);
	close(fd);
	return st.st_size;
}

static void it_grows_and_shrinks(void **state)
{
	static const uint64_t sizes[] = {1, 4096, SIZE, 3 * SIZE + 5, 100, 0, SIZE};
	struct setting *setting = *state;

	for (size_t i = 0; i < FST_COUNT(sizes); i++) {
		assert_int_equal(testfile_fill(&setting->file, sizes[i], &setting->filling), 0);
		assert_int_equal(size_on_disk(setting), sizes[i]);
	}
	assert_int_equal(setting->file.written_bytes, 3 * SIZE + 5 + SIZE);
	assert_int_equal(testfile_create(&setting->file), 0);
	assert_int_equal(size_on_disk(setting), 0);
}

static void filling_can_be_cut(void **state)
{
	struct setting *setting = *state;

	live_request(&setting->live, LIVE_STOP, 0);
	assert_int_equal(testfile_fill(&setting->file, 4 * SIZE, &setting->filling), TESTFILE_CUT);
	assert_true(testfile_copy(&setting->file)->size < 4 * SIZE);
	live_request(&setting->live, 0, LIVE_STOP);
	setting->filling.deadline = 0;
	assert_int_equal(testfile_fill(&setting->file, 4 * SIZE, &setting->filling), TESTFILE_CUT);
	setting->filling.deadline = TICK_NEVER;
	assert_int_equal(testfile_fill(&setting->file, 4 * SIZE, &setting->filling), 0);
}

static void take_clean(struct setting *setting, uint64_t size)
{
	assert_int_equal(testfile_fill(&setting->file, size, &setting->filling), 0);
	assert_int_equal(testfile_take_clean_copy(&setting->file, size, &setting->filling), 0);
	assert_false(testfile_copy(&setting->file)->dirty);
	assert_int_equal(size_on_disk(setting), size);
}

/* Every copy is handed out once before one is handed out again. */
static void clean_copies_take_turns(void **state)
{
	static const struct {
		uint64_t size;
		unsigned copies;
	} cases[] = {{4096, TESTFILE_COPIES}, {4 * SIZE, 4}, {16 * SIZE, 1}, {8 * SIZE, 2}};
	struct setting *setting = *state;

	for (size_t i = 0; i < FST_COUNT(cases); i++) {
		unsigned seen[TESTFILE_COPIES] = {0};

		testfile_take_first_copy(&setting->file, cases[i].size);
		for (unsigned k = 0; k < 2 * cases[i].copies; k++) {
			take_clean(setting, cases[i].size);
			seen[setting->file.current]++;
			testfile_copy(&setting->file)->dirty = true;
		}
		for (unsigned k = 0; k < cases[i].copies; k++)
			assert_int_equal(seen[k], 2);
		for (unsigned k = 1; k < TESTFILE_COPIES; k++)
			assert_true(cases[i].copies > 1 || setting->file.copies[k].fd < 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(it_grows_and_shrinks, set_up, tear_down),
		cmocka_unit_test_setup_teardown(filling_can_be_cut, set_up, tear_down),
		cmocka_unit_test_setup_teardown(clean_copies_take_turns, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
