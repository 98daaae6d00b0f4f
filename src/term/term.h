/*
 * The terminal: opening it whatever its name, showing canvases on it, reading
 * events from it, and giving it back as it was found on every way out, crashes
 * included. With blit.c the only user of curses.
 *
 * The app's loop polls term_poll_fds() for at most term_timeout_ms(), then takes
 * events with term_next_event() until there are none.
 */
#ifndef FST_TERM_TERM_H
#define FST_TERM_TERM_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/clock.h"
#include "base/error.h"
#include "draw/canvas.h"
#include "term/detect.h"
#include "term/input.h"
#include "term/theme.h"

struct term_options {
	int fd; /* a terminal to read and write; -1: /dev/tty */
	bool utf8; /* use UTF-8 whatever the locale says */
	enum glyph_set glyphs; /* GLYPHS_COUNT: chosen by locale and TERM */
	enum color_when color; /* COLOR_AUTO: what terminfo says, none with NO_COLOR */
	bool mouse;
	bool sync; /* draw frames at once (DEC 2026) where the terminal says that it can */
	const struct clock *clock;
};

struct term_capabilities {
	bool utf8;
	int colors; /* 0, 8, 16 or 256 */
	enum glyph_set glyphs;
	bool mouse; /* it is on */
	enum background
		background; /* as far as the environment tells; else EVENT_BACKGROUND comes */
	bool asked; /* queries are under way: EVENT_ANSWERED comes, late or never */
	bool remote; /* a session over ssh or a serial line: draw sparingly */
	const char *type; /* the terminfo entry in use */
	const char *hint; /* what the person should be told once, or NULL */
};

struct terminal;

/*
 * Take the terminal over. Fails with FST_UNSUPPORTED, and a message that says what
 * to do, when there is none that can move its cursor (TERM unset or `dumb`); text
 * output is the answer then.
 *
 * From here on SEGV, BUS, FPE, ABRT, TERM and HUP restore the terminal, then act
 * as before; an app that wants to save on TERM and HUP installs its own handlers
 * afterwards and calls term_close().
 */
fst_status term_open(
	const struct term_options *options, struct terminal **term, struct fst_error *error);

/* Give the terminal back. NULL is fine. */
void term_close(struct terminal *term);

const struct term_capabilities *term_capabilities(const struct terminal *term);
void term_size(const struct terminal *term, int *columns, int *rows);

/* Use @theme from the next frame on. */
void term_set_theme(struct terminal *term, const struct theme *theme);
void term_set_mouse(struct terminal *term, bool on);

/*
 * Show @canvas: sends what differs from what is shown, in one go; nothing when
 * nothing differs. A canvas of another size than the terminal is cut or padded.
 */
void term_show(struct terminal *term, const struct canvas *canvas);

/* Forget what is shown, so that the next term_show() repaints all (^L). */
void term_repaint(struct terminal *term);

/* Leave the screen, stop the process as ^Z would, come back. */
void term_suspend(struct terminal *term);

/*
 * Put @bytes into the terminal's clipboard (OSC 52); whether it takes them nobody
 * tells. FST_LIMIT when they are too many, FST_UNSUPPORTED where OSC is not known.
 */
fst_status term_copy(struct terminal *term, struct text bytes, struct fst_error *error);

/* Take all input up to Ctrl-D for one paste: see input_start_paste(). */
void term_start_paste(struct terminal *term);

#define TERM_POLL_FDS 2

void term_poll_fds(const struct terminal *term, struct pollfd fds[TERM_POLL_FDS]);
int term_timeout_ms(const struct terminal *term);

/* Reads what there is, never blocks. False: no event yet. After EVENT_HANGUP nothing follows. */
bool term_next_event(struct terminal *term, struct event *event);

#endif
