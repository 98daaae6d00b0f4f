/*
 * One line of a page made plain: escape sequences, HTML entities and tags, BBCode
 * and Markdown marks, quoted-printable, special blanks and typographic characters
 * become what the tool printed. Used by the document only.
 */
#ifndef FST_IMPORT_CLEAN_H
#define FST_IMPORT_CLEAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/text.h"
#include "import/document.h"

struct cleaner {
	struct repair_count *repairs; /* REPAIR_COUNT of them */
	size_t number; /* of the line at work */
	bool quoted_printable; /* the document shows signs of it */
	bool escaped; /* the line at work is several, in a string of a program */
	bool in_tag; /* a tag goes on from the line before */
	bool in_style; /* so does a <style> or <script> */
};

void cleaner_count(struct cleaner *cleaner, enum repair repair);

/* True when a line with these looks (look.h) goes to the text as it is. */
bool clean_is_plain(const struct cleaner *cleaner, uint16_t looks);

/* Add the plain form of @line to @out; a '\n' in it is a line break of the page. */
void clean_line(struct cleaner *cleaner, struct text line, struct strbuf *out);

#endif
