/*
 * What people complain about in terminal programs, as numbered in the reports that the
 * design answers: how they live with the terminal, the keyboard, their files and each
 * other. test_complaints_look.c has the rest.
 */
#include "stage.h"
#include "vt_private.h"

#include "../support/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "base/fileio.h"

static bool has_output(const struct vt *vt, const char *bytes)
{
	size_t length;
	const char *output = vt_output(vt, &length);

	return memmem(output, length, bytes, strlen(bytes)) != NULL;
}

static void wait_exit(struct vt *vt, int timeout_ms, int expected)
{
	int status;

	assert_true(vt_wait_exit(vt, timeout_ms, &status));
	assert_int_equal(status, expected);
	vt_free(vt);
}

static void test_04_an_orphan_spins_after_the_connection_drops(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);
	const char *const ignoring[] = {
		"sh", "-c", "trap '' HUP; exec \"$FSTUI\" \"$0\"", stage.sweep, NULL};

	(void)state;
	vt_hang_up(vt);
	wait_exit(vt, 2000, 130);
	vt = vt_start(ignoring, NULL);
	assert_true(vt_wait_text(vt, "? help", VT_SOON_MS));
	vt_hang_up(vt);
	wait_exit(vt, 2000, 130);
	strike_stage(&stage);
}

static void test_08_escape_feels_a_second_late(void **state)
{
	static const char *const patient[] = {"ESCDELAY=9000", NULL};
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);

	(void)state;
	vt_type(vt, "?");
	assert_true(vt_wait_text(vt, "keys in library", VT_SOON_MS));
	vt_type(vt, "<Esc>");
	assert_true(vt_wait_gone(vt, "keys in library", 1000));
	leave(vt, "q", 0);
	/* Who sets ESCDELAY means it: the rest of the sequence may come late. */
	vt = open_sweep(&stage, &(struct vt_options){.env = patient});
	vt_type(vt, "2");
	assert_true(vt_wait_text(vt, "record 64K", VT_SOON_MS));
	vt_send(vt, "\x1b", 1);
	vt_observe(vt, 150);
	vt_send(vt, "[C", 2);
	assert_true(vt_wait_text(vt, "record 128K", VT_SOON_MS));
	leave(vt, "Q", 0);
	strike_stage(&stage);
}

static void test_09_control_z_stolen_or_resume_stalls(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);

	(void)state;
	vt_type(vt, "2");
	assert_true(vt_wait_text(vt, "record 64K", VT_SOON_MS));
	vt_type(vt, "<C-z>");
	assert_true(vt_wait_output(vt, "\x1b[?1049l", VT_SOON_MS));
	assert_true(has_output(vt, "\x1b[?2004l") && has_output(vt, "\x1b[?1000l"));
	/* Another size while it is stopped. */
	vt_resize(vt, 43, 132);
	vt_signal(vt, SIGCONT);
	assert_true(vt_wait_text(vt, "record 64K", VT_SOON_MS));
	vt_type(vt, "l");
	assert_true(vt_wait_text(vt, "record 128K", VT_SOON_MS));
	assert_true(vt_wait_quiet(vt, 50, VT_SOON_MS));
	assert_true(strstr(vt_row(vt, 42), "help") != NULL);
	leave(vt, "Q", 0);
	strike_stage(&stage);
}

static void test_10_the_terminal_left_broken_after_a_crash(void **state)
{
	static const int signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT};
	struct stage stage = set_stage();

	(void)state;
	for (size_t i = 0; i < FST_COUNT(signals); i++) {
		struct vt *vt = open_sweep(&stage, NULL);
		struct termios raw, after;
		int status;

		assert_int_equal(tcgetattr(vt->master, &raw), 0);
		assert_false(raw.c_lflag & (ICANON | ECHO));
		vt_signal(vt, signals[i]);
		assert_true(vt_wait_exit(vt, VT_SOON_MS, &status));
		assert_true(status > 128);
		assert_false(vt_is_alternate_screen(vt));
		assert_true(vt_is_cursor_visible(vt));
		assert_true(has_output(vt, "\x1b[?2004l") && has_output(vt, "\x1b[?1000l"));
		if (vt->master >= 0 && tcgetattr(vt->master, &after) == 0)
			assert_int_equal(after.c_lflag & (ICANON | ECHO), ICANON | ECHO);
		vt_free(vt);
	}
	strike_stage(&stage);
}

static void test_11_refuses_small_screens(void **state)
{
	static const int sizes[][2] = {{10, 40}, {5, 30}, {2, 20}, {1, 40}, {1, 1}};
	struct stage stage = set_stage();

	(void)state;
	for (size_t i = 0; i < FST_COUNT(sizes); i++) {
		const char *const arguments[] = {"--view", "sizes", stage.sweep, NULL};
		struct vt_options options = {.rows = sizes[i][0], .columns = sizes[i][1]};
		struct vt *vt = vt_start_fstui(arguments, &options);

		assert_true(vt_wait_output(vt, "\x1b[?2004h", VT_SOON_MS));
		if (sizes[i][1] >= 20)
			assert_true(vt_wait_text(vt, "iB/s", VT_SOON_MS));
		vt_type(vt, "lQ");
		wait_exit(vt, VT_SOON_MS, 0);
	}
	strike_stage(&stage);
}

static void test_12_crash_on_resize_or_odd_sizes(void **state)
{
	static const char *const views = "1234567?";
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);

	(void)state;
	for (int i = 0; i < 300; i++) {
		char key[2] = {views[i % 8], '\0'};

		vt_resize(vt, 1 + i * 17 % 61, 1 + i * 29 % 211);
		if (i % 5 == 0)
			vt_type(vt, key);
	}
	vt_resize(vt, 200, 500);
	vt_resize(vt, 24, 80);
	vt_type(vt, "<Esc><Esc>2");
	assert_true(vt_wait_text(vt, "record 64K", VT_SOON_MS));
	leave(vt, "Q", 0);
	strike_stage(&stage);
}

static void test_13_keys_that_cannot_be_bound(void **state)
{
	static const char config[] = "[keys]\nlarger-record = F5 w\nswap = s\n";
	struct stage stage = set_stage();
	char *path = fileio_join(stage.folder, "config");
	const char *const arguments[] = {"--config", path, NULL};
	struct vt *vt;

	(void)state;
	assert_int_equal(fileio_replace(path, text_of(config), NULL), FST_OK);
	vt = open_sweep_with(&stage, arguments, NULL);
	assert_true(vt_wait_text(vt, "s does \"swap\" now, no longer \"scale\"", VT_SOON_MS));
	vt_type(vt, "2");
	assert_true(vt_wait_text(vt, "record 64K", VT_SOON_MS));
	vt_type(vt, "w");
	assert_true(vt_wait_text(vt, "record 128K", VT_SOON_MS));
	vt_type(vt, "<F5>");
	assert_true(vt_wait_text(vt, "record 256K", VT_SOON_MS));
	vt_type(vt, "}l");
	assert_true(vt_wait_text(vt, "record 512K", VT_SOON_MS));
	vt_type(vt, "?/larger rec<Enter>");
	assert_true(vt_wait_text(vt, "F5 w", VT_SOON_MS));
	leave(vt, "Q", 0);
	free(path);
	strike_stage(&stage);
}

static void test_14_function_keys_eaten_or_misread(void **state)
{
	static const char unknown[] = "\x1b[99~\x1bOz\x1b[57399u\x1b[1;7X\x1b[I\x1b[O\x1bP+q\x1b\\";
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);

	(void)state;
	vt_send(vt, unknown, sizeof(unknown) - 1);
	vt_type(vt, "<F1>");
	assert_true(vt_wait_text(vt, "keys in library", VT_SOON_MS));
	vt_send(vt, "\x1b[11~", 5); /* PuTTY's F1 closes it */
	assert_true(vt_wait_gone(vt, "keys in library", VT_SOON_MS));
	vt_send(vt, "\x1b[[A", 4); /* the Linux console's */
	assert_true(vt_wait_text(vt, "keys in library", VT_SOON_MS));
	vt_type(vt, "?");
	assert_true(vt_wait_gone(vt, "keys in library", VT_SOON_MS));
	leave(vt, "q", 0);
	strike_stage(&stage);
}

static void test_20_the_config_overwritten_on_exit(void **state)
{
	static const char config[] = "# mine\n[keys]\nhelp = ? F1\nnonsense = 1\n";
	struct stage stage = set_stage();
	char *folder = xasprintf("%s/.config/fstui", stage.folder);
	char *path = fileio_join(folder, "config");
	struct vt_options options = {.home = stage.folder};
	struct strbuf after = STRBUF_INIT;
	struct stat before, now;
	struct vt *vt;

	(void)state;
	assert_int_equal(fileio_make_folders(folder, 0700, NULL), FST_OK);
	assert_int_equal(fileio_replace(path, text_of(config), NULL), FST_OK);
	assert_int_equal(stat(path, &before), 0);
	vt = open_sweep(&stage, &options);
	assert_true(vt_wait_text(vt, "config:4: ", VT_SOON_MS));
	vt_type(vt, "TUM:theme mono<Enter>");
	assert_true(vt_wait_text(vt, "Theme mono.", VT_SOON_MS));
	leave(vt, "Q", 0);
	assert_int_equal(stat(path, &now), 0);
	assert_true(now.st_ino == before.st_ino && now.st_mtim.tv_nsec == before.st_mtim.tv_nsec);
	assert_int_equal(fileio_read(path, SIZE_MAX, &after, NULL), FST_OK);
	assert_string_equal(strbuf_string(&after), config);
	strbuf_free(&after);
	free(path);
	free(folder);
	strike_stage(&stage);
}

static void test_21_dot_files_all_over_home(void **state)
{
	static const char *const homeless[] = {"HOME", NULL};
	struct stage stage = set_stage();
	char *home = test_folder_create();
	struct vt_options options = {.home = home};
	struct vt *vt = open_sweep(&stage, &options);
	char *list = xasprintf(
		"ls -A '%s' | grep -vE '^[.](config|local)$' >'%s/strays'; test ! -s "
		"'%s/strays'",
		home, stage.folder, stage.folder);

	(void)state;
	vt_type(vt, "2TUM");
	leave(vt, "Q", 0);
	assert_int_equal(system(list), 0); /* NOLINT: paths of our own making */
	vt = open_sweep(&stage, &(struct vt_options){.env = homeless});
	leave(vt, "Q", 0);
	free(list);
	test_folder_remove(home);
	strike_stage(&stage);
}

static void test_23_the_screen_freezes_while_it_measures(void **state)
{
	char *folder = test_folder_create();
	const char *const arguments[] = {"run", "--suite", "sweep", "--tests", "read",
		"--file-size", "16M", "--record-size", "64K", "--precision", "0.0001%",
		"--max-time", "1h", folder, NULL};
	struct vt *vt = vt_start_fstui(arguments, NULL);
	char path[64];
	FILE *children;
	long worker = 0;

	(void)state;
	assert_true(vt_wait_text(vt, "RUNNING", VT_SOON_MS));
	/* A process of its own measures, and every key is served meanwhile. */
	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", vt_pid(vt), vt_pid(vt));
	children = fopen(path, "r");
	assert_non_null(children);
	assert_int_equal(fscanf(children, "%ld", &worker), 1);
	fclose(children);
	assert_true(worker > 1);
	vt_type(vt, "?");
	assert_true(vt_wait_text(vt, "keys in run", VT_SOON_MS));
	vt_type(vt, "q");
	assert_true(vt_wait_gone(vt, "keys in run", VT_SOON_MS));
	vt_type(vt, "<C-c>");
	assert_true(vt_wait_text(vt, "STOPPED", VT_SOON_MS));
	vt_type(vt, "Q");
	wait_exit(vt, VT_SOON_MS, 130);
	test_folder_remove(folder);
}

static void test_24_no_output_without_a_terminal(void **state)
{
	struct stage stage = set_stage();
	const char *const piped[] = {"sh", "-c", "\"$FSTUI\" \"$0\" | cat", stage.sweep, NULL};
	const char *const fed[] = {"sh", "-c", "\"$FSTUI\" \"$0\" </dev/null", stage.sweep, NULL};
	const char *const *const ways[] = {piped, fed};

	(void)state;
	for (size_t i = 0; i < FST_COUNT(ways); i++) {
		struct vt *vt = vt_start(ways[i], NULL);
		int status;

		assert_true(vt_wait_exit(vt, VT_SOON_MS, &status));
		assert_int_equal(status, 0);
		assert_true(vt_find(vt, "vboxsf", NULL, NULL));
		assert_false(has_output(vt, "\x1b"));
		vt_free(vt);
	}
	strike_stage(&stage);
}

static void test_25_pasted_text_fires_keys(void **state)
{
	static const char keys[] = "q\nQ\nX\n:quit\nabcdefghijkl\n";
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, NULL);

	(void)state;
	vt_paste(vt, keys, sizeof(keys) - 1);
	assert_true(vt_wait_text(vt, "nothing recognised", VT_SOON_MS));
	leave(vt, "q", 0);
	/* A terminal without brackets: many bytes at once with line ends are no typing. */
	vt = open_sweep(&stage, &(struct vt_options){.term = "vt100", .locale = "C"});
	assert_false(has_output(vt, "2004"));
	vt_send(vt, keys, sizeof(keys) - 1);
	assert_true(vt_wait_text(vt, "nothing recognised", VT_SOON_MS));
	leave(vt, "q", 0);
	strike_stage(&stage);
}

/* A terminal that never answers, and one that answers in the middle of typing. */
static void test_answers_late_or_never(void **state)
{
	static const char answers[] = "\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[?62;22c";
	struct stage stage = set_stage();
	struct vt *vt = open_sweep(&stage, &(struct vt_options){.mute = true});

	(void)state;
	vt_type(vt, "2:reco");
	vt_send(vt, answers, sizeof(answers) - 1);
	vt_type(vt, "rd 1M<Enter>");
	assert_true(vt_wait_text(vt, "record 1M", VT_SOON_MS));
	leave(vt, "Q", 0);
	vt = open_sweep(&stage, &(struct vt_options){.mute = true});
	leave(vt, "Q", 0);
	strike_stage(&stage);
}

static struct vt *paste_and_save(const struct vt_options *options, const char *log)
{
	static const char *const no_arguments[] = {NULL};
	struct vt *vt = vt_start_fstui(no_arguments, options);

	assert_true(vt_wait_text(vt, "? help", VT_SOON_MS));
	vt_paste(vt, log, strlen(log));
	assert_true(vt_wait_text(vt, "recognised in", VT_SOON_MS));
	return vt;
}

/* Both have a preview open before the first saves. */
static void test_two_at_once_lose_nothing(void **state)
{
	static const char *const no_arguments[] = {NULL};
	char *home = test_folder_create();
	struct vt_options options = {.home = home};
	struct vt *first = paste_and_save(&options,
		"$ dd if=/dev/zero of=/mnt/one bs=1M count=64\n64+0 records in\n64+0 records out\n"
		"67108864 bytes (67 MB, 64 MiB) copied, 0.5 s, 134 MB/s\n");
	struct vt *second = paste_and_save(&options,
		"$ dd if=/dev/zero of=/mnt/two bs=1M count=64\n64+0 records in\n64+0 records out\n"
		"67108864 bytes (67 MB, 64 MiB) copied, 0.7 s, 95.9 MB/s\n");
	struct vt *third;

	(void)state;
	vt_type(first, "<Enter>");
	assert_true(vt_wait_text(first, "to the library", VT_SOON_MS));
	vt_type(second, "<Enter>");
	assert_true(vt_wait_text(second, "to the library", VT_SOON_MS));
	leave(first, "Q", 0);
	leave(second, "Q", 0);
	third = vt_start_fstui(no_arguments, &options);
	assert_true(vt_wait_text(third, "/mnt/one", VT_SOON_MS));
	assert_true(vt_wait_text(third, "/mnt/two", VT_SOON_MS));
	leave(third, "Q", 0);
	test_folder_remove(home);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_04_an_orphan_spins_after_the_connection_drops),
		cmocka_unit_test(test_08_escape_feels_a_second_late),
		cmocka_unit_test(test_09_control_z_stolen_or_resume_stalls),
		cmocka_unit_test(test_10_the_terminal_left_broken_after_a_crash),
		cmocka_unit_test(test_11_refuses_small_screens),
		cmocka_unit_test(test_12_crash_on_resize_or_odd_sizes),
		cmocka_unit_test(test_13_keys_that_cannot_be_bound),
		cmocka_unit_test(test_14_function_keys_eaten_or_misread),
		cmocka_unit_test(test_20_the_config_overwritten_on_exit),
		cmocka_unit_test(test_21_dot_files_all_over_home),
		cmocka_unit_test(test_23_the_screen_freezes_while_it_measures),
		cmocka_unit_test(test_24_no_output_without_a_terminal),
		cmocka_unit_test(test_25_pasted_text_fires_keys),
		cmocka_unit_test(test_answers_late_or_never),
		cmocka_unit_test(test_two_at_once_lose_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
