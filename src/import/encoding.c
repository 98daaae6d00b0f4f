#include "import/encoding.h"

#include <stdint.h>

#include "base/utf8.h"

/* So much of an input is looked at when it has no byte order mark. */
#define SAMPLE 512

/* So much of an input is looked at to tell text from data. */
#define BINARY_SAMPLE 4096

/*
 * More than one byte in twenty is a control byte that no text has. Noise has a
 * tenth of them, programs and archives more; terminal logs have only others.
 */
static bool is_binary(struct text start)
{
	size_t length = start.len < BINARY_SAMPLE ? start.len : BINARY_SAMPLE;
	size_t odd_bytes = 0;

	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)start.ptr[i];

		odd_bytes += c < 0x20 && !text_is_blank((char)c) && c != '\a' && c != '\b' &&
			     c != 0x1B;
	}
	return odd_bytes > 8 && odd_bytes * 20 > length;
}

enum encoding encoding_detect(struct text start)
{
	size_t even = 0, odd = 0;
	size_t length = start.len < SAMPLE ? start.len & ~(size_t)1 : SAMPLE;

	if (text_starts(start, "\xFF\xFE"))
		return ENCODING_UTF16LE;
	if (text_starts(start, "\xFE\xFF"))
		return ENCODING_UTF16BE;
	for (size_t i = 0; i + 1 < length; i += 2) {
		even += start.ptr[i] == '\0' && start.ptr[i + 1] != '\0';
		odd += start.ptr[i + 1] == '\0' && start.ptr[i] != '\0';
	}
	/* The figures and blanks of any language are ASCII: of many units one byte is NUL. */
	if (length >= 8 && even * 16 <= odd && odd > length / 2 * 3 / 10)
		return ENCODING_UTF16LE;
	if (length >= 8 && odd * 16 <= even && even > length / 2 * 3 / 10)
		return ENCODING_UTF16BE;
	return is_binary(start) ? ENCODING_BINARY : ENCODING_BYTES;
}

static uint32_t unit_at(enum encoding encoding, const char *at)
{
	uint32_t first = (unsigned char)at[0], second = (unsigned char)at[1];

	return encoding == ENCODING_UTF16LE ? second << 8 | first : first << 8 | second;
}

size_t encoding_decode(enum encoding encoding, struct text text, struct strbuf *out)
{
	char bytes[4];
	size_t at = 0;

	while (at + 1 < text.len) {
		uint32_t code = unit_at(encoding, text.ptr + at), low;

		if (code >= 0xD800 && code < 0xDC00) {
			if (at + 3 >= text.len)
				break;
			low = unit_at(encoding, text.ptr + at + 2);
			if (low >= 0xDC00 && low < 0xE000) {
				code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
				at += 2;
			}
		}
		strbuf_add(out, bytes, utf8_encode(code, bytes));
		at += 2;
	}
	return at;
}
