#include "import/bonnie.h"

#include <string.h>

#include "base/attributes.h"
#include "import/figures.h"

/* Words of a table's row: name, size or files, then a rate and a CPU use for each column. */
#define NAME_WORDS 6
#define VALUES     (2 * BONNIE_HALF)

struct word {
	struct text text;
	size_t at;
};

/* A place in the flow, read word by word. */
struct cursor {
	struct text flow;
	size_t at;
};

static bool peek(const struct cursor *cursor, struct word *word)
{
	struct text rest = text_skip(cursor->flow, cursor->at);

	if (!text_next_word(&rest, &word->text))
		return false;
	word->at = (size_t)(word->text.ptr - cursor->flow.ptr);
	return true;
}

static void skip(struct cursor *cursor, const struct word *word)
{
	cursor->at = word->at + word->text.len;
}

static bool is_value(struct text t)
{
	size_t n = 0, pluses = 0, dots = 0;

	while (pluses < t.len && t.ptr[pluses] == '+')
		pluses++;
	if (pluses >= 2)
		return pluses == t.len;
	while (n < t.len && ((t.ptr[n] >= '0' && t.ptr[n] <= '9') || (t.ptr[n] == '.' && !dots++)))
		n++;
	return n > 0 && t.ptr[0] != '.' &&
	       (n == t.len || (n + 1 == t.len && strchr("kmgKMG", t.ptr[n])));
}

static bool is_size(struct text t)
{
	struct bonnie_run scratch;

	return bonnie_set_size(&scratch, t);
}

static bool is_files(struct text t)
{
	struct bonnie_run scratch;

	return bonnie_set_files(&scratch, t);
}

static struct text without_dashes(struct text t)
{
	while (t.len && t.ptr[0] == '-')
		t = text_skip(t, 1);
	while (t.len && t.ptr[t.len - 1] == '-')
		t.len--;
	return t;
}

/* A word of the table's head. Typography and line breaks change its dashes. */
static bool is_head(struct text t)
{
	static const char *const words[] = {"", "Sequential", "Random", "Input", "Output", "Create",
		"Per", "Chr", "Char", "Block", "Rewrite", "Read", "Delete", "Delet", "Seeks",
		"Machine", "MB", "Size", "Size:chnk", "Size:chunk", "K/sec", "%CP", "/sec",
		"Name:Size", "etc", "files", "files:max", "files:max:min", "Concurrency"};
	bool dashes = text_starts(t, "--") || text_ends(t, "--");

	t = without_dashes(t);
	for (size_t i = 0; i < FST_COUNT(words); i++)
		if (text_is(t, words[i]))
			return true;
	/* "-Delete-- -Cr" "eate--": a line break in the middle. */
	return dashes;
}

struct head {
	struct word name; /* in front of "-Create--", empty when there is none */
	double concurrency; /* negative: not told */
	bool classic; /* "-Per Char-": bonnie, not bonnie++ */
	bool megabytes; /* "Machine MB": sizes are numbers without a letter */
	size_t last; /* where the last word starts: the line that has the columns */
	/* All six columns, as a rule; somebody may have left some out. */
	size_t columns[BONNIE_HALF], count;
	/* A column of words that somebody put in behind so many columns; 0: none. */
	size_t label_behind;
};

/* Add the column of which @title is the title to a head that has not all of them. */
static bool add_title(struct head *head, struct text title)
{
	static const struct {
		const char *title;
		size_t first, second;
	} titles[] = {
		{"Chr", BONNIE_CHAR_WRITE, BONNIE_CHAR_READ},
		{"Block", BONNIE_WRITE, BONNIE_READ},
		{"Rewrite", BONNIE_REWRITE, BONNIE_REWRITE},
		{"Seeks", BONNIE_SEEK, BONNIE_SEEK},
	};

	for (size_t i = 0; i < FST_COUNT(titles); i++) {
		size_t column = titles[i].first;

		if (!text_is(title, titles[i].title))
			continue;
		for (size_t k = 0; k < head->count; k++)
			if (head->columns[k] == column)
				column = titles[i].second;
		/* In the order in which bonnie++ measures. */
		if (head->count == BONNIE_HALF ||
			(head->count && column <= head->columns[head->count - 1]))
			return false;
		head->columns[head->count++] = column;
		return true;
	}
	return false;
}

static bool has_column(const struct head *head, size_t column)
{
	for (size_t i = 0; i < head->count; i++)
		if (head->columns[i] == column)
			return true;
	return false;
}

/*
 * A head that somebody made of bonnie++'s, with fewer columns: each has its title, and
 * a rate and %CP below it. False when that is not certain.
 */
static bool read_short_head(struct cursor *cursor, struct head *head)
{
	struct cursor at = *cursor;
	struct word word;
	size_t cpu_columns = 0;

	*head = (struct head){.concurrency = -1};
	for (; peek(&at, &word) && !text_starts(word.text, "%CP"); skip(&at, &word)) {
		struct text title = without_dashes(word.text);

		if (add_title(head, title))
			continue;
		if (title.len && title.len + 4 <= word.text.len && !is_head(title) &&
			!head->label_behind)
			head->label_behind = head->count;
		else if (is_head(word.text))
			head->megabytes |= text_is(title, "MB");
		else
			return false;
	}
	for (; peek(&at, &word) && is_head(word.text) && !text_starts(word.text, "--");
		skip(&at, &word))
		if (text_is(word.text, "%CP")) {
			head->last = word.at;
			cpu_columns++;
		}
	/* Of two columns with one title each it must be told which one is there. */
	if (cpu_columns != head->count || head->count < 2 ||
		has_column(head, BONNIE_WRITE) != has_column(head, BONNIE_READ) ||
		has_column(head, BONNIE_CHAR_WRITE) != has_column(head, BONNIE_CHAR_READ))
		return false;
	*cursor = at;
	return true;
}

/* Read a table's head; the cursor is behind it then. False when it is not whole. */
static bool read_head(struct cursor *cursor, struct head *head)
{
	struct word word;
	size_t cpu_columns = 0;
	bool after_concurrency = false, seen_create = false;

	*head = (struct head){.concurrency = -1, .count = BONNIE_HALF};
	for (size_t i = 0; i < BONNIE_HALF; i++)
		head->columns[i] = i;
	while (cpu_columns < BONNIE_HALF && peek(cursor, &word)) {
		if (text_starts(word.text, "%CP")) {
			/* "%CPserver": the line break behind the head was lost. */
			head->last = word.at;
			word.text.len = head->classic && text_starts(word.text, "%CPU") ? 4 : 3;
			cpu_columns++;
		} else if (after_concurrency) {
			if (!figure_number(word.text, &head->concurrency))
				return false;
		} else if (!is_head(word.text)) {
			if (seen_create || head->name.text.len)
				return false;
			head->name = word;
		}
		head->classic |= text_is(word.text, "Char-");
		head->megabytes |= text_is(word.text, "MB");
		after_concurrency = text_ends(word.text, "Concurrency");
		seen_create |= text_contains(word.text, "-Create");
		skip(cursor, &word);
	}
	return cpu_columns == BONNIE_HALF;
}

struct row {
	struct text name, label;
	struct word first; /* the size, or the number of files; without a text: it has none */
	struct word values[VALUES];
	size_t count, end;
	bool cut; /* the values behind the last one are not certain */
};

/*
 * A line that was broken within a figure makes two of it, so that there is one too
 * many: what stands at the break and behind it is not certain.
 */
static void drop_cut_figures(
	const struct document *doc, const struct cursor *behind, struct row *row)
{
	size_t line = document_line_at_flow(doc, row->first.at);
	struct word word;

	if (row->count < VALUES || !row->first.text.len || !peek(behind, &word) ||
		!is_value(word.text) ||
		document_line_at_flow(doc, word.at) == document_line_at_flow(doc, row->first.at) ||
		document_line_at_flow(doc, word.at) !=
			document_line_at_flow(doc, row->values[VALUES - 1].at))
		return;
	while (row->count && document_line_at_flow(doc, row->values[row->count - 1].at) != line)
		row->count--;
	/* The figure in front of the break, and the rate that its CPU use is of. */
	row->count = row->count > 2 ? (row->count - 1) & ~(size_t)1 : 0;
	row->cut = true;
}

/* Rows below each other without a word between them. */
#define MOST_ROWS 40

/* Whether the run of values that @word begins are all figures, none of them the size. */
static bool is_sizeless(const struct document *doc, struct cursor at, const struct word *word,
	const struct head *head)
{
	size_t line = document_line_at_flow(doc, word->at), width = 2 * head->count;
	size_t in_line = 0, all = 0;
	bool label = false;
	struct word next;

	/* bonnie++ writes a letter behind the size where it does not say "MB" above it. */
	if (head->megabytes || head->classic || !is_value(word->text) ||
		strchr("kmgKMG", word->text.ptr[word->text.len - 1]))
		return false;
	for (at.at = word->at; all < MOST_ROWS * width && peek(&at, &next); skip(&at, &next)) {
		if (!is_value(next.text)) {
			if (label || !head->label_behind || all != 2 * head->label_behind)
				break;
			label = true;
			continue;
		}
		/* A name of digits, and the size behind it. */
		if (++all == 2 && strchr("kmgKMG", next.text.ptr[next.text.len - 1]))
			return false;
		in_line += document_line_at_flow(doc, next.at) == line;
	}
	if (in_line == width || all % width == 0)
		return true;
	return all % (width + 1) != 0 && all % 2 == 0;
}

/*
 * "disk)15744M": a name that leaves no room for a blank. Its length goes to @name; not
 * where the digits may be the name's.
 */
static bool is_glued(struct text t, size_t *name)
{
	size_t at = t.len ? t.len - 1 : 0;

	while (at > 0 && t.ptr[at - 1] >= '0' && t.ptr[at - 1] <= '9')
		at--;
	*name = at;
	return at > 0 && strchr(")]}>_/:", t.ptr[at - 1]) && is_size(text_skip(t, at)) &&
	       t.ptr[t.len - 1] > '9';
}

static void add_name(struct row *row, struct text word)
{
	if (!row->name.ptr)
		row->name.ptr = word.ptr;
	row->name.len = (size_t)(word.ptr + word.len - row->name.ptr);
}

/* Read what is in front of a row's values: its name and size. */
static bool read_row_head(const struct document *doc, struct cursor *at, const struct head *head,
	bool (*is_first)(struct text), struct row *row)
{
	struct word word, next;
	size_t name;

	for (size_t words = 0; words <= NAME_WORDS; words++) {
		if (!peek(at, &word) || is_head(word.text) || text_is(word.text, "Latency"))
			return false;
		if (is_first == is_size && is_sizeless(doc, *at, &word, head)) {
			row->first = (struct word){.at = word.at};
			return true;
		}
		skip(at, &word);
		if (peek(at, &next) && is_value(next.text)) {
			if (is_first(word.text)) {
				row->first = word;
				return true;
			}
			if (is_first == is_size && is_glued(word.text, &name)) {
				add_name(row, text_make(word.text.ptr, name));
				row->first.text = text_skip(word.text, name);
				row->first.at = word.at + name;
				return true;
			}
		}
		add_name(row, word.text);
	}
	return false;
}

/* Read a row; the cursor stays where it is when there is none. */
static bool read_row(const struct document *doc, struct cursor *cursor, const struct head *head,
	bool (*is_first)(struct text), struct row *row)
{
	struct cursor at = *cursor;
	struct word word;

	*row = (struct row){0};
	if (!read_row_head(doc, &at, head, is_first, row))
		return false;
	while (row->count < 2 * head->count && peek(&at, &word)) {
		/* "38server,2G,...": the CSV line behind was glued on. */
		size_t digits = 0;

		if (!is_value(word.text) && head->label_behind && !row->label.len &&
			row->count == 2 * head->label_behind) {
			row->label = word.text;
			skip(&at, &word);
			continue;
		}
		if (!is_value(word.text)) {
			while (digits < word.text.len && word.text.ptr[digits] >= '0' &&
				word.text.ptr[digits] <= '9')
				digits++;
			if (!digits || row->count + 1 != VALUES)
				break;
			word.text.len = digits;
		}
		row->values[row->count++] = word;
		skip(&at, &word);
	}
	row->end = at.at;
	*cursor = at;
	drop_cut_figures(doc, cursor, row);
	return row->count >= 2;
}

/* Ends of the six pairs of columns in the head's line; false when blanks were collapsed. */
static bool read_column_ends(const struct document *doc, size_t head_at, size_t ends[BONNIE_HALF])
{
	size_t line = document_line_at_flow(doc, head_at), found = 0;
	struct text text = document_line(doc, line), rest = text, word;

	while (text_next_word(&rest, &word) && found < BONNIE_HALF)
		if (text_starts(word, "%CP"))
			ends[found++] = (size_t)(word.ptr - text.ptr) + word.len;
	return found == BONNIE_HALF && text_contains(text_trim(text), "  ");
}

/* Which of six columns each of @count words of a line belongs to, by where it ends. */
static bool place_by_columns(const struct document *doc, const size_t ends[BONNIE_HALF],
	const struct word *words, size_t count, size_t per_column, size_t columns[VALUES])
{
	size_t line = document_line_at_flow(doc, words[0].at), found = 0, used[BONNIE_HALF] = {0};
	struct text text = document_line(doc, line), rest = text, word;
	size_t aligned = 0;

	while (found < count && text_next_word(&rest, &word)) {
		size_t end = (size_t)(word.ptr - text.ptr) + word.len, column = 0;

		if (!text_equal(word, words[found].text) || (found == 0 && end < ends[0] - 8))
			continue;
		while (column < BONNIE_HALF && end > ends[column])
			column++;
		if (column == BONNIE_HALF || used[column]++ == per_column)
			return false;
		aligned += end == ends[column] || end + 4 == ends[column];
		columns[found++] = column;
	}
	/* Where blanks were collapsed the words stand below the wrong columns. */
	return found == count && (per_column == 1 || aligned * 2 > count);
}

/*
 * Which columns the row's values are for. All twelve: in order. Fewer: by their
 * place in the line; where blanks were collapsed only -f's shape (no per-character
 * tests) is certain.
 */
static bool place_values(const struct document *doc, const struct row *row, const struct head *head,
	const size_t *ends, bool files, size_t columns[VALUES])
{
	static const size_t fast[] = {BONNIE_WRITE, BONNIE_WRITE, BONNIE_REWRITE, BONNIE_REWRITE,
		BONNIE_READ, BONNIE_READ, BONNIE_SEEK, BONNIE_SEEK};

	if (row->count == 2 * head->count || row->cut) {
		for (size_t i = 0; i < row->count; i++)
			columns[i] = head->columns[i / 2];
		return true;
	}
	if (ends && place_by_columns(doc, ends, row->values, row->count, 2, columns))
		return true;
	if (files || head->count < BONNIE_HALF || row->count != FST_COUNT(fast))
		return false;
	memcpy(columns, fast, sizeof(fast));
	return true;
}

static void set_cells(
	struct bonnie_run *run, const struct row *row, const size_t *columns, size_t first_column)
{
	for (size_t i = 0; i < row->count; i++) {
		struct bonnie_cell *cell = &run->cells[first_column + columns[i]];
		bool is_rate = i == 0 || columns[i] != columns[i - 1];

		if (is_rate) {
			cell->at = row->values[i].at;
			bonnie_set_rate(cell, first_column + columns[i], row->values[i].text);
		} else {
			bonnie_set_cpu(cell, row->values[i].text);
		}
	}
}

static void tell_cut(struct parse *parse, const struct row *row)
{
	if (row->cut)
		collect_skip(parse->out, "bonnie++", row->first.at, row->end,
			"a line break within a figure: those behind it are not certain");
}

/* The line of latencies below a row, when there is one. */
static void read_latencies(const struct document *doc, struct cursor *cursor,
	struct bonnie_run *run, const size_t *ends, size_t first_column)
{
	struct word words[BONNIE_HALF], word;
	size_t count = 0, present = 0, columns[VALUES];
	double seconds[BONNIE_HALF];

	if (!peek(cursor, &word) || !text_is(word.text, "Latency"))
		return;
	skip(cursor, &word);
	while (count < BONNIE_HALF && peek(cursor, &word) &&
		figure_time(word.text, &seconds[count])) {
		words[count++] = word;
		skip(cursor, &word);
	}
	run->end = cursor->at;
	for (size_t i = 0; i < BONNIE_HALF; i++)
		if (run->cells[first_column + i].known)
			columns[present++] = i;
	if (count == 0 || (count != present &&
				  !(ends && place_by_columns(doc, ends, words, count, 1, columns))))
		return;
	for (size_t i = 0; i < count; i++)
		run->cells[first_column + columns[i]].latency_s = seconds[i];
}

/* The version that is printed in front of the head. */
static struct text version_before(struct parse *parse, size_t at)
{
	size_t from = at > 60 ? at - 60 : 0;
	struct text groups[PATTERN_GROUPS];
	struct text window = text_make(parse->flow.ptr + from, at - from);

	return pattern_find(parse->patterns, BONNIE_VERSION, window, 0, groups) ? groups[1]
										: TEXT("");
}

/* A row without name and size is of the same as the row above it. */
static void take_from_above(struct bonnie_run *run)
{
	run->name = run[-1].name;
	run->file_size = run[-1].file_size;
	run->record_size = run[-1].record_size;
}

/* The half of a run that is about one big file: a head and its rows. */
static size_t read_output(struct parse *parse, size_t at, struct bonnie_runs *runs)
{
	struct cursor cursor = {.flow = parse->flow, .at = at};
	struct head head;
	struct row row;
	size_t ends[BONNIE_HALF], columns[VALUES], first = runs->count;
	struct text version = version_before(parse, at);
	struct cursor start = cursor;
	bool has_ends;

	if (!read_head(&cursor, &head) && !read_short_head(&start, &head)) {
		collect_skip(parse->out, "bonnie++", at, cursor.at, "the table's head is cut off");
		return cursor.at;
	}
	if (head.count < BONNIE_HALF)
		cursor = start;
	has_ends = read_column_ends(parse->doc, head.last, ends);
	while (read_row(parse->doc, &cursor, &head, is_size, &row)) {
		struct bonnie_run *run;

		if (!place_values(
			    parse->doc, &row, &head, has_ends ? ends : NULL, false, columns)) {
			collect_skip(parse->out, "bonnie++", row.first.at, row.end,
				"%zu of %zu figures, and nothing tells which are missing",
				row.count, 2 * head.count);
			continue;
		}
		run = bonnie_add_run(runs, runs->count == first ? at : row.first.at);
		run->name = row.name;
		run->label = row.label;
		run->version = version;
		run->threads = head.concurrency;
		run->classic = head.classic;
		run->end = row.end;
		if (row.first.text.len)
			bonnie_set_size(run, row.first.text);
		else if (!run->name.len && runs->count - first > 1)
			take_from_above(run);
		set_cells(run, &row, columns, 0);
		tell_cut(parse, &row);
		read_latencies(parse->doc, &cursor, run, has_ends ? ends : NULL, 0);
	}
	if (runs->count == first)
		collect_skip(parse->out, "bonnie++", at, cursor.at, "a table without figures");
	return cursor.at;
}

/* The run of the table above that the row number @index of the files' table belongs to. */
static struct bonnie_run *find_partner(
	struct bonnie_runs *runs, size_t first, size_t count, size_t index, struct text name)
{
	size_t named = 0;

	/* The label and, among equal ones, the order. */
	for (size_t i = first; i < first + count; i++) {
		struct bonnie_run *run = &runs->items[i];

		if (name.len && !text_equal(name, run->name))
			continue;
		if (run->files < 0 && (name.len || i - first == index))
			return run;
		named++;
	}
	return count == 1 && index == 0 && runs->items[first].files < 0 && !named
		       ? &runs->items[first]
		       : NULL;
}

static size_t read_create(
	struct parse *parse, size_t at, struct bonnie_runs *runs, size_t first, size_t count)
{
	struct cursor cursor = {.flow = parse->flow, .at = at};
	struct head head;
	struct row row;
	size_t ends[BONNIE_HALF], columns[VALUES];
	struct text version = version_before(parse, at);
	bool has_ends;

	if (!read_head(&cursor, &head)) {
		collect_skip(parse->out, "bonnie++", at, cursor.at, "the table's head is cut off");
		return cursor.at;
	}
	has_ends = read_column_ends(parse->doc, head.last, ends);
	for (size_t index = 0; read_row(parse->doc, &cursor, &head, is_files, &row); index++) {
		struct bonnie_run *run;

		if (!place_values(parse->doc, &row, &head, has_ends ? ends : NULL, true, columns)) {
			collect_skip(parse->out, "bonnie++", row.first.at, row.end,
				"%zu of %zu figures, and nothing tells which are missing",
				row.count, 2 * head.count);
			continue;
		}
		run = find_partner(runs, first, count, index, row.name);
		if (!run) {
			run = bonnie_add_run(runs, index ? row.first.at : at);
			run->name = row.name.len ? row.name : head.name.text;
			run->version = version;
		}
		run->end = row.end;
		bonnie_set_files(run, row.first.text);
		set_cells(run, &row, columns, BONNIE_HALF);
		tell_cut(parse, &row);
		read_latencies(parse->doc, &cursor, run, has_ends ? ends : NULL, BONNIE_HALF);
	}
	return cursor.at;
}

void bonnie_read_text(struct parse *parse, struct bonnie_runs *runs)
{
	size_t first = 0, count = 0, done = 0;

	for (size_t i = 0; i < parse->hit_count; i++) {
		const struct anchor_hit *hit = &parse->hits[i];

		if (hit->at < done)
			continue;
		if (hit->anchor == BONNIE_ANCHOR_OUTPUT) {
			first = runs->count;
			done = read_output(parse, hit->at, runs);
			count = runs->count - first;
		} else if (hit->anchor == BONNIE_ANCHOR_CREATE) {
			done = read_create(parse, hit->at, runs, first, count);
			count = 0;
		}
	}
}
