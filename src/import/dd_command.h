/*
 * What a dd command (or, without one, the heading above a result) says about the
 * measurement.
 */
#ifndef FST_IMPORT_DD_COMMAND_H
#define FST_IMPORT_DD_COMMAND_H

#include <stdbool.h>

#include "import/collect.h"
#include "import/command.h"

struct dd_meaning {
	enum test test;
	enum direction direction;
	struct text environment; /* the file or device; empty: not told */
	bool memory; /* from a generator to nowhere */
};

/* By where the data comes from and goes to; @bytes is what dd copied. */
struct dd_meaning dd_command_meaning(const struct command *command, double bytes);

/* By a short line above line @line of @doc that speaks of either reading or writing. */
struct dd_meaning dd_heading_meaning(const struct document *doc, size_t line);

/* The block size (bs, else obs); false when the command has none. */
bool dd_command_block(const struct command *command, double *bytes);

/* Bytes that the command asks for by its count, 0 when it has none. */
double dd_command_planned(const struct command *command);

/* Add what the flags and conversions mean to the row's options. */
void dd_command_add_options(struct collect *out, const struct command *command);

#endif
