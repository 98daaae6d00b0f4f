#include "cmd/config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "base/fileio.h"
#include "base/xdg.h"

#define CONFIG_LIMIT ((size_t)1 << 20)
#define NEGATION     "no-"

/* What an option is called here; *@negated: it is its opposite. */
static const char *name_of(const struct option_info *info, bool *negated)
{
	*negated = info->kind == OPTION_FLAG && strncmp(info->name, NEGATION, 3) == 0;
	return info->name + (*negated ? strlen(NEGATION) : 0);
}

/* The option that says where the file is cannot be in it. */
static bool belongs(const struct option_info *info)
{
	return strcmp(info->name, "config") != 0;
}

static void complain(struct config *config, struct fst_error *error, const char *name, size_t line)
{
	fst_error_at(error, name, line);
	if (config->wrong++ == 0)
		config->first = *error;
}

/* `on` `off` `yes` `no` `true` `false`. */
static bool parse_switch(struct text value, bool *on)
{
	static const char *const words[] = {"off", "on", "no", "yes", "false", "true"};

	for (size_t i = 0; i < FST_COUNT(words); i++) {
		if (text_is(value, words[i])) {
			*on = i % 2;
			return true;
		}
	}
	return false;
}

static fst_status set_option(
	struct config *config, size_t at, struct text value, struct fst_error *error)
{
	const struct option_info *info = &config->table->options[at];
	struct option_item item = {.option = info};
	char *copy = xmemdup0(value.ptr, value.len);
	bool negated, on = true;
	const char *name = name_of(info, &negated);
	fst_status status = FST_OK;

	if (info->kind != OPTION_FLAG)
		status = option_parse_value(info, copy, &item, error);
	else if (!parse_switch(value, &on))
		status = fst_error_set(
			error, FST_SYNTAX, "%s: expected on or off, found \"%s\"", name, copy);
	if (status != FST_OK) {
		free(item.list);
		free(copy);
		return status;
	}
	free(config->items[at].list);
	free(config->values[at]);
	config->items[at] = item;
	config->values[at] = copy;
	if (on == negated)
		config->items[at].option = NULL; /* as without the flag */
	return FST_OK;
}

/* The names that can stand in front of `=`, for a suggestion. */
static const char *near_option(const struct config *config, const char *name)
{
	const char *names[CONFIG_OPTIONS_MAX + 1] = {0};
	size_t count = 0;
	bool negated;

	for (size_t i = 0; i < config->table->count; i++)
		if (belongs(&config->table->options[i]))
			names[count++] = name_of(&config->table->options[i], &negated);
	return option_suggest(name, names);
}

static const char *near_action(const char *name)
{
	const char *names[ACTION_COUNT + 1] = {0};

	for (int i = 0; i < ACTION_COUNT; i++)
		names[i] = action_table[i].name;
	return option_suggest(name, names);
}

static fst_status unknown(
	const char *what, const char *name, const char *near, struct fst_error *error)
{
	return fst_error_set(error, FST_SYNTAX, "there is no %s \"%s\"%s%s%s", what, name,
		near ? ": did you mean " : "; --default-config lists them", near ? near : "",
		near ? "?" : "");
}

static fst_status parse_option(
	struct config *config, const char *name, struct text value, struct fst_error *error)
{
	for (size_t i = 0; i < config->table->count; i++) {
		bool negated;

		if (belongs(&config->table->options[i]) &&
			strcmp(name_of(&config->table->options[i], &negated), name) == 0)
			return set_option(config, i, value, error);
	}
	return unknown("setting", name, near_option(config, name), error);
}

static fst_status parse_key(
	struct config *config, const char *name, struct text value, struct fst_error *error)
{
	enum action action = action_find(text_of(name));

	if (action == ACTION_NONE)
		return unknown("action", name, near_action(name), error);
	return keymap_bind(config->keymap, action, value, error);
}

static fst_status parse_line(
	struct config *config, bool *in_keys, struct text line, struct fst_error *error)
{
	size_t equals = text_find_char(line, '=');
	struct text name, value;
	fst_status status;
	char *copy;

	if (line.ptr[0] == '[') {
		*in_keys = text_is(line, "[keys]");
		return *in_keys ? FST_OK
				: fst_error_set(error, FST_SYNTAX,
					  "expected [keys], found \"%.*s\"", TEXT_ARGS(line));
	}
	if (equals == SIZE_MAX)
		return fst_error_set(error, FST_SYNTAX, "expected NAME = VALUE, found \"%.*s\"",
			TEXT_ARGS(text_make(line.ptr, line.len < 60 ? line.len : 60)));
	name = text_trim(text_make(line.ptr, equals));
	value = text_trim(text_skip(line, equals + 1));
	copy = xmemdup0(name.ptr, name.len);
	status = *in_keys ? parse_key(config, copy, value, error)
			  : parse_option(config, copy, value, error);
	free(copy);
	return status;
}

struct conflict_context {
	struct config *config;
	const char *name;
};

static void tell_conflict(void *context, struct key key, enum action winner, enum action loser)
{
	struct conflict_context *conflict = context;
	struct fst_error error = {0};
	char shown[KEY_NAME_SIZE];

	fst_error_set(&error, FST_SYNTAX,
		"%s does \"%s\" now, no longer \"%s\": give that another key in [keys]",
		key_format(key, shown), action_table[winner].name, action_table[loser].name);
	complain(conflict->config, &error, conflict->name, 0);
}

/* Whoever binds all of these away could not leave any more. */
static void keep_a_way_out(struct config *config, const char *name)
{
	static const enum action ways[] = {ACTION_QUIT, ACTION_BACK, ACTION_CANCEL, ACTION_COMMAND};
	struct fst_error error = {0};
	char key[KEY_NAME_SIZE];

	for (size_t i = 0; i < FST_COUNT(ways); i++)
		if (keymap_show(config->keymap, ways[i], NULL, key)[0])
			return;
	keymap_bind(config->keymap, ACTION_CANCEL, text_of(action_table[ACTION_CANCEL].keys), NULL);
	fst_error_set(&error, FST_SYNTAX, "no key leaves the program: C-c does it again");
	complain(config, &error, name, 0);
}

void config_parse(struct config *config, struct text text, const char *name)
{
	struct conflict_context conflict = {config, name};
	struct text line;
	bool in_keys = false;
	size_t number = 0;

	while (text_next_part(&text, '\n', &line)) {
		struct fst_error error = {0};

		number++;
		line = text_trim(line);
		/* A `#` behind a value may be the key. */
		if (line.len == 0 || line.ptr[0] == '#')
			continue;
		if (parse_line(config, &in_keys, line, &error) != FST_OK)
			complain(config, &error, name, number);
	}
	keymap_conflicts(config->keymap, tell_conflict, &conflict);
	keep_a_way_out(config, name);
}

fst_status config_load(struct config *config, const struct option_table *table, const char *path,
	struct fst_error *error)
{
	const char *named = path ? path : getenv("FSTUI_CONFIG");
	char *folder = xdg_folder(XDG_CONFIG);
	char *own = folder ? fileio_join(folder, "config") : NULL;
	struct strbuf contents = STRBUF_INIT;
	struct fst_error unread = {0};
	fst_status status = FST_OK;

	*config = (struct config){.table = table, .keymap = keymap_new()};
	if (!named || !*named)
		named = own;
	if (named && (path || access(named, F_OK) == 0 || errno != ENOENT)) {
		status = fileio_read(named, CONFIG_LIMIT, &contents, path ? error : &unread);
		if (status == FST_OK)
			config_parse(config, strbuf_text(&contents), named);
		else if (!path)
			complain(config, &unread, "", 0);
	}
	strbuf_free(&contents);
	free(own);
	free(folder);
	return path ? status : FST_OK;
}

void config_free(struct config *config)
{
	for (size_t i = 0; i < CONFIG_OPTIONS_MAX; i++) {
		free(config->items[i].list);
		free(config->values[i]);
	}
	keymap_free(config->keymap);
	*config = (struct config){0};
}

const struct option_item *config_get(const struct config *config, const char *name)
{
	for (size_t i = 0; i < config->table->count; i++)
		if (strcmp(config->table->options[i].name, name) == 0 && config->items[i].option)
			return &config->items[i];
	return NULL;
}

static void add_option_default(const struct option_info *info, struct strbuf *out)
{
	bool negated;
	const char *name = name_of(info, &negated);

	strbuf_printf(out, "\n# %s%s", negated ? "off: " : "", info->help);
	for (size_t i = 0; info->choices && info->choices[i]; i++)
		strbuf_printf(out, "%s%s", i ? ", " : ": ", info->choices[i]);
	strbuf_printf(out, "\n#%s = %s\n", name,
		info->kind == OPTION_FLAG ? (negated ? "on" : "off")
		: info->otherwise         ? info->otherwise
		: info->choices           ? info->choices[0]
					  : "");
}

void config_add_defaults(const struct option_table *table, struct strbuf *out)
{
	strbuf_add_string(out,
		"# What fstui does without this file. Save it as ~/.config/fstui/config (or under\n"
		"# $XDG_CONFIG_HOME) and take the # off what you change: fstui reads it and never\n"
		"# writes it.\n");
	for (size_t i = 0; i < table->count; i++)
		if (belongs(&table->options[i]))
			add_option_default(&table->options[i], out);
	strbuf_add_string(out,
		"\n# Keys of actions, with blanks between: a, A, Space, Enter, Left, PgUp, F5, "
		"C-d\n"
		"# (with Ctrl), M-x (with Alt), S-Tab. None: the action has no key.\n[keys]\n");
	for (int i = 0; i < ACTION_COUNT; i++)
		strbuf_printf(out, "\n# %s\n#%s = %s\n", action_table[i].help, action_table[i].name,
			action_table[i].keys);
}
