#include "base/escape.h"

#include <string.h>

#include "base/utf8.h"

static const char hex_digits[] = "0123456789ABCDEF";

void escape_add_byte(struct strbuf *sb, unsigned char byte)
{
	char escape[4] = {'\\', 'x', hex_digits[byte >> 4], hex_digits[byte & 15]};

	strbuf_add(sb, escape, sizeof(escape));
}

/* Bytes at the start of @t that stay as they are. */
static size_t plain_bytes(struct text t)
{
	size_t n = 0;

	while (n < t.len) {
		unsigned char c = (unsigned char)t.ptr[n];
		size_t used = 1;

		if (c < 0x20 || c == 0x7F || c == '\\')
			break;
		if (c >= 0x80) {
			uint32_t code = utf8_decode(text_skip(t, n), &used);

			if (code == UTF8_INVALID || code < 0xA0)
				break;
		}
		n += used;
	}
	return n;
}

void escape_add(struct strbuf *sb, struct text text)
{
	while (text.len) {
		size_t plain = plain_bytes(text);

		strbuf_add(sb, text.ptr, plain);
		text = text_skip(text, plain);
		if (!text.len)
			break;
		switch (text.ptr[0]) {
		case '\n':
			strbuf_add_string(sb, "\\n");
			break;
		case '\t':
			strbuf_add_string(sb, "\\t");
			break;
		case '\r':
			strbuf_add_string(sb, "\\r");
			break;
		case '\\':
			strbuf_add_string(sb, "\\\\");
			break;
		default:
			escape_add_byte(sb, (unsigned char)text.ptr[0]);
			break;
		}
		text = text_skip(text, 1);
	}
}

static int hex_value(char c)
{
	const char *digit = c ? strchr(hex_digits, c >= 'a' && c <= 'f' ? c - 32 : c) : NULL;

	return digit ? (int)(digit - hex_digits) : -1;
}

/* The byte that the escape at @p (@left bytes, a backslash first) stands for, -1 if none. */
static int unescape_byte(const char *p, size_t left, size_t *used)
{
	*used = 2;
	if (left < 2)
		return -1;
	switch (p[1]) {
	case 'n':
		return '\n';
	case 't':
		return '\t';
	case 'r':
		return '\r';
	case '\\':
		return '\\';
	case 'x':
		*used = 4;
		if (left < 4 || hex_value(p[2]) < 0 || hex_value(p[3]) < 0)
			return -1;
		return hex_value(p[2]) << 4 | hex_value(p[3]);
	default:
		return -1;
	}
}

size_t escape_undo(char *bytes, size_t length)
{
	char *found = length ? memchr(bytes, '\\', length) : NULL;
	size_t from, to;

	if (!found)
		return length;
	for (from = to = (size_t)(found - bytes); from < length;) {
		size_t used = 1;
		int byte = bytes[from] == '\\' ? unescape_byte(bytes + from, length - from, &used)
					       : (unsigned char)bytes[from];

		if (byte < 0) {
			byte = '\\';
			used = 1;
		}
		bytes[to++] = (char)byte;
		from += used;
	}
	return to;
}
