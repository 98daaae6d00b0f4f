#include "import/iozone.h"

#include "base/number.h"
#include "import/figures.h"

/* Record sizes that a report can have; iozone's go from 4 KiB to 16 MiB. */
#define RECORDS 64

#define CROSSOVER_FILE_KIB   16384
#define CROSSOVER_RECORD_KIB 64

static const struct {
	const char *title; /* in front of " report" */
	enum test test;
} titles[] = {
	{"writer", TEST_WRITE},
	{"re-writer", TEST_REWRITE},
	{"reader", TEST_READ},
	{"re-reader", TEST_REREAD},
	{"random read", TEST_RANDOM_READ},
	{"random write", TEST_RANDOM_WRITE},
	{"backward read", TEST_BACKWARD_READ},
	{"record rewrite", TEST_RECORD_REWRITE},
	{"stride read", TEST_STRIDE_READ},
	{"fwrite", TEST_FWRITE},
	{"re-fwrite", TEST_FREWRITE},
	{"fread", TEST_FREAD},
	{"re-fread", TEST_FREREAD},
	{"pwrite", TEST_PWRITE},
	{"re-pwrite", TEST_REPWRITE},
	{"pread", TEST_PREAD},
	{"re-pread", TEST_REPREAD},
	{"pwritev", TEST_PWRITEV},
	{"re-pwritev", TEST_REPWRITEV},
	{"preadv", TEST_PREADV},
	{"re-preadv", TEST_REPREADV},
};

/* Names of the summary of throughput mode (iozone's throughput_tests[]). */
static const struct {
	const char *name;
	enum test test;
} summary[] = {
	{"initial write", TEST_WRITE},
	{"rewrite", TEST_REWRITE},
	{"read", TEST_READ},
	{"re-read", TEST_REREAD},
	{"reverse read", TEST_BACKWARD_READ},
	{"stride read", TEST_STRIDE_READ},
	{"random read", TEST_RANDOM_READ},
	{"mixed workload", TEST_RANDOM_MIXED},
	{"random write", TEST_RANDOM_WRITE},
	{"pwrite", TEST_PWRITE},
	{"pread", TEST_PREAD},
	{"fwrite", TEST_FWRITE},
	{"fread", TEST_FREAD},
};

/* A report goes on behind so many lines that are none of it. */
#define STRANGERS 3

/* So many lines of other machines may stand between two of one. */
#define FURTHEST 1000

struct token {
	struct text text; /* without quotes */
	double value;
	bool quoted;
};

static bool is_between(char c)
{
	return c == ' ' || c == ',' || c == ';' || c == '|' || c == '\t';
}

/* @text without blanks and separators in front. */
static struct text skip_between(struct text text)
{
	while (text.len && is_between(text.ptr[0]))
		text = text_skip(text, 1);
	return text;
}

/* Cut the number at the start of @rest off. */
static bool next_number(struct text *rest, struct token *token)
{
	struct text text = skip_between(*rest);
	size_t length = 0;

	token->quoted = text.len && text.ptr[0] == '"';
	text = text_skip(text, token->quoted);
	while (length < text.len &&
		((text.ptr[length] >= '0' && text.ptr[length] <= '9') || text.ptr[length] == '.'))
		length++;
	token->text = text_make(text.ptr, length);
	if (!number_parse(token->text, &token->value))
		return false;
	text = text_skip(text, length);
	if (token->quoted && (!text.len || text.ptr[0] != '"'))
		return false;
	text = text_skip(text, token->quoted);
	if (text.len && !is_between(text.ptr[0]) && text.ptr[0] != '"')
		return false;
	*rest = text;
	return true;
}

/* Unquoted sizes of records: they rise. */
static bool is_header(struct text text)
{
	struct token token;
	double last = 0;

	while (next_number(&text, &token)) {
		if (token.value <= last)
			return false;
		last = token.value;
	}
	return last > 0;
}

/* Cut the numbers at the start of @text off and count them. */
static size_t count_numbers(struct text *text)
{
	struct token token;
	size_t count = 0;

	while (next_number(text, &token))
		count++;
	*text = skip_between(*text);
	return count;
}

struct title {
	size_t number; /* in titles */
	bool cpu;
	bool quoted;
	bool prefixed; /* something stands in front of it on its line */
	size_t start, end;
};

/* The title that ends with "report" at @at: behind a quote mark or a line's start. */
static bool find_title(const struct document *doc, size_t at, struct title *title)
{
	struct text flow = strbuf_text(&doc->flow), name;
	size_t line = doc->lines[document_line_at_flow(doc, at)].flow, end;

	title->start = at;
	while (title->start > line && at - title->start < 24 && flow.ptr[title->start - 1] != '"')
		title->start--;
	title->quoted = title->start > line && flow.ptr[title->start - 1] == '"';
	title->prefixed = title->start > line + 1;
	end = at + text_find(text_skip(flow, at), "eport");
	if (end <= title->start)
		return false;
	name = text_trim(text_make(flow.ptr + title->start, end - 1 - title->start));
	title->cpu = name.len > 16 &&
		     text_equal_nocase(text_skip(name, name.len - 16), TEXT(" CPU utilization"));
	if (title->cpu)
		name.len -= 16;
	title->end = end + 5;
	for (title->number = 0; title->number < FST_COUNT(titles); title->number++)
		if (text_equal_nocase(name, text_of(titles[title->number].title)))
			break;
	if (title->number == FST_COUNT(titles))
		return false;
	/* (Zero values should be ignored) */
	if (text_starts(text_skip(flow, title->end), " (Zero"))
		title->end += text_find_char(text_skip(flow, title->end), ')') + 1;
	if (title->end < flow.len && flow.ptr[title->end] == '"')
		title->end++;
	return true;
}

/* A report at work: records of its columns, and the row that is being read. */
struct grid {
	struct iozone_run *run;
	const struct title *title;
	double records[RECORDS];
	size_t record_count;
	bool quoted; /* sizes are; else the lines tell what is one */
	struct iozone_margin margin;
	bool rows; /* the records are known */
	double file;
	struct iozone_cell cells[RECORDS];
	size_t count;
	bool short_line; /* figures may be missing at the end of the row's line */
	bool cut_line; /* they end at the margin */
};

/* Figures that a row of the file size should have. */
static size_t expected_count(const struct grid *grid)
{
	size_t count = 0;

	while (count < grid->record_count && grid->records[count] <= grid->file)
		count++;
	return count;
}

static void add_cpu(struct grid *grid)
{
	for (size_t i = 0; i < grid->count; i++) {
		struct iozone_cell *known = iozone_run_find(grid->run, &grid->cells[i]);

		if (known && grid->cells[i].value > 0)
			known->cpu_percent = grid->cells[i].value;
	}
}

/* Whether the last figure has fewer digits than all others of the row. */
static bool is_last_shortest(const struct grid *grid)
{
	const struct iozone_cell *last = &grid->cells[grid->count - 1];

	for (size_t i = 0; i + 1 < grid->count; i++)
		if (!grid->cells[i].skipped && grid->cells[i].reported.len <= last->reported.len)
			return false;
	return true;
}

/* Whether a page's margin may have cut the row's last figure. */
static bool is_cut(const struct grid *grid)
{
	if (grid->count == 0 || !grid->short_line)
		return false;
	return grid->count < expected_count(grid) ||
	       (grid->cut_line && (grid->margin.sure || is_last_shortest(grid)));
}

static void end_row(struct grid *grid)
{
	if (is_cut(grid)) {
		grid->count--;
		collect_skip(grid->run->out, "iozone", grid->cells[grid->count].at,
			grid->cells[grid->count].at + 1,
			"the last figure of the line: it may be cut off");
	}
	if (grid->title->cpu)
		add_cpu(grid);
	else
		iozone_run_add(grid->run, IOZONE_TABLE, grid->cells, grid->count);
	grid->count = 0;
}

static void begin_row(struct grid *grid, double file)
{
	end_row(grid);
	grid->file = file;
	grid->rows = true;
}

static void add_value(struct grid *grid, const struct token *token, size_t at)
{
	struct iozone_cell cell = {
		.test = (uint8_t)titles[grid->title->number].test,
		.file_kib = grid->file,
		.value = token->value,
		.cpu_percent = -1,
		.at = at,
		.reported = token->text,
	};

	if (grid->count >= expected_count(grid))
		return;
	cell.record_kib = grid->records[grid->count];
	cell.skipped = cell.value <= 0 && cell.file_kib > CROSSOVER_FILE_KIB &&
		       cell.record_kib < CROSSOVER_RECORD_KIB &&
		       !(iozone_run_settings(grid->run).flags & IOZONE_NO_CROSSOVER);
	grid->cells[grid->count++] = cell;
}

static void add_token(
	struct grid *grid, const struct token *token, bool first, bool header, size_t at)
{
	if (grid->quoted && !token->quoted && !grid->rows && grid->record_count > 1)
		begin_row(grid, grid->records[--grid->record_count]);
	if (grid->quoted ? token->quoted && grid->rows : first && !header)
		begin_row(grid, token->value);
	else if (grid->rows)
		add_value(grid, token, at);
	else if (grid->record_count < RECORDS)
		grid->records[grid->record_count++] = token->value;
}

/*
 * Lines of a report, without what stands in front of each: the name of the run's
 * machine, a time, a number. Those of other machines are passed over.
 */
struct lines {
	const struct document *doc;
	struct text name;
	bool prefixed;
	size_t index;
	struct text rest; /* of line index, in the flow */
};

static bool next_line(struct lines *lines)
{
	struct text rest;
	size_t quote;

	for (size_t others = 0; others < FURTHEST; others++) {
		if (++lines->index >= lines->doc->line_count)
			return false;
		rest = document_line_flow(lines->doc, lines->index);
		lines->rest = rest;
		quote = text_find_char(rest, '"');
		if (lines->prefixed && !lines->name.len && quote != SIZE_MAX)
			lines->rest = text_skip(rest, quote);
		if (!lines->name.len)
			return true;
		if (text_equal(iozone_label(rest, &lines->rest), lines->name)) {
			lines->rest = text_trim(lines->rest);
			return true;
		}
	}
	return false;
}

/* Whether the numbers at the start of the line may belong to the report. */
static bool belongs(struct grid *grid, const struct lines *lines)
{
	struct text line = lines->rest, rest = line;
	struct token token;

	if (!next_number(&rest, &token))
		return false;
	if (grid->record_count == 0)
		return token.quoted || is_header(line);
	/* A line that goes on from the last has no more figures than are missing. */
	if (!grid->quoted || token.quoted)
		return true;
	return grid->rows && !lines->prefixed &&
	       grid->count + count_numbers(&line) <= expected_count(grid) && !line.len;
}

/* Read the numbers at the start of the line. Returns where they end in the flow. */
static size_t read_numbers(struct grid *grid, struct lines *lines)
{
	struct text text = document_line(lines->doc, lines->index);
	bool header = grid->record_count == 0, first = true;
	struct token token;

	while (next_number(&lines->rest, &token)) {
		if (header && first)
			grid->quoted = token.quoted;
		add_token(grid, &token, first, header,
			(size_t)(token.text.ptr - lines->doc->flow.ptr));
		first = false;
	}
	lines->rest = skip_between(lines->rest);
	/* iozone prints a blank behind each figure, which pages like to lose. */
	grid->short_line = !text_ends(text, " ") && lines->rest.len == 0;
	grid->cut_line = grid->short_line && text.len == grid->margin.column;
	return (size_t)(lines->rest.ptr - lines->doc->flow.ptr);
}

size_t iozone_report_read(
	struct iozone_run *run, const struct document *doc, struct iozone_margin margin, size_t at)
{
	struct title title;
	struct grid grid = {.run = run, .title = &title, .margin = margin};
	struct lines lines = {.doc = doc, .name = run->name};
	size_t end, strangers = 0;

	if (!find_title(doc, at, &title))
		return at;
	grid.quoted = title.quoted;
	if (!title.cpu && run->count && run->reports & 1u << title.number)
		iozone_run_next(run, true);
	end = title.end;
	lines.index = document_line_at_flow(doc, at);
	lines.prefixed = title.prefixed;
	lines.rest = document_line_flow(doc, lines.index);
	lines.rest = text_skip(lines.rest, title.end - (size_t)(lines.rest.ptr - doc->flow.ptr));
	do {
		bool own = belongs(&grid, &lines);

		if (own) {
			end = read_numbers(&grid, &lines);
			strangers = 0;
		}
		if (skip_between(lines.rest).len == 0)
			continue;
		/* Another title, or what was joined to the line. */
		if (own || !grid.quoted || lines.rest.ptr[0] == '"' || ++strangers > STRANGERS)
			break;
	} while (next_line(&lines));
	end_row(&grid);
	if (!title.cpu && grid.rows)
		run->reports |= 1u << title.number;
	iozone_run_touch(run, title.start, end);
	return end;
}

/* Thread counts of the columns of the summary, as far as the run tells them. */
struct steps {
	double threads[RECORDS];
	size_t count;
};

static void find_steps(const struct iozone_run *run, struct steps *steps)
{
	struct iozone_settings settings = iozone_run_settings(run);

	for (size_t i = 0; i < run->count; i++) {
		size_t known = 0;

		while (known < steps->count && steps->threads[known] != run->cells[i].threads)
			known++;
		if (known == steps->count && known < RECORDS)
			steps->threads[steps->count++] = run->cells[i].threads;
	}
	if (settings.least_threads > 0 || settings.most_threads > 0) {
		double least = settings.least_threads > 0 ? settings.least_threads : 1;
		double most = settings.most_threads > 0 ? settings.most_threads : least;

		for (steps->count = 0; least <= most && steps->count < RECORDS; least++)
			steps->threads[steps->count++] = least;
	} else if (steps->count == 0 && settings.threads > 0) {
		steps->threads[steps->count++] = settings.threads;
	}
}

static enum test summary_test(struct text name, const struct iozone_settings *settings)
{
	for (size_t i = 0; i < FST_COUNT(summary); i++)
		if (text_equal_nocase(name, text_of(summary[i].name)))
			return summary[i].test == TEST_RANDOM_MIXED &&
					       settings->flags & IOZONE_SEQUENTIAL_MIX
				       ? TEST_MIXED
				       : summary[i].test;
	return TEST_COUNT;
}

/* A cell of the same test and threads that the Children lines gave, or NULL. */
static struct iozone_cell *known_cell(struct iozone_run *run, const struct iozone_cell *cell)
{
	for (size_t i = 0; i < run->count; i++) {
		struct iozone_cell *known = &run->cells[i];

		if (known->test == cell->test &&
			(known->threads == cell->threads || cell->threads <= 0))
			return known;
	}
	return NULL;
}

static void add_summary_row(struct iozone_run *run, const struct steps *steps, struct text name,
	struct text values, bool cpu, size_t at)
{
	struct iozone_settings settings = iozone_run_settings(run);
	enum test test = summary_test(name, &settings);
	size_t columns = 0, column = 0;
	struct text rest = values, word;

	while (text_next_word(&rest, &word))
		columns++;
	for (rest = values; text_next_word(&rest, &word); column++) {
		bool known_threads = steps->count == columns;
		struct iozone_cell cell = {
			.test = (uint8_t)test,
			.threads = known_threads ? steps->threads[column] : 0,
			.record_kib = settings.record_kib,
			.cpu_percent = -1,
			.at = at,
			.reported = word,
		};
		struct iozone_cell *known = known_cell(run, &cell);

		if (!figure_number(word, &cell.value))
			continue;
		cell.file_kib = settings.file_kib * cell.threads;
		if (columns > 1 && !known_threads)
			cell.note = collect_text(
				run->out, "column %zu of %zu of the report", column + 1, columns);
		if (cpu) {
			if (known && cell.value > 0)
				known->cpu_percent = cell.value;
		} else if (!known || (columns > 1 && !known_threads)) {
			iozone_run_add(run, IOZONE_THROUGHPUT, &cell, 1);
		}
	}
}

/* What one line of the summary says, from @at to @end of the flow. Returns how far it was read. */
static size_t read_summary(struct iozone_run *run, const struct parse *parse,
	const struct steps *steps, bool cpu, size_t at, size_t end)
{
	struct text line = text_make(parse->flow.ptr, end), groups[PATTERN_GROUPS];

	if (pattern_at(parse->patterns, IOZONE_P_SUMMARY_RECORD, line, at, groups)) {
		figure_number(groups[1], &run->printed.record_kib);
		return at + groups[0].len;
	}
	if (pattern_at(parse->patterns, IOZONE_P_SUMMARY_UNIT, line, at, groups)) {
		run->printed.unit = text_starts_nocase(groups[1], "ops") ? IOZONE_OPS_PER_S
									 : IOZONE_KIB_PER_S;
		return at + groups[0].len;
	}
	if (pattern_at(parse->patterns, IOZONE_P_SUMMARY_ROW, line, at, groups)) {
		add_summary_row(run, steps, groups[1], groups[2], cpu,
			(size_t)(groups[1].ptr - parse->flow.ptr));
		return at + groups[0].len;
	}
	return at;
}

size_t iozone_report_throughput(struct iozone_run *run, const struct parse *parse, size_t at)
{
	const struct document *doc = parse->doc;
	struct text groups[PATTERN_GROUPS];
	struct steps steps = {.count = 0};
	struct lines lines = {.doc = doc, .name = run->name};
	size_t end = at, strangers = 0;
	bool cpu = false;

	if (run->kind == IOZONE_TABLE && run->count)
		iozone_run_next(run, true);
	find_steps(run, &steps);
	if (pattern_at(parse->patterns, IOZONE_P_SUMMARY_HEAD, parse->flow, at, groups)) {
		cpu = groups[1].len > 0;
		end = at + groups[0].len;
	}
	lines.index = document_line_at_flow(doc, at);
	lines.rest = document_line_flow(doc, lines.index);
	lines.prefixed = at > doc->lines[lines.index].flow + 1;
	lines.rest = text_skip(lines.rest, end - (size_t)(lines.rest.ptr - doc->flow.ptr));
	do {
		size_t from = (size_t)(lines.rest.ptr - doc->flow.ptr), to;
		size_t line_end = from + lines.rest.len;

		for (to = from; lines.rest.len; from = to) {
			to = read_summary(run, parse, &steps, cpu, from, line_end);
			if (to == from)
				break;
			end = to;
			strangers = 0;
		}
		if (lines.rest.len && to < line_end && ++strangers > STRANGERS)
			break;
	} while (next_line(&lines));
	iozone_run_touch(run, at, end);
	return end;
}
