/*
 * A grid of values by two dimensions, each cell with its number and a shade, or
 * with the shade alone where columns are narrow. What has no value says why by a
 * sign of its own.
 */
#ifndef FST_DRAW_HEATMAP_H
#define FST_DRAW_HEATMAP_H

#include <stdbool.h>
#include <stddef.h>

#include "draw/axis.h"
#include "draw/canvas.h"

enum heat_state {
	HEAT_VALUE,
	HEAT_DOUBTFUL, /* a value not to be trusted: `?` behind it */
	HEAT_NOT_RUN, /* `-` */
	HEAT_SKIPPED, /* left out by the plan: the glyph set's hole */
	HEAT_IMPOSSIBLE, /* blank */
	HEAT_FAILED, /* `!` */
};

struct heat_cell {
	enum heat_state state;
	double value;
};

struct heatmap {
	const char *const *row_labels, *const *column_labels;
	size_t rows, columns;
	/* The cell at @row, @column. */
	struct heat_cell (*cell)(const void *context, size_t row, size_t column);
	const void *context;
	struct axis
		scale; /* shades, and the unit of the numbers: by the greatest one they are short */
	bool ratios; /* values are ratios: shades of better and worse around 1, no scale */
	bool less_is_better; /* of ratios */
	size_t cursor_row, cursor_column; /* SIZE_MAX: none */
};

/* Columns that a map needs for all of its cells: with numbers, or (@numbers false) shades alone. */
int heatmap_width(const struct heatmap *map, bool numbers);

/*
 * Column labels in the first row, then a row of cells for each label; scrolled so
 * that the cursor is visible.
 */
void heatmap_draw(struct pane pane, const struct heatmap *map);

/* One row that tells which values the shades stand for. */
void heatmap_legend(struct pane pane, const struct axis *scale);

/* The same for ratios, and which sign stands for better. */
void heatmap_legend_ratios(struct pane pane);

/*
 * The row and column of the map at @x, @y of the pane that it was drawn on; false when there
 * is none.
 */
bool heatmap_at(
	struct pane pane, const struct heatmap *map, int x, int y, size_t *row, size_t *column);

#endif
