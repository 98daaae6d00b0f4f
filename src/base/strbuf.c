#include "base/strbuf.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

void strbuf_free(struct strbuf *sb)
{
	free(sb->ptr);
	*sb = STRBUF_INIT;
}

void strbuf_clear(struct strbuf *sb)
{
	strbuf_truncate(sb, 0);
}

void strbuf_reserve(struct strbuf *sb, size_t more)
{
	size_t need = sb->len + more + 1;
	size_t size = sb->size ? sb->size : 64;

	if (need <= sb->size)
		return;
	while (size < need)
		size += size / 2;
	sb->ptr = xrealloc(sb->ptr, size);
	sb->size = size;
}

void strbuf_add(struct strbuf *sb, const void *bytes, size_t length)
{
	strbuf_reserve(sb, length);
	if (length)
		memcpy(sb->ptr + sb->len, bytes, length);
	sb->len += length;
	sb->ptr[sb->len] = '\0';
}

void strbuf_add_text(struct strbuf *sb, struct text text)
{
	strbuf_add(sb, text.ptr, text.len);
}

void strbuf_add_string(struct strbuf *sb, const char *string)
{
	strbuf_add(sb, string, strlen(string));
}

void strbuf_add_char(struct strbuf *sb, char c)
{
	strbuf_add(sb, &c, 1);
}

void strbuf_add_repeat(struct strbuf *sb, char c, size_t count)
{
	strbuf_reserve(sb, count);
	memset(sb->ptr + sb->len, c, count);
	sb->len += count;
	sb->ptr[sb->len] = '\0';
}

void strbuf_add_count(struct strbuf *sb, size_t count)
{
	char digits[3 * sizeof(count)], *at = digits + sizeof(digits);

	do
		*--at = (char)('0' + count % 10);
	while (count /= 10);
	strbuf_add(sb, at, (size_t)(digits + sizeof(digits) - at));
}

void strbuf_vprintf(struct strbuf *sb, const char *format, va_list ap)
{
	va_list again;
	int n;

	strbuf_reserve(sb, 64);
	va_copy(again, ap);
	n = vsnprintf(sb->ptr + sb->len, sb->size - sb->len, format, ap);
	if (n > 0 && (size_t)n >= sb->size - sb->len) {
		strbuf_reserve(sb, (size_t)n);
		vsnprintf(sb->ptr + sb->len, sb->size - sb->len, format, again);
	}
	va_end(again);
	if (n > 0)
		sb->len += (size_t)n;
}

void strbuf_printf(struct strbuf *sb, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	strbuf_vprintf(sb, format, ap);
	va_end(ap);
}

void strbuf_truncate(struct strbuf *sb, size_t length)
{
	if (length > sb->len || !sb->ptr)
		return;
	sb->len = length;
	sb->ptr[length] = '\0';
}

struct text strbuf_text(const struct strbuf *sb)
{
	return text_make(sb->ptr, sb->len);
}

const char *strbuf_string(const struct strbuf *sb)
{
	return sb->ptr ? sb->ptr : "";
}

char *strbuf_detach(struct strbuf *sb)
{
	char *result = sb->ptr ? sb->ptr : xstrdup("");

	*sb = STRBUF_INIT;
	return result;
}
