/* Changing the library from its view: nothing is lost, and all of it can be undone. */
#include "../support/support.h"
#include "../support/sweep_rows.h"
#include "../support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "ui/app.h"

static void press(struct app *app, const char *keys)
{
	struct text rest = text_of(keys), name;

	while (text_next_word(&rest, &name)) {
		struct key key;

		assert_true(key_parse(name, &key));
		app_key(app, key);
	}
}

static void type(struct app *app, const char *text)
{
	app_paste(app, text_of(text), false);
}

static bool shows(struct app *app, const char *what)
{
	struct strbuf text = STRBUF_INIT;
	bool found;

	app_draw(app);
	canvas_dump_text(app->canvas, &text);
	found = text_contains(strbuf_text(&text), what);
	strbuf_free(&text);
	return found;
}

struct fixture {
	char *folder, *file;
	struct app *app;
};

/* A library with one file of three environments. */
static int set_up(void **state)
{
	struct fixture *f = xcalloc(1, sizeof(*f));
	struct dataset *rows = sweep_rows();

	f->folder = test_folder_create();
	setenv("XDG_DATA_HOME", f->folder, 1);
	assert_int_equal(library_add(&clock_system, "fstui", rows, &f->file, NULL), FST_OK);
	dataset_free(rows);
	f->app = app_new(&clock_system, 100, 30, GLYPHS_BRAILLE, true);
	app_open_library(f->app);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	app_free(f->app);
	test_folder_remove(f->folder);
	free(f->file);
	free(f);
	return 0;
}

static uint32_t count_rows(const struct fixture *f)
{
	return dataset_count(f->app->browse->dataset);
}

static void test_deleting_asks_and_can_be_undone(void **state)
{
	struct fixture *f = *state;
	uint32_t all = count_rows(f);

	press(f->app, "Down d n");
	assert_int_equal(count_rows(f), all);
	press(f->app, "d y");
	assert_int_equal(count_rows(f), all - all / 3);
	assert_false(shows(f->app, "vboxsf  "));
	press(f->app, "d y");
	assert_int_equal(count_rows(f), all - all / 3 * 2);
	press(f->app, "u u");
	assert_int_equal(count_rows(f), all);
	assert_true(shows(f->app, "vboxsf"));
	press(f->app, "u");
	assert_true(text_contains(text_of(f->app->message), "nothing to undo"));
}

static void test_lines_that_cannot_be_read_are_not_lost(void **state)
{
	struct fixture *f = *state;
	struct strbuf before = STRBUF_INIT, after = STRBUF_INIT;
	FILE *file = fopen(f->file, "a");

	fputs("rubbish,line,\"broken\n", file);
	assert_int_equal(fclose(file), 0);
	app_open_library(f->app);
	assert_int_equal(fileio_read(f->file, SIZE_MAX, &before, NULL), FST_OK);
	press(f->app, "Down d y");
	assert_true(text_contains(text_of(f->app->message), "cannot be read"));
	assert_int_equal(fileio_read(f->file, SIZE_MAX, &after, NULL), FST_OK);
	assert_string_equal(strbuf_string(&before), strbuf_string(&after));
	strbuf_free(&before);
	strbuf_free(&after);
}

static void test_the_last_rows_take_the_file_along(void **state)
{
	struct fixture *f = *state;
	uint32_t all = count_rows(f);
	char *trash = xasprintf("%s/fstui/trash", f->folder);

	press(f->app, "d y d y d y");
	assert_int_not_equal(access(f->file, F_OK), 0);
	assert_int_equal(access(trash, F_OK), 0);
	assert_true(f->app->browse->samples || count_rows(f) == 0);
	press(f->app, "u u u");
	assert_int_equal(access(f->file, F_OK), 0);
	assert_int_equal(count_rows(f), all);
	free(trash);
}

static void test_renaming_and_notes_are_kept(void **state)
{
	struct fixture *f = *state;

	press(f->app, "Down R C-u");
	type(f->app, "shared folder");
	press(f->app, "Enter");
	assert_true(shows(f->app, "shared folder"));
	assert_false(shows(f->app, "vboxsf  "));
	press(f->app, "a");
	type(f->app, "with the old driver");
	press(f->app, "Enter");
	press(f->app, "g");
	assert_false(shows(f->app, "with the old driver"));
	press(f->app, "Down");
	assert_true(shows(f->app, "with the old driver"));
	app_open_library(f->app);
	assert_true(shows(f->app, "shared folder"));
	press(f->app, "u u");
	assert_false(shows(f->app, "shared folder"));
}

static void test_what_cannot_be_done_changes_nothing(void **state)
{
	struct fixture *f = *state;
	char *trash = xasprintf("%s/fstui/trash", f->folder);
	uint32_t all = count_rows(f);

	/* No folder can be made where a file is. */
	assert_int_equal(fileio_replace(trash, TEXT("in the way"), NULL), FST_OK);
	press(f->app, "d y");
	assert_int_equal(f->app->message_level, SAY_ERROR);
	assert_int_equal(count_rows(f), all);
	assert_int_equal(access(f->file, F_OK), 0);
	assert_int_equal(unlink(trash), 0);
	/* Another process has changed the file meanwhile. */
	assert_int_equal(truncate(f->file, (off_t)library_stamp_of(f->file).size - 10), 0);
	press(f->app, "d y");
	assert_int_equal(f->app->message_level, SAY_ERROR);
	assert_true(text_contains(text_of(f->app->message), "changed since"));
	assert_int_equal(access(f->file, F_OK), 0);
	free(trash);
}

static void test_a_filter_narrows_the_list(void **state)
{
	struct fixture *f = *state;

	press(f->app, "\\");
	type(f->app, "^ss.*FS$");
	press(f->app, "Enter");
	assert_true(shows(f->app, "sshfs"));
	assert_false(shows(f->app, "vboxsf"));
	press(f->app, "\\ C-u");
	type(f->app, "(");
	press(f->app, "Enter");
	assert_int_equal(f->app->message_level, SAY_ERROR);
	assert_false(shows(f->app, "vboxsf"));
	press(f->app, "\\ C-u Enter");
	assert_true(shows(f->app, "vboxsf"));
}

static void test_two_marked_ones_show_how_they_differ(void **state)
{
	struct fixture *f = *state;

	press(f->app, "g Space Space");
	assert_true(shows(f->app, "ext4 and vboxsf differ in: "));
	assert_true(shows(f->app, "ext4 / vboxsf"));
}

static void test_samples_stay_as_they_are(void **state)
{
	struct fixture *f = *state;

	f->app->browse->samples = true;
	press(f->app, "d");
	assert_true(text_contains(text_of(f->app->message), "samples"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_deleting_asks_and_can_be_undone),
		TEST(test_lines_that_cannot_be_read_are_not_lost),
		TEST(test_the_last_rows_take_the_file_along),
		TEST(test_renaming_and_notes_are_kept),
		TEST(test_what_cannot_be_done_changes_nothing),
		TEST(test_a_filter_narrows_the_list),
		TEST(test_two_marked_ones_show_how_they_differ),
		TEST(test_samples_stay_as_they_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
