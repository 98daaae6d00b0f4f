/*
 * What a report says of each environment: the tools that measured, how many rows,
 * and its facts, as pairs of a word and a text.
 */
#ifndef FST_REPORT_ENVIRONMENTS_H
#define FST_REPORT_ENVIRONMENTS_H

#include "base/strbuf.h"
#include "model/cube.h"

struct environment_line {
	const char *title; /* "file system" */
	enum column column;
};

extern const struct environment_line environment_lines[];
extern const size_t environment_line_count;

/* For each environment its rows' first value of each line's column, found in one pass. */
struct environment_facts;
struct environment_facts *environment_facts_new(const struct cube *cube);
void environment_facts_free(struct environment_facts *facts);

/* Add the text of line @line for @environment; nothing when it is unknown. */
void environment_facts_add(const struct environment_facts *facts, uint32_t environment, size_t line,
	struct strbuf *out);

/* Rows that @environment has. */
uint32_t environment_facts_rows(const struct environment_facts *facts, uint32_t environment);

#endif
