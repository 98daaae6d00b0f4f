#include "import/bonnie.h"
#include "import/figures.h"

/*
 * What bon_csv2html writes: a head, then for each run a row of name, size, twelve
 * figures, number of files, twelve figures, and from 1.9x on a row of latencies. The
 * scanner has made tabs of the ends of cells; a page copied from a browser has tabs
 * between them. Where the tabs are lost too, the words do when none is missing.
 */
#define FIGURES (2 * BONNIE_HALF)

/* From "Sequential Output" to the first row. */
#define LONGEST_HEAD 1500
#define FEWEST_CPU   BONNIE_HALF

struct cell {
	struct text text;
	size_t at; /* in the flow */
};

/* A place in the document's text, read cell by cell, or in its flow, word by word. */
struct cells {
	const struct document *doc;
	struct text text;
	size_t at, flow_at;
	bool words;
};

static bool next_word_cell(struct cells *cells, struct cell *cell)
{
	struct text rest = text_skip(strbuf_text(&cells->doc->flow), cells->flow_at);

	if (!text_next_word(&rest, &cell->text))
		return false;
	cell->at = (size_t)(cell->text.ptr - cells->doc->flow.ptr);
	cells->flow_at = cell->at + cell->text.len;
	return true;
}

/* A cell ends with a tab, or with the line unless that only breaks the source. */
static bool next_cell(struct cells *cells, struct cell *cell)
{
	size_t end = cells->at;

	if (cells->words)
		return next_word_cell(cells, cell);
	while (cells->at < cells->text.len && strchr(" \n", cells->text.ptr[cells->at]))
		cells->at++;
	if (cells->at >= cells->text.len)
		return false;
	end = cells->at;
	while (end < cells->text.len && cells->text.ptr[end] != '\t' &&
		cells->text.ptr[end] != '\n')
		end++;
	cell->text = text_trim(text_make(cells->text.ptr + cells->at, end - cells->at));
	cell->at = cells->doc->lines[document_line_at_text(cells->doc, cells->at)].flow;
	cells->at = end + 1;
	return true;
}

/* Where the head that starts at @at of the flow ends: behind the last "% CPU"; 0: it is none. */
static size_t head_end(struct text flow, size_t at, bool *mebibytes)
{
	struct text head = text_make(flow.ptr + at, flow.len - at);
	size_t from = 0, found = 0, end = 0, next;

	head.len = head.len < LONGEST_HEAD ? head.len : LONGEST_HEAD;
	while ((next = text_find(text_skip(head, from), "% CPU")) != SIZE_MAX &&
		found < 2 * BONNIE_HALF) {
		end = from += next + 5;
		found++;
	}
	if (found < FEWEST_CPU)
		return 0;
	*mebibytes = text_contains(text_make(head.ptr, end), "M/sec");
	return at + end;
}

static bool is_rate(struct text t)
{
	double value;

	return t.len == 0 || text_starts(t, "++") || figure_number(t, &value);
}

/* Six pairs of rate and CPU use; an empty cell may stand for both. */
static bool read_half(struct cells *cells, struct bonnie_run *run, size_t first, bool wide)
{
	for (size_t i = 0; i < BONNIE_HALF; i++) {
		struct bonnie_cell *to = &run->cells[first + i];
		struct cell rate, cpu = {0};

		if (!next_cell(cells, &rate) || !is_rate(rate.text))
			return false;
		if (!(wide && !rate.text.len) && (!next_cell(cells, &cpu) || !is_rate(cpu.text)))
			return false;
		if (!rate.text.len)
			continue;
		to->at = rate.at;
		bonnie_set_rate(to, first + i, rate.text);
		bonnie_set_cpu(to, cpu.text);
	}
	return true;
}

static void use_mebibytes(struct bonnie_run *run)
{
	run->mebibytes = true;
	run->cells[BONNIE_WRITE].rate *= 1024;
	run->cells[BONNIE_REWRITE].rate *= 1024;
	run->cells[BONNIE_READ].rate *= 1024;
}

static bool read_latencies(struct cells *cells, struct bonnie_run *run)
{
	struct cells at = *cells;
	struct cell cell;

	while (!at.words && at.at < at.text.len && strchr(" \t\n", at.text.ptr[at.at]))
		at.at++;
	for (size_t half = 0; half < BONNIE_COLUMNS; half += BONNIE_HALF) {
		if (!next_cell(&at, &cell) || !text_is(cell.text, "Latency"))
			return false;
		*cells = at;
		for (size_t i = 0; i < BONNIE_HALF; i++) {
			struct cells before = at;

			if (!next_cell(&at, &cell))
				break;
			/* Words: a missing one shows by the next title in its place. */
			if (text_is(cell.text, "Latency")) {
				at = before;
				break;
			}
			figure_time(cell.text, &run->cells[half + i].latency_s);
			*cells = at;
		}
	}
	return true;
}

/* The row at @cells with @wide empty cells or not. False when it is none. */
static bool read_row(struct cells *cells, struct bonnie_run *run, bool wide)
{
	struct cell name, size, files;

	/* Pages are indented. */
	while (cells->at < cells->text.len && strchr(" \t\n", cells->text.ptr[cells->at]))
		cells->at++;
	if (!next_cell(cells, &name) || !next_cell(cells, &size))
		return false;
	if (size.text.len && !bonnie_set_size(run, size.text))
		return false;
	run->name = name.text;
	if (!read_half(cells, run, 0, wide) || !next_cell(cells, &files) ||
		(files.text.len && !bonnie_set_files(run, files.text)))
		return false;
	return read_half(cells, run, BONNIE_HALF, wide);
}

static bool any_known(const struct bonnie_run *run)
{
	for (size_t i = 0; i < BONNIE_COLUMNS; i++)
		if (run->cells[i].known)
			return true;
	return false;
}

static size_t flow_place(const struct cells *cells)
{
	if (cells->words)
		return cells->flow_at;
	return cells->doc->lines[document_line_at_text(cells->doc, cells->at - 1)].flow + 1;
}

/* Read the rows behind the head. Returns where they end in the flow. */
static size_t read_rows(struct parse *parse, size_t start, struct cells cells, struct text version,
	bool mebibytes, struct bonnie_runs *runs)
{
	size_t first = runs->count;

	for (;;) {
		struct bonnie_run *run = bonnie_add_run(
			runs, runs->count == first ? start : flow_place(&cells));
		struct bonnie_run empty = *run;
		struct cells at = cells;

		if (!read_row(&at, run, false)) {
			*run = empty;
			at = cells;
			if (cells.words || !read_row(&at, run, true)) {
				runs->count--;
				break;
			}
		}
		read_latencies(&at, run);
		cells = at;
		run->end = flow_place(&cells);
		run->version = version;
		run->from_page = true;
		if (mebibytes)
			use_mebibytes(run);
		if (!any_known(run))
			runs->count--;
	}
	if (runs->count == first)
		collect_skip(parse->out, "bonnie++", start, flow_place(&cells),
			"a page's table without whole rows");
	return flow_place(&cells);
}

/* "Version 1.97" or "Bonnie++ V1.03b" in front of the head. */
static struct text version_before(struct parse *parse, size_t at)
{
	size_t from = at > 200 ? at - 200 : 0;
	struct text groups[PATTERN_GROUPS], window = text_make(parse->flow.ptr, at);
	struct text version = TEXT("");

	while (pattern_find(parse->patterns, BONNIE_HTML_VERSION, window, from, groups)) {
		version = groups[1];
		from = (size_t)(groups[0].ptr + groups[0].len - window.ptr);
	}
	return version;
}

void bonnie_read_html(struct parse *parse, struct bonnie_runs *runs)
{
	const struct document *doc = parse->doc;
	size_t done = 0;

	for (size_t i = 0; i < parse->hit_count; i++) {
		size_t at = parse->hits[i].at, end, line;
		struct cells cells = {.doc = doc, .text = strbuf_text(&doc->text)};
		bool mebibytes;

		if (parse->hits[i].anchor != BONNIE_ANCHOR_HTML || at < done)
			continue;
		end = head_end(parse->flow, at, &mebibytes);
		if (!end)
			continue;
		line = document_line_at_flow(doc, end - 1);
		cells.flow_at = end;
		cells.words = !text_contains(document_line(doc, line), "\t");
		cells.at = line + 1 < doc->line_count ? doc->lines[line + 1].start : doc->text.len;
		done = read_rows(parse, at, cells, version_before(parse, at), mebibytes, runs);
	}
}
