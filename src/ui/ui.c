#include "ui/ui.h"

#include <signal.h>
#include <stdlib.h>

#include "base/units.h"
#include "ui/app.h"
#include "ui/chrome.h"
#include "ui/library_watch.h"
#include "ui/dress.h"
#include "ui/run_control.h"

struct screen {
	struct app *app;
	struct terminal *term;
	struct dress dress;
	uint64_t timer; /* for input that waits for more bytes or time */
	uint64_t patience; /* the first frame waits for the terminal's answers; 0: not any more */
	bool interrupted; /* by a signal or a hang-up */
};

static fst_status open_view(struct app *app, const char *name, struct fst_error *error)
{
	struct strbuf names = STRBUF_INIT;

	if (!name)
		return FST_OK;
	for (int i = 0; i < VIEW_COUNT; i++) {
		if (!view_table[i].title[0] || !text_is(text_of(name), view_table[i].name))
			continue;
		app_show(app, (enum view_id)i);
		return FST_OK;
	}
	for (int i = 0; i < VIEW_COUNT; i++)
		if (view_table[i].title[0])
			strbuf_printf(&names, "%s%s", names.len ? ", " : "", view_table[i].name);
	fst_error_set(error, FST_USAGE, "there is no view \"%s\"; there are %s", name,
		strbuf_string(&names));
	strbuf_free(&names);
	return FST_USAGE;
}

static fst_status press_keys(struct app *app, const char *keys, struct fst_error *error)
{
	struct text rest = text_of(keys), name;

	while (text_next_word(&rest, &name)) {
		struct key key;

		if (!key_parse(name, &key))
			return fst_error_set(error, FST_USAGE,
				"there is no key \"%.*s\"; expected names such as a, Space, Left "
				"or C-d",
				TEXT_ARGS(name));
		app_key(app, key);
	}
	return FST_OK;
}

static void tell_complaint(struct app *app, const struct ui_options *options)
{
	char text[sizeof(struct fst_error)];

	if (!options->complaint)
		return;
	fst_error_format(options->complaint, text, sizeof(text));
	if (options->complaints > 1)
		app_say(app, SAY_WARN, "%s (and %zu more)", text, options->complaints - 1);
	else
		app_say(app, SAY_WARN, "%s", text);
}

static fst_status open_app(struct app *app, struct ui_options *options, struct fst_error *error)
{
	fst_status status;

	if (options->keymap)
		app->keymap = options->keymap;
	tell_complaint(app, options);

	if (options->dataset)
		app_open_dataset(app, options->dataset);
	else
		app_open_library(app);
	options->dataset = NULL;
	status = open_view(app, options->view, error);
	return status == FST_OK ? press_keys(app, options->keys, error) : status;
}

fst_status ui_dump(struct ui_options *options, int columns, int rows, bool roles,
	struct strbuf *out, struct fst_error *error)
{
	bool utf8 = options->term.glyphs != GLYPHS_ASCII;
	struct app *app = app_new(options->clock, columns, rows,
		options->term.glyphs == GLYPHS_COUNT ? GLYPHS_BRAILLE : options->term.glyphs, utf8);
	fst_status status = open_app(app, options, error);

	if (status == FST_OK) {
		app_draw(app);
		if (roles)
			canvas_dump_roles(app->canvas, out);
		else
			canvas_dump_text(app->canvas, out);
	}
	app_free(app);
	return status;
}

static void fit_canvas(struct screen *screen)
{
	int columns, rows;

	term_size(screen->term, &columns, &rows);
	canvas_resize(screen->app->canvas, columns, rows);
	app_redraw(screen->app);
}

static void click_tab(struct app *app, int x)
{
	enum view_id tab = chrome_tab_at(app, x);

	if (tab != VIEW_COUNT)
		app_show(app, tab);
}

static void take_mouse(struct screen *screen, const struct event *event)
{
	struct app *app = screen->app;
	struct view *view = app_view(app);

	if (prompt_is_open(&app->prompt))
		return;
	if (event->mouse != MOUSE_CLICK && view->ops->wheel)
		view->ops->wheel(view, event->mouse == MOUSE_WHEEL_UP ? -3 : 3);
	else if (event->mouse == MOUSE_CLICK && event->y < app->body.y)
		click_tab(app, event->x);
	else if (event->mouse == MOUSE_CLICK && view->ops->click)
		view->ops->click(view, event->x - app->body.x, event->y - app->body.y);
	app_redraw(app);
}

static void interrupt(struct screen *screen)
{
	screen->interrupted = true;
	screen->app->quit = true;
}

static void take_event(struct screen *screen, const struct event *event)
{
	struct app *app = screen->app;

	switch (event->kind) {
	case EVENT_KEY:
		app_key(app, event->key);
		break;
	case EVENT_PASTE:
		app_paste(app, event->paste, event->paste_cut);
		break;
	case EVENT_MOUSE:
		take_mouse(screen, event);
		break;
	case EVENT_SUSPEND:
		app->suspend = true;
		break;
	case EVENT_RESIZE:
		fit_canvas(screen);
		break;
	case EVENT_RESUME:
		fit_canvas(screen);
		if (run_state_active(app->run))
			app_say(app, SAY_INFO, "The display was suspended; the run went on.");
		break;
	case EVENT_HANGUP:
		interrupt(screen);
		break;
	case EVENT_BACKGROUND:
		dress_on(&screen->dress, screen->term, app, event->background);
		break;
	case EVENT_ANSWERED:
		loop_cancel(app->loop, screen->patience);
		screen->patience = 0;
		break;
	case EVENT_SYNC: /* stays in src/term */
		break;
	}
}

static void copy(struct screen *screen)
{
	struct app *app = screen->app;
	struct fst_error error = {0};
	char size[UNITS_SIZE];

	units_format_size(size, (double)app->copy.len, true);
	if (term_copy(screen->term, strbuf_text(&app->copy), &error) == FST_OK)
		app_say(app, SAY_INFO,
			"Sent %s to the clipboard (OSC 52%s). Nothing there? %s writes a file.",
			size, getenv("TMUX") ? "; tmux needs set-clipboard on" : "",
			keymap_show(app->keymap, ACTION_EXPORT, NULL, (char[KEY_NAME_SIZE]){""}));
	else
		app_say(app, SAY_WARN, "Not copied: %s. %s writes a file.", error.message,
			keymap_show(app->keymap, ACTION_EXPORT, NULL, (char[KEY_NAME_SIZE]){""}));
	strbuf_clear(&app->copy);
}

static void switch_mouse(struct screen *screen)
{
	bool on = !term_capabilities(screen->term)->mouse;

	term_set_mouse(screen->term, on);
	if (term_capabilities(screen->term)->mouse != on)
		app_say(screen->app, SAY_WARN, "This terminal has no mouse.");
	else
		app_say(screen->app, SAY_INFO, "%s",
			on ? "The mouse works here; Shift-drag selects text."
			   : "The mouse is the terminal's: drag selects text.");
}

/* What actions asked of the terminal. */
static void serve_requests(struct screen *screen)
{
	struct app *app = screen->app;

	if (app->copy.len)
		copy(screen);
	if (app->switch_mouse)
		switch_mouse(screen);
	if (app->theme_step)
		dress_step(&screen->dress, screen->term, app, app->theme_step);
	if (app->theme[0])
		dress_change(&screen->dress, screen->term, app, app->theme);
	app->mouse = term_capabilities(screen->term)->mouse;
	app->switch_mouse = false;
	app->theme_step = 0;
	app->theme[0] = '\0';

	if (app->suspend)
		term_suspend(screen->term);
	if (app->repaint)
		term_repaint(screen->term);
	if (app->take_paste)
		term_start_paste(screen->term);
	app->suspend = app->repaint = app->take_paste = false;
}

static void take_events(struct screen *screen);

static void on_terminal(void *context, int fd, short events)
{
	(void)fd;
	(void)events;
	take_events(context);
}

static void on_timer(void *context)
{
	struct screen *screen = context;

	screen->timer = 0;
	take_events(screen);
}

static void watch_terminal(struct screen *screen)
{
	struct loop *loop = screen->app->loop;
	struct pollfd fds[TERM_POLL_FDS];
	int timeout_ms = term_timeout_ms(screen->term);

	term_poll_fds(screen->term, fds);
	for (size_t i = 0; i < TERM_POLL_FDS; i++)
		if (fds[i].fd >= 0)
			loop_watch(loop, fds[i].fd, fds[i].events, on_terminal, screen);
	loop_cancel(loop, screen->timer);
	screen->timer = timeout_ms < 0 ? 0
				       : loop_after(loop, (uint64_t)timeout_ms * 1000000, on_timer,
						 screen);
}

static void take_events(struct screen *screen)
{
	struct event event;

	while (!screen->app->quit && term_next_event(screen->term, &event)) {
		take_event(screen, &event);
		serve_requests(screen);
	}
	watch_terminal(screen);
}

static void on_signal(void *context, int number)
{
	(void)number;
	interrupt(context);
}

static void stop_waiting(void *context)
{
	struct screen *screen = context;

	screen->patience = 0;
}

/* A local terminal answers within this; over ssh the answer may be late, and the theme with it. */
#define PATIENCE_NS UINT64_C(20000000)

static void await_answers(struct screen *screen)
{
	const struct term_capabilities *capabilities = term_capabilities(screen->term);

	if (capabilities->asked && !capabilities->remote)
		screen->patience = loop_after(screen->app->loop, PATIENCE_NS, stop_waiting, screen);
}

static void run_loop(struct screen *screen)
{
	static const int signals[] = {SIGTERM, SIGHUP, SIGINT};
	struct app *app = screen->app;

	for (size_t i = 0; i < FST_COUNT(signals); i++)
		loop_signal(app->loop, signals[i], on_signal, screen);
	take_events(screen);
	while (!app->quit) {
		if (app->dirty && !screen->patience) {
			app_draw(app);
			term_show(screen->term, app->canvas);
		}
		loop_step(app->loop, true);
	}
	for (size_t i = 0; i < FST_COUNT(signals); i++)
		loop_signal(app->loop, signals[i], NULL, NULL);
}

/* What a run that was asked for on the command line came to. */
static fst_status outcome_of(const struct run_state *run, struct fst_error *error)
{
	if (run->phase != RUN_OVER || run->outcome == FEED_STOPPED)
		return FST_INTERRUPTED;
	if (run->outcome == FEED_FAILED)
		return fst_error_set(error, FST_FAILED, "%s",
			run->note.len ? strbuf_string(&run->note) : "the run failed");
	return FST_OK;
}

fst_status ui_run(struct ui_options *options, struct fst_error *error)
{
	struct screen screen = {0};
	const struct term_capabilities *capabilities;
	struct library_watch *watch;
	struct loop *loop = NULL;
	int columns, rows;
	fst_status status;

	status = term_open(&options->term, &screen.term, error);
	if (status != FST_OK)
		return status;
	loop = loop_new(options->clock, error);
	if (!loop) {
		status = FST_FAILED;
		goto out;
	}
	capabilities = term_capabilities(screen.term);
	term_size(screen.term, &columns, &rows);
	screen.app = app_new(
		options->clock, columns, rows, capabilities->glyphs, capabilities->utf8);
	screen.app->loop = loop;
	screen.app->mouse = capabilities->mouse;
	await_answers(&screen);
	dress_begin(&screen.dress, screen.term, screen.app, options->theme);
	if (capabilities->hint)
		app_say(screen.app, SAY_INFO, "%s", capabilities->hint);
	status = open_app(screen.app, options, error);
	if (status == FST_OK && options->run) {
		app_show(screen.app, VIEW_RUN);
		status = run_control_start(screen.app, options->run, error);
	}
	watch = library_watch_start(screen.app);
	if (status == FST_OK)
		run_loop(&screen);
	library_watch_stop(watch);
	if (screen.interrupted)
		status = FST_INTERRUPTED;
	else if (status == FST_OK && options->run)
		status = outcome_of(screen.app->run, error);
out:
	/* The terminal first: ending a worker may take a moment. */
	term_close(screen.term);
	app_free(screen.app);
	loop_free(loop);
	return status;
}
