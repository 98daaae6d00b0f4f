#include "report/markup.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"

/* @text with escapes for all that is not printable, as a string that the caller frees. */
static char *make_printable(struct text text, size_t *length)
{
	size_t size = text.len * 4 + 1;
	char *out = xmalloc(size);

	*length = utf8_escape(out, size, text.ptr, text.len);
	return out;
}

void markup_add_xml(struct strbuf *out, struct text text)
{
	size_t length;
	char *printable = make_printable(text, &length);

	for (size_t i = 0; i < length; i++)
		switch (printable[i]) {
		case '&':
			strbuf_add_string(out, "&amp;");
			break;
		case '<':
			strbuf_add_string(out, "&lt;");
			break;
		case '>':
			strbuf_add_string(out, "&gt;");
			break;
		case '"':
			strbuf_add_string(out, "&quot;");
			break;
		default:
			strbuf_add_char(out, printable[i]);
		}
	free(printable);
}

void markup_add_markdown(struct strbuf *out, struct text text)
{
	size_t length;
	char *printable = make_printable(text, &length);

	for (size_t i = 0; i < length; i++) {
		if (printable[i] == '<' || printable[i] == '&') {
			/* A backslash does not stop HTML in every reader. */
			strbuf_add_string(out, printable[i] == '<' ? "&lt;" : "&amp;");
			continue;
		}
		if (strchr("\\`*_{}[]()#|~>!", printable[i]))
			strbuf_add_char(out, '\\');
		strbuf_add_char(out, printable[i]);
	}
	free(printable);
}

void markup_add_spreadsheet(struct strbuf *out, struct text text)
{
	if (text.len > 0 && memchr("=+-@\t\r", text.ptr[0], 6))
		strbuf_add_char(out, '\'');
	strbuf_add_text(out, text);
}
