/*
 * The rows that a command is about, as its operands name them: an existing path
 * is a file (a result or any log), `-` standard input, anything else an
 * environment of the library or the id of a run in it.
 */
#ifndef FST_CMD_SELECTION_H
#define FST_CMD_SELECTION_H

#include "cmd/command.h"
#include "model/dataset.h"

/*
 * Add the rows that the operands name to @dataset; without any, the library's
 * (the samples while it is empty, which is said on standard error). What cannot be
 * used is said on standard error too. What
 * is not recognised is an error only when nothing is.
 */
fst_status selection_load(
	const struct options *options, struct dataset *dataset, struct fst_error *error);

/* Load the library, or (true) the samples while it is empty, and tell which it was. */
bool selection_open_library(struct dataset *dataset);
void selection_tell_library(const struct dataset *dataset, bool samples);

/* The library (or the samples) as above, whatever the operands are. */
void selection_load_library(struct dataset *dataset);

#endif
