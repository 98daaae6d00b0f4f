/*
 * Where importers put what they find in a document: runs and their rows, things
 * left out with the reason. Texts given here must live as long as the document
 * (slices of it, literals, or made by collect_text()).
 */
#ifndef FST_IMPORT_COLLECT_H
#define FST_IMPORT_COLLECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attributes.h"
#include "base/text.h"
#include "model/column.h"
#include "model/vocabulary.h"

/* One known value. */
struct found_value {
	enum column column;
	union {
		double number;
		struct text text;
	};
};

/* All offsets are offsets of the flow. */
struct found_run {
	size_t first_value, value_count; /* of the run as a whole */
	size_t first_row, row_count;
	size_t start, end; /* what the run's output covers */
	size_t command_start, command_end; /* its command line above; equal: none */
	const char *tool;
	bool last_resort; /* it gives way to any run that shares a line with it */
};

struct found_row {
	size_t first_value, value_count;
	size_t at;
};

struct found_skip {
	size_t start, end;
	const char *tool; /* may be NULL */
	struct text reason;
};

struct collect;

struct collect *collect_new(void);
void collect_free(struct collect *collect);
void collect_clear(struct collect *collect);

/*
 * Begin a run of @tool whose output starts at @start. Values go to the run until
 * its first row begins, then to the row.
 */
void collect_run(struct collect *collect, const char *tool, size_t start);

/* The run's command line is at @start .. @end. */
void collect_command(struct collect *collect, size_t start, size_t end);

/* The run gives way to any other that shares a line with it. */
void collect_last_resort(struct collect *collect);

/* Begin a row whose figure stands at @at. TEST_COUNT: the log does not tell the test. */
void collect_row(struct collect *collect, enum test test, enum direction direction, size_t at);

/* Set a column; a number that is negative or not finite, an empty text: unknown. */
void collect_number(struct collect *collect, enum column column, double value);
void collect_string(struct collect *collect, enum column column, struct text value);

/* Whether the row (or the run, while it has no row) has @column. */
bool collect_has(const struct collect *collect, enum column column);

/* Add a word to the row's or run's `options`, or a sentence to its `note`. */
void collect_option(struct collect *collect, const char *word);
void collect_note(struct collect *collect, struct text sentence);

/* Mark the row as doubtful for @reason. */
void collect_doubt(struct collect *collect, const char *reason);

/* The run is complete and ends at @end. One without rows is forgotten; false then. */
bool collect_end(struct collect *collect, size_t end);

/* Say that the text from @start to @end was left out. */
void collect_skip(struct collect *collect, const char *tool, size_t start, size_t end,
	const char *format, ...) FST_PRINTF(5, 6);

/* A text that lives as long as what was found. */
struct text collect_text(struct collect *collect, const char *format, ...) FST_PRINTF(2, 3);

/* @text with each run of blanks as one blank. */
struct text collect_squeeze(struct collect *collect, struct text text);

size_t collect_run_count(const struct collect *collect);
const struct found_run *collect_get_run(const struct collect *collect, size_t index);
const struct found_row *collect_get_row(const struct collect *collect, size_t index);
const struct found_value *collect_get_values(const struct collect *collect, size_t first);
size_t collect_skip_count(const struct collect *collect);
const struct found_skip *collect_get_skip(const struct collect *collect, size_t index);

#endif
