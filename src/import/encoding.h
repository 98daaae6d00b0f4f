/*
 * What an input is written in: text in UTF-16, with or without a byte order mark,
 * is made UTF-8, and what is no text at all is told from it.
 */
#ifndef FST_IMPORT_ENCODING_H
#define FST_IMPORT_ENCODING_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "base/text.h"

enum encoding {
	ENCODING_BYTES, /* UTF-8 or another one that has ASCII in it */
	ENCODING_UTF16LE,
	ENCODING_UTF16BE,
	ENCODING_BINARY, /* no text: an archive, a program, noise */
};

/* What @start, the first bytes of an input, is written in. */
enum encoding encoding_detect(struct text start);

/*
 * Add @text, which is in the UTF-16 @encoding, to @out as UTF-8. Returns the bytes
 * used: a character that is cut at the end is left.
 */
size_t encoding_decode(enum encoding encoding, struct text text, struct strbuf *out);

#endif
