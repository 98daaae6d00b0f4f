/*
 * What the view Library does to the files behind its entries: rename, annotate,
 * delete, and undo any of it.
 */
#ifndef FST_UI_LIBRARY_EDIT_H
#define FST_UI_LIBRARY_EDIT_H

#include <stddef.h>
#include <stdint.h>

#include "store/library_change.h"
#include "ui/app.h"

enum library_edit_kind { EDIT_RENAME, EDIT_NOTE, EDIT_DELETE };

/* The rows of some runs of one environment, by their first rows. */
struct library_target {
	uint32_t *rows;
	size_t count;
};

/* What was done last, and before that. */
struct library_edits {
	struct library_step {
		struct library_change *changes;
		size_t count;
		char *what; /* `the deletion of ext4` */
	} * steps;
	size_t count;
};

void library_edits_free(struct library_edits *edits);

/*
 * Do it to the rows of the targets' runs in all files that hold them, and open the library
 * again. @text: the new name or the note. What went wrong is said, and what was done is said.
 */
void library_edit(struct app *app, struct library_edits *edits, enum library_edit_kind kind,
	const struct library_target *target, const char *text);

void library_edit_undo(struct app *app, struct library_edits *edits);

#endif
