/*
 * Makes whole JSON out of what a page left of it: cut short, begun in the middle,
 * with lines of other things in it, commas lost or left over. The result is valid
 * JSON of bounded depth, which says where it was mended:
 *
 *   "@": N       in each object: it starts at offset N of the text
 *   "^": true    the object's end is missing
 *   "~": true    a key repeats in it: what should be several objects may be one
 *   "?": value   the value's key is missing
 */
#ifndef FST_IMPORT_JSON_MEND_H
#define FST_IMPORT_JSON_MEND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "base/text.h"

struct json_mend_rules {
	const char *barrier; /* a key that no document has twice: another begins there; or NULL */
	const char *const *passed_over; /* keys whose values are left out, ended by NULL; or NULL */
};

/*
 * Mend the JSON that starts at @at of @text, with a brace or in the middle of an
 * object, with a key. Adds to @out; returns where the JSON ends. @cut tells whether
 * its end is missing.
 */
size_t json_mend(struct text text, size_t at, const struct json_mend_rules *rules,
	struct strbuf *out, bool *cut);

#endif
