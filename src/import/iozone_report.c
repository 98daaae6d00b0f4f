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

struct token {
	struct text text; /* without quotes */
	double value;
	bool quoted;
	size_t end;
};

static bool is_between(char c)
{
	return c == ' ' || c == ',' || c == ';' || c == '|';
}

/* The number at @at of the flow, behind blanks and separators. */
static bool next_number(struct text flow, size_t at, struct token *token)
{
	size_t start;

	while (at < flow.len && is_between(flow.ptr[at]))
		at++;
	token->quoted = at < flow.len && flow.ptr[at] == '"';
	start = at += token->quoted;
	while (at < flow.len &&
		((flow.ptr[at] >= '0' && flow.ptr[at] <= '9') || flow.ptr[at] == '.'))
		at++;
	token->text = text_make(flow.ptr + start, at - start);
	if (!number_parse(token->text, &token->value))
		return false;
	if (token->quoted && (at >= flow.len || flow.ptr[at++] != '"'))
		return false;
	token->end = at;
	return at >= flow.len || is_between(flow.ptr[at]) || flow.ptr[at] == '"';
}

struct title {
	size_t number; /* in titles */
	bool cpu;
	size_t start, end;
};

/* The title that ends with "report" before @end: behind a quote mark or a line's start. */
static bool find_title(const struct document *doc, size_t at, struct title *title)
{
	struct text flow = strbuf_text(&doc->flow), name;
	size_t line = doc->lines[document_line_at_flow(doc, at)].flow, end;

	title->start = at;
	while (title->start > line && at - title->start < 24 && flow.ptr[title->start - 1] != '"')
		title->start--;
	end = at + text_find(text_skip(flow, at), "eport");
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

struct grid {
	double records[RECORDS];
	size_t record_count;
	double file; /* of the row at work */
	size_t column;
};

static void add_value(struct iozone_run *run, const struct title *title, struct grid *grid,
	const struct token *token, size_t at)
{
	struct iozone_cell cell = {
		.test = (uint8_t)titles[title->number].test,
		.file_kib = grid->file,
		.value = token->value,
		.cpu_percent = -1,
		.at = at,
		.reported = token->text,
	};
	struct iozone_cell *known;

	if (grid->column >= grid->record_count || grid->records[grid->column] > grid->file)
		return;
	cell.record_kib = grid->records[grid->column++];
	if (title->cpu) {
		known = iozone_run_find(run, &cell);
		if (known && cell.value > 0)
			known->cpu_percent = cell.value;
		return;
	}
	cell.skipped = cell.value <= 0 && cell.file_kib > CROSSOVER_FILE_KIB &&
		       cell.record_kib < CROSSOVER_RECORD_KIB &&
		       !(iozone_run_settings(run).flags & IOZONE_NO_CROSSOVER);
	iozone_run_add(run, IOZONE_TABLE, &cell, 1);
}

size_t iozone_report_read(struct iozone_run *run, const struct document *doc, size_t at)
{
	struct text flow = strbuf_text(&doc->flow);
	struct grid grid = {.record_count = 0};
	struct title title;
	struct token token;
	size_t end, line = SIZE_MAX;
	bool quoted = false, rows = false;

	if (!find_title(doc, at, &title))
		return at;
	end = title.end;
	if (!title.cpu && run->count && run->reports & 1u << title.number)
		iozone_run_next(run, true);
	while (next_number(flow, end, &token)) {
		size_t start = (size_t)(token.text.ptr - flow.ptr);
		size_t own_line = document_line_at_flow(doc, start);
		bool key;

		if (line == SIZE_MAX)
			quoted = token.quoted;
		/* A workbook's cells have no quotes: there the lines tell. */
		key = quoted ? token.quoted && rows : line != SIZE_MAX && own_line != line;
		if (quoted && !token.quoted && !rows && grid.record_count > 1) {
			grid.file = grid.records[--grid.record_count];
			rows = true;
		}
		if (key) {
			grid.file = token.value;
			grid.column = 0;
			rows = true;
		} else if (rows) {
			add_value(run, &title, &grid, &token, start);
		} else if (grid.record_count < RECORDS) {
			grid.records[grid.record_count++] = token.value;
		}
		line = own_line;
		end = token.end;
	}
	if (!title.cpu && rows)
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

size_t iozone_report_throughput(struct iozone_run *run, const struct parse *parse, size_t at)
{
	struct text flow = parse->flow, groups[PATTERN_GROUPS];
	struct steps steps = {.count = 0};
	size_t end = at;
	bool cpu = false;

	if (run->kind == IOZONE_TABLE && run->count)
		iozone_run_next(run, true);
	find_steps(run, &steps);
	iozone_run_touch(run, at, at + 1);
	if (pattern_at(parse->patterns, IOZONE_P_SUMMARY_HEAD, flow, at, groups)) {
		cpu = groups[1].len > 0;
		end = at + groups[0].len;
	}
	if (pattern_at(parse->patterns, IOZONE_P_SUMMARY_RECORD, flow, end, groups)) {
		if (figure_number(groups[1], &run->printed.record_kib))
			end += groups[0].len;
	}
	if (pattern_at(parse->patterns, IOZONE_P_SUMMARY_UNIT, flow, end, groups)) {
		run->printed.unit = text_starts_nocase(groups[1], "ops") ? IOZONE_OPS_PER_S
									 : IOZONE_KIB_PER_S;
		end += groups[0].len;
	}
	while (pattern_at(parse->patterns, IOZONE_P_SUMMARY_ROW, flow, end, groups)) {
		add_summary_row(
			run, &steps, groups[1], groups[2], cpu, (size_t)(groups[1].ptr - flow.ptr));
		end += groups[0].len;
	}
	iozone_run_touch(run, at, end);
	return end;
}
