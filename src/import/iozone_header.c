/*
 * The two lines above iozone's table:
 *
 *                                                   random  random    bkwd ...
 *      KB  reclen   write rewrite    read    reread    read   write    read ...
 */
#include "import/iozone.h"

#include "base/number.h"

static const char *const names[IOZONE_COLUMNS] = {"write", "rewrite", "read", "reread", "read",
	"write", "read", "rewrite", "read", "fwrite", "frewrite", "fread", "freread", "pwrite",
	"repwrite", "pread", "repread", "pwritev", "repwritev", "preadv", "repreadv"};

/* Names that scripts give to those columns; a letter or none may be between the words. */
static const struct {
	const char *first, *second;
	uint8_t column;
} aliases[] = {
	{"rand", "read", 4},
	{"random", "read", 4},
	{"rand", "write", 5},
	{"random", "write", 5},
	{"bkwd", "read", 6},
	{"bkwrd", "read", 6},
	{"backward", "read", 6},
	{"rec", "rewrite", 7},
	{"record", "rewrite", 7},
	{"stride", "read", 8},
	{"strd", "read", 8},
};

/* The column that @word is the whole name of, when it is an alias; else IOZONE_COLUMNS. */
static size_t alias_column(struct text word)
{
	for (size_t i = 0; i < FST_COUNT(aliases); i++) {
		size_t first = strlen(aliases[i].first);
		struct text rest = text_skip(word, first);

		if (!text_starts_nocase(word, aliases[i].first))
			continue;
		if (rest.len && (rest.ptr[0] == '_' || rest.ptr[0] == '-'))
			rest = text_skip(rest, 1);
		if (text_equal_nocase(rest, text_of(aliases[i].second)))
			return aliases[i].column;
	}
	return IOZONE_COLUMNS;
}

/* What the upper line has above the names that stand there several times. */
static const char *const uppers[IOZONE_COLUMNS] = {
	[4] = "random", [5] = "random", [6] = "bkwd", [7] = "record", [8] = "stride"};

static bool is_name(struct text word)
{
	if (alias_column(word) < IOZONE_COLUMNS)
		return true;
	for (size_t i = 0; i < IOZONE_COLUMNS; i++)
		if (text_equal_nocase(word, text_of(names[i])))
			return true;
	return false;
}

static bool is_separator(char c)
{
	return c == ' ' || c == '|' || c == ',' || c == ';' || c == '"' || c == '>';
}

/* The word at @at of @flow, behind separators; @at is moved behind it. */
static struct text next_word(struct text flow, size_t *at)
{
	size_t start = *at;

	while (start < flow.len && is_separator(flow.ptr[start]))
		start++;
	*at = start;
	while (*at < flow.len && !is_separator(flow.ptr[*at]))
		++*at;
	return text_make(flow.ptr + start, *at - start);
}

/* The word of @line whose columns are nearest above those of a name ending at @end. */
static struct text word_above(struct text line, size_t end, size_t length)
{
	struct text rest = line, word;

	while (text_next_word(&rest, &word)) {
		size_t from = (size_t)(word.ptr - line.ptr);

		if (from < end + 3 && from + word.len + length > end)
			return word;
	}
	return TEXT("");
}

/* The column of a name by itself and by the word above it; IOZONE_COLUMNS: unclear. */
static size_t column_of(struct text name, struct text above)
{
	if (alias_column(name) < IOZONE_COLUMNS)
		return alias_column(name);
	for (size_t i = 0; i < IOZONE_COLUMNS; i++) {
		struct text upper = text_of(uppers[i]);

		if (text_equal_nocase(name, text_of(names[i])) && text_equal_nocase(upper, above))
			return i;
	}
	return IOZONE_COLUMNS;
}

struct named {
	struct text words[IOZONE_COLUMNS];
	size_t count;
};

/* The first names of iozone's own header, in its order? */
static bool read_in_order(struct iozone_table *table, const struct named *named)
{
	for (size_t i = 0; i < named->count; i++) {
		if (!text_equal_nocase(named->words[i], text_of(names[i])) &&
			alias_column(named->words[i]) != i)
			return false;
		table->tests[i] = (uint8_t)i;
	}
	table->test_count = named->count;
	table->in_order = true;
	return true;
}

/* The names of just those tests that the command asked for? */
static bool read_as_asked(struct iozone_table *table, const struct named *named, uint32_t columns)
{
	size_t count = 0;

	for (size_t i = 0; i < IOZONE_COLUMNS; i++) {
		if (!(columns & 1u << i))
			continue;
		if (count == named->count ||
			!text_equal_nocase(named->words[count], text_of(names[i])))
			return false;
		table->tests[count++] = (uint8_t)i;
	}
	table->test_count = count;
	return count == named->count;
}

/* By the words above them. */
static bool read_by_uppers(struct iozone_table *table, const struct document *doc,
	const struct named *named, size_t line)
{
	struct text own = document_line(doc, line);
	struct text above = line ? document_line(doc, line - 1) : TEXT("");
	struct text rest = own, word;

	bool told = text_contains(above, "random") || text_contains(above, "record") ||
		    text_contains(above, "bkwd") || text_contains(above, "stride");

	/* Without words above, only names that stand for one column count. */
	for (size_t i = 0; !told && i < named->count; i++)
		told = alias_column(named->words[i]) < IOZONE_COLUMNS;
	if (!told)
		return false;
	table->test_count = 0;
	while (table->test_count < named->count && text_next_word(&rest, &word)) {
		size_t end = (size_t)(word.ptr - own.ptr) + word.len, column;

		if (!text_equal_nocase(word, named->words[table->test_count]))
			continue;
		column = column_of(word, word_above(above, end, word.len));
		if (column == IOZONE_COLUMNS)
			return false;
		table->tests[table->test_count++] = (uint8_t)column;
	}
	return table->test_count == named->count;
}

/* Bytes in front of the header's own words on its line. */
static struct text prefix_of(const struct document *doc, size_t line)
{
	struct text text = document_line(doc, line);
	size_t at = text_find(text, "reclen"), end;

	if (at == SIZE_MAX)
		return TEXT("");
	while (at > 0 && !strchr("kK", text.ptr[at]))
		at--;
	end = at;
	while (end > 0 && strchr(" \t|,;\"", text.ptr[end - 1]))
		end--;
	return text_trim(text_make(text.ptr, end));
}

/*
 * The character between the header's cells when each of the @count cells stands
 * between two of them: a tab, a bar, a comma.
 */
static char separator_of(const struct document *doc, size_t line, size_t count)
{
	struct text text = document_line(doc, line);

	for (const char *separator = "\t|,;"; *separator; separator++) {
		struct text rest = text, cell;
		size_t cells = 0;

		while (text_next_part(&rest, *separator, &cell))
			if (text_trim(cell).len)
				cells++;
		if (cells == count)
			return *separator;
	}
	return 0;
}

/* By the version, which is "3.NNN". */
static enum iozone_widths widths_of_version(struct text version)
{
	double value;

	if (!number_parse(version, &value))
		return IOZONE_WIDTHS_UNKNOWN;
	/* The revision is no fraction: 3.39 came before 3.397. */
	if (version.len < 5 || value <= 3.4205)
		return IOZONE_WIDTHS_OLD;
	return value >= 3.4275 ? IOZONE_WIDTHS_NEW : IOZONE_WIDTHS_UNKNOWN;
}

/* By the blanks between the header's words, if the page left them; else by the version. */
static enum iozone_widths widths_of(
	const struct document *doc, size_t line, const struct iozone_run *run)
{
	struct text text = document_line(doc, line);
	size_t at = text_find(text, "reclen");

	if (at != SIZE_MAX && text_starts(text_skip(text, at), "reclen   write"))
		return IOZONE_WIDTHS_OLD;
	if (at != SIZE_MAX && text_starts(text_skip(text, at), "reclen    write"))
		return IOZONE_WIDTHS_NEW;
	return widths_of_version(run->version);
}

size_t iozone_table_open(struct iozone_table *table, const struct document *doc,
	const struct iozone_run *run, size_t at, bool *streamed)
{
	struct text flow = strbuf_text(&doc->flow), word;
	size_t line = document_line_at_flow(doc, at), last, end;
	struct named named = {.count = 0};

	*table = (struct iozone_table){.has_header = true};
	next_word(flow, &at);
	next_word(flow, &at);
	end = at;
	while (named.count < IOZONE_COLUMNS) {
		word = next_word(flow, &at);
		if (!is_name(word))
			break;
		named.words[named.count++] = word;
		end = at;
	}
	*streamed = false;
	if (named.count == 0)
		return end;
	table->open = read_in_order(table, &named) ||
		      read_as_asked(table, &named, iozone_columns_of(run->asked.tests)) ||
		      read_by_uppers(table, doc, &named, line);
	if (!table->open)
		collect_skip(run->out, "iozone", at, end,
			"a table whose columns do not tell which test they are of");
	table->widths = widths_of(doc, line, run);
	table->prefix = prefix_of(doc, line);
	table->separator = separator_of(doc, line, table->test_count + 2);
	last = document_line_at_flow(doc, end - 1);
	at = end;
	word = next_word(flow, &at);
	*streamed = last != line || (word.len && word.ptr[0] >= '0' && word.ptr[0] <= '9' &&
					    document_line_at_flow(doc, at - 1) == line);
	return end;
}

void iozone_table_expect(struct iozone_table *table, const struct iozone_run *run)
{
	*table = (struct iozone_table){
		.open = true,
		.widths = widths_of_version(run->version),
		.in_order = true,
		.test_count = IOZONE_BASIC,
	};
	for (size_t i = 0; i < IOZONE_BASIC; i++)
		table->tests[i] = (uint8_t)i;
}
