/*
 * Small files of /proc and /sys, read below a root that tests put in the place of
 * this machine's.
 */
#ifndef FST_MODEL_ROOTFILE_H
#define FST_MODEL_ROOTFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

/*
 * The whole file below @root whose path @format makes, in place of what @out held;
 * false, and @out empty, when it cannot be read.
 */
bool rootfile_read(const char *root, struct strbuf *out, const char *format, ...) FST_PRINTF(3, 4);

/* Whether there is such a file or folder; a link at its end counts as there. */
bool rootfile_exists(const char *root, const char *format, ...) FST_PRINTF(2, 3);

/* The first line of what was read, without blanks at its ends. */
struct text rootfile_line(const struct strbuf *sb);

/* Read a file that holds one whole number. */
bool rootfile_read_number(const char *root, uint64_t *value, const char *format, ...)
	FST_PRINTF(3, 4);

#endif
