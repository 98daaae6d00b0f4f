#include "vt_private.h"

#include "../support/support.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void die(const char *what)
{
	perror(what);
	abort();
}

static long long now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* ---- starting and ending ---- */

static void child_set_environment(const struct vt *vt, const struct vt_options *options)
{
	static const char *const removed[] = {"LINES", "COLUMNS", "NO_COLOR", "COLORTERM", "TMUX",
		"STY", "SSH_CONNECTION", "SSH_TTY", "XDG_DATA_HOME", "XDG_CONFIG_HOME",
		"XDG_STATE_HOME", "LANG", "LANGUAGE"};

	for (size_t i = 0; i < sizeof(removed) / sizeof(removed[0]); i++)
		unsetenv(removed[i]);
	setenv("HOME", vt->home, 1);
	setenv("TERM", options->term != NULL ? options->term : "xterm-256color", 1);
	setenv("LC_ALL", options->locale != NULL ? options->locale : "C.UTF-8", 1);
	setenv("TZ", "UTC", 1);
	for (const char *const *entry = options->env; entry != NULL && *entry != NULL; entry++) {
		char *copy = strdup(*entry);
		char *value = copy != NULL ? strchr(copy, '=') : NULL;

		if (value == NULL) {
			unsetenv(*entry);
		} else {
			*value = '\0';
			setenv(copy, value + 1, 1);
		}
		free(copy);
	}
}

static _Noreturn void child_run(
	const struct vt *vt, const char *const argv[], const struct vt_options *options)
{
	/* A test that fails leaves its program behind, for which the terminal is then closed. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* Whoever started the tests may ignore it, as nohup does. */
	signal(SIGHUP, SIG_DFL);
	child_set_environment(vt, options);
	if (options->folder != NULL && chdir(options->folder) != 0) {
		perror(options->folder);
		_exit(127);
	}
	/* POSIX promises not to change the strings; its prototype is older than const. */
	execvp(argv[0], (char *const *)(uintptr_t)argv);
	perror(argv[0]);
	_exit(127);
}

struct vt *vt_start(const char *const argv[], const struct vt_options *options)
{
	static const struct vt_options defaults = {0};
	const struct vt_options *o = options != NULL ? options : &defaults;
	struct winsize size = {
		.ws_row = (unsigned short)(o->rows > 0 ? o->rows : 24),
		.ws_col = (unsigned short)(o->columns > 0 ? o->columns : 80),
	};
	struct vt *vt = calloc(1, sizeof(*vt));

	if (vt == NULL)
		die("calloc");
	vt->home_is_ours = o->home == NULL;
	vt->home = o->home != NULL ? strdup(o->home) : test_folder_create();
	vt->mute = o->mute;
	vt_screen_create(
		vt, size.ws_row, size.ws_col, o->locale == NULL || strcmp(o->locale, "C") != 0);
	vt->pid = forkpty(&vt->master, NULL, NULL, &size);
	if (vt->pid < 0)
		die("forkpty");
	if (vt->pid == 0)
		child_run(vt, argv, o);
	fcntl(vt->master, F_SETFL, O_NONBLOCK);
	fcntl(vt->master, F_SETFD, FD_CLOEXEC);
	vt->pidfd = (int)syscall(SYS_pidfd_open, vt->pid, 0);
	if (vt->pidfd < 0)
		die("pidfd_open");
	return vt;
}

struct vt *vt_start_fstui(const char *const arguments[], const struct vt_options *options)
{
	const char *program = getenv("FSTUI");
	size_t count = 0;
	const char **argv;
	struct vt *vt;

	while (arguments[count] != NULL)
		count++;
	argv = calloc(count + 2, sizeof(*argv));
	if (argv == NULL)
		die("calloc");
	argv[0] = program != NULL ? program : FSTUI_BUILDDIR "/fstui";
	memcpy(argv + 1, arguments, count * sizeof(*argv));
	vt = vt_start(argv, options);
	free(argv);
	return vt;
}

static void reap(struct vt *vt)
{
	int status;

	if (vt->reaped || waitpid(vt->pid, &status, 0) != vt->pid)
		return;
	vt->reaped = true;
	vt->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void vt_free(struct vt *vt)
{
	if (vt == NULL)
		return;
	if (!vt->reaped)
		kill(vt->pid, SIGKILL);
	reap(vt);
	vt_hang_up(vt);
	close(vt->pidfd);
	vt_screen_free(vt);
	free(vt->output);
	if (vt->home_is_ours)
		test_folder_remove(vt->home);
	else
		free(vt->home);
	free(vt);
}

void vt_hang_up(struct vt *vt)
{
	if (vt->master >= 0)
		close(vt->master);
	vt->master = -1;
}

void vt_signal(struct vt *vt, int signal)
{
	if (!vt->reaped)
		kill(vt->pid, signal);
}

/* ---- the pump ---- */

static void output_append(struct vt *vt, const char *bytes, size_t length)
{
	if (vt->output_length + length + 1 > vt->output_size) {
		vt->output_size = (vt->output_size + length + 1) * 2;
		vt->output = realloc(vt->output, vt->output_size);
		if (vt->output == NULL)
			die("realloc");
	}
	memcpy(vt->output + vt->output_length, bytes, length);
	vt->output_length += length;
	vt->output[vt->output_length] = '\0';
}

/* Takes what the program has written so far. Returns whether that was anything. */
static bool take_output(struct vt *vt)
{
	char buffer[65536];
	bool any = false;

	while (vt->master >= 0) {
		ssize_t n = read(vt->master, buffer, sizeof(buffer));

		if (n > 0) {
			any = true;
			output_append(vt, buffer, (size_t)n);
			vterm_input_write(vt->vterm, buffer, (size_t)n);
		} else if (n < 0 && errno == EINTR) {
			continue;
		} else if (n < 0 && errno == EAGAIN) {
			break;
		} else {
			/* EIO: nobody has the other side open any more. */
			vt_hang_up(vt);
		}
	}
	return any;
}

/*
 * Waits until there is output, the program ends, or TIMEOUT_MS is over, and takes the output.
 * Returns whether there was any.
 */
static bool pump(struct vt *vt, int timeout_ms)
{
	struct pollfd fds[2] = {
		{.fd = vt->master, .events = POLLIN},
		{.fd = vt->reaped ? -1 : vt->pidfd, .events = POLLIN},
	};

	if (poll(fds, 2, timeout_ms) < 0 && errno != EINTR)
		die("poll");
	if (fds[1].revents != 0)
		reap(vt);
	return take_output(vt);
}

void vt_send(struct vt *vt, const char *bytes, size_t length)
{
	long long deadline = now_ms() + VT_SOON_MS;

	while (length > 0 && vt->master >= 0 && now_ms() < deadline) {
		struct pollfd fd = {.fd = vt->master, .events = POLLIN | POLLOUT};
		ssize_t n;

		if (poll(&fd, 1, VT_SOON_MS) <= 0)
			continue;
		/* Otherwise a program that writes before it reads on would wait for us, and we for
		 * it. */
		if ((fd.revents & POLLIN) != 0 && (fd.revents & POLLOUT) == 0)
			take_output(vt);
		if ((fd.revents & POLLOUT) == 0)
			continue;
		n = write(vt->master, bytes, length);
		if (n > 0) {
			bytes += n;
			length -= (size_t)n;
		} else if (errno != EAGAIN && errno != EINTR) {
			return;
		}
	}
}

/* What a thread's status file says: whether it sleeps, and how often it went to sleep. */
struct thread_status {
	char state;
	long voluntary_switches;
};

static struct thread_status thread_read_status(const char *path)
{
	struct thread_status status = {0};
	char line[256];
	FILE *file = fopen(path, "re");

	if (file == NULL)
		return status;
	while (fgets(line, sizeof(line), file) != NULL) {
		sscanf(line, "State: %c", &status.state);
		sscanf(line, "voluntary_ctxt_switches: %ld", &status.voluntary_switches);
	}
	fclose(file);
	return status;
}

/* The sum of the threads' switches; the state is 'S' when all of them sleep. */
static struct thread_status process_read_status(const struct vt *vt)
{
	struct thread_status sum = {.state = 'S'};
	char folder[64], path[PATH_MAX];
	struct dirent *entry;
	DIR *tasks;

	snprintf(folder, sizeof(folder), "/proc/%d/task", (int)vt->pid);
	tasks = opendir(folder);
	if (tasks == NULL)
		return sum;
	while ((entry = readdir(tasks)) != NULL) {
		struct thread_status thread;

		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%s/status", folder, entry->d_name);
		thread = thread_read_status(path);
		sum.voluntary_switches += thread.voluntary_switches;
		if (thread.state != 'S')
			sum.state = thread.state;
	}
	closedir(tasks);
	return sum;
}

/* ---- waiting ---- */

struct wish {
	bool (*is_fulfilled)(struct vt *vt, const char *argument);
	const char *argument;
	const char *description;
};

static bool wait_for(struct vt *vt, const struct wish *wish, int timeout_ms)
{
	long long deadline = now_ms() + timeout_ms;

	take_output(vt);
	while (!wish->is_fulfilled(vt, wish->argument)) {
		long long left = deadline - now_ms();

		if (left <= 0 || (vt->reaped && vt->master < 0)) {
			fprintf(stderr, "# waited in vain for %s: \"%s\"%s\n", wish->description,
				wish->argument, vt->reaped ? "; the program has ended" : "");
			vt_print(vt, stderr);
			return false;
		}
		pump(vt, (int)left);
	}
	return true;
}

static bool text_is_there(struct vt *vt, const char *text)
{
	return vt_find(vt, text, NULL, NULL);
}

static bool text_is_gone(struct vt *vt, const char *text)
{
	return !text_is_there(vt, text);
}

static bool output_has(struct vt *vt, const char *bytes)
{
	return vt->output != NULL &&
	       memmem(vt->output, vt->output_length, bytes, strlen(bytes)) != NULL;
}

bool vt_wait_text(struct vt *vt, const char *text, int timeout_ms)
{
	const struct wish wish = {text_is_there, text, "the text"};

	return wait_for(vt, &wish, timeout_ms);
}

bool vt_wait_gone(struct vt *vt, const char *text, int timeout_ms)
{
	const struct wish wish = {text_is_gone, text, "the end of the text"};

	return wait_for(vt, &wish, timeout_ms);
}

bool vt_wait_output(struct vt *vt, const char *bytes, int timeout_ms)
{
	const struct wish wish = {output_has, bytes, "the bytes"};

	return wait_for(vt, &wish, timeout_ms);
}

bool vt_wait_quiet(struct vt *vt, int quiet_ms, int timeout_ms)
{
	long long deadline = now_ms() + timeout_ms;
	long long last = now_ms();

	while (now_ms() - last < quiet_ms && !(vt->reaped && vt->master < 0)) {
		if (now_ms() >= deadline) {
			fprintf(stderr, "# waited in vain for %d ms without output\n", quiet_ms);
			vt_print(vt, stderr);
			return false;
		}
		if (pump(vt, (int)(quiet_ms - (now_ms() - last))) ||
			process_read_status(vt).state != 'S')
			last = now_ms();
	}
	return true;
}

static bool has_ended(struct vt *vt, const char *argument)
{
	(void)argument;
	return vt->reaped;
}

bool vt_wait_exit(struct vt *vt, int timeout_ms, int *status)
{
	const struct wish wish = {has_ended, "", "the end of the program"};
	bool ended = wait_for(vt, &wish, timeout_ms);

	if (ended)
		*status = vt->status;
	return ended;
}

void vt_observe(struct vt *vt, int ms)
{
	long long deadline = now_ms() + ms;

	for (long long left = ms; left > 0; left = deadline - now_ms())
		pump(vt, (int)left);
}

/* ---- looking ---- */

const char *vt_output(const struct vt *vt, size_t *length)
{
	*length = vt->output_length;
	return vt->output != NULL ? vt->output : "";
}

pid_t vt_pid(const struct vt *vt)
{
	return vt->pid;
}

const char *vt_home(const struct vt *vt)
{
	return vt->home;
}

long vt_count_wakeups(const struct vt *vt)
{
	return process_read_status(vt).voluntary_switches;
}
