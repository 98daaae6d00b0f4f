#include "import/plain_table.h"

#include <csv.h>

#include "base/strbuf.h"
#include "import/figures.h"
#include "import/look.h"

#define MOST_COLUMNS 32

/* A heading or a label that is longer is prose. */
#define LONGEST_CELL 120

/* Large inputs: the rule of a Markdown table. Tabs are looked for anyway. */
static const char *const probes[] = {
	"|--------", "|---|---", "| --- | --", "|:---|:--", "| :--- | "};

enum form { TABS, PIPES, COMMAS, SEMICOLONS, FORMS };

static const char separators[FORMS] = {
	[TABS] = '\t',
	[PIPES] = '|',
	[COMMAS] = ',',
	[SEMICOLONS] = ';',
};

static const uint16_t separator_looks[FORMS] = {
	[TABS] = LOOK_TAB,
	[PIPES] = LOOK_BAR,
	[COMMAS] = LOOK_COMMA,
	[SEMICOLONS] = LOOK_SEMICOLON,
};

/* A line's cells; those of CSV lie in @bytes, where quotes are undone. */
struct cells {
	struct text cell[MOST_COLUMNS];
	size_t count;
	bool overflow;
	struct strbuf bytes;
};

static void add_cell(struct cells *cells, struct text cell)
{
	if (cells->count < MOST_COLUMNS && cell.len <= LONGEST_CELL)
		cells->cell[cells->count++] = text_trim(cell);
	else
		cells->overflow = true;
}

static void on_csv_field(void *field, size_t length, void *context)
{
	struct cells *cells = context;

	/* The room was made before: what is there does not move. */
	strbuf_add(&cells->bytes, field ? field : "", length);
	add_cell(cells, text_make(cells->bytes.ptr + cells->bytes.len - length, length));
}

static void on_csv_row(int c, void *context)
{
	(void)c;
	(void)context;
}

static void split_csv(struct text line, char separator, struct cells *cells)
{
	struct csv_parser parser;

	if (csv_init(&parser, CSV_APPEND_NULL) != 0)
		return;
	strbuf_clear(&cells->bytes);
	strbuf_reserve(&cells->bytes, line.len + 1);
	csv_set_delim(&parser, (unsigned char)separator);
	csv_parse(&parser, line.ptr, line.len, on_csv_field, on_csv_row, cells);
	csv_fini(&parser, on_csv_field, on_csv_row, cells);
	csv_free(&parser);
}

/* The cells of a line in @form; no cells when it is not in that form. */
static void split(struct text line, enum form form, struct cells *cells)
{
	struct text rest = line, cell;

	cells->count = 0;
	cells->overflow = false;
	if (text_find_char(line, separators[form]) == SIZE_MAX || line.len > 4096)
		return;
	if (form == COMMAS || form == SEMICOLONS) {
		split_csv(line, separators[form], cells);
		return;
	}
	if (form == PIPES) {
		rest = text_trim(rest);
		if (text_starts(rest, "|"))
			rest = text_skip(rest, 1);
		if (text_ends(rest, "|"))
			rest.len--;
	} else {
		while (rest.len && rest.ptr[rest.len - 1] == '\t')
			rest.len--;
	}
	while (text_next_part(&rest, separators[form], &cell))
		add_cell(cells, cell);
}

/* A comma with three digits behind it may separate thousands or decimals. */
static bool is_ambiguous(struct text t)
{
	size_t comma = text_find_char(t, ',');
	double value;

	return comma != SIZE_MAX && t.len - comma == 4 && comma <= 3 && figure_number(t, &value);
}

static bool is_number(struct text t)
{
	double value;

	return figure_number(t, &value);
}

static bool is_rule(const struct cells *cells)
{
	for (size_t i = 0; i < cells->count; i++) {
		if (cells->cell[i].len == 0)
			return false;
		for (size_t c = 0; c < cells->cell[i].len; c++)
			if (!strchr("-: ", cells->cell[i].ptr[c]))
				return false;
	}
	return cells->count > 0;
}

/* A heading names every column, with words. */
static bool is_heading(const struct cells *cells)
{
	size_t words = 0;

	if (cells->overflow || cells->count < 2)
		return false;
	for (size_t i = 0; i < cells->count; i++) {
		if (is_number(cells->cell[i]))
			return false;
		words += cells->cell[i].len > 0;
	}
	/* The corner of a table may be empty. */
	return words + 1 >= cells->count;
}

struct table {
	enum form form;
	struct cells heading, row;
	size_t first, end; /* lines: the heading's, behind the last */
	size_t body; /* first line of figures */
	bool number[MOST_COLUMNS];
	size_t numbers, texts;
};

/* Whether line @line may be a row of figures in @form: a cheap look before a thorough one. */
static bool may_be_row(const struct document *doc, size_t line, enum form form)
{
	const uint16_t row = separator_looks[form] | LOOK_DIGIT;

	return line < doc->line_count && (doc->lines[line].looks & row) == row;
}

/* The same for a heading, which has no number, and the rows that must be below it. */
static bool may_be_heading(const struct document *doc, size_t line, enum form form)
{
	struct text text, first;

	if (!(doc->lines[line].looks & separator_looks[form]))
		return false;
	if (form == TABS)
		return may_be_row(doc, line + 1, form);
	if (form == PIPES)
		return line + 1 < doc->line_count && !(doc->lines[line + 1].looks & LOOK_DIGIT) &&
		       may_be_row(doc, line + 2, form);
	if (!may_be_row(doc, line + 1, form) || !may_be_row(doc, line + 2, form))
		return false;
	text = document_line(doc, line);
	return text_find_char(text, '"') != SIZE_MAX ||
	       (text_next_part(&text, separators[form], &first) && !is_number(text_trim(first)));
}

/* Find out how far the table with its heading in line @first goes, and its number columns. */
static bool find_table(struct parse *parse, size_t first, enum form form, struct table *table)
{
	const struct document *doc = parse->doc;
	struct cells *cells = &table->row;
	size_t rows = 0;

	table->form = form;
	table->first = first;
	table->body = first + 1;
	if (!may_be_heading(doc, first, form))
		return false;
	split(document_line(doc, first), form, &table->heading);
	if (!is_heading(&table->heading))
		return false;
	if (form == PIPES) {
		split(document_line(doc, first + 1), form, cells);
		if (!is_rule(cells))
			return false;
		table->body++;
	}
	memset(table->number, true, sizeof(table->number));
	table->numbers = table->heading.count;
	for (table->end = table->body; table->end < doc->line_count; table->end++) {
		split(document_line(doc, table->end), form, cells);
		if (cells->overflow || cells->count != table->heading.count)
			break;
		table->numbers = 0;
		for (size_t i = 0; i < cells->count; i++) {
			table->number[i] &= is_number(cells->cell[i]);
			table->numbers += table->number[i];
		}
		if (table->numbers == 0)
			return false;
		rows++;
	}
	table->texts = table->heading.count - table->numbers;
	/* Commas are common in prose: less than two rows or three columns prove nothing. */
	if ((form == COMMAS || form == SEMICOLONS) && (rows < 2 || table->heading.count < 2))
		return false;
	return rows > 0 && table->numbers > 0 && table->texts > 0;
}

static bool heading_ends(struct text heading, const char *unit)
{
	size_t n = strlen(unit);
	struct text before;

	if (text_ends(heading, ")") && heading.len > n + 2) {
		before = text_make(heading.ptr + heading.len - n - 2, n + 2);
		return before.ptr[0] == '(' &&
		       text_equal_nocase(text_make(before.ptr + 1, n), text_of(unit));
	}
	if (!text_ends(heading, unit) || heading.len < n + 2)
		return false;
	before = text_trim(text_make(heading.ptr, heading.len - n));
	return text_ends(before, ",");
}

/* What a heading's unit makes of its column. */
static const struct {
	const char *unit;
	enum column column;
	double worth;
} units[] = {
	{"s", COL_ELAPSED_S, 1},
	{"sec", COL_ELAPSED_S, 1},
	{"seconds", COL_ELAPSED_S, 1},
	{"ms", COL_ELAPSED_S, 1e-3},
	{"B/s", COL_BYTES_PER_S, 1},
	{"kB/s", COL_BYTES_PER_S, 1e3},
	{"KiB/s", COL_BYTES_PER_S, 1024},
	{"MB/s", COL_BYTES_PER_S, 1e6},
	{"MiB/s", COL_BYTES_PER_S, 1024.0 * 1024},
	{"GB/s", COL_BYTES_PER_S, 1e9},
	{"GiB/s", COL_BYTES_PER_S, 1024.0 * 1024 * 1024},
	{"IOPS", COL_OPS_PER_S, 1},
	{"1/s", COL_OPS_PER_S, 1},
	{"ops/s", COL_OPS_PER_S, 1},
};

static void add_figure(struct parse *parse, const struct table *table, const struct cells *cells,
	size_t column, struct text environment, size_t at)
{
	struct text heading = table->heading.cell[column], cell = cells->cell[column];
	double value;

	if (is_ambiguous(cell)) {
		collect_skip(parse->out, "table", at, at + 1,
			"\"%.*s\" may be thousands or decimals", TEXT_ARGS(cell));
		return;
	}
	if (!figure_number(cell, &value))
		return;
	collect_row(parse->out, TEST_TABLE, DIRECTION_NONE, at);
	collect_string(parse->out, COL_ENVIRONMENT, environment);
	collect_string(parse->out, COL_NOTE, collect_squeeze(parse->out, heading));
	collect_string(parse->out, COL_REPORTED, collect_squeeze(parse->out, cell));
	for (size_t i = 0; i < FST_COUNT(units); i++) {
		if (!heading_ends(heading, units[i].unit))
			continue;
		collect_number(parse->out, units[i].column, value * units[i].worth);
		break;
	}
}

static void add_table(struct parse *parse, struct table *table)
{
	const struct document *doc = parse->doc;

	collect_run(parse->out, "table", doc->lines[table->first].flow);
	collect_last_resort(parse->out);
	for (size_t line = table->body; line < table->end; line++) {
		struct cells *cells = &table->row;
		struct text environment = TEXT("");

		split(document_line(doc, line), table->form, cells);
		for (size_t i = 0; i < cells->count; i++)
			if (!table->number[i] && cells->cell[i].len)
				environment = collect_text(parse->out, "%.*s%s%.*s",
					TEXT_ARGS(environment), environment.len ? " / " : "",
					TEXT_ARGS(cells->cell[i]));
		for (size_t i = 0; i < cells->count; i++)
			if (table->number[i])
				add_figure(
					parse, table, cells, i, environment, doc->lines[line].flow);
	}
	collect_end(parse->out,
		table->end < doc->line_count ? doc->lines[table->end].flow : doc->flow.len);
}

static void parse_plain_table(struct parse *parse)
{
	const struct document *doc = parse->doc;
	struct table table = {0};

	for (size_t line = 0; line < doc->line_count; line++) {
		if (!(doc->lines[line].looks & (LOOK_TAB | LOOK_BAR | LOOK_COMMA | LOOK_SEMICOLON)))
			continue;
		for (int form = 0; form < FORMS; form++) {
			if (!find_table(parse, line, (enum form)form, &table))
				continue;
			add_table(parse, &table);
			line = table.end - 1;
			break;
		}
	}
	strbuf_free(&table.heading.bytes);
	strbuf_free(&table.row.bytes);
}

const struct importer importer_plain_table = {
	.tool = "table",
	.probes = probes,
	.probe_count = FST_COUNT(probes),
	.parse = parse_plain_table,
};
