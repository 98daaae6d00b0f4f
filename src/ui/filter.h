/*
 * A filter that a person types: a PCRE2 pattern. Letters match without case, ^ and $ at any line.
 */
#ifndef FST_UI_FILTER_H
#define FST_UI_FILTER_H

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"

struct filter;

/* FST_SYNTAX with what is wrong with @pattern and where. */
fst_status filter_new(const char *pattern, struct filter **filter, struct fst_error *error);
void filter_free(struct filter *filter);

/* Does @text have a match? NULL lets everything through. */
bool filter_matches(const struct filter *filter, struct text text);

#endif
