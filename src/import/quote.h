/* The marks in front of the lines of a mail that is answered: `> `, `| `, `AB> `. */
#ifndef FST_IMPORT_QUOTE_H
#define FST_IMPORT_QUOTE_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* Bytes of quote marks in front of @line; @depth is how many marks. */
size_t quote_skip(struct text line, uint8_t *depth);

/* The same for at most @levels marks: what follows belongs to the text. */
size_t quote_skip_levels(struct text line, uint8_t levels);

#endif
