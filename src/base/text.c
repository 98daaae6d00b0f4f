#include "base/text.h"

#include <stdint.h>
#include <strings.h>

bool text_equal_nocase(struct text a, struct text b)
{
	return a.len == b.len && (a.len == 0 || strncasecmp(a.ptr, b.ptr, a.len) == 0);
}

bool text_starts_nocase(struct text t, const char *prefix)
{
	size_t n = strlen(prefix);

	return t.len >= n && (n == 0 || strncasecmp(t.ptr, prefix, n) == 0);
}

size_t text_find(struct text t, const char *needle)
{
	size_t n = strlen(needle);
	const char *hit;

	if (n > t.len)
		return SIZE_MAX;
	if (n == 0)
		return 0;
	hit = memmem(t.ptr, t.len, needle, n);
	return hit ? (size_t)(hit - t.ptr) : SIZE_MAX;
}

bool text_contains(struct text t, const char *needle)
{
	return text_find(t, needle) != SIZE_MAX;
}

bool text_next_word(struct text *t, struct text *word)
{
	size_t n = 0;

	while (t->len && text_is_blank(t->ptr[0]))
		*t = text_skip(*t, 1);
	while (n < t->len && !text_is_blank(t->ptr[n]))
		n++;
	*word = text_make(t->ptr, n);
	if (n)
		*t = text_skip(*t, n);
	return n > 0;
}

bool text_next_part(struct text *t, char separator, struct text *part)
{
	size_t at;

	if (!t->ptr)
		return false;
	at = text_find_char(*t, separator);
	if (at == SIZE_MAX) {
		*part = *t;
		*t = (struct text){0};
	} else {
		*part = text_make(t->ptr, at);
		*t = text_skip(*t, at + 1);
	}
	return true;
}

int text_compare(struct text a, struct text b)
{
	size_t n = a.len < b.len ? a.len : b.len;
	int order = n ? memcmp(a.ptr, b.ptr, n) : 0;

	if (order)
		return order < 0 ? -1 : 1;
	return (a.len > b.len) - (a.len < b.len);
}
