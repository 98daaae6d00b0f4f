/* Work folders: private, never through a link, and found again when their run was killed. */
#include "../support/test.h"
#include "../support/support.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "bench/leftover.h"
#include "bench/owner.h"
#include "bench/workdir.h"
#include "bench/workstate.h"

struct setting {
	char *folder, *state;
};

static int set_up(void **state)
{
	struct setting *setting = xcalloc(1, sizeof(*setting));

	setting->folder = test_folder_create();
	setting->state = test_folder_create();
	*state = setting;
	return 0;
}

static int tear_down(void **state)
{
	struct setting *setting = *state;

	test_folder_remove(setting->folder);
	test_folder_remove(setting->state);
	free(setting);
	return 0;
}

static void put_file(const char *folder, const char *name, const char *contents)
{
	char *path = fileio_join(folder, name);

	assert_int_equal(fileio_replace(path, text_of(contents), NULL), FST_OK);
	free(path);
}

static bool exists(const char *folder, const char *name)
{
	char *path = fileio_join(folder, name);
	struct stat st;
	bool there = lstat(path, &st) == 0;

	free(path);
	return there;
}

static size_t state_entries(const struct setting *setting)
{
	struct workstate_entry *entries;
	size_t count;

	workstate_read(setting->state, &entries, &count);
	workstate_free(entries, count);
	return count;
}

/* What a scan met last, and how many. */
struct met {
	enum leftover_state state;
	size_t count;
};

static void meet(void *context, const struct leftover *leftover)
{
	struct met *met = context;

	met->state = leftover->state;
	met->count++;
}

static struct met scan(const struct setting *setting)
{
	struct met met = {0};

	assert_int_equal(
		leftover_scan(setting->folder, setting->state, true, meet, &met, NULL), FST_OK);
	return met;
}

static void is_private_and_goes_away(void **state)
{
	struct setting *setting = *state;
	struct workdir *workdir;
	struct stat st;
	char *path;
	int fd;

	assert_int_equal(workdir_create(&workdir, setting->folder, setting->state, NULL), FST_OK);
	path = xstrdup(workdir_path(workdir));
	assert_int_equal(lstat(path, &st), 0);
	assert_true(S_ISDIR(st.st_mode));
	assert_int_equal(st.st_mode & 0777, 0700);
	assert_int_equal(state_entries(setting), 1);
	fd = workdir_create_file(workdir, "fstui-data");
	assert_true(fd >= 0);
	assert_int_equal(fstat(fd, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	close(fd);
	assert_int_equal(workdir_create_file(workdir, "fstui-data"), -1);
	assert_int_equal(errno, EEXIST);
	assert_int_equal(workdir_remove(workdir, NULL), FST_OK);
	assert_int_not_equal(lstat(path, &st), 0);
	assert_int_equal(state_entries(setting), 0);
	free(path);
}

static void never_follows_what_is_planted(void **state)
{
	struct setting *setting = *state;
	struct workdir *workdir;
	char *victim = fileio_join(setting->state, "victim"), *planted;
	struct strbuf contents = STRBUF_INIT;
	struct fst_error error;

	put_file(setting->state, "victim", "precious");
	assert_int_equal(workdir_create(&workdir, setting->folder, NULL, NULL), FST_OK);
	planted = fileio_join(workdir_path(workdir), "fstui-data");
	assert_int_equal(symlink(victim, planted), 0);
	assert_int_equal(workdir_create_file(workdir, "fstui-data"), -1);
	assert_int_equal(workdir_open_file(workdir, "fstui-data", O_RDWR), -1);
	assert_int_equal(errno, ELOOP);
	assert_int_equal(unlink(planted), 0);
	assert_int_equal(mkfifo(planted, 0600), 0); /* must not hang */
	assert_int_equal(workdir_open_file(workdir, "fstui-data", O_RDONLY), -1);
	assert_int_equal(unlink(planted), 0);
	assert_int_equal(link(victim, planted), 0);
	assert_int_equal(workdir_open_file(workdir, "fstui-data", O_RDWR), -1);
	assert_int_equal(unlink(planted), 0);
	assert_int_equal(symlink(setting->state, planted), 0);
	assert_int_equal(workdir_remove(workdir, &error), FST_FAILED);
	assert_non_null(strstr(error.message, "did not make"));
	assert_int_equal(fileio_read(victim, 100, &contents, NULL), FST_OK);
	assert_true(text_is(strbuf_text(&contents), "precious"));
	strbuf_free(&contents);
	free(planted);
	free(victim);
}

static void keeps_what_others_put_there(void **state)
{
	struct setting *setting = *state;
	struct workdir *workdir;
	char *path;

	assert_int_equal(workdir_create(&workdir, setting->folder, NULL, NULL), FST_OK);
	path = xstrdup(workdir_path(workdir));
	put_file(path, "thesis.txt", "years of work");
	assert_int_equal(workdir_remove(workdir, NULL), FST_FAILED);
	assert_true(exists(path, "thesis.txt"));
	free(path);
}

static void refuses_what_is_no_folder(void **state)
{
	struct setting *setting = *state;
	struct workdir *workdir;
	struct fst_error error;
	char *path = fileio_join(setting->folder, "file");

	put_file(setting->folder, "file", "");
	assert_int_not_equal(workdir_create(&workdir, path, NULL, &error), FST_OK);
	assert_non_null(strstr(error.message, "expected a folder"));
	assert_null(workdir);
	assert_int_not_equal(workdir_create(&workdir, "/does/not/exist", NULL, &error), FST_OK);
	assert_string_equal(error.file, "/does/not/exist");
	free(path);
}

static void a_running_one_is_in_use(void **state)
{
	struct setting *setting = *state;
	struct workdir *workdir;
	struct met met;

	assert_int_equal(workdir_create(&workdir, setting->folder, setting->state, NULL), FST_OK);
	met = scan(setting);
	assert_int_equal(met.count, 1);
	assert_int_equal(met.state, LEFTOVER_IN_USE);
	assert_int_equal(workdir_remove(workdir, NULL), FST_OK);
}

/* A process that makes one, calls @and, and dies. */
static void leave_behind(const struct setting *setting, void (*and)(struct workdir *workdir))
{
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		struct workdir *workdir;

		if (workdir_create(&workdir, setting->folder, setting->state, NULL) != FST_OK)
			_exit(1);
		if (and)
			and(workdir);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static void fill(struct workdir *workdir)
{
	int fd = workdir_create_file(workdir, "fstui-data");

	if (fd < 0 || ftruncate(fd, 1 << 20) != 0)
		_exit(1);
}

static void lose_marker(struct workdir *workdir)
{
	if (workdir_remove_file(workdir, WORKDIR_MARKER) != 0)
		_exit(1);
}

static void lose_marker_but_fill(struct workdir *workdir)
{
	lose_marker(workdir);
	fill(workdir);
}

static void of_a_dead_process_is_removed(void **state)
{
	struct setting *setting = *state;
	struct met met = {0};

	leave_behind(setting, fill);
	met = scan(setting);
	assert_int_equal(met.count, 1);
	assert_int_equal(met.state, LEFTOVER_REMOVED);
	assert_int_equal(scan(setting).count, 0);
	assert_int_equal(state_entries(setting), 0);
	leave_behind(setting, fill);
	met = (struct met){0};
	leftover_scan_state(setting->state, meet, &met);
	assert_int_equal(met.state, LEFTOVER_REMOVED);
	assert_int_equal(scan(setting).count, 0);
}

static void killed_before_its_marker_it_is_found_too(void **state)
{
	struct setting *setting = *state;
	char *file = fileio_join(setting->state, "work-folders");

	leave_behind(setting, lose_marker);
	assert_int_equal(scan(setting).state, LEFTOVER_REMOVED);
	leave_behind(setting, lose_marker);
	assert_int_equal(unlink(file), 0); /* the name alone says whose the empty folder was */
	assert_int_equal(scan(setting).state, LEFTOVER_REMOVED);
	leave_behind(setting, lose_marker_but_fill);
	assert_int_equal(unlink(file), 0); /* now nothing proves anything */
	assert_int_equal(scan(setting).state, LEFTOVER_UNKNOWN);
	free(file);
}

/* Change the marker of what a dead process left. */
static void rewrite_marker(const struct setting *setting, void (*change)(struct owner *owner))
{
	char name[64] = "", *path, *marker;
	FILE *found;
	struct strbuf line = STRBUF_INIT;
	struct owner owner;
	char *command = xasprintf("cd '%s' && echo .fstui-work.*", setting->folder);

	found = popen(command, "r");
	assert_non_null(found);
	assert_int_equal(fscanf(found, "%63s", name), 1);
	pclose(found);
	path = fileio_join(setting->folder, name);
	marker = fileio_join(path, WORKDIR_MARKER);
	assert_int_equal(fileio_read(marker, 4096, &line, NULL), FST_OK);
	assert_int_equal(owner_parse(text_trim(strbuf_text(&line)), &owner, NULL, NULL), FST_OK);
	change(&owner);
	strbuf_clear(&line);
	owner_write(&line, &owner, NULL);
	assert_int_equal(fileio_replace(marker, strbuf_text(&line), NULL), FST_OK);
	strbuf_free(&line);
	free(marker);
	free(path);
	free(command);
}

static void to_other_machine(struct owner *owner)
{
	strcpy(owner->machine, "0123456789abcdef");
}

static void to_other_boot(struct owner *owner)
{
	strcpy(owner->boot, "00000000-0000-0000-0000-000000000000");
	owner->pid = (uint64_t)getpid(); /* the number is in use again */
}

static void to_other_container(struct owner *owner)
{
	strcpy(owner->pid_namespace, "pid:[1]");
}

static void to_reused_pid(struct owner *owner)
{
	owner->pid = (uint64_t)getpid();
}

static void who_is_gone_is_told_by_more_than_the_pid(void **state)
{
	const struct {
		void (*change)(struct owner *owner);
		enum leftover_state state;
	} cases[] = {
		{to_other_machine, LEFTOVER_ELSEWHERE},
		{to_other_container, LEFTOVER_ELSEWHERE},
		/* Without a machine's id it may as well be another machine's boot. */
		{to_other_boot, access("/etc/machine-id", R_OK) == 0 ? LEFTOVER_REMOVED
								     : LEFTOVER_ELSEWHERE},
		{to_reused_pid, LEFTOVER_REMOVED},
	};
	struct setting *setting = *state;

	for (size_t i = 0; i < FST_COUNT(cases); i++) {
		test_folder_remove(setting->folder);
		setting->folder = test_folder_create();
		leave_behind(setting, fill);
		rewrite_marker(setting, cases[i].change);
		assert_int_equal(scan(setting).state, cases[i].state);
	}
}

static void links_and_strangers_are_left_alone(void **state)
{
	struct setting *setting = *state;
	char *link_path = fileio_join(setting->folder, ".fstui-work.1.00000000");
	char *folder_path = fileio_join(setting->folder, ".fstui-work.strange");

	assert_int_equal(symlink(setting->state, link_path), 0);
	assert_int_equal(mkdir(folder_path, 0755), 0);
	put_file(setting->folder, ".fstui-work.file", "");
	assert_int_equal(scan(setting).state, LEFTOVER_UNKNOWN);
	assert_true(exists(setting->folder, ".fstui-work.1.00000000"));
	assert_true(exists(setting->folder, ".fstui-work.strange"));
	assert_true(exists(setting->folder, ".fstui-work.file"));
	free(link_path);
	free(folder_path);
}

static void a_damaged_state_file_does_no_harm(void **state)
{
	struct setting *setting = *state;
	struct met met = {0};

	put_file(setting->state, "work-folders",
		"garbage\n{\"fstui_work\":1}\n\n{\"fstui_work\":1,\"pid\":1,\"pid_start\":0,"
		"\"boot\":\"x\",\"machine\":\"y\",\"pid_namespace\":\"z\",\"path\":\"/etc\"}\n");
	leftover_scan_state(setting->state, meet, &met);
	assert_int_equal(met.count, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(is_private_and_goes_away, set_up, tear_down),
		cmocka_unit_test_setup_teardown(never_follows_what_is_planted, set_up, tear_down),
		cmocka_unit_test_setup_teardown(keeps_what_others_put_there, set_up, tear_down),
		cmocka_unit_test_setup_teardown(refuses_what_is_no_folder, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_running_one_is_in_use, set_up, tear_down),
		cmocka_unit_test_setup_teardown(of_a_dead_process_is_removed, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			killed_before_its_marker_it_is_found_too, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			who_is_gone_is_told_by_more_than_the_pid, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			links_and_strangers_are_left_alone, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			a_damaged_state_file_does_no_harm, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
