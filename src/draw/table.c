#include "draw/table.h"

#include <string.h>

/* Cells at the left for the cursor's `>`. */
#define MARGIN 1

/* What of a table is shown and where: the rows from top on, and the columns that have a width. */
struct geometry {
	size_t top, rows;
	int heading; /* rows of it */
	int width[TABLE_MAX_COLUMNS]; /* 0: left out */
};

static size_t column_count(const struct table *table)
{
	return table->column_count < TABLE_MAX_COLUMNS ? table->column_count : TABLE_MAX_COLUMNS;
}

static int heading_rows(struct pane pane, const struct table *table)
{
	return table->headless || pane_height(pane) < 2 ? 0 : 1;
}

size_t table_window(struct pane pane, const struct table *table)
{
	int rows = pane_height(pane) - heading_rows(pane, table);

	return rows > 0 ? (size_t)rows : 0;
}

size_t table_scroll(struct pane pane, const struct table *table)
{
	size_t window = table_window(pane, table);
	size_t last = table->row_count > window ? table->row_count - window : 0;
	size_t top = table->top;

	if (window > 0 && table->cursor < table->row_count) {
		if (table->cursor < top)
			top = table->cursor;
		else if (table->cursor - top >= window)
			top = table->cursor - window + 1;
	}
	return top < last ? top : last;
}

static struct table_cell table_cell_at(const struct table *table, size_t row, size_t column)
{
	struct table_cell cell = {.role = table->columns[column].role};

	table->cell(table->context, row, column, &cell);
	cell.text[TABLE_CELL_SIZE - 1] = '\0';
	return cell;
}

/* The cells that @column needs for its heading and the visible rows. */
static int natural_width(const struct table *table, const struct geometry *g, size_t column)
{
	const struct table_column *c = &table->columns[column];
	int width = g->heading ? pane_text_width(text_of(c->heading)) : 0;

	for (size_t row = g->top; row < g->top + g->rows; row++) {
		struct table_cell cell = table_cell_at(table, row, column);
		int cells = pane_text_width(text_of(cell.text));

		width = cells > width ? cells : width;
	}
	if (c->maximum > 0 && width > c->maximum)
		width = c->maximum;
	return width > c->minimum ? width : c->minimum;
}

/* Two cells between columns: numbers beside text read as one without. */
static int total_width(const int *widths, size_t count)
{
	int total = MARGIN;

	for (size_t i = 0; i < count; i++)
		total += widths[i] > 0 ? widths[i] + 2 : 0;
	return total - 2;
}

/* The shown column that is the least important, or @count. */
static size_t least_important(const struct table *table, const int *widths, size_t count)
{
	size_t found = count, shown = 0;

	for (size_t i = 0; i < count; i++) {
		if (widths[i] == 0)
			continue;
		shown++;
		if (found == count || table->columns[i].priority <= table->columns[found].priority)
			found = i;
	}
	return shown > 1 ? found : count;
}

/* Narrow the columns that have a minimum, then leave out the least important ones. */
static void fit_columns(const struct table *table, struct geometry *g, int width)
{
	size_t count = column_count(table);

	for (;;) {
		int over = total_width(g->width, count) - width;
		size_t drop;

		for (size_t i = count; i-- > 0 && over > 0;) {
			int minimum = table->columns[i].minimum;
			int slack = minimum > 0 ? g->width[i] - minimum : 0;

			slack = slack < over ? slack : over;
			if (g->width[i] > 0 && slack > 0) {
				g->width[i] -= slack;
				over -= slack;
			}
		}
		if (over <= 0)
			break;
		drop = least_important(table, g->width, count);
		if (drop == count) {
			for (size_t i = 0; i < count; i++)
				if (g->width[i] > over)
					g->width[i] -= over;
			break;
		}
		g->width[drop] = 0;
		for (size_t i = 0; i < count; i++)
			if (g->width[i] > 0)
				g->width[i] = natural_width(table, g, i);
	}
	for (size_t i = 0; i < count; i++)
		if (table->columns[i].grows && g->width[i] > 0) {
			int spare = width - total_width(g->width, count);

			g->width[i] += spare > 0 ? spare : 0;
			break;
		}
}

static void measure(struct pane pane, const struct table *table, struct geometry *g)
{
	size_t window = table_window(pane, table);

	*g = (struct geometry){
		.heading = heading_rows(pane, table), .top = table_scroll(pane, table)};
	g->rows = table->row_count - g->top < window ? table->row_count - g->top : window;
	for (size_t i = 0; i < column_count(table); i++) {
		int width = natural_width(table, g, i);

		g->width[i] = width > 0 ? width : 1;
	}
	fit_columns(table, g, pane_width(pane));
}

static void draw_aligned(struct pane pane, int x, int y, int width, enum table_align align,
	enum role role, struct text text)
{
	if (align == TABLE_RIGHT)
		pane_text_right(pane, x, y, width, role, text);
	else
		pane_text_fit(pane, x, y, width, role, text);
}

static void draw_row(
	struct pane pane, const struct table *table, const struct geometry *g, size_t row)
{
	int y = g->heading + (int)(row - g->top), x = MARGIN;

	for (size_t i = 0; i < column_count(table); i++) {
		struct table_cell cell;

		if (g->width[i] == 0)
			continue;
		cell = table_cell_at(table, row, i);
		draw_aligned(pane, x, y, g->width[i], table->columns[i].align, cell.role,
			text_of(cell.text));
		x += g->width[i] + 2;
	}
	if (row == table->cursor) {
		pane_put(pane, 0, y, ROLE_SELECT, ">");
		pane_paint(pane_sub_at(pane, 0, y, pane_width(pane), 1), ROLE_SELECT);
	}
}

void table_draw(struct pane pane, const struct table *table)
{
	struct geometry g;
	int x = MARGIN;

	if (pane_empty(pane))
		return;
	measure(pane, table, &g);
	for (size_t i = 0; g.heading && i < column_count(table); i++) {
		if (g.width[i] == 0)
			continue;
		draw_aligned(pane, x, 0, g.width[i], table->columns[i].align, ROLE_DIM,
			text_of(table->columns[i].heading));
		x += g.width[i] + 2;
	}
	for (size_t row = g.top; row < g.top + g.rows; row++)
		draw_row(pane, table, &g, row);
}

size_t table_row_at(struct pane pane, const struct table *table, int y)
{
	int row = y - heading_rows(pane, table);
	size_t top = table_scroll(pane, table);

	if (row < 0 || y >= pane_height(pane) || (size_t)row >= table->row_count - top)
		return SIZE_MAX;
	return top + (size_t)row;
}
