/*
 * libcsv is the authority on what a line of CSV holds, but it hands out a copy of every
 * field a byte at a time: 2.4 s for a million rows. A line whose quotes are all around
 * whole fields, which is every line that fstui writes but those with a quote in
 * a text, is cut in place.
 */
#include <csv.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/escape.h"
#include "model/extra.h"
#include "store/csv.h"

struct field {
	char *ptr;
	size_t len;
};

struct csv_column {
	enum column column; /* COLUMN_COUNT_ALL: unknown; COL_EXTRA: left out */
	struct text name; /* of an unknown one */
};

struct csv_reader {
	struct csv_parser parser;
	struct field *fields;
	size_t field_count, field_capacity;
	struct strbuf copies; /* fields that libcsv cut, one behind the other */
	bool row_ended;
	struct csv_column *columns;
	size_t column_count;
	struct strbuf names; /* of unknown columns */
	struct strbuf extra;
};

static int nothing_is_blank(unsigned char c)
{
	(void)c;
	return 0; /* blanks around a field are part of it */
}

struct csv_reader *csv_reader_new(void)
{
	struct csv_reader *reader = xcalloc(1, sizeof(*reader));

	csv_init(&reader->parser, CSV_STRICT);
	csv_set_space_func(&reader->parser, nothing_is_blank);
	csv_set_realloc_func(&reader->parser, xrealloc);
	return reader;
}

void csv_reader_free(struct csv_reader *reader)
{
	if (!reader)
		return;
	csv_free(&reader->parser);
	free(reader->fields);
	free(reader->columns);
	strbuf_free(&reader->copies);
	strbuf_free(&reader->names);
	strbuf_free(&reader->extra);
	free(reader);
}

static void add_field(struct csv_reader *reader, char *ptr, size_t length)
{
	if (reader->field_count == reader->field_capacity) {
		reader->field_capacity = reader->field_capacity ? reader->field_capacity * 2 : 64;
		reader->fields = xreallocarray(
			reader->fields, reader->field_capacity, sizeof(*reader->fields));
	}
	reader->fields[reader->field_count++] = (struct field){.ptr = ptr, .len = length};
}

/* False when the line needs libcsv. */
static bool split_in_place(struct csv_reader *reader, char *line, size_t length)
{
	char *end = line + length, *p = line;

	reader->field_count = 0;
	for (;;) {
		char *start = p, *stop;

		if (p < end && *p == '"') {
			start = p + 1;
			stop = memchr(start, '"', (size_t)(end - start));
			if (!stop)
				return false;
			p = stop + 1;
			if (p < end && *p != ',')
				return false;
		} else {
			for (p = start; p < end && *p != ','; p++)
				if (*p == '"')
					return false;
			stop = p;
		}
		add_field(reader, start, (size_t)(stop - start));
		if (p == end)
			return true;
		p++;
	}
}

static void take_field(void *bytes, size_t length, void *context)
{
	struct csv_reader *reader = context;

	add_field(reader, NULL, length);
	if (length)
		strbuf_add(&reader->copies, bytes, length);
}

static void take_end(int c, void *context)
{
	struct csv_reader *reader = context;

	(void)c;
	reader->row_ended = true;
}

static bool split_by_libcsv(struct csv_reader *reader, const char *line, size_t length)
{
	struct csv_parser *parser = &reader->parser;
	char *next;
	bool whole;

	reader->field_count = 0;
	reader->row_ended = false;
	strbuf_clear(&reader->copies);
	whole = csv_parse(parser, line, length, take_field, take_end, reader) == length &&
		csv_parse(parser, "\n", 1, take_field, take_end, reader) == 1 && reader->row_ended;
	if (!whole) {
		/* The parser waits for a closing quote: the next line must not be its answer. */
		csv_free(parser);
		csv_init(parser, CSV_STRICT);
		csv_set_space_func(parser, nothing_is_blank);
		csv_set_realloc_func(parser, xrealloc);
		return false;
	}
	next = reader->copies.ptr;
	for (size_t i = 0; i < reader->field_count; i++) {
		reader->fields[i].ptr = next;
		next += reader->fields[i].len;
	}
	return true;
}

static bool split(struct csv_reader *reader, char *line, size_t length)
{
	return split_in_place(reader, line, length) || split_by_libcsv(reader, line, length);
}

static struct text field_text(const struct csv_reader *reader, size_t index)
{
	return text_make(reader->fields[index].ptr, reader->fields[index].len);
}

enum { SURELY_A_HEADER = 8 };

/*
 * A header has a name in every field, at least two of them columns of the vocabulary: half of all,
 * or so many that other columns, however many, do not make it anything else. No row has that many
 * names of columns as its values.
 */
static bool fields_are_header(const struct csv_reader *reader)
{
	size_t count = reader->field_count, needed = count - count / 2, others = 0;

	needed = needed > SURELY_A_HEADER ? SURELY_A_HEADER : needed < 2 ? 2 : needed;
	for (size_t i = 0; i < count; i++)
		if (reader->fields[i].len == 0)
			return false;
	/* Rows come here, too. Their last fields are numbers as a rule, which are told at a glance.
	 */
	for (size_t i = count; i-- > 0 && others + needed <= count;)
		others += column_find(field_text(reader, i)) == COLUMN_COUNT_ALL;
	return others + needed <= count;
}

/* Whether a column in front of the column @index has its name, however that was escaped. */
static bool column_is_there(const struct csv_reader *reader, size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (text_equal(reader->columns[i].name, reader->columns[index].name))
			return true;
	return false;
}

static void take_header(struct csv_reader *reader)
{
	size_t total = 0;

	reader->column_count = reader->field_count;
	reader->columns = xreallocarray(
		reader->columns, reader->column_count, sizeof(*reader->columns));
	for (size_t i = 0; i < reader->field_count; i++)
		total += reader->fields[i].len;
	strbuf_clear(&reader->names);
	strbuf_reserve(&reader->names, total); /* the slices below stay where they are */
	for (size_t i = 0; i < reader->field_count; i++) {
		struct csv_column *column = &reader->columns[i];
		struct text name = field_text(reader, i);

		column->column = column_find(name);
		column->name = text_make(
			strbuf_string(&reader->names) + reader->names.len, name.len);
		strbuf_add_text(&reader->names, name);
		if (column->column == COLUMN_COUNT_ALL)
			column->name.len = escape_undo(
				reader->names.ptr + reader->names.len - name.len, name.len);
		if (column_is_there(reader, i))
			column->column = COL_EXTRA;
	}
}

/* @escaped: there is a backslash in the line. */
static fst_status take_row(
	struct csv_reader *reader, bool escaped, struct measurement *m, struct fst_error *error)
{
	fst_status status = FST_OK;

	m->have = 0;
	strbuf_clear(&reader->extra);
	for (size_t i = 0; i < reader->column_count && status == FST_OK; i++) {
		struct field *field = &reader->fields[i];
		const struct csv_column *column = &reader->columns[i];

		if (field->len == 0 || column->column == COL_EXTRA)
			continue;
		if (escaped && (column->column == COLUMN_COUNT_ALL ||
				       column_table[column->column].type == COLUMN_TEXT))
			field->len = escape_undo(field->ptr, field->len);
		if (column->column == COLUMN_COUNT_ALL)
			extra_add(&reader->extra, column->name, field_text(reader, i));
		else
			status = measurement_parse(m, column->column, field_text(reader, i), error);
	}
	measurement_set_text(m, COL_EXTRA, strbuf_text(&reader->extra));
	return status;
}

enum csv_line csv_reader_parse(struct csv_reader *reader, char *line, size_t length,
	struct measurement *m, struct fst_error *error)
{
	bool escaped;

	if (length && line[length - 1] == '\r')
		length--;
	if (length == 0)
		return CSV_LINE_EMPTY;
	escaped = memchr(line, '\\', length) != NULL;
	if (!split(reader, line, length)) {
		fst_error_set(error, FST_SYNTAX,
			"a quote that does not start and end a field: the row is left out");
		return CSV_LINE_BAD;
	}
	if (fields_are_header(reader)) {
		take_header(reader);
		return CSV_LINE_HEADER;
	}
	if (reader->field_count != reader->column_count) {
		fst_error_set(error, FST_SYNTAX,
			"expected %zu fields as in the header, found %zu: the row is left out",
			reader->column_count, reader->field_count);
		return CSV_LINE_BAD;
	}
	if (take_row(reader, escaped, m, error) != FST_OK)
		return CSV_LINE_BAD;
	return m->have ? CSV_LINE_ROW : CSV_LINE_EMPTY;
}

bool csv_is_header(struct text line)
{
	struct csv_reader *reader = csv_reader_new();
	char *copy = xmemdup0(line.ptr, line.len);
	bool is_header;

	if (text_ends(line, "\r"))
		line.len--;
	is_header = line.len && split(reader, copy, line.len) && fields_are_header(reader);
	free(copy);
	csv_reader_free(reader);
	return is_header;
}
