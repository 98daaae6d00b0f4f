/*
 * The import preview: what was recognised in a paste or a file, to be renamed,
 * thinned out and saved, or not.
 */
#ifndef FST_UI_PREVIEW_H
#define FST_UI_PREVIEW_H

#include <stdbool.h>

#include "base/text.h"
#include "ui/app.h"

/*
 * Show what is in a paste; while a preview of a paste is open the text is added to
 * it. Where nothing is recognised a message says so. @cut: its end was dropped.
 */
void preview_open_paste(struct app *app, struct text text, bool cut);

/* Show what is in the file @path. */
void preview_open_file(struct app *app, const char *path);

/* Ask for a file and show what is in it. */
void preview_ask_file(struct app *app);

#endif
