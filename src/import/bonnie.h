/*
 * bonnie++ 1.0x to 2.00: its text table (also with collapsed blanks, wrapped lines
 * and columns left out), its CSV lines, and what bon_csv2txt and bon_csv2html make
 * of them; classic bonnie's table. Where text and CSV tell of one run it is one run,
 * and the CSV wins.
 *
 * Formats: bonnie++'s own sources, bon_csv2html(1), bon_csv2txt(1).
 */
#ifndef FST_IMPORT_BONNIE_H
#define FST_IMPORT_BONNIE_H

#include "import/importer.h"

extern const struct importer importer_bonnie;

/* The columns in the order in which both forms have them. */
enum bonnie_column {
	BONNIE_CHAR_WRITE,
	BONNIE_WRITE,
	BONNIE_REWRITE,
	BONNIE_CHAR_READ,
	BONNIE_READ,
	BONNIE_SEEK,
	BONNIE_CREATE_SEQ,
	BONNIE_STAT_SEQ,
	BONNIE_DELETE_SEQ,
	BONNIE_CREATE_RANDOM,
	BONNIE_STAT_RANDOM,
	BONNIE_DELETE_RANDOM,
	BONNIE_COLUMNS
};

/* The first six are about one big file, the others about many files. */
#define BONNIE_HALF 6

struct bonnie_cell {
	bool known; /* there is a figure, or too_fast */
	bool too_fast; /* "+++++" */
	double rate; /* B/s, for seeks and files 1/s */
	double cpu_percent; /* negative: unknown */
	double latency_s; /* negative: unknown */
	struct text reported;
	size_t at; /* in the flow */
};

struct bonnie_run {
	size_t start, end; /* in the flow */
	struct text name, version;
	double file_size, record_size, threads, files; /* negative: unknown */
	struct text label; /* a word in a column that is not bonnie++'s */
	struct text files_note; /* how large the files are, as the log has it */
	struct bonnie_cell cells[BONNIE_COLUMNS];
	bool from_csv;
	bool classic; /* Tim Bray's bonnie: every test is about the whole file */
	bool from_page; /* made from a CSV line */
	bool mebibytes; /* the page's figures; those of characters only claim to be */
	bool cut; /* the CSV line ends early */
};

struct bonnie_runs {
	struct bonnie_run *items;
	size_t count, capacity;
};

struct bonnie_run *bonnie_add_run(struct bonnie_runs *runs, size_t start);

/* Set the rate of @cell from @figure ("+++++", "4321", "1.1g") in @letter or, without one, K. */
void bonnie_set_rate(struct bonnie_cell *cell, size_t column, struct text figure);
void bonnie_set_cpu(struct bonnie_cell *cell, struct text figure);

/* "16" "60:32:32" "20:384100:1024/20": number x 1024, largest, smallest, folders. */
bool bonnie_set_files(struct bonnie_run *run, struct text figure);

/* "128M" "128M:16k" "256M::8192:5": file, chunk, seeks, processes that seek. */
bool bonnie_set_size(struct bonnie_run *run, struct text figure);

/* The runs that text tables, pages of bon_csv2html, and CSV lines tell of. */
void bonnie_read_text(struct parse *parse, struct bonnie_runs *runs);
void bonnie_read_html(struct parse *parse, struct bonnie_runs *runs);
void bonnie_read_csv(struct parse *parse, struct bonnie_runs *runs);

/* The anchors that mean something to the readers; they are the first. */
enum bonnie_anchor {
	BONNIE_ANCHOR_OUTPUT,
	BONNIE_ANCHOR_CREATE,
	BONNIE_ANCHOR_HTML,
};

enum bonnie_pattern {
	BONNIE_VERSION, /* in front of "------Sequential" */
	BONNIE_CSV_NEW,
	BONNIE_CSV_OLD,
	BONNIE_HTML_VERSION,
};

#endif
