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

	if (!name.len || (end < text.len && !strchr(" \t/>\xC2", text.ptr[end])))
		return false;
	for (size_t i = 0; i < FST_COUNT(tags); i++) {
		if (!text_equal_nocase(name, text_of(tags[i].name)))
			continue;
		*tag = (struct markup_tag){
			.name_end = end,
			.becomes = closing ? tags[i].close : tags[i].open,
			.block = strcmp(tags[i].name, "br") != 0,
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
	{"AElig", 0x00C6},
	{"Aacute", 0x00C1},
	{"Acirc", 0x00C2},
	{"Agrave", 0x00C0},
	{"Aring", 0x00C5},
	{"Atilde", 0x00C3},
	{"Auml", 0x00C4},
	{"Ccedil", 0x00C7},
	{"ETH", 0x00D0},
	{"Eacute", 0x00C9},
	{"Ecirc", 0x00CA},
	{"Egrave", 0x00C8},
	{"Euml", 0x00CB},
	{"Iacute", 0x00CD},
	{"Icirc", 0x00CE},
	{"Igrave", 0x00CC},
	{"Iuml", 0x00CF},
	{"NewLine", '\n'},
	{"Ntilde", 0x00D1},
	{"Oacute", 0x00D3},
	{"Ocirc", 0x00D4},
	{"Ograve", 0x00D2},
	{"Oslash", 0x00D8},
	{"Otilde", 0x00D5},
	{"Ouml", 0x00D6},
	{"THORN", 0x00DE},
	{"Tab", '\t'},
	{"Uacute", 0x00DA},
	{"Ucirc", 0x00DB},
	{"Ugrave", 0x00D9},
	{"Uuml", 0x00DC},
	{"Yacute", 0x00DD},
	{"aacute", 0x00E1},
	{"acirc", 0x00E2},
	{"aelig", 0x00E6},
	{"agrave", 0x00E0},
	{"amp", '&'},
	{"apos", '\''},
	{"aring", 0x00E5},
	{"ast", '*'},
	{"atilde", 0x00E3},
	{"auml", 0x00E4},
	{"bdquo", 0x201E},
	{"bsol", '\\'},
	{"bull", 0x2022},
	{"ccedil", 0x00E7},
	{"colon", ':'},
	{"comma", ','},
	{"copy", 0x00A9},
	{"deg", 0x00B0},
	{"divide", 0x00F7},
	{"dollar", '$'},
	{"eacute", 0x00E9},
	{"ecirc", 0x00EA},
	{"egrave", 0x00E8},
	{"emsp", 0x2003},
	{"ensp", 0x2002},
	{"equals", '='},
	{"eth", 0x00F0},
	{"euml", 0x00EB},
	{"euro", 0x20AC},
	{"grave", '`'},
	{"gt", '>'},
	{"hellip", 0x2026},
	{"iacute", 0x00ED},
	{"icirc", 0x00EE},
	{"igrave", 0x00EC},
	{"iuml", 0x00EF},
	{"laquo", 0x00AB},
	{"ldquo", 0x201C},
	{"lowbar", '_'},
	{"lpar", '('},
	{"lsqb", '['},
	{"lsquo", 0x2018},
	{"lt", '<'},
	{"mdash", 0x2014},
	{"micro", 0x00B5},
	{"middot", 0x00B7},
	{"minus", 0x2212},
	{"nbsp", ' '},
	{"ndash", 0x2013},
	{"ntilde", 0x00F1},
	{"num", '#'},
	{"oacute", 0x00F3},
	{"ocirc", 0x00F4},
	{"ograve", 0x00F2},
	{"oslash", 0x00F8},
	{"otilde", 0x00F5},
	{"ouml", 0x00F6},
	{"percnt", '%'},
	{"period", '.'},
	{"plus", '+'},
	{"quot", '"'},
	{"raquo", 0x00BB},
	{"rdquo", 0x201D},
	{"rpar", ')'},
	{"rsqb", ']'},
	{"rsquo", 0x2019},
	{"sbquo", 0x201A},
	{"sect", 0x00A7},
	{"semi", ';'},
	{"shy", 0x00AD},
	{"sol", '/'},
	{"szlig", 0x00DF},
	{"thinsp", 0x2009},
	{"thorn", 0x00FE},
	{"tilde", 0x02DC},
	{"times", 0x00D7},
	{"uacute", 0x00FA},
	{"ucirc", 0x00FB},
	{"ugrave", 0x00F9},
	{"uuml", 0x00FC},
	{"verbar", '|'},
	{"vert", '|'},
	{"yacute", 0x00FD},
	{"yuml", 0x00FF},
	{"zwnj", 0x200C},
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
