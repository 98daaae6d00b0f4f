/*
 * Measurements as lines of CSV: RFC 4180 with LF, columns found by the names in
 * the header, unknown columns kept (model/extra.h). Texts have the escapes of
 * base/escape.h, so that a row is always one line.
 */
#ifndef FST_STORE_CSV_H
#define FST_STORE_CSV_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "base/text.h"
#include "model/dataset.h"
#include "model/measurement.h"

/* Add @text as a field, escaped and in quotes where it needs them. */
void csv_add_field(struct strbuf *sb, struct text text);

/* Writes rows, and a header whenever a row has an unknown column that the last one lacks. */
struct csv_writer {
	struct strbuf extras; /* names of unknown columns, each ended by COLUMN_EXTRA_SEPARATOR */
	bool has_header;
};

#define CSV_WRITER_INIT ((struct csv_writer){0})

void csv_writer_free(struct csv_writer *writer);

/* Make the unknown columns of @m part of the header. */
void csv_writer_learn(struct csv_writer *writer, const struct measurement *m);

/* The same for all rows of @dataset from @first on, so that one header does for them. */
void csv_writer_learn_all(struct csv_writer *writer, const struct dataset *dataset, uint32_t first);

/* Add the header for all columns known so far to @sb, with its LF. */
void csv_writer_add_header(struct csv_writer *writer, struct strbuf *sb);

/* Add @m to @sb as a line with its LF, behind a header if it needs one. */
void csv_writer_add_row(struct csv_writer *writer, struct strbuf *sb, const struct measurement *m);

/* Reads lines. */
struct csv_reader;

enum csv_line {
	CSV_LINE_ROW, /* a measurement */
	CSV_LINE_HEADER, /* names of columns, which the following rows have */
	CSV_LINE_EMPTY,
	CSV_LINE_BAD, /* see the error */
};

struct csv_reader *csv_reader_new(void);
void csv_reader_free(struct csv_reader *reader);

/*
 * Read one line without its LF; @line is changed. @m gets the row; its texts are slices
 * of @line or belong to the reader until the next call. A row in front of any
 * header, with another number of fields than its header, an unclosed quote or a
 * bad number is CSV_LINE_BAD with a message.
 */
enum csv_line csv_reader_parse(struct csv_reader *reader, char *line, size_t length,
	struct measurement *m, struct fst_error *error);

/* Whether a line that starts a file is the header of a result file. */
bool csv_is_header(struct text line);

#endif
