/*
 * What people complain about in terminal programs, as numbered in the reports that the
 * design answers: what is drawn, and with which bytes. test_complaints_life.c has the rest.
 */
#include "stage.h"

#include "../support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/attributes.h"
#include "base/fileio.h"

static bool has_output(const struct vt *vt, const char *bytes)
{
	size_t length;
	const char *output = vt_output(vt, &length);

	return memmem(output, length, bytes, strlen(bytes)) != NULL;
}

/* The colour of TEXT on the screen. */
static int colour_of(struct vt *vt, const char *text)
{
	int row, column;

	assert_true(vt_find(vt, text, &row, &column));
	return vt_cell_at(vt, row, column).fg;
}

/* `dim` of the themes default, dark and light. */
enum { DIM_DEFAULT = 243, DIM_DARK = 247, DIM_LIGHT = 240 };

static int dim_with(const struct stage *stage, const char *variable)
{
	const char *const env[] = {variable, NULL};
	struct vt *vt = open_sweep(stage, &(struct vt_options){.env = env});
	int colour = colour_of(vt, "help");

	assert_int_equal(vt_cell_at(vt, 12, 40).bg, VT_COLOUR_DEFAULT);
	leave(vt, "Q", 0);
	return colour;
}

static void test_01_unreadable_on_a_light_background(void **state)
{
	static const char late[] = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\";
	struct stage stage = set_stage();
	struct vt *vt;

	(void)state;
	assert_int_equal(dim_with(&stage, "COLORFGBG"), DIM_DEFAULT);
	assert_int_equal(dim_with(&stage, "COLORFGBG=15;0"), DIM_DARK);
	assert_int_equal(dim_with(&stage, "COLORFGBG=0;15"), DIM_LIGHT);
	/* An answer that comes late changes the theme, but no more when one was chosen. */
	vt = open_sweep(&stage, &(struct vt_options){.mute = true});
	assert_int_equal(colour_of(vt, "help"), DIM_DEFAULT);
	vt_send(vt, late, sizeof(late) - 1);
	assert_true(vt_wait_quiet(vt, 50, VT_SOON_MS));
	assert_int_equal(colour_of(vt, "help"), DIM_LIGHT);
	vt_type(vt, ":theme dark<Enter>");
	assert_true(vt_wait_text(vt, "Theme dark.", VT_SOON_MS));
	vt_send(vt, late, sizeof(late) - 1);
	vt_type(vt, "T");
	assert_true(vt_wait_text(vt, "Theme default.", VT_SOON_MS));
	leave(vt, "Q", 0);
	strike_stage(&stage);
}

static void test_02_refuses_to_start_without_a_utf8_locale(void **state)
{
	static const char *const env[] = {"LC_ALL", "LANG=xx_XX.UTF-8", NULL};
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, &(struct vt_options){.locale = "C"});

	(void)state;
	assert_true(vt_wait_text(vt, "no UTF-8 locale", VT_SOON_MS));
	vt_type(vt, "2");
	assert_true(vt_wait_text(vt, "+-", VT_SOON_MS));
	leave(vt, "Q", 0);
	vt = open_sweep(&stage, &(struct vt_options){.env = env});
	vt_type(vt, "2");
	assert_true(vt_wait_text(vt, "\u250c", VT_SOON_MS));
	leave(vt, "Q", 0);
	strike_stage(&stage);
}

static void test_03_braille_where_the_font_has_none(void **state)
{
	static const char *const block[] = {"--glyphs=block", NULL};
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, &(struct vt_options){.term = "linux"});

	(void)state;
	vt_type(vt, "2");
	assert_true(vt_wait_text(vt, "+-", VT_SOON_MS));
	leave(vt, "Q", 0);
	vt = open_sweep_with(&stage, block, NULL);
	vt_type(vt, "2");
	assert_true(vt_wait_text(vt, "record 64K", VT_SOON_MS));
	assert_false(has_output(vt, "\xe2\xa0") || has_output(vt, "\xe2\xa1") ||
		     has_output(vt, "\xe2\xa2") || has_output(vt, "\xe2\xa3"));
	vt_type(vt, "U");
	assert_true(vt_wait_text(vt, "ascii glyphs", VT_SOON_MS));
	leave(vt, "Q", 0);
	strike_stage(&stage);
}

static size_t bytes_of(struct vt *vt, const char *keys, const char *expected)
{
	size_t before, after;

	assert_true(vt_wait_quiet(vt, 50, VT_SOON_MS));
	vt_output(vt, &before);
	vt_type(vt, keys);
	assert_true(vt_wait_text(vt, expected, VT_SOON_MS));
	assert_true(vt_wait_quiet(vt, 50, VT_SOON_MS));
	vt_output(vt, &after);
	return after - before;
}

static size_t count_output(const struct vt *vt, const char *bytes)
{
	size_t length, count = 0;
	const char *at = vt_output(vt, &length), *end = at + length;

	while ((at = memmem(at, (size_t)(end - at), bytes, strlen(bytes)))) {
		at += strlen(bytes);
		count++;
	}
	return count;
}

static void test_05_flicker_and_full_redraws(void **state)
{
	static const char *const no_sync[] = {"--no-sync", NULL};
	static const char known[] = "\x1b[?2026;2$y";
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);
	size_t clears;

	(void)state;
	bytes_of(vt, "2", "record 64K 5/13");
	clears = count_output(vt, "\x1b[2J") + count_output(vt, "\x1b[J");
	assert_in_range(bytes_of(vt, "l", "record 128K 6/13"), 1, 1500);
	assert_in_range(bytes_of(vt, "]]", "file 64M"), 0, 1500);
	assert_int_equal(count_output(vt, "\x1b[2J") + count_output(vt, "\x1b[J"), clears);
	/* Frames are wrapped once the terminal says that it knows how, and not before. */
	assert_true(has_output(vt, "\x1b[?2026$p"));
	assert_false(has_output(vt, "\x1b[?2026h"));
	vt_send(vt, known, sizeof(known) - 1);
	bytes_of(vt, "l", "record 256K 7/13");
	assert_true(has_output(vt, "\x1b[?2026h"));
	assert_int_equal(count_output(vt, "\x1b[?2026h"), count_output(vt, "\x1b[?2026l"));
	leave(vt, "Q", 0);
	vt = open_sweep_with(&stage, no_sync, NULL);
	assert_false(has_output(vt, "?2026"));
	leave(vt, "Q", 0);
	strike_stage(&stage);
}

static void test_06_the_mouse_blocks_copying(void **state)
{
	static const char *const no_mouse[] = {"--no-mouse", NULL};
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);

	(void)state;
	assert_true(has_output(vt, "\x1b[?1000h"));
	assert_false(has_output(vt, "\x1b[?1002h") || has_output(vt, "\x1b[?1003h"));
	vt_type(vt, "M");
	assert_true(vt_wait_text(vt, "drag selects text", VT_SOON_MS));
	assert_true(has_output(vt, "\x1b[?1000l"));
	vt_type(vt, "M");
	assert_true(vt_wait_text(vt, "Shift-drag", VT_SOON_MS));
	leave(vt, "Q", 0);
	vt = open_sweep_with(&stage, no_mouse, NULL);
	assert_false(has_output(vt, "\x1b[?1000h"));
	leave(vt, "Q", 0);
	strike_stage(&stage);
}

static void test_07_copying_over_ssh(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);

	(void)state;
	vt_type(vt, "y");
	assert_true(vt_wait_output(vt, "\x1b]52;c;", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "to the clipboard (OSC 52)", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "e writes a file", VT_SOON_MS));
	leave(vt, "Q", 0);
	vt = open_sweep(&stage, &(struct vt_options){.term = "vt100"});
	vt_type(vt, "y");
	assert_true(vt_wait_text(vt, "no clipboard", VT_SOON_MS));
	assert_false(has_output(vt, "\x1b]52"));
	leave(vt, "Q", 0);
	strike_stage(&stage);
}

static void test_15_error_opening_terminal(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, &(struct vt_options){.term = "xterm-ghostty-next"});
	static const char *const no_term[] = {"TERM", NULL};
	const char *const arguments[] = {stage.sweep, NULL};
	int status;

	(void)state;
	assert_true(vt_wait_text(vt, "unknown on this machine: using", VT_SOON_MS));
	leave(vt, "Q", 0);
	vt = open_sweep(&stage, &(struct vt_options){.term = "nonsense"});
	assert_true(vt_wait_text(vt, "TERM=nonsense is unknown", VT_SOON_MS));
	leave(vt, "Q", 0);
	vt = vt_start_fstui(arguments, &(struct vt_options){.env = no_term});
	assert_true(vt_wait_exit(vt, VT_SOON_MS, &status));
	assert_int_equal(status, 0);
	assert_true(vt_find(vt, "vboxsf", NULL, NULL));
	vt_free(vt);
	strike_stage(&stage);
}

static void test_16_boxes_as_letters_in_putty(void **state)
{
	static const char *const terms[] = {"putty", "putty-256color", "vt100", "linux"};
	struct stage stage = set_stage();

	(void)state;
	for (size_t i = 0; i < FST_COUNT(terms); i++) {
		struct vt *vt = open_sweep(&stage, &(struct vt_options){.term = terms[i]});

		vt_type(vt, "2");
		assert_true(vt_wait_text(vt, "record 64K", VT_SOON_MS));
		assert_false(has_output(vt, "\x0e") || has_output(vt, "\x1b(0"));
		assert_false(vt_find(vt, "lqqq", NULL, NULL));
		leave(vt, "Q", 0);
	}
	strike_stage(&stage);
}

static void test_17_colour_depth_guessed_wrong(void **state)
{
	static const char *const truecolor[] = {"COLORTERM=truecolor", NULL};
	static const char *const sixteen[] = {"--color=16", NULL};
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, &(struct vt_options){.term = "linux", .env = truecolor});

	(void)state;
	vt_type(vt, "2");
	assert_true(vt_wait_text(vt, "record 64K", VT_SOON_MS));
	assert_false(has_output(vt, "38;2;") || has_output(vt, "38:2:") || has_output(vt, "38;5"));
	leave(vt, "Q", 0);
	vt = open_sweep_with(&stage, sixteen, NULL);
	vt_type(vt, "2");
	assert_true(vt_wait_text(vt, "record 64K", VT_SOON_MS));
	assert_false(has_output(vt, "38;5;"));
	leave(vt, "Q", 0);
	strike_stage(&stage);
}

static void test_18_no_color_ignored(void **state)
{
	static const char *const no_color[] = {"NO_COLOR=1", NULL}, *const empty[] = {
									    "NO_COLOR=", NULL};
	static const char *const forced[] = {"--color=256", NULL};
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, &(struct vt_options){.env = no_color});

	(void)state;
	vt_type(vt, "2");
	assert_true(vt_wait_text(vt, "record 64K", VT_SOON_MS));
	for (int cell = 0; cell < 24 * 80; cell++)
		assert_int_equal(vt_cell_at(vt, cell / 80, cell % 80).fg, VT_COLOUR_DEFAULT);
	/* The lines keep their letters. */
	assert_true(vt_find(vt, "A  ext4", NULL, NULL) || vt_find(vt, "A ext4", NULL, NULL));
	leave(vt, "Q", 0);
	vt = open_sweep(&stage, &(struct vt_options){.env = empty});
	assert_true(has_output(vt, "38;5;"));
	leave(vt, "Q", 0);
	vt = open_sweep_with(&stage, forced, &(struct vt_options){.env = no_color});
	assert_true(has_output(vt, "38;5;"));
	leave(vt, "Q", 0);
	strike_stage(&stage);
}

static void test_19_columns_shift_on_wide_and_combining_names(void **state)
{
	static const char rows[] =
		"environment,test,direction,file_size,record_size,bytes_per_s,status\n"
		"\u30c7\u30a3\u30b9\u30af\u4e00,read,read,1048576,4096,1000000,ok\n"
		"\u30c7\u30a3\u30b9\u30af\u4e00,read,read,1048576,8192,1500000,ok\n"
		"e\u0301te\u0301,read,read,1048576,4096,2000000,ok\n"
		"\U0001f468\u200d\U0001f469 \U0001f4be,read,read,1048576,4096,3000000,ok\n"
		"tab\\tbell\\x07\u202e,read,read,1048576,8192,4000000,ok\n";
	char *folder = test_folder_create(), *path = fileio_join(folder, "names.csv");
	struct vt *vt;

	(void)state;
	assert_int_equal(fileio_replace(path, text_of(rows), NULL), FST_OK);
	vt = vt_start_fstui((const char *const[]){path, NULL}, NULL);
	assert_true(vt_wait_text(vt, "\u30c7\u30a3\u30b9\u30af\u4e00", VT_SOON_MS));
	vt_type(vt, "2");
	assert_true(vt_wait_text(vt, "\u2510", VT_SOON_MS));
	assert_true(vt_wait_quiet(vt, 50, VT_SOON_MS));
	for (int row = 0; row < 24; row++) {
		/* Where a box has a left side, its right one is in the last column. */
		if (strcmp(vt_cell_at(vt, row, 0).text, "\u2502") == 0)
			assert_string_equal(vt_cell_at(vt, row, 79).text, "\u2502");
	}
	assert_false(has_output(vt, "\u202e") || has_output(vt, "bell\x07"));
	leave(vt, "Q", 0);
	free(path);
	test_folder_remove(folder);
}

static void test_22_axes_that_hide_or_mislead(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);

	(void)state;
	vt_type(vt, "2");
	assert_true(vt_wait_text(vt, "iB/s  log", VT_SOON_MS));
	vt_type(vt, "s");
	assert_true(vt_wait_text(vt, "iB/s  lin", VT_SOON_MS));
	leave(vt, "Q", 0);
	strike_stage(&stage);
}

static void test_nonsense_in_a_theme_is_told_and_the_rest_used(void **state)
{
	struct stage stage = set_stage();
	char *path = fileio_join(stage.folder, "mine.theme");
	const char *const arguments[] = {"--theme", path, NULL};
	struct vt *vt;

	(void)state;
	assert_int_equal(fileio_replace(path,
				 TEXT("footer = 200\ncolour = purple\n\x01\x02\n"
				      "title = sky\n"),
				 NULL),
		FST_OK);
	vt = open_sweep_with(&stage, arguments, NULL);
	assert_true(vt_wait_text(vt, "mine.theme:2:", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "and 2 more", VT_SOON_MS));
	assert_int_equal(colour_of(vt, "help"), 200);
	leave(vt, "Q", 0);
	free(path);
	strike_stage(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_01_unreadable_on_a_light_background),
		cmocka_unit_test(test_02_refuses_to_start_without_a_utf8_locale),
		cmocka_unit_test(test_03_braille_where_the_font_has_none),
		cmocka_unit_test(test_05_flicker_and_full_redraws),
		cmocka_unit_test(test_06_the_mouse_blocks_copying),
		cmocka_unit_test(test_07_copying_over_ssh),
		cmocka_unit_test(test_15_error_opening_terminal),
		cmocka_unit_test(test_16_boxes_as_letters_in_putty),
		cmocka_unit_test(test_17_colour_depth_guessed_wrong),
		cmocka_unit_test(test_18_no_color_ignored),
		cmocka_unit_test(test_19_columns_shift_on_wide_and_combining_names),
		cmocka_unit_test(test_22_axes_that_hide_or_mislead),
		cmocka_unit_test(test_nonsense_in_a_theme_is_told_and_the_rest_used),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
