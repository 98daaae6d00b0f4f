#include "bench/toolrun.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/loop.h"
#include "base/xdg.h"
#include "bench/outbox.h"
#include "bench/run_result.h"
#include "bench/toolproc.h"
#include "bench/toolrows.h"
#include "bench/workdir.h"
#include "model/facts.h"

#define TICK_NS       100000000u
#define KILL_AFTER_NS 5000000000u

/* More output than any tool's result: the rest is not kept. */
#define OUTPUT_LIMIT (64u << 20)

struct toolrun {
	const struct toolrun_config *config;
	struct loop *loop;
	struct outbox outbox;
	struct toolproc process;
	struct tool_live live;
	struct workdir *workdir;
	int scratch_fd;
	struct facts facts;
	char run_id[RUN_ID_SIZE];
	char started[CLOCK_RFC3339_SIZE];
	struct strbuf document; /* for the importer: the command and what it printed */
	size_t report; /* where in it the last report begins */
	struct strbuf pending; /* the line that is not over */
	struct toolrows rows;
	struct strbuf last; /* the last line that said something */
	struct strbuf request;
	uint64_t moved_bytes; /* by the process, at the last tick */
	double moved_s;
	bool stopping, broken;
};

static void stop(struct toolrun *run);

static void kill_now(void *context)
{
	struct toolrun *run = context;

	toolproc_signal(&run->process, SIGKILL);
}

/* Tools tidy up, and some tell what they have, when they are interrupted. */
static void stop(struct toolrun *run)
{
	if (run->stopping) {
		kill_now(run);
		return;
	}
	run->stopping = true;
	toolproc_signal(&run->process, SIGINT);
	toolproc_signal(&run->process, SIGCONT);
	loop_after(run->loop, KILL_AFTER_NS, kill_now, run);
}

static void on_end_signal(void *context, int signal_number)
{
	(void)signal_number;
	stop(context);
}

static void take_event(void *context, const struct feed_event *event)
{
	struct toolrun *run = context;
	struct feed_event copy = *event;

	outbox_add(&run->outbox, &copy);
}

static void flush(struct toolrun *run)
{
	outbox_flush(&run->outbox);
	if (run->outbox.broken && !run->broken) {
		run->broken = true;
		stop(run);
	}
}

static void take_line(struct toolrun *run, struct text line, char end)
{
	const struct tool_adapter *adapter = run->config->adapter;
	bool restart = false, keep = !adapter->keeps || adapter->keeps(line, &restart);
	struct fst_error error; /* taking all of it at the end meets it again */

	adapter->line(&run->live, line, true);
	if (restart)
		strbuf_truncate(&run->document, run->report);
	if (text_trim(line).len) {
		strbuf_clear(&run->last);
		strbuf_add_text(&run->last, text_trim(line));
	}
	if (keep && run->document.len < OUTPUT_LIMIT) {
		strbuf_add_text(&run->document, line);
		strbuf_add_char(&run->document, end);
	}
	/* A run of hours is not to be lost with its last minute. */
	if (adapter->has_row && adapter->has_row(&run->live, line))
		toolrows_take(&run->rows, strbuf_text(&run->document), adapter->is_final, &error);
}

static void take_output(struct toolrun *run, const char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (bytes[i] != '\n' && bytes[i] != '\r') {
			strbuf_add_char(&run->pending, bytes[i]);
			continue;
		}
		take_line(run, strbuf_text(&run->pending), bytes[i]);
		strbuf_clear(&run->pending);
	}
	if (run->pending.len)
		run->config->adapter->line(&run->live, strbuf_text(&run->pending), false);
}

static void on_tool_output(void *context, int fd, short events)
{
	struct toolrun *run = context;
	char buffer[65536];
	ssize_t n = read(fd, buffer, sizeof(buffer));

	(void)events;
	run->live.now_s = outbox_time_s(&run->outbox);
	if (n > 0) {
		take_output(run, buffer, (size_t)n);
		flush(run);
	} else if (n == 0 || (errno != EINTR && errno != EAGAIN)) {
		loop_unwatch(run->loop, fd);
		close(fd);
		run->process.output = -1;
	}
}

static void count_moved(struct toolrun *run)
{
	struct feed_sample sample = TOOL_SAMPLE_NONE;
	double now_s = run->live.now_s, past_s = now_s - run->moved_s;
	uint64_t bytes;

	if (!run->live.wants_counters || !toolproc_read_bytes(&run->process, &bytes))
		return;
	if (past_s > 0 && bytes >= run->moved_bytes) {
		sample.bytes_per_s = (double)(bytes - run->moved_bytes) / past_s;
		tool_live_sample(&run->live, &sample);
	}
	run->moved_bytes = bytes;
	run->moved_s = now_s;
}

static void on_tick(void *context)
{
	struct toolrun *run = context;

	run->live.now_s = outbox_time_s(&run->outbox);
	count_moved(run);
	flush(run);
	if (toolproc_reap(&run->process) && run->process.output < 0)
		loop_quit(run->loop);
	else
		loop_after(run->loop, TICK_NS, on_tick, run);
}

static void take_request(struct toolrun *run, struct text line)
{
	line = text_trim(line);
	if (text_is(line, feed_request_names[FEED_STOP]))
		stop(run);
	else if (text_is(line, feed_request_names[FEED_PAUSE]))
		toolproc_signal(&run->process, SIGSTOP);
	else if (text_is(line, feed_request_names[FEED_RESUME]))
		toolproc_signal(&run->process, SIGCONT);
	else if (text_is(line, feed_request_names[FEED_SKIP]))
		outbox_note(&run->outbox, FEED_WARNING,
			"%s decides itself what comes next; it can be stopped only",
			run->config->adapter->name);
	else if (line.len)
		outbox_note(&run->outbox, FEED_WARNING,
			"no request: %.*s (there are stop, pause, "
			"resume)",
			line.len < 40 ? (int)line.len : 40, line.ptr);
}

static void on_requests(void *context, int fd, short events)
{
	struct toolrun *run = context;
	char buffer[256];
	ssize_t n = read(fd, buffer, sizeof(buffer));

	(void)events;
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0) {
		loop_unwatch(run->loop, fd);
		return;
	}
	for (ssize_t i = 0; i < n; i++) {
		if (buffer[i] != '\n') {
			if (run->request.len < sizeof(buffer))
				strbuf_add_char(&run->request, buffer[i]);
			continue;
		}
		take_request(run, strbuf_text(&run->request));
		strbuf_clear(&run->request);
	}
}

/* Nobody reads any more: whoever wanted the run is gone. */
static void on_listener_gone(void *context, int fd, short events)
{
	struct toolrun *run = context;

	if (!(events & (POLLERR | POLLNVAL | POLLHUP)))
		return;
	loop_unwatch(run->loop, fd);
	outbox_break(&run->outbox);
	run->broken = true;
	stop(run);
}

/* Run @command in the folder until it is over. */
static fst_status follow(struct toolrun *run, const struct tool_command *command,
	loop_fd_fn *on_output, struct fst_error *error)
{
	fst_status status = toolproc_start(&run->process, command->argv, run->scratch_fd, error);

	if (status != FST_OK)
		return status;
	loop_watch(run->loop, run->process.output, POLLIN, on_output, run);
	loop_after(run->loop, TICK_NS, on_tick, run);
	while (loop_step(run->loop, true))
		;
	toolproc_end(&run->process);
	return FST_OK;
}

/* What getting the files ready prints is only of use when it fails. */
static void on_prepare_output(void *context, int fd, short events)
{
	struct toolrun *run = context;
	char buffer[4096];
	ssize_t n = read(fd, buffer, sizeof(buffer));
	struct text rest = text_make(buffer, n > 0 ? (size_t)n : 0), line;

	(void)events;
	while (text_next_part(&rest, '\n', &line))
		if (text_trim(line).len) {
			strbuf_clear(&run->last);
			strbuf_add_text(&run->last, text_trim(line));
		}
	if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN)) {
		loop_unwatch(run->loop, fd);
		close(fd);
		run->process.output = -1;
	}
}

static fst_status check_exit(struct toolrun *run, const char *what, struct fst_error *error)
{
	if (run->stopping)
		return fst_error_set(error, FST_INTERRUPTED, "stopped");
	if (run->process.exit_status == 0)
		return FST_OK;
	return fst_error_set(error, FST_FAILED, "%s%s ended with status %d: %s",
		run->config->adapter->name, what, run->process.exit_status,
		run->last.len ? strbuf_string(&run->last) : "it printed nothing");
}

static struct loop *start_loop(struct toolrun *run, struct fst_error *error)
{
	static const int end_signals[] = {SIGINT, SIGHUP, SIGTERM};
	struct stat st;

	run->loop = loop_new(run->config->clock, error);
	if (!run->loop)
		return NULL;
	for (size_t i = 0; i < FST_COUNT(end_signals); i++)
		loop_signal(run->loop, end_signals[i], on_end_signal, run);
	if (run->config->steered)
		loop_watch(run->loop, STDIN_FILENO, POLLIN, on_requests, run);
	if (fstat(run->outbox.fd, &st) == 0 && (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode)))
		loop_watch(run->loop, run->outbox.fd, 0, on_listener_gone, run);
	return run->loop;
}

static void find_facts(struct toolrun *run)
{
	char signature[16];
	const struct facts_source here = {
		.root = "", .signature = hypervisor_read_signature(signature)};
	const struct tool_plan *tool = run->config->tool;
	char *path = realpath(tool->on_device ? tool->device : run->config->folder.path, NULL);
	struct place_probe probe;
	struct stat st;

	facts_start(&run->facts);
	facts_add_machine(&run->facts, &here);
	if (path && tool->on_device && stat(path, &st) == 0) {
		probe = (struct place_probe){.path = path,
			.is_device = true,
			.major_number = major(st.st_rdev),
			.minor_number = minor(st.st_rdev)};
		facts_add_folder(&run->facts, &here, &probe);
	} else if (path) {
		place_probe(&probe, path);
		facts_add_folder(&run->facts, &here, &probe);
	}
	free(path);
}

static fst_status open_place(struct toolrun *run, struct fst_error *error)
{
	char *state_folder;
	fst_status status;

	if (run->config->tool->on_device)
		return FST_OK;
	state_folder = xdg_folder(XDG_STATE);
	status = workdir_create(&run->workdir, run->config->folder.path, state_folder, error);
	free(state_folder);
	if (status != FST_OK)
		return status;
	run->scratch_fd = workdir_create_scratch(run->workdir);
	if (run->scratch_fd < 0)
		return fst_error_errno(error, errno, "%s: cannot make a folder for %s",
			run->config->folder.path, run->config->adapter->name);
	return FST_OK;
}

static void tell_begin(struct toolrun *run)
{
	struct feed_event event = {
		.kind = FEED_BEGIN, .bytes_planned = -1, .estimate_s = -1, .row = run->facts.row};

	measurement_set_string(&event.row, COL_TOOL, run->config->adapter->name);
	measurement_set_string(&event.row, COL_STARTED, run->started);
	outbox_add(&run->outbox, &event);
}

static void put_command(struct toolrun *run)
{
	strbuf_add_char(&run->document, '$');
	for (size_t i = 0; i < run->config->tool->command.count; i++)
		strbuf_printf(&run->document, " %s", run->config->tool->command.argv[i]);
	strbuf_add_char(&run->document, '\n');
	run->report = run->document.len;
}

static fst_status run_tool(struct toolrun *run, struct fst_error *error)
{
	const struct toolrun_config *config = run->config;
	fst_status status = open_place(run, error);

	if (status == FST_OK && !start_loop(run, error))
		status = error->status;
	if (status != FST_OK)
		return status;
	find_facts(run);
	tell_begin(run);
	if (config->tool->prepare.count) {
		outbox_note(
			&run->outbox, FEED_INFO, "%s makes its files ready", config->adapter->name);
		status = follow(run, &config->tool->prepare, on_prepare_output, error);
		if (status == FST_OK)
			status = check_exit(run, ", making its files ready,", error);
		if (status != FST_OK)
			return status;
		loop_free(run->loop); /* it was told to quit */
		if (!start_loop(run, error))
			return error->status;
	}
	strbuf_clear(&run->last);
	put_command(run);
	run->live.now_s = run->moved_s = outbox_time_s(&run->outbox);
	tool_live_start(&run->live, config->adapter);
	status = follow(run, &config->tool->command, on_tool_output, error);
	strbuf_add_text(&run->document, strbuf_text(&run->pending));
	return status == FST_OK ? check_exit(run, "", error) : status;
}

static void start_rows(struct toolrun *run, struct run_result *result)
{
	const struct toolrows_frame frame = {
		.environment = run->config->folder.environment,
		.run_id = run->run_id,
		.started = run->started,
		.note = run->config->note,
		.facts = &run->facts.row,
		.live = &run->live,
		.tool = run->config->adapter->name,
		.clock = run->config->clock,
		.output = run->config->output,
	};

	toolrows_start(&run->rows, &frame, take_event, run, result);
}

/* What the output has becomes rows, however the tool ended. */
static fst_status keep_rows(struct toolrun *run, fst_status ended, struct fst_error *error)
{
	struct fst_error own = {0};
	fst_status status = toolrows_take(&run->rows, strbuf_text(&run->document), NULL, &own);

	if (ended == FST_OK && status != FST_OK) {
		*error = own;
		return status;
	}
	if (ended == FST_FAILED && run->rows.kept > 0) {
		outbox_note(&run->outbox, FEED_WARNING, "%s", error->message);
		return status;
	}
	return ended;
}

static void tell_end(struct toolrun *run, fst_status status, struct run_result *result,
	const struct fst_error *error)
{
	struct feed_event event = {.kind = FEED_END, .ok = result->ok, .failed = result->failed};
	char text[1100];

	result->outcome = status == FST_OK            ? FEED_DONE
			  : status == FST_INTERRUPTED ? FEED_STOPPED
						      : FEED_FAILED;
	event.outcome = result->outcome;
	if (result->outcome == FEED_FAILED)
		outbox_note(&run->outbox, FEED_ERROR, "%s",
			fst_error_format(error, text, sizeof(text)));
	outbox_add(&run->outbox, &event);
}

fst_status toolrun(
	const struct toolrun_config *config, struct run_result *result, struct fst_error *error)
{
	const struct run_config out = {.out_fd = config->out_fd,
		.render = config->render,
		.render_context = config->render_context,
		.clock = config->clock};
	struct toolrun *run = xcalloc(1, sizeof(*run));
	struct fst_error own_error;
	fst_status status;

	*result = (struct run_result){.outcome = FEED_FAILED};
	error = error ? error : &own_error;
	fst_error_clear(error);
	run->config = config;
	run->process = TOOLPROC_NONE;
	run->scratch_fd = -1;
	run->live = (struct tool_live){.plan = config->tool,
		.handler = take_event,
		.context = run,
		.environment = config->folder.environment ? config->folder.environment
							  : config->tool->device};
	run_make_id(config->clock, run->run_id, run->started);
	signal(SIGPIPE, SIG_IGN); /* a write tells, and the work folder must go */
	status = outbox_start(&run->outbox, &out, text_of(run->run_id), error);
	if (status != FST_OK)
		goto out;
	start_rows(run, result);
	status = run_tool(run, error);
	status = keep_rows(run, status, error);
	toolrows_end(&run->rows);
	toolproc_end(&run->process);
	if (run->scratch_fd >= 0)
		close(run->scratch_fd);
	if (workdir_remove(run->workdir, &own_error) != FST_OK)
		outbox_note(&run->outbox, FEED_WARNING, "%s: %s", config->folder.path,
			own_error.message);
	tell_end(run, status, result, error);
	loop_free(run->loop); /* from here on a signal ends the wait for a listener */
	outbox_end(&run->outbox);
out:
	if (run->facts.texts)
		facts_end(&run->facts);
	tool_live_end(&run->live);
	strbuf_free(&run->document);
	strbuf_free(&run->pending);
	strbuf_free(&run->last);
	strbuf_free(&run->request);
	free(run);
	return status;
}
