#include "import/bonnie.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "import/command.h"
#include "import/figures.h"

static const char *const anchors[] = {
	[BONNIE_ANCHOR_OUTPUT] = "Sequential Output-",
	[BONNIE_ANCHOR_CREATE] = "Sequential Create-",
	[BONNIE_ANCHOR_HTML] = "Sequential Output",
	",+++++,+++,",
	"1.93c,1.9",
	"1.94,1.94",
	"1.96,1.9",
	"1.97,1.9",
	"1.98,1.9",
	"1.98,2.0",
	"2.00,2.0",
	"%CP K/sec %CP",
};

static const char *const patterns[] = {
	[BONNIE_VERSION] = "([0-9]\\.[0-9]{2,3}[a-z]?) ?-*$",
	[BONNIE_CSV_NEW] =
		"(?<![\\w.])((?:1\\.9[0-9]|2\\.[0-9]{2})[a-z]*),([0-9]\\.[0-9]{2}[a-z]*),",
	[BONNIE_CSV_OLD] = ("([^,\\s\"'`|>$#]+),([0-9.]+[kmgt]?(?::[0-9]+[km]?)?)?,"
			    "(?=(?:[0-9.]*|\\++),(?:[0-9.]*|\\+{3}),)"),
	[BONNIE_HTML_VERSION] = "(?:Version |\\+\\+ V)([0-9]\\.[0-9]{2,3}[a-z]?)\\b",
};

static const struct {
	enum test test;
	enum direction direction;
} tests[BONNIE_COLUMNS] = {
	[BONNIE_CHAR_WRITE] = {TEST_CHAR_WRITE, DIRECTION_WRITE},
	[BONNIE_WRITE] = {TEST_WRITE, DIRECTION_WRITE},
	[BONNIE_REWRITE] = {TEST_BLOCK_REWRITE, DIRECTION_MIXED},
	[BONNIE_CHAR_READ] = {TEST_CHAR_READ, DIRECTION_READ},
	[BONNIE_READ] = {TEST_READ, DIRECTION_READ},
	[BONNIE_SEEK] = {TEST_SEEK, DIRECTION_NONE},
	[BONNIE_CREATE_SEQ] = {TEST_CREATE_SEQ, DIRECTION_META},
	[BONNIE_STAT_SEQ] = {TEST_STAT_SEQ, DIRECTION_META},
	[BONNIE_DELETE_SEQ] = {TEST_DELETE_SEQ, DIRECTION_META},
	[BONNIE_CREATE_RANDOM] = {TEST_CREATE_RANDOM, DIRECTION_META},
	[BONNIE_STAT_RANDOM] = {TEST_STAT_RANDOM, DIRECTION_META},
	[BONNIE_DELETE_RANDOM] = {TEST_DELETE_RANDOM, DIRECTION_META},
};

/* Letters of bonnie++'s options that take a value (bonnie++(8)). */
static const char letters_with_value[] = "dscnmruxgpyzZq";

/* Among so many CSV lines in front of a line its repetition is looked for. */
#define NEAR_BY 8

struct bonnie_run *bonnie_add_run(struct bonnie_runs *runs, size_t start)
{
	struct bonnie_run *run;

	if (runs->count == runs->capacity) {
		runs->capacity = runs->capacity ? runs->capacity * 2 : 16;
		runs->items = xreallocarray(runs->items, runs->capacity, sizeof(*runs->items));
	}
	run = &runs->items[runs->count++];
	*run = (struct bonnie_run){
		.start = start,
		.end = start,
		.file_size = -1,
		.record_size = -1,
		.threads = -1,
		.files = -1,
	};
	for (size_t i = 0; i < BONNIE_COLUMNS; i++)
		run->cells[i] = (struct bonnie_cell){.cpu_percent = -1, .latency_s = -1};
	return run;
}

void bonnie_set_rate(struct bonnie_cell *cell, size_t column, struct text figure)
{
	double unit = column >= BONNIE_SEEK ? 1 : 1024;
	struct text number = figure;

	if (text_starts(figure, "++")) {
		cell->known = cell->too_fast = true;
		cell->reported = figure;
		return;
	}
	if (figure.len && strchr("kmgKMG", figure.ptr[figure.len - 1])) {
		number.len--;
		unit = column >= BONNIE_SEEK ? figure_decimal_unit(text_skip(figure, number.len))
					     : figure_binary_unit(text_skip(figure, number.len));
	}
	if (!figure_number(number, &cell->rate))
		return;
	cell->rate *= unit;
	cell->reported = figure;
	cell->known = true;
}

void bonnie_set_cpu(struct bonnie_cell *cell, struct text figure)
{
	if (!figure_number(figure, &cell->cpu_percent))
		cell->cpu_percent = -1;
}

bool bonnie_set_size(struct bonnie_run *run, struct text figure)
{
	struct text rest = figure, size, part;

	if (!text_next_part(&rest, ':', &size) || !figure_binary_size(size, &run->file_size))
		return false;
	run->record_size = -1;
	for (int i = 0; text_next_part(&rest, ':', &part); i++) {
		double value;

		if (!part.len)
			continue;
		if (i == 3 || !figure_binary_size(part, &value))
			return false;
		if (i == 0)
			run->record_size = value;
	}
	/* bonnie++ prints sizes in MiB, with the letter or (very old) without. */
	if (size.ptr[size.len - 1] >= '0' && size.ptr[size.len - 1] <= '9')
		run->file_size *= 1024 * 1024;
	return true;
}

bool bonnie_set_files(struct bonnie_run *run, struct text figure)
{
	struct text rest = figure, number;
	double count;

	if (!text_next_part(&rest, ':', &number) || !figure_number(number, &count) ||
		count != floor(count))
		return false;
	for (size_t i = 0; i < rest.len; i++)
		if (!strchr("0123456789:/-", rest.ptr[i]))
			return false;
	run->files = count * 1024;
	run->files_note = rest.len ? figure : TEXT("");
	return true;
}

/* How many figures both have, and whether they are the same up to the text's rounding. */
static bool same_figures(const struct bonnie_run *a, const struct bonnie_run *b)
{
	size_t both = 0;

	for (size_t i = 0; i < BONNIE_COLUMNS; i++) {
		const struct bonnie_cell *x = &a->cells[i], *y = &b->cells[i];

		if (!x->known || !y->known)
			continue;
		if (x->too_fast != y->too_fast)
			return false;
		/* 2.00a's text has wrong rates for files, and 3 digits for the rest. */
		if (i > BONNIE_SEEK)
			both++;
		else if (x->too_fast || fabs(x->rate - y->rate) <= 0.06 * fmax(x->rate, y->rate))
			both += 2;
		else
			return false;
	}
	return both > 0;
}

static bool same_name(struct text a, struct text b)
{
	size_t n = a.len < b.len ? a.len : b.len;

	/* The text cuts names to fit its column. */
	return n == 0 || memcmp(a.ptr, b.ptr, n) == 0;
}

static void take_over(struct bonnie_run *text, const struct bonnie_run *csv)
{
	struct bonnie_run old = *text;

	if (csv->cut) {
		if (csv->name.len > text->name.len)
			text->name = csv->name;
		text->end = csv->end;
		return;
	}
	*text = *csv;
	text->start = old.start;
	if (text->version.len == 0)
		text->version = old.version;
	if (text->record_size < 0)
		text->record_size = old.record_size;
	if (text->threads < 0)
		text->threads = old.threads;
	if (text->name.len == 0)
		text->name = old.name;
	for (size_t i = 0; i < BONNIE_COLUMNS; i++)
		if (text->cells[i].latency_s < 0)
			text->cells[i].latency_s = old.cells[i].latency_s;
}

/*
 * Join CSV lines, or rows of pages made of them, with the text tables that tell of
 * the same run; repetitions go. A page is right about files, but rounds the rest.
 */
static void merge(struct parse *parse, struct bonnie_runs *runs, const struct bonnie_runs *csv)
{
	size_t tables = runs->count;

	for (size_t i = 0; i < csv->count; i++) {
		const struct bonnie_run *line = &csv->items[i];
		bool known = false;

		for (size_t k = 0; k < runs->count && !known; k++) {
			struct bonnie_run *run;

			/* A line is repeated near by; files of nothing but lines are long. */
			if (k == tables && runs->count - k > NEAR_BY)
				k = runs->count - NEAR_BY;
			run = &runs->items[k];

			if (!same_figures(run, line) ||
				(!same_name(run->name, line->name) && run->start > line->start))
				continue;
			if (line->from_page)
				memcpy(&run->cells[BONNIE_HALF], &line->cells[BONNIE_HALF],
					(BONNIE_COLUMNS - BONNIE_HALF) * sizeof(*run->cells));
			else if (!run->from_csv)
				take_over(run, line);
			known = true;
		}
		if (!known && !line->cut)
			*bonnie_add_run(runs, line->start) = *line;
		else if (!known)
			collect_skip(parse->out, "bonnie++", line->start, line->end,
				"a CSV line that is cut off, and no table tells the rest");
	}
}

static void add_row(struct parse *parse, const struct bonnie_run *run, size_t column)
{
	const struct bonnie_cell *cell = &run->cells[column];
	struct collect *out = parse->out;
	bool files = column >= BONNIE_HALF;

	if (!cell->known)
		return;
	collect_row(
		out, tests[column].test, tests[column].direction, cell->at ? cell->at : run->start);
	collect_string(out, COL_STATUS,
		text_of(row_status_names[cell->too_fast ? STATUS_TOO_FAST : STATUS_OK]));
	if (!cell->too_fast) {
		collect_number(
			out, column < BONNIE_SEEK ? COL_BYTES_PER_S : COL_OPS_PER_S, cell->rate);
		collect_number(out, COL_CPU_PERCENT, cell->cpu_percent);
	}
	collect_number(out, COL_LAT_MAX_S, cell->latency_s);
	if (files) {
		collect_number(out, COL_FILES, run->files);
		if (run->files_note.len)
			collect_note(
				out, collect_text(out, "files %.*s", TEXT_ARGS(run->files_note)));
		if (!run->from_csv && !run->from_page && text_starts(run->version, "2.00") &&
			!cell->too_fast)
			collect_doubt(out, "bonnie++ 2.00 prints wrong rates of files in its text");
	} else if (run->classic || (column != BONNIE_CHAR_WRITE && column != BONNIE_CHAR_READ)) {
		collect_number(out, COL_FILE_SIZE, run->file_size);
		collect_number(out, COL_RECORD_SIZE, run->record_size);
	}
	if (run->mebibytes && (column == BONNIE_CHAR_WRITE || column == BONNIE_CHAR_READ))
		collect_note(out, TEXT("the page says M/sec, but bon_csv2html writes K/sec here"));
	if (cell->reported.ptr && !cell->too_fast)
		collect_string(out, COL_REPORTED,
			collect_text(out, "%.*s%s", TEXT_ARGS(cell->reported),
				column >= BONNIE_SEEK ? " /sec"
				: strchr("kmgKMG", cell->reported.ptr[cell->reported.len - 1]) ? ""
				: run->mebibytes ? " M/sec"
						 : " K/sec"));
	else
		collect_string(out, COL_REPORTED, cell->reported);
}

static void add_options(struct parse *parse, const struct command *command, size_t column)
{
	bool given;

	command_letter(command, 'b', letters_with_value, &given);
	if (given)
		collect_option(parse->out, "fsync");
	command_letter(command, 'D', letters_with_value, &given);
	if (given && (column == BONNIE_WRITE || column == BONNIE_REWRITE || column == BONNIE_READ))
		collect_option(parse->out, "direct");
}

static void add_run(struct parse *parse, const struct bonnie_run *run, size_t limit)
{
	struct collect *out = parse->out;
	struct command command;
	const char *tool = run->classic ? "bonnie" : "bonnie++";
	bool has_command = command_find(parse->doc, tool, limit, run->start, &command);

	collect_run(out, tool, run->start);
	if (has_command)
		collect_command(out, command.start, command.end);
	collect_string(out, COL_ENVIRONMENT,
		text_ends(run->name, ":") ? text_make(run->name.ptr, run->name.len - 1)
					  : run->name);
	if (run->label.len)
		collect_note(out, run->label);
	collect_string(out, COL_TOOL_VERSION, run->version);
	collect_number(out, COL_THREADS, run->threads);
	for (size_t i = 0; i < BONNIE_COLUMNS; i++) {
		if (!run->cells[i].known)
			continue;
		add_row(parse, run, i);
		if (has_command && !run->classic)
			add_options(parse, &command, i);
	}
	collect_end(out, run->end);
}

static void parse_bonnie(struct parse *parse)
{
	struct bonnie_runs runs = {0}, pages = {0}, csv = {0};
	size_t limit = 0;

	bonnie_read_text(parse, &runs);
	bonnie_read_html(parse, &pages);
	bonnie_read_csv(parse, &csv);
	merge(parse, &runs, &pages);
	merge(parse, &runs, &csv);
	for (size_t i = 0; i < runs.count; i++) {
		add_run(parse, &runs.items[i], limit);
		limit = runs.items[i].end;
	}
	free(runs.items);
	free(pages.items);
	free(csv.items);
}

const struct importer importer_bonnie = {
	.tool = "bonnie++",
	.anchors = anchors,
	.anchor_count = FST_COUNT(anchors),
	.patterns = patterns,
	.pattern_count = FST_COUNT(patterns),
	.parse = parse_bonnie,
};
