/*
 * A report: what some rows say, as a file to hand to colleagues. Each format is
 * one function from the rows to bytes; the table of formats picks it by name or by
 * the suffix of a file.
 */
#ifndef FST_REPORT_REPORT_H
#define FST_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "base/text.h"
#include "model/cube.h"
#include "model/dataset.h"
#include "report/curves.h"

/* What is reported. */
struct report {
	const struct dataset *dataset;
	struct cube *cube; /* of all its rows */
	struct curves_list charts; /* what is drawn by record size */
	bool sizes; /* nothing but charts by record size: see curves_list_new() */
	uint32_t baseline; /* ordinal of the environment that others are compared with */
	const char *written_at; /* local time for people; NULL: not said */
};

/*
 * Look at all rows of @dataset, which must outlive the report. The baseline and the
 * time may be set afterwards.
 */
void report_open(struct report *report, const struct dataset *dataset, bool sizes);
void report_close(struct report *report);

struct report_format {
	const char *name; /* as --format has it */
	const char *suffix; /* ".html" */
	/* One file holds one environment or chart: of several, each gets a file of its own. */
	bool parted;
	/*
	 * Add the file's bytes to @out. @part counts from 0 to below
	 * what count() says. FST_FAILED with the reason when the rows have nothing
	 * that the format can hold.
	 */
	fst_status (*write)(const struct report *report, size_t part, struct strbuf *out,
		struct fst_error *error);
	/* How many parts there are, a name for part @part, and what they are; NULL where not
	 * parted. */
	size_t (*count)(const struct report *report);
	void (*name_part)(const struct report *report, size_t part, struct strbuf *out);
	const char *holds;
};

/* All formats; ends with an entry without a name. */
extern const struct report_format report_formats[];

/* Their names, in the same order; ends with NULL. */
extern const char *const report_format_names[];

/* The format called @name, or NULL. */
const struct report_format *report_format_named(const char *name);

/* The format of a file by its suffix (in any case), or NULL. */
const struct report_format *report_format_of_file(const char *path);

/*
 * The files that @report makes of @path in @format: @path itself for one part, else
 * each with `-NAME` in front of the suffix. Names have nothing but letters, digits,
 * `_`, `.` and `-`, and are unlike. An array of @count strings, both the caller's;
 * NULL when there is nothing to write.
 */
char **report_plan_files(const struct report_format *format, const struct report *report,
	const char *path, size_t *count);

#endif
