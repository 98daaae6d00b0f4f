#include "bench/outbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A listener that is so far behind does not need more samples. */
#define BACKLOG_LIMIT (1u << 20)

fst_status outbox_start(struct outbox *outbox, const struct run_config *config, struct text run,
	struct fst_error *error)
{
	struct stat st;

	memset(outbox, 0, sizeof(*outbox));
	if (pipe2(outbox->wake, O_CLOEXEC | O_NONBLOCK) != 0)
		return fst_error_errno(error, errno, "cannot make a pipe");
	pthread_mutex_init(&outbox->lock, NULL);
	outbox->fd = config->out_fd;
	outbox->flags = fcntl(outbox->fd, F_GETFL);
	/* A terminal's flags are shared with the shell; files do not block for long. */
	if (fstat(outbox->fd, &st) == 0 && (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode)))
		fcntl(outbox->fd, F_SETFL, outbox->flags | O_NONBLOCK);
	outbox->render = config->render;
	outbox->render_context = config->render_context;
	outbox->clock = config->clock;
	outbox->start_ns = clock_monotonic_ns(config->clock);
	outbox->run = run;
	return FST_OK;
}

void outbox_end(struct outbox *outbox)
{
	struct pollfd pollfd = {.fd = outbox->fd, .events = POLLOUT};

	while (outbox_flush(outbox))
		poll(&pollfd, 1, -1);
	fcntl(outbox->fd, F_SETFL, outbox->flags);
	close(outbox->wake[0]);
	close(outbox->wake[1]);
	strbuf_free(&outbox->pending);
	pthread_mutex_destroy(&outbox->lock);
}

double outbox_time_s(const struct outbox *outbox)
{
	return (double)(clock_monotonic_ns(outbox->clock) - outbox->start_ns) / 1e9;
}

void outbox_add(struct outbox *outbox, struct feed_event *event)
{
	bool late;

	event->run = outbox->run;
	event->t_s = outbox_time_s(outbox);
	pthread_mutex_lock(&outbox->lock);
	late = event->kind == FEED_SAMPLE && outbox->pending.len - outbox->written > BACKLOG_LIMIT;
	if (!outbox->broken && !late)
		outbox->render(outbox->render_context, &outbox->pending, event);
	pthread_mutex_unlock(&outbox->lock);
	outbox_wake(outbox);
}

void outbox_note(struct outbox *outbox, enum feed_level level, const char *format, ...)
{
	struct feed_event event = {.kind = FEED_NOTE, .level = level};
	struct strbuf text = STRBUF_INIT;
	va_list ap;

	va_start(ap, format);
	strbuf_vprintf(&text, format, ap);
	va_end(ap);
	event.text = strbuf_text(&text);
	outbox_add(outbox, &event);
	strbuf_free(&text);
}

bool outbox_flush(struct outbox *outbox)
{
	bool left;

	pthread_mutex_lock(&outbox->lock);
	while (!outbox->broken && outbox->written < outbox->pending.len) {
		ssize_t n = write(outbox->fd, outbox->pending.ptr + outbox->written,
			outbox->pending.len - outbox->written);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
			break;
		if (n < 0) {
			outbox->broken = true;
			outbox->error_number = errno == EPIPE ? 0 : errno;
		} else {
			outbox->written += (size_t)n;
		}
	}
	left = !outbox->broken && outbox->written < outbox->pending.len;
	if (!left) {
		strbuf_clear(&outbox->pending);
		outbox->written = 0;
	}
	pthread_mutex_unlock(&outbox->lock);
	return left;
}

void outbox_break(struct outbox *outbox)
{
	pthread_mutex_lock(&outbox->lock);
	outbox->broken = true;
	pthread_mutex_unlock(&outbox->lock);
}

void outbox_wake(struct outbox *outbox)
{
	/* A full pipe wakes just as well. */
	if (write(outbox->wake[1], "", 1) < 0)
		return;
}
