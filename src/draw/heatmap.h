/*
 * A grid of values by two dimensions, each cell with its number and a shade, or
 * with the shade alone where columns are narrow. What has no value says why by a
 * sign of its own.
 */
#ifndef FST_DRAW_HEATMAP_H
#define FST_DRAW_HEATMAP_H

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
	size_t cursor_row, cursor_column; /* SIZE_MAX: none */
};

/*
 * Column labels in the first row, then a row of cells for each label; scrolled so
 * that the cursor is visible.
 */
void heatmap_draw(struct pane pane, const struct heatmap *map);

/* One row that tells which values the shades stand for. */
void heatmap_legend(struct pane pane, const struct axis *scale);

#endif
