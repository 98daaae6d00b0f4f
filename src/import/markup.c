#include "import/markup.h"

#include "base/attributes.h"

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_name(char c)
{
	return is_letter(c) || (c >= '0' && c <= '9');
}

static struct text name_at(struct text text, size_t at)
{
	size_t end = at;

	while (end < text.len && is_name(text.ptr[end]))
		end++;
	return text_make(text.ptr + at, end - at);
}

/* What the opening and the closing tag become. */
static const struct {
	const char *name, *open, *close;
	bool hides;
} tags[] = {
	{"a", "", "", false},
	{"b", "", "", false},
	{"big", "", "", false},
	{"blockquote", "\n", "\n", false},
	{"body", "", "", false},
	{"br", "\n", "", false},
	{"center", "", "", false},
	{"code", "", "", false},
	{"dd", "\n", "", false},
	{"div", "\n", "\n", false},
	{"dl", "\n", "\n", false},
	{"doctype", "", "", false},
	{"dt", "\n", "", false},
	{"em", "", "", false},
	{"font", "", "", false},
	{"h1", "\n", "\n", false},
	{"h2", "\n", "\n", false},
	{"h3", "\n", "\n", false},
	{"h4", "\n", "\n", false},
	{"h5", "\n", "\n", false},
	{"h6", "\n", "\n", false},
	{"head", "", "", false},
	{"hr", "\n", "", false},
	{"html", "", "", false},
	{"i", "", "", false},
	{"img", "", "", false},
	{"kbd", "", "", false},
	{"li", "\n", "", false},
	{"link", "", "", false},
	{"meta", "", "", false},
	{"ol", "\n", "\n", false},
	{"p", "\n", "\n", false},
	{"pre", "\n", "\n", false},
	{"samp", "", "", false},
	{"script", "", "", true},
	{"small", "", "", false},
	{"span", "", "", false},
	{"strong", "", "", false},
	{"style", "", "", true},
	{"sub", "", "", false},
	{"summary", "\n", "\n", false},
	{"details", "\n", "\n", false},
	{"sup", "", "", false},
	{"table", "\n", "\n", false},
	{"tbody", "", "", false},
	{"td", "", "\t", false},
	{"th", "", "\t", false},
	{"thead", "", "", false},
	{"title", "", "\n", false},
	{"tr", "\n", "\n", false},
	{"tt", "", "", false},
	{"u", "", "", false},
	{"ul", "\n", "\n", false},
};

bool markup_tag(struct text text, struct markup_tag *tag)
{
	size_t at = text.len > 1 && (text.ptr[1] == '/' || text.ptr[1] == '!') ? 2 : 1;
	bool closing = at == 2 && text.ptr[1] == '/';
	struct text name = name_at(text, at);
	size_t end = at + name.len;

	if (!name.len || (end < text.len && !strchr(" \t/>", text.ptr[end])))
		return false;
	for (size_t i = 0; i < FST_COUNT(tags); i++) {
		if (!text_equal_nocase(name, text_of(tags[i].name)))
			continue;
		*tag = (struct markup_tag){
			.name_end = end,
			.becomes = closing ? tags[i].close : tags[i].open,
			.hides = !closing && tags[i].hides,
		};
		return true;
	}
	return false;
}

static const struct {
	const char *name;
	uint32_t code;
} entities[] = {
	{"amp", '&'},
	{"apos", '\''},
	{"bull", 0x2022},
	{"gt", '>'},
	{"hellip", 0x2026},
	{"ldquo", 0x201C},
	{"lsquo", 0x2018},
	{"lt", '<'},
	{"mdash", 0x2014},
	{"micro", 0x00B5},
	{"minus", 0x2212},
	{"nbsp", ' '},
	{"ndash", 0x2013},
	{"quot", '"'},
	{"rdquo", 0x201D},
	{"rsquo", 0x2019},
	{"shy", 0x00AD},
	{"thinsp", 0x2009},
	{"times", 0x00D7},
};

static size_t numeric_entity(struct text text, uint32_t *code)
{
	bool hex = text.len > 2 && (text.ptr[2] == 'x' || text.ptr[2] == 'X');
	uint32_t value = 0;
	size_t start = hex ? 3 : 2, at = start;

	for (; at < text.len && at < start + 7; at++) {
		char c = text.ptr[at];
		uint32_t digit;

		if (c >= '0' && c <= '9')
			digit = (uint32_t)(c - '0');
		else if (hex && is_letter(c) && (c | 0x20) <= 'f')
			digit = (uint32_t)((c | 0x20) - 'a' + 10);
		else
			break;
		value = value * (hex ? 16 : 10) + digit;
	}
	if (at == start || at >= text.len || text.ptr[at] != ';' || value > 0x10FFFF ||
		(value >= 0xD800 && value < 0xE000))
		return 0;
	*code = value == 0xA0 ? ' ' : value;
	return at + 1;
}

size_t markup_entity(struct text text, uint32_t *code)
{
	struct text name;

	if (text.len > 1 && text.ptr[1] == '#')
		return numeric_entity(text, code);
	name = name_at(text, 1);
	if (1 + name.len >= text.len || text.ptr[1 + name.len] != ';')
		return 0;
	for (size_t i = 0; i < FST_COUNT(entities); i++) {
		if (!text_is(name, entities[i].name))
			continue;
		*code = entities[i].code;
		return name.len + 2;
	}
	return 0;
}

size_t markup_bbcode(struct text text)
{
	static const char *const names[] = {"b", "center", "code", "color", "font", "highlight",
		"html", "i", "img", "list", "pre", "quote", "size", "spoiler", "table", "td", "tr",
		"url"};
	size_t at = text.len > 1 && text.ptr[1] == '/' ? 2 : 1;
	struct text name = name_at(text, at);
	size_t end = at + name.len, close;

	if (!name.len || end >= text.len || !strchr("]=", text.ptr[end]))
		return 0;
	close = text_find_char(text_make(text.ptr, text.len < 200 ? text.len : 200), ']');
	if (close == SIZE_MAX)
		return 0;
	for (size_t i = 0; i < FST_COUNT(names); i++)
		if (text_equal_nocase(name, text_of(names[i])))
			return close + 1;
	return 0;
}
