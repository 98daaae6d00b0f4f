/*
 * What a row has in columns that the vocabulary does not know, packed into the
 * one text of COL_EXTRA: `name=value` parts joined by U+001F, names and values
 * escaped (base/escape.h; `=` in a name is `\x3D`), so that anything fits.
 */
#ifndef FST_MODEL_EXTRA_H
#define FST_MODEL_EXTRA_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "base/text.h"

/* Add a column to the text of a COL_EXTRA; without a name or a value it is unknown. */
void extra_add(struct strbuf *extra, struct text name, struct text value);

/* Cut the first column off @extra, name and value as they are escaped; false at the end. */
bool extra_next(struct text *extra, struct text *name, struct text *value);

#endif
