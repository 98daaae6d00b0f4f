/* Sentences as lines of plain text. */
#ifndef FST_REPORT_PARAGRAPH_H
#define FST_REPORT_PARAGRAPH_H

#include <stddef.h>

#include "base/strbuf.h"

/*
 * Add @words to @out in lines of up to @columns cells where words allow: @first in front of the
 * first line, as many blanks in front of the others. What must not reach a terminal is escaped.
 */
void paragraph_add(struct strbuf *out, struct text words, const char *first, size_t columns);

#endif
