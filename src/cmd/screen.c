#include "cmd/screen.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/command.h"

static const char *const color_names[] = {[COLOR_AUTO] = "auto",
	[COLOR_NEVER] = "never",
	[COLOR_8] = "8",
	[COLOR_16] = "16",
	[COLOR_256] = "256",
	NULL};

static const struct option_info screen_table[] = {
	{.name = "utf8", .kind = OPTION_FLAG, .help = "draw with UTF-8 whatever the locale says"},
	{.name = "glyphs",
		.kind = OPTION_CHOICE,
		.argument = "SET",
		.choices = glyph_set_names,
		.help = "draw with braille, block or ascii characters"},
	{.name = "color",
		.kind = OPTION_CHOICE,
		.argument = "WHEN",
		.choices = color_names,
		.help = "auto, never, or this many colours: 8, 16 or 256"},
	{.name = "theme",
		.kind = OPTION_TEXT,
		.argument = "NAME",
		.otherwise = "auto",
		.help = "use this theme, by its name or path; auto: dark or light where the "
			"terminal tells its background, else default"},
	{.name = "config",
		.kind = OPTION_TEXT,
		.argument = "FILE",
		.help = "read this config file instead of the one in ~/.config/fstui"},
	{.name = "no-sync",
		.kind = OPTION_FLAG,
		.help = "do not ask the terminal to show frames at once (DEC 2026)"},
	{.name = "no-mouse", .kind = OPTION_FLAG, .help = "leave the mouse to the terminal"},
};

const struct option_table screen_option_table = OPTION_TABLE("Screen", screen_table);

/* What was given for the option @name, else what the config file says of it; NULL: neither. */
static const struct option_item *find(
	const struct options *options, const struct config *config, const char *name)
{
	const struct option_item *item = options_get(options, name);

	return item ? item : config_get(config, name);
}

fst_status screen_options(const struct options *options, const struct clock *clock,
	struct config *config, struct ui_options *ui, struct fst_error *error)
{
	fst_status status = config_load(
		config, &screen_option_table, options_text(options, "config", NULL), error);
	const struct option_item *glyphs = find(options, config, "glyphs");
	const struct option_item *color = find(options, config, "color");
	const struct option_item *theme = find(options, config, "theme");

	ui->term = (struct term_options){
		.fd = STDIN_FILENO,
		.utf8 = find(options, config, "utf8"),
		.glyphs = glyphs ? (enum glyph_set)glyphs->list[0] : GLYPHS_COUNT,
		.color = color ? (enum color_when)color->list[0] : COLOR_AUTO,
		.mouse = !find(options, config, "no-mouse"),
		.sync = !find(options, config, "no-sync"),
		.clock = clock,
	};
	ui->theme = theme ? theme->text : NULL;
	ui->keymap = config->keymap;
	ui->complaint = config->wrong ? &config->first : NULL;
	ui->complaints = config->wrong;
	return status;
}

void screen_warn_of_config(const struct config *config)
{
	if (config->wrong)
		command_print_error(&config->first);
	if (config->wrong > 1)
		command_warn(
			"%zu more lines of the config file are not understood", config->wrong - 1);
}

bool screen_is_possible(void)
{
	const char *type = getenv("TERM");

	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && type && type[0] &&
	       strcmp(type, "dumb") != 0;
}
