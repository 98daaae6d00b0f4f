#include "base/alloc.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

FST_NORETURN static void alloc_die(size_t size)
{
	fprintf(stderr, "fstui: out of memory (%zu bytes more)\n", size);
	abort();
}

void *xmalloc(size_t size)
{
	void *p = malloc(size ? size : 1);

	if (!p)
		alloc_die(size);
	return p;
}

void *xcalloc(size_t count, size_t size)
{
	void *p = calloc(count ? count : 1, size ? size : 1);

	if (!p)
		alloc_die(count);
	return p;
}

void *xrealloc(void *old, size_t size)
{
	void *p = realloc(old, size ? size : 1);

	if (!p)
		alloc_die(size);
	return p;
}

void *xreallocarray(void *old, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size)
		alloc_die(SIZE_MAX);
	return xrealloc(old, count * size);
}

char *xstrdup(const char *string)
{
	return xmemdup0(string, strlen(string));
}

char *xmemdup0(const void *bytes, size_t length)
{
	char *copy = xmalloc(length + 1);

	if (length)
		memcpy(copy, bytes, length);
	copy[length] = '\0';
	return copy;
}

char *xasprintf(const char *format, ...)
{
	va_list ap;
	char *result;
	int n;

	va_start(ap, format);
	n = vasprintf(&result, format, ap);
	va_end(ap);
	if (n < 0)
		alloc_die(0);
	return result;
}
