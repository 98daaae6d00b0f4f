/*
 * From the bytes that a terminal sends to events: keys, pastes, the mouse. Pure:
 * bytes and the time go in. Sequences that mean nothing here are swallowed, never
 * taken for keys.
 *
 * A paste arrives whole, as one event. Where the terminal does not bracket
 * pastes, many bytes at once with a line end among them are taken for one.
 */
#ifndef FST_TERM_INPUT_H
#define FST_TERM_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "term/detect.h"
#include "term/key.h"

/* A paste longer than this is cut. */
#define INPUT_PASTE_LIMIT ((size_t)64 << 20)

enum mouse_action { MOUSE_CLICK, MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN };

enum event_kind {
	EVENT_KEY,
	EVENT_PASTE,
	EVENT_MOUSE,
	EVENT_RESIZE, /* the terminal has another size now: term_size() */
	EVENT_SUSPEND, /* somebody sent SIGTSTP: call term_suspend() */
	EVENT_RESUME, /* back from a stop: draw everything */
	EVENT_HANGUP, /* the terminal is gone: save and leave */
	EVENT_BACKGROUND, /* the answer to OSC 11 */
	EVENT_SYNC, /* the terminal knows synchronised updates (DEC 2026) */
	EVENT_ANSWERED, /* the answer to DA1: those to earlier queries have come or never will */
};

struct event {
	enum event_kind kind;
	struct key key;
	struct text paste; /* CR LF and CR are LF; valid until the next call on the input */
	bool paste_guessed; /* no brackets around: only looked like a paste */
	bool paste_cut; /* something behind it was dropped */
	enum mouse_action mouse;
	int x, y; /* of the mouse, from 0 */
	enum background background;
};

struct input;

/* @utf8: keys are UTF-8, else ASCII. @escape_ms: how long a lone ESC waits for more. */
struct input *input_new(bool utf8, int escape_ms);
void input_free(struct input *input);

/* Also take @sequence for @key (from terminfo); xterm's, VT's and rxvt's are known anyway. */
void input_define(struct input *input, const char *sequence, struct key key);

/*
 * Take everything up to Ctrl-D for one paste, for terminals without brackets. Ctrl-C gives it up:
 * what came before it is dropped, and the paste is an empty one (as the key it would end more than
 * that).
 */
void input_start_paste(struct input *input);

/* Bytes that were read at @now_ns. */
void input_feed(struct input *input, const char *bytes, size_t length, uint64_t now_ns);

/* The next event, if the bytes so far (and the time passed) make one. */
bool input_next(struct input *input, uint64_t now_ns, struct event *event);

/* Milliseconds until input_next() could give an event without more bytes; -1: never. */
int input_timeout_ms(const struct input *input, uint64_t now_ns);

#endif
