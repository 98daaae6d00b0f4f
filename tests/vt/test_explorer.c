/* fstui on a terminal: what a person does in it, and what the world does to it. */
#include "stage.h"

#include "../support/test.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"

static void test_record_sizes_are_stepped_with_the_keyboard(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);

	(void)state;
	vt_type(vt, "<Down><Enter>");
	assert_true(vt_wait_text(vt, "vboxsf 2/3", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "record 64K 5/13", VT_SOON_MS));
	vt_type(vt, "<Right><Right>");
	assert_true(vt_wait_text(vt, "record 256K 7/13", VT_SOON_MS));
	vt_type(vt, "{");
	assert_true(vt_wait_text(vt, "record 128K 6/13", VT_SOON_MS));
	vt_type(vt, "<Home>");
	assert_true(vt_wait_text(vt, "record 4K 1/13", VT_SOON_MS));
	vt_type(vt, "[");
	assert_true(vt_wait_text(vt, "file 16M 2/3", VT_SOON_MS));
	vt_type(vt, ".");
	assert_true(vt_wait_text(vt, "test read 2/3", VT_SOON_MS));
	vt_type(vt, ">");
	assert_true(vt_wait_text(vt, "sshfs 3/3", VT_SOON_MS));
	vt_type(vt, "b");
	assert_true(vt_wait_text(vt, "\u00d7 C", VT_SOON_MS));
	leave(vt, "qq", 0);
	strike_stage(&stage);
}

static void test_help_is_there_and_goes(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);

	(void)state;
	vt_type(vt, "?");
	assert_true(vt_wait_text(vt, "keys in library", VT_SOON_MS));
	vt_type(vt, "q");
	assert_true(vt_wait_gone(vt, "keys in library", VT_SOON_MS));
	leave(vt, "Q", 0);
	strike_stage(&stage);
}

static void test_escape_alone_goes_back(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);

	(void)state;
	vt_type(vt, "2");
	assert_true(vt_wait_text(vt, "record 64K", VT_SOON_MS));
	assert_true(vt_wait_gone(vt, "environment / run", VT_SOON_MS));
	vt_type(vt, "<Esc>");
	assert_true(vt_wait_text(vt, "environment / run", VT_SOON_MS));
	leave(vt, "q", 0);
	strike_stage(&stage);
}

static const char bonnie[] =
	"Version  1.97       ------Sequential Output------ --Sequential Input- --Random-\n"
	"Concurrency   1     -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"
	"Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n"
	"QuestionMark   128M           446777  32 446000  29           5454545  99 175009 92\n"
	"Latency                      3916us    4212us              1000us    1200us\n";

/* The paste is shown, its environment renamed, saved, and there at the next start. */
static void test_a_pasted_log_is_saved(void **state)
{
	static const char *const none[] = {NULL};
	char *home = test_folder_create();
	struct vt_options options = {.home = home};
	struct vt *vt = vt_start_fstui(none, &options);

	(void)state;
	assert_true(vt_wait_text(vt, "? help", VT_SOON_MS));
	vt_paste(vt, bonnie, sizeof(bonnie) - 1);
	assert_true(vt_wait_text(vt, "measurements of 1 environment recognised in", VT_SOON_MS));
	vt_type(vt, "R");
	assert_true(vt_wait_text(vt, "Rename QuestionMark to", VT_SOON_MS));
	vt_type(vt, "<C-u>M\u00fcller's box<Enter>");
	assert_true(vt_wait_text(vt, "was QuestionMark", VT_SOON_MS));
	vt_type(vt, "<Enter>");
	assert_true(vt_wait_text(vt, "to the library", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "A  M\u00fcller's box", VT_SOON_MS));
	leave(vt, "q", 0);

	vt = vt_start_fstui(none, &options);
	assert_true(vt_wait_text(vt, "A  M\u00fcller's box", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "bonnie++ 1.97", VT_SOON_MS));
	vt_paste(vt, bonnie, sizeof(bonnie) - 1);
	assert_true(vt_wait_text(vt, "keep  QuestionMark", VT_SOON_MS));
	vt_type(vt, "<Enter>");
	assert_true(vt_wait_text(vt, "B  QuestionMark", VT_SOON_MS));
	vt_paste(vt, bonnie, sizeof(bonnie) - 1);
	assert_true(vt_wait_text(vt, "is there already", VT_SOON_MS));
	vt_type(vt, "<Enter>");
	assert_true(vt_wait_text(vt, "nothing to save", VT_SOON_MS));
	leave(vt, "Q", 0);
	test_folder_remove(home);
}

/* What is large is read beside the screen: its preview comes by itself, and it may be left. */
static void test_a_large_paste_and_a_large_file(void **state)
{
	static const char *const none[] = {NULL};
	char *home = test_folder_create(), *path = fileio_join(home, "large.txt");
	struct vt_options options = {.home = home};
	struct vt *vt = vt_start_fstui(none, &options);
	struct strbuf text = STRBUF_INIT;
	char typed[512];

	(void)state;
	while (text.len < (3 << 20))
		strbuf_add_string(&text, "Then we copied the folder again and nothing changed.\n");
	strbuf_add_string(&text, bonnie);
	assert_int_equal(fileio_replace(path, strbuf_text(&text), NULL), FST_OK);
	assert_true(vt_wait_text(vt, "? help", VT_SOON_MS));
	vt_paste(vt, text.ptr, text.len);
	assert_true(vt_wait_text(vt, "measurements of 1 environment recognised in", VT_SOON_MS));
	vt_type(vt, "q");
	assert_true(vt_wait_gone(vt, "recognised in", VT_SOON_MS));
	snprintf(typed, sizeof(typed), "i<C-u>%s<Enter>", path);
	vt_type(vt, typed);
	assert_true(vt_wait_text(vt, "measurements of 1 environment recognised in", VT_SOON_MS));
	vt_type(vt, "q");
	assert_true(vt_wait_gone(vt, "recognised in", VT_SOON_MS));
	vt_type(vt, typed);
	leave(vt, "Q", 0);
	strbuf_free(&text);
	free(path);
	test_folder_remove(home);
}

static void test_pasted_keys_do_nothing(void **state)
{
	static const char keys[] = "q\nQ\n2\nr\n\x03\x1b[A\n";
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);

	(void)state;
	vt_paste(vt, keys, sizeof(keys) - 1);
	assert_true(vt_wait_text(vt, "nothing recognised", VT_SOON_MS));
	assert_true(vt_find(vt, "environment / run", NULL, NULL));
	leave(vt, "q", 0);
	strike_stage(&stage);
}

static void test_paste_mode_ends_with_control_d(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);

	(void)state;
	vt_type(vt, "P");
	assert_true(vt_wait_text(vt, "^D ends it", VT_SOON_MS));
	vt_send(vt, bonnie, sizeof(bonnie) - 1);
	vt_type(vt, "<C-d>");
	assert_true(vt_wait_text(vt, "recognised in", VT_SOON_MS));
	vt_type(vt, "q");
	assert_true(vt_wait_text(vt, "Nothing was saved", VT_SOON_MS));
	leave(vt, "q", 0);
	strike_stage(&stage);
}

static void test_a_file_is_imported_by_name(void **state)
{
	struct stage stage = set_stage();
	char *log = fileio_join(stage.folder, "bonnie.txt");
	struct vt *vt;

	(void)state;
	assert_int_equal(fileio_replace(log, text_make(bonnie, sizeof(bonnie) - 1), NULL), FST_OK);
	vt = open_sweep(&stage, NULL);
	vt_type(vt, "i");
	assert_true(vt_wait_text(vt, "Import which file", VT_SOON_MS));
	vt_type(vt, "/no/such/file<Enter>");
	assert_true(vt_wait_text(vt, "No such file", VT_SOON_MS));
	vt_type(vt, "i");
	vt_type(vt, log);
	assert_true(vt_wait_text(vt, "bonnie.txt", VT_SOON_MS));
	vt_type(vt, "<Enter>");
	assert_true(vt_wait_text(vt, "recognised in", VT_SOON_MS));
	vt_type(vt, "<Enter>");
	assert_true(vt_wait_text(vt, "D  QuestionMark", VT_SOON_MS));
	leave(vt, "q", 0);
	free(log);
	strike_stage(&stage);
}

static void test_the_window_may_have_any_size(void **state)
{
	static const int sizes[][2] = {{1, 1}, {2, 10}, {5, 40}, {10, 40}, {200, 500}, {24, 80}};
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);
	int status;

	(void)state;
	vt_type(vt, "2");
	assert_true(vt_wait_text(vt, "record 64K 5/13", VT_SOON_MS));
	for (size_t i = 0; i < FST_COUNT(sizes); i++) {
		vt_resize(vt, sizes[i][0], sizes[i][1]);
		vt_type(vt, "<Right>");
	}
	assert_true(vt_wait_text(vt, "record 4M 11/13", VT_SOON_MS));
	for (int i = 0; i < 400; i++)
		vt_resize(vt, 1 + i * 7 % 60, 1 + i * 13 % 200);
	vt_resize(vt, 24, 80);
	vt_type(vt, "{");
	assert_true(vt_wait_text(vt, "record 2M 10/13", VT_SOON_MS));
	vt_resize(vt, 1, 12);
	assert_true(vt_wait_text(vt, "iB/s", VT_SOON_MS));
	vt_type(vt, "Q");
	assert_true(vt_wait_exit(vt, VT_SOON_MS, &status));
	assert_int_equal(status, 0);
	vt_free(vt);
	strike_stage(&stage);
}

static void test_a_closed_window_ends_it(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);
	int status;

	(void)state;
	vt_hang_up(vt);
	assert_true(vt_wait_exit(vt, VT_SOON_MS, &status));
	assert_int_equal(status, 130);
	vt_free(vt);
	strike_stage(&stage);
}

static void test_a_signal_ends_it_with_the_terminal_restored(void **state)
{
	static const int signals[] = {SIGTERM, SIGHUP, SIGINT};
	struct stage stage = set_stage();

	(void)state;
	for (size_t i = 0; i < FST_COUNT(signals); i++) {
		struct vt *vt = open_sweep(&stage, NULL);
		int status;

		vt_signal(vt, signals[i]);
		assert_true(vt_wait_exit(vt, VT_SOON_MS, &status));
		assert_int_equal(status, 130);
		assert_false(vt_is_alternate_screen(vt));
		vt_free(vt);
	}
	strike_stage(&stage);
}

/* Ctrl-Z stops it with the terminal given back; continued, it draws everything again. */
static void test_it_can_be_suspended(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);

	(void)state;
	vt_type(vt, "2");
	assert_true(vt_wait_text(vt, "record 64K 5/13", VT_SOON_MS));
	vt_type(vt, "<C-z>");
	assert_true(vt_wait_output(vt, "\x1b[?1049l", VT_SOON_MS));
	assert_true(vt_wait_quiet(vt, 100, VT_SOON_MS));
	vt_signal(vt, SIGCONT);
	assert_true(vt_wait_text(vt, "record 64K 5/13", VT_SOON_MS));
	vt_type(vt, "<Right>");
	assert_true(vt_wait_text(vt, "record 128K 6/13", VT_SOON_MS));
	assert_true(vt_is_alternate_screen(vt));
	leave(vt, "Q", 0);
	strike_stage(&stage);
}

static void test_unusual_terminals_show_it_too(void **state)
{
	static const struct {
		const char *term, *locale;
	} terminals[] = {{"vt100", "C"}, {"linux", "C.UTF-8"}, {"screen", "C.UTF-8"},
		{"tmux-256color", "C.UTF-8"}, {"xterm", "C"}, {"xterm-kitty", "C.UTF-8"}};
	struct stage stage = set_stage();

	(void)state;
	for (size_t i = 0; i < FST_COUNT(terminals); i++) {
		struct vt_options options = {
			.term = terminals[i].term, .locale = terminals[i].locale};
		struct vt *vt = open_sweep(&stage, &options);
		int status;

		vt_type(vt, "2");
		assert_true(vt_wait_text(vt, "record 64K 5/13", VT_SOON_MS));
		vt_type(vt, "l");
		assert_true(vt_wait_text(vt, "record 128K 6/13", VT_SOON_MS));
		vt_type(vt, "Q");
		assert_true(vt_wait_exit(vt, VT_SOON_MS, &status));
		vt_free(vt);
	}
	strike_stage(&stage);
}

static void test_a_dumb_terminal_gets_text(void **state)
{
	struct stage stage = set_stage();
	const char *const arguments[] = {stage.sweep, NULL};
	struct vt_options options = {.term = "dumb"};
	struct vt *vt = vt_start_fstui(arguments, &options);
	int status;

	(void)state;
	assert_true(vt_wait_exit(vt, VT_SOON_MS, &status));
	assert_int_equal(status, 0);
	assert_true(vt_find(vt, "vboxsf", NULL, NULL));
	vt_free(vt);
	strike_stage(&stage);
}

static void test_nothing_happens_while_nothing_happens(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);
	size_t before, after;
	long wakeups;

	(void)state;
	vt_type(vt, "2");
	assert_true(vt_wait_text(vt, "record 64K 5/13", VT_SOON_MS));
	assert_true(vt_wait_quiet(vt, 200, VT_SOON_MS));
	vt_output(vt, &before);
	wakeups = vt_count_wakeups(vt);
	vt_observe(vt, 1500);
	vt_output(vt, &after);
	assert_int_equal(after, before);
	assert_int_equal(vt_count_wakeups(vt), wakeups);
	leave(vt, "Q", 0);
	strike_stage(&stage);
}

static void test_the_mouse_opens_tabs_and_environments(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);
	int row, column;

	(void)state;
	assert_true(vt_find(vt, "C  sshfs", &row, &column));
	vt_click(vt, row, column, 1);
	assert_true(vt_wait_text(vt, "fuse.sshfs", VT_SOON_MS));
	vt_click(vt, row, column, 1);
	assert_true(vt_wait_text(vt, "sshfs 3/3", VT_SOON_MS));
	vt_click(vt, 0, 1, 1);
	assert_true(vt_wait_text(vt, "environment / run", VT_SOON_MS));
	leave(vt, "q", 0);
	strike_stage(&stage);
}

/* A program started under nohup gets no SIGHUP: the closed terminal itself must do. */
static void test_a_closed_window_ends_it_also_under_nohup(void **state)
{
	struct stage stage = set_stage();
	const char *const arguments[] = {
		"sh", "-c", "trap '' HUP; exec \"$FSTUI\" \"$0\"", stage.sweep, NULL};
	struct vt *vt = vt_start(arguments, NULL);
	int status;

	(void)state;
	assert_true(vt_wait_text(vt, "? help", VT_SOON_MS));
	vt_hang_up(vt);
	assert_true(vt_wait_exit(vt, 2000, &status));
	assert_int_equal(status, 130);
	vt_free(vt);
	strike_stage(&stage);
}

static void test_the_mouse_moves_the_cursor(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);
	int row, column;

	(void)state;
	vt_type(vt, "2");
	assert_true(vt_wait_text(vt, "record 64K 5/13", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "1M", VT_SOON_MS));
	assert_true(vt_find(vt, "1M", &row, &column));
	vt_click(vt, row - 4, column, 1);
	assert_true(vt_wait_text(vt, "record 1M 9/13", VT_SOON_MS));
	vt_click(vt, row - 4, column, 5);
	assert_true(vt_wait_text(vt, "vboxsf 2/3", VT_SOON_MS));
	leave(vt, "Q", 0);
	strike_stage(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_record_sizes_are_stepped_with_the_keyboard),
		cmocka_unit_test(test_help_is_there_and_goes),
		cmocka_unit_test(test_escape_alone_goes_back),
		cmocka_unit_test(test_a_pasted_log_is_saved),
		cmocka_unit_test(test_a_large_paste_and_a_large_file),
		cmocka_unit_test(test_pasted_keys_do_nothing),
		cmocka_unit_test(test_paste_mode_ends_with_control_d),
		cmocka_unit_test(test_a_file_is_imported_by_name),
		cmocka_unit_test(test_the_window_may_have_any_size),
		cmocka_unit_test(test_a_closed_window_ends_it),
		cmocka_unit_test(test_a_signal_ends_it_with_the_terminal_restored),
		cmocka_unit_test(test_it_can_be_suspended),
		cmocka_unit_test(test_unusual_terminals_show_it_too),
		cmocka_unit_test(test_a_dumb_terminal_gets_text),
		cmocka_unit_test(test_nothing_happens_while_nothing_happens),
		cmocka_unit_test(test_the_mouse_moves_the_cursor),
		cmocka_unit_test(test_the_mouse_opens_tabs_and_environments),
		cmocka_unit_test(test_a_closed_window_ends_it_also_under_nohup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
