/*
 * Lines of named values that are no measurements, for programs: JSON Lines, or CSV with a header.
 * Every line names all its values in the same order, those without a value too.
 */
#ifndef FST_REPORT_RECORD_H
#define FST_REPORT_RECORD_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "base/text.h"
#include "model/jsonl.h"

struct record_writer {
	struct strbuf *out;
	bool csv;
	struct strbuf header, line;
	bool has_header;
	struct jsonl object;
};

/* Write to the end of @out, which belongs to the caller. End it with record_writer_free(). */
void record_writer_init(struct record_writer *writer, struct strbuf *out, bool csv);
void record_writer_free(struct record_writer *writer);

/* An empty text and a number that is not finite are no values. */
void record_add_text(struct record_writer *writer, const char *key, struct text value);
void record_add_number(struct record_writer *writer, const char *key, double value);

/* The line is complete. */
void record_end(struct record_writer *writer);

#endif
