/*
 * Rows and columns of text with a heading, units in it, a cursor row and a window
 * that scrolls. Columns that do not fit are left out, the least important first;
 * cells are asked for only when they are visible, so that length costs nothing.
 */
#ifndef FST_DRAW_TABLE_H
#define FST_DRAW_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "draw/canvas.h"

#define TABLE_MAX_COLUMNS 24
#define TABLE_CELL_SIZE   160

enum table_align { TABLE_LEFT, TABLE_RIGHT };

struct table_column {
	const char *heading; /* with the unit in it: "p99 us" */
	enum table_align align;
	int minimum; /* cells; with fewer the column is left out (0: as wide as its contents) */
	int maximum; /* cells; longer text is cut; 0: no limit */
	bool grows; /* takes what is left at the right */
	int priority; /* the lowest is left out first; of equals the last one */
	enum role role; /* of its cells unless the cell says otherwise */
};

struct table_cell {
	char text[TABLE_CELL_SIZE]; /* "" at first */
	enum role role; /* the column's at first */
};

struct table {
	const struct table_column *columns;
	size_t column_count; /* up to TABLE_MAX_COLUMNS */
	size_t row_count;
	/* Fill @cell, which is empty and has the column's role, for @row and @column. */
	void (*cell)(const void *context, size_t row, size_t column, struct table_cell *cell);
	const void *context;
	size_t top; /* first visible row: see table_scroll() */
	size_t cursor; /* SIZE_MAX: none. Marked with `>` at the left and role SELECT */
	bool headless; /* no heading */
};

/* Rows of the table that @pane shows at once. */
size_t table_window(struct pane pane, const struct table *table);

/* Where the window must start, from table->top on, so that the cursor is in it. */
size_t table_scroll(struct pane pane, const struct table *table);

void table_draw(struct pane pane, const struct table *table);

/* The row at the pane's row @y (for clicks), or SIZE_MAX. */
size_t table_row_at(struct pane pane, const struct table *table, int y);

#endif
