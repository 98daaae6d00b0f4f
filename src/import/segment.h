/*
 * Cuts an input of any size into pieces that hold results, with some lines around
 * them; what lies between is only searched. Memory is bounded by the results that
 * belong together, not by the input or by its longest line.
 */
#ifndef FST_IMPORT_SEGMENT_H
#define FST_IMPORT_SEGMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct segmenter;

/*
 * Takes @piece, whose first line has the number @first_line. Unless it is
 * @complete the text goes on behind it: then the return value says how many of its
 * bytes are done with; the rest comes again with more behind it.
 */
typedef size_t (*segment_sink)(void *context, struct text piece, size_t first_line, bool complete);

/*
 * @probes (kept by reference) are literals of which each result in a large input
 * has one. Inputs of up to SEGMENT_WHOLE bytes come as one piece whatever they hold.
 */
#define SEGMENT_WHOLE ((size_t)16 << 20)

struct segmenter *segmenter_new(
	const struct text *probes, size_t count, segment_sink sink, void *context);
void segmenter_free(struct segmenter *segmenter);

/* Forget the input so far and start another. */
void segmenter_begin(struct segmenter *segmenter);
void segmenter_push(struct segmenter *segmenter, struct text bytes);

/* The input is over. Returns its number of lines. */
size_t segmenter_end(struct segmenter *segmenter);

#endif
