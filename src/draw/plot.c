#include "draw/plot.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "draw/chart_axes.h"

#define DOTS_DOWN 4

/* Bit of the dot at sub-column 0/1 and sub-row 0..3 (top first): Unicode's braille patterns. */
static const uint8_t dot_bits[2][DOTS_DOWN] = {
	{0x01, 0x02, 0x04, 0x40},
	{0x08, 0x10, 0x20, 0x80},
};

static int columns_per_cell(struct pane pane)
{
	return pane_glyph_set(pane) == GLYPHS_BRAILLE ? 2 : 1;
}

int plot_columns(struct pane pane)
{
	return pane_empty(pane) ? 0 : pane_width(pane) * columns_per_cell(pane);
}

struct plot plot_begin(struct pane pane)
{
	struct plot plot = {
		.pane = pane,
		.columns = plot_columns(pane),
		.columns_per_cell = columns_per_cell(pane),
	};
	size_t cells = pane_empty(pane) ? 0 : (size_t)pane_width(pane) * (size_t)pane_height(pane);

	if (plot.columns_per_cell == 2 && cells > 0) {
		plot.dots = xcalloc(cells, 1);
		plot.roles = xcalloc(cells, 1);
	}
	return plot;
}

static double clamp_height(double height)
{
	return height > 0 ? height < 1 ? height : 1 : 0;
}

/* @height as one of @levels steps, 0 at the bottom. */
static int level_of(double height, int levels)
{
	return (int)lround(clamp_height(height) * (levels - 1));
}

int plot_row(const struct plot *plot, double height)
{
	int rows = pane_height(plot->pane);

	if (plot->columns_per_cell == 2)
		return rows - 1 - level_of(height, rows * DOTS_DOWN) / DOTS_DOWN;
	return rows - 1 - level_of(height, rows);
}

/* The cell of the dot at sub-column @x and @level; @bit gets its bit in the cell's mask. */
static size_t find_dot(const struct plot *plot, int x, int level, uint8_t *bit)
{
	int down = pane_height(plot->pane) * DOTS_DOWN - 1 - level;

	*bit = dot_bits[x % 2][down % DOTS_DOWN];
	return (size_t)(down / DOTS_DOWN) * (size_t)pane_width(plot->pane) + (size_t)(x / 2);
}

/* @role is that of the whole cell from now on. */
static void set_dot(struct plot *plot, int x, int level, enum role role)
{
	uint8_t bit;
	size_t cell = find_dot(plot, x, level, &bit);

	plot->dots[cell] |= bit;
	plot->roles[cell] = (uint8_t)role;
}

/* @role counts only where the cell was empty. */
static void flip_dot(struct plot *plot, int x, int level, enum role role)
{
	uint8_t bit;
	size_t cell = find_dot(plot, x, level, &bit);

	if (plot->dots[cell] == 0)
		plot->roles[cell] = (uint8_t)role;
	plot->dots[cell] ^= bit;
}

static void dots_between(struct plot *plot, int x, int from, int to, enum role role)
{
	int step = from <= to ? 1 : -1;

	for (int level = from; level != to + step; level += step)
		set_dot(plot, x, level, role);
}

static void braille_curve(struct plot *plot, const double *heights, enum role role)
{
	int levels = pane_height(plot->pane) * DOTS_DOWN;

	for (int x = 0; x < plot->columns; x++) {
		int level, before, middle;

		if (isnan(heights[x]))
			continue;
		level = level_of(heights[x], levels);
		if (x == 0 || isnan(heights[x - 1])) {
			set_dot(plot, x, level, role);
			continue;
		}
		/* A steep part is shared by the two columns. */
		before = level_of(heights[x - 1], levels);
		middle = (before + level) / 2;
		if (abs(level - before) > 1)
			dots_between(plot, x - 1, before, middle, role);
		dots_between(plot, x, abs(level - before) > 1 ? middle : level, level, role);
	}
}

/* A line of the box characters, which turns within the column where the row changes. */
static void block_curve(struct plot *plot, const double *heights, enum role role)
{
	const struct glyphs *glyphs = pane_glyphs(plot->pane);

	for (int x = 0; x < plot->columns; x++) {
		int row, before;

		if (isnan(heights[x]))
			continue;
		row = plot_row(plot, heights[x]);
		before = x == 0 || isnan(heights[x - 1]) ? row : plot_row(plot, heights[x - 1]);
		if (row == before) {
			pane_put(plot->pane, x, row, role, glyphs->horizontal);
			continue;
		}
		for (int y = (row < before ? row : before) + 1; y < (row < before ? before : row);
			y++)
			pane_put(plot->pane, x, y, role, glyphs->vertical);
		pane_put(plot->pane, x, before, role,
			row < before ? glyphs->bottom_right : glyphs->top_right);
		pane_put(plot->pane, x, row, role,
			row < before ? glyphs->top_left : glyphs->bottom_left);
	}
}

/* Level parts are dashes, the others dots. */
static void ascii_curve(struct plot *plot, const double *heights, enum role role)
{
	for (int x = 0; x < plot->columns; x++) {
		int row, before;
		bool level;

		if (isnan(heights[x]))
			continue;
		row = plot_row(plot, heights[x]);
		before = x == 0 || isnan(heights[x - 1]) ? row : plot_row(plot, heights[x - 1]);
		level = row == before && (x + 1 >= plot->columns || isnan(heights[x + 1]) ||
						 plot_row(plot, heights[x + 1]) == row);
		pane_put(plot->pane, x, row, role, level ? "-" : ".");
		for (int y = (row < before ? row : before) + 1; y < (row < before ? before : row);
			y++)
			pane_put(plot->pane, x, y, role, ".");
	}
}

void plot_curve(struct plot *plot, const double *heights, enum role role)
{
	if (plot->columns == 0)
		return;
	if (plot->columns_per_cell == 2)
		braille_curve(plot, heights, role);
	else if (pane_glyph_set(plot->pane) == GLYPHS_BLOCK)
		block_curve(plot, heights, role);
	else
		ascii_curve(plot, heights, role);
}

void plot_carve(struct plot *plot, const double *heights, enum role role)
{
	int levels = pane_height(plot->pane) * DOTS_DOWN;

	/* Every other one: fainter than any curve. */
	for (int x = 0; x < plot->columns; x += 2) {
		int cell = plot_cell(plot, x), y;

		if (isnan(heights[x]))
			continue;
		y = plot_row(plot, heights[x]);
		if (plot->columns_per_cell == 2)
			flip_dot(plot, x, level_of(heights[x], levels), role);
		else if (chart_is_blank(plot->pane, cell, y))
			pane_put(plot->pane, cell, y, role, pane_glyphs(plot->pane)->grid);
	}
}

/* The ramp's step for cell row @y, the same all along the row. */
static enum role row_role(const struct plot *plot, int y, enum role role)
{
	int rows = pane_height(plot->pane);

	return role != ROLE_COUNT ? role : role_ramp((rows - y - 0.5) / rows);
}

static void braille_area(
	struct plot *plot, int x, double mean, double min, double max, enum role role)
{
	int rows = pane_height(plot->pane);
	int levels = rows * DOTS_DOWN;
	int filled = (int)lround(clamp_height(mean) * levels);
	int top = (int)lround(clamp_height(max) * levels) - 1;
	int hole = (int)lround(clamp_height(min) * levels);

	filled = filled == 0 && mean > 0 ? 1 : filled;
	for (int level = 0; level < filled; level++)
		set_dot(plot, x, level, row_role(plot, rows - 1 - level / DOTS_DOWN, role));
	if (top > filled)
		set_dot(plot, x, top, row_role(plot, rows - 1 - top / DOTS_DOWN, role));
	if (hole + 1 < filled && min < mean)
		flip_dot(plot, x, hole, ROLE_TEXT);
}

static void cell_area(struct plot *plot, int x, double mean, double max, enum role role)
{
	const struct glyphs *glyphs = pane_glyphs(plot->pane);
	int rows = pane_height(plot->pane);
	int eighths = (int)lround(clamp_height(mean) * rows * 8);
	int top = rows - 1 - (int)(clamp_height(max) * rows - 1e-9);

	eighths = eighths == 0 && mean > 0 ? 1 : eighths;
	for (int y = rows - 1; eighths > 0; y--, eighths -= 8) {
		pane_put(plot->pane, x, y, row_role(plot, y, role),
			glyphs->column[eighths < 8 ? eighths : 8]);
		if (y <= top)
			top = rows;
	}
	if (max > mean && top < rows)
		pane_put(plot->pane, x, top, row_role(plot, top, role), glyphs->grid);
}

void plot_area(struct plot *plot, int x, double mean, double min, double max, enum role role)
{
	if (x < 0 || x >= plot->columns || isnan(mean))
		return;
	if (plot->columns_per_cell == 2)
		braille_area(plot, x, mean, min, max, role);
	else
		cell_area(plot, x, mean, max, role);
}

void plot_end(struct plot *plot)
{
	int width = pane_width(plot->pane);

	for (int y = 0; plot->dots && y < pane_height(plot->pane); y++) {
		for (int x = 0; x < width; x++) {
			size_t cell = (size_t)y * (size_t)width + (size_t)x;
			char glyph[5] = "";

			if (plot->dots[cell] == 0)
				continue;
			utf8_encode(0x2800u + plot->dots[cell], glyph);
			pane_put(plot->pane, x, y, (enum role)plot->roles[cell], glyph);
		}
	}
	free(plot->dots);
	free(plot->roles);
	plot->dots = plot->roles = NULL;
}
