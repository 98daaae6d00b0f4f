/*
 * Finds many literals at once, ASCII letters without case, in one pass: a table says for
 * each place whether any of them begins like the bytes there.
 */
#ifndef FST_IMPORT_MULTISEARCH_H
#define FST_IMPORT_MULTISEARCH_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct multisearch;

/* Shortest literal that may be searched for. */
#define MULTISEARCH_SHORTEST 4

/* @words are kept by reference. */
struct multisearch *multisearch_new(const struct text *words, size_t count);
void multisearch_free(struct multisearch *search);

/*
 * The next place at or behind @from in @text where a word starts: its offset, and
 * its number in @word (the longest one when several start there). SIZE_MAX when
 * there is none.
 */
size_t multisearch_next(
	const struct multisearch *search, struct text text, size_t from, size_t *word);

#endif
