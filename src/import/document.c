#include "import/document.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "base/utf8.h"
#include "import/clean.h"
#include "import/look.h"
#include "import/markup.h"
#include "import/prefix.h"
#include "import/quote.h"

const char *const repair_names[REPAIR_COUNT] = {
#define REPAIR_NAME(name, text) [REPAIR_##name] = text,
	REPAIR_TABLE(REPAIR_NAME)
#undef REPAIR_NAME
};

/* So many lines behind each other that begin with '#' are a comment, not headings or prompts. */
#define COMMENT_LINES 3

struct reader {
	struct document *doc;
	struct cleaner cleaner, inner; /* inner: for what was escaped twice */
	struct prefixes prefixes;
	struct strbuf joined; /* a line that soft breaks of quoted-printable had cut */
	struct strbuf plain, inner_plain; /* the line at work, cleaned once and again */
	size_t comment_end; /* lines before this number are known to be comments, or not */
	bool comment;
};

void document_free(struct document *doc)
{
	strbuf_free(&doc->text);
	strbuf_free(&doc->flow);
	free(doc->lines);
	free(doc->at_flow);
	*doc = (struct document){0};
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
	size_t at = quote_skip(line, &depth);

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
	bool after_blank = true;
	char *out;

	strbuf_reserve(flow, line.len + 1);
	out = flow->ptr + flow->len;
	if (flow->len)
		*out++ = ' ';
	/* Each byte is written; blanks behind blanks are written over. */
	for (size_t i = 0; i < line.len; i++) {
		bool blank = text_is_blank(line.ptr[i]);

		*out = blank ? ' ' : line.ptr[i];
		out += !(blank && after_blank);
		after_blank = blank;
	}
	/* The blank at the end, or the one in front of nothing. */
	if (after_blank && out > flow->ptr + flow->len)
		out--;
	flow->len = (size_t)(out - flow->ptr);
	*out = '\0';
}

static size_t first_word(struct text line)
{
	size_t at = 0;

	while (at < line.len && text_is_blank(line.ptr[at]))
		at++;
	return at;
}

/* What the line that is being added is by its first characters. */
static void add_shape(struct document *doc, struct doc_line *line, struct text *plain)
{
	if (is_fence(*plain)) {
		line->flags |= DOC_FENCE;
		plain->len = 0;
	}
	line->flags |= shape_of(*plain);
	if (doc->line_count > 1 && plain->len && is_underline(*plain)) {
		struct doc_line *above = line - 1;

		if (above->start + 1 < line->start && plain->ptr[0] != '*')
			above->flags |= DOC_HEADING;
	}
}

/* What a fence, heading, rule or item of a list may start with. */
#define SHAPE_MARKS "`~{:#=-^*+h\xE2"

static void add_plain_line(
	struct reader *reader, struct text plain, uint16_t looks, struct doc_line like)
{
	struct document *doc = reader->doc;
	struct doc_line *line = add_line(doc);
	size_t first = first_word(plain);

	*line = like;
	line->looks = looks;
	line->start = doc->text.len;
	line->flow = doc->flow.len + (doc->flow.len > 0);
	if (first < plain.len &&
		(text_is_digit(plain.ptr[first]) ||
			memchr(SHAPE_MARKS, plain.ptr[first], sizeof(SHAPE_MARKS) - 1)))
		add_shape(doc, line, &plain);
	strbuf_add_text(&doc->text, plain);
	strbuf_add_char(&doc->text, '\n');
	add_flow(&doc->flow, plain);
}

/* The rest of @line behind the quote marks in front of it. */
static struct text without_quotes(struct reader *reader, struct text line, struct doc_line *like)
{
	uint8_t depth;
	size_t marks = quote_skip(line, &depth);

	if (!marks)
		return line;
	cleaner_count(&reader->cleaner, REPAIR_QUOTE);
	like->depth = (uint8_t)(like->depth + depth < UINT8_MAX ? like->depth + depth : UINT8_MAX);
	return text_skip(line, marks);
}

static struct text without_backslash(struct text line, struct doc_line *like)
{
	struct text t = text_trim(line);

	if (!text_ends(t, "\\") || text_ends(t, "\\\\"))
		return line;
	like->flags |= DOC_CONTINUED;
	return text_make(line.ptr, (size_t)(t.ptr - line.ptr) + t.len - 1);
}

/* Whether there is a tag that makes lines or cells in @line: a page's source is on the page. */
static bool has_tag(struct text line)
{
	struct markup_tag tag;
	size_t at = 0, next;

	while ((next = text_find_char(text_skip(line, at), '<')) != SIZE_MAX) {
		at += next;
		if (markup_tag(text_skip(line, at), &tag) && (*tag.becomes || tag.hides))
			return true;
		at++;
	}
	return false;
}

static void add_part(struct reader *reader, struct text part, struct doc_line like)
{
	part = without_quotes(reader, part, &like);
	part = without_backslash(part, &like);
	add_plain_line(reader, part, look_at(part), like);
}

/* Add what is a page's source once more behind its entities. */
static void add_inner(struct reader *reader, struct text line, struct doc_line like)
{
	struct text rest, part;

	strbuf_clear(&reader->inner_plain);
	reader->inner.number = reader->cleaner.number;
	clean_line(&reader->inner, line, &reader->inner_plain);
	rest = reader->inner_plain.ptr ? strbuf_text(&reader->inner_plain) : TEXT("");
	while (text_next_part(&rest, '\n', &part))
		add_part(reader, part, like);
}

/* A line without its prefix, cleaned, and what the page made of several lines apart. */
static void add_rest(struct reader *reader, struct text rest, uint16_t looks, struct doc_line like)
{
	const struct repair_count *entities = &reader->doc->repairs[REPAIR_ENTITY];
	size_t before = entities->count;
	struct text part;

	if (clean_is_plain(&reader->cleaner, looks) && clean_is_plain(&reader->inner, looks)) {
		add_plain_line(reader, rest, looks, like);
		return;
	}
	rest = without_backslash(rest, &like);
	strbuf_clear(&reader->plain);
	clean_line(&reader->cleaner, rest, &reader->plain);
	rest = reader->plain.ptr ? strbuf_text(&reader->plain) : TEXT("");
	while (text_next_part(&rest, '\n', &part)) {
		if (reader->inner.in_tag || reader->inner.in_style ||
			(entities->count > before && has_tag(part)))
			add_inner(reader, part, like);
		else
			add_part(reader, part, like);
	}
}

/* A line that ends with the soft break of quoted-printable, which is no character of the text. */
static bool is_soft_break(const struct reader *reader, struct text line)
{
	/* A rule of several is no break. */
	return reader->cleaner.quoted_printable && text_ends(line, "=") && !text_ends(line, "==");
}

/* @line and those that soft breaks cut off it; @at is behind them then. */
static struct text join_soft_breaks(
	struct reader *reader, struct text line, size_t *at, size_t *number, uint8_t depth)
{
	struct text input = reader->doc->input;

	strbuf_clear(&reader->joined);
	while (is_soft_break(reader, line) && *at < input.len) {
		cleaner_count(&reader->cleaner, REPAIR_QUOTED_PRINTABLE);
		strbuf_add(&reader->joined, line.ptr, line.len - 1);
		line = next_line(input, *at);
		*at += line.len + 1;
		(*number)++;
		if (line.len && line.ptr[line.len - 1] == '\r')
			line.len--;
		line = text_skip(line, quote_skip_levels(line, depth));
	}
	strbuf_add_text(&reader->joined, line);
	return strbuf_text(&reader->joined);
}

/* @line, of which the first @marks bytes are none of the text. */
static struct text take_marks(struct reader *reader, struct text line, size_t marks,
	enum repair repair, struct doc_line *like)
{
	cleaner_count(&reader->cleaner, repair);
	return without_quotes(reader, text_skip(line, marks), like);
}

/* The line @raw of the input, in front of @at, with those that belong to it. */
static void add_line_at(
	struct reader *reader, struct text raw, uint16_t looks, size_t *at, size_t *number)
{
	struct document *doc = reader->doc;
	struct doc_line like = {.raw = (size_t)(raw.ptr - doc->input.ptr), .number = *number};
	bool comment = looks & LOOK_PROMPT && in_comment(reader, like.raw, *number);
	struct text rest = raw;
	size_t marks;

	if (looks & LOOK_QUOTE)
		rest = without_quotes(reader, rest, &like);
	if (rest.len < raw.len)
		looks = look_at(rest);
	marks = prefix_length(&reader->prefixes, rest, looks, text_skip(doc->input, *at), *number);
	if (marks)
		rest = take_marks(reader, rest, marks, REPAIR_PREFIX, &like);
	while (comment && (marks = comment_mark(rest)) > 0)
		rest = take_marks(reader, rest, marks, REPAIR_COMMENT, &like);
	if (is_soft_break(reader, rest))
		rest = join_soft_breaks(reader, rest, at, number, like.depth);
	if (rest.ptr != raw.ptr)
		looks = look_at(rest);
	like.raw_length = *at - 1 - like.raw;
	add_rest(reader, rest, looks, like);
}

/* The parts of @line between carriage returns: each was a line once, if only for a moment. */
static void add_overwritten(struct reader *reader, struct text line, size_t number)
{
	struct document *doc = reader->doc;
	struct text part;

	cleaner_count(&reader->cleaner, REPAIR_CARRIAGE_RETURN);
	while (text_next_part(&line, '\r', &part)) {
		struct doc_line like = {
			.raw = (size_t)(part.ptr - doc->input.ptr),
			.raw_length = part.len,
			.number = number,
		};

		part = without_quotes(reader, part, &like);
		add_rest(reader, part, look_at(part), like);
	}
}

/* The line of the input at @at, which is behind it then, with those that belong to it. */
static void read_line(struct reader *reader, size_t *at, size_t *number)
{
	struct text whole = next_line(reader->doc->input, *at), line = whole;
	uint16_t looks;

	*at += whole.len + 1;
	reader->cleaner.number = *number;
	if (line.len && line.ptr[line.len - 1] == '\r')
		line.len--;
	looks = look_at(line);
	if (looks & LOOK_RETURN)
		add_overwritten(reader, whole, *number);
	else
		add_line_at(reader, line, looks, at, number);
}

/* Lines of mail are cut after 76 bytes; quote marks may have come in front of them. */
#define SHORTEST_CUT 60
#define LONGEST_CUT  84

static bool is_encoded(struct text rest)
{
	static const char hex[] = "0123456789ABCDEF", top[] = "89ABCDEF";

	/* Two bytes of one character: C3=A9 behind a '='. */
	return rest.len >= 5 && rest.ptr[0] && strchr(top, rest.ptr[0]) && rest.ptr[1] &&
	       strchr(hex, rest.ptr[1]) && rest.ptr[2] == '=' && rest.ptr[3] &&
	       strchr("89AB", rest.ptr[3]) && rest.ptr[4] && strchr(hex, rest.ptr[4]);
}

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

/* Whether the last line of @text is as long as those that mailers cut. */
static bool is_cut(struct text text)
{
	size_t length = 0;

	while (length < text.len && length <= LONGEST_CUT &&
		text.ptr[text.len - 1 - length] != '\n')
		length++;
	return length + 1 >= SHORTEST_CUT && length + 1 <= LONGEST_CUT;
}

/*
 * Mailers that write quoted-printable must encode every '=' of the text and blanks at
 * the ends of lines, and cut long lines behind a '='. But fio ends lines with
 * samples=20, and rules may end with a '='.
 */
static bool looks_quoted_printable(struct text input)
{
	const char *at = input.ptr, *end;
	size_t cuts = 0, blanks = 0;

	if (!input.len)
		return false;
	end = at + input.len;
	while (at < end && (at = memchr(at, '=', (size_t)(end - at)))) {
		struct text rest = text_make(at + 1, (size_t)(end - at) - 1);

		if (is_encoded(rest) || text_starts(rest, "3D"))
			return true;
		blanks += text_starts(rest, "20\n") || text_starts(rest, "20\r");
		if (text_starts(rest, "\n") || text_starts(rest, "\r\n")) {
			cuts += is_cut(text_make(input.ptr, (size_t)(at - input.ptr)));
		}
		at++;
	}
	return cuts > 1 || (cuts + blanks && encodes_equals(input));
}

/* Note in which line each stride of the flow starts. */
static void index_flow(struct document *doc)
{
	size_t line = 0, count = doc->flow.len / DOC_FLOW_STRIDE + 1;

	doc->at_flow = xreallocarray(doc->at_flow, count, sizeof(*doc->at_flow));
	for (size_t i = 0; i < count; i++) {
		while (line + 1 < doc->line_count &&
			doc->lines[line + 1].flow <= i * DOC_FLOW_STRIDE)
			line++;
		doc->at_flow[i] = line;
	}
}

void document_read(struct document *doc, struct text input, size_t first_line)
{
	struct reader reader = {
		.doc = doc,
		.inner = {.repairs = doc->repairs},
		.prefixes = {.after_break = true},
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
	for (size_t at = 0, number = first_line; at < input.len; number++)
		read_line(&reader, &at, &number);
	/* Empty lines at the end would start behind a blank that is not there. */
	for (size_t i = doc->line_count; i > 0 && doc->lines[i - 1].flow > doc->flow.len; i--)
		doc->lines[i - 1].flow = doc->flow.len;
	index_flow(doc);
	strbuf_free(&reader.joined);
	strbuf_free(&reader.plain);
	strbuf_free(&reader.inner_plain);
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
	size_t line;

	if (!doc->line_count)
		return 0;
	if (at > doc->flow.len)
		at = doc->flow.len;
	line = doc->at_flow[at / DOC_FLOW_STRIDE];
	while (line + 1 < doc->line_count && doc->lines[line + 1].flow <= at)
		line++;
	return line;
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

	if (end <= start)
		return TEXT("");
	return text_trim(text_make(doc->flow.ptr + start, end - start));
}

size_t document_number_at_flow(const struct document *doc, size_t at)
{
	return doc->line_count ? doc->lines[document_line_at_flow(doc, at)].number : 0;
}
