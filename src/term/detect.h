/*
 * What the environment says about the terminal: locale, TERM, NO_COLOR, ssh. No
 * curses, so that every guess can be tested.
 */
#ifndef FST_TERM_DETECT_H
#define FST_TERM_DETECT_H

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

#include "base/text.h"
#include "draw/glyphs.h"

enum color_when { COLOR_AUTO, COLOR_NEVER, COLOR_8, COLOR_16, COLOR_256 };

/*
 * Set the locale's character type (only that: numbers never follow it) and tell
 * whether it is UTF-8. Where the environment or @forced says UTF-8 but its locale
 * is not installed, a UTF-8 locale that is.
 */
bool detect_utf8(bool forced);

/*
 * @wanted if it names a set, else braille; ASCII without UTF-8, and unless wanted
 * otherwise where fonts have no braille (the Linux console, VTs).
 */
enum glyph_set detect_glyphs(const char *type, bool utf8, enum glyph_set wanted);

/* 0, 8, 16 or 256 of the @available colours; NO_COLOR counts for COLOR_AUTO only. */
int detect_colors(enum color_when when, int available);

/* A session over ssh or mosh, or a serial line slower than 38400 baud. */
bool detect_remote(const struct termios *termios);

/* Milliseconds that a lone ESC waits for the rest of a sequence: ESCDELAY, else 100 or 25. */
int detect_escape_ms(bool remote);

/* False for terminals that may show the codes that switch paste brackets on. */
bool detect_paste(const char *type);

/* False for terminals that may show a query or an OSC sequence instead of taking it. */
bool detect_answers(const char *type);

enum background { BACKGROUND_UNKNOWN, BACKGROUND_DARK, BACKGROUND_LIGHT };

/* What COLORFGBG says (rxvt, Konsole: `15;0`, `0;default;15`). */
enum background detect_background(void);

/* What OSC 11's answer @t says: `rgb:ffff/ffff/dddd`, also `rgba:` and 1 to 4 digits each. */
enum background detect_background_answer(struct text t);

/*
 * The @index-th terminfo entry to try for a terminal called @type, which comes
 * first; NULL after the last one.
 */
const char *detect_type(const char *type, size_t index);

#endif
