/*
 * A slice of text: pointer and length, not NUL-terminated, not owned. The
 * empty slice may have a NULL pointer.
 */
#ifndef FST_BASE_TEXT_H
#define FST_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct text {
	const char *ptr;
	size_t len;
};

/* A slice of a string literal. */
#define TEXT(literal) ((struct text){.ptr = (literal), .len = sizeof(literal) - 1})

/* For printf's "%.*s". */
#define TEXT_ARGS(t) (int)(t).len, (t).ptr ? (t).ptr : ""

static inline struct text text_of(const char *string)
{
	return (struct text){.ptr = string, .len = string ? strlen(string) : 0};
}

static inline struct text text_make(const char *ptr, size_t len)
{
	return (struct text){.ptr = ptr, .len = len};
}

/* @t without its first @n bytes (all of them when it has fewer). */
static inline struct text text_skip(struct text t, size_t n)
{
	n = n < t.len ? n : t.len;
	/* C11 does not allow to add even 0 to NULL. */
	return n ? (struct text){.ptr = t.ptr + n, .len = t.len - n} : t;
}

static inline bool text_equal(struct text a, struct text b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static inline bool text_is(struct text t, const char *string)
{
	return text_equal(t, text_of(string));
}

static inline bool text_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* ASCII blanks: space and \t \n \v \f \r. */
static inline bool text_is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Here and not in text.c, because the lengths of literals are known where it is called. */
static inline bool text_starts(struct text t, const char *prefix)
{
	size_t n = strlen(prefix);

	return t.len >= n && (n == 0 || memcmp(t.ptr, prefix, n) == 0);
}

static inline bool text_ends(struct text t, const char *suffix)
{
	size_t n = strlen(suffix);

	return t.len >= n && (n == 0 || memcmp(t.ptr + t.len - n, suffix, n) == 0);
}

/* ASCII letters compared without case. */
bool text_equal_nocase(struct text a, struct text b);
bool text_starts_nocase(struct text t, const char *prefix);

/* First place of @needle in @t, or SIZE_MAX. */
size_t text_find(struct text t, const char *needle);

static inline size_t text_find_char(struct text t, char c)
{
	const char *hit = t.len ? (const char *)memchr(t.ptr, c, t.len) : NULL;

	return hit ? (size_t)(hit - t.ptr) : SIZE_MAX;
}

bool text_contains(struct text t, const char *needle);

/* Without blanks at both ends. */
static inline struct text text_trim(struct text t)
{
	while (t.len && text_is_blank(t.ptr[0]))
		t = text_make(t.ptr + 1, t.len - 1);
	while (t.len && text_is_blank(t.ptr[t.len - 1]))
		t.len--;
	return t;
}

/*
 * Cut the first word (run of non-blanks) off @t. False, and an empty @word,
 * when only blanks are left.
 */
bool text_next_word(struct text *t, struct text *word);

/*
 * Cut up to the first @separator off @t, which is left behind it. False when
 * nothing is left; after the last part @t is {NULL, 0}.
 */
bool text_next_part(struct text *t, char separator, struct text *part);

/* -1, 0, 1: byte order, a prefix first. */
int text_compare(struct text a, struct text b);

#endif
