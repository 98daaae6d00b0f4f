/*
 * Text escapes that keep a text in one line of valid UTF-8, and that can be undone:
 * `\n` `\t` `\r` `\\`, and `\xNN` for other control bytes and for bytes that are
 * not UTF-8. (utf8_escape() is for people and cannot be undone.)
 */
#ifndef FST_BASE_ESCAPE_H
#define FST_BASE_ESCAPE_H

#include <stddef.h>

#include "base/strbuf.h"
#include "base/text.h"

/* Add @text with the escapes to @sb. */
void escape_add(struct strbuf *sb, struct text text);

/* Add the `\xNN` of @byte. */
void escape_add_byte(struct strbuf *sb, unsigned char byte);

/* Undo them in place; returns the new length. A backslash before anything else stays. */
size_t escape_undo(char *bytes, size_t length);

#endif
