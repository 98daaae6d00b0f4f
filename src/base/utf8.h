/*
 * UTF-8 as a terminal sees it: decoding that never trusts its input, display
 * width, fitting text into cells, and visible escapes for what must not reach a
 * terminal (control bytes, invalid UTF-8, bidirectional and other invisible
 * format characters). Independent of the locale.
 */
#ifndef FST_BASE_UTF8_H
#define FST_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

#define UTF8_INVALID 0xFFFFFFFFu

/*
 * Decode the code point at the start of @t (which has at least one byte).
 * @used gets its bytes. Overlong forms, surrogates, values over U+10FFFF and
 * cut sequences give UTF8_INVALID with @used 1.
 */
uint32_t utf8_decode(struct text t, size_t *used);

/* Encode @code at @out (room for 4); returns the bytes written, 0 if not a code point. */
size_t utf8_encode(uint32_t code, char *out);

/* True when all of @t is valid UTF-8. */
bool utf8_valid(struct text t);

/*
 * Cells that @code takes: 0 combining, 1, or 2 (East Asian wide, emoji); -1 for
 * what is never printed as it is (controls, format characters, unassigned
 * surrogates). East Asian ambiguous is 1.
 */
int utf8_width(uint32_t code);

/* Cells that utf8_escape's form of @t takes. */
size_t utf8_cells(struct text t);

/*
 * Copy @length bytes at @bytes to @out (@size bytes, always NUL-terminated when
 * size > 0), with everything that is not printable as `\n` `\t` `\r` or `\xNN`;
 * cut at a character when it does not fit. Returns the bytes written without NUL.
 */
size_t utf8_escape(char *out, size_t size, const char *bytes, size_t length);

/*
 * Fit @t into @cells: escaped as above, cut with "…" ("~" when @ascii, where
 * other characters become "?") when too long, not padded. Returns the cells used.
 */
size_t utf8_fit(char *out, size_t size, struct text t, size_t cells, bool ascii);

#endif
