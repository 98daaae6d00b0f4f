/*
 * The marks of HTML and BBCode that are taken out of pages. Only names that pages
 * really use count: "<root@host>" and "[ 1s ]" are text.
 */
#ifndef FST_IMPORT_MARKUP_H
#define FST_IMPORT_MARKUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct markup_tag {
	size_t name_end; /* bytes from '<' to behind the name */
	const char *becomes; /* what stands for the tag: "", "\t" or "\n" */
	bool block; /* the "\n" is not needed where a line starts or ends anyway */
	bool hides; /* what follows, up to the closing tag, is no text */
};

/* The tag that @text ('<' first) starts with; false when it is none. */
bool markup_tag(struct text text, struct markup_tag *tag);

/* Bytes of the entity that @text ('&' first) starts with, 0 when it is none. */
size_t markup_entity(struct text text, uint32_t *code);

/* Bytes of the BBCode tag that @text ('[' first) starts with, 0 when it is none. */
size_t markup_bbcode(struct text text);

#endif
