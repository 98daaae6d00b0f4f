/*
 * The heading or line of prose under which a result stands.
 */
#ifndef FST_IMPORT_SECTION_H
#define FST_IMPORT_SECTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "import/document.h"

/* What was found above the lines so far: start it as {0} for a document. */
struct section_memo {
	size_t line; /* the last one asked for; 0: none */
	size_t found; /* the line of what stands above it */
	struct text text;
};

/*
 * The nearest heading or line of prose above line @line: not a command, not what a
 * tool printed, not a bullet that holds a command, not a line that @claimed (a
 * flag a line, NULL for none) marks as part of a result. Without the marks that
 * make it a heading; empty when there is none. A slice of the document's text.
 * @memo saves a second look at the same lines.
 */
struct text section_above(
	const struct document *doc, size_t line, const bool *claimed, struct section_memo *memo);

#endif
