#include "feed/feed.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "base/clock.h"
#include "base/fileio.h"

/* A row's histogram and series take up to 100 KiB; more than this in a line is no event. */
#define LINE_LIMIT (4u << 20)

/* What one feed_read() takes at most, so that a flood cannot starve the caller's screen. */
#define READ_LIMIT (1u << 20)

#define KILL_AFTER_NS 5000000000u

const char *const feed_request_names[FEED_REQUESTS] = {
	[FEED_STOP] = "stop",
	[FEED_PAUSE] = "pause",
	[FEED_RESUME] = "resume",
	[FEED_SKIP] = "skip",
};

/* One of the worker's two output streams. */
struct stream {
	int fd; /* -1: ended */
	struct strbuf pending; /* the start of a line whose end has not come */
	bool discarding; /* within a line over LINE_LIMIT */
};

struct feed {
	struct stream events, messages;
	int requests; /* the worker's standard input */
	pid_t pid;
	int exit_status; /* once pid is 0 */
	bool ended; /* an `end` event was handed on */
};

/* Between fork and exec: only what is safe there. */
static FST_NORETURN void become_worker(const int fds[3], pid_t parent, char *const *argv)
{
	sigset_t none;

	for (int i = 0; i < 3; i++)
		if (dup2(fds[i], i) < 0)
			_exit(127);
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent) /* it died before prctl took hold */
		_exit(127);
	for (int i = 1; i < NSIG; i++)
		signal(i, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	execv("/proc/self/exe", argv);
	_exit(127);
}

static void close_pair(int pair[2])
{
	for (int i = 0; i < 2; i++)
		if (pair[i] >= 0)
			close(pair[i]);
}

fst_status feed_local_start(struct feed **feed, const char *const *args, struct fst_error *error)
{
	int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
	fst_status status = FST_OK;
	pid_t parent = getpid(), pid = -1;
	size_t count = 0;
	char **argv;

	*feed = NULL;
	while (args[count])
		count++;
	argv = xcalloc(count + 4, sizeof(*argv));
	argv[0] = xstrdup("fstui");
	argv[1] = xstrdup("run");
	argv[2] = xstrdup("--stream");
	for (size_t i = 0; i < count; i++)
		argv[i + 3] = xstrdup(args[i]);
	if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) {
		status = fst_error_errno(error, errno, "cannot make a pipe for the worker");
		goto out;
	}
	pid = fork();
	if (pid < 0) {
		status = fst_error_errno(error, errno, "cannot start the worker");
		goto out;
	}
	if (pid == 0)
		become_worker((const int[]){in[0], out[1], err[1]}, parent, argv);
	setpgid(pid, pid); /* in both, so that it holds whoever runs first */
	*feed = xcalloc(1, sizeof(**feed));
	(*feed)->pid = pid;
	(*feed)->requests = in[1];
	(*feed)->events.fd = out[0];
	(*feed)->messages.fd = err[0];
	in[1] = out[0] = err[0] = -1;
	fcntl((*feed)->requests, F_SETFL, O_NONBLOCK);
	fcntl((*feed)->events.fd, F_SETFL, O_NONBLOCK);
	fcntl((*feed)->messages.fd, F_SETFL, O_NONBLOCK);
out:
	close_pair(in);
	close_pair(out);
	close_pair(err);
	for (size_t i = 0; i < count + 3; i++)
		free(argv[i]);
	free(argv);
	return status;
}

int feed_fd(const struct feed *feed)
{
	return feed->events.fd;
}

static void hand_note(enum feed_level level, struct text text, feed_handler handler, void *context)
{
	const struct feed_event note = {.kind = FEED_NOTE, .level = level, .text = text};

	handler(context, &note);
}

static void take_event_line(
	struct feed *feed, struct text line, feed_handler handler, void *context)
{
	struct feed_event event;
	struct fst_error error;

	if (text_trim(line).len == 0)
		return;
	if (feed_event_parse(line, &event, &error) != FST_OK) {
		hand_note(FEED_WARNING, text_of(error.message), handler, context);
		return;
	}
	feed->ended = feed->ended || event.kind == FEED_END;
	handler(context, &event);
	feed_event_free(&event);
}

static void take_line(struct feed *feed, const struct stream *stream, struct text line,
	feed_handler handler, void *context)
{
	if (stream == &feed->events)
		take_event_line(feed, line, handler, context);
	else if (line.len)
		hand_note(FEED_WARNING, line, handler, context);
}

/* Cut the whole lines off what is pending. At the end of the stream the rest is a line, too. */
static void take_lines(
	struct feed *feed, struct stream *stream, bool at_end, feed_handler handler, void *context)
{
	struct text rest = strbuf_text(&stream->pending);
	size_t end;

	while ((end = text_find_char(rest, '\n')) != SIZE_MAX) {
		if (!stream->discarding)
			take_line(feed, stream, text_make(rest.ptr, end), handler, context);
		stream->discarding = false;
		rest = text_skip(rest, end + 1);
	}
	if (at_end && rest.len && !stream->discarding)
		take_line(feed, stream, rest, handler, context);
	if (rest.len > LINE_LIMIT) {
		hand_note(FEED_WARNING, TEXT("a line that is too long to be an event was left out"),
			handler, context);
		stream->discarding = true;
	}
	if (at_end || stream->discarding) {
		strbuf_clear(&stream->pending);
	} else if (rest.len < stream->pending.len) {
		memmove(stream->pending.ptr, rest.ptr, rest.len);
		strbuf_truncate(&stream->pending, rest.len);
	}
}

static void read_stream(
	struct feed *feed, struct stream *stream, feed_handler handler, void *context)
{
	size_t taken = 0;

	while (stream->fd >= 0 && taken < READ_LIMIT) {
		ssize_t n;

		strbuf_reserve(&stream->pending, 65536);
		n = read(stream->fd, stream->pending.ptr + stream->pending.len, 65536);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
			return;
		if (n <= 0) {
			take_lines(feed, stream, true, handler, context);
			close(stream->fd);
			stream->fd = -1;
			return;
		}
		stream->pending.len += (size_t)n;
		stream->pending.ptr[stream->pending.len] = '\0';
		taken += (size_t)n;
		take_lines(feed, stream, false, handler, context);
	}
}

bool feed_read(struct feed *feed, feed_handler handler, void *context)
{
	read_stream(feed, &feed->messages, handler, context);
	read_stream(feed, &feed->events, handler, context);
	if (feed->events.fd >= 0)
		return true;
	/* What it said last may be the reason why it ended. */
	read_stream(feed, &feed->messages, handler, context);
	if (!feed->ended) {
		const struct feed_event end = {.kind = FEED_END, .outcome = FEED_FAILED};

		feed->ended = true;
		handler(context, &end);
	}
	return false;
}

bool feed_request(struct feed *feed, enum feed_request request)
{
	const char *name = feed_request_names[request];
	struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
	char line[16];
	ssize_t n;

	if (feed->requests < 0)
		return false;
	snprintf(line, sizeof(line), "%s\n", name);
	sigaction(SIGPIPE, &ignore, &before);
	n = write(feed->requests, line, strlen(line));
	sigaction(SIGPIPE, &before, NULL);
	return n == (ssize_t)strlen(line);
}

pid_t feed_pid(const struct feed *feed)
{
	return feed->pid;
}

bool feed_reap(struct feed *feed, int *exit_status)
{
	int status;

	if (feed->pid) {
		pid_t reaped = waitpid(feed->pid, &status, WNOHANG);

		if (reaped == 0 || (reaped < 0 && errno == EINTR))
			return false;
		if (reaped < 0)
			feed->exit_status = 127;
		else if (WIFEXITED(status))
			feed->exit_status = WEXITSTATUS(status);
		else
			feed->exit_status = 128 + WTERMSIG(status);
		feed->pid = 0;
	}
	*exit_status = feed->exit_status;
	return true;
}

/* Wait for the worker's end of the event pipe to close, in slices that let a kill come in time. */
static void wait_for_end(struct feed *feed)
{
	uint64_t deadline = clock_monotonic_ns(&clock_system) + KILL_AFTER_NS;
	bool killed = false;
	int exit_status;

	while (!feed_reap(feed, &exit_status)) {
		struct pollfd pollfd = {.fd = feed->events.fd, .events = POLLIN};
		char discard[4096];

		if (!killed && clock_monotonic_ns(&clock_system) > deadline) {
			kill(feed->pid, SIGKILL);
			killed = true;
		}
		if (poll(&pollfd, 1, 20) > 0 &&
			read(feed->events.fd, discard, sizeof(discard)) == 0) {
			close(feed->events.fd);
			feed->events.fd = -1; /* poll() then only waits */
		}
	}
}

void feed_close(struct feed *feed)
{
	if (!feed)
		return;
	if (feed->pid) {
		kill(feed->pid, SIGTERM);
		kill(feed->pid, SIGCONT); /* a worker that is stopped cannot tidy up */
		wait_for_end(feed);
	}
	if (feed->requests >= 0)
		close(feed->requests);
	if (feed->events.fd >= 0)
		close(feed->events.fd);
	if (feed->messages.fd >= 0)
		close(feed->messages.fd);
	strbuf_free(&feed->events.pending);
	strbuf_free(&feed->messages.pending);
	free(feed);
}
