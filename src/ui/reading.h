/*
 * An import beside the screen: a large paste or file is read by a thread of its own, so that
 * keys are answered meanwhile. Its end shows on a file descriptor.
 */
#ifndef FST_UI_READING_H
#define FST_UI_READING_H

#include "base/error.h"
#include "base/text.h"
#include "import/import.h"
#include "model/dataset.h"

/* What is larger takes longer than a person notices. */
#define READING_LARGE ((size_t)1 << 20)

struct reading;

/*
 * Read the file @path, or where that is NULL @text (which is copied), with @import, which
 * nobody else may use until reading_end(). @source names it in the rows. NULL with @error set
 * when there is no thread to be had.
 */
struct reading *reading_start(struct import *import, struct text text, const char *path,
	const char *source, struct fst_error *error);

/* Readable when the reading is over. */
int reading_fd(const struct reading *reading);

/* What an import gives, as of input_read(); waits for the end. @dataset and @report are the
 * caller's then, also after an error. */
fst_status reading_end(struct reading *reading, struct dataset **dataset,
	struct import_report *report, struct fst_error *error);

/* Give it up. NULL is fine. */
void reading_cancel(struct reading *reading);

#endif
