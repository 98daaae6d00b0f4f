/* A benchmark watched on a terminal, to its end and to its several other ends. */
#include "vt.h"

#include "../support/test.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fileio.h"

/* Fifty cells, each of which goes on for all of the 200 samples that a cell may take. */
#define ENDLESS                                                                                    \
	"--suite", "sweep", "--tests", "read,reread,random_read,backward_read,stride_read",        \
		"--file-size", "64M", "--record-size", "32K..16M", "--all-records", "--precision", \
		"0.0001%", "--max-time", "1h"

static const char *const none[] = {NULL};

struct stage {
	char *home, *folder;
	struct vt_options options;
};

static struct stage set_stage(void)
{
	struct stage stage = {.home = test_folder_create(), .folder = test_folder_create()};

	stage.options.home = stage.home;
	return stage;
}

static size_t count_entries(const char *path)
{
	DIR *dir = opendir(path);
	size_t count = 0;
	const struct dirent *entry;

	assert_non_null(dir);
	while ((entry = readdir(dir)))
		count += entry->d_name[0] != '.' || strlen(entry->d_name) > 2;
	closedir(dir);
	return count;
}

/* Nothing of the run may be left in the folder that it was about. */
static void strike_stage(struct stage *stage)
{
	assert_int_equal(count_entries(stage->folder), 0);
	test_folder_remove(stage->folder);
	test_folder_remove(stage->home);
}

static struct vt *start_endless(const struct stage *stage)
{
	const char *const arguments[] = {"run", ENDLESS, stage->folder, NULL};
	struct vt *vt = vt_start_fstui(arguments, &stage->options);

	assert_true(vt_wait_text(vt, "RUNNING", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "cell 1/50", VT_SOON_MS));
	return vt;
}

static pid_t worker_of(const struct vt *vt)
{
	char path[64];
	long worker = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", vt_pid(vt), vt_pid(vt));
	file = fopen(path, "r");
	assert_non_null(file);
	assert_int_equal(fscanf(file, "%ld", &worker), 1);
	fclose(file);
	return (pid_t)worker;
}

static void expect_exit(struct vt *vt, int expected)
{
	int status;

	assert_true(vt_wait_exit(vt, VT_SOON_MS, &status));
	assert_int_equal(status, expected);
	vt_free(vt);
}

/* Stop the run, then leave. */
static void leave_endless(struct vt *vt)
{
	vt_type(vt, "<C-c>");
	assert_true(vt_wait_text(vt, "STOPPED", VT_SOON_MS));
	vt_type(vt, "Q");
	expect_exit(vt, 130);
}

static void test_a_run_is_set_up_watched_and_kept(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = vt_start_fstui(none, &stage.options);

	(void)state;
	assert_true(vt_wait_text(vt, "? help", VT_SOON_MS));
	vt_type(vt, "r");
	assert_true(vt_wait_text(vt, "Set up a run", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "cells, about", VT_SOON_MS));
	vt_type(vt, "<Enter>");
	assert_true(vt_wait_text(vt, "Folders:", VT_SOON_MS));
	vt_type(vt, "<C-u>");
	vt_type(vt, "disk=");
	vt_type(vt, stage.folder);
	assert_true(vt_wait_text(vt, stage.folder, VT_SOON_MS));
	vt_type(vt, "<Enter>");
	assert_true(vt_wait_text(vt, "--name disk", VT_SOON_MS));
	vt_type(vt, "G");
	vt_type(vt, "<Enter>");
	assert_true(vt_wait_text(vt, "cell", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "throughput", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "latency", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "The run is done", 4 * VT_SOON_MS));
	assert_true(vt_find(vt, "100 %", NULL, NULL));
	vt_type(vt, "1");
	assert_true(vt_wait_text(vt, "A  disk", VT_SOON_MS));
	vt_type(vt, "q");
	expect_exit(vt, 0);

	vt = vt_start_fstui(none, &stage.options);
	assert_true(vt_wait_text(vt, "A  disk", VT_SOON_MS));
	vt_type(vt, "q");
	expect_exit(vt, 0);
	strike_stage(&stage);
}

static void test_it_is_stopped_after_a_question(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = start_endless(&stage);

	(void)state;
	vt_type(vt, "X");
	assert_true(vt_wait_text(vt, "Stop the run?", VT_SOON_MS));
	vt_type(vt, "n");
	assert_true(vt_wait_gone(vt, "Stop the run?", VT_SOON_MS));
	vt_type(vt, "X");
	assert_true(vt_wait_text(vt, "Stop the run?", VT_SOON_MS));
	vt_type(vt, "y");
	assert_true(vt_wait_text(vt, "STOPPED", VT_SOON_MS));
	vt_type(vt, "Q");
	expect_exit(vt, 130);
	strike_stage(&stage);
}

static void test_a_real_tool_is_watched(void **state)
{
	struct stage stage = set_stage();
	const char *const arguments[] = {"run", "--name", "disk", stage.folder, "--tool", "dd",
		"--", "if=/dev/zero", "of=file", "bs=1k", NULL};
	struct vt *vt = vt_start_fstui(arguments, &stage.options);

	(void)state;
	assert_true(vt_wait_text(vt, "RUNNING", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "record 1K", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "cell 1", VT_SOON_MS));
	vt_type(vt, "X");
	assert_true(vt_wait_text(vt, "Stop the run?", VT_SOON_MS));
	vt_type(vt, "y");
	assert_true(vt_wait_text(vt, "STOPPED", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "1 measurements", VT_SOON_MS));
	vt_type(vt, "Q");
	expect_exit(vt, 130);
	strike_stage(&stage);
}

static void test_it_pauses_and_skips(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = start_endless(&stage);

	(void)state;
	vt_type(vt, "z");
	assert_true(vt_wait_text(vt, "PAUSED", VT_SOON_MS));
	vt_type(vt, "z");
	assert_true(vt_wait_text(vt, "RUNNING", VT_SOON_MS));
	vt_type(vt, "Z");
	assert_true(vt_wait_text(vt, "cell 2/50", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "skipped", VT_SOON_MS));
	leave_endless(vt);
	strike_stage(&stage);
}

/* The first ^C stops the run, the second leaves. */
static void test_control_c_stops_then_leaves(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = start_endless(&stage);

	(void)state;
	vt_type(vt, "<C-c>");
	assert_true(vt_wait_text(vt, "STOPPED", VT_SOON_MS));
	vt_type(vt, "<C-c>");
	expect_exit(vt, 130);
	strike_stage(&stage);
}

static void test_it_goes_on_behind_other_views(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = start_endless(&stage);

	(void)state;
	vt_type(vt, "1");
	assert_true(vt_wait_text(vt, "environment", VT_SOON_MS));
	assert_true(vt_wait_text(vt, " left", VT_SOON_MS));
	vt_type(vt, "Q");
	assert_true(vt_wait_text(vt, "Stop the run and leave?", VT_SOON_MS));
	vt_type(vt, "y");
	expect_exit(vt, 130);
	strike_stage(&stage);
}

static void test_a_killed_worker_is_told(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = start_endless(&stage);

	(void)state;
	kill(worker_of(vt), SIGKILL);
	assert_true(vt_wait_text(vt, "FAILED", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "The run failed", VT_SOON_MS));
	vt_type(vt, "Q");
	expect_exit(vt, 1);
	/* What a killed worker cannot remove, fstui clean does. */
	test_folder_remove(stage.folder);
	test_folder_remove(stage.home);
}

static void test_a_closed_window_ends_the_worker_too(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = start_endless(&stage);
	pid_t worker = worker_of(vt);
	int status;

	(void)state;
	vt_hang_up(vt);
	assert_true(vt_wait_exit(vt, 2000, &status));
	assert_int_equal(kill(worker, 0), -1);
	assert_int_equal(errno, ESRCH);
	vt_free(vt);
	strike_stage(&stage);
}

/* Suspended for long, the screen must not hold its worker up: it reads nothing meanwhile. */
static void test_it_runs_on_while_suspended(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = start_endless(&stage);

	(void)state;
	vt_type(vt, "<C-z>");
	assert_true(vt_wait_output(vt, "\x1b[?1049l", VT_SOON_MS));
	assert_true(vt_wait_quiet(vt, 100, VT_SOON_MS));
	vt_signal(vt, SIGCONT);
	assert_true(vt_wait_text(vt, "RUNNING", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "The display was suspended; the run went on", VT_SOON_MS));
	leave_endless(vt);
	strike_stage(&stage);
}

static void test_a_folder_that_is_not_there_is_told(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = vt_start_fstui(none, &stage.options);

	(void)state;
	assert_true(vt_wait_text(vt, "? help", VT_SOON_MS));
	vt_type(vt, "r");
	assert_true(vt_wait_text(vt, "Set up a run", VT_SOON_MS));
	vt_type(vt, "<Enter>");
	assert_true(vt_wait_text(vt, "Folders:", VT_SOON_MS));
	vt_type(vt, "<C-u>/no/such/folder");
	assert_true(vt_wait_text(vt, "/no/such/folder", VT_SOON_MS));
	vt_type(vt, "<Enter>");
	vt_type(vt, "G");
	vt_type(vt, "<Enter>");
	assert_true(vt_wait_text(vt, "FAILED", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "/no/such/folder", VT_SOON_MS));
	vt_type(vt, "Q");
	expect_exit(vt, 0);
	strike_stage(&stage);
}

static void test_the_display_freezes(void **state)
{
	struct stage stage = set_stage();
	struct vt *vt = start_endless(&stage);
	char before[24][400];

	(void)state;
	vt_type(vt, "p");
	assert_true(vt_wait_text(vt, "frozen", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "p thaws it", VT_SOON_MS));
	/* Below the tabs, where "samples" goes when the first row of one's own comes. */
	for (int row = 1; row < 24; row++)
		snprintf(before[row], sizeof(before[row]), "%s", vt_row(vt, row));
	vt_observe(vt, 1500);
	for (int row = 1; row < 24; row++)
		assert_string_equal(vt_row(vt, row), before[row]);
	vt_type(vt, "p");
	assert_true(vt_wait_gone(vt, "frozen", VT_SOON_MS));
	leave_endless(vt);
	strike_stage(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_run_is_set_up_watched_and_kept),
		cmocka_unit_test(test_it_is_stopped_after_a_question),
		cmocka_unit_test(test_a_real_tool_is_watched),
		cmocka_unit_test(test_it_pauses_and_skips),
		cmocka_unit_test(test_control_c_stops_then_leaves),
		cmocka_unit_test(test_it_goes_on_behind_other_views),
		cmocka_unit_test(test_a_killed_worker_is_told),
		cmocka_unit_test(test_a_closed_window_ends_the_worker_too),
		cmocka_unit_test(test_it_runs_on_while_suspended),
		cmocka_unit_test(test_a_folder_that_is_not_there_is_told),
		cmocka_unit_test(test_the_display_freezes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
