/* What other processes do to the library while it is shown. */
#include "../support/support.h"
#include "../support/sweep_rows.h"
#include "../support/test.h"
#include "vt.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "store/library.h"

static const char *const no_arguments[] = {NULL};

static char *add_rows(const char *home)
{
	char *data = xasprintf("%s/.local/share", home), *path;
	struct dataset *rows = sweep_rows();

	setenv("XDG_DATA_HOME", data, 1);
	assert_int_equal(library_add(&clock_system, "fstui", rows, &path, NULL), FST_OK);
	unsetenv("XDG_DATA_HOME");
	dataset_free(rows);
	free(data);
	return path;
}

static void test_files_of_others_come_and_go(void **state)
{
	char *home = test_folder_create(), *first = add_rows(home), *second;
	struct vt_options options = {.home = home};
	struct vt *vt = vt_start_fstui(no_arguments, &options);

	(void)state;
	assert_true(vt_wait_text(vt, "3 environments, 3 runs", VT_SOON_MS));
	second = add_rows(home);
	assert_true(vt_wait_text(vt, "files new 1, changed 0, gone 0", VT_SOON_MS));
	assert_int_equal(unlink(second), 0);
	assert_true(vt_wait_text(vt, "files new 0, changed 0, gone 1", VT_SOON_MS));
	assert_int_equal(
		fileio_replace(first, TEXT("environment,test,bytes_per_s\nx,read,5\n"), NULL),
		FST_OK);
	assert_true(vt_wait_text(vt, "1 environment, 1 run", VT_SOON_MS));
	assert_int_equal(unlink(first), 0);
	assert_true(vt_wait_text(vt, "your library is empty", VT_SOON_MS));
	vt_type(vt, "2");
	assert_true(vt_wait_gone(vt, "your library is empty", VT_SOON_MS));
	vt_free(vt);
	free(first);
	free(second);
	test_folder_remove(home);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_files_of_others_come_and_go),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
