#include "cmd/screen.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
	{.name = "theme", .kind = OPTION_TEXT, .argument = "NAME", .help = "use this theme"},
	{.name = "no-sync",
		.kind = OPTION_FLAG,
		.help = "do not ask the terminal to show frames at once (DEC 2026)"},
	{.name = "no-mouse", .kind = OPTION_FLAG, .help = "leave the mouse to the terminal"},
};

const struct option_table screen_option_table = OPTION_TABLE("Screen", screen_table);

void screen_options(const struct options *options, const struct clock *clock, struct ui_options *ui)
{
	ui->term = (struct term_options){
		.fd = STDIN_FILENO,
		.utf8 = options_given(options, "utf8"),
		.glyphs = (enum glyph_set)options_choice(options, "glyphs", GLYPHS_COUNT),
		.color = (enum color_when)options_choice(options, "color", COLOR_AUTO),
		.mouse = !options_given(options, "no-mouse"),
		.sync = !options_given(options, "no-sync"),
		.clock = clock,
	};
	ui->theme = options_text(options, "theme", NULL);
}

bool screen_is_possible(void)
{
	const char *type = getenv("TERM");

	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && type && type[0] &&
	       strcmp(type, "dumb") != 0;
}
