#include "base/loop.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"

struct watch {
	int fd; /* -1: removed, the place is free */
	short events;
	bool fresh; /* not yet part of a poll() */
	loop_fd_fn *fn;
	void *context;
};

struct timer {
	uint64_t due_ns;
	uint64_t number;
	loop_timer_fn *fn;
	void *context;
};

struct caught {
	int number;
	loop_signal_fn *fn;
	void *context;
	struct sigaction former;
};

struct loop {
	const struct clock *clock;
	uint64_t now_ns;
	uint64_t wakeups;
	bool quit;

	struct watch *watches;
	size_t watch_count;
	struct pollfd *polled; /* as many as watches, and one for the pipe */

	struct timer *timers; /* earliest first */
	size_t timer_count;
	uint64_t last_number;

	struct caught *caught;
	size_t caught_count;
	int pipe[2];
};

/* The end of the self-pipe that the handler writes to. */
static volatile sig_atomic_t signal_pipe = -1;

static void handle_signal(int number)
{
	int saved = errno;
	unsigned char byte = (unsigned char)number;

	/* A full pipe holds this signal already or will wake the loop anyway. */
	if (write(signal_pipe, &byte, 1) < 0)
		errno = saved;
	errno = saved;
}

static bool set_flags(int fd)
{
	return fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 && fcntl(fd, F_SETFL, O_NONBLOCK) == 0;
}

struct loop *loop_new(const struct clock *clock, struct fst_error *error)
{
	struct loop *loop = xcalloc(1, sizeof(*loop));

	if (pipe(loop->pipe) != 0) {
		fst_error_errno(error, errno, "cannot make a pipe for signals");
		free(loop);
		return NULL;
	}
	if (!set_flags(loop->pipe[0]) || !set_flags(loop->pipe[1])) {
		fst_error_errno(error, errno, "cannot set up the pipe for signals");
		close(loop->pipe[0]);
		close(loop->pipe[1]);
		free(loop);
		return NULL;
	}
	loop->clock = clock;
	loop->now_ns = clock_monotonic_ns(clock);
	return loop;
}

void loop_free(struct loop *loop)
{
	if (!loop)
		return;
	while (loop->caught_count)
		loop_signal(loop, loop->caught[0].number, NULL, NULL);
	close(loop->pipe[0]);
	close(loop->pipe[1]);
	free(loop->watches);
	free(loop->polled);
	free(loop->timers);
	free(loop->caught);
	free(loop);
}

uint64_t loop_wakeups(const struct loop *loop)
{
	return loop->wakeups;
}

void loop_quit(struct loop *loop)
{
	loop->quit = true;
}

static struct watch *find_watch(struct loop *loop, int fd)
{
	for (size_t i = 0; i < loop->watch_count; i++)
		if (loop->watches[i].fd == fd)
			return &loop->watches[i];
	return NULL;
}

void loop_watch(struct loop *loop, int fd, short events, loop_fd_fn *fn, void *context)
{
	struct watch *watch = find_watch(loop, fd);

	if (!watch)
		watch = find_watch(loop, -1);
	if (!watch) {
		loop->watches = xreallocarray(
			loop->watches, loop->watch_count + 1, sizeof(*loop->watches));
		loop->polled = xreallocarray(
			loop->polled, loop->watch_count + 2, sizeof(*loop->polled));
		watch = &loop->watches[loop->watch_count++];
	}
	*watch = (struct watch){
		.fd = fd, .events = events, .fresh = true, .fn = fn, .context = context};
}

void loop_unwatch(struct loop *loop, int fd)
{
	struct watch *watch = find_watch(loop, fd);

	if (watch)
		watch->fd = -1;
}

uint64_t loop_after(struct loop *loop, uint64_t delay_ns, loop_timer_fn *fn, void *context)
{
	uint64_t due_ns = clock_monotonic_ns(loop->clock) + delay_ns;
	size_t place = loop->timer_count;

	loop->timers = xreallocarray(loop->timers, loop->timer_count + 1, sizeof(*loop->timers));
	while (place > 0 && loop->timers[place - 1].due_ns > due_ns) {
		loop->timers[place] = loop->timers[place - 1];
		place--;
	}
	loop->timers[place] = (struct timer){
		.due_ns = due_ns, .number = ++loop->last_number, .fn = fn, .context = context};
	loop->timer_count++;
	return loop->last_number;
}

static void remove_timer(struct loop *loop, size_t place)
{
	loop->timer_count--;
	for (size_t i = place; i < loop->timer_count; i++)
		loop->timers[i] = loop->timers[i + 1];
}

void loop_cancel(struct loop *loop, uint64_t timer)
{
	for (size_t i = 0; i < loop->timer_count; i++) {
		if (loop->timers[i].number == timer) {
			remove_timer(loop, i);
			return;
		}
	}
}

static struct caught *find_caught(struct loop *loop, int number)
{
	for (size_t i = 0; i < loop->caught_count; i++)
		if (loop->caught[i].number == number)
			return &loop->caught[i];
	return NULL;
}

void loop_signal(struct loop *loop, int signal_number, loop_signal_fn *fn, void *context)
{
	struct caught *caught = find_caught(loop, signal_number);
	struct sigaction action = {.sa_handler = handle_signal, .sa_flags = SA_RESTART};

	if (caught && !fn) {
		sigaction(signal_number, &caught->former, NULL);
		*caught = loop->caught[--loop->caught_count];
		return;
	}
	if (!fn)
		return;
	if (!caught) {
		loop->caught = xreallocarray(
			loop->caught, loop->caught_count + 1, sizeof(*loop->caught));
		caught = &loop->caught[loop->caught_count++];
		*caught = (struct caught){.number = signal_number};
		signal_pipe = loop->pipe[1];
		sigfillset(&action.sa_mask);
		sigaction(signal_number, &action, &caught->former);
	}
	caught->fn = fn;
	caught->context = context;
}

static void dispatch_signals(struct loop *loop)
{
	unsigned char bytes[64];
	ssize_t got;

	/* Storms of one signal are one call: what it means is looked up when it is handled. */
	bool seen[UCHAR_MAX + 1] = {false};

	while ((got = read(loop->pipe[0], bytes, sizeof(bytes))) > 0)
		for (ssize_t i = 0; i < got; i++)
			seen[bytes[i]] = true;
	for (int number = 0; number <= UCHAR_MAX; number++) {
		struct caught *caught = seen[number] ? find_caught(loop, number) : NULL;

		if (caught)
			caught->fn(caught->context, number);
	}
}

/* Only the timers that are there now: one that a callback adds waits for the next round. */
static void dispatch_timers(struct loop *loop)
{
	uint64_t last = loop->last_number;
	size_t i = 0;

	while (i < loop->timer_count && loop->timers[i].due_ns <= loop->now_ns) {
		struct timer timer = loop->timers[i];

		if (timer.number > last) {
			i++;
			continue;
		}
		remove_timer(loop, i);
		timer.fn(timer.context);
		i = 0;
	}
}

static void dispatch_fds(struct loop *loop, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct pollfd polled = loop->polled[i];
		struct watch watch = loop->watches[i];

		/* An earlier callback may have removed the watch or given its place away. */
		if (polled.revents && !watch.fresh && watch.fd >= 0)
			watch.fn(watch.context, watch.fd, polled.revents);
	}
}

static int wait_ms(const struct loop *loop, bool block)
{
	uint64_t now = clock_monotonic_ns(loop->clock);
	uint64_t left_ms;

	if (!block || loop->quit)
		return 0;
	if (loop->timer_count == 0)
		return -1;
	if (loop->timers[0].due_ns <= now)
		return 0;
	left_ms = (loop->timers[0].due_ns - now + 999999) / 1000000;
	return left_ms > INT_MAX ? INT_MAX : (int)left_ms;
}

bool loop_step(struct loop *loop, bool block)
{
	size_t count = loop->watch_count;
	int ready;

	if (loop->quit)
		return false;
	if (!loop->polled)
		loop->polled = xmalloc(sizeof(*loop->polled));
	for (size_t i = 0; i < count; i++) {
		loop->watches[i].fresh = false;
		loop->polled[i] = (struct pollfd){
			.fd = loop->watches[i].fd, .events = loop->watches[i].events};
	}
	loop->polled[count] = (struct pollfd){.fd = loop->pipe[0], .events = POLLIN};
	ready = poll(loop->polled, (nfds_t)count + 1, wait_ms(loop, block));
	loop->wakeups++;
	loop->now_ns = clock_monotonic_ns(loop->clock);
	if (ready > 0 && loop->polled[count].revents)
		dispatch_signals(loop);
	dispatch_timers(loop);
	if (ready > 0)
		dispatch_fds(loop, count);
	return !loop->quit;
}
