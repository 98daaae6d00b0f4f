/*
 * What pages, mailers and terminals do to a log must not change what is read: each log
 * of tests/corpus is damaged in each way of the table below and read again. Most
 * damage can be undone, so the rows are the same; of some (blanks lost, lines cut)
 * rows may be left out, but none may come that is not in the original.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "../support/support.h"
#include "base/alloc.h"
#include "base/attributes.h"
#include "base/fileio.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "import/import.h"

/* ---- line by line ---- */

/* Put @before in front of each line and @behind behind it. */
static void wrap_lines(struct text in, const char *before, const char *behind, struct strbuf *out)
{
	struct text line;

	while (text_next_part(&in, '\n', &line)) {
		if (!in.ptr && !line.len)
			break;
		strbuf_add_string(out, before);
		strbuf_add_text(out, line);
		strbuf_add_string(out, behind);
		strbuf_add_char(out, '\n');
	}
}

#define WRAP(name, before, behind)                           \
	static void name(struct text in, struct strbuf *out) \
	{                                                    \
		wrap_lines(in, before, behind, out);         \
	}

WRAP(quote, "> ", "")
WRAP(quote_twice, "> > ", "")
WRAP(quote_tight, ">>", "")
WRAP(quote_initials, "AB> ", "")
WRAP(quote_bar, "| ", "")
WRAP(quote_quoted, "> AB> ", "")
WRAP(indent, "    ", "")
WRAP(indent_tab, "\t", "")
WRAP(trailing_blanks, "", "   ")
WRAP(empty_lines, "", "\n")
WRAP(crlf, "", "\r")
WRAP(colour, "\033[1;32m", "\033[0m\033[K")
WRAP(colour_caret, "^[[1;32m", "^[[0m")
WRAP(colour_source, "\\e[1;32m", "\\033[0m")
WRAP(colour_bare, "[1;32m", "[0m")
WRAP(colour_quoted, "> \033[32m", "\033[0m")
WRAP(comment, "# ", "")
WRAP(prompt, "$ ", "")
WRAP(prompt_long, "user@vm:~/bench$ ", "")
WRAP(build_time, "2024-05-01T12:00:00.1234567Z ", "")
WRAP(log_time, "[2024-05-01 12:00:00] ", "")
WRAP(runner_time, "12:00:00 DEBUG| [stdout] ", "")
WRAP(logger_time, "2024-05-01 12:00:00,123 INFO: ", "")
WRAP(container, "bench-1  | ", "")
WRAP(journal, "May  1 12:00:00 vm bench[123]: ", "")

static void number_lines(struct text in, const char *format, struct strbuf *out)
{
	struct text line;
	int number = 0;

	while (text_next_part(&in, '\n', &line)) {
		char prefix[16];

		if (!in.ptr && !line.len)
			break;
		snprintf(prefix, sizeof(prefix), "%d", ++number);
		strbuf_add_repeat(out, ' ', format[0] == ' ' ? 6 - strlen(prefix) : 0);
		strbuf_add_string(out, prefix);
		strbuf_add_string(out, format + (format[0] == ' '));
		strbuf_add_text(out, line);
		strbuf_add_char(out, '\n');
	}
}

static void numbers_cat(struct text in, struct strbuf *out)
{
	number_lines(in, " \t", out);
}

static void numbers_colon(struct text in, struct strbuf *out)
{
	number_lines(in, ": ", out);
}

static void numbers_bar(struct text in, struct strbuf *out)
{
	number_lines(in, " | ", out);
}

/* ---- byte by byte ---- */

static void replace(struct text in, char c, const char *by, struct strbuf *out)
{
	for (size_t i = 0; i < in.len; i++) {
		if (in.ptr[i] == c)
			strbuf_add_string(out, by);
		else
			strbuf_add_char(out, in.ptr[i]);
	}
}

static void carriage_returns(struct text in, struct strbuf *out)
{
	replace(in, '\n', "\r", out);
}

static void no_break_blanks(struct text in, struct strbuf *out)
{
	replace(in, ' ', "\xC2\xA0", out);
}

static void html(struct text in, struct strbuf *out)
{
	for (size_t i = 0; i < in.len; i++) {
		static const struct {
			char c;
			const char *entity;
		} entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"},
			{'\'', "&#39;"}};
		size_t k = 0;

		while (k < FST_COUNT(entities) && entities[k].c != in.ptr[i])
			k++;
		if (k < FST_COUNT(entities))
			strbuf_add_string(out, entities[k].entity);
		else
			strbuf_add_char(out, in.ptr[i]);
	}
}

/* Do @first and then @second. */
static void both(struct text in, void (*first)(struct text, struct strbuf *),
	void (*second)(struct text, struct strbuf *), struct strbuf *out)
{
	struct strbuf middle = STRBUF_INIT;

	first(in, &middle);
	second(strbuf_text(&middle), out);
	strbuf_free(&middle);
}

static void html_twice(struct text in, struct strbuf *out)
{
	both(in, html, html, out);
}

static void html_of_quote(struct text in, struct strbuf *out)
{
	both(in, quote, html, out);
}

static void html_crlf(struct text in, struct strbuf *out)
{
	both(in, html, crlf, out);
}

static void html_pre(struct text in, struct strbuf *out)
{
	strbuf_add_string(out, "<div class=\"x\"><pre><code>");
	html(in, out);
	strbuf_add_string(out, "</code></pre></div>\n");
}

static void html_breaks(struct text in, struct strbuf *out)
{
	struct strbuf escaped = STRBUF_INIT, blanks = STRBUF_INIT;

	html(in, &escaped);
	replace(strbuf_text(&escaped), ' ', "&nbsp;", &blanks);
	replace(strbuf_text(&blanks), '\n', "<br />", out);
	strbuf_free(&escaped);
	strbuf_free(&blanks);
}

static void html_spans(struct text in, struct strbuf *out)
{
	struct strbuf escaped = STRBUF_INIT;

	html(in, &escaped);
	wrap_lines(strbuf_text(&escaped), "<div><span style=\"color: red\">", "</span></div>", out);
	strbuf_free(&escaped);
}

static void fence(struct text in, struct strbuf *out)
{
	strbuf_add_string(out, "Some text:\n\n```console\n");
	strbuf_add_text(out, in);
	strbuf_add_string(out, "\n```\n");
}

static void bbcode(struct text in, struct strbuf *out)
{
	strbuf_add_string(out, "[QUOTE=someone;123][CODE]");
	strbuf_add_text(out, in);
	strbuf_add_string(out, "[/CODE][/QUOTE]\n");
}

/* RFC 2045, 6.7, with lines of at most 76 bytes. */
static void quoted_printable(struct text in, struct strbuf *out)
{
	struct text line;

	while (text_next_part(&in, '\n', &line)) {
		size_t column = 0;

		if (!in.ptr && !line.len)
			break;
		for (size_t i = 0; i < line.len; i++) {
			unsigned char c = (unsigned char)line.ptr[i];
			bool last = i + 1 == line.len;
			bool plain = (c > ' ' && c < 0x7F && c != '=') ||
				     ((c == ' ' || c == '\t') && !last);

			if (column + (plain ? 1 : 3) > 75) {
				strbuf_add_string(out, "=\n");
				column = 0;
			}
			if (plain)
				strbuf_add_char(out, (char)c);
			else
				strbuf_printf(out, "=%02X", c);
			column += plain ? 1 : 3;
		}
		strbuf_add_char(out, '\n');
	}
}

static void quoted_printable_crlf(struct text in, struct strbuf *out)
{
	both(in, quoted_printable, crlf, out);
}

static void quoted_printable_quoted(struct text in, struct strbuf *out)
{
	both(in, quoted_printable, quote, out);
}

/* Code units of @in in UTF-16, the byte numbered @high first. */
static void utf16(struct text in, bool little, struct strbuf *out)
{
	while (in.len) {
		size_t used;
		uint32_t code = utf8_decode(in, &used);
		uint32_t units[2] = {code, 0};

		if (code > 0xFFFF) {
			units[0] = 0xD800 + ((code - 0x10000) >> 10);
			units[1] = 0xDC00 + ((code - 0x10000) & 0x3FF);
		}
		for (int i = 0; i < (code > 0xFFFF ? 2 : 1); i++) {
			strbuf_add_char(out, (char)(little ? units[i] & 0xFF : units[i] >> 8));
			strbuf_add_char(out, (char)(little ? units[i] >> 8 : units[i] & 0xFF));
		}
		in = text_skip(in, used);
	}
}

static void utf16_little(struct text in, struct strbuf *out)
{
	strbuf_add(out, "\xFF\xFE", 2);
	utf16(in, true, out);
}

static void utf16_big(struct text in, struct strbuf *out)
{
	strbuf_add(out, "\xFE\xFF", 2);
	utf16(in, false, out);
}

static void utf16_unmarked(struct text in, struct strbuf *out)
{
	utf16(in, true, out);
}

static void utf8_marked(struct text in, struct strbuf *out)
{
	strbuf_add(out, "\xEF\xBB\xBF", 3);
	strbuf_add_text(out, in);
}

static void full_width(struct text in, struct strbuf *out)
{
	for (size_t i = 0; i < in.len; i++) {
		char bytes[4];
		bool digit = in.ptr[i] >= '0' && in.ptr[i] <= '9';

		if (digit)
			strbuf_add(out, bytes,
				utf8_encode(0xFF10 + (uint32_t)(in.ptr[i] - '0'), bytes));
		else
			strbuf_add_char(out, in.ptr[i]);
	}
}

/* ---- what cannot all be undone ---- */

static void collapse_blanks(struct text in, struct strbuf *out)
{
	for (size_t i = 0; i < in.len; i++)
		if (in.ptr[i] != ' ' || i == 0 || in.ptr[i - 1] != ' ')
			strbuf_add_char(out, in.ptr[i]);
}

static void strip_lines(struct text in, struct strbuf *out)
{
	struct text line;

	while (text_next_part(&in, '\n', &line)) {
		strbuf_add_text(out, text_trim(line));
		strbuf_add_char(out, '\n');
	}
}

static void em_dashes(struct text in, struct strbuf *out)
{
	for (size_t i = 0; i < in.len; i++) {
		if (in.ptr[i] == '-' && i + 1 < in.len && in.ptr[i + 1] == '-') {
			strbuf_add_string(out, "\xE2\x80\x94");
			i++;
		} else {
			strbuf_add_char(out, in.ptr[i]);
		}
	}
}

/* Break lines longer than 72 bytes at a blank, with @before in front of what goes on. */
static void wrap_at_blanks(struct text in, const char *before, struct strbuf *out)
{
	struct text line;

	while (text_next_part(&in, '\n', &line)) {
		strbuf_add_string(out, before);
		while (line.len > 72) {
			size_t cut = 72;

			while (cut > 0 && line.ptr[cut] != ' ')
				cut--;
			if (!cut)
				break;
			strbuf_add(out, line.ptr, cut);
			strbuf_add_char(out, '\n');
			strbuf_add_string(out, before);
			line = text_skip(line, cut + 1);
		}
		strbuf_add_text(out, line);
		strbuf_add_char(out, '\n');
	}
}

static void wrap(struct text in, struct strbuf *out)
{
	wrap_at_blanks(in, "", out);
}

static void wrap_quoted(struct text in, struct strbuf *out)
{
	wrap_at_blanks(in, "> ", out);
}

/* Break lines after 76 bytes, also in the middle of a figure. */
static void cut_lines(struct text in, struct strbuf *out)
{
	struct text line;

	while (text_next_part(&in, '\n', &line)) {
		for (; line.len > 76; line = text_skip(line, 76)) {
			strbuf_add(out, line.ptr, 76);
			strbuf_add_char(out, '\n');
		}
		strbuf_add_text(out, line);
		strbuf_add_char(out, '\n');
	}
}

static void join_lines(struct text in, struct strbuf *out)
{
	replace(in, '\n', " ", out);
}

/* ---- reading ---- */

static const struct damage {
	const char *name;
	void (*apply)(struct text in, struct strbuf *out);
	bool loses; /* rows may be left out */
} damages[] = {
	{"quote", quote, false},
	{"quote_twice", quote_twice, false},
	{"quote_tight", quote_tight, false},
	{"quote_initials", quote_initials, false},
	{"quote_bar", quote_bar, false},
	{"quote_quoted", quote_quoted, false},
	{"indent", indent, false},
	{"indent_tab", indent_tab, false},
	{"trailing_blanks", trailing_blanks, false},
	{"crlf", crlf, false},
	{"carriage_returns", carriage_returns, false},
	{"colour", colour, false},
	{"colour_caret", colour_caret, false},
	{"colour_source", colour_source, false},
	{"colour_bare", colour_bare, false},
	{"colour_quoted", colour_quoted, false},
	{"comment", comment, false},
	{"prompt", prompt, false},
	{"prompt_long", prompt_long, false},
	{"build_time", build_time, false},
	{"log_time", log_time, false},
	{"runner_time", runner_time, false},
	{"logger_time", logger_time, false},
	{"container", container, false},
	{"journal", journal, false},
	{"numbers_cat", numbers_cat, false},
	{"numbers_colon", numbers_colon, false},
	{"numbers_bar", numbers_bar, false},
	{"no_break_blanks", no_break_blanks, false},
	{"html", html, false},
	{"html_twice", html_twice, false},
	{"html_of_quote", html_of_quote, false},
	{"html_crlf", html_crlf, false},
	{"html_pre", html_pre, false},
	{"html_breaks", html_breaks, false},
	{"html_spans", html_spans, false},
	{"fence", fence, false},
	{"bbcode", bbcode, false},
	{"quoted_printable", quoted_printable, false},
	{"quoted_printable_crlf", quoted_printable_crlf, false},
	{"quoted_printable_quoted", quoted_printable_quoted, false},
	{"utf16_little", utf16_little, false},
	{"utf16_big", utf16_big, false},
	{"utf16_unmarked", utf16_unmarked, false},
	{"utf8_marked", utf8_marked, false},
	{"full_width", full_width, false},
	{"empty_lines", empty_lines, true},
	{"collapse_blanks", collapse_blanks, true},
	{"strip_lines", strip_lines, true},
	{"em_dashes", em_dashes, true},
	{"wrap", wrap, true},
	{"wrap_quoted", wrap_quoted, true},
	{"cut_lines", cut_lines, true},
	{"join_lines", join_lines, true},
};

/* Where the damaged text tells something else, or too little to be told from something else. */
static const struct exception {
	const char *file, *damage; /* NULL: any */
} exceptions[] = {
	/* What its lines have in front is damage already. */
	{"found/fio-test-runner-prefix.txt", NULL},
	/* The headings that decide between reading and writing are no lines any more. */
	{"dd/40-issue-five-identical-runs-labelled.txt", "join_lines"},
	/* A command's file, glued to the count of records, which a line end cut in two. */
	{"bonnie/14-v103d-everything-glued-on-one-line.txt", "cut_lines"},
	/* Of the CSV line, cut within a figure, nothing is taken: the text's rates are doubtful. */
	{"local/bonnie-200a-sshfs.txt", "cut_lines"},
};

struct corpus {
	char **paths;
	size_t count;
};

static void add_folder(struct corpus *corpus, const char *folder)
{
	struct dirent **entries = NULL;
	int count = scandir(folder, &entries, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		char *path = fileio_join(folder, entries[i]->d_name);
		struct text name = text_of(entries[i]->d_name);
		struct stat st;

		if (name.ptr[0] == '.' || stat(path, &st) != 0 || text_ends(name, ".jsonl") ||
			text_is(name, "README") || text_is(name, "fuzzed")) {
			free(path);
		} else if (S_ISDIR(st.st_mode)) {
			add_folder(corpus, path);
			free(path);
		} else {
			corpus->paths = xreallocarray(
				corpus->paths, corpus->count + 1, sizeof(*corpus->paths));
			corpus->paths[corpus->count++] = path;
		}
		free(entries[i]);
	}
	free(entries);
}

/* Columns that tell where and how a figure stood, or that damage may cut. */
static bool is_compared(enum column column, bool loses)
{
	switch (column) {
	case COL_SOURCE:
	case COL_SECTION:
	case COL_NOTE:
	case COL_RUN:
	case COL_REPORTED:
	case COL_SERIES:
	case COL_LAT_HISTOGRAM:
		return false;
	default:
		return !loses || column_table[column].type != COLUMN_TEXT ||
		       column == COL_DIRECTION || column == COL_STATUS;
	}
}

static bool same_column(
	const struct measurement *a, const struct measurement *b, enum column column)
{
	if (column_table[column].type == COLUMN_TEXT)
		return text_equal(measurement_text(a, column), measurement_text(b, column));
	return measurement_number(a, column, -1) == measurement_number(b, column, -1);
}

/* Whether @row of @found is @original; when figures may be lost, those that are there. */
static bool is_row(const struct dataset *found, uint32_t row, const struct dataset *originals,
	uint32_t original, bool loses)
{
	struct measurement a, b;

	dataset_get(found, row, &a);
	dataset_get(originals, original, &b);
	for (int i = 0; i < COLUMN_COUNT_ALL; i++) {
		enum column column = (enum column)i;

		if (!is_compared(column, loses))
			continue;
		if (loses && !measurement_has(&a, column))
			continue;
		if (measurement_has(&a, column) != measurement_has(&b, column) ||
			(measurement_has(&a, column) && !same_column(&a, &b, column)))
			return false;
	}
	return true;
}

static bool is_among(const struct dataset *found, uint32_t row, const struct dataset *originals)
{
	for (uint32_t i = 0; i < dataset_count(originals); i++)
		if (is_row(found, row, originals, i, true))
			return true;
	return false;
}

static struct dataset *read_rows(struct import *import, struct text text, const char *name)
{
	struct import_options options = {.source = name};
	struct dataset *rows = dataset_new();

	import_text(import, text, &options, rows, NULL, NULL);
	return rows;
}

/* How many rows are wrong; the first one's number in @first. */
static size_t count_wrong(
	const struct dataset *found, const struct dataset *originals, bool loses, uint32_t *first)
{
	size_t wrong = 0;

	for (uint32_t row = 0; row < dataset_count(found); row++) {
		bool right = loses ? is_among(found, row, originals)
				   : row < dataset_count(originals) &&
					     is_row(found, row, originals, row, false);

		if (!right && wrong++ == 0)
			*first = row;
	}
	if (!loses && dataset_count(found) < dataset_count(originals))
		wrong += dataset_count(originals) - dataset_count(found);
	return wrong;
}

static bool is_exception(const char *path, const char *damage)
{
	for (size_t i = 0; i < FST_COUNT(exceptions); i++)
		if (strcmp(path, exceptions[i].file) == 0 &&
			(!exceptions[i].damage || strcmp(exceptions[i].damage, damage) == 0))
			return true;
	return false;
}

/* Lines of carriage returns, UTF-16 and bytes of other encodings are damage already. */
static bool is_clean(struct text text)
{
	return text_find_char(text, '\r') == SIZE_MAX && text_find_char(text, '\0') == SIZE_MAX &&
	       utf8_valid(text) && !text_contains(text, "=3D");
}

static void test_damaged_logs(void **state)
{
	struct import *import = import_new();
	struct corpus corpus = {0};
	char *folder = test_source_path("tests/corpus");
	size_t wrong_files = 0, kept = 0, lost = 0;

	(void)state;
	add_folder(&corpus, folder);
	assert_true(corpus.count > 100);
	for (size_t i = 0; i < corpus.count; i++) {
		struct strbuf log = STRBUF_INIT;
		struct dataset *originals;
		const char *name = corpus.paths[i] + strlen(folder) + 1;

		assert_int_equal(fileio_read(corpus.paths[i], SIZE_MAX / 2, &log, NULL), FST_OK);
		if (!is_clean(strbuf_text(&log))) {
			strbuf_free(&log);
			continue;
		}
		originals = read_rows(import, strbuf_text(&log), name);
		for (size_t d = 0; d < FST_COUNT(damages); d++) {
			struct strbuf damaged = STRBUF_INIT;
			struct dataset *found;
			uint32_t first = 0;
			size_t wrong;

			if (is_exception(name, damages[d].name))
				continue;
			damages[d].apply(strbuf_text(&log), &damaged);
			found = read_rows(import, strbuf_text(&damaged), name);
			wrong = count_wrong(found, originals, damages[d].loses, &first);
			if (wrong)
				print_message("# %s, %s: %zu of %u rows wrong, %u expected; first "
					      "row %u\n",
					name, damages[d].name, wrong, dataset_count(found),
					dataset_count(originals), first);
			wrong_files += wrong > 0;
			if (damages[d].loses) {
				kept += dataset_count(found);
				lost += dataset_count(originals);
			}
			dataset_free(found);
			strbuf_free(&damaged);
		}
		dataset_free(originals);
		strbuf_free(&log);
	}
	print_message("# of damage that loses: %zu of %zu rows kept\n", kept, lost);
	for (size_t i = 0; i < corpus.count; i++)
		free(corpus.paths[i]);
	free(corpus.paths);
	free(folder);
	import_free(import);
	assert_int_equal(wrong_files, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_damaged_logs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
