/*
 * Changing what the library holds, so that it can be undone: a file is never written to, but
 * goes to the library's trash whole, and what is to stay of it takes its place.
 */
#ifndef FST_STORE_LIBRARY_CHANGE_H
#define FST_STORE_LIBRARY_CHANGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "model/measurement.h"
#include "store/library.h"

/* One file that was changed. */
struct library_change {
	char *path; /* where it was */
	char *trashed; /* where it is now */
};

/* What is to become of a row: it may be altered; false leaves it out. */
typedef bool library_row_fn(void *context, struct measurement *m);

/*
 * Put what @row_of makes of @file's rows in its place, nothing when no row is left, and the
 * file into the trash. FST_FAILED when the file is not what it was when it was loaded. On failure
 * it stays as it was. @change is freed with library_change_free().
 */
fst_status library_change(const struct library_file *file, library_row_fn *row_of, void *context,
	struct library_change *change, struct fst_error *error);

/* Bring the file back from the trash. */
fst_status library_undo(const struct library_change *change, struct fst_error *error);

void library_change_free(struct library_change *change);

#endif
