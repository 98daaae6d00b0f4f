/*
 * Measurements from JSON Lines, as `show --format=jsonl` prints them: one flat object a
 * line, keys as the columns are named; other keys are kept (model/extra.h).
 */
#ifndef FST_STORE_JSONL_READ_H
#define FST_STORE_JSONL_READ_H

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"
#include "model/dataset.h"

/*
 * Add the measurement in @line to @dataset. FST_SYNTAX with a message when it is no
 * JSON object or has something else than a number where a number should be.
 */
fst_status jsonl_read_line(struct text line, struct dataset *dataset, struct fst_error *error);

/* Whether @line is an object with at least two columns of the vocabulary. */
bool jsonl_recognise(struct text line);

#endif
