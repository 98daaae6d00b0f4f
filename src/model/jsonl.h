/*
 * Writing JSON Lines: one flat object a line, members appended one by one. The
 * `show` command, the event stream and the reports write rows through here.
 * (Reading is jansson's.)
 */
#ifndef FST_MODEL_JSONL_H
#define FST_MODEL_JSONL_H

#include "base/strbuf.h"
#include "base/text.h"
#include "model/measurement.h"

/* An object under construction at the end of a string. */
struct jsonl {
	struct strbuf *out;
	bool first; /* no member yet */
};

struct jsonl jsonl_begin(struct strbuf *out);

/* @value in quotes; bytes that are no UTF-8 become U+FFFD. */
void jsonl_add_text(struct jsonl *object, const char *key, struct text value);
void jsonl_add_string(struct jsonl *object, const char *key, const char *value);

/* The shortest decimal that round-trips; a value that is not finite leaves the member out. */
void jsonl_add_number(struct jsonl *object, const char *key, double value);

/*
 * A member for each column that @m has, in the vocabulary's order; columns that
 * are not in the vocabulary keep their names and are texts.
 */
void jsonl_add_measurement(struct jsonl *object, const struct measurement *m);

/* The closing brace and the newline. */
void jsonl_end(struct jsonl *object);

#endif
