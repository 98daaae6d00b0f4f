/* What the screen shows, into a file: the rows, or the picture as text. */
#ifndef FST_UI_EXPORT_H
#define FST_UI_EXPORT_H

#include "ui/app.h"

/* Ask for the file. */
void export_ask(struct app *app);

/* Write to @path, after a question when it is there; its suffix says what. */
void export_to(struct app *app, const char *path);

#endif
