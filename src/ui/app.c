#include "ui/app.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "store/library.h"
#include "ui/chrome.h"
#include "ui/command_line.h"
#include "ui/export.h"
#include "ui/preview.h"
#include "ui/run_control.h"

#define REDRAW_NS UINT64_C(250000000)

static const struct view_ops *const view_list[] = {&view_library, &view_sizes, &view_surface,
	&view_compare, &view_latency, &view_findings, &view_run, &view_preview, &view_options,
	&view_help};

struct app *app_new(
	const struct clock *clock, int columns, int rows, enum glyph_set glyphs, bool utf8)
{
	struct app *app = xcalloc(1, sizeof(*app));

	app->clock = clock;
	app->own_keymap = keymap_new();
	app->keymap = app->own_keymap;
	app->utf8 = utf8;
	app->canvas = canvas_new(columns, rows, glyphs, utf8);
	app->browse = browse_new();
	app->run = run_state_new();
	app->dirty = true;
	for (size_t i = 0; i < FST_COUNT(view_list); i++) {
		struct view *view = &app->views[view_list[i]->id];

		*view = (struct view){.ops = view_list[i],
			.app = app,
			.data = xcalloc(1, view_list[i]->data_size)};
		if (view->ops->open)
			view->ops->open(view);
	}
	return app;
}

void app_free(struct app *app)
{
	if (!app)
		return;
	prompt_free(&app->prompt);
	for (size_t i = 0; i < VIEW_COUNT; i++) {
		if (app->views[i].ops->close)
			app->views[i].ops->close(&app->views[i]);
		free(app->views[i].data);
	}
	strbuf_free(&app->copy);
	lineedit_history_free(&app->paths);
	lineedit_history_free(&app->names);
	lineedit_history_free(&app->commands);
	lineedit_history_free(&app->searches);
	strbuf_free(&app->export_path);
	run_state_free(app->run);
	import_free(app->import);
	browse_free(app->browse);
	canvas_free(app->canvas);
	keymap_free(app->own_keymap);
	free(app);
}

struct view *app_view(struct app *app)
{
	return &app->views[app->overlay_count ? app->overlays[app->overlay_count - 1] : app->tab];
}

static void refresh(struct view *view)
{
	if (view->ops->refresh)
		view->ops->refresh(view);
}

void app_show(struct app *app, enum view_id id)
{
	if (view_table[id].title[0]) {
		app->tab = id;
		app->overlay_count = 0;
	} else if (app_view(app)->ops->id != id) {
		app->overlays[app->overlay_count++] = id;
	}
	if (app->stale && id != VIEW_RUN)
		app_reindex(app);
	refresh(app_view(app));
	app_redraw(app);
}

void app_close_overlay(struct app *app)
{
	if (app->overlay_count) {
		app->overlay_count--;
		refresh(app_view(app));
	}
	app_redraw(app);
}

void app_refresh(struct app *app)
{
	refresh(app_view(app));
	app_redraw(app);
}

void app_redraw(struct app *app)
{
	app->dirty = true;
}

static void redraw_now(void *context)
{
	struct app *app = context;

	app->redraw_timer = 0;
	app_redraw(app);
}

void app_redraw_soon(struct app *app)
{
	if (!app->loop)
		app_redraw(app);
	else if (!app->redraw_timer)
		app->redraw_timer = loop_after(app->loop, REDRAW_NS, redraw_now, app);
}

void app_say(struct app *app, enum say_level level, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(app->message, sizeof(app->message), format, ap);
	va_end(ap);
	app->message_level = level;
	app_redraw(app);
}

void app_say_error(struct app *app, const struct fst_error *error)
{
	char text[sizeof(error->message) + sizeof(error->file) + 32];

	app_say(app, SAY_ERROR, "%s", fst_error_format(error, text, sizeof(text)));
}

static void warn_of_rows(void *context, const struct fst_error *warning)
{
	app_say_error(context, warning);
}

static void refresh_views(struct app *app)
{
	for (size_t i = 0; i < VIEW_COUNT; i++)
		refresh(&app->views[i]);
	app_redraw(app);
}

static void open_rows(
	struct app *app, struct dataset *dataset, struct library_list *files, bool samples)
{
	browse_replace(app->browse, dataset, files, samples);
	app->stale = false;
	refresh_views(app);
}

static struct dataset *load_library(struct app *app, struct library_list *list, bool *samples)
{
	struct dataset *dataset = dataset_new();
	struct result_warnings warnings = {.warn = warn_of_rows, .context = app};

	*list = (struct library_list){.brief = true};
	library_load_all(list, dataset, samples, &warnings);
	if (warnings.count > 1) {
		struct strbuf last = STRBUF_INIT;

		strbuf_add_string(&last, app->message);
		app_say(app, SAY_WARN, "%zu rows or files are left out; the last one: %s",
			warnings.count, strbuf_string(&last));
		strbuf_free(&last);
	}
	return dataset;
}

void app_open_library(struct app *app)
{
	struct library_list list;
	bool samples = false;
	struct dataset *dataset = load_library(app, &list, &samples);

	app->library = true;
	open_rows(app, dataset, &list, samples);
}

void app_reload_library(struct app *app)
{
	struct library_list list;
	bool samples = false;
	struct dataset *dataset = load_library(app, &list, &samples);

	browse_reload(app->browse, dataset, &list, samples);
	app->stale = false;
	refresh_views(app);
}

void app_open_dataset(struct app *app, struct dataset *dataset)
{
	app->library = false;
	open_rows(app, dataset, NULL, false);
}

void app_reindex(struct app *app)
{
	browse_reindex(app->browse);
	app->stale = false;
	refresh_views(app);
}

struct import *app_import(struct app *app)
{
	if (!app->import)
		app->import = import_new();
	return app->import;
}

static void quit_anyway(void *context)
{
	struct app *app = context;

	app->quit = true;
}

static void quit(struct app *app)
{
	if (run_state_active(app->run))
		prompt_ask_yes(&app->prompt, "Stop the run and leave?", quit_anyway, app);
	else
		app->quit = true;
}

static void go_back(struct app *app)
{
	if (app->overlay_count)
		app_close_overlay(app);
	else if (app->tab != VIEW_LIBRARY)
		app_show(app, VIEW_LIBRARY);
	else
		quit(app);
}

/* The first ^C stops a run, the next one leaves. */
static void cancel(struct app *app)
{
	if (app->overlay_count) {
		app_close_overlay(app);
	} else if (run_state_active(app->run) && app->run->phase != RUN_STOPPING) {
		run_control_stop(app);
		app_say(app, SAY_INFO, "Stopping the run. ^C again leaves the program.");
	} else {
		app->quit = true;
	}
}

void app_set_glyphs(struct app *app, enum glyph_set set)
{
	canvas_set_glyphs(app->canvas, set, app->utf8);
	app_say(app, SAY_INFO, "Drawing with %s glyphs.",
		pane_glyphs(canvas_pane(app->canvas))->name);
}

/* What the view shows, without the tabs and the footer around it. */
static void copy_view(struct app *app)
{
	struct rect *body = &app->body;

	app_draw(app);
	strbuf_clear(&app->copy);
	pane_dump_text(pane_sub(canvas_pane(app->canvas), *body), &app->copy);
}

/* What works the same in every view. */
static bool act_everywhere(struct app *app, enum action action)
{
	enum glyph_set set;

	switch (action) {
	case ACTION_BACK:
		go_back(app);
		return true;
	case ACTION_QUIT:
		quit(app);
		return true;
	case ACTION_CANCEL:
		cancel(app);
		return true;
	case ACTION_REPAINT:
		app->repaint = true;
		return true;
	case ACTION_SUSPEND:
		app->suspend = true;
		return true;
	case ACTION_COPY:
		copy_view(app);
		return true;
	case ACTION_COMMAND:
		command_line_open(app);
		return true;
	case ACTION_EXPORT:
		export_ask(app);
		return true;
	case ACTION_MOUSE:
		app->switch_mouse = true;
		return true;
	case ACTION_THEME:
		app->theme_step = 1;
		return true;
	case ACTION_GLYPHS:
		set = pane_glyph_set(canvas_pane(app->canvas));
		app_set_glyphs(app, (enum glyph_set)((set + 1) % GLYPHS_COUNT));
		return true;
	case ACTION_PASTE:
		app->take_paste = true;
		app_say(app, SAY_INFO, "Paste now; ^D ends it, ^C gives it up.");
		return true;
	case ACTION_IMPORT:
		preview_ask_file(app);
		return true;
	case ACTION_RUN:
		app_show(app, VIEW_RUN);
		return run_control_set_up(app);
	case ACTION_STOP:
		return run_control_ask_stop(app);
	case ACTION_PAUSE:
		return run_control_pause(app);
	case ACTION_SKIP:
		return run_control_skip(app);
	default:
		return false;
	}
}

void app_act(struct app *app, enum action action)
{
	struct view *view = app_view(app);

	app_redraw(app);
	if (view->ops->act && view->ops->act(view, action))
		return;
	if (act_everywhere(app, action))
		return;
	for (int i = 0; i < VIEW_COUNT; i++)
		if (view_table[i].action == action)
			app_show(app, (enum view_id)i);
}

void app_key(struct app *app, struct key key)
{
	struct view *view = app_view(app);
	enum action action;

	app->message[0] = '\0';
	app_redraw(app);
	if (prompt_is_open(&app->prompt)) {
		prompt_key(&app->prompt, key);
		return;
	}
	action = keymap_find(app->keymap, view->ops->id, key);
	if (action != ACTION_NONE)
		app_act(app, action);
}

void app_paste(struct app *app, struct text text, bool cut)
{
	app->message[0] = '\0';
	app_redraw(app);
	if (text_trim(text).len == 0) {
		app_say(app, SAY_INFO, "There was nothing in the paste.");
		return;
	}
	/* One line into a prompt is an answer; anything else is a log. */
	if (app->prompt.kind == PROMPT_LINE && text_find_char(text_trim(text), '\n') == SIZE_MAX) {
		prompt_paste(&app->prompt, text);
		return;
	}
	prompt_cancel(&app->prompt);
	preview_open_paste(app, text, cut);
}

void app_draw(struct app *app)
{
	struct pane pane = canvas_pane(app->canvas);
	struct view *view = app_view(app);
	struct pane body;

	app->dirty = false;
	canvas_clear(app->canvas);
	if (chrome_is_tiny(pane)) {
		app->body = (struct rect){0};
		chrome_draw_read_out(app, pane);
		return;
	}
	body = chrome_draw(app, pane);
	app->body = body.rect;
	view->ops->draw(view, body);
	chrome_draw_long_message(app, body);
	prompt_draw_candidates(&app->prompt, body);
}
