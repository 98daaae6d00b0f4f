/*
 * From what the importers found in a document to rows of a dataset: the runs are
 * put into the order of the text, repetitions of a run are dropped, each run gets
 * its section, environment and id, each row its source line.
 */
#ifndef FST_IMPORT_ASSEMBLE_H
#define FST_IMPORT_ASSEMBLE_H

#include <stdbool.h>

#include "import/collect.h"
#include "import/document.h"
#include "import/import.h"

struct assemble;

struct assemble *assemble_new(void);
void assemble_free(struct assemble *assemble);

/* Begin an input. All of the pointers must live until assemble_end(). */
void assemble_begin(struct assemble *assemble, const struct import_options *options,
	struct dataset *dataset, struct import_report *report);

/*
 * Add what was found in the next document of the input. Unless it is @complete its
 * last run may go on behind it: that one is held back, with all that stands between
 * it and the run before. Returns the line (an index) where that starts, or the
 * number of lines.
 */
size_t assemble_document(struct assemble *assemble, const struct document *doc,
	const struct collect *collect, bool complete);

/* End the input. True when there were rows. */
bool assemble_end(struct assemble *assemble);

#endif
