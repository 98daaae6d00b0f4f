/* The harness itself, on programs whose screens are known. */
#include "vt.h"

#include "../support/test.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct vt *start_shell(const char *script, const struct vt_options *options)
{
	const char *const argv[] = {"sh", "-c", script, NULL};

	return vt_start(argv, options);
}

static void test_text_is_seen_with_its_attributes(void **state)
{
	struct vt *vt = start_shell(
		"printf '\\033[2;5H\\033[1;31mr\\303\\251d\\033[0m plain'; read x", NULL);
	struct vt_cell cell;
	int row = -1, column = -1;

	(void)state;
	assert_true(vt_wait_text(vt, "r\u00e9d plain", VT_SOON_MS));
	assert_string_equal(vt_row(vt, 1), "    r\u00e9d plain");
	assert_true(vt_find(vt, "plain", &row, &column));
	assert_int_equal(row, 1);
	assert_int_equal(column, 8);
	cell = vt_cell_at(vt, 1, 5);
	assert_string_equal(cell.text, "\u00e9");
	assert_true(cell.bold);
	assert_int_equal(cell.fg, 1);
	assert_int_equal(cell.bg, VT_COLOUR_DEFAULT);
	assert_false(vt_cell_at(vt, 1, 9).bold);
	vt_free(vt);
}

static void test_wide_characters_take_two_columns(void **state)
{
	struct vt *vt = start_shell("printf '\\347\\243\\201x'; read x", NULL);
	int column = -1;

	(void)state;
	assert_true(vt_wait_text(vt, "\u78c1x", VT_SOON_MS));
	assert_true(vt_find(vt, "x", NULL, &column));
	assert_int_equal(column, 2);
	vt_free(vt);
}

static void test_typed_keys_arrive(void **state)
{
	struct vt *vt = start_shell("stty raw -echo; printf ready; cat -v", NULL);

	(void)state;
	assert_true(vt_wait_text(vt, "ready", VT_SOON_MS));
	vt_type(vt, "a<b><Up><Esc><C-x><F2><");
	assert_true(vt_wait_text(vt, "readya<b>^[[A^[^X^[OQ<", VT_SOON_MS));
	vt_free(vt);
}

static void test_application_cursor_keys(void **state)
{
	struct vt *vt = start_shell("stty raw -echo; printf '\\033[?1hready'; cat -v", NULL);

	(void)state;
	assert_true(vt_wait_text(vt, "ready", VT_SOON_MS));
	vt_type(vt, "<Up>");
	assert_true(vt_wait_text(vt, "ready^[OA", VT_SOON_MS));
	vt_free(vt);
}

static void test_paste_is_bracketed_when_asked_for(void **state)
{
	struct vt *plain = start_shell("stty raw -echo; printf ready; cat -v", NULL);
	struct vt *asked = start_shell("stty raw -echo; printf '\\033[?2004hready'; cat -v", NULL);

	(void)state;
	assert_true(vt_wait_text(plain, "ready", VT_SOON_MS));
	vt_paste(plain, "1\n2", 3);
	assert_true(vt_wait_text(plain, "ready1^M2", VT_SOON_MS));
	assert_true(vt_wait_text(asked, "ready", VT_SOON_MS));
	vt_paste(asked, "1\n2", 3);
	assert_true(vt_wait_text(asked, "ready^[[200~1^M2^[[201~", VT_SOON_MS));
	vt_free(plain);
	vt_free(asked);
}

static void test_a_paste_greater_than_every_buffer(void **state)
{
	enum { LENGTH = 1 << 20 };
	struct vt *vt = start_shell(
		"stty raw -echo; printf ready; head -c 1048576 | cksum; read x", NULL);
	char *text = malloc(LENGTH);

	(void)state;
	assert_non_null(text);
	memset(text, 'x', LENGTH);
	assert_true(vt_wait_text(vt, "ready", VT_SOON_MS));
	vt_paste(vt, text, LENGTH);
	assert_true(vt_wait_text(vt, " 1048576", VT_SOON_MS));
	free(text);
	vt_free(vt);
}

static void test_size_and_resize(void **state)
{
	const struct vt_options options = {.rows = 10, .columns = 40};
	struct vt *vt = start_shell(
		"trap 'stty size' WINCH; stty size; while :; do read x; done", &options);

	(void)state;
	assert_true(vt_wait_text(vt, "10 40", VT_SOON_MS));
	vt_resize(vt, 12, 33);
	assert_true(vt_wait_text(vt, "12 33", VT_SOON_MS));
	vt_free(vt);
}

static void test_exit_status_and_last_words(void **state)
{
	struct vt *vt = start_shell("echo bye; exit 3", NULL);
	int status = -1;

	(void)state;
	assert_true(vt_wait_exit(vt, VT_SOON_MS, &status));
	assert_int_equal(status, 3);
	assert_true(vt_find(vt, "bye", NULL, NULL));
	vt_free(vt);

	vt = start_shell("kill -TERM $$", NULL);
	assert_true(vt_wait_exit(vt, VT_SOON_MS, &status));
	assert_int_equal(status, 128 + SIGTERM);
	vt_free(vt);
}

static void test_closing_the_window_hangs_up(void **state)
{
	struct vt *vt = start_shell(
		"trap 'exit 7' HUP; echo ready; while read x || [ $? -gt 128 ]; do :; done", NULL);
	int status = -1;

	(void)state;
	assert_true(vt_wait_text(vt, "ready", VT_SOON_MS));
	vt_hang_up(vt);
	assert_true(vt_wait_exit(vt, VT_SOON_MS, &status));
	assert_int_equal(status, 7);
	vt_free(vt);
}

static void test_queries_are_answered_unless_mute(void **state)
{
	const char *script = "stty raw -echo; printf 'ab\\033[6nready'; cat -v";
	const struct vt_options mute = {.mute = true};
	struct vt *vt = start_shell(script, NULL);
	struct vt *silent = start_shell(script, &mute);

	(void)state;
	assert_true(vt_wait_text(vt, "abready^[[1;3R", VT_SOON_MS));
	assert_true(vt_wait_text(silent, "abready", VT_SOON_MS));
	vt_type(silent, "x");
	assert_true(vt_wait_text(silent, "abreadyx", VT_SOON_MS));
	vt_free(vt);
	vt_free(silent);
}

static void test_environment(void **state)
{
	const char *const env[] = {"FSTUI_A=b c", "TZ", NULL};
	const struct vt_options options = {
		.term = "vt100", .locale = "C", .env = env, .folder = "/"};
	struct vt *vt = start_shell(
		"echo \"$TERM,$LC_ALL,$FSTUI_A,${TZ-none},$PWD,${LINES-none}\"; ls -A \"$HOME\" | "
		"wc -l",
		&options);
	int status = -1;

	(void)state;
	assert_true(vt_wait_exit(vt, VT_SOON_MS, &status));
	assert_string_equal(vt_row(vt, 0), "vt100,C,b c,none,/,none");
	assert_string_equal(vt_row(vt, 1), "0");
	vt_free(vt);
}

static void test_modes_are_seen(void **state)
{
	struct vt *vt = start_shell("printf '\\033[?1049h\\033[?25lin'; read x; "
				    "printf '\\033[?25h\\033[?1049lout'; read x",
		NULL);

	(void)state;
	assert_true(vt_wait_text(vt, "in", VT_SOON_MS));
	assert_true(vt_is_alternate_screen(vt));
	assert_false(vt_is_cursor_visible(vt));
	vt_type(vt, "<Enter>");
	assert_true(vt_wait_text(vt, "out", VT_SOON_MS));
	assert_false(vt_is_alternate_screen(vt));
	assert_true(vt_is_cursor_visible(vt));
	vt_free(vt);
}

static void test_idle_program_writes_nothing_and_sleeps(void **state)
{
	struct vt *vt = start_shell("stty -echo; printf ready; read x; printf woken; read y", NULL);
	size_t before = 0, after = 0;
	long wakeups;

	(void)state;
	assert_true(vt_wait_text(vt, "ready", VT_SOON_MS));
	assert_true(vt_wait_quiet(vt, 50, VT_SOON_MS));
	vt_output(vt, &before);
	wakeups = vt_count_wakeups(vt);
	vt_observe(vt, 100);
	vt_output(vt, &after);
	assert_int_equal(after, before);
	assert_int_equal(vt_count_wakeups(vt), wakeups);
	vt_type(vt, "<Enter>");
	assert_true(vt_wait_text(vt, "woken", VT_SOON_MS));
	vt_output(vt, &after);
	assert_int_equal(after, before + strlen("woken"));
	assert_true(vt_wait_quiet(vt, 1, VT_SOON_MS));
	assert_true(vt_count_wakeups(vt) > wakeups);
	vt_free(vt);
}

static void test_waiting_in_vain_ends(void **state)
{
	struct vt *vt = start_shell("echo hello", NULL);

	(void)state;
	assert_false(vt_wait_text(vt, "never", VT_SOON_MS));
	assert_true(vt_wait_gone(vt, "never", VT_SOON_MS));
	assert_true(vt_wait_output(vt, "hello", VT_SOON_MS));
	vt_free(vt);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text_is_seen_with_its_attributes),
		cmocka_unit_test(test_wide_characters_take_two_columns),
		cmocka_unit_test(test_typed_keys_arrive),
		cmocka_unit_test(test_application_cursor_keys),
		cmocka_unit_test(test_paste_is_bracketed_when_asked_for),
		cmocka_unit_test(test_a_paste_greater_than_every_buffer),
		cmocka_unit_test(test_size_and_resize),
		cmocka_unit_test(test_exit_status_and_last_words),
		cmocka_unit_test(test_closing_the_window_hangs_up),
		cmocka_unit_test(test_queries_are_answered_unless_mute),
		cmocka_unit_test(test_environment),
		cmocka_unit_test(test_modes_are_seen),
		cmocka_unit_test(test_idle_program_writes_nothing_and_sleeps),
		cmocka_unit_test(test_waiting_in_vain_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
