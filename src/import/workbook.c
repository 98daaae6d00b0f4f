#include "import/workbook.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "base/number.h"

enum opcode {
	OPCODE_INTEGER = 0x0002,
	OPCODE_NUMBER = 0x0003,
	OPCODE_LABEL = 0x0004,
	OPCODE_BOF = 0x0009,
	OPCODE_EOF = 0x000A,
};

/* A cell's record starts with row, column and three bytes of attributes. */
#define CELL_HEAD 7

/* Rows that a damaged row number may leave empty. */
#define EMPTY_ROWS 64

struct record {
	unsigned opcode;
	struct text body;
};

static unsigned word_at(struct text bytes, size_t at)
{
	return (unsigned)((unsigned char)bytes.ptr[at] | (unsigned char)bytes.ptr[at + 1] << 8);
}

static bool next_record(struct text *rest, struct record *record)
{
	size_t length;

	if (rest->len < 4)
		return false;
	record->opcode = word_at(*rest, 0);
	length = word_at(*rest, 2);
	if (rest->len < 4 + length)
		return false;
	record->body = text_make(rest->ptr + 4, length);
	*rest = text_skip(*rest, 4 + length);
	return true;
}

bool workbook_is(struct text input)
{
	struct record record;

	/* Version 2, a worksheet. */
	return next_record(&input, &record) && record.opcode == OPCODE_BOF &&
	       record.body.len == 4 && word_at(record.body, 0) <= 2 &&
	       word_at(record.body, 2) == 0x10;
}

static double double_at(struct text bytes, size_t at)
{
	uint64_t bits = 0;
	double value;

	for (size_t i = 8; i-- > 0;)
		bits = bits << 8 | (unsigned char)bytes.ptr[at + i];
	memcpy(&value, &bits, sizeof(value));
	return value;
}

/* A label: its length, then bytes of which some may be NUL. */
static void add_label(struct text body, struct strbuf *out)
{
	size_t length = (unsigned char)body.ptr[CELL_HEAD];
	struct text label = text_skip(body, CELL_HEAD + 1);

	if (length < label.len)
		label.len = length;
	while (label.len && (label.ptr[label.len - 1] == ' ' || label.ptr[label.len - 1] == '\0'))
		label.len--;
	for (size_t i = 0; i < label.len; i++)
		strbuf_add_char(out, strchr("\n\r\t", label.ptr[i]) ? ' ' : label.ptr[i]);
}

static bool add_cell(const struct record *record, struct strbuf *out)
{
	double value;

	switch (record->opcode) {
	case OPCODE_LABEL:
		if (record->body.len <= CELL_HEAD)
			return false;
		add_label(record->body, out);
		return true;
	case OPCODE_NUMBER:
		if (record->body.len < CELL_HEAD + 8)
			return false;
		value = double_at(record->body, CELL_HEAD);
		if (isfinite(value))
			number_add(out, value);
		return true;
	case OPCODE_INTEGER:
		if (record->body.len < CELL_HEAD + 2)
			return false;
		number_add(out, word_at(record->body, CELL_HEAD));
		return true;
	default:
		return false;
	}
}

void workbook_read(struct text input, struct strbuf *out)
{
	size_t row = 0, column = 0;
	struct record record;

	while (next_record(&input, &record) && record.opcode != OPCODE_EOF) {
		size_t own_row, own_column;

		if (record.opcode < OPCODE_INTEGER || record.opcode > OPCODE_LABEL ||
			record.body.len < CELL_HEAD)
			continue;
		own_row = word_at(record.body, 0);
		own_column = word_at(record.body, 2);
		if (own_row > row + EMPTY_ROWS)
			return;
		/* Cells come in order; a row that comes again is another line. */
		if (own_row != row || own_column < column) {
			strbuf_add_repeat(out, '\n', own_row > row ? own_row - row : 1);
			row = own_row;
			column = 0;
		}
		strbuf_add_repeat(
			out, '\t', own_column - column < EMPTY_ROWS ? own_column - column : 1);
		column = own_column;
		add_cell(&record, out);
	}
	strbuf_add_char(out, '\n');
}
