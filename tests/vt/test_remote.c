/*
 * What a new user does: log in by ssh, start fstui inside tmux at 80x24, measure two folders, step
 * through record sizes, paste a log, quit, and find everything at the next start. The sshd serves
 * one connection through a pipe and listens nowhere.
 */
#include "vt.h"

#include "../support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"

#define SSHD "/usr/sbin/sshd"

struct remote {
	char *folder; /* keys, sockets, and the home of the account */
	char *home;
	char *proxy; /* the command whose input and output is the connection */
	char *identity;
};

static bool have_programs(void)
{
	return access(SSHD, X_OK) == 0 && system("command -v tmux ssh ssh-keygen >/dev/null") == 0;
}

static void run_shell(const char *command)
{
	if (system(command) != 0) {
		print_message("failed: %s\n", command);
		fail();
	}
}

static int remote_create(void **state)
{
	struct remote *remote = xcalloc(1, sizeof(*remote));
	char *config, *command;
	FILE *file;

	*state = remote;
	remote->folder = test_folder_create();
	remote->home = fileio_join(remote->folder, "home");
	remote->identity = fileio_join(remote->folder, "user_key");
	config = fileio_join(remote->folder, "sshd_config");
	remote->proxy = xasprintf("ProxyCommand=%s -i -f %s", SSHD, config);
	if (!have_programs()) {
		free(config);
		return 0;
	}
	command = xasprintf("cd '%s' && mkdir home disk memory && "
			    "ssh-keygen -q -t ed25519 -N '' -f host_key && "
			    "ssh-keygen -q -t ed25519 -N '' -f user_key && "
			    "{ [ \"$(id -u)\" -ne 0 ] || mkdir -p /run/sshd; }",
		remote->folder);
	run_shell(command);
	file = fopen(config, "w");
	assert_non_null(file);
	fprintf(file,
		"HostKey %s/host_key\nAuthorizedKeysFile %s/user_key.pub\n"
		"StrictModes no\nUsePAM no\nPidFile none\nPermitRootLogin yes\n",
		remote->folder, remote->folder);
	fclose(file);
	free(command);
	free(config);
	return 0;
}

/* Also after a test that failed half-way: its tmux would go on without us. */
static int remote_free(void **state)
{
	struct remote *remote = *state;
	char *command = xasprintf(
		"tmux -S '%s/tmux' kill-server >/dev/null 2>&1 || :", remote->folder);

	run_shell(command);
	free(command);
	test_folder_remove(remote->folder);
	free(remote->home);
	free(remote->proxy);
	free(remote->identity);
	free(remote);
	return 0;
}

/* Logs in, and runs fstui with ARGUMENTS (for a shell) as the only window of a tmux. */
static struct vt *log_in(const struct remote *remote, const char *arguments)
{
	const char *program = getenv("FSTUI");
	char *command = xasprintf("cd '%s' && exec env -u XDG_DATA_HOME -u XDG_CONFIG_HOME "
				  "-u XDG_STATE_HOME HOME='%s' LC_ALL=C.UTF-8 tmux -u -S "
				  "'%s/tmux' -f /dev/null new-session '%s' %s",
		remote->folder, remote->home, remote->folder,
		program != NULL ? program : FSTUI_BUILDDIR "/fstui", arguments);
	const char *const argv[] = {"ssh", "-F", "none", "-tt", "-i", remote->identity, "-o",
		remote->proxy, "-o", "StrictHostKeyChecking=no", "-o",
		"UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "localhost", command, NULL};
	struct vt *vt = vt_start(argv, NULL);

	free(command);
	return vt;
}

static void log_out(struct vt *vt)
{
	int status = -1;

	vt_type(vt, "Q");
	assert_true(vt_wait_exit(vt, VT_SOON_MS, &status));
	assert_int_equal(status, 0);
	vt_free(vt);
}

static const char bonnie[] =
	"Version  1.97       ------Sequential Output------ --Sequential Input- --Random-\n"
	"Concurrency   1     -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"
	"Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n"
	"colleague      128M           446777  32 446000  29           5454545  99 175009 92\n";

static void test_measure_step_paste_and_come_back(void **state)
{
	const struct remote *remote = *state;
	struct vt *vt;

	if (!have_programs())
		skip();

	vt = log_in(remote, "");
	assert_true(vt_wait_text(vt, "samples", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "? help", VT_SOON_MS));
	log_out(vt);

	vt = log_in(remote, test_is_long()
				    ? "run --suite quick --name disk disk --name memory memory"
				    : "run --suite sweep --tests write,read --file-size 1M "
				      "--record-size 4K,1M "
				      "--precision off --name disk disk --name memory memory");
	assert_true(vt_wait_text(vt, "DONE", test_is_long() ? 5 * VT_SOON_MS : VT_SOON_MS));
	vt_type(vt, "2");
	assert_true(vt_wait_text(vt, "record", VT_SOON_MS));
	vt_type(vt, "<Home>");
	assert_true(vt_wait_text(vt, "record 4K 1/", VT_SOON_MS));
	vt_type(vt, "<Right>");
	assert_true(vt_wait_text(vt, "record 1M 2/", VT_SOON_MS));
	assert_true(vt_find(vt, "disk", NULL, NULL));
	assert_true(vt_find(vt, "memory", NULL, NULL));

	vt_paste(vt, bonnie, sizeof(bonnie) - 1);
	assert_true(vt_wait_text(vt, "recognised", VT_SOON_MS));
	vt_type(vt, "<Enter>");
	assert_true(vt_wait_text(vt, "to the library", VT_SOON_MS));
	log_out(vt);

	vt = log_in(remote, "");
	assert_true(vt_wait_text(vt, "3 environments", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "disk", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "memory", VT_SOON_MS));
	assert_true(vt_wait_text(vt, "colleague", VT_SOON_MS));
	log_out(vt);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			test_measure_step_paste_and_come_back, remote_create, remote_free),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
