/*
 * A growing string. Always NUL-terminated behind its length once it holds
 * anything; start it with STRBUF_INIT, end it with strbuf_free().
 */
#ifndef FST_BASE_STRBUF_H
#define FST_BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

#include "base/attributes.h"
#include "base/text.h"

struct strbuf {
	char *ptr;
	size_t len;
	size_t size; /* bytes allocated */
};

#define STRBUF_INIT ((struct strbuf){0})

void strbuf_free(struct strbuf *sb);

/* Forget the contents, keep the memory. */
void strbuf_clear(struct strbuf *sb);

/* Make room for @more bytes behind the contents. */
void strbuf_reserve(struct strbuf *sb, size_t more);

void strbuf_add(struct strbuf *sb, const void *bytes, size_t length);
void strbuf_add_text(struct strbuf *sb, struct text text);
void strbuf_add_string(struct strbuf *sb, const char *string);
void strbuf_add_char(struct strbuf *sb, char c);
void strbuf_add_repeat(struct strbuf *sb, char c, size_t count);
/* Add @count in decimal: printf's %zu, faster. */
void strbuf_add_count(struct strbuf *sb, size_t count);
void strbuf_printf(struct strbuf *sb, const char *format, ...) FST_PRINTF(2, 3);
void strbuf_vprintf(struct strbuf *sb, const char *format, va_list ap) FST_PRINTF(2, 0);

/* Cut the contents to @length bytes. */
void strbuf_truncate(struct strbuf *sb, size_t length);

/* The contents as a slice, valid until the next change. */
struct text strbuf_text(const struct strbuf *sb);

/* The contents as a string (never NULL), valid until the next change. */
const char *strbuf_string(const struct strbuf *sb);

/* The contents as a string that the caller owns; @sb is left empty. */
char *strbuf_detach(struct strbuf *sb);

#endif
