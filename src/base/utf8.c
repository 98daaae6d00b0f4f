#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

#include "base/attributes.h"
#include "base/utf8_tables.h"

uint32_t utf8_decode(struct text t, size_t *used)
{
	static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *s = (const unsigned char *)t.ptr;
	size_t need = s[0] < 0x80 ? 1 : s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
	uint32_t code;

	*used = 1;
	if (need == 1)
		return s[0];
	if (s[0] < 0xC2 || s[0] > 0xF4 || need > t.len)
		return UTF8_INVALID;
	code = s[0] & (0xFFu >> (need + 1));
	for (size_t i = 1; i < need; i++) {
		if ((s[i] & 0xC0) != 0x80)
			return UTF8_INVALID;
		code = code << 6 | (s[i] & 0x3Fu);
	}
	if (code < smallest[need] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
		return UTF8_INVALID;
	*used = need;
	return code;
}

size_t utf8_encode(uint32_t code, char *out)
{
	static const unsigned char lead[5] = {0, 0, 0xC0, 0xE0, 0xF0};
	size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

	if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
		return 0;
	if (n == 1) {
		out[0] = (char)code;
		return 1;
	}
	for (size_t i = n - 1; i > 0; i--, code >>= 6)
		out[i] = (char)(0x80 | (code & 0x3F));
	out[0] = (char)(lead[n] | code);
	return n;
}

bool utf8_valid(struct text t)
{
	size_t used;

	while (t.len) {
		if (utf8_decode(t, &used) == UTF8_INVALID)
			return false;
		t = text_skip(t, used);
	}
	return true;
}

static bool in_ranges(uint32_t code, const struct utf8_range *ranges, size_t count)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (code > ranges[middle].last)
			low = middle + 1;
		else if (code < ranges[middle].first)
			high = middle;
		else
			return true;
	}
	return false;
}

int utf8_width(uint32_t code)
{
	if (code < 0x20 || code == 0x7F || code > 0x10FFFF)
		return -1;
	if (code < 0x300 && code != 0xAD)
		return code < 0x80 || code >= 0xA0 ? 1 : -1;
	if (in_ranges(code, utf8_hidden, FST_COUNT(utf8_hidden)))
		return -1;
	if (in_ranges(code, utf8_zero_width, FST_COUNT(utf8_zero_width)))
		return 0;
	return in_ranges(code, utf8_wide, FST_COUNT(utf8_wide)) ? 2 : 1;
}

/*
 * One printable piece of @t: the character as it is, or its escape, in @piece
 * (room for 24 bytes). Returns its cells; @used and @bytes get the lengths in
 * the input and in @piece.
 */
static size_t next_piece(struct text t, char *piece, size_t *used, size_t *bytes)
{
	uint32_t code = utf8_decode(t, used);
	int width = code == UTF8_INVALID ? -1 : utf8_width(code);
	const char *name = code == '\n'   ? "\\n"
			   : code == '\t' ? "\\t"
			   : code == '\r' ? "\\r"
					  : NULL;

	if (width >= 0) {
		memcpy(piece, t.ptr, *used);
		*bytes = *used;
		return (size_t)width;
	}
	if (name) {
		memcpy(piece, name, 2);
		*bytes = 2;
		return 2;
	}
	*bytes = 0;
	for (size_t i = 0; i < *used; i++)
		*bytes += (size_t)snprintf(piece + *bytes, 5, "\\x%02X", (unsigned char)t.ptr[i]);
	return *bytes;
}

size_t utf8_cells(struct text t)
{
	char piece[24];
	size_t cells = 0, used, bytes;

	for (; t.len; t = text_skip(t, used))
		cells += next_piece(t, piece, &used, &bytes);
	return cells;
}

size_t utf8_escape(char *out, size_t size, const char *input, size_t length)
{
	struct text t = text_make(input, length);
	char piece[24];
	size_t at = 0, used, bytes;

	if (size == 0)
		return 0;
	for (; t.len; t = text_skip(t, used)) {
		next_piece(t, piece, &used, &bytes);
		if (at + bytes >= size)
			break;
		memcpy(out + at, piece, bytes);
		at += bytes;
	}
	out[at] = '\0';
	return at;
}

size_t utf8_fit(char *out, size_t size, struct text t, size_t cells, bool ascii)
{
	const char *mark = ascii ? "~" : "\xE2\x80\xA6";
	size_t mark_bytes = strlen(mark);
	size_t at = 0, used_cells = 0; /* everything so far */
	size_t keep = 0, keep_cells = 0; /* what still leaves a cell for the mark */
	char piece[24];
	size_t used, bytes;

	if (size == 0)
		return 0;
	for (; t.len; t = text_skip(t, used)) {
		size_t width = next_piece(t, piece, &used, &bytes);

		if (ascii && (unsigned char)piece[0] >= 0x80) {
			memset(piece, '?', width);
			bytes = width;
		}
		if (used_cells + width > cells || at + bytes + mark_bytes >= size)
			break;
		memcpy(out + at, piece, bytes);
		at += bytes;
		used_cells += width;
		if (used_cells + 1 <= cells) {
			keep = at;
			keep_cells = used_cells;
		}
	}
	if (t.len && cells > 0 && keep + mark_bytes < size) {
		memcpy(out + keep, mark, mark_bytes);
		at = keep + mark_bytes;
		used_cells = keep_cells + 1;
	}
	out[at] = '\0';
	return used_cells;
}
