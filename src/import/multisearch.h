/*
 * Finds many literals at once, ASCII letters without case, in one pass that
 * skips most of a text that has none of them (S. Wu, U. Manber: A fast algorithm
 * for multi-pattern searching, TR-94-17, University of Arizona, 1994).
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
