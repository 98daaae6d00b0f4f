/* The help, for those who open it at a place. */
#ifndef FST_UI_VIEW_HELP_H
#define FST_UI_VIEW_HELP_H

#include "ui/app.h"

/* Show the help at the first line that has @words. */
void help_open(struct app *app, struct text words);

#endif
