/* The `:` line, its completion, the searchable help, and what `e` writes. */
#include "../support/sweep_rows.h"
#include "../support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "ui/app.h"
#include "ui/command_line.h"
#include "ui/export.h"

static struct app *open_app(void)
{
	struct app *app = app_new(&clock_system, 80, 24, GLYPHS_ASCII, false);

	app_open_dataset(app, sweep_rows());
	return app;
}

static void press(struct app *app, const char *keys)
{
	struct text rest = text_of(keys), name;

	while (text_next_word(&rest, &name)) {
		struct key key;

		assert_true(key_parse(name, &key));
		app_key(app, key);
	}
}

static bool shows(struct app *app, const char *what)
{
	struct strbuf screen = STRBUF_INIT;
	bool found;

	app_draw(app);
	canvas_dump_text(app->canvas, &screen);
	found = strstr(strbuf_string(&screen), what) != NULL;
	if (!found)
		fprintf(stderr, "%s", strbuf_string(&screen));
	strbuf_free(&screen);
	return found;
}

static void every_action_can_be_typed(void **state)
{
	struct app *app = open_app();

	(void)state;
	command_line_run(app, TEXT("view-sizes"));
	assert_int_equal(app->tab, VIEW_SIZES);
	command_line_run(app, TEXT("larger-record"));
	assert_true(shows(app, "record 128K"));
	command_line_run(app, TEXT("drop"));
	assert_non_null(strstr(app->message, "does nothing in sizes"));
	command_line_run(app, TEXT("qui"));
	assert_true(app->quit);
	app_free(app);
}

static void arguments_go_to_a_place(void **state)
{
	struct app *app = open_app();

	(void)state;
	command_line_run(app, TEXT("view sizes"));
	command_line_run(app, TEXT("record 1M"));
	command_line_run(app, TEXT("test  read "));
	command_line_run(app, TEXT("env sshfs"));
	assert_true(shows(app, "test read"));
	assert_true(shows(app, "sshfs 3/3"));
	assert_true(shows(app, "record 1M"));
	command_line_run(app, TEXT("glyphs block"));
	assert_int_equal(app->message_level, SAY_INFO);
	command_line_run(app, TEXT("theme okabe"));
	assert_string_equal(app->theme, "okabe");
	app_free(app);
}

static void what_is_wrong_is_told(void **state)
{
	static const struct {
		const char *line, *message;
	} cases[] = {
		{"frobnicate", "no command \"frobnicate\""},
		{"record", "needs an argument"},
		{"test nosuch", "no \"nosuch\""},
		{"record 3K", "no \"3K\""},
		{"view attic", "no view \"attic\""},
		{"glyphs runes", "no glyphs \"runes\""},
		{"baseline x", "no environment \"x\""},
		{"previous", "could be"},
		{"export x.pdf", ".csv"},
		{"import /no/such/file", "/no/such/file"},
	};
	struct app *app = open_app();

	(void)state;
	for (size_t i = 0; i < FST_COUNT(cases); i++) {
		command_line_run(app, text_of(cases[i].line));
		if (!strstr(app->message, cases[i].message))
			fail_msg("%s: \"%s\"", cases[i].line, app->message);
	}
	command_line_run(app, TEXT("  "));
	app_free(app);
}

static void tab_completes_words_and_arguments(void **state)
{
	struct app *app = open_app();

	(void)state;
	press(app, ": v i e Tab");
	assert_string_equal(strbuf_string(&app->prompt.edit.text), "view");
	press(app, "Space s i Tab Enter");
	assert_int_equal(app->tab, VIEW_SIZES);
	press(app, ": r e c o r d Space 1 Tab");
	assert_true(shows(app, "128K"));
	press(app, "2 Tab Enter");
	assert_true(shows(app, "record 128K"));
	/* More Tabs walk the list, S-Tab walks back; another key ends it. */
	press(app, ": g l y p h s Space Tab Tab Tab");
	assert_string_equal(strbuf_string(&app->prompt.edit.text), "glyphs block");
	press(app, "S-Tab Enter");
	assert_non_null(strstr(app->message, "ascii"));
	/* The history. */
	press(app, ": Up Up Enter");
	assert_true(shows(app, "record 128K"));
	app_free(app);
}

static void paths_are_completed(void **state)
{
	char *folder = test_folder_create();
	char *inner = fileio_join(folder, "inner"), *file = fileio_join(inner, "log.txt");
	char *prefix = fileio_join(folder, "i");
	struct candidates candidates = {0};

	(void)state;
	assert_int_equal(fileio_make_folders(inner, 0700, NULL), FST_OK);
	assert_int_equal(fileio_replace(file, TEXT("x\n"), NULL), FST_OK);
	candidates_add_files(&candidates, text_of(prefix));
	assert_int_equal(candidates.count, 1);
	assert_string_equal(candidates.words[0] + strlen(folder), "/inner/");
	free(prefix);
	prefix = xstrdup(candidates.words[0]);
	candidates_free(&candidates);
	candidates_add_files(&candidates, text_of(prefix));
	assert_string_equal(candidates.words[0], file);
	candidates_free(&candidates);
	free(prefix);
	free(inner);
	free(file);
	test_folder_remove(folder);
}

static void the_help_is_searched(void **state)
{
	struct app *app = open_app();

	(void)state;
	press(app, "2 ?");
	app_draw(app);
	press(app, "/ O S C Enter");
	assert_true(shows(app, "> y "));
	press(app, "/ p a g e Enter n");
	assert_true(shows(app, "> ^D PgDn"));
	press(app, "N");
	assert_true(shows(app, "> ^U PgUp"));
	press(app, "/ z z z Enter");
	assert_non_null(strstr(app->message, "zzz"));
	press(app, "q");
	command_line_run(app, TEXT("help shift-drag"));
	assert_true(shows(app, "> M "));
	app_free(app);
}

static void rows_and_picture_are_exported(void **state)
{
	char *folder = test_folder_create();
	char *rows = fileio_join(folder, "out.csv"), *picture = fileio_join(folder, "out.txt");
	struct strbuf text = STRBUF_INIT;
	struct app *app = open_app();

	(void)state;
	export_to(app, rows);
	assert_int_equal(fileio_read(rows, SIZE_MAX, &text, NULL), FST_OK);
	assert_true(text_starts(strbuf_text(&text), "environment,"));
	strbuf_clear(&text);
	export_to(app, picture);
	assert_int_equal(fileio_read(picture, SIZE_MAX, &text, NULL), FST_OK);
	assert_non_null(strstr(strbuf_string(&text), "sshfs"));
	strbuf_clear(&text);
	assert_int_equal(fileio_replace(picture, TEXT("mine\n"), NULL), FST_OK);
	export_to(app, picture);
	press(app, "n");
	assert_int_equal(fileio_read(picture, SIZE_MAX, &text, NULL), FST_OK);
	assert_string_equal(strbuf_string(&text), "mine\n");
	export_to(app, picture);
	press(app, "y");
	strbuf_clear(&text);
	assert_int_equal(fileio_read(picture, SIZE_MAX, &text, NULL), FST_OK);
	assert_non_null(strstr(strbuf_string(&text), "sshfs"));
	strbuf_free(&text);
	app_free(app);
	free(rows);
	free(picture);
	test_folder_remove(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_action_can_be_typed),
		cmocka_unit_test(arguments_go_to_a_place),
		cmocka_unit_test(what_is_wrong_is_told),
		cmocka_unit_test(tab_completes_words_and_arguments),
		cmocka_unit_test(paths_are_completed),
		cmocka_unit_test(the_help_is_searched),
		cmocka_unit_test(rows_and_picture_are_exported),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
