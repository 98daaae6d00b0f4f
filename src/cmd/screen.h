/*
 * The options of every command that may take the terminal over.
 */
#ifndef FST_CMD_SCREEN_H
#define FST_CMD_SCREEN_H

#include <stdbool.h>

#include "base/clock.h"
#include "cmd/option.h"
#include "ui/ui.h"

extern const struct option_table screen_option_table;

/* Fill @ui's terminal options and theme from what was given. */
void screen_options(
	const struct options *options, const struct clock *clock, struct ui_options *ui);

/* True when standard input and output are terminals that can move their cursors. */
bool screen_is_possible(void);

#endif
