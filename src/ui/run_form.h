/*
 * The form that sets a run up: folders, suite and sizes, with what it will cost
 * and the command that does the same.
 */
#ifndef FST_UI_RUN_FORM_H
#define FST_UI_RUN_FORM_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "draw/canvas.h"
#include "ui/app.h"

enum run_field {
	RUN_FIELD_FOLDERS,
	RUN_FIELD_SUITE,
	RUN_FIELD_FILES,
	RUN_FIELD_RECORDS,
	RUN_FIELD_PRECISION,
	RUN_FIELD_START,
	RUN_FIELD_COUNT
};

struct run_form {
	struct strbuf folders; /* separated by blanks; `name=/path` gives one a name */
	struct strbuf files, records; /* lists of sizes; empty: the suite's own */
	size_t suite, precision; /* which of the choices */
	enum run_field cursor;
};

void run_form_open(struct run_form *form);
void run_form_close(struct run_form *form);
void run_form_draw(const struct run_form *form, struct pane pane);

/* True when the action was for the form. */
bool run_form_act(struct app *app, struct run_form *form, enum action action);

#endif
