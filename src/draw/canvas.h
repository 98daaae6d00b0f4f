/*
 * A grid of cells (character, colour role, attributes) on which every picture is
 * drawn, and panes: rectangles of a canvas that drawing is clipped to. Pure: the
 * terminal, --dump, reports and tests all read the same cells.
 *
 * Coordinates count from 0 at the top left and are the pane's own. Drawing
 * outside of a pane does nothing, whatever the numbers.
 */
#ifndef FST_DRAW_CANVAS_H
#define FST_DRAW_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attributes.h"
#include "base/strbuf.h"
#include "base/text.h"
#include "draw/glyphs.h"
#include "draw/role.h"

#define CELL_GLYPH_SIZE 12

struct cell {
	char glyph[CELL_GLYPH_SIZE]; /* UTF-8: one character with its combining ones */
	uint8_t length; /* bytes of it; 0 in the right half of a wide character */
	uint8_t width; /* cells: 1, 2; 0 in the right half of a wide character */
	uint8_t role; /* enum role */
	uint8_t attributes; /* enum cell_attribute bits besides the role's own */
};

struct rect {
	int x, y, width, height;
};

struct canvas;

/* A canvas seen through one of its rectangles. Plain data, passed by value. */
struct pane {
	struct canvas *canvas;
	struct rect rect; /* in the canvas, never outside of it */
};

#define CANVAS_MAX_COLUMNS 1000
#define CANVAS_MAX_ROWS    1000

/*
 * A blank canvas, freed with canvas_free(). Sizes are clamped to 1..CANVAS_MAX.
 * With @utf8 false the ASCII set is used whatever @set says, and other characters
 * in texts become `?`.
 */
struct canvas *canvas_new(int columns, int rows, enum glyph_set set, bool utf8);
void canvas_free(struct canvas *canvas);

/* Change the size or the glyph set; the contents become blank. */
void canvas_resize(struct canvas *canvas, int columns, int rows);
void canvas_set_glyphs(struct canvas *canvas, enum glyph_set set, bool utf8);

void canvas_clear(struct canvas *canvas);

int canvas_columns(const struct canvas *canvas);
int canvas_rows(const struct canvas *canvas);

/* The cell at @x, @y, which must be inside. */
const struct cell *canvas_cell(const struct canvas *canvas, int x, int y);

bool cell_equal(const struct cell *a, const struct cell *b);

/* All of the canvas. */
struct pane canvas_pane(struct canvas *canvas);

/* The part of @pane inside @rect (in the pane's coordinates); may be empty. */
struct pane pane_sub(struct pane pane, struct rect rect);

static inline struct pane pane_sub_at(struct pane pane, int x, int y, int width, int height)
{
	return pane_sub(pane, (struct rect){.x = x, .y = y, .width = width, .height = height});
}

static inline int pane_width(struct pane pane)
{
	return pane.rect.width;
}

static inline int pane_height(struct pane pane)
{
	return pane.rect.height;
}

static inline bool pane_empty(struct pane pane)
{
	return pane.rect.width <= 0 || pane.rect.height <= 0;
}

const struct glyphs *pane_glyphs(struct pane pane);
enum glyph_set pane_glyph_set(struct pane pane);

/* One glyph (of struct glyphs, or ASCII; one cell wide) at @x, @y. */
void pane_put(struct pane pane, int x, int y, enum role role, const char *glyph);

/*
 * @text from @x on in row @y; what must not reach a terminal is escaped, what
 * does not fit into the pane is cut with an ellipsis. Returns the x behind it.
 */
int pane_text(struct pane pane, int x, int y, enum role role, struct text text);

/* The same, at most @width cells. */
int pane_text_fit(struct pane pane, int x, int y, int width, enum role role, struct text text);

/* The same, ending at the right edge of the @width cells from @x on. */
void pane_text_right(struct pane pane, int x, int y, int width, enum role role, struct text text);

/* printf and string forms of pane_text(). */
int pane_printf(struct pane pane, int x, int y, enum role role, const char *format, ...)
	FST_PRINTF(5, 6);
int pane_string(struct pane pane, int x, int y, enum role role, const char *string);

/* All of @pane filled with @glyph; NULL or " " for blank. */
void pane_fill(struct pane pane, enum role role, const char *glyph);

void pane_horizontal(struct pane pane, int x, int y, int width, enum role role);
void pane_vertical(struct pane pane, int x, int y, int height, enum role role);

/* A box around the pane's edge. Returns the pane inside of it. */
struct pane pane_box(struct pane pane, enum role role);

/*
 * A box with @title set into the top line at the left and @note at the right;
 * both may be empty, @note is left out when they do not both fit. Under 3 rows or
 * 8 columns there is no box. Returns the pane inside.
 */
struct pane pane_frame(struct pane pane, enum role border, struct text title, struct text note);

/* Give all cells of @pane the role, or add attribute bits, without touching the text. */
void pane_paint(struct pane pane, enum role role);
void pane_add_attributes(struct pane pane, unsigned attributes);

/* Cells that @text takes when it is drawn. */
int pane_text_width(struct text text);

/* The text of @pane, or of all, a line a row, without blanks at the ends of lines. */
void pane_dump_text(struct pane pane, struct strbuf *out);
void canvas_dump_text(const struct canvas *canvas, struct strbuf *out);

/*
 * The text as above, a line `--- roles ---`, a letter of its role for each cell
 * (blank where a cell is blank text), where any cell has attributes a plane of
 * their bits as hexadecimal digits, and a legend of the letters used.
 */
void canvas_dump_roles(const struct canvas *canvas, struct strbuf *out);

#endif
