/* The parts of the view Run: the set-up form, and the run under way or the last one. */
#ifndef FST_UI_RUN_VIEW_H
#define FST_UI_RUN_VIEW_H

#include <stdbool.h>

#include "draw/axis.h"
#include "draw/canvas.h"
#include "ui/app.h"

/* Show the form. */
void run_view_set_up(struct app *app);

/* ---- the form ---- */

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
	struct strbuf folders; /* separated by blanks, `name=/path` gives a name */
	struct strbuf files, records; /* lists of sizes; empty: the suite's own */
	size_t suite, precision;
	enum run_field cursor;
	struct strbuf plan; /* what it will cost, or why it cannot be done */
	bool plan_bad;
};

void run_form_open(struct run_form *form);
void run_form_close(struct run_form *form);
void run_form_draw(const struct run_form *form, struct pane pane);

/* True when the action was for the form. */
bool run_form_act(struct app *app, struct run_form *form, enum action action);

/* ---- live ---- */

struct run_picture {
	struct axis bytes, latency; /* they follow the data */
	bool latency_linear;
	bool operations; /* operations instead of bytes */
};

void run_live_draw(const struct run_state *run, const struct browse *browse,
	struct run_picture *picture, struct pane pane);

/* One line about the run. */
void run_live_read_out(const struct run_state *run, struct strbuf *out);

#endif
