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

static const struct glyphs glyph_sets[GLYPHS_COUNT] = {
	[GLYPHS_BRAILLE] = {.name = "braille", GLYPHS_UTF8},
	[GLYPHS_BLOCK] = {.name = "block", GLYPHS_UTF8},
	[GLYPHS_ASCII] =
		{
			.name = "ascii",
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
