#include "report/paragraph.h"

#include <stdbool.h>

#include "base/utf8.h"

static void add_escaped(struct strbuf *out, struct text word)
{
	size_t size = 4 * word.len + 1;

	strbuf_reserve(out, size);
	out->len += utf8_escape(out->ptr + out->len, size, word.ptr, word.len);
}

void paragraph_add(struct strbuf *out, struct text words, const char *first, size_t columns)
{
	size_t indent = utf8_cells(text_of(first)), at = indent;
	bool begins = true;
	struct text word;

	strbuf_add_string(out, first);
	while (text_next_word(&words, &word)) {
		size_t cells = utf8_cells(word);

		if (!begins && at + 1 + cells > columns) {
			strbuf_add_char(out, '\n');
			strbuf_add_repeat(out, ' ', indent);
			at = indent;
		} else if (!begins) {
			strbuf_add_char(out, ' ');
			at++;
		}
		add_escaped(out, word);
		at += cells;
		begins = false;
	}
	strbuf_add_char(out, '\n');
}
