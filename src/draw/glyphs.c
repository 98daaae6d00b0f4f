#include "draw/glyphs.h"

/* What the two UTF-8 sets have in common: they differ in how curves are drawn. */
#define GLYPHS_UTF8                                                                                \
	.horizontal = "─", .vertical = "│", .top_left = "┌", .top_right = "┐", .bottom_left = "└", \
	.bottom_right = "┘", .tick = "┤", .cursor_line = "┊", .grid = "·",                         \
	.bar = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"},                                      \
	.column = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},                                   \
	.shade = {" ", "░", "▒", "▓", "█"}, .progress_done = "━", .progress_head = "╸",            \
	.progress_left = "─", .up = "↑", .down = "↓", .left = "←", .right = "→", .pointer = "▲",   \
	.over = "↑", .doubtful = "?", .ellipsis = "…", .separator = "│", .middle_dot = "·",        \
	.hole = "·", .times = "×", .plus_minus = "±"

#define BRAILLE_NAME "braille"
#define BLOCK_NAME   "block"
#define ASCII_NAME   "ascii"

const char *const glyph_set_names[] = {[GLYPHS_BRAILLE] = BRAILLE_NAME,
	[GLYPHS_BLOCK] = BLOCK_NAME,
	[GLYPHS_ASCII] = ASCII_NAME,
	NULL};

static const struct glyphs glyph_sets[GLYPHS_COUNT] = {
	[GLYPHS_BRAILLE] = {.name = BRAILLE_NAME, GLYPHS_UTF8},
	[GLYPHS_BLOCK] = {.name = BLOCK_NAME, GLYPHS_UTF8},
	[GLYPHS_ASCII] =
		{
			.name = ASCII_NAME,
			.horizontal = "-",
			.vertical = "|",
			.top_left = "+",
			.top_right = "+",
			.bottom_left = "+",
			.bottom_right = "+",
			.tick = "|",
			.cursor_line = ":",
			.grid = ".",
			.bar = {" ", "-", "-", "-", "-", "=", "=", "=", "#"},
			.column = {" ", ".", ".", ":", ":", ":", "|", "|", "#"},
			.shade = {" ", ".", ":", "+", "#"},
			.progress_done = "=",
			.progress_head = ">",
			.progress_left = "-",
			.up = "^",
			.down = "v",
			.left = "<",
			.right = ">",
			.pointer = "^",
			.over = "^",
			.doubtful = "?",
			.ellipsis = "~",
			.separator = "|",
			.middle_dot = "-",
			.hole = ".",
			.times = "x",
			.plus_minus = "+-",
		},
};

const struct glyphs *glyphs_get(enum glyph_set set)
{
	return &glyph_sets[set < GLYPHS_COUNT ? set : GLYPHS_ASCII];
}
