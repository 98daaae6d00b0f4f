#include "import/iozone.h"

/* A row has at most this many figures, with both sizes. */
#define FIELDS (IOZONE_COLUMNS + 2)

/* More digits than any fused figures have; and than one has. */
#define LONGEST        200
#define FIGURE_LONGEST 10

/* So many lines that are no rows end a table that nothing else ended. */
#define STRANGERS 40

/* Where the sizes end in a row. */
#define FILE_END   16
#define RECORD_END 24

/*
 * Widths of the figures from revision 3.428 on, and up to 3.420 (those between are
 * unknown). What an unselected test leaves blank is as wide as its figures, but in
 * old revisions one less for record rewrite and stride read.
 */
static const uint8_t widths[2][IOZONE_COLUMNS] = {
	{9, 9, 9, 9, 9, 9, 9, 10, 10, 9, 9, 9, 9, 9, 9, 8, 9, 9, 10, 10, 9},
	{8, 8, 9, 9, 8, 8, 8, 9, 9, 9, 9, 8, 9, 9, 9, 8, 9, 9, 10, 10, 9},
};

static bool has_narrow_hole(bool old, size_t column)
{
	return old && (column == 7 || column == 8);
}

/* Columns that are blank together: both of a test, or the only one. */
static bool is_second(size_t column)
{
	return column == 1 || column == 3 || column == 5 || (column > 9 && column % 2 == 0);
}

struct row {
	struct text line;
	struct text fields[FIELDS]; /* digits, of several figures when they touch */
	size_t count;
	bool complete; /* nothing else is on the line */
};

/* What a row says: digits of each column, empty where there are none. */
struct figures {
	struct text digits[IOZONE_COLUMNS];
	uint32_t columns; /* that have some */
	size_t last; /* the last of them */
	struct text record; /* size */
	bool cut; /* the line ends within a figure, which is left out */
};

static bool is_between(char c)
{
	return c == ' ' || c == '\t' || c == '|' || c == ',' || c == ';' || c == '"' || c == '>';
}

static void read_fields(struct text line, struct row *row)
{
	size_t at = 0;

	row->line = line;
	row->count = 0;
	row->complete = false;
	for (;;) {
		size_t start;

		while (at < line.len && is_between(line.ptr[at]))
			at++;
		if (at == line.len) {
			row->complete = true;
			return;
		}
		start = at;
		while (at < line.len && text_is_digit(line.ptr[at]))
			at++;
		if (at == start || at - start > LONGEST || row->count == FIELDS ||
			(at < line.len && !is_between(line.ptr[at])))
			return;
		row->fields[row->count++] = text_make(line.ptr + start, at - start);
	}
}

/* Up to 15 digits as a number. */
static double number_of(struct text digits)
{
	double value = 0;

	for (size_t i = 0; i < digits.len; i++)
		value = value * 10 + (digits.ptr[i] - '0');
	return value;
}

static bool is_plain(struct text digits)
{
	return digits.len <= 15 && (digits.len == 1 || digits.ptr[0] != '0');
}

static bool is_power_of_two(double kib)
{
	uint64_t n = (uint64_t)kib;

	return (n & (n - 1)) == 0;
}

/* The largest record of an iozone that nobody changed. */
#define RECORD_LARGEST 16384

/* A file size and a record size that fits into it. */
static bool has_sizes(struct text file, struct text record)
{
	double kib = number_of(record);

	return is_plain(file) && is_plain(record) && file.len <= 12 && kib > 0 &&
	       kib <= number_of(file) && (kib <= RECORD_LARGEST || is_power_of_two(kib));
}

static void set_figure(struct figures *figures, size_t column, struct text digits)
{
	figures->digits[column] = digits;
	figures->columns |= 1u << column;
	figures->last = column;
}

/* The fields behind the sizes are of @tests, one each. */
static bool by_order(
	const struct row *row, const uint8_t *tests, size_t count, struct figures *figures)
{
	if (row->count != count + 2)
		return false;
	*figures = (struct figures){.record = row->fields[1]};
	for (size_t i = 0; i < count; i++) {
		if (!is_plain(row->fields[i + 2]))
			return false;
		set_figure(figures, tests[i], row->fields[i + 2]);
	}
	return true;
}

static size_t list_columns(uint32_t columns, uint8_t tests[IOZONE_COLUMNS])
{
	size_t count = 0;

	for (uint8_t i = 0; i < IOZONE_COLUMNS; i++)
		if (columns & 1u << i)
			tests[count++] = i;
	return count;
}

/* As by_order(), with those columns of which @columns has the bit. */
static bool by_columns(const struct row *row, uint32_t columns, struct figures *figures)
{
	uint8_t tests[IOZONE_COLUMNS];
	size_t count = list_columns(columns, tests);

	return count && by_order(row, tests, count, figures);
}

/*
 * Cells of a spreadsheet or a page's table keep their place when they are empty. A
 * row with fewer cells than the header has must show one that is: else blanks may
 * have become one separator.
 */
static bool by_separator(
	const struct row *row, const struct iozone_table *table, struct figures *figures)
{
	struct text rest = row->line, cell;
	size_t index = 0, empty = 0, holes = 0;

	if (!table->separator)
		return false;
	*figures = (struct figures){.record = row->fields[1]};
	while (text_next_part(&rest, table->separator, &cell)) {
		while (cell.len && is_between(cell.ptr[0]))
			cell = text_skip(cell, 1);
		while (cell.len && is_between(cell.ptr[cell.len - 1]))
			cell.len--;
		if (!cell.len && index < 2)
			continue;
		for (size_t i = 0; i < cell.len; i++)
			if (!text_is_digit(cell.ptr[i]))
				return false;
		if (cell.len && index >= 2 + table->test_count)
			return false;
		if (cell.len && index >= 2) {
			if (!is_plain(cell))
				return false;
			set_figure(figures, table->tests[index - 2], cell);
			holes += empty;
			empty = 0;
		}
		empty += cell.len == 0;
		index++;
	}
	return figures->columns && (holes || index == 2 + table->test_count);
}

/* The digits of the field from @start to @end of @line: right-aligned, or none. */
static bool slice(struct text line, size_t start, size_t end, struct text *digits)
{
	*digits = TEXT("");
	if (start >= line.len)
		return true;
	if (end > line.len)
		end = line.len;
	while (start < end && line.ptr[start] == ' ')
		start++;
	*digits = text_make(line.ptr + start, end - start);
	for (size_t i = start; i < end; i++)
		if (!text_is_digit(line.ptr[i]))
			return false;
	return true;
}

/*
 * By the places where the figures end. They count from where the file size ends, so
 * that it does not matter how far the row is indented or what was cut off in front.
 * @blank has bits of the columns with narrow holes that have no figure.
 */
static bool read_places(const struct row *row, bool old, unsigned blank, struct figures *figures)
{
	struct text line = row->line;
	size_t at = (size_t)(row->fields[0].ptr + row->fields[0].len - line.ptr);
	bool group_has = false;

	*figures = (struct figures){.columns = 0};
	if (memchr(line.ptr + at, '\t', line.len - at) ||
		!slice(line, at, at + RECORD_END - FILE_END, &figures->record) ||
		!has_sizes(row->fields[0], figures->record))
		return false;
	at += RECORD_END - FILE_END;
	for (size_t column = 0; column < IOZONE_COLUMNS; column++) {
		size_t width = widths[old][column];
		struct text digits;

		if (is_second(column) && !group_has) {
			at += width;
			continue;
		}
		if (has_narrow_hole(old, column) && blank & 1u << column) {
			at += width - 1;
			continue;
		}
		if (!slice(line, at, at + width, &digits))
			return false;
		/* Only a row that was interrupted has half a test. */
		if (is_second(column) && !digits.len && text_trim(text_skip(line, at)).len)
			return false;
		group_has = digits.len > 0;
		/* A figure that the line's end cuts is none; those before it are. */
		figures->cut = group_has && at + width > line.len;
		if (figures->cut)
			return figures->columns != 0;
		if (group_has && !is_plain(digits))
			return false;
		if (group_has)
			set_figure(figures, column, digits);
		at += width - (size_t)(!group_has && has_narrow_hole(old, column));
	}
	return figures->columns && text_trim(text_skip(line, at)).len == 0;
}

/*
 * The figure behind a narrow hole begins within the columns of the hole when it
 * fills its field: it is tried which of the two tests with such holes are blank.
 */
static bool by_widths(const struct row *row, bool old, bool cut, struct figures *figures)
{
	for (unsigned blank = 0; blank < (old ? 4 : 1); blank++)
		if (read_places(row, old, blank << 7, figures) && figures->cut == cut)
			return true;
	return false;
}

/* Both widths are tried, the likelier ones first, and lines that are whole before others. */
static bool by_places(const struct row *row, bool old, struct figures *figures)
{
	return by_widths(row, old, false, figures) || by_widths(row, !old, false, figures) ||
	       by_widths(row, old, true, figures) || by_widths(row, !old, true, figures);
}

/* Figures that fill their field touch the one before: take all of @columns apart again. */
static bool split(const struct row *row, bool old, uint32_t columns, struct figures *figures)
{
	uint8_t tests[IOZONE_COLUMNS];
	size_t count = list_columns(columns, tests), done = 0;

	*figures = (struct figures){.record = row->fields[1]};
	if (row->count >= count + 2)
		return false;
	for (size_t field = 2; field < row->count; field++) {
		struct text digits = row->fields[field];
		size_t first = digits.len, last = done;

		/* Full fields come off until the rest fits into the first. */
		while (last < count && first > widths[old][tests[done]]) {
			if (++last == count || first <= widths[old][tests[last]])
				return false;
			first -= widths[old][tests[last]];
		}
		for (; done <= last && done < count; done++) {
			set_figure(figures, tests[done], text_make(digits.ptr, first));
			if (!is_plain(figures->digits[tests[done]]))
				return false;
			digits = text_skip(digits, first);
			first = done + 1 < count ? widths[old][tests[done + 1]] : 0;
		}
	}
	return figures->columns == columns;
}

/* Bits of the columns that @table's header names. */
static uint32_t named_columns(const struct iozone_table *table)
{
	uint32_t columns = 0;

	for (size_t i = 0; i < table->test_count; i++)
		columns |= 1u << table->tests[i];
	return columns;
}

/* With the widths that are known, or with either when both say the same. */
static bool by_splitting(
	const struct row *row, enum iozone_widths known, uint32_t columns, struct figures *figures)
{
	struct figures other;

	if (known != IOZONE_WIDTHS_UNKNOWN)
		return split(row, known == IOZONE_WIDTHS_OLD, columns, figures);
	if (!split(row, false, columns, figures))
		return split(row, true, columns, figures);
	if (!split(row, true, columns, &other))
		return true;
	for (size_t i = 0; i < IOZONE_COLUMNS; i++)
		if (!text_equal(figures->digits[i], other.digits[i]))
			return false;
	return true;
}

/* Find out which figure is of which test. */
static bool assign(const struct iozone_table *table, const struct iozone_run *run,
	const struct row *row, struct figures *figures)
{
	uint32_t asked = iozone_columns_of(run->asked.tests);
	uint32_t columns = asked ? asked & named_columns(table) : named_columns(table);
	bool old = table->widths == IOZONE_WIDTHS_OLD;

	if (table->in_order && row->complete && by_places(row, old, figures))
		return true;
	if (row->count < 3 || !has_sizes(row->fields[0], row->fields[1]))
		return false;
	if (table->has_header && by_order(row, table->tests, table->test_count, figures))
		return true;
	/* More figures than names: the header was cut, or -E's names are missing. */
	if ((row->count == IOZONE_BASIC + 2 || row->count == FIELDS) && table->in_order &&
		by_columns(row, (1u << (row->count - 2)) - 1, figures))
		return true;
	if (row->complete && table->has_header && by_separator(row, table, figures))
		return true;
	return (asked && by_columns(row, asked, figures)) ||
	       (columns && by_splitting(row, table->widths, columns, figures));
}

static void add_figures(struct iozone_run *run, const struct figures *figures, double file_kib,
	double record_kib, size_t at)
{
	struct iozone_cell cells[IOZONE_COLUMNS];
	size_t count = 0;

	for (size_t i = 0; i < IOZONE_COLUMNS; i++) {
		if (!(figures->columns & 1u << i))
			continue;
		cells[count++] = (struct iozone_cell){
			.test = (uint8_t)iozone_columns[i],
			.file_kib = file_kib,
			.record_kib = record_kib,
			.value = number_of(figures->digits[i]),
			.cpu_percent = -1,
			.at = at,
			.reported = figures->digits[i],
		};
	}
	iozone_run_add(run, IOZONE_TABLE, cells, count);
}

/* The row was wrapped: @row has those figures of the full header that the last one lacks. */
static bool continues(
	struct iozone_table *table, struct iozone_run *run, const struct row *row, size_t at)
{
	struct figures figures = {.columns = 0};

	if (!table->last.open || !row->complete || !row->count ||
		row->count + table->last.count != table->test_count)
		return false;
	for (size_t i = 0; i < row->count; i++)
		if (!is_plain(row->fields[i]))
			return false;
	for (size_t i = 0; i < row->count; i++)
		set_figure(&figures, table->tests[table->last.count + i], row->fields[i]);
	add_figures(run, &figures, table->last.file_kib, table->last.record_kib, at);
	table->last.open = false;
	return true;
}

static void leave_out(struct iozone_table *table, size_t start, size_t end)
{
	if (table->left_out++ == 0)
		table->left_start = start;
	table->left_end = end;
}

static bool add_row(struct iozone_table *table, struct iozone_run *run, const struct row *row,
	size_t start, size_t end)
{
	struct figures figures;
	double file_kib, record_kib;

	if (!assign(table, run, row, &figures)) {
		if (continues(table, run, row, start)) {
			iozone_run_touch(run, start, end);
			return true;
		}
		if (!table->has_header || row->count < 2 ||
			!has_sizes(row->fields[0], row->fields[1]))
			return false;
		leave_out(table, start, end);
		return true;
	}
	file_kib = number_of(row->fields[0]);
	record_kib = number_of(figures.record);
	/* Without a header it may be anything. */
	if (!table->has_header && !is_power_of_two(record_kib))
		return false;
	table->strangers = 0;
	add_figures(run, &figures, file_kib, record_kib, start);
	iozone_run_touch(run, start, end);
	table->last.open = table->has_header && table->in_order && !figures.cut &&
			   figures.last + 1 < table->test_count &&
			   figures.columns == (1u << (figures.last + 1)) - 1;
	table->last.file_kib = file_kib;
	table->last.record_kib = record_kib;
	table->last.count = figures.last + 1;
	return true;
}

static size_t skip_digits(struct text text, size_t at)
{
	while (at < text.len && text_is_digit(text.ptr[at]))
		at++;
	return at;
}

/*
 * @line without what stands in front of the header, too: a time, a line number, the
 * name of a program. Numbers may differ, and so may their length.
 */
static struct text without_prefix(const struct iozone_table *table, struct text line)
{
	struct text prefix = table->prefix, rest = text_trim(line);
	size_t p = 0, r = 0;

	if (!prefix.len)
		return line;
	while (p < prefix.len && r < rest.len) {
		if (text_is_digit(prefix.ptr[p]) && text_is_digit(rest.ptr[r])) {
			p = skip_digits(prefix, p);
			r = skip_digits(rest, r);
		} else if (prefix.ptr[p++] != rest.ptr[r++]) {
			return line;
		}
	}
	if (p < prefix.len || r == rest.len || !is_between(rest.ptr[r]))
		return line;
	return text_make(rest.ptr + r, (size_t)(line.ptr + line.len - rest.ptr) - r);
}

/* Names of what was measured are shorter. */
#define NAME_LONGEST 32

/*
 * People put a name in front of rows, so that tables of several machines or kernels
 * fit together. The row must be a full one then.
 */
static bool add_named_row(struct iozone_table *table, struct iozone_run *run, struct text line,
	size_t start, size_t end)
{
	struct text rest = line, name;
	struct row row;

	if (!table->has_header || table->prefix.len || !text_next_word(&rest, &name) ||
		name.len > NAME_LONGEST)
		return false;
	read_fields(rest, &row);
	if (!row.complete || row.count != table->test_count + 2 ||
		!has_sizes(row.fields[0], row.fields[1]))
		return false;
	if (!text_equal(run->label, name)) {
		if (run->count)
			iozone_run_next(run, true);
		run->label = name;
	}
	return add_row(table, run, &row, start, end);
}

bool iozone_table_line(struct iozone_table *table, struct iozone_run *run,
	const struct document *doc, size_t index, struct text line)
{
	size_t start = doc->lines[index].flow;
	size_t end = start + document_line_flow(doc, index).len;
	struct row row;
	bool is_row;

	read_fields(without_prefix(table, line), &row);
	is_row = row.count ? add_row(table, run, &row, start, end)
			   : add_named_row(table, run, line, start, end);
	if (is_row || end == start)
		return is_row;
	table->last.open = false;
	if (++table->strangers == STRANGERS)
		table->open = false;
	return false;
}

/* Tokens of a row in the flow, whose rows have @length of them. */
static bool next_row(struct text flow, size_t *at, size_t length, struct row *row)
{
	size_t from = *at;

	while (from < flow.len && is_between(flow.ptr[from]))
		from++;
	row->line = text_make(flow.ptr + from, 0);
	for (row->count = 0; row->count < length; row->count++) {
		size_t start;

		while (from < flow.len && is_between(flow.ptr[from]))
			from++;
		start = from;
		while (from < flow.len && text_is_digit(flow.ptr[from]))
			from++;
		if (from == start || from - start > LONGEST ||
			(from < flow.len && !is_between(flow.ptr[from])))
			return false;
		row->fields[row->count] = text_make(flow.ptr + start, from - start);
	}
	row->line.len = (size_t)(flow.ptr + from - row->line.ptr);
	row->complete = false;
	*at = from;
	return true;
}

/*
 * How many rows of @length the flow has at @at: 0 unless they have sizes as iozone
 * uses them, and less than a row is left over behind them.
 */
static size_t count_rows(struct text flow, size_t at, size_t length, size_t *end)
{
	double file = 0, record = 0, first = 0;
	size_t rows = 0, left = 0;
	struct row row;

	*end = at;
	while (length >= 3 && length <= FIELDS && next_row(flow, &at, length, &row)) {
		double last_file = file, last_record = record;

		if (!has_sizes(row.fields[0], row.fields[1]))
			return 0;
		file = number_of(row.fields[0]);
		record = number_of(row.fields[1]);
		if (rows++ == 0)
			first = record;
		if ((!is_power_of_two(record) && record != first) ||
			(file == last_file && record <= last_record))
			return 0;
		for (size_t i = 2; i < length; i++)
			if (row.fields[i].len > FIGURE_LONGEST)
				return 0;
		*end = at;
	}
	while (next_row(flow, &at, 1, &row))
		left++;
	return left < length ? rows : 0;
}

size_t iozone_table_stream(
	struct iozone_table *table, struct iozone_run *run, const struct document *doc, size_t at)
{
	struct text flow = strbuf_text(&doc->flow);
	uint8_t tests[IOZONE_COLUMNS];
	size_t asked = list_columns(
		iozone_columns_of(run->asked.tests) & named_columns(table), tests);
	size_t length = 0, end = at, stop = at;
	struct row row;

	if (count_rows(flow, at, (asked ? asked : table->test_count) + 2, &end))
		length = (asked ? asked : table->test_count) + 2;
	while (length && at < end && next_row(flow, &at, length, &row))
		add_row(table, run, &row, (size_t)(row.line.ptr - flow.ptr), at);
	/* Figures that are left over. */
	while (next_row(flow, &stop, 1, &row))
		continue;
	if (length == 0 && stop > end) {
		leave_out(table, end, stop);
		return stop;
	}
	return end;
}

void iozone_table_close(struct iozone_table *table, struct collect *out)
{
	if (table->left_out)
		collect_skip(out, "iozone", table->left_start, table->left_end,
			"%zu row%s of the table: which figure is of which test is not told",
			table->left_out, table->left_out == 1 ? "" : "s");
	*table = (struct iozone_table){.open = false};
}
