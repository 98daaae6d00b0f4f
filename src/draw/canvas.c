#include "draw/canvas.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"

struct canvas {
	struct cell *cells; /* row by row */
	int columns, rows;
	enum glyph_set set;
	bool utf8;
};

static const struct cell blank_cell = {.glyph = " ", .length = 1, .width = 1, .role = ROLE_TEXT};

static int clamp(int value, int low, int high)
{
	return value < low ? low : value > high ? high : value;
}

struct canvas *canvas_new(int columns, int rows, enum glyph_set set, bool utf8)
{
	struct canvas *canvas = xcalloc(1, sizeof(*canvas));

	canvas_set_glyphs(canvas, set, utf8);
	canvas_resize(canvas, columns, rows);
	return canvas;
}

void canvas_free(struct canvas *canvas)
{
	if (!canvas)
		return;
	free(canvas->cells);
	free(canvas);
}

void canvas_resize(struct canvas *canvas, int columns, int rows)
{
	canvas->columns = clamp(columns, 1, CANVAS_MAX_COLUMNS);
	canvas->rows = clamp(rows, 1, CANVAS_MAX_ROWS);
	canvas->cells = xreallocarray(canvas->cells, (size_t)canvas->columns * (size_t)canvas->rows,
		sizeof(*canvas->cells));
	canvas_clear(canvas);
}

void canvas_set_glyphs(struct canvas *canvas, enum glyph_set set, bool utf8)
{
	canvas->set = utf8 && set < GLYPHS_COUNT ? set : GLYPHS_ASCII;
	canvas->utf8 = utf8;
	if (canvas->cells)
		canvas_clear(canvas);
}

void canvas_clear(struct canvas *canvas)
{
	size_t count = (size_t)canvas->columns * (size_t)canvas->rows;

	for (size_t i = 0; i < count; i++)
		canvas->cells[i] = blank_cell;
}

int canvas_columns(const struct canvas *canvas)
{
	return canvas->columns;
}

int canvas_rows(const struct canvas *canvas)
{
	return canvas->rows;
}

static struct cell *cell_at(const struct canvas *canvas, int x, int y)
{
	return &canvas->cells[(size_t)y * (size_t)canvas->columns + (size_t)x];
}

const struct cell *canvas_cell(const struct canvas *canvas, int x, int y)
{
	return cell_at(canvas, x, y);
}

bool cell_equal(const struct cell *a, const struct cell *b)
{
	return a->length == b->length && a->width == b->width && a->role == b->role &&
	       a->attributes == b->attributes && memcmp(a->glyph, b->glyph, a->length) == 0;
}

struct pane canvas_pane(struct canvas *canvas)
{
	return (struct pane){
		.canvas = canvas,
		.rect = {.width = canvas->columns, .height = canvas->rows},
	};
}

/* The part of the span @at..@at+@length inside 0..@limit. */
static void clip_span(int *at, int *length, int limit)
{
	long long first = *at, end = first + (*length > 0 ? *length : 0);

	first = first < 0 ? 0 : first > limit ? limit : first;
	end = end < first ? first : end > limit ? limit : end;
	*at = (int)first;
	*length = (int)(end - first);
}

struct pane pane_sub(struct pane pane, struct rect rect)
{
	clip_span(&rect.x, &rect.width, pane.rect.width);
	clip_span(&rect.y, &rect.height, pane.rect.height);
	rect.x += pane.rect.x;
	rect.y += pane.rect.y;
	pane.rect = rect;
	return pane;
}

const struct glyphs *pane_glyphs(struct pane pane)
{
	return glyphs_get(pane.canvas->set);
}

enum glyph_set pane_glyph_set(struct pane pane)
{
	return pane.canvas->set;
}

static bool pane_inside(struct pane pane, int x, int y)
{
	return x >= 0 && y >= 0 && x < pane.rect.width && y < pane.rect.height;
}

/*
 * Put a character into the cells of the canvas at @x, @y, where it must fit. A
 * wide character that loses a half leaves a blank in the other one.
 */
static void put_cell(struct canvas *canvas, int x, int y, enum role role, const char *glyph,
	size_t length, int width)
{
	struct cell *cell = cell_at(canvas, x, y);

	if (cell->width == 0 && x > 0)
		cell[-1] = (struct cell){
			.glyph = " ", .length = 1, .width = 1, .role = cell[-1].role};
	if (cell[width - 1].width == 2 && x + width < canvas->columns)
		cell[width] = (struct cell){
			.glyph = " ", .length = 1, .width = 1, .role = cell[width].role};
	*cell = (struct cell){
		.length = (uint8_t)length, .width = (uint8_t)width, .role = (uint8_t)role};
	memcpy(cell->glyph, glyph, length);
	if (width == 2)
		cell[1] = (struct cell){.role = (uint8_t)role};
}

void pane_put(struct pane pane, int x, int y, enum role role, const char *glyph)
{
	size_t length = strlen(glyph);

	if (pane_inside(pane, x, y) && length > 0 && length < CELL_GLYPH_SIZE)
		put_cell(pane.canvas, pane.rect.x + x, pane.rect.y + y, role, glyph, length, 1);
}

/* Add the combining character at the start of @t to the cell before @x. */
static void combine(struct pane pane, int x, int y, struct text t, size_t length)
{
	struct cell *cell;

	if (!pane_inside(pane, x - 1, y))
		return;
	cell = cell_at(pane.canvas, pane.rect.x + x - 1, pane.rect.y + y);
	if (cell->width == 0 && x > 1)
		cell--;
	if (cell->length + length < CELL_GLYPH_SIZE) {
		memcpy(cell->glyph + cell->length, t.ptr, length);
		cell->length = (uint8_t)(cell->length + length);
	}
}

int pane_text_fit(struct pane pane, int x, int y, int width, enum role role, struct text text)
{
	char fitted[4096];
	struct text t;
	size_t used;

	if (y < 0 || y >= pane.rect.height || x >= pane.rect.width || x < 0 || width <= 0)
		return x;
	width = width < pane.rect.width - x ? width : pane.rect.width - x;
	utf8_fit(fitted, sizeof(fitted), text, (size_t)width, !pane.canvas->utf8);
	for (t = text_of(fitted); t.len; t = text_skip(t, used)) {
		int cells = utf8_width(utf8_decode(t, &used));

		if (cells == 0) {
			combine(pane, x, y, t, used);
			continue;
		}
		put_cell(pane.canvas, pane.rect.x + x, pane.rect.y + y, role, t.ptr, used, cells);
		x += cells;
	}
	return x;
}

int pane_text(struct pane pane, int x, int y, enum role role, struct text text)
{
	return pane_text_fit(pane, x, y, INT_MAX, role, text);
}

void pane_text_right(struct pane pane, int x, int y, int width, enum role role, struct text text)
{
	int cells = pane_text_width(text);
	int indent = cells < width ? width - cells : 0;

	/* Compared before it is added, as both may be near INT_MAX. */
	if (x >= 0 && x < pane.rect.width && indent < pane.rect.width - x)
		pane_text_fit(pane, x + indent, y, width, role, text);
}

int pane_printf(struct pane pane, int x, int y, enum role role, const char *format, ...)
{
	struct strbuf sb = STRBUF_INIT;
	va_list ap;

	va_start(ap, format);
	strbuf_vprintf(&sb, format, ap);
	va_end(ap);
	x = pane_text(pane, x, y, role, strbuf_text(&sb));
	strbuf_free(&sb);
	return x;
}

int pane_string(struct pane pane, int x, int y, enum role role, const char *string)
{
	return pane_text(pane, x, y, role, text_of(string));
}

void pane_fill(struct pane pane, enum role role, const char *glyph)
{
	for (int y = 0; y < pane.rect.height; y++)
		for (int x = 0; x < pane.rect.width; x++)
			pane_put(pane, x, y, role, glyph ? glyph : " ");
}

void pane_horizontal(struct pane pane, int x, int y, int width, enum role role)
{
	pane_fill(pane_sub_at(pane, x, y, width, 1), role, pane_glyphs(pane)->horizontal);
}

void pane_vertical(struct pane pane, int x, int y, int height, enum role role)
{
	pane_fill(pane_sub_at(pane, x, y, 1, height), role, pane_glyphs(pane)->vertical);
}

struct pane pane_box(struct pane pane, enum role role)
{
	const struct glyphs *glyphs = pane_glyphs(pane);
	int right = pane.rect.width - 1, bottom = pane.rect.height - 1;

	pane_horizontal(pane, 0, 0, pane.rect.width, role);
	pane_horizontal(pane, 0, bottom, pane.rect.width, role);
	pane_vertical(pane, 0, 0, pane.rect.height, role);
	pane_vertical(pane, right, 0, pane.rect.height, role);
	pane_put(pane, 0, 0, role, glyphs->top_left);
	pane_put(pane, right, 0, role, glyphs->top_right);
	pane_put(pane, 0, bottom, role, glyphs->bottom_left);
	pane_put(pane, right, bottom, role, glyphs->bottom_right);
	return pane_sub_at(pane, 1, 1, pane.rect.width - 2, pane.rect.height - 2);
}

struct pane pane_frame(struct pane pane, enum role border, struct text title, struct text note)
{
	int width = pane.rect.width;
	int title_width = pane_text_width(title), note_width = pane_text_width(note);
	struct pane inner;

	if (width < 8 || pane.rect.height < 3)
		return pane;
	inner = pane_box(pane, border);
	if (title.len) {
		int x = pane_text_fit(pane, 3, 0, width - 6, ROLE_TITLE, title);

		pane_put(pane, 2, 0, border, " ");
		pane_put(pane, x, 0, border, " ");
	} else {
		title_width = -2;
	}
	if (note.len && title_width + note_width + 9 <= width) {
		int x = width - 3 - note_width;

		pane_put(pane, x - 1, 0, border, " ");
		pane_text_fit(pane, x, 0, note_width, ROLE_VALUE, note);
		pane_put(pane, width - 3, 0, border, " ");
	}
	return inner;
}

void pane_paint(struct pane pane, enum role role)
{
	for (int y = 0; y < pane.rect.height; y++)
		for (int x = 0; x < pane.rect.width; x++)
			cell_at(pane.canvas, pane.rect.x + x, pane.rect.y + y)->role = (uint8_t)
				role;
}

void pane_add_attributes(struct pane pane, unsigned attributes)
{
	for (int y = 0; y < pane.rect.height; y++)
		for (int x = 0; x < pane.rect.width; x++)
			cell_at(pane.canvas, pane.rect.x + x, pane.rect.y + y)
				->attributes |= (uint8_t)attributes;
}

int pane_text_width(struct text text)
{
	size_t cells = utf8_cells(text);

	return cells < INT_MAX ? (int)cells : INT_MAX;
}
