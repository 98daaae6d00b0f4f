/* Appending to result files, and the library of them. */
#include "../support/test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "model/extra.h"
#include "store/library.h"
#include "store/result.h"

static char *folder, *path;

static int set_up(void **state)
{
	(void)state;
	folder = test_folder_create();
	path = fileio_join(folder, "r.csv");
	setenv("XDG_DATA_HOME", folder, 1);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	free(path);
	test_folder_remove(folder);
	return 0;
}

static struct measurement row_of(const char *environment, double rate)
{
	struct measurement m = {0};

	measurement_set_string(&m, COL_ENVIRONMENT, environment);
	measurement_set_string(&m, COL_TEST, "read");
	measurement_set_number(&m, COL_BYTES_PER_S, rate);
	return m;
}

static void append(const char *environment, double rate)
{
	struct measurement m = row_of(environment, rate);
	struct result_writer *writer;

	assert_int_equal(result_open(&writer, path, NULL), FST_OK);
	assert_int_equal(result_append(writer, &m, NULL), FST_OK);
	result_close(writer);
}

static void write_file(const char *contents)
{
	assert_int_equal(fileio_replace(path, text_of(contents), NULL), FST_OK);
}

/* The environments of the file's rows, each followed by a blank. */
static void assert_rows(const char *expected, size_t warned)
{
	struct dataset *rows = dataset_new();
	struct result_warnings warnings = {0};
	struct strbuf found = STRBUF_INIT;

	assert_int_equal(result_read(path, rows, &warnings, NULL), FST_OK);
	for (uint32_t i = 0; i < dataset_count(rows); i++) {
		strbuf_add_text(&found, dataset_text(rows, i, COL_ENVIRONMENT));
		strbuf_add_char(&found, ' ');
	}
	assert_string_equal(strbuf_string(&found), expected);
	assert_int_equal(warnings.count, warned);
	strbuf_free(&found);
	dataset_free(rows);
}

static size_t count_headers(void)
{
	struct strbuf text = STRBUF_INIT;
	size_t count = 0;

	assert_int_equal(fileio_read(path, 1 << 20, &text, NULL), FST_OK);
	for (struct text rest = strbuf_text(&text), line; text_next_part(&rest, '\n', &line);)
		count += text_starts(line, "environment,");
	strbuf_free(&text);
	return count;
}

static void test_appending_makes_one_header(void **state)
{
	struct stat st;
	mode_t old = umask(022);

	(void)state;
	append("a", 1);
	append("b", 2);
	assert_rows("a b ", 0);
	assert_int_equal(count_headers(), 1);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0644);
	umask(old);
}

static void test_appending_cuts_a_torn_end(void **state)
{
	(void)state;
	append("a", 1);
	{
		int fd = open(path, O_WRONLY | O_APPEND);

		assert_int_equal(write(fd, "torn,\"li", 8), 8);
		close(fd);
	}
	append("b", 2);
	assert_rows("a b ", 0);
	/* Nothing but a torn header. */
	write_file("environment,te");
	append("c", 1);
	assert_rows("c ", 0);
}

static void test_appending_to_other_columns_adds_a_header(void **state)
{
	struct measurement m = row_of("c", 3);
	struct result_writer *writer;
	struct strbuf extra = STRBUF_INIT;

	(void)state;
	write_file("test,environment\nread,a\n");
	append("b", 2);
	assert_rows("a b ", 0);
	extra_add(&extra, TEXT("color"), TEXT("red"));
	measurement_set_text(&m, COL_EXTRA, strbuf_text(&extra));
	assert_int_equal(result_open(&writer, path, NULL), FST_OK);
	assert_int_equal(result_append(writer, &m, NULL), FST_OK);
	assert_int_equal(result_append(writer, &m, NULL), FST_OK);
	result_close(writer);
	assert_rows("a b c c ", 0);
	assert_int_equal(count_headers(), 2);
	strbuf_free(&extra);
}

static void test_a_row_that_does_not_fit_is_taken_back(void **state)
{
	struct measurement m = row_of("b", 2);
	struct result_writer *writer;
	struct rlimit old, limit;
	struct fst_error error;
	struct stat before, after;

	(void)state;
	append("a", 1);
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(stat(path, &before), 0);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	limit = (struct rlimit){(rlim_t)before.st_size + 20, old.rlim_max};
	assert_int_equal(result_open(&writer, path, NULL), FST_OK);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	assert_int_equal(result_append(writer, &m, &error), FST_IO);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
	assert_string_equal(error.file, path);
	assert_int_equal(stat(path, &after), 0);
	assert_int_equal(after.st_size, before.st_size);
	assert_int_equal(result_append(writer, &m, NULL), FST_OK);
	result_close(writer);
	assert_rows("a b ", 0);
}

static void test_what_cannot_be_opened(void **state)
{
	struct result_writer *writer;
	struct fst_error error;

	(void)state;
	assert_int_equal(result_open(&writer, folder, &error), FST_IO);
	assert_null(writer);
	assert_string_equal(error.file, folder);
	assert_int_equal(result_open(&writer, "/dev/null", &error), FST_UNSUPPORTED);
	result_close(NULL);
}

/* Several processes at once: every row whole, none lost. */
static void test_processes_share_a_file(void **state)
{
	enum { PROCESSES = 4, ROWS = 50 };
	struct dataset *rows = dataset_new();
	struct result_warnings warnings = {0};
	int status;

	(void)state;
	for (int p = 0; p < PROCESSES; p++) {
		pid_t pid = fork();

		assert_true(pid >= 0);
		if (pid == 0) {
			for (int i = 0; i < ROWS; i++)
				append("e", i);
			_exit(0);
		}
	}
	for (int p = 0; p < PROCESSES; p++) {
		assert_true(wait(&status) > 0);
		assert_int_equal(status, 0);
	}
	assert_int_equal(result_read(path, rows, &warnings, NULL), FST_OK);
	assert_int_equal(dataset_count(rows), PROCESSES * ROWS);
	assert_int_equal(warnings.count, 0);
	dataset_free(rows);
}

static int64_t fixed_wall_s(void *context)
{
	(void)context;
	return 1796069645; /* 2026-11-30T20:14:05Z */
}

static const struct clock fixed_clock = {.wall_s = fixed_wall_s};

static void test_the_library_never_overwrites(void **state)
{
	static const char *const names[] = {"20261130T201405-.._x.csv",
		"20261130T201405-bonnie++.csv", "20261130T201405.02-bonnie++.csv"};
	struct library_list list = LIBRARY_LIST_INIT;
	struct dataset *rows = dataset_new(), *loaded = dataset_new();
	char *library, *added;
	bool samples;

	(void)state;
	setenv("TZ", "UTC", 1);
	for (int i = 0; i < 3; i++) {
		struct measurement m = row_of(i == 0 ? "a" : i == 1 ? "b" : "c", i);

		dataset_add(rows, &m);
		assert_int_equal(
			library_add(&fixed_clock, i == 2 ? "../x" : "bonnie++", rows, &added, NULL),
			FST_OK);
		assert_int_equal(access(added, F_OK), 0);
		free(added);
	}
	assert_int_equal(library_folder(&library, NULL), FST_OK);
	assert_int_equal(library_scan(library, &list, NULL), FST_OK);
	assert_int_equal(list.count, 3);
	for (size_t i = 0; i < 3; i++)
		assert_string_equal(fileio_base_name(list.files[i].path, false).ptr, names[i]);
	library_list_free(&list);
	library_load_all(&list, loaded, &samples, NULL);
	assert_false(samples);
	assert_int_equal(dataset_count(loaded), 6);
	assert_int_equal(list.files[1].first_row, 3);
	assert_int_equal(list.files[1].row_count, 1);
	library_list_free(&list);
	free(library);
	dataset_free(rows);
	dataset_free(loaded);
}

/* Long columns that a brief list leaves out are read from the file, as long as it is the same. */
static void test_long_columns_are_read_when_asked_for(void **state)
{
	struct library_list list = {.brief = true};
	struct dataset *rows = dataset_new(), *loaded = dataset_new();
	struct strbuf text = STRBUF_INIT;
	struct fst_error error;
	bool samples;
	char *added;

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct measurement m = row_of("a", i);

		measurement_set_string(&m, COL_NOTE, "a, \"quoted\"\nnote");
		if (i != 1)
			measurement_set_string(&m, COL_SERIES, i ? "1:2::::" : "0.5:7::::");
		dataset_add(rows, &m);
	}
	assert_int_equal(library_add(&fixed_clock, "x", rows, &added, NULL), FST_OK);
	library_load_all(&list, loaded, &samples, NULL);
	assert_int_equal(dataset_count(loaded), 3);
	assert_false(dataset_has(loaded, 2, COL_SERIES));
	assert_int_equal(library_read_detail(&list, loaded, 2, COL_SERIES, &text, &error), FST_OK);
	assert_string_equal(strbuf_string(&text), "1:2::::");
	strbuf_clear(&text);
	assert_int_equal(library_read_detail(&list, loaded, 1, COL_SERIES, &text, &error), FST_OK);
	assert_int_equal(text.len, 0);
	assert_int_equal(truncate(added, (off_t)library_stamp_of(added).size - 1), 0);
	assert_int_equal(
		library_read_detail(&list, loaded, 2, COL_SERIES, &text, &error), FST_FAILED);
	assert_non_null(strstr(error.message, "changed since"));
	assert_int_equal(fileio_replace(added, TEXT("test\nread\n"), NULL), FST_OK);
	assert_int_equal(
		library_read_detail(&list, loaded, 0, COL_SERIES, &text, &error), FST_FAILED);
	assert_int_equal(unlink(added), 0);
	assert_int_equal(library_read_detail(&list, loaded, 0, COL_SERIES, &text, &error), FST_IO);
	assert_int_equal(text.len, 0);
	library_list_free(&list);
	strbuf_free(&text);
	free(added);
	dataset_free(rows);
	dataset_free(loaded);
}

static void test_a_library_without_a_place(void **state)
{
	struct dataset *rows = dataset_new();
	struct fst_error error;
	char *added;

	(void)state;
	unsetenv("XDG_DATA_HOME");
	unsetenv("HOME");
	assert_int_equal(library_add(&fixed_clock, "x", rows, &added, &error), FST_FAILED);
	assert_null(added);
	assert_non_null(strstr(error.message, "HOME"));
	setenv("XDG_DATA_HOME", "/dev/null", 1);
	assert_int_equal(library_add(&fixed_clock, "x", rows, &added, &error), FST_IO);
	assert_string_equal(error.file, "/dev/null/fstui");
	dataset_free(rows);
}

static void test_a_broken_file_does_not_hide_the_others(void **state)
{
	struct result_warnings warnings = {0};
	struct dataset *rows = dataset_new();
	struct measurement m = row_of("a", 1);
	struct library_list list = LIBRARY_LIST_INIT;
	char *library, *broken, *added;
	bool samples;

	(void)state;
	dataset_add(rows, &m);
	assert_int_equal(library_add(&fixed_clock, "x", rows, &added, NULL), FST_OK);
	assert_int_equal(library_folder(&library, NULL), FST_OK);
	broken = fileio_join(library, "0.csv");
	assert_int_equal(fileio_replace(broken, TEXT("no result\n"), NULL), FST_OK);
	dataset_free(rows);
	rows = dataset_new();
	library_load_all(&list, rows, &samples, &warnings);
	assert_int_equal(dataset_count(rows), 1);
	assert_int_equal(warnings.count, 1);
	library_list_free(&list);
	dataset_free(rows);
	free(library);
	free(broken);
	free(added);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_appending_makes_one_header),
		TEST(test_appending_cuts_a_torn_end),
		TEST(test_appending_to_other_columns_adds_a_header),
		TEST(test_a_row_that_does_not_fit_is_taken_back),
		TEST(test_what_cannot_be_opened),
		TEST(test_processes_share_a_file),
		TEST(test_the_library_never_overwrites),
		TEST(test_long_columns_are_read_when_asked_for),
		TEST(test_a_library_without_a_place),
		TEST(test_a_broken_file_does_not_hide_the_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
