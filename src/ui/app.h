/*
 * The state of the explorer and what views may ask of it. One struct owns
 * everything; with no terminal (--dump, tests) it is the same without a loop.
 */
#ifndef FST_UI_APP_H
#define FST_UI_APP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/loop.h"
#include "draw/canvas.h"
#include "import/import.h"
#include "ui/action.h"
#include "ui/browse.h"
#include "ui/keymap.h"
#include "ui/prompt.h"
#include "ui/run_state.h"
#include "ui/view.h"

/* How grave the message in the footer is. */
enum say_level { SAY_INFO, SAY_WARN, SAY_ERROR };

struct app {
	const struct clock *clock;
	struct loop *loop; /* NULL when there is no screen */
	const struct keymap *keymap; /* the defaults, or what the config file makes of them */
	struct keymap *own_keymap;
	struct canvas *canvas;
	bool utf8; /* the canvas may hold more than ASCII */
	struct browse *browse;
	bool library; /* what is open is the library, or the samples in its place */
	struct import *import; /* made when first needed: app_import() */

	struct view views[VIEW_COUNT];
	enum view_id tab; /* the view below the overlays */
	enum view_id overlays[VIEW_COUNT]; /* bottom first */
	size_t overlay_count;
	struct rect body; /* where the topmost view was drawn, for the mouse */

	struct prompt prompt;
	struct lineedit_history paths, names, commands, searches; /* what was typed */
	struct strbuf export_path; /* waits for an answer */
	char message[512]; /* "": none */
	enum say_level message_level;

	struct run_state *run;
	bool stale; /* rows were added that the index does not have yet */

	bool dirty; /* the screen is out of date */
	uint64_t redraw_timer; /* 0: none */
	/* Asked of the terminal. */
	bool repaint, suspend, take_paste, switch_mouse;
	struct strbuf copy; /* for its clipboard; "": nothing */
	int theme_step; /* 1: the next theme, -1: the one before */
	char theme[64]; /* the theme to use from now on, by name or path; "": the one in use */
	bool quit;

	/* What the terminal looks like now, for those who show it. */
	char wearing[64]; /* the theme; "": there is no terminal */
	bool mouse; /* it is taken */
};

/* An app without rows on a canvas of @columns x @rows cells; @clock must outlive it. */
struct app *app_new(
	const struct clock *clock, int columns, int rows, enum glyph_set glyphs, bool utf8);

/* Stops a run that is under way. */
void app_free(struct app *app);

/* The view that keys go to: the topmost overlay, else the tab. */
struct view *app_view(struct app *app);

/* Go to a tab (which leaves all overlays), or put an overlay on top. */
void app_show(struct app *app, enum view_id id);
void app_close_overlay(struct app *app);

/* What the view on top shows has changed. */
void app_refresh(struct app *app);

void app_set_glyphs(struct app *app, enum glyph_set set);

/* Draw again, at once or (live figures) within a quarter of a second. */
void app_redraw(struct app *app);
void app_redraw_soon(struct app *app);

/* Say something in the footer, until the next key. */
void app_say(struct app *app, enum say_level level, const char *format, ...) FST_PRINTF(3, 4);
void app_say_error(struct app *app, const struct fst_error *error);

/* Open the library, or the samples while it is empty. */
void app_open_library(struct app *app);

/* Read the library again; the place, the baseline and the marks stay. Not while a run's rows are
 * counted by their numbers. */
void app_reload_library(struct app *app);

/* Open @dataset, which is taken over, instead of the library. */
void app_open_dataset(struct app *app, struct dataset *dataset);

/* Bring the index up to date with rows that were added, and tell the views. */
void app_reindex(struct app *app);

struct import *app_import(struct app *app);

/* What the person does. @cut: the end of the paste was dropped. */
void app_key(struct app *app, struct key key);
void app_paste(struct app *app, struct text text, bool cut);
void app_act(struct app *app, enum action action);

/* Draw everything onto the canvas. */
void app_draw(struct app *app);

#endif
