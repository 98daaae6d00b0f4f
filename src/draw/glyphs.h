/*
 * The characters that pictures are made of, in three sets: braille dots, block
 * and line characters, and ASCII. Views take every non-ASCII character from here,
 * so that a terminal without UTF-8 never gets one.
 */
#ifndef FST_DRAW_GLYPHS_H
#define FST_DRAW_GLYPHS_H

#include "base/text.h"

enum glyph_set { GLYPHS_BRAILLE, GLYPHS_BLOCK, GLYPHS_ASCII, GLYPHS_COUNT };

struct glyphs {
	const char *name; /* as --glyphs takes it */

	const char *horizontal, *vertical;
	const char *top_left, *top_right, *bottom_left, *bottom_right;
	const char *tick; /* on a vertical axis, left of the plot */
	const char *cursor_line; /* a vertical line through a plot */
	const char *grid; /* a faint dot */

	const char *bar[9]; /* 0..8 eighths of a cell, filled from the left */
	const char *column[9]; /* 0..8 eighths of a cell, filled from below */
	const char *shade[5]; /* blank to full */
	const char *progress_done, *progress_head, *progress_left;

	const char *up, *down, *left, *right; /* arrows */
	const char *pointer; /* at the cursor's row or column in a picture */
	const char *over; /* a value above the scale */
	const char *doubtful; /* beside a value that is not to be trusted */
	const char *ellipsis, *separator, *middle_dot, *hole;
	const char *times, *plus_minus;
};

extern const char *const glyph_set_names[]; /* by enum glyph_set, ends with NULL */

const struct glyphs *glyphs_get(enum glyph_set set);

#endif
