/* Files: whole reads, atomic replacement, folders; and where fstui keeps its own. */
#include "../support/test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "base/xdg.h"

static char *folder;

static int make_folder(void **state)
{
	(void)state;
	folder = test_folder_create();
	return 0;
}

static int remove_folder(void **state)
{
	(void)state;
	test_folder_remove(folder);
	return 0;
}

static void assert_contents(const char *path, const char *expected)
{
	struct strbuf sb = STRBUF_INIT;

	assert_int_equal(fileio_read(path, 1000, &sb, NULL), FST_OK);
	assert_string_equal(strbuf_string(&sb), expected);
	strbuf_free(&sb);
}

static mode_t mode_of(const char *path)
{
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	return st.st_mode & 07777;
}

static void test_reading_says_what_is_wrong(void **state)
{
	struct strbuf sb = STRBUF_INIT;
	struct fst_error error;
	char *path = fileio_join(folder, "file");

	(void)state;
	assert_int_equal(fileio_read(path, 10, &sb, &error), FST_IO);
	assert_string_equal(error.file, path);
	assert_non_null(strstr(error.message, "No such file"));
	assert_int_equal(fileio_read(folder, 10, &sb, &error), FST_UNSUPPORTED);
	assert_non_null(strstr(error.message, "folder"));
	assert_int_equal(fileio_read("/dev/zero", 10, &sb, &error), FST_UNSUPPORTED);
	assert_non_null(strstr(error.message, "device"));
	assert_int_equal(fileio_replace(path, TEXT("12345678901"), &error), FST_OK);
	assert_int_equal(fileio_read(path, 10, &sb, &error), FST_LIMIT);
	strbuf_clear(&sb);
	assert_int_equal(fileio_read(path, 11, &sb, &error), FST_OK);
	assert_int_equal(sb.len, 11);
	strbuf_free(&sb);
	free(path);
}

/* What may block the screen for ever is known before it is opened. */
static void test_what_may_wait_is_refused(void **state)
{
	char *plain = fileio_join(folder, "plain"), *pipe_path = fileio_join(folder, "pipe");
	const char *const waiting[] = {pipe_path, "/dev/zero", "/proc/self/mountinfo"};
	struct fst_error error = {.status = FST_OK};

	(void)state;
	assert_int_equal(fileio_replace(plain, TEXT("x"), NULL), FST_OK);
	assert_int_equal(mkfifo(pipe_path, 0600), 0);
	assert_int_equal(fileio_refuse_waiting(plain, NULL), FST_OK);
	assert_int_equal(fileio_refuse_waiting("/nowhere", NULL), FST_OK);
	for (size_t i = 0; i < FST_COUNT(waiting); i++) {
		assert_int_equal(fileio_refuse_waiting(waiting[i], &error), FST_UNSUPPORTED);
		assert_string_equal(error.file, waiting[i]);
	}
	free(plain);
	free(pipe_path);
}

static void test_replacing_keeps_the_mode(void **state)
{
	char *path = fileio_join(folder, "file");
	mode_t old = umask(027);

	(void)state;
	assert_int_equal(fileio_replace(path, TEXT("one"), NULL), FST_OK);
	assert_int_equal(mode_of(path), 0640);
	assert_int_equal(chmod(path, 0604), 0);
	assert_int_equal(fileio_replace(path, TEXT("two"), NULL), FST_OK);
	assert_contents(path, "two");
	assert_int_equal(mode_of(path), 0604);
	assert_int_equal(umask(old), 027);
	free(path);
}

static void test_a_failed_replacement_changes_nothing(void **state)
{
	struct fst_error error;
	char *path = fileio_join(folder, "dir"), *inner = fileio_join(path, "file");

	(void)state;
	assert_int_equal(fileio_replace(inner, TEXT("x"), &error), FST_IO);
	assert_string_equal(error.file, inner);
	/* A folder is in the way: no temporary file may stay behind. */
	assert_int_equal(fileio_make_folders(inner, 0755, NULL), FST_OK);
	assert_int_equal(fileio_replace(inner, TEXT("x"), &error), FST_IO);
	assert_int_equal(rmdir(inner), 0);
	assert_int_equal(rmdir(path), 0);
	free(inner);
	free(path);
}

static void test_folders_are_made(void **state)
{
	char *path = fileio_join(folder, "a/b//c/"), *file = fileio_join(folder, "f");
	char *below = fileio_join(folder, "f/g");
	struct fst_error error;

	(void)state;
	assert_int_equal(fileio_make_folders(path, 0700, &error), FST_OK);
	assert_int_equal(fileio_make_folders(path, 0700, &error), FST_OK);
	assert_int_equal(mode_of(path), 0700);
	assert_int_equal(fileio_replace(file, TEXT(""), NULL), FST_OK);
	assert_int_equal(fileio_make_folders(file, 0700, &error), FST_IO);
	assert_int_equal(fileio_make_folders(below, 0700, &error), FST_IO);
	assert_int_equal(fileio_make_folders("", 0700, &error), FST_IO);
	free(path);
	free(file);
	free(below);
}

static void test_names(void **state)
{
	char *joined = fileio_join("/a/", "b");

	(void)state;
	assert_string_equal(joined, "/a/b");
	free(joined);
	assert_true(text_is(fileio_base_name("/x/log.tar.gz", true), "log.tar"));
	assert_true(text_is(fileio_base_name("/x/log.txt", false), "log.txt"));
	assert_true(text_is(fileio_base_name(".hidden", true), ".hidden"));
	assert_true(text_is(fileio_base_name("plain", true), "plain"));
	assert_true(text_is(fileio_base_name("dir/", false), ""));
}

static void assert_folder(enum xdg_kind kind, const char *expected)
{
	char *path = xdg_folder(kind);

	if (expected)
		assert_string_equal(path, expected);
	else
		assert_null(path);
	free(path);
}

static void test_places_follow_the_xdg_specification(void **state)
{
	(void)state;
	setenv("HOME", "/home/x", 1);
	unsetenv("XDG_DATA_HOME");
	assert_folder(XDG_DATA, "/home/x/.local/share/fstui");
	unsetenv("XDG_STATE_HOME");
	assert_folder(XDG_STATE, "/home/x/.local/state/fstui");
	setenv("XDG_CONFIG_HOME", "/c", 1);
	assert_folder(XDG_CONFIG, "/c/fstui");
	/* "If an implementation encounters a relative path it should [...] ignore it." */
	setenv("XDG_CONFIG_HOME", "relative", 1);
	assert_folder(XDG_CONFIG, "/home/x/.config/fstui");
	setenv("XDG_CONFIG_HOME", "", 1);
	assert_folder(XDG_CONFIG, "/home/x/.config/fstui");
	unsetenv("HOME");
	assert_folder(XDG_DATA, NULL);
	setenv("HOME", "relative", 1);
	assert_folder(XDG_DATA, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			test_reading_says_what_is_wrong, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(
			test_replacing_keeps_the_mode, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(
			test_a_failed_replacement_changes_nothing, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(test_folders_are_made, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(
			test_what_may_wait_is_refused, make_folder, remove_folder),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_places_follow_the_xdg_specification),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
