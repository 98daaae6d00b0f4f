/* `fstui [FILE...]`: the explorer. Where there is no terminal, the overview of what is there. */

#include <stdio.h>

#include "cmd/command.h"
#include "cmd/completion.h"
#include "cmd/overview.h"
#include "cmd/screen.h"
#include "cmd/selection.h"
#include "ui/ui.h"

static const struct option_info explore_options[] = {
	{.name = "view",
		.kind = OPTION_TEXT,
		.argument = "NAME",
		.help = "begin with the view library, sizes, surface, compare, latency, findings "
			"or run"},
	{.name = "keys",
		.kind = OPTION_TEXT,
		.argument = "KEYS",
		.help = "press these keys first: names such as ] or Down, with blanks between"},
	{.name = "dump",
		.kind = OPTION_SCREEN,
		.argument = "COLSxROWS",
		.help = "print the view as text instead of taking the terminal"},
	{.name = "list-keys",
		.kind = OPTION_FLAG,
		.help = "print every action with its keys, as the config file has them"},
	{.name = "default-config",
		.kind = OPTION_FLAG,
		.help = "print a config file with everything in it as it is without one"},
	{.name = "completion",
		.kind = OPTION_CHOICE,
		.argument = "SHELL",
		.choices = completion_shells,
		.help = "print the completion for bash, zsh or fish"},
	{.name = "roles", .kind = OPTION_FLAG, .help = "with --dump: print the colour roles too"},
};

static const struct option_table explore_table = OPTION_TABLE("Explorer", explore_options);

/* The files and names that were given; NULL for the library. */
static fst_status open_rows(
	const struct invocation *invocation, struct dataset **dataset, struct fst_error *error)
{
	fst_status status;

	*dataset = NULL;
	if (options_operand_count(&invocation->options) == 0)
		return FST_OK;
	*dataset = dataset_new();
	status = selection_load(&invocation->options, *dataset, error);
	if (status != FST_OK) {
		dataset_free(*dataset);
		*dataset = NULL;
	}
	return status;
}

static void print_overview(struct dataset *dataset)
{
	struct overview overview;

	if (!dataset) {
		dataset = dataset_new();
		selection_load_library(dataset);
	}
	overview = overview_make(dataset);
	overview_print(&overview, ROW_FORMAT_TABLE);
	overview_free(&overview);
	dataset_free(dataset);
}

static fst_status dump(struct ui_options *ui, const struct options *options, uint64_t screen,
	struct fst_error *error)
{
	struct strbuf out = STRBUF_INIT;
	fst_status status = ui_dump(ui, (int)(screen >> 32), (int)(screen & UINT32_MAX),
		options_given(options, "roles"), &out, error);

	fputs(strbuf_string(&out), stdout);
	strbuf_free(&out);
	return status;
}

static void list_keys(const struct keymap *keymap)
{
	char keys[64];

	for (int i = 0; i < ACTION_COUNT; i++)
		printf("%-20s  %-12s  %s\n", action_table[i].name,
			keymap_show_all(keymap, (enum action)i, keys, sizeof(keys)),
			action_table[i].help);
}

/* What is told without any rows. False: nothing was asked for. */
static bool answer(const struct options *options, const struct config *config)
{
	struct strbuf out = STRBUF_INIT;

	if (options_given(options, "default-config"))
		config_add_defaults(&screen_option_table, &out);
	else if (options_given(options, "completion"))
		completion_add((enum shell)options_choice(options, "completion", 0), &out);
	else if (options_given(options, "list-keys"))
		list_keys(config->keymap);
	else
		return false;
	fputs(strbuf_string(&out), stdout);
	strbuf_free(&out);
	return true;
}

static fst_status show(const struct invocation *invocation, struct ui_options *ui,
	const struct config *config, struct fst_error *error)
{
	const struct options *options = &invocation->options;
	fst_status status = open_rows(invocation, &ui->dataset, error);

	if (status != FST_OK)
		return status;
	if (options_given(options, "dump")) {
		screen_warn_of_config(config);
		return dump(ui, options, options_whole(options, "dump", 0), error);
	}
	if (!screen_is_possible()) {
		print_overview(ui->dataset);
		return FST_OK;
	}
	return ui_run(ui, error);
}

static fst_status explore_run(const struct invocation *invocation, struct fst_error *error)
{
	const struct options *options = &invocation->options;
	struct ui_options ui = {.clock = invocation->clock,
		.view = options_text(options, "view", NULL),
		.keys = options_text(options, "keys", NULL)};
	struct config config;
	fst_status status = screen_options(options, invocation->clock, &config, &ui, error);

	if (status == FST_OK && answer(options, &config))
		screen_warn_of_config(&config);
	else if (status == FST_OK)
		status = show(invocation, &ui, &config, error);
	config_free(&config);
	return status;
}

const struct command command_explore = {
	.name = "",
	.operands = "[FILE...]",
	.summary = "look at results",
	.description =
		"Benchmark file systems, import benchmark logs and compare them on the terminal. "
		"Without a FILE fstui opens the library of results, or the samples that come "
		"with it while the library is empty. Where standard input or output is no "
		"terminal it prints what there is.",
	.options = {&explore_table, &screen_option_table},
	.run = explore_run,
};
