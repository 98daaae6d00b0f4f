/*
 * The options of every command that may take the terminal over.
 */
#ifndef FST_CMD_SCREEN_H
#define FST_CMD_SCREEN_H

#include <stdbool.h>

#include "base/clock.h"
#include "cmd/config.h"
#include "cmd/option.h"
#include "ui/ui.h"

extern const struct option_table screen_option_table;

/*
 * Fill @ui's terminal options, theme and keys from what was given and else from the
 * config file, which is read into @config and must outlive @ui; config_free() it in
 * every case. FST_USAGE or FST_IO when --config cannot be read.
 */
fst_status screen_options(const struct options *options, const struct clock *clock,
	struct config *config, struct ui_options *ui, struct fst_error *error);

/* Print what is wrong in the config file to standard error, where no screen can say it. */
void screen_warn_of_config(const struct config *config);

/* True when standard input and output are terminals that can move their cursors. */
bool screen_is_possible(void);

#endif
