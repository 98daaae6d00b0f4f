#include "draw/heatmap.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Cells of a number, its shade, and the blank before: " 1.9▒". */
#define WIDE_CELL 6
/* The shade twice and a blank. */
#define NARROW_CELL 3

struct heat_layout {
	int label_width, cell_width;
	size_t first_row, first_column; /* scrolled to here */
	size_t rows, columns; /* that are shown */
};

/* The first of @count that is shown when @window of them fit and @cursor is among them. */
static size_t scroll_to(size_t count, size_t window, size_t cursor)
{
	size_t first = 0;

	if (cursor < count && cursor >= window)
		first = cursor - window + 1;
	return count > window && first > count - window ? count - window : first;
}

static struct heat_layout measure(struct pane pane, const struct heatmap *map)
{
	struct heat_layout l = {0};
	int room, window;

	for (size_t i = 0; i < map->rows; i++) {
		int width = pane_text_width(text_of(map->row_labels[i]));

		l.label_width = width > l.label_width ? width : l.label_width;
	}
	/* A pointer behind the label. */
	l.label_width += 1;
	room = pane_width(pane) - l.label_width;
	l.cell_width = room >= (int)map->columns * WIDE_CELL         ? WIDE_CELL
		       : room >= (int)map->columns * (WIDE_CELL - 1) ? WIDE_CELL - 1
								     : NARROW_CELL;
	window = room > 0 ? room / l.cell_width : 0;
	l.columns = map->columns < (size_t)window ? map->columns : (size_t)window;
	window = pane_height(pane) - 1;
	l.rows = window > 0 && map->rows > (size_t)window ? (size_t)window
		 : window > 0                             ? map->rows
							  : 0;
	l.first_row = l.rows ? scroll_to(map->rows, l.rows, map->cursor_row) : 0;
	l.first_column = l.columns ? scroll_to(map->columns, l.columns, map->cursor_column) : 0;
	return l;
}

static const char *shade_of(struct pane pane, double position)
{
	int step = position > 0 ? 1 + (int)(position < 1 ? position * 4 : 3) : 1;

	return pane_glyphs(pane)->shade[step];
}

/* The sign for a cell without a value. */
static const char *state_sign(struct pane pane, enum heat_state state, enum role *role)
{
	switch (state) {
	case HEAT_NOT_RUN:
		*role = ROLE_DIM;
		return "-";
	case HEAT_SKIPPED:
		*role = ROLE_DIM;
		return pane_glyphs(pane)->hole;
	case HEAT_FAILED:
		*role = ROLE_ERR;
		return "!";
	default:
		*role = ROLE_TEXT;
		return " ";
	}
}

static void draw_cell(struct pane pane, const struct heatmap *map, int width, struct heat_cell cell)
{
	double position = axis_position(&map->scale, cell.value);
	enum role role = role_heat(position);
	char text[QUANTITY_SIZE_TEXT];

	if (cell.state != HEAT_VALUE && cell.state != HEAT_DOUBTFUL) {
		const char *sign = state_sign(pane, cell.state, &role);

		pane_put(pane, width - 2, 0, role, sign);
		return;
	}
	if (width == NARROW_CELL) {
		pane_put(pane, 1, 0, role, shade_of(pane, position));
	} else {
		quantity_format(map->scale.quantity, map->scale.unit, cell.value, text);
		pane_text_right(pane, 0, 0, width - 1, ROLE_VALUE, text_of(text));
	}
	pane_put(pane, width - 1, 0, cell.state == HEAT_DOUBTFUL ? ROLE_WARN : role,
		cell.state == HEAT_DOUBTFUL ? pane_glyphs(pane)->doubtful
					    : shade_of(pane, position));
}

/* Where labels are wider than columns, every other one, the cursor's among them. */
static void draw_column_labels(
	struct pane pane, const struct heatmap *map, const struct heat_layout *l)
{
	bool narrow = l->cell_width == NARROW_CELL;
	int width = narrow ? 2 * NARROW_CELL : l->cell_width;

	for (size_t j = 0; j < l->columns; j++) {
		size_t column = l->first_column + j;
		bool at_cursor = column == map->cursor_column;
		struct pane cell = pane_sub_at(
			pane, l->label_width + (int)(j + 1) * l->cell_width - width, 0, width, 1);

		if (narrow && column % 2 != map->cursor_column % 2)
			continue;
		pane_text_right(cell, 0, 0, width - 1, at_cursor ? ROLE_CURSOR : ROLE_AXIS,
			text_of(map->column_labels[column]));
		if (at_cursor)
			pane_add_attributes(cell, CELL_BOLD);
	}
}

void heatmap_draw(struct pane pane, const struct heatmap *map)
{
	struct heat_layout l = measure(pane, map);

	draw_column_labels(pane, map, &l);
	for (size_t i = 0; i < l.rows; i++) {
		size_t row = l.first_row + i;
		int y = 1 + (int)i;
		bool at_cursor = row == map->cursor_row;

		pane_text_right(pane, 0, y, l.label_width - 1, at_cursor ? ROLE_CURSOR : ROLE_AXIS,
			text_of(map->row_labels[row]));
		if (at_cursor) {
			pane_put(pane, l.label_width - 1, y, ROLE_CURSOR, ">");
			pane_add_attributes(pane_sub_at(pane, 0, y, l.label_width, 1), CELL_BOLD);
		}
		for (size_t j = 0; j < l.columns; j++) {
			struct pane cell = pane_sub_at(
				pane, l.label_width + (int)j * l.cell_width, y, l.cell_width, 1);

			draw_cell(cell, map, l.cell_width,
				map->cell(map->context, row, l.first_column + j));
			if (at_cursor && l.first_column + j == map->cursor_column)
				pane_paint(
					pane_sub_at(cell, 1, 0, l.cell_width - 1, 1), ROLE_SELECT);
		}
	}
}

void heatmap_legend(struct pane pane, const struct axis *scale)
{
	int x = 0;

	for (int step = 0; step < 4; step++) {
		char text[QUANTITY_SIZE_TEXT];
		bool last = step == 3;
		double bound = axis_value(scale, (last ? step : step + 1) / 4.0);

		quantity_format(scale->quantity, scale->unit, bound, text);
		pane_put(pane, x, 0, role_heat((step + 0.5) / 4),
			pane_glyphs(pane)->shade[step + 1]);
		x = pane_printf(pane, x + 2, 0, ROLE_DIM, last ? "more" : "<%s", text) + 2;
	}
}
