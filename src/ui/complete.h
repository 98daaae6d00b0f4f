/*
 * What a half-typed word could become. Whoever knows the words adds those that fit;
 * the prompt inserts what they have in common and lists them.
 */
#ifndef FST_UI_COMPLETE_H
#define FST_UI_COMPLETE_H

#include <stddef.h>

#include "base/text.h"

struct candidates {
	char **words;
	size_t count;
	size_t from; /* byte of the line where the word under the cursor begins */
};

/* Add @word when it starts with @prefix, unless it is there. */
void candidates_add(struct candidates *candidates, struct text prefix, const char *word);

/* Add the files whose path starts with @prefix; folders end in `/`, `~/` is HOME. */
void candidates_add_files(struct candidates *candidates, struct text prefix);

void candidates_sort(struct candidates *candidates);

/* What all words start with. A slice of the first; empty without words. */
struct text candidates_common(const struct candidates *candidates);

void candidates_free(struct candidates *candidates);

#endif
