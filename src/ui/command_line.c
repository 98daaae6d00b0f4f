#include "ui/command_line.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/units.h"
#include "term/theme.h"
#include "ui/export.h"
#include "ui/preview.h"
#include "ui/view_help.h"

static void run_view(struct app *app, struct text name)
{
	for (int i = 0; i < VIEW_COUNT; i++) {
		if (view_table[i].title[0] && text_is(name, view_table[i].name)) {
			app_show(app, (enum view_id)i);
			return;
		}
	}
	app_say(app, SAY_ERROR, "There is no view \"%.*s\": Tab lists them.", TEXT_ARGS(name));
}

static void complete_view(struct app *app, struct text prefix, struct candidates *candidates)
{
	(void)app;
	for (int i = 0; i < VIEW_COUNT; i++)
		if (view_table[i].title[0])
			candidates_add(candidates, prefix, view_table[i].name);
}

static void run_theme(struct app *app, struct text name)
{
	if (name.len >= sizeof(app->theme)) {
		app_say(app, SAY_ERROR, "The theme's name is too long: at most %zu bytes.",
			sizeof(app->theme) - 1);
		return;
	}
	memcpy(app->theme, name.ptr, name.len);
	app->theme[name.len] = '\0';
}

static void complete_theme(struct app *app, struct text prefix, struct candidates *candidates)
{
	size_t count;
	char **names = theme_list(&count);

	(void)app;
	for (size_t i = 0; i < count; i++)
		candidates_add(candidates, prefix, names[i]);
	theme_list_free(names);
}

static void run_glyphs(struct app *app, struct text name)
{
	for (int i = 0; i < GLYPHS_COUNT; i++) {
		if (!text_is(name, glyph_set_names[i]))
			continue;
		app_set_glyphs(app, (enum glyph_set)i);
		return;
	}
	app_say(app, SAY_ERROR, "There are no glyphs \"%.*s\": Tab lists them.", TEXT_ARGS(name));
}

static void complete_glyphs(struct app *app, struct text prefix, struct candidates *candidates)
{
	(void)app;
	for (int i = 0; i < GLYPHS_COUNT; i++)
		candidates_add(candidates, prefix, glyph_set_names[i]);
}

static void run_import(struct app *app, struct text path)
{
	char *name = xmemdup0(path.ptr, path.len);

	preview_open_file(app, name);
	free(name);
}

static void run_export(struct app *app, struct text path)
{
	char *name = xmemdup0(path.ptr, path.len);

	export_to(app, name);
	free(name);
}

static void complete_files(struct app *app, struct text prefix, struct candidates *candidates)
{
	(void)app;
	candidates_add_files(candidates, prefix);
}

static void run_help(struct app *app, struct text words)
{
	help_open(app, words);
}

/* The name of place @at on @dim. @size is room for one. */
static const char *place_name(
	const struct cube *cube, enum cube_dim dim, uint32_t at, char size[UNITS_SIZE])
{
	switch (dim) {
	case CUBE_TEST:
		return cube_test(cube, at)->label;
	case CUBE_ENVIRONMENT:
		return cube_environment(cube, at)->label;
	default:
		return units_format_size(size, (double)cube_size(cube, dim, at), false);
	}
}

/* Where @name is on @dim; UINT32_MAX when nowhere. */
static uint32_t find_place(const struct cube *cube, enum cube_dim dim, struct text name)
{
	bool is_size = dim == CUBE_FILE_SIZE || dim == CUBE_RECORD_SIZE;
	uint64_t bytes;

	if (is_size && !units_parse_size(name, &bytes))
		return UINT32_MAX;
	for (uint32_t i = 0; i < cube_count(cube, dim); i++) {
		char size[UNITS_SIZE];

		if (is_size ? cube_size(cube, dim, i) == bytes
			    : text_equal_nocase(name, text_of(place_name(cube, dim, i, size))))
			return i;
	}
	return UINT32_MAX;
}

/* Step on @dim until the place is @wanted, or as near as what exists comes to it. */
static void go_to(struct app *app, enum cube_dim dim, struct text name)
{
	struct browse *browse = app->browse;
	uint32_t wanted = find_place(browse->cube, dim, name);
	uint32_t *at = &browse->at.at[dim];

	if (wanted == UINT32_MAX) {
		app_say(app, SAY_ERROR, "There is no \"%.*s\" here: Tab lists what there is.",
			TEXT_ARGS(name));
		return;
	}
	while (*at != wanted && browse_step(browse, dim, *at < wanted ? 1 : -1))
		;
	if (*at != wanted)
		app_say(app, SAY_WARN, "\"%.*s\" has no measurements with the rest as it is.",
			TEXT_ARGS(name));
	app_refresh(app);
}

static void complete_place(
	struct app *app, enum cube_dim dim, struct text prefix, struct candidates *candidates)
{
	const struct cube *cube = app->browse->cube;

	for (uint32_t i = 0; i < cube_count(cube, dim); i++) {
		char size[UNITS_SIZE];
		const char *name = place_name(cube, dim, i, size);

		if (dim <= CUBE_ENVIRONMENT || cube_size(cube, dim, i))
			candidates_add(candidates, prefix, name);
	}
}

#define PLACE_COMMAND(name, dim)                                                    \
	static void run_##name(struct app *app, struct text argument)               \
	{                                                                           \
		go_to(app, dim, argument);                                          \
	}                                                                           \
	static void complete_##name(                                                \
		struct app *app, struct text prefix, struct candidates *candidates) \
	{                                                                           \
		complete_place(app, dim, prefix, candidates);                       \
	}

PLACE_COMMAND(test, CUBE_TEST)
PLACE_COMMAND(environment, CUBE_ENVIRONMENT)
PLACE_COMMAND(file, CUBE_FILE_SIZE)
PLACE_COMMAND(record, CUBE_RECORD_SIZE)

static void run_baseline(struct app *app, struct text name)
{
	uint32_t at = find_place(app->browse->cube, CUBE_ENVIRONMENT, name);

	if (at == UINT32_MAX) {
		app_say(app, SAY_ERROR, "There is no environment \"%.*s\": Tab lists them.",
			TEXT_ARGS(name));
		return;
	}
	browse_set_baseline(app->browse, at);
	app_refresh(app);
}

const struct ui_command command_line_table[] = {
	{"baseline", "NAME", "compare all with environment NAME", run_baseline,
		complete_environment},
	{"environment", "NAME", "go to an environment", run_environment, complete_environment},
	{"export", "FILE", "write what the view shows: rows as .csv, its text as .txt", run_export,
		complete_files},
	{"file", "SIZE", "go to a file size", run_file, complete_file},
	{"glyphs", "SET", "draw with braille, block or ascii characters", run_glyphs,
		complete_glyphs},
	{"help", "WORDS", "the help, at the first line with WORDS", run_help, NULL},
	{"import", "FILE", "import a log file", run_import, complete_files},
	{"record", "SIZE", "go to a record size", run_record, complete_record},
	{"test", "NAME", "go to a test", run_test, complete_test},
	{"theme", "NAME", "use a theme, by its name or path", run_theme, complete_theme},
	{"view", "NAME", "go to a view", run_view, complete_view},
};

const size_t command_line_count = FST_COUNT(command_line_table);

/* Whether @word names @name, whole or (while that is unique) its beginning. */
static bool names(struct text word, const char *name, bool whole)
{
	return whole ? text_is(word, name) : word.len > 0 && strncmp(name, word.ptr, word.len) == 0;
}

struct found {
	const struct ui_command *command;
	enum action action;
	size_t count;
};

/* Without an argument a word means the action, with one the command of that name. */
static struct found find(struct text word, bool with_argument, bool whole)
{
	struct found found = {.action = ACTION_NONE};

	for (size_t i = 0; with_argument && i < command_line_count; i++) {
		if (!names(word, command_line_table[i].name, whole))
			continue;
		found.command = &command_line_table[i];
		found.count++;
	}
	for (int i = 0; !with_argument && i < ACTION_COUNT; i++) {
		if (!names(word, action_table[i].name, whole))
			continue;
		found.action = (enum action)i;
		found.count++;
	}
	return found;
}

static void act_by_name(struct app *app, enum action action)
{
	enum view_id view = app_view(app)->ops->id;

	if (action_table[action].views >> view & 1)
		app_act(app, action);
	else
		app_say(app, SAY_WARN, "\"%s\" does nothing in %s.", action_table[action].name,
			view_table[view].name);
}

/* A command that was named without its argument. */
static bool lacks_argument(struct text word)
{
	return find(word, true, true).count > 0;
}

void command_line_run(struct app *app, struct text line)
{
	struct text rest = line, word;
	bool with_argument;
	struct found found;

	if (!text_next_word(&rest, &word))
		return;
	rest = text_trim(rest);
	with_argument = rest.len > 0;
	found = find(word, with_argument, true);
	if (found.count == 0 && !(lacks_argument(word) && !with_argument))
		found = find(word, with_argument, false);
	if (found.count == 0 && !with_argument && lacks_argument(word))
		app_say(app, SAY_ERROR, "\"%.*s\" needs an argument: Tab lists what fits.",
			TEXT_ARGS(word));
	else if (found.count == 0)
		app_say(app, SAY_ERROR, "There is no command \"%.*s\"%s: Tab lists them.",
			TEXT_ARGS(word), with_argument ? " with an argument" : "");
	else if (found.count > 1)
		app_say(app, SAY_ERROR, "\"%.*s\" could be %zu commands: Tab lists them.",
			TEXT_ARGS(word), found.count);
	else if (found.command)
		found.command->run(app, rest);
	else
		act_by_name(app, found.action);
}

static void take_line(void *context, const char *line)
{
	if (line)
		command_line_run(context, text_of(line));
}

static void complete(void *context, struct text before, struct candidates *candidates)
{
	struct app *app = context;
	struct text rest = before, word;
	struct found found;

	if (text_find_char(before, ' ') == SIZE_MAX) {
		unsigned view = app_view(app)->ops->id;

		for (size_t i = 0; i < command_line_count; i++)
			candidates_add(candidates, before, command_line_table[i].name);
		for (int i = 0; i < ACTION_COUNT; i++)
			if (action_table[i].views >> view & 1)
				candidates_add(candidates, before, action_table[i].name);
		return;
	}
	text_next_word(&rest, &word);
	while (rest.len && text_is_blank(rest.ptr[0]))
		rest = text_skip(rest, 1);
	found = find(word, true, true);
	if (found.count == 0)
		found = find(word, true, false);
	candidates->from = before.len - rest.len;
	if (found.count == 1 && found.command->complete)
		found.command->complete(app, rest, candidates);
}

void command_line_open(struct app *app)
{
	prompt_ask_line(&app->prompt, "", (struct text){0}, &app->commands, take_line, app);
	prompt_set_completion(&app->prompt, complete);
}
