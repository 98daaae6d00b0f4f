/*
 * An importer's table of PCRE2 patterns, compiled once and run with the JIT where
 * there is one. In a pattern a blank stands for a run of blanks, " ?" for one that
 * may be missing, and N for a group that is a number: digits, with points or commas
 * in between. Letters match without case, so that N is no loss.
 */
#ifndef FST_IMPORT_PATTERN_H
#define FST_IMPORT_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* Groups that a pattern may have, with the whole match as number 0. */
#define PATTERN_GROUPS 24

struct patterns;

/* Compile @count patterns. A pattern that does not compile is an error of the program. */
struct patterns *patterns_new(const char *const *sources, size_t count);
void patterns_free(struct patterns *patterns);

/*
 * Pattern @id at @from of @subject exactly, or the first place behind it. False
 * when there is none. @groups (PATTERN_GROUPS of them) get what the groups matched;
 * one that did not take part is {NULL, 0}.
 */
bool pattern_at(const struct patterns *patterns, size_t id, struct text subject, size_t from,
	struct text *groups);
bool pattern_find(const struct patterns *patterns, size_t id, struct text subject, size_t from,
	struct text *groups);

#endif
