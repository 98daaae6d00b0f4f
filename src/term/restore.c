#include "term/restore.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/attributes.h"

static const int fatal_signals[] = {
	SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGHUP, SIGINT, SIGQUIT};

#define STACK_SIZE 65536

/*
 * What a signal handler needs must be reachable without arguments: the one thing
 * that cannot belong to struct app.
 */
static struct {
	volatile sig_atomic_t armed;
	int fd;
	struct termios termios;
	char bytes[RESTORE_BYTES];
	volatile size_t length;
	struct sigaction before[FST_COUNT(fatal_signals)];
	stack_t stack, stack_before; /* a stack overflow needs another stack */
} saved;

static void on_fatal_signal(int number)
{
	int errnum = errno;

	if (saved.armed) {
		saved.armed = 0;
		/* Nothing can be done about a terminal that does not take it. */
		if (write(saved.fd, saved.bytes, saved.length) < 0)
			errno = 0;
		tcsetattr(saved.fd, TCSANOW, &saved.termios);
	}
	for (size_t i = 0; i < FST_COUNT(fatal_signals); i++)
		if (fatal_signals[i] == number)
			sigaction(number, &saved.before[i], NULL);
	errno = errnum;
	raise(number);
}

void restore_arm(int fd, const struct termios *termios)
{
	struct sigaction action = {.sa_handler = on_fatal_signal, .sa_flags = SA_ONSTACK};

	restore_disarm();
	saved.fd = fd;
	saved.termios = *termios;
	saved.length = 0;
	saved.stack = (stack_t){.ss_sp = xmalloc(STACK_SIZE), .ss_size = STACK_SIZE};
	sigaltstack(&saved.stack, &saved.stack_before);
	sigemptyset(&action.sa_mask);
	saved.armed = 1;
	for (size_t i = 0; i < FST_COUNT(fatal_signals); i++) {
		sigaction(fatal_signals[i], NULL, &saved.before[i]);
		/* Who starts us with HUP or INT ignored (nohup) wants that. */
		if (saved.before[i].sa_handler != SIG_IGN)
			sigaction(fatal_signals[i], &action, NULL);
	}
}

void restore_set_bytes(const char *bytes, size_t length)
{
	length = length < RESTORE_BYTES ? length : RESTORE_BYTES;
	/* A signal in between writes nothing rather than half of it. */
	saved.length = 0;
	memcpy(saved.bytes, bytes, length);
	saved.length = length;
}

void restore_disarm(void)
{
	if (!saved.stack.ss_sp)
		return;
	saved.armed = 0;
	for (size_t i = 0; i < FST_COUNT(fatal_signals); i++) {
		struct sigaction now;

		/* One that the app has installed since then stays. */
		sigaction(fatal_signals[i], NULL, &now);
		if (now.sa_handler == on_fatal_signal)
			sigaction(fatal_signals[i], &saved.before[i], NULL);
	}
	sigaltstack(&saved.stack_before, NULL);
	free(saved.stack.ss_sp);
	saved.stack.ss_sp = NULL;
}
