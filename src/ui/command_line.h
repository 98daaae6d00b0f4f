/*
 * The `:` line: every action by its name, and what takes an argument. One table
 * feeds it, its completion and the help.
 */
#ifndef FST_UI_COMMAND_LINE_H
#define FST_UI_COMMAND_LINE_H

#include <stddef.h>

#include "base/text.h"
#include "ui/app.h"

struct ui_command {
	const char *name;
	const char *argument; /* how the help calls it */
	const char *help;
	/* Do it; @argument is trimmed and not empty. */
	void (*run)(struct app *app, struct text argument);
	/* Add what @prefix, the argument so far, can become; NULL: nothing helps. */
	void (*complete)(struct app *app, struct text prefix, struct candidates *candidates);
};

/* The commands that take an argument. */
extern const struct ui_command command_line_table[];
extern const size_t command_line_count;

/* Ask for a command. */
void command_line_open(struct app *app);

/* Do what @line says; what it is not says so in the footer. Names may be cut short. */
void command_line_run(struct app *app, struct text line);

#endif
