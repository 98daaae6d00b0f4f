#include "bench/toolproc.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "base/number.h"
#include "base/strbuf.h"
#include "model/rootfile.h"

/* What a user's PATH often lacks. */
#define MORE_PLACES ":/usr/local/sbin:/usr/sbin:/sbin"

char *toolproc_find(const char *name)
{
	const char *path = getenv("PATH");
	char *places = xasprintf("%s" MORE_PLACES, path ? path : "/usr/local/bin:/usr/bin:/bin");
	char *rest = places, *found = NULL;

	for (char *place; !found && (place = strsep(&rest, ":"));) {
		found = xasprintf("%s/%s", place[0] ? place : ".", name);
		if (place[0] != '/' || access(found, X_OK) != 0) {
			free(found);
			found = NULL;
		}
	}
	free(places);
	return found;
}

/* Between fork and exec: only what is safe there. */
static FST_NORETURN void become_tool(
	const char *path, char *const *argv, int folder_fd, int output, int input, pid_t parent)
{
	sigset_t none;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent || (folder_fd >= 0 && fchdir(folder_fd) != 0) ||
		dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 ||
		dup2(output, STDERR_FILENO) < 0)
		_exit(127);
	for (int i = 1; i < NSIG; i++)
		signal(i, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setenv("LC_ALL", "C", 1);
	execv(path, argv);
	_exit(127);
}

fst_status toolproc_start(
	struct toolproc *process, char *const *argv, int folder_fd, struct fst_error *error)
{
	char *path = toolproc_find(argv[0]);
	int pair[2] = {-1, -1}, input = open("/dev/null", O_RDONLY | O_CLOEXEC);
	fst_status status = FST_OK;
	pid_t parent = getpid();

	*process = TOOLPROC_NONE;
	if (!path) {
		status = fst_error_set(error, FST_FAILED, "%s is not installed", argv[0]);
		goto out;
	}
	if (input < 0 || pipe2(pair, O_CLOEXEC) != 0) {
		status = fst_error_errno(error, errno, "cannot make a pipe for %s", argv[0]);
		goto out;
	}
	process->pid = fork();
	if (process->pid < 0) {
		process->pid = 0;
		status = fst_error_errno(error, errno, "cannot start %s", argv[0]);
		goto out;
	}
	if (process->pid == 0)
		become_tool(path, argv, folder_fd, pair[1], input, parent);
	setpgid(process->pid, process->pid); /* in both, so that it holds whoever runs first */
	process->output = pair[0];
	fcntl(process->output, F_SETFL, O_NONBLOCK);
	pair[0] = -1;
out:
	for (int i = 0; i < 2; i++)
		if (pair[i] >= 0)
			close(pair[i]);
	if (input >= 0)
		close(input);
	free(path);
	return status;
}

void toolproc_signal(const struct toolproc *process, int signal_number)
{
	if (process->pid)
		kill(-process->pid, signal_number);
}

static void take_status(struct toolproc *process, int status)
{
	process->exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* The leader stays a zombie until its group is gone, so that the group's number cannot be
 * another's. */
bool toolproc_reap(struct toolproc *process)
{
	siginfo_t info = {0};
	int status;

	if (!process->pid)
		return true;
	if (waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
		info.si_pid == 0)
		return false;
	kill(-process->pid, SIGKILL);
	if (waitpid(process->pid, &status, 0) == process->pid)
		take_status(process, status);
	process->pid = 0;
	return true;
}

bool toolproc_read_bytes(const struct toolproc *process, uint64_t *bytes)
{
	struct strbuf sb = STRBUF_INIT;
	struct text rest, line, word;
	uint64_t value;
	int found = 0;

	*bytes = 0;
	if (!process->pid || !rootfile_read("", &sb, "/proc/%d/io", (int)process->pid))
		return false;
	rest = strbuf_text(&sb);
	while (text_next_part(&rest, '\n', &line)) {
		if (!text_starts(line, "rchar:") && !text_starts(line, "wchar:"))
			continue;
		line = text_skip(line, strlen("rchar:"));
		if (text_next_word(&line, &word) && number_parse_u64(word, &value)) {
			*bytes += value;
			found++;
		}
	}
	strbuf_free(&sb);
	return found == 2;
}

void toolproc_end(struct toolproc *process)
{
	int status;

	if (process->pid) {
		kill(-process->pid, SIGKILL);
		while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
			;
		process->pid = 0;
	}
	if (process->output >= 0)
		close(process->output);
	process->output = -1;
}
