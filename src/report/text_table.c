#include "report/text_table.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/utf8.h"

#define FLUSH_SIZE 65536

struct layout {
	size_t natural[TEXT_TABLE_COLUMNS]; /* the widest cell, 0: nothing in it */
	size_t width[TEXT_TABLE_COLUMNS]; /* 0: left out */
};

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

static void measure(const struct text_table *table, struct layout *layout, struct strbuf *cell)
{
	for (size_t column = 0; column < table->column_count; column++) {
		size_t widest = 0;

		for (size_t row = 0; row < table->row_count; row++) {
			strbuf_clear(cell);
			table->cell(table->context, row, column, cell);
			widest = larger(widest, utf8_cells(strbuf_text(cell)));
		}
		if (table->columns[column].longest && widest > table->columns[column].longest)
			widest = table->columns[column].longest;
		if (widest)
			widest = larger(
				widest, utf8_cells(text_of(table->columns[column].heading)));
		layout->natural[column] = widest;
	}
}

/* The blanks in front of a column that is not the first. */
static size_t gap_of(const struct text_table *table, size_t column)
{
	return table->columns[column].tight ? 1 : 2;
}

static size_t total_width(const struct text_table *table, const struct layout *layout)
{
	size_t total = 0;

	for (size_t i = 0; i < table->column_count; i++)
		if (layout->width[i])
			total += layout->width[i] + (total ? gap_of(table, i) : 0);
	return total;
}

/* Take a cell from the widest column that can give one; false when none can. */
static bool shrink(const struct text_table *table, struct layout *layout)
{
	size_t widest = TEXT_TABLE_COLUMNS;

	for (size_t i = 0; i < table->column_count; i++) {
		size_t least = table->columns[i].shortest;

		if (least && layout->width[i] > least &&
			(widest == TEXT_TABLE_COLUMNS || layout->width[i] > layout->width[widest]))
			widest = i;
	}
	if (widest == TEXT_TABLE_COLUMNS)
		return false;
	layout->width[widest]--;
	return true;
}

/* Leave out the least important column; false when only one is left. */
static bool leave_out(const struct text_table *table, struct layout *layout)
{
	size_t least = TEXT_TABLE_COLUMNS, left = 0;

	for (size_t i = 0; i < table->column_count; i++) {
		if (!layout->natural[i])
			continue;
		left++;
		if (least == TEXT_TABLE_COLUMNS ||
			table->columns[i].priority <= table->columns[least].priority)
			least = i;
	}
	if (left < 2)
		return false;
	layout->natural[least] = 0;
	return true;
}

static void fit(const struct text_table *table, struct layout *layout, size_t width)
{
	for (;;) {
		for (size_t i = 0; i < table->column_count; i++)
			layout->width[i] = layout->natural[i];
		while (total_width(table, layout) > width)
			if (!shrink(table, layout))
				break;
		if (total_width(table, layout) <= width)
			return;
		if (!leave_out(table, layout))
			break;
	}
	for (size_t i = 0; i < table->column_count; i++)
		if (layout->width[i] > width)
			layout->width[i] = width;
}

static void add_cell(struct strbuf *line, const struct text_table *table, size_t index,
	struct text text, size_t width)
{
	size_t size = text.len * 4 + 8;
	char *fitted = xmalloc(size);
	size_t cells = utf8_fit(fitted, size, text, width, table->ascii);

	if (table->columns[index].right)
		strbuf_add_repeat(line, ' ', width - cells);
	strbuf_add_string(line, fitted);
	if (!table->columns[index].right)
		strbuf_add_repeat(line, ' ', width - cells);
	free(fitted);
}

/* One line; @row is SIZE_MAX for the heading. */
static void add_line(const struct text_table *table, const struct layout *layout, size_t row,
	struct strbuf *cell, struct strbuf *out)
{
	size_t start = out->len, end;
	bool first = true;

	for (size_t i = 0; i < table->column_count; i++) {
		if (!layout->width[i])
			continue;
		strbuf_clear(cell);
		if (row == SIZE_MAX)
			strbuf_add_string(cell, table->columns[i].heading);
		else
			table->cell(table->context, row, i, cell);
		if (!first)
			strbuf_add_repeat(out, ' ', gap_of(table, i));
		add_cell(out, table, i, strbuf_text(cell), layout->width[i]);
		first = false;
	}
	for (end = out->len; end > start && out->ptr[end - 1] == ' ';)
		end--;
	strbuf_truncate(out, end);
	strbuf_add_char(out, '\n');
}

void text_table_print(
	const struct text_table *table, size_t width, text_table_sink *sink, void *context)
{
	struct strbuf cell = STRBUF_INIT, out = STRBUF_INIT;
	struct layout layout;

	measure(table, &layout, &cell);
	fit(table, &layout, width);
	add_line(table, &layout, SIZE_MAX, &cell, &out);
	for (size_t row = 0; row < table->row_count; row++) {
		add_line(table, &layout, row, &cell, &out);
		if (out.len >= FLUSH_SIZE) {
			sink(context, strbuf_text(&out));
			strbuf_clear(&out);
		}
	}
	sink(context, strbuf_text(&out));
	strbuf_free(&cell);
	strbuf_free(&out);
}

void text_table_to_file(void *file, struct text lines)
{
	if (lines.len)
		fwrite(lines.ptr, 1, lines.len, file);
}
