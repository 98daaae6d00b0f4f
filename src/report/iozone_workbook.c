/*
 * A report as the workbook of iozone -b: BIFF2, a stream of records without a
 * container, which spreadsheets open. Layout of records and rows: iozone's libbif.c;
 * format: https://www.openoffice.org/sc/excelfileformat.pdf, sections 5 and 6.
 */
#include "report/formats.h"

#include <inttypes.h>
#include <string.h>

#include "report/iozone_cells.h"

enum {
	OPCODE_NUMBER = 0x0003,
	OPCODE_LABEL = 0x0004,
	OPCODE_BOF = 0x0009,
	OPCODE_EOF = 0x000A,
	VERSION_2 = 2,
	TYPE_WORKSHEET = 0x10,
	LABEL_ROOM = 256, /* a label's record has it all, whatever its length */
	COLUMNS = 256, /* of a sheet, with that of the file sizes */
	ROWS = 16384,
};

static const char *const titles[IOZONE_TESTS] = {
#define IOZONE_TITLE(test, title, heading, width) [IOZONE_TEST_##test] = title " Report",
	IOZONE_TEST_TABLE(IOZONE_TITLE)
#undef IOZONE_TITLE
};

static void add_u16(struct strbuf *out, unsigned value)
{
	strbuf_add_char(out, (char)(value & 0xFF));
	strbuf_add_char(out, (char)(value >> 8 & 0xFF));
}

/* Place and (no) attributes, as all records of cells begin. */
static void add_place(struct strbuf *out, unsigned row, unsigned column)
{
	add_u16(out, row);
	add_u16(out, column);
	strbuf_add_repeat(out, '\0', 3);
}

static void add_label(struct strbuf *out, unsigned row, const char *label)
{
	size_t length = strlen(label);

	add_u16(out, OPCODE_LABEL);
	add_u16(out, 7 + 1 + LABEL_ROOM);
	add_place(out, row, 0);
	strbuf_add_char(out, (char)length);
	strbuf_add(out, label, length);
	strbuf_add_repeat(out, '\0', LABEL_ROOM - length);
}

static void add_number(struct strbuf *out, unsigned row, unsigned column, uint64_t value)
{
	double number = (double)value;
	uint64_t bits;

	memcpy(&bits, &number, sizeof(bits));
	add_u16(out, OPCODE_NUMBER);
	add_u16(out, 7 + 8);
	add_place(out, row, column);
	for (int byte = 0; byte < 8; byte++)
		strbuf_add_char(out, (char)(bits >> (8 * byte) & 0xFF));
}

/* The record sizes of all lines, rising, into @records; false when a sheet has no room for them. */
static bool collect_records(
	const struct iozone_cells *cells, uint64_t *records, unsigned *record_count)
{
	*record_count = 0;
	for (size_t i = 0; i < cells->count; i++) {
		uint64_t record = cells->lines[i].record_kib;
		unsigned at = 0;

		while (at < *record_count && records[at] < record)
			at++;
		if (at < *record_count && records[at] == record)
			continue;
		if (*record_count == COLUMNS - 1)
			return false;
		memmove(records + at + 1, records + at, (*record_count - at) * sizeof(*records));
		records[at] = record;
		++*record_count;
	}
	return true;
}

/* The table of one test from row @row on; returns the row behind it. */
static unsigned add_test(struct strbuf *out, const struct iozone_cells *cells,
	enum iozone_test test, const uint64_t *records, unsigned record_count, unsigned row)
{
	add_label(out, row++, titles[test]);
	for (unsigned r = 0; r < record_count; r++)
		add_number(out, row, r + 1, records[r]);
	row++;
	for (size_t i = 0; i < cells->count;) {
		uint64_t file = cells->lines[i].file_kib;
		unsigned column = 1;

		add_number(out, row, 0, file);
		for (; i < cells->count && cells->lines[i].file_kib == file; i++) {
			/* What has no value in front of one that has is a 0, as iozone does. */
			while (records[column - 1] < cells->lines[i].record_kib)
				add_number(out, row, column++, 0);
			add_number(out, row, column++, cells->lines[i].kib_per_s[test]);
		}
		row++;
	}
	return row;
}

static size_t count_files(const struct iozone_cells *cells)
{
	size_t count = 0;

	for (size_t i = 0; i < cells->count; i++)
		count += i == 0 || cells->lines[i].file_kib != cells->lines[i - 1].file_kib;
	return count;
}

fst_status report_write_iozone_workbook(
	const struct report *report, size_t part, struct strbuf *out, struct fst_error *error)
{
	uint64_t records[COLUMNS];
	unsigned record_count, row = 0;
	struct iozone_cells cells;
	fst_status status = FST_OK;

	iozone_cells_begin(&cells, report, iozone_environment(report, part));
	if (!collect_records(&cells, records, &record_count) ||
		(count_files(&cells) + 2) * IOZONE_TESTS + 3 > ROWS) {
		status = fst_error_set(error, FST_LIMIT,
			"a workbook of iozone's has room for %d record sizes and %d rows, which is "
			"too little; use .xlsx or .csv",
			COLUMNS - 1, ROWS);
		goto out;
	}
	add_u16(out, OPCODE_BOF);
	add_u16(out, 4);
	add_u16(out, VERSION_2);
	add_u16(out, TYPE_WORKSHEET);
	add_label(out, row++, "fstui report (in the format of iozone -b) ");
	add_label(out, row++, " ");
	add_label(out, row++, "The top row is records sizes, the left column is file sizes");
	for (int t = 0; t < IOZONE_TESTS; t++)
		if (cells.has_test[t])
			row = add_test(
				out, &cells, (enum iozone_test)t, records, record_count, row);
	add_u16(out, OPCODE_EOF);
	add_u16(out, 0);
out:
	iozone_cells_end(&cells);
	return status;
}
