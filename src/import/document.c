#include "import/document.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "base/utf8.h"
#include "import/clean.h"

const char *const repair_names[REPAIR_COUNT] = {
#define REPAIR_NAME(name, text) [REPAIR_##name] = text,
	REPAIR_TABLE(REPAIR_NAME)
#undef REPAIR_NAME
};

/* So many lines behind each other that begin with '#' are a comment, not headings or prompts. */
#define COMMENT_LINES 3

struct reader {
	struct document *doc;
	struct cleaner cleaner;
	struct strbuf plain; /* the line at work, cleaned */
	size_t comment_end; /* lines before this number are known to be comments, or not */
	bool comment;
	bool soft; /* quoted-printable breaks the line at work here: it goes on in the next */
};

void document_free(struct document *doc)
{
	strbuf_free(&doc->text);
	strbuf_free(&doc->flow);
	free(doc->lines);
	*doc = (struct document){0};
}

static bool is_quote_mark(struct text line, size_t at)
{
	if (line.ptr[at] == '>')
		return true;
	/* A bar quotes when it stands alone; several are a table. */
	return line.ptr[at] == '|' && (at + 1 == line.len || line.ptr[at + 1] == ' ') &&
	       text_find_char(text_skip(line, at + 1), '|') == SIZE_MAX;
}

/* "AB> ": the initials of who is quoted. */
static size_t initials(struct text line, size_t at)
{
	size_t end = at;

	while (end < line.len && end < at + 4 && line.ptr[end] >= 'A' && line.ptr[end] <= 'Z')
		end++;
	return end - at >= 2 && end + 1 < line.len && line.ptr[end] == '>' &&
			       line.ptr[end + 1] == ' '
		       ? end - at
		       : 0;
}

/* Bytes of quote marks in front of @line; @depth is how many. */
static size_t skip_quotes(struct text line, uint8_t *depth)
{
	size_t end = 0;

	*depth = 0;
	for (size_t at = 0; at < line.len && *depth < 200;) {
		if (line.ptr[at] == ' ' || line.ptr[at] == '\t') {
			at++;
			continue;
		}
		at += initials(line, at);
		if (!is_quote_mark(line, at))
			break;
		(*depth)++;
		end = ++at;
	}
	/* The blank behind a mark belongs to it. */
	if (*depth && end < line.len && line.ptr[end] == ' ')
		end++;
	return end;
}

static struct text next_line(struct text input, size_t at)
{
	struct text rest = text_skip(input, at);
	size_t end = text_find_char(rest, '\n');

	return text_make(rest.ptr, end == SIZE_MAX ? rest.len : end);
}

static size_t comment_mark(struct text line)
{
	uint8_t depth;
	size_t at = skip_quotes(line, &depth);

	while (at < line.len && (line.ptr[at] == ' ' || line.ptr[at] == '\t'))
		at++;
	if (at >= line.len || line.ptr[at] != '#' ||
		(at + 1 < line.len && line.ptr[at + 1] != ' ' && line.ptr[at + 1] != '\t'))
		return 0;
	return at + 1;
}

/* Whether the line at @at is one of several comment lines behind each other. */
static bool in_comment(struct reader *reader, size_t at, size_t number)
{
	struct text input = reader->doc->input;
	size_t lines = 0;

	if (number < reader->comment_end)
		return reader->comment;
	while (at < input.len) {
		struct text line = next_line(input, at);

		if (!comment_mark(line))
			break;
		lines++;
		at += line.len + 1;
	}
	reader->comment = lines >= COMMENT_LINES;
	reader->comment_end = number + (lines ? lines : 1);
	return reader->comment;
}

/* What follows a fence on its line, such as the language, is short. */
#define FENCE_LONGEST 60

static bool is_fence(struct text line)
{
	struct text t = text_trim(line);

	if (t.len > FENCE_LONGEST)
		return false;
	return text_starts(t, "```") || text_starts(t, "~~~~") || text_is(t, "~~~") ||
	       text_starts(t, "{% highlight") || text_starts(t, "{% endhighlight") ||
	       text_is(t, "::");
}

static bool is_underline(struct text line)
{
	struct text t = text_trim(line);

	if (t.len < 3 || !strchr("=-~^*", t.ptr[0]))
		return false;
	for (size_t i = 1; i < t.len; i++)
		if (t.ptr[i] != t.ptr[0])
			return false;
	return true;
}

static size_t bullet(struct text t)
{
	size_t digits = 0;

	if (text_starts(t, "\xE2\x80\xA2"))
		return 3;
	if (t.len > 2 && strchr("*-+", t.ptr[0]) && t.ptr[1] == ' ')
		return 1;
	while (digits < t.len && digits < 3 && t.ptr[digits] >= '0' && t.ptr[digits] <= '9')
		digits++;
	if (digits && digits + 1 < t.len && strchr(".)", t.ptr[digits]) && t.ptr[digits + 1] == ' ')
		return digits + 1;
	return 0;
}

static uint8_t shape_of(struct text line)
{
	struct text t = text_trim(line);
	size_t hashes = 0;

	if (!t.len)
		return 0;
	if (bullet(t))
		return DOC_BULLET;
	while (hashes < t.len && hashes < 7 && t.ptr[hashes] == '#')
		hashes++;
	if ((hashes >= 2 && hashes < t.len && t.ptr[hashes] == ' ') ||
		(t.len > 3 && t.ptr[0] == 'h' && t.ptr[1] >= '1' && t.ptr[1] <= '6' &&
			text_starts(text_skip(t, 2), ". ")) ||
		(t.len > 4 && text_starts(t, "==") && text_ends(t, "==") && !is_underline(t)))
		return DOC_HEADING;
	return 0;
}

static struct doc_line *add_line(struct document *doc)
{
	if (doc->line_count == doc->line_capacity) {
		doc->line_capacity = doc->line_capacity ? doc->line_capacity * 2 : 256;
		doc->lines = xreallocarray(doc->lines, doc->line_capacity, sizeof(*doc->lines));
	}
	return &doc->lines[doc->line_count++];
}

/* Add @line to the flow: one blank for each run of them, and one between lines. */
static void add_flow(struct strbuf *flow, struct text line)
{
	struct text word;

	while (text_next_word(&line, &word)) {
		if (flow->len)
			strbuf_add_char(flow, ' ');
		strbuf_add_text(flow, word);
	}
}

/* Add @plain to the end of the last line, from which quoted-printable broke it off. */
static void join_line(struct document *doc, struct text plain)
{
	struct text rest = plain, word;
	bool glued = doc->text.len > 1 && doc->text.ptr[doc->text.len - 2] != ' ' && plain.len &&
		     plain.ptr[0] != ' ';

	strbuf_truncate(&doc->text, doc->text.len - 1);
	strbuf_add_text(&doc->text, plain);
	strbuf_add_char(&doc->text, '\n');
	if (glued && text_next_word(&rest, &word))
		strbuf_add_text(&doc->flow, word);
	add_flow(&doc->flow, rest);
}

static void add_plain_line(struct reader *reader, struct text plain, struct doc_line like)
{
	struct document *doc = reader->doc;
	struct doc_line *line;

	if (reader->soft && doc->line_count) {
		reader->soft = false;
		join_line(doc, plain);
		return;
	}
	line = add_line(doc);
	*line = like;
	line->start = doc->text.len;
	line->flow = doc->flow.len + (doc->flow.len > 0);
	if (is_fence(plain)) {
		line->flags |= DOC_FENCE;
		plain.len = 0;
	}
	line->flags |= shape_of(plain);
	if (doc->line_count > 1 && plain.len && is_underline(plain)) {
		struct doc_line *above = line - 1;

		if (above->start + 1 < line->start && plain.ptr[0] != '*')
			above->flags |= DOC_HEADING;
	}
	strbuf_add_text(&doc->text, plain);
	strbuf_add_char(&doc->text, '\n');
	add_flow(&doc->flow, plain);
}

/* One line of the input, or a part between carriage returns. */
static void add_raw_line(struct reader *reader, struct text raw, bool comment)
{
	struct document *doc = reader->doc;
	struct doc_line like = {
		.raw = (size_t)(raw.ptr - doc->input.ptr),
		.raw_length = raw.len,
		.number = reader->cleaner.number,
	};
	size_t marks = skip_quotes(raw, &like.depth);
	struct text rest = text_skip(raw, marks), part;
	bool soft;

	if (marks)
		cleaner_count(&reader->cleaner, REPAIR_QUOTE);
	while (comment && (marks = comment_mark(rest)) > 0) {
		rest = text_skip(rest, marks);
		cleaner_count(&reader->cleaner, REPAIR_COMMENT);
	}
	if (text_ends(rest, "\\") && !text_ends(rest, "\\\\")) {
		like.flags |= DOC_CONTINUED;
		rest.len--;
	}
	/* A rule of several is no break. */
	soft = reader->cleaner.quoted_printable && text_ends(rest, "=") && !text_ends(rest, "==");
	if (soft) {
		rest.len--;
		cleaner_count(&reader->cleaner, REPAIR_QUOTED_PRINTABLE);
	}
	if (clean_is_plain(&reader->cleaner, rest)) {
		add_plain_line(reader, rest, like);
		reader->soft = soft;
		return;
	}
	strbuf_clear(&reader->plain);
	clean_line(&reader->cleaner, rest, &reader->plain);
	rest = strbuf_text(&reader->plain);
	if (!rest.ptr)
		rest = TEXT("");
	while (text_next_part(&rest, '\n', &part))
		add_plain_line(reader, part, like);
	reader->soft = soft;
}

/* Lines of a mail have at most 76 characters; the '=' that breaks a longer one is the last. */
#define SOFT_SHORTEST 60
#define SOFT_LONGEST  76

/* Whether each '=' begins a code, as mailers must write it. */
static bool encodes_equals(struct text input)
{
	static const char hex[] = "0123456789ABCDEF";
	size_t equals;

	while ((equals = text_find_char(input, '=')) != SIZE_MAX) {
		input = text_skip(input, equals + 1);
		if (input.len > 1 && !strchr("\r\n", input.ptr[0]) &&
			(!strchr(hex, input.ptr[0]) || !strchr(hex, input.ptr[1])))
			return false;
	}
	return true;
}

static bool looks_quoted_printable(struct text input)
{
	size_t at, broken = 0;

	if (text_contains(input, "=3D") || text_contains(input, "=C2=A0"))
		return true;
	/* fio ends lines with samples=20. */
	if (text_contains(input, "=20\n") && encodes_equals(input))
		return true;
	while (broken < 2 && (at = text_find(input, "=\n")) != SIZE_MAX) {
		size_t length = 1;

		while (length <= SOFT_LONGEST && length <= at && input.ptr[at - length] != '\n')
			length++;
		broken += length >= SOFT_SHORTEST && length <= SOFT_LONGEST;
		input = text_skip(input, at + 2);
	}
	return broken >= 2;
}

void document_read(struct document *doc, struct text input, size_t first_line)
{
	struct reader reader = {
		.doc = doc,
		.cleaner = {.repairs = doc->repairs,
			.quoted_printable = looks_quoted_printable(input)},
	};

	doc->input = input;
	doc->line_count = 0;
	strbuf_clear(&doc->text);
	strbuf_clear(&doc->flow);
	strbuf_reserve(&doc->text, input.len);
	strbuf_reserve(&doc->flow, input.len);
	memset(doc->repairs, 0, sizeof(doc->repairs));
	for (size_t at = 0, number = first_line; at < input.len; number++) {
		struct text line = next_line(input, at), part;
		bool comment = in_comment(&reader, at, number);

		at += line.len + 1;
		if (line.len && line.ptr[line.len - 1] == '\r')
			line.len--;
		reader.cleaner.number = number;
		if (text_find_char(line, '\r') == SIZE_MAX) {
			add_raw_line(&reader, line, comment);
			continue;
		}
		cleaner_count(&reader.cleaner, REPAIR_CARRIAGE_RETURN);
		while (text_next_part(&line, '\r', &part))
			add_raw_line(&reader, part, comment);
	}
	strbuf_free(&reader.plain);
}

size_t document_line_at_text(const struct document *doc, size_t at)
{
	size_t low = 0, high = doc->line_count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (doc->lines[middle].start <= at)
			low = middle;
		else
			high = middle;
	}
	return low;
}

size_t document_line_at_flow(const struct document *doc, size_t at)
{
	size_t low = 0, high = doc->line_count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (doc->lines[middle].flow <= at)
			low = middle;
		else
			high = middle;
	}
	return low;
}

struct text document_line(const struct document *doc, size_t index)
{
	size_t start = doc->lines[index].start;
	size_t end = index + 1 < doc->line_count ? doc->lines[index + 1].start : doc->text.len;

	return text_make(doc->text.ptr + start, end - start - 1);
}

struct text document_line_flow(const struct document *doc, size_t index)
{
	size_t start = doc->lines[index].flow;
	size_t end = index + 1 < doc->line_count ? doc->lines[index + 1].flow : doc->flow.len;

	/* Empty lines at the end start behind a blank that is not there. */
	if (end > doc->flow.len)
		end = doc->flow.len;
	if (end <= start)
		return TEXT("");
	return text_trim(text_make(doc->flow.ptr + start, end - start));
}

size_t document_number_at_flow(const struct document *doc, size_t at)
{
	return doc->line_count ? doc->lines[document_line_at_flow(doc, at)].number : 0;
}
