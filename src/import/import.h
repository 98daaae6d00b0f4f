/*
 * Reading what other tools print. A log, a wiki page, a mail or a paste goes in;
 * measurements and a report of what was recognised, left out and repaired come
 * out. Nothing that the text does not support becomes a row.
 *
 * The text is cut into documents (usually one), each importer finds its tool's
 * runs in them, and the rows are added in the order in which the text has them.
 */
#ifndef FST_IMPORT_IMPORT_H
#define FST_IMPORT_IMPORT_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/keyset.h"
#include "base/strbuf.h"
#include "base/text.h"
#include "model/dataset.h"

/* The importers with their compiled patterns. Use one in one thread at a time. */
struct import;

struct import *import_new(void);
void import_free(struct import *import);

struct import_options {
	/*
	 * Name of the input in the rows' `source`; its stem is the environment where
	 * neither the log nor @name says another. NULL: "stdin".
	 */
	const char *source;
	const char *name; /* the environment of all rows (--name), or NULL */
	/*
	 * Environments by order (--names): given to the sections, in order, when one
	 * environment's name stands in several sections, else to the environments.
	 * What is left over keeps the name that the log gives.
	 */
	const char *const *names;
	size_t name_count;
	/* Set by another thread to give up between two parts of the input; NULL: never. */
	const atomic_bool *stop;
};

/* One recognised run: rows @first_row .. @first_row + @row_count - 1 of the dataset. */
struct import_run {
	uint32_t first_row, row_count;
	uint32_t known_rows; /* that are there already: set by who compares */
	size_t first_line, last_line; /* 1-based */
	struct text tool, version, environment, section, run; /* empty: unknown */
};

/* Something that was left out, and why. */
struct import_skip {
	size_t first_line, last_line;
	struct text tool; /* may be empty */
	struct text reason;
	size_t kind, nth; /* index into the report's kinds; how many of it are before this one */
};

/* What was left out of one tool for one reason, numbers in it apart. */
struct import_skip_kind {
	size_t first; /* index into the report's skips; the first ones of a kind are there */
	size_t count, kept; /* how often, and how many of that are among the skips */
	size_t more_line; /* of the first one that is not kept */
	size_t last_line; /* of the last one */
};

/* Something that was mended before reading: @count times, first in @first_line. */
struct import_repair {
	size_t first_line, count;
	struct text what;
};

/*
 * What an import did. Its texts belong to the report and come from the log as
 * they are: escape them (utf8_escape) on the way to a terminal.
 */
struct import_report {
	struct text source;
	size_t line_count;
	size_t row_count;
	struct import_run *runs;
	size_t run_count;
	struct import_skip *skips;
	size_t skip_count;
	struct import_skip_kind *skip_kinds;
	struct keyset skip_keys; /* numbers the kinds */
	size_t skips_more; /* left out of @skips because they are so many */
	struct import_repair *repairs;
	size_t repair_count;
	struct pool *texts;
};

#define IMPORT_REPORT_INIT ((struct import_report){0})

void import_report_free(struct import_report *report);

/*
 * Recognise the results in @text, add their rows to @dataset and fill @report
 * (emptied first; NULL when it is not wanted). FST_UNRECOGNISED with a message
 * that says what was looked for when there is no row in it. For a growing paste
 * call it again with all of the text and an empty dataset. FST_INTERRUPTED when
 * it was told to stop.
 */
fst_status import_text(struct import *import, struct text text,
	const struct import_options *options, struct dataset *dataset, struct import_report *report,
	struct fst_error *error);

/*
 * The same for what @fd has left (a file, pipe or terminal), in memory bounded by
 * the results in it, not by its size.
 */
fst_status import_fd(struct import *import, int fd, const struct import_options *options,
	struct dataset *dataset, struct import_report *report, struct fst_error *error);

/* The same for the file @path ("-": standard input). Directories and devices are refused. */
fst_status import_file(struct import *import, const char *path,
	const struct import_options *options, struct dataset *dataset, struct import_report *report,
	struct fst_error *error);

/* Add the report as lines of text for people to @sb: no control byte is in them but '\n'. */
void import_report_render(const struct import_report *report, struct strbuf *sb);

/*
 * Add the report as JSON Lines to @sb: objects with `kind` recognised, skipped,
 * repaired and the fields' names as above. Of what was left out very often for the same reason
 * the last object tells the rest, with a `count`.
 */
void import_report_render_jsonl(const struct import_report *report, struct strbuf *sb);

#endif
