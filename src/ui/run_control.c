#include "ui/run_control.h"

#include <poll.h>

#include "ui/run_view.h"

static void take_event(void *context, const struct feed_event *event)
{
	struct app *app = context;

	/* Samples are a stranger's figures: the first own row takes their place. */
	if (event->kind == FEED_MEASUREMENT && app->browse->samples) {
		browse_replace(app->browse, dataset_new(), NULL, false);
		app->run->rows_before = 0;
	}
	if (run_state_event(app->run, event, app->browse->dataset))
		app->stale = true;
	if (event->kind == FEED_NOTE && event->level == FEED_ERROR)
		app_say(app, SAY_ERROR, "%.*s", TEXT_ARGS(event->text));
}

static void report_end(struct app *app)
{
	const struct run_state *run = app->run;
	enum say_level level = run->outcome == FEED_DONE && run->failed == 0 ? SAY_INFO : SAY_WARN;

	if (run->outcome == FEED_FAILED)
		app_say(app, SAY_ERROR, "The run failed: %s",
			run->note.len ? strbuf_string(&run->note)
				      : "its worker ended early; `fstui clean` removes what it "
					"left behind");
	else
		app_say(app, level, "The run is %s: %zu measurements%s.",
			run->outcome == FEED_DONE ? "done" : "stopped", run->row_count,
			run->failed ? ", some failed" : "");
}

static void finish(struct app *app)
{
	struct run_state *run = app->run;

	loop_unwatch(app->loop, feed_fd(run->feed));
	feed_close(run->feed);
	run->feed = NULL;
	run->phase = RUN_OVER;
	app_reindex(app);
	report_end(app);
}

static void follow(void *context, int fd, short events)
{
	struct app *app = context;
	struct feed *feed = app->run->feed;

	(void)events;
	if (!feed_read(feed, take_event, app)) {
		loop_unwatch(app->loop, fd);
		finish(app);
		return;
	}
	app->run->dirty_known = dirty_pages_read(&app->run->dirty);
	if (app->stale && app->tab != VIEW_RUN && app->overlay_count == 0)
		app_reindex(app);
	app_redraw_soon(app);
}

fst_status run_control_start(struct app *app, const char *const *args, struct fst_error *error)
{
	struct feed *feed;
	fst_status status;

	if (run_state_active(app->run))
		return fst_error_set(
			error, FST_FAILED, "a run is under way: stop it before starting another");
	if (!app->loop)
		return fst_error_set(
			error, FST_UNSUPPORTED, "a run needs a screen to be watched on");
	status = feed_local_start(&feed, args, error);
	if (status != FST_OK)
		return status;
	run_state_start(app->run, feed, app->browse->dataset);
	loop_watch(app->loop, feed_fd(feed), POLLIN, follow, app);
	run_view_begin(app);
	return FST_OK;
}

bool run_control_set_up(struct app *app)
{
	if (run_state_active(app->run))
		app_say(app, SAY_INFO, "A run is under way: X stops it.");
	else
		run_view_set_up(app);
	return true;
}

/* Ask the worker; says so when there is none. */
static bool request(struct app *app, enum feed_request what)
{
	if (!run_state_active(app->run)) {
		app_say(app, SAY_INFO, "No run is under way.");
		return false;
	}
	if (feed_request(app->run->feed, what))
		return true;
	app_say(app, SAY_WARN, "The worker does not listen any more.");
	return false;
}

void run_control_stop(struct app *app)
{
	if (request(app, FEED_STOP))
		app->run->phase = RUN_STOPPING;
}

static void stop_now(void *context)
{
	run_control_stop(context);
}

bool run_control_ask_stop(struct app *app)
{
	if (!run_state_active(app->run))
		app_say(app, SAY_INFO, "No run is under way.");
	else
		prompt_ask_yes(
			&app->prompt, "Stop the run? What is finished stays.", stop_now, app);
	return true;
}

bool run_control_pause(struct app *app)
{
	bool paused = app->run->phase == RUN_PAUSED;

	if (request(app, paused ? FEED_RESUME : FEED_PAUSE))
		app->run->phase = paused ? RUN_RUNNING : RUN_PAUSED;
	return true;
}

bool run_control_skip(struct app *app)
{
	if (request(app, FEED_SKIP))
		app_say(app, SAY_INFO, "Skipping cell %llu.", (unsigned long long)app->run->cell);
	return true;
}
