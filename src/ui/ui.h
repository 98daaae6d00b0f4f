/*
 * The explorer as commands use it: on a terminal, or drawn once as text.
 */
#ifndef FST_UI_UI_H
#define FST_UI_UI_H

#include <stdbool.h>
#include <stddef.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/strbuf.h"
#include "model/dataset.h"
#include "term/term.h"
#include "ui/keymap.h"

struct ui_options {
	const struct clock *clock;
	struct dataset *dataset; /* what to open, taken over; NULL: the library or the samples */
	const char *view; /* name of the tab to begin with; NULL: the library */
	const char *const *run; /* start `fstui run --stream` with these words and watch it; NULL:
				 * not. Ends with NULL */
	const char *keys; /* names of keys, with blanks between, pressed at the start; NULL: none */
	struct term_options term;
	const char *theme; /* NULL or "auto": the one that suits */
	const struct keymap *keymap; /* must outlive the call; NULL: the defaults */
	const struct fst_error
		*complaint; /* about the config file, told at the start; NULL: none */
	size_t complaints; /* how many there are in all */
};

/*
 * Take the terminal over until the person leaves. FST_UNSUPPORTED when it cannot
 * be used; FST_INTERRUPTED when a signal or a hang-up ended it.
 */
fst_status ui_run(struct ui_options *options, struct fst_error *error);

/*
 * Draw the view once on @columns x @rows cells and add it to @out as text, with
 * @roles also the colour roles. Nothing is asked of a terminal. FST_USAGE for an
 * unknown view or key.
 */
fst_status ui_dump(struct ui_options *options, int columns, int rows, bool roles,
	struct strbuf *out, struct fst_error *error);

#endif
