#include "import/clean.h"

#include <stdint.h>

#include "base/attributes.h"
#include "base/utf8.h"
#include "import/look.h"
#include "import/markup.h"

/* Windows-1252's 0x80..0x9F
 * (https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT). */
static const uint16_t windows_1252[32] = {0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020,
	0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018,
	0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153,
	0xFFFD, 0x017E, 0x0178};

void cleaner_count(struct cleaner *cleaner, enum repair repair)
{
	struct repair_count *count = &cleaner->repairs[repair];

	if (count->count++ == 0)
		count->first_line = cleaner->number;
}

bool clean_is_plain(const struct cleaner *cleaner, uint16_t looks)
{
	return !cleaner->in_tag && !cleaner->in_style && !(looks & LOOK_SPECIAL) &&
	       !(looks & LOOK_EQUALS && cleaner->quoted_printable);
}

/* A code point that is to become plain, or itself. */
static void add_code(struct cleaner *cleaner, uint32_t code, struct strbuf *out)
{
	static const struct {
		uint16_t first, last;
		enum repair repair;
		const char *plain;
	} plain[] = {
		{0x00A0, 0x00A0, REPAIR_BLANK, " "},
		{0x00AB, 0x00AB, REPAIR_TYPOGRAPHY, "\""},
		{0x00AD, 0x00AD, REPAIR_BLANK, ""},
		{0x00BB, 0x00BB, REPAIR_TYPOGRAPHY, "\""},
		{0x2000, 0x200A, REPAIR_BLANK, " "},
		{0x200B, 0x200F, REPAIR_BLANK, ""},
		{0x2010, 0x2015, REPAIR_TYPOGRAPHY, "-"},
		{0x2018, 0x201B, REPAIR_TYPOGRAPHY, "'"},
		{0x201C, 0x201F, REPAIR_TYPOGRAPHY, "\""},
		{0x2026, 0x2026, REPAIR_TYPOGRAPHY, "..."},
		{0x2028, 0x2029, REPAIR_BLANK, "\n"},
		{0x202A, 0x202E, REPAIR_BLANK, ""},
		{0x202F, 0x202F, REPAIR_BLANK, " "},
		{0x2032, 0x2032, REPAIR_TYPOGRAPHY, "'"},
		{0x2033, 0x2033, REPAIR_TYPOGRAPHY, "\""},
		{0x205F, 0x205F, REPAIR_BLANK, " "},
		{0x2060, 0x2064, REPAIR_BLANK, ""},
		{0x2212, 0x2212, REPAIR_TYPOGRAPHY, "-"},
		{0x3000, 0x3000, REPAIR_BLANK, " "},
		{0xFEFF, 0xFEFF, REPAIR_BLANK, ""},
	};
	char bytes[4];

	if (code < 0x20 || code == 0x7F || (code >= 0x80 && code < 0xA0)) {
		cleaner_count(cleaner, REPAIR_CONTROL);
		return;
	}
	if (code >= 0xFF01 && code <= 0xFF5E) {
		strbuf_add_char(out, (char)(code - 0xFF01 + '!'));
		cleaner_count(cleaner, REPAIR_FULLWIDTH);
		return;
	}
	for (size_t i = 0; i < FST_COUNT(plain) && code >= plain[i].first; i++) {
		if (code > plain[i].last)
			continue;
		strbuf_add_string(out, plain[i].plain);
		cleaner_count(cleaner, plain[i].repair);
		return;
	}
	strbuf_add(out, bytes, utf8_encode(code, bytes));
}

static size_t clean_unicode(struct cleaner *cleaner, struct text rest, struct strbuf *out)
{
	size_t used;
	uint32_t code = utf8_decode(rest, &used);

	if (code == UTF8_INVALID) {
		unsigned char byte = (unsigned char)rest.ptr[0];

		code = byte < 0xA0 ? windows_1252[byte - 0x80] : byte;
		cleaner_count(cleaner, REPAIR_ENCODING);
	}
	add_code(cleaner, code, out);
	return used;
}

/* ECMA-48: CSI (ESC [ parameters final), OSC (ESC ] ... BEL or ESC \), else ESC and a byte. */
static size_t clean_escape(struct cleaner *cleaner, struct text rest)
{
	size_t at = 2;

	cleaner_count(cleaner, REPAIR_CONTROL);
	if (rest.len < 2)
		return rest.len;
	if (rest.ptr[1] == '[') {
		while (at < rest.len && rest.ptr[at] >= 0x20 && rest.ptr[at] <= 0x3F)
			at++;
		return at < rest.len && rest.ptr[at] >= 0x40 ? at + 1 : at;
	}
	if (rest.ptr[1] == ']') {
		while (at < rest.len && rest.ptr[at] != '\a' && rest.ptr[at] != 0x1B)
			at++;
		if (at + 1 < rest.len && rest.ptr[at] == 0x1B)
			return at + 2;
		return at < rest.len ? at + 1 : at;
	}
	return (unsigned char)rest.ptr[1] < 0x80 ? 2 : 1;
}

static size_t clean_backspace(struct cleaner *cleaner, struct strbuf *out, size_t line_start)
{
	cleaner_count(cleaner, REPAIR_CONTROL);
	while (out->len > line_start) {
		unsigned char last = (unsigned char)out->ptr[out->len - 1];

		strbuf_truncate(out, out->len - 1);
		if ((last & 0xC0) != 0x80)
			break;
	}
	return 1;
}

static size_t clean_entity(struct cleaner *cleaner, struct text rest, struct strbuf *out)
{
	uint32_t code;
	size_t used = markup_entity(rest, &code);

	if (!used) {
		strbuf_add_char(out, '&');
		return 1;
	}
	/* "&amp;lt;" was escaped twice: behind its semicolon stands an entity's name. */
	for (int i = 0; i < 3 && code == '&'; i++) {
		size_t more = markup_entity(text_skip(rest, used - 1), &code);

		used += more ? more - 1 : 0;
	}
	cleaner_count(cleaner, REPAIR_ENTITY);
	add_code(cleaner, code, out);
	return used;
}

/* Skip to the end of a tag that may have begun on an earlier line. */
static size_t clean_tag_rest(struct cleaner *cleaner, struct text rest)
{
	size_t end = text_find_char(rest, '>');

	cleaner->in_tag = end == SIZE_MAX;
	return cleaner->in_tag ? rest.len : end + 1;
}

static size_t clean_tag(
	struct cleaner *cleaner, struct text rest, struct strbuf *out, size_t line_start)
{
	struct markup_tag tag;
	bool at_start = out->len == line_start || out->ptr[out->len - 1] == '\n';

	if (!markup_tag(rest, &tag)) {
		strbuf_add_char(out, '<');
		return 1;
	}
	cleaner_count(cleaner, REPAIR_TAG);
	if (!at_start || !tag.block || *tag.becomes != '\n')
		strbuf_add_string(out, tag.becomes);
	cleaner->in_style = tag.hides;
	return tag.name_end + clean_tag_rest(cleaner, text_skip(rest, tag.name_end));
}

static bool is_letter(char c)
{
	return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

/* Bytes of a colour ("[1;32m") or of clearing a line ("[K") at the start of @rest. */
static size_t bare_colour(struct text rest)
{
	size_t at = 1;

	while (at < rest.len && at < 12 &&
		((rest.ptr[at] >= '0' && rest.ptr[at] <= '9') || rest.ptr[at] == ';'))
		at++;
	if (at >= rest.len || !strchr("mK", rest.ptr[at]))
		return 0;
	/* "[mix]" is a word. */
	return at > 1 || at + 1 >= rest.len || !is_letter(rest.ptr[at + 1]) ? at + 1 : 0;
}

/* An escape sequence that lost its first byte shows by the one that ends the colour. */
static size_t clean_bare_escape(struct cleaner *cleaner, struct text line, struct text rest)
{
	size_t used = bare_colour(rest);

	if (!used || !text_contains(line, "[0m"))
		return 0;
	cleaner_count(cleaner, REPAIR_CONTROL);
	return used;
}

/* Escape sequences whose first byte a page spelled out: @length bytes that stand for it. */
static size_t clean_spelled_escape(struct cleaner *cleaner, struct text rest, size_t length)
{
	size_t at = length + 1;

	if (rest.len <= at || rest.ptr[length] != '[')
		return 0;
	while (at < rest.len && at < length + 16 &&
		((rest.ptr[at] >= '0' && rest.ptr[at] <= '9') || strchr(";?", rest.ptr[at])))
		at++;
	if (at >= rest.len || (rest.ptr[at] | 0x20) < 'a' || (rest.ptr[at] | 0x20) > 'z')
		return 0;
	cleaner_count(cleaner, REPAIR_CONTROL);
	return at + 1;
}

static size_t clean_caret(struct cleaner *cleaner, struct text rest, struct strbuf *out)
{
	size_t used = text_starts(rest, "^[") ? clean_spelled_escape(cleaner, rest, 2) : 0;

	if (used)
		return used;
	strbuf_add_char(out, '^');
	return 1;
}

static size_t clean_bbcode(
	struct cleaner *cleaner, struct text line, struct text rest, struct strbuf *out)
{
	size_t used = clean_bare_escape(cleaner, line, rest);

	if (used)
		return used;
	used = markup_bbcode(rest);

	if (!used) {
		strbuf_add_char(out, '[');
		return 1;
	}
	cleaner_count(cleaner, REPAIR_BBCODE);
	return used;
}

/* So many line ends written as \\n are no chance, where there is no Windows path. */
#define ESCAPED_ENDS 4

static bool is_escaped(struct text line)
{
	size_t at, ends = 0;

	for (struct text rest = line; (at = text_find(rest, ":\\")) != SIZE_MAX;
		rest = text_skip(rest, at + 2))
		if (at > 0 && is_letter(rest.ptr[at - 1]) &&
			(at == 1 || !is_letter(rest.ptr[at - 2])))
			return false;
	while (ends < ESCAPED_ENDS && (at = text_find(line, "\\n")) != SIZE_MAX) {
		line = text_skip(line, at + 2);
		ends++;
	}
	return ends == ESCAPED_ENDS;
}

/* The letter of an escape of C or JSON and what it stands for. */
static char unescape(char letter)
{
	static const char letters[] = "ntr\"\\/", plain[] = "\n\t \"\\/";
	const char *found = letter ? strchr(letters, letter) : NULL;

	return found ? plain[found - letters] : '\0';
}

/* Names of the escape byte in programs' sources. */
static const char *const escape_names[] = {"\\e", "\\E", "\\033", "\\x1b", "\\x1B", "\\u001b"};

/* The backslash that ends a line of a shell, in front of the tag that ends it on the page. */
static bool ends_line(struct text behind)
{
	struct markup_tag tag;

	return (text_starts(behind, "</") || text_starts_nocase(behind, "<br")) &&
	       markup_tag(behind, &tag);
}

/* Markdown's escapes; a Windows path or a regular expression keeps its backslash. */
static size_t clean_backslash(struct cleaner *cleaner, struct text rest, struct strbuf *out)
{
	char plain = cleaner->escaped && rest.len > 1 ? unescape(rest.ptr[1]) : '\0';

	for (size_t i = 0; i < FST_COUNT(escape_names); i++) {
		size_t used = text_starts(rest, escape_names[i])
				      ? clean_spelled_escape(cleaner, rest, strlen(escape_names[i]))
				      : 0;

		if (used)
			return used;
	}
	if (plain) {
		cleaner_count(cleaner, REPAIR_ESCAPE);
		strbuf_add_char(out, plain);
		return 2;
	}
	if (ends_line(text_skip(rest, 1))) {
		strbuf_add_char(out, '\\');
		return 1;
	}
	if (rest.len > 1 && rest.ptr[1] && strchr("[]()<>_*#+-.!`~|=", rest.ptr[1])) {
		cleaner_count(cleaner, REPAIR_MARKDOWN);
		if (strchr("<[", rest.ptr[1])) {
			strbuf_add_char(out, rest.ptr[1]);
			return 2;
		}
		return 1;
	}
	strbuf_add_char(out, '\\');
	return 1;
}

static size_t clean_asterisk(struct cleaner *cleaner, struct text rest, struct strbuf *out)
{
	size_t n = 0;

	while (n < rest.len && rest.ptr[n] == '*')
		n++;
	if (n == 2) {
		cleaner_count(cleaner, REPAIR_MARKDOWN);
		return 2;
	}
	strbuf_add_repeat(out, '*', n);
	return n;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/*
 * RFC 2045, 6.7. Only what a mailer must encode is decoded (=3D, blanks and bytes
 * over 127), because "=29" may be a result that a mailer left alone.
 */
static size_t clean_equals(struct cleaner *cleaner, struct text rest, struct strbuf *out)
{
	char bytes[4];
	size_t n = 0;

	while (cleaner->quoted_printable && n < sizeof(bytes) && rest.len >= 3 * (n + 1) &&
		rest.ptr[3 * n] == '=') {
		int high = hex_digit(rest.ptr[3 * n + 1]), low = hex_digit(rest.ptr[3 * n + 2]);

		if (high < 0 || low < 0)
			break;
		bytes[n++] = (char)(high << 4 | low);
		if (high < 8)
			break;
	}
	/* Blanks are encoded at the end of a line only. */
	if (n == 1 &&
		(bytes[0] == '=' || ((bytes[0] == ' ' || bytes[0] == '\t') && rest.len == 3))) {
		cleaner_count(cleaner, REPAIR_QUOTED_PRINTABLE);
		strbuf_add_char(out, bytes[0]);
		return 3;
	}
	/* A single byte, =92 say, is a letter of Windows-1252 between letters, else a figure. */
	if (n == 1 && rest.ptr[1] <= '9' &&
		(rest.len == 3 || (rest.ptr[3] | 0x20) < 'a' || (rest.ptr[3] | 0x20) > 'z'))
		n = 0;
	if (n && (bytes[0] & 0x80)) {
		cleaner_count(cleaner, REPAIR_QUOTED_PRINTABLE);
		return 3 * clean_unicode(cleaner, text_make(bytes, n), out);
	}
	strbuf_add_char(out, '=');
	return 1;
}

/* @rest of @line starts with something that may not be plain; returns the bytes read. */
static size_t clean_special(struct cleaner *cleaner, struct text line, struct text rest,
	struct strbuf *out, size_t line_start)
{
	switch (look_action(rest.ptr[0])) {
	case ACTION_PLAIN:
		break;
	case ACTION_CONTROL:
		cleaner_count(cleaner, REPAIR_CONTROL);
		return 1;
	case ACTION_ESCAPE:
		return clean_escape(cleaner, rest);
	case ACTION_BACKSPACE:
		return clean_backspace(cleaner, out, line_start);
	case ACTION_AMPERSAND:
		return clean_entity(cleaner, rest, out);
	case ACTION_LESS:
		return clean_tag(cleaner, rest, out, line_start);
	case ACTION_BRACKET:
		return clean_bbcode(cleaner, line, rest, out);
	case ACTION_BACKSLASH:
		return clean_backslash(cleaner, rest, out);
	case ACTION_CARET:
		return clean_caret(cleaner, rest, out);
	case ACTION_ASTERISK:
		return clean_asterisk(cleaner, rest, out);
	case ACTION_EQUALS:
		return clean_equals(cleaner, rest, out);
	case ACTION_UNICODE:
		return clean_unicode(cleaner, rest, out);
	}
	return 1;
}

void clean_line(struct cleaner *cleaner, struct text line, struct strbuf *out)
{
	size_t start = out->len, at = 0;

	cleaner->escaped = is_escaped(line);
	if (cleaner->in_tag)
		at = clean_tag_rest(cleaner, line);
	while (at < line.len) {
		size_t end = at;

		if (cleaner->in_style) {
			size_t close = text_find(text_skip(line, at), "</");

			if (close == SIZE_MAX)
				return;
			at += close;
			at += clean_tag(cleaner, text_skip(line, at), out, start);
			continue;
		}
		while (end < line.len && look_action(line.ptr[end]) == ACTION_PLAIN)
			end++;
		strbuf_add(out, line.ptr + at, end - at);
		at = end;
		if (at < line.len)
			at += clean_special(cleaner, line, text_skip(line, at), out, start);
	}
	/* The line ends anyway. */
	if (out->len > start + 1 && out->ptr[out->len - 1] == '\n')
		strbuf_truncate(out, out->len - 1);
}
