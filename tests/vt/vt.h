/*
 * Runs a program on a pseudo-terminal and shows its screen to a test: libvterm is the terminal.
 * Nothing here sleeps; the waits poll the terminal and the program, and return at once when what
 * they wait for is there. A wait that runs out of time prints the screen on standard error and
 * returns false.
 */
#ifndef FSTUI_TESTS_VT_VT_H
#define FSTUI_TESTS_VT_VT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* Enough for what should happen at once, also on a slow and busy machine under a sanitizer. */
#define VT_SOON_MS 30000

struct vt;

struct vt_options {
	int rows, columns; /* 0: 24 and 80 */
	const char *term; /* TERM; NULL: xterm-256color */
	const char *locale; /* LC_ALL; NULL: C.UTF-8. The terminal takes UTF-8 unless this is C */
	const char *folder; /* the program's current folder; NULL: the test's */
	const char
		*home; /* HOME, which the XDG folders lie below; NULL: an empty one for this run */
	const char *const
		*env; /* more variables, "NAME=VALUE"; a NAME alone is unset. NULL ends them */
	bool mute; /* a terminal that answers no query */
};

/*
 * Starts ARGV (NULL-terminated; argv[0] is looked up in PATH) on a new terminal. OPTIONS may be
 * NULL. The environment is the test's, less LINES, COLUMNS, NO_COLOR, COLORTERM and the
 * multiplexers' variables. Aborts when there is no terminal to be had; a program that cannot be run
 * exits with 127.
 */
struct vt *vt_start(const char *const argv[], const struct vt_options *options);

/* The same for the fstui under test: ARGUMENTS come after its name. */
struct vt *vt_start_fstui(const char *const arguments[], const struct vt_options *options);

/* Kills the program if it still runs, and frees all. NULL is fine. */
void vt_free(struct vt *vt);

/* ---- waiting ---- */

/* Until TEXT (UTF-8, within one row) is on the screen. */
bool vt_wait_text(struct vt *vt, const char *text, int timeout_ms);

/* Until TEXT is nowhere on the screen. */
bool vt_wait_gone(struct vt *vt, const char *text, int timeout_ms);

/* Until the program has written BYTES (no NUL), now or at any time since it started. */
bool vt_wait_output(struct vt *vt, const char *bytes, int timeout_ms);

/* Until the program has written nothing for QUIET_MS, and sleeps. */
bool vt_wait_quiet(struct vt *vt, int quiet_ms, int timeout_ms);

/*
 * Until the program has ended. STATUS gets its exit status, or 128 plus the signal that killed it.
 * What it wrote last is on the screen.
 */
bool vt_wait_exit(struct vt *vt, int timeout_ms, int *status);

/* Lets MS pass while taking what the program writes: to measure, not to wait for something. */
void vt_observe(struct vt *vt, int ms);

/* ---- acting ---- */

/*
 * Types KEYS: UTF-8 text, in which <Up> <Down> <Left> <Right> <Home> <End> <PgUp> <PgDn> <Ins>
 * <Del> <Enter> <Esc> <Tab> <BackTab> <Backspace> <F1>..<F12> and <C-a>..<C-z> stand for those
 * keys. Any other < is itself.
 */
void vt_type(struct vt *vt, const char *keys);

/*
 * Pastes TEXT as a terminal does: newlines become carriage returns, and the brackets go around it
 * when the program asked for them.
 */
void vt_paste(struct vt *vt, const char *text, size_t length);

/* Sends bytes as they are, such as a mouse report or an answer that libvterm does not give. */
void vt_send(struct vt *vt, const char *bytes, size_t length);

/* Presses and releases the first mouse button (or turns the wheel: BUTTON 4 up, 5 down); 0-based.
 */
void vt_click(struct vt *vt, int row, int column, int button);

void vt_resize(struct vt *vt, int rows, int columns);

/* The window is closed: the program gets SIGHUP, and writing fails from now on. */
void vt_hang_up(struct vt *vt);

void vt_signal(struct vt *vt, int signal);

/* ---- looking ---- */

/* The text of a row, 0-based, as UTF-8 without blanks at its end. Valid until the next call for VT.
 */
const char *vt_row(struct vt *vt, int row);

/* Whether TEXT is on the screen; ROW and COLUMN (either may be NULL) get where it starts. */
bool vt_find(struct vt *vt, const char *text, int *row, int *column);

enum { VT_COLOUR_DEFAULT = -1, VT_COLOUR_RGB = 0x1000000 };

struct vt_cell {
	char text[32]; /* UTF-8 with its combining characters; "" is blank */
	int width; /* columns */
	bool bold, underline, italic, blink, reverse;
	int fg, bg; /* VT_COLOUR_DEFAULT, a palette index, or VT_COLOUR_RGB | 0xRRGGBB */
};

struct vt_cell vt_cell_at(struct vt *vt, int row, int column);

void vt_get_cursor(struct vt *vt, int *row, int *column);
bool vt_is_cursor_visible(const struct vt *vt);
bool vt_is_alternate_screen(const struct vt *vt);

/* Everything that the program wrote since it started. Valid until the next call for VT. */
const char *vt_output(const struct vt *vt, size_t *length);

pid_t vt_pid(const struct vt *vt);

/* The HOME that the program runs with. */
const char *vt_home(const struct vt *vt);

/*
 * How often the program's threads went to sleep since they started (voluntary context switches):
 * while all of them sleep, how often they woke up.
 */
long vt_count_wakeups(const struct vt *vt);

/* Prints the screen, framed. */
void vt_print(struct vt *vt, FILE *stream);

#endif
