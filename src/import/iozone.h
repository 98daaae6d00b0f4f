/*
 * IOzone 3.x: the table, the -R report, throughput mode, and the -b workbook (which
 * workbook.h turns into text). Its labels are found in the flow, the rows of its
 * table in the lines, because there the columns tell which test a figure is of.
 *
 * Formats: iozone's own source (https://www.iozone.org/src/current/iozone.c).
 */
#ifndef FST_IMPORT_IOZONE_H
#define FST_IMPORT_IOZONE_H

#include "import/iozone_run.h"

extern const struct importer importer_iozone;

/* How wide a row's figures are printed. Revisions from 3.421 to 3.427 are unknown. */
enum iozone_widths {
	IOZONE_WIDTHS_NEW, /* since 3.428 */
	IOZONE_WIDTHS_OLD, /* up to 3.420 */
	IOZONE_WIDTHS_UNKNOWN,
};

/*
 * iozone_table.c. A table is open from its header to the end of its run; one
 * without a header is tried where a command or preamble promises one.
 */
struct iozone_table {
	bool open;
	bool has_header;
	enum iozone_widths widths; /* of the rows */
	uint8_t tests[IOZONE_COLUMNS]; /* columns that the header names, in its order */
	size_t test_count;
	bool in_order; /* they are the first of iozone's own columns */
	struct text prefix; /* what stands in front of the header, and so of each row */
	char separator; /* between the header's cells, when it is a table of a page; else 0 */
	size_t strangers; /* lines since the last row that are none */
	/* The last row, should it go on in the next line. */
	struct {
		bool open;
		double file_kib, record_kib;
		size_t count; /* figures that it has */
	} last;
	/* Rows left out. */
	size_t left_out, left_start, left_end;
};

/*
 * Read the header whose `kB reclen` is at @at of the flow and open @table. Returns
 * the flow's offset behind it; @streamed tells that its rows do not stand in lines
 * of their own.
 */
size_t iozone_table_open(struct iozone_table *table, const struct document *doc,
	const struct iozone_run *run, size_t at, bool *streamed);

/* Open @table for rows of @run whose header is missing. */
void iozone_table_expect(struct iozone_table *table, const struct iozone_run *run);

/* Read @line, line @index of the document, as a row. False when it is none. */
bool iozone_table_line(struct iozone_table *table, struct iozone_run *run,
	const struct document *doc, size_t index, struct text line);

/* Read rows from @at of the flow on; returns the offset behind the last. */
size_t iozone_table_stream(
	struct iozone_table *table, struct iozone_run *run, const struct document *doc, size_t at);

/* Close @table and say what it left out. */
void iozone_table_close(struct iozone_table *table, struct collect *out);

/*
 * iozone_source.c. The lines of one machine: tools like pdsh put its name in front
 * of each, as grep does with a file's. Those without a name are the first source.
 */
struct iozone_source {
	struct text name;
	struct iozone_run run;
	struct iozone_table table;
};

struct iozone_sources {
	struct parse *parse;
	struct iozone_source *items; /* they move when one is added */
	size_t count, capacity;
	size_t line; /* lines before this one were read */
};

void iozone_sources_begin(struct iozone_sources *sources, struct parse *parse);
void iozone_sources_end(struct iozone_sources *sources);

/* What may be a machine's name in front of @line, and what follows it; else empty and @line. */
struct text iozone_label(struct text line, struct text *rest);

/* The source of line @index, on which @content stands first or behind a name. */
struct iozone_source *iozone_source_at(
	struct iozone_sources *sources, size_t index, struct text content);

/* Read the lines that nothing has read, up to line @to, as rows of the open tables. */
void iozone_read_lines(struct iozone_sources *sources, size_t to);

/* Where the page cuts its lines: all of the longest end there. 0: nowhere. */
struct iozone_margin {
	size_t column;
	bool sure; /* else the lines may be that long by themselves */
};

struct iozone_margin iozone_find_margin(const struct document *doc);

/*
 * iozone_report.c. Both return the flow's offset behind what they read; @at: there
 * is nothing to read.
 */

/* The table of -R whose title ends with "report" at @at, on a page with @margin. */
size_t iozone_report_read(
	struct iozone_run *run, const struct document *doc, struct iozone_margin margin, size_t at);

/* The summary of throughput mode whose title starts at @at. */
size_t iozone_report_throughput(struct iozone_run *run, const struct parse *parse, size_t at);

/* The patterns of all files of the importer. */
enum iozone_pattern {
	IOZONE_P_VERSION,
	IOZONE_P_BEGAN,
	IOZONE_P_MACHINE,
	IOZONE_P_SIZE,
	IOZONE_P_EACH,
	IOZONE_P_NUMBER,
	IOZONE_P_TIMER,
	IOZONE_P_CHILDREN,
	IOZONE_P_CPU,
	IOZONE_P_SUMMARY_HEAD,
	IOZONE_P_SUMMARY_RECORD,
	IOZONE_P_SUMMARY_UNIT,
	IOZONE_P_SUMMARY_ROW,
	IOZONE_PATTERNS
};

#endif
