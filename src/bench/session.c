/*
 * bench_run(): the steering thread. It sleeps in a loop until a signal, a request, a
 * tenth of a second or the worker wakes it.
 */
#include "bench/run.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/loop.h"
#include "base/rng.h"
#include "base/units.h"
#include "base/xdg.h"
#include "bench/guard.h"
#include "bench/leftover.h"
#include "bench/run_result.h"
#include "bench/worker.h"
#include "feed/feed.h"
#include "store/library.h"

struct session {
	const struct run_config *config;
	struct loop *loop;
	struct live live;
	struct sampler sampler;
	struct outbox outbox;
	struct tick tick;
	struct worker worker;
	struct run_folder *folders;
	char *state_folder;
	char run_id[RUN_ID_SIZE];
	char started[CLOCK_RFC3339_SIZE];
	struct strbuf request; /* the start of a request's line */
	bool stopping;
	bool flushing; /* watching for room in the output */
};

static void remove_work_folders(struct session *session, bool quietly)
{
	struct fst_error error;

	for (size_t i = 0; i < session->config->folder_count; i++) {
		struct run_folder *folder = &session->folders[i];

		testfile_end(&folder->file);
		filetree_end(&folder->tree);
		if (workdir_remove(folder->workdir, &error) != FST_OK && !quietly)
			outbox_note(&session->outbox, FEED_WARNING, "%s: %s", folder->plan->path,
				error.message);
		folder->workdir = NULL;
	}
}

/* The worker hangs in a call that never returns, and the person insists. */
static FST_NORETURN void leave_at_once(struct session *session)
{
	remove_work_folders(session, true);
	_exit(fst_status_exit(FST_INTERRUPTED));
}

static void stop(struct session *session)
{
	session->stopping = true;
	live_request(&session->live, LIVE_STOP, LIVE_PAUSE);
}

static void on_end_signal(void *context, int signal_number)
{
	struct session *session = context;

	(void)signal_number;
	if (session->stopping)
		leave_at_once(session);
	stop(session);
}

static void on_progress_signal(void *context, int signal_number)
{
	struct session *session = context;
	char past[UNITS_SIZE], left[UNITS_SIZE];
	double progress, left_s;

	(void)signal_number;
	worker_read_progress(&session->worker, &progress, &left_s);
	fprintf(stderr, "fstui: %.0f %% after %s, about %s left\n", 100 * progress,
		units_format_time(past, outbox_time_s(&session->outbox)),
		units_format_time(left, left_s));
}

/* nohup: whoever started it wants it to go on. */
static bool hangups_are_ignored(void)
{
	struct sigaction action;

	return sigaction(SIGHUP, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static void take_request(struct session *session, struct text line)
{
	line = text_trim(line);
	if (text_is(line, feed_request_names[FEED_STOP]))
		stop(session);
	else if (text_is(line, feed_request_names[FEED_PAUSE]))
		live_request(&session->live, LIVE_PAUSE, 0);
	else if (text_is(line, feed_request_names[FEED_RESUME]))
		live_request(&session->live, 0, LIVE_PAUSE);
	else if (text_is(line, feed_request_names[FEED_SKIP]))
		live_request(&session->live, LIVE_SKIP, LIVE_PAUSE);
	else if (line.len)
		outbox_note(&session->outbox, FEED_WARNING,
			"no request: %.*s (there are stop, pause, resume, skip)",
			line.len < 40 ? (int)line.len : 40, line.ptr);
}

static void on_requests(void *context, int fd, short events)
{
	struct session *session = context;
	char buffer[256];
	ssize_t n = read(fd, buffer, sizeof(buffer));
	struct text rest, line;

	(void)events;
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0) { /* whoever steered it is content, or gone: the output tells */
		loop_unwatch(session->loop, fd);
		return;
	}
	strbuf_add(&session->request, buffer, (size_t)n);
	rest = strbuf_text(&session->request);
	while (text_find_char(rest, '\n') != SIZE_MAX && text_next_part(&rest, '\n', &line))
		take_request(session, line);
	if (rest.len > sizeof(buffer))
		rest.len = 0; /* not a request any more */
	line = rest;
	memmove(session->request.ptr, line.ptr ? line.ptr : "", line.len);
	strbuf_truncate(&session->request, line.len);
}

static void flush(struct session *session);

static void on_output(void *context, int fd, short events)
{
	struct session *session = context;

	if (events & (POLLERR | POLLNVAL)) {
		/* Nobody reads: whoever wanted the run is gone. */
		loop_unwatch(session->loop, fd);
		outbox_break(&session->outbox);
		stop(session);
		return;
	}
	flush(session);
}

/* Only pipes and sockets tell that the other side is gone. */
static void watch_output(struct session *session, short events)
{
	struct stat st;
	int fd = session->config->out_fd;

	if (fstat(fd, &st) == 0 && (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode)))
		loop_watch(session->loop, fd, events, on_output, session);
}

static void flush(struct session *session)
{
	bool left = outbox_flush(&session->outbox);

	if (session->outbox.broken && !session->stopping)
		stop(session);
	if (left != session->flushing && !session->outbox.broken)
		watch_output(session, left ? POLLOUT : 0);
	session->flushing = left;
}

static void on_wake(void *context, int fd, short events)
{
	struct session *session = context;
	char discard[256];

	(void)events;
	while (read(fd, discard, sizeof(discard)) > 0)
		;
	flush(session);
	if (__atomic_load_n(&session->worker.over, __ATOMIC_ACQUIRE))
		loop_quit(session->loop);
}

static void on_sample_time(void *context)
{
	struct session *session = context;

	for (size_t i = 0; i < session->live.slot_count; i++) {
		struct feed_event event = {.kind = FEED_SAMPLE};

		if (!sampler_take(&session->sampler, i, &event.sample, &event.cell))
			continue;
		worker_read_progress(
			&session->worker, &event.sample.progress, &event.sample.left_s);
		outbox_add(&session->outbox, &event);
	}
	loop_after(session->loop, SAMPLER_INTERVAL_NS, on_sample_time, session);
}

static void on_leftover(void *context, const struct leftover *leftover)
{
	struct session *session = context;

	if (leftover->state == LEFTOVER_FOUND)
		outbox_note(&session->outbox, FEED_WARNING,
			"%s is left from a run that was killed; `fstui clean` removes it",
			leftover->path);
}

static bool is_device(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISBLK(st.st_mode);
}

static fst_status open_folders(struct session *session, struct fst_error *error)
{
	const struct run_config *config = session->config;
	char signature[16];
	const struct facts_source here = {
		.root = "", .signature = hypervisor_read_signature(signature)};
	fst_status status = guard_check(config->plan, config->folders, config->folder_count, error);

	for (size_t i = 0; i < config->folder_count && status == FST_OK; i++) {
		struct run_folder *folder = &session->folders[i];
		char *path = realpath(config->folders[i].path, NULL);

		folder->plan = &config->folders[i];
		facts_start(&folder->facts);
		facts_add_machine(&folder->facts, &here);
		if (path && is_device(path)) {
			measurement_set_string(
				&folder->facts.row, COL_DEVICE, config->folders[i].path);
			free(path);
			continue; /* nothing is made in it */
		}
		if (path) {
			struct place_probe probe;

			place_probe(&probe, path);
			facts_add_folder(&folder->facts, &here, &probe);
			witness_start(&folder->witness, &here, &probe);
		}
		free(path);
		leftover_scan(config->folders[i].path, session->state_folder, false, on_leftover,
			session, NULL);
		status = workdir_create(
			&folder->workdir, config->folders[i].path, session->state_folder, error);
		testfile_start(&folder->file, folder->workdir);
		filetree_start(&folder->tree, folder->workdir);
	}
	return status;
}

static void start_clock(struct session *session)
{
	struct text source = {0};
	char name[64];

	for (size_t i = 0; i < session->config->folder_count && !source.len; i++)
		source = measurement_text(&session->folders[i].facts.row, COL_CLOCK_SOURCE);
	snprintf(name, sizeof(name), "%.*s", TEXT_ARGS(source));
	tick_start(&session->tick, name);
	for (size_t i = 0; i < session->config->folder_count; i++)
		measurement_set_number(&session->folders[i].facts.row, COL_CLOCK_COST_S,
			session->tick.cost_ns / 1e9);
}

/* The facts in which all folders agree. */
static struct measurement common_facts(const struct session *session)
{
	struct measurement common = session->folders[0].facts.row;

	for (int c = 0; c < COLUMN_COUNT_FILE; c++)
		for (size_t i = 1; i < session->config->folder_count; i++) {
			const struct measurement *other = &session->folders[i].facts.row;
			enum column column = (enum column)c;

			if (!measurement_has(&common, column))
				continue;
			if (!measurement_has(other, column) ||
				(column_table[c].type == COLUMN_TEXT
						? !text_equal(common.value[c].text,
							  other->value[c].text)
						: common.value[c].number != other->value[c].number))
				measurement_clear(&common, column);
		}
	return common;
}

static fst_status start_worker(struct session *session, pthread_t *thread, struct fst_error *error)
{
	sigset_t all, before;
	int error_number;

	session->worker.config = session->config;
	session->worker.folders = session->folders;
	session->worker.live = &session->live;
	session->worker.sampler = &session->sampler;
	session->worker.outbox = &session->outbox;
	session->worker.tick = &session->tick;
	session->worker.run_id = session->run_id;
	session->worker.started = session->started;
	session->worker.common_facts = common_facts(session);
	sigfillset(&all); /* signals are the steering thread's */
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error_number = pthread_create(thread, NULL, worker_main, &session->worker);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (error_number)
		return fst_error_errno(error, error_number, "cannot start the worker");
	return FST_OK;
}

static void set_outcome(struct session *session, struct run_result *result, fst_status status)
{
	const struct plan *plan = session->config->plan;
	uint64_t all = plan->runs - plan->done + session->worker.left_out;

	result->not_run = all - (result->ok + result->failed + result->skipped);
	if (status != FST_OK && status != FST_INTERRUPTED)
		result->outcome = FEED_FAILED;
	else
		result->outcome = result->not_run ? FEED_STOPPED : FEED_DONE;
	if (status == FST_OK && result->not_run)
		outbox_note(&session->outbox, FEED_WARNING,
			"%llu cells were not run: the limit of time or of bytes to write was "
			"reached",
			(unsigned long long)result->not_run);
}

static void tell_end(struct session *session, const struct run_result *result)
{
	struct feed_event event = {
		.kind = FEED_END,
		.outcome = result->outcome,
		.ok = result->ok,
		.failed = result->failed,
		.skipped = result->skipped,
	};

	outbox_add(&session->outbox, &event);
}

/* An error of the run itself, which events tell as well as the exit status. */
static void tell_error(struct session *session, const struct fst_error *error)
{
	char text[1100];

	outbox_note(
		&session->outbox, FEED_ERROR, "%s", fst_error_format(error, text, sizeof(text)));
}

static fst_status measure(
	struct session *session, struct run_result *result, struct fst_error *error)
{
	pthread_t thread;
	fst_status status = open_folders(session, error);

	if (status == FST_OK)
		status = run_open_result(session->config->clock, session->config->suite,
			session->config->output, &session->worker.writer, &result->path, error);
	if (status != FST_OK || session->stopping)
		return status != FST_OK ? status : FST_INTERRUPTED;
	start_clock(session);
	status = start_worker(session, &thread, error);
	if (status != FST_OK)
		return status;
	loop_watch(session->loop, session->outbox.wake[0], POLLIN, on_wake, session);
	if (session->config->steered)
		loop_watch(session->loop, STDIN_FILENO, POLLIN, on_requests, session);
	watch_output(session, 0);
	loop_after(session->loop, SAMPLER_INTERVAL_NS, on_sample_time, session);
	while (loop_step(session->loop, true))
		;
	pthread_join(thread, NULL);
	result->ok = session->worker.ok;
	result->failed = session->worker.failed;
	result->skipped = session->worker.skipped;
	if (session->worker.status != FST_OK) {
		if (error)
			*error = session->worker.error;
		return session->worker.status;
	}
	if (session->outbox.error_number)
		return fst_error_errno(error, session->outbox.error_number,
			"the run was stopped: cannot write its events");
	return session->stopping ? FST_INTERRUPTED : FST_OK;
}

fst_status bench_run(
	const struct run_config *config, struct run_result *result, struct fst_error *error)
{
	static const int end_signals[] = {SIGINT, SIGHUP, SIGTERM};
	struct session *session = xcalloc(1, sizeof(*session));
	struct fst_error own_error;
	fst_status status;

	*result = (struct run_result){.outcome = FEED_FAILED};
	error = error ? error : &own_error;
	fst_error_clear(error);
	session->config = config;
	session->folders = xcalloc(config->folder_count, sizeof(*session->folders));
	for (size_t i = 0; i < config->folder_count; i++) {
		testfile_start(&session->folders[i].file, NULL);
		filetree_start(&session->folders[i].tree, NULL);
	}
	session->state_folder = xdg_folder(XDG_STATE);
	run_make_id(config->clock, session->run_id, session->started);
	if (config->run)
		snprintf(session->run_id, sizeof(session->run_id), "%s", config->run);
	signal(SIGPIPE, SIG_IGN); /* a write tells, and the work folders must go */
	status = outbox_start(&session->outbox, config, text_of(session->run_id), error);
	if (status != FST_OK)
		goto out;
	live_init(&session->live, config->folder_count, plan_threads(config->plan));
	sampler_start(&session->sampler, &session->live, config->clock);
	session->loop = loop_new(config->clock, error);
	if (session->loop) {
		for (size_t i = 0; i < FST_COUNT(end_signals); i++)
			if (end_signals[i] != SIGHUP || !hangups_are_ignored())
				loop_signal(session->loop, end_signals[i], on_end_signal, session);
		loop_signal(session->loop, SIGUSR1, on_progress_signal, session);
		status = measure(session, result, error);
	} else {
		status = error->status;
	}
	set_outcome(session, result, status);
	remove_work_folders(session, false);
	result_close(session->worker.writer);
	run_drop_empty_result(config->output, result);
	if (result->outcome == FEED_FAILED)
		tell_error(session, error);
	tell_end(session, result);
	loop_free(session->loop); /* from here on a signal ends the wait for a listener */
	outbox_end(&session->outbox);
	sampler_end(&session->sampler);
	live_destroy(&session->live);
out:
	for (size_t i = 0; i < config->folder_count; i++)
		if (session->folders[i].facts.texts)
			facts_end(&session->folders[i].facts);
	strbuf_free(&session->request);
	free(session->state_folder);
	free(session->folders);
	free(session);
	return status;
}
