#include "import/bonnie.h"

#include "import/figures.h"
#include "import/look.h"

#define MOST_FIELDS 64

/* A line with fewer commas holds no CSV record, not even a wrapped one. */
#define FEWEST_COMMAS 7

/* Where the parts of a record are. -1: it has no such part. */
struct layout {
	int name, threads, size, record;
	int rates; /* the twelve fields about the big file */
	int files; /* number, largest, smallest, folders, chunk: rates of files come behind */
	int file_rates;
	int latencies;
	size_t fields; /* in a whole record */
};

/* bonnie++ 1.0x: name, size, 12, files, 12. */
static const struct layout layout_old = {
	.name = 0,
	.threads = -1,
	.size = 1,
	.record = -1,
	.rates = 2,
	.files = 14,
	.file_rates = 15,
	.latencies = -1,
	.fields = 27,
};

/* 1.93 to 1.97: format, version, name, concurrency, seed, size, chunk, 12, files 5, 12, 12. */
static const struct layout layout_196 = {
	.name = 2,
	.threads = 3,
	.size = 5,
	.record = 6,
	.rates = 7,
	.files = 19,
	.file_rates = 24,
	.latencies = 36,
	.fields = 48,
};

/* 1.98 and later: two fields more (seeks, processes that seek) in front of the rates. */
static const struct layout layout_198 = {
	.name = 2,
	.threads = 3,
	.size = 5,
	.record = 6,
	.rates = 9,
	.files = 21,
	.file_rates = 26,
	.latencies = 38,
	.fields = 50,
};

struct record {
	struct text fields[MOST_FIELDS];
	size_t at[MOST_FIELDS];
	size_t count, start, end;
};

static bool is_field_char(char c)
{
	return (c >= '0' && c <= '9') || c == '+' || c == ',' || c == '.';
}

static bool ends_field(char c)
{
	switch (c) {
	case ',':
	case ' ':
	case '\0':
	case '"':
	case '\'':
	case '`':
	case '|':
	case '<':
	case '>':
	case ';':
		return true;
	default:
		return false;
	}
}

/* The blank at @at of the flow is a line break in the middle of a record. */
static bool is_wrap(const struct document *doc, struct text flow, size_t at)
{
	return at > 0 && at + 1 < flow.len && is_field_char(flow.ptr[at - 1]) &&
	       is_field_char(flow.ptr[at + 1]) &&
	       document_line_at_flow(doc, at + 1) == document_line_at_flow(doc, at) + 1;
}

/*
 * Split the record at @start into at most @fields fields. A wrapped line goes on
 * as long as fields are missing.
 */
static void read_record(
	struct parse *parse, size_t start, size_t name_end, size_t fields, struct record *record)
{
	struct text flow = parse->flow;
	size_t field = start, at = start;
	bool wrapped = false;

	*record = (struct record){.start = start};
	for (;; at++) {
		char c = at < flow.len ? flow.ptr[at] : '\0';
		struct text value;

		if (c == ' ' && at < name_end)
			continue;
		if (c == ' ' && record->count + 1 < fields + (flow.ptr[at - 1] != ',') &&
			is_wrap(parse->doc, flow, at)) {
			wrapped = true;
			continue;
		}
		if (!ends_field(c))
			continue;
		value = text_make(flow.ptr + field, at - field);
		if (wrapped) {
			struct text all = value, part;

			value = TEXT("");
			while (text_next_word(&all, &part))
				value = collect_text(
					parse->out, "%.*s%.*s", TEXT_ARGS(value), TEXT_ARGS(part));
			wrapped = false;
		}
		record->at[record->count] = field;
		record->fields[record->count++] = value;
		field = at + 1;
		if (c != ',' || record->count == MOST_FIELDS)
			break;
	}
	record->end = at;
}

static struct text field(const struct record *record, int index)
{
	return index >= 0 && (size_t)index < record->count ? record->fields[index] : TEXT("");
}

static bool is_rate(struct text t)
{
	double value;

	return t.len == 0 || text_starts(t, "++") || figure_number(t, &value);
}

static void set_half(struct bonnie_run *run, const struct record *record, int rates, int latencies,
	size_t first_column)
{
	for (int i = 0; i < BONNIE_HALF; i++) {
		struct bonnie_cell *cell = &run->cells[first_column + (size_t)i];

		if (field(record, rates + 2 * i).len == 0 ||
			(size_t)(rates + 2 * i + 1) >= record->count)
			continue;
		cell->at = record->at[rates + 2 * i];
		bonnie_set_rate(cell, first_column + (size_t)i, field(record, rates + 2 * i));
		bonnie_set_cpu(cell, field(record, rates + 2 * i + 1));
		if (latencies >= 0)
			figure_time(field(record, latencies + i), &cell->latency_s);
	}
}

/* A record whose size is empty (bonnie++ -s 0) may lack one of the fields in front of the files. */
static struct layout fit_layout(struct layout layout, const struct record *record)
{
	if (layout.latencies >= 0 && record->count + 1 == layout.fields &&
		!field(record, layout.size).len) {
		layout.files--;
		layout.file_rates--;
		layout.latencies--;
		layout.fields--;
	}
	return layout;
}

static struct text files_note(struct parse *parse, const struct record *record, int files)
{
	struct text largest = field(record, files + 1), smallest = field(record, files + 2);
	struct text folders = field(record, files + 3);

	if (!largest.len && !smallest.len && !folders.len)
		return TEXT("");
	return collect_text(parse->out, "%.*s:%.*s:%.*s/%.*s", TEXT_ARGS(field(record, files)),
		TEXT_ARGS(largest), TEXT_ARGS(smallest), TEXT_ARGS(folders));
}

static bool set_run(struct parse *parse, struct bonnie_run *run, const struct record *record,
	struct layout layout)
{
	bool any = false;

	layout = fit_layout(layout, record);
	for (int i = 0; i < 2 * BONNIE_HALF; i++)
		if (!is_rate(field(record, layout.rates + i)) ||
			!is_rate(field(record, layout.file_rates + i)))
			return false;
	run->from_csv = true;
	run->cut = record->count < layout.fields;
	run->end = record->end;
	run->name = text_trim(field(record, layout.name));
	if (!figure_number(field(record, layout.threads), &run->threads))
		run->threads = -1;
	bonnie_set_size(run, field(record, layout.size));
	if (field(record, layout.record).len)
		figure_binary_size(field(record, layout.record), &run->record_size);
	set_half(run, record, layout.rates, layout.latencies, 0);
	if (layout.latencies < 0) {
		bonnie_set_files(run, field(record, layout.files));
	} else if (bonnie_set_files(run, field(record, layout.files))) {
		run->files_note = files_note(parse, record, layout.files);
	}
	if (run->files >= 0)
		set_half(run, record, layout.file_rates,
			layout.latencies < 0 ? -1 : layout.latencies + BONNIE_HALF, BONNIE_HALF);
	for (size_t i = 0; i < BONNIE_COLUMNS; i++)
		any |= run->cells[i].known;
	return any;
}

/* Rates that a record of 1.0x must have before other comma-separated figures pass for one. */
static bool looks_old(const struct record *record)
{
	double size;

	if (record->count < 9 || record->count > 27 || !field(record, 0).len)
		return false;
	if (field(record, 1).len &&
		!figure_binary_size(text_make(field(record, 1).ptr,
					    text_find_char(field(record, 1), ':') != SIZE_MAX
						    ? text_find_char(field(record, 1), ':')
						    : field(record, 1).len),
			&size))
		return false;
	for (size_t i = 2; i < record->count; i++) {
		struct text t = record->fields[i];

		if (i != 14 && !is_rate(t) && !(i + 1 == record->count))
			return false;
	}
	return true;
}

static size_t read_new(
	struct parse *parse, size_t at, struct text version, struct bonnie_runs *runs)
{
	struct record record;
	bool is_198 = text_starts(text_make(parse->flow.ptr + at, 4), "1.98") ||
		      text_starts(text_make(parse->flow.ptr + at, 4), "1.99") ||
		      parse->flow.ptr[at] == '2';
	const struct layout *layout = is_198 ? &layout_198 : &layout_196;
	struct bonnie_run *run;

	read_record(parse, at, at, layout->fields, &record);
	run = bonnie_add_run(runs, at);
	run->version = version;
	if (!set_run(parse, run, &record, *layout)) {
		runs->count--;
		collect_skip(parse->out, "bonnie++", at, record.end,
			"a CSV line of %zu fields without figures", record.count);
	}
	return record.end;
}

static size_t read_old(struct parse *parse, size_t at, size_t name_end, struct bonnie_runs *runs)
{
	struct record record;
	struct bonnie_run *run;

	read_record(parse, at, name_end, layout_old.fields, &record);
	if (!looks_old(&record))
		return name_end;
	run = bonnie_add_run(runs, at);
	if (!set_run(parse, run, &record, layout_old)) {
		runs->count--;
		return name_end;
	}
	return record.end;
}

static size_t count_commas(struct text line)
{
	size_t count = 0;

	for (size_t i = 0; i < line.len; i++)
		count += line.ptr[i] == ',';
	return count;
}

/* All records that start in the flow between @at and @end; returns where the last one ends. */
static size_t read_line(struct parse *parse, size_t at, size_t end, struct bonnie_runs *runs)
{
	struct text groups[PATTERN_GROUPS], flow = parse->flow;

	while (at < end) {
		struct text window = text_make(flow.ptr, end);
		size_t start;

		if (pattern_find(parse->patterns, BONNIE_CSV_NEW, window, at, groups)) {
			start = (size_t)(groups[0].ptr - flow.ptr);
			at = read_new(parse, start, groups[2], runs);
		} else if (pattern_find(parse->patterns, BONNIE_CSV_OLD, window, at, groups)) {
			start = (size_t)(groups[0].ptr - flow.ptr);
			at = read_old(parse, start, start + groups[1].len, runs);
		} else {
			break;
		}
	}
	return at;
}

void bonnie_read_csv(struct parse *parse, struct bonnie_runs *runs)
{
	const struct document *doc = parse->doc;
	size_t done = 0;

	for (size_t i = 0; i < doc->line_count; i++) {
		struct text line = document_line(doc, i), flow;
		size_t at;

		if (line.len < 40 || !(doc->lines[i].looks & LOOK_COMMA) ||
			count_commas(line) < FEWEST_COMMAS)
			continue;
		flow = document_line_flow(doc, i);
		at = (size_t)(flow.ptr - parse->flow.ptr);
		if (at >= done)
			done = read_line(parse, at, at + flow.len, runs);
	}
}
