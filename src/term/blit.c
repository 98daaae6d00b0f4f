#include "term/blit.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/alloc.h"
#include "base/utf8.h"

struct blit {
	int colors;
	bool default_colors; /* the terminal's own can be had */
	attr_t attributes[ROLE_COUNT];
	short pairs[ROLE_COUNT];
	struct cell *shown; /* what is on the screen; NULL: unknown */
	int columns, rows;
};

struct blit *blit_new(int colors)
{
	struct blit *blit = xcalloc(1, sizeof(*blit));
	struct theme plain;

	blit->colors = colors;
	if (colors > 0) {
		start_color();
		blit->default_colors = use_default_colors() == OK;
	}
	theme_init(&plain);
	blit_set_theme(blit, &plain);
	return blit;
}

void blit_free(struct blit *blit)
{
	if (!blit)
		return;
	free(blit->shown);
	free(blit);
}

static attr_t curses_attributes(unsigned attributes)
{
	return (attributes & CELL_BOLD ? A_BOLD : 0) | (attributes & CELL_DIM ? A_DIM : 0) |
	       (attributes & CELL_UNDERLINE ? A_UNDERLINE : 0) |
	       (attributes & CELL_REVERSE ? A_REVERSE : 0);
}

static short curses_color(const struct blit *blit, struct color color, short fallback)
{
	if (color.kind == COLOR_KIND_DEFAULT)
		return blit->default_colors ? -1 : fallback;
	return color.index;
}

void blit_set_theme(struct blit *blit, const struct theme *theme)
{
	for (int i = 0; i < ROLE_COUNT; i++) {
		struct style style = theme_style(theme, (enum role)i, blit->colors);

		blit->attributes[i] = curses_attributes(style.attributes);
		blit->pairs[i] = 0;
		if (blit->colors > 0) {
			blit->pairs[i] = (short)(i + 1);
			init_pair(blit->pairs[i], curses_color(blit, style.fg, COLOR_WHITE),
				curses_color(blit, style.bg, COLOR_BLACK));
		}
	}
	/* Curses knows which cells a changed pair is in, but not changed attributes. */
	blit_forget(blit);
}

void blit_forget(struct blit *blit)
{
	free(blit->shown);
	blit->shown = NULL;
}

/* The cell's characters for curses; one that libc takes for another width becomes `?`. */
static void wide_characters(const struct cell *cell, wchar_t out[CELL_GLYPH_SIZE])
{
	struct text t = text_make(cell->glyph, cell->length);
	size_t count = 0, used;

	for (; t.len && count < CCHARW_MAX; t = text_skip(t, used))
		out[count++] = (wchar_t)utf8_decode(t, &used);
	out[count] = L'\0';
	if (count == 0 || wcwidth(out[0]) != cell->width) {
		out[0] = L'?';
		out[1] = L'\0';
	}
	for (size_t i = 1; i < count; i++)
		if (wcwidth(out[i]) != 0)
			out[i] = L'\0';
}

static void put_cell(const struct blit *blit, const struct cell *cell, int x, int y)
{
	wchar_t characters[CELL_GLYPH_SIZE];
	cchar_t c;

	wide_characters(cell, characters);
	setcchar(&c, characters, blit->attributes[cell->role] | curses_attributes(cell->attributes),
		blit->pairs[cell->role], NULL);
	mvadd_wch(y, x, &c);
	if (cell->width == 2 && characters[0] == L'?')
		add_wch(&c);
}

bool blit_compose(struct blit *blit, const struct canvas *canvas)
{
	int columns = canvas_columns(canvas) < COLS ? canvas_columns(canvas) : COLS;
	int rows = canvas_rows(canvas) < LINES ? canvas_rows(canvas) : LINES;
	bool all = !blit->shown || columns != blit->columns || rows != blit->rows;
	bool changed = all;

	if (all) {
		blit->columns = columns;
		blit->rows = rows;
		blit->shown = xreallocarray(
			blit->shown, (size_t)columns * (size_t)rows + 1, sizeof(*blit->shown));
		erase();
	}
	for (int y = 0; y < rows; y++) {
		for (int x = 0; x < columns; x++) {
			const struct cell *cell = canvas_cell(canvas, x, y);
			struct cell *shown = &blit->shown[(size_t)y * (size_t)columns + (size_t)x];

			if (!all && cell_equal(cell, shown))
				continue;
			*shown = *cell;
			changed = true;
			if (cell->width > 0 && x + cell->width <= columns)
				put_cell(blit, cell, x, y);
		}
	}
	if (changed)
		wnoutrefresh(stdscr);
	return changed;
}

void blit_send(void)
{
	doupdate();
}
