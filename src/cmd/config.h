/*
 * The config file: the screen's options and the keys, as the person wants them. It is
 * read and never written.
 *
 *	# comment
 *	theme = okabe
 *	mouse = off
 *
 *	[keys]
 *	swap = x F5
 *
 * Above `[keys]` stand the screen's options; one called `no-NAME` is NAME there. Below
 * it, actions with their keys, separated by blanks.
 */
#ifndef FST_CMD_CONFIG_H
#define FST_CMD_CONFIG_H

#include "base/error.h"
#include "base/strbuf.h"
#include "cmd/option.h"
#include "ui/keymap.h"

#define CONFIG_OPTIONS_MAX 16

struct config {
	struct option_item
		items[CONFIG_OPTIONS_MAX]; /* by option; their `option` is NULL: not set */
	char *values[CONFIG_OPTIONS_MAX]; /* their texts, owned */
	const struct option_table *table;
	struct keymap *keymap; /* owned, until somebody sets it to NULL */
	struct fst_error first; /* what was wrong first */
	size_t wrong; /* how much was */
};

/*
 * Read @path, or with NULL $FSTUI_CONFIG, else the file in the config folder, where
 * none need be. What is wrong in it is counted and left out; only a @path that
 * cannot be read is an error. config_free() in every case.
 */
fst_status config_load(struct config *config, const struct option_table *table, const char *path,
	struct fst_error *error);
void config_free(struct config *config);

/* Read @text, called @name in messages. */
void config_parse(struct config *config, struct text text, const char *name);

/* What the file says of the option @name; NULL: nothing. */
const struct option_item *config_get(const struct config *config, const char *name);

/* Add a config file that says in comments what holds without one. */
void config_add_defaults(const struct option_table *table, struct strbuf *out);

#endif
