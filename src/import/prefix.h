/*
 * What programs and pages put in front of each line of a log: line numbers, times
 * of a journal or a build server, the same prompt again and again. It is taken for
 * that when it goes on for several lines. Used by the document only.
 */
#ifndef FST_IMPORT_PREFIX_H
#define FST_IMPORT_PREFIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct prefixes {
	bool after_break; /* the line above is empty or a mark of the page */
	size_t known_until; /* lines in front of this number are decided */
	int kind; /* what they have; 0: nothing */
	size_t length; /* of a prefix that is always the same */
};

/*
 * Bytes of the prefix of @line, the line @number of the input, which has @looks (look.h);
 * @behind is what follows it there. Lines must come in order.
 */
size_t prefix_length(struct prefixes *prefixes, struct text line, uint16_t looks,
	struct text behind, size_t number);

#endif
