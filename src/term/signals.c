#include "term/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static const int numbers[SIGNAL_COUNT] = {
	[SIGNAL_RESIZE] = SIGWINCH,
	[SIGNAL_STOP] = SIGTSTP,
	[SIGNAL_CONTINUE] = SIGCONT,
};

static volatile sig_atomic_t raised[SIGNAL_COUNT];
static int wake_pipe[2] = {-1, -1};
static struct sigaction before[SIGNAL_COUNT];

void signals_raise(enum term_signal signal)
{
	int errnum = errno;

	raised[signal] = 1;
	if (write(wake_pipe[1], "", 1) < 0)
		errno = 0; /* full: poll() returns anyway */
	errno = errnum;
}

static void on_signal(int number)
{
	for (int i = 0; i < SIGNAL_COUNT; i++)
		if (numbers[i] == number)
			signals_raise((enum term_signal)i);
}

fst_status signals_watch(struct fst_error *error)
{
	struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};

	if (pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
		return fst_error_errno(error, errno, "cannot make a pipe");
	sigemptyset(&action.sa_mask);
	for (int i = 0; i < SIGNAL_COUNT; i++) {
		raised[i] = 0;
		sigaction(numbers[i], &action, &before[i]);
	}
	return FST_OK;
}

void signals_unwatch(void)
{
	if (wake_pipe[0] < 0)
		return;
	for (int i = 0; i < SIGNAL_COUNT; i++)
		sigaction(numbers[i], &before[i], NULL);
	for (int i = 0; i < 2; i++) {
		close(wake_pipe[i]);
		wake_pipe[i] = -1;
	}
}

int signals_fd(void)
{
	return wake_pipe[0];
}

void signals_drain(void)
{
	char bytes[64];

	while (read(wake_pipe[0], bytes, sizeof(bytes)) > 0)
		;
}

bool signals_take(enum term_signal signal)
{
	bool was = raised[signal] != 0;

	raised[signal] = 0;
	return was;
}

void signals_stop_process(void)
{
	struct sigaction stop = {.sa_handler = SIG_DFL}, ours;

	sigemptyset(&stop.sa_mask);
	sigaction(SIGTSTP, &stop, &ours);
	raise(SIGTSTP);
	sigaction(SIGTSTP, &ours, NULL);
}
