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

/* The labels of the rows, and a pointer behind them. */
static int label_width(const struct heatmap *map)
{
	int widest = 0;

	for (size_t i = 0; i < map->rows; i++) {
		int width = pane_text_width(text_of(map->row_labels[i]));

		widest = width > widest ? width : widest;
	}
	return widest + 1;
}

int heatmap_width(const struct heatmap *map, bool numbers)
{
	return label_width(map) + (int)map->columns * (numbers ? WIDE_CELL - 1 : NARROW_CELL);
}

static struct heat_layout measure(struct pane pane, const struct heatmap *map)
{
	struct heat_layout l = {.label_width = label_width(map)};
	int room, window;

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

/* How a value's shade looks: index of the glyph set's shades, colour, and more than that. */
struct look {
	int shade;
	enum role role;
	unsigned attributes;
	const char *sign; /* beside the shade where there is no number */
};

static struct look look_of_scale(const struct heatmap *map, double value)
{
	double position = axis_position(&map->scale, value);

	return (struct look){.shade = position > 0 ? 1 + (int)(position < 1 ? position * 4 : 3) : 1,
		.role = role_heat(position)};
}

/* Ratios within this are the same; over FAR they are far apart. Both as binary logarithms. */
#define NEAR 0.0704 /* 5 % */
#define FAR  1.0

static struct look look_of_ratio(double ratio, bool less_is_better)
{
	double doublings = ratio > 0 ? log2(ratio) : -FAR;
	bool better = (doublings > 0) != less_is_better;

	if (fabs(doublings) < NEAR)
		return (struct look){.shade = 1, .role = ROLE_DIM, .sign = "="};
	return (struct look){.shade = fabs(doublings) < FAR ? 2 : 4,
		.role = better ? ROLE_BETTER : ROLE_WORSE,
		.attributes = fabs(doublings) < FAR ? CELL_PLAIN : CELL_BOLD,
		.sign = better ? "+" : "-"};
}

static struct look look_of(const struct heatmap *map, double value)
{
	return map->ratios ? look_of_ratio(value, map->less_is_better) : look_of_scale(map, value);
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

/* A ratio in at most 4 cells: `12` `1.9` `0.57` `.052`. */
static void format_ratio(double ratio, char out[QUANTITY_SIZE_TEXT])
{
	quantity_format(QUANTITY_NUMBER, (struct unit){"", 1}, ratio, out);
	if (ratio < 0.0995 && ratio >= 0.0005) {
		snprintf(out, QUANTITY_SIZE_TEXT, "%.3f", ratio);
		memmove(out, out + 1, strlen(out));
	} else if (ratio < 0.0005 && ratio > 0) {
		snprintf(out, QUANTITY_SIZE_TEXT, "~0");
	}
}

static void draw_cell(struct pane pane, const struct heatmap *map, int width, struct heat_cell cell)
{
	const struct glyphs *glyphs = pane_glyphs(pane);
	struct look look = look_of(map, cell.value);
	char text[QUANTITY_SIZE_TEXT];

	if (cell.state != HEAT_VALUE && cell.state != HEAT_DOUBTFUL) {
		const char *sign = state_sign(pane, cell.state, &look.role);

		pane_put(pane, width - 2, 0, look.role, sign);
		return;
	}
	if (width == NARROW_CELL) {
		pane_put(pane, 1, 0, look.role, look.sign ? look.sign : glyphs->shade[look.shade]);
	} else {
		if (map->ratios)
			format_ratio(cell.value, text);
		else
			quantity_format(map->scale.quantity, map->scale.unit, cell.value, text);
		pane_text_right(pane, 0, 0, width - 1, ROLE_VALUE, text_of(text));
	}
	if (cell.state == HEAT_DOUBTFUL)
		pane_put(pane, width - 1, 0, ROLE_WARN, glyphs->doubtful);
	else
		pane_put(pane, width - 1, 0, look.role, glyphs->shade[look.shade]);
	if (look.attributes)
		pane_add_attributes(pane_sub_at(pane, width - 1, 0, 1, 1), look.attributes);
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

void heatmap_legend_ratios(struct pane pane)
{
	static const struct {
		double ratio;
		const char *text;
	} steps[] = {{0.4, "- 2 times worse"}, {0.7, "- worse"}, {1, "= 5 %"}, {1.5, "+ better"},
		{3, "+ 2 times better"}};
	int x = 0;

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		struct look look = look_of_ratio(steps[i].ratio, false);

		pane_put(pane, x, 0, look.role, pane_glyphs(pane)->shade[look.shade]);
		x = pane_string(pane, x + 2, 0, ROLE_DIM, steps[i].text) + 2;
	}
}

bool heatmap_at(
	struct pane pane, const struct heatmap *map, int x, int y, size_t *row, size_t *column)
{
	struct heat_layout l = measure(pane, map);

	if (x < l.label_width || y < 1)
		return false;
	*row = l.first_row + (size_t)(y - 1);
	*column = l.first_column + (size_t)((x - l.label_width) / l.cell_width);
	return *row < l.first_row + l.rows && *column < l.first_column + l.columns;
}
