#include "ui/lineedit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"

#define HISTORY_MAX 100

void lineedit_start(struct lineedit *edit, struct text initial, struct lineedit_history *history)
{
	*edit = (struct lineedit){.history = history, .recalled = history ? history->count : 0};
	lineedit_insert(edit, initial);
}

void lineedit_free(struct lineedit *edit)
{
	strbuf_free(&edit->text);
	strbuf_free(&edit->draft);
	*edit = (struct lineedit){0};
}

static void replace(struct lineedit *edit, size_t from, size_t to, struct text by)
{
	size_t tail = edit->text.len - to;

	if (by.len > to - from)
		strbuf_reserve(&edit->text, by.len - (to - from));
	if (edit->text.ptr)
		memmove(edit->text.ptr + from + by.len, edit->text.ptr + to, tail);
	if (by.len)
		memcpy(edit->text.ptr + from, by.ptr, by.len);
	edit->text.len = from + by.len + tail;
	if (edit->text.ptr)
		edit->text.ptr[edit->text.len] = '\0';
	edit->cursor = from + by.len;
}

void lineedit_insert(struct lineedit *edit, struct text text)
{
	struct strbuf clean = STRBUF_INIT;

	while (text.len) {
		size_t used;
		uint32_t code = utf8_decode(text, &used);

		if (code == '\t' || code == '\n' || code == '\r')
			strbuf_add_char(&clean, ' ');
		else if (code != UTF8_INVALID && utf8_width(code) >= 0)
			strbuf_add(&clean, text.ptr, used);
		text = text_skip(text, used);
	}
	replace(edit, edit->cursor, edit->cursor, strbuf_text(&clean));
	strbuf_free(&clean);
}

void lineedit_replace(struct lineedit *edit, size_t from, struct text text)
{
	replace(edit, from, edit->cursor, (struct text){0});
	lineedit_insert(edit, text);
}

/* The text holds valid UTF-8 alone, so a character starts at every byte that continues none. */
static bool is_start(const struct lineedit *edit, size_t at)
{
	size_t used;

	if (at == 0 || at >= edit->text.len)
		return true;
	if (((unsigned char)edit->text.ptr[at] & 0xC0) == 0x80)
		return false;
	return utf8_width(utf8_decode(text_skip(strbuf_text(&edit->text), at), &used)) != 0;
}

static size_t step(const struct lineedit *edit, size_t from, int direction)
{
	size_t at = from;

	if (direction < 0) {
		while (at > 0 && !is_start(edit, --at))
			;
		return at;
	}
	while (at < edit->text.len && !is_start(edit, ++at))
		;
	return at;
}

void lineedit_move(struct lineedit *edit, int characters)
{
	for (; characters < 0; characters++)
		edit->cursor = step(edit, edit->cursor, -1);
	for (; characters > 0; characters--)
		edit->cursor = step(edit, edit->cursor, 1);
}

void lineedit_home(struct lineedit *edit)
{
	edit->cursor = 0;
}

void lineedit_end(struct lineedit *edit)
{
	edit->cursor = edit->text.len;
}

void lineedit_delete(struct lineedit *edit, int direction)
{
	size_t other = step(edit, edit->cursor, direction);

	if (other < edit->cursor)
		replace(edit, other, edit->cursor, (struct text){0});
	else
		replace(edit, edit->cursor, other, (struct text){0});
}

void lineedit_delete_word(struct lineedit *edit)
{
	size_t from = edit->cursor;

	while (from > 0 && text_is_blank(edit->text.ptr[from - 1]))
		from--;
	while (from > 0 && !text_is_blank(edit->text.ptr[from - 1]))
		from--;
	replace(edit, from, edit->cursor, (struct text){0});
}

void lineedit_delete_to_start(struct lineedit *edit)
{
	replace(edit, 0, edit->cursor, (struct text){0});
}

void lineedit_delete_to_end(struct lineedit *edit)
{
	replace(edit, edit->cursor, edit->text.len, (struct text){0});
}

void lineedit_recall(struct lineedit *edit, int by)
{
	size_t count = edit->history ? edit->history->count : 0;
	struct text shown;

	if ((by < 0 && edit->recalled == 0) || (by > 0 && edit->recalled >= count))
		return;
	if (edit->recalled == count) {
		strbuf_clear(&edit->draft);
		strbuf_add_text(&edit->draft, strbuf_text(&edit->text));
	}
	edit->recalled = by < 0 ? edit->recalled - 1 : edit->recalled + 1;
	shown = edit->recalled == count ? strbuf_text(&edit->draft)
					: text_of(edit->history->lines[edit->recalled]);
	replace(edit, 0, edit->text.len, shown);
}

void lineedit_history_add(struct lineedit_history *history, struct text line)
{
	size_t place = 0;

	if (line.len == 0)
		return;
	while (place < history->count && !text_is(line, history->lines[place]))
		place++;
	if (place == history->count && history->count >= HISTORY_MAX)
		place = 0;
	if (place < history->count) {
		free(history->lines[place]);
		memmove(&history->lines[place], &history->lines[place + 1],
			(history->count - place - 1) * sizeof(*history->lines));
		history->count--;
	}
	history->lines = xreallocarray(history->lines, history->count + 1, sizeof(*history->lines));
	history->lines[history->count++] = xmemdup0(line.ptr, line.len);
}

void lineedit_history_free(struct lineedit_history *history)
{
	for (size_t i = 0; i < history->count; i++)
		free(history->lines[i]);
	free(history->lines);
	*history = (struct lineedit_history){0};
}
