/*
 * A table as plain text: aligned, a heading line, no lines around it, fit for a
 * terminal, a mail or an issue. Columns without any contents are left out; where
 * the width is not enough texts are cut first, then the least important columns go.
 */
#ifndef FST_REPORT_TEXT_TABLE_H
#define FST_REPORT_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

struct text_table_column {
	const char *heading; /* with its unit: "p99 us" */
	bool right; /* a column of numbers */
	bool tight; /* one blank in front of it, not two: it belongs to the column before */
	size_t shortest; /* texts may be cut to that many cells for want of room; 0: never */
	size_t longest; /* and are in any case cut to so many; 0: never */
	int priority; /* the lowest goes first, of equals the last */
};

struct text_table {
	const struct text_table_column *columns;
	size_t column_count; /* up to TEXT_TABLE_COLUMNS */
	size_t row_count;
	/* Add the text of a cell to @out, which is empty. Called twice for each cell. */
	void (*cell)(const void *context, size_t row, size_t column, struct strbuf *out);
	const void *context;
	bool ascii; /* `?` and `~` instead of other characters */
};

#define TEXT_TABLE_COLUMNS 32

/* Lines of the table that have been made are handed on while the rest is not yet made. */
typedef void text_table_sink(void *context, struct text lines);

/* Print the table in lines of up to @width cells (SIZE_MAX: any) to @sink. */
void text_table_print(
	const struct text_table *table, size_t width, text_table_sink *sink, void *context);

/* A sink for a FILE * as its context. */
void text_table_to_file(void *file, struct text lines);

#endif
