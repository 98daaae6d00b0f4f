/*
 * ioping's output for programs: the line of numbers of -B, and the JSON of -J. Used by
 * ioping's importer only.
 *
 * Format: ioping(1), section "Output"; ioping 1.3's own output.
 */
#ifndef FST_IMPORT_IOPING_FORMS_H
#define FST_IMPORT_IOPING_FORMS_H

#include <stdbool.h>
#include <stddef.h>

#include "import/importer.h"

/* Letters of ioping's options that take a value. */
#define IOPING_LETTERS "ciwsSopPrltTa"

/* What the command above a result says about it. */
struct ioping_asked {
	bool found;
	size_t start, end; /* in the flow */
	bool writes, sequential, direct, o_sync, o_dsync;
};

/* The last command between @from and @to. */
struct ioping_asked ioping_asked_find(struct parse *parse, size_t from, size_t to);

/*
 * The line of ten numbers below the command at @at, when it asks for one. @pattern is
 * the one of the numbers. Returns where it ends; 0: there is none.
 */
size_t ioping_read_batch(struct parse *parse, size_t pattern, size_t at);

/* The patterns that ioping_read_json() uses. */
struct ioping_json {
	size_t stat, target, operation;
};

/*
 * The object "stat" at @at, up to the next one at @next; nothing in front of @limit
 * belongs to it. Only the last one of a run is its result. Returns where it ends; 0: there
 * is none.
 */
size_t ioping_read_json(struct parse *parse, const struct ioping_json *patterns, size_t at,
	size_t next, size_t limit);

#endif
