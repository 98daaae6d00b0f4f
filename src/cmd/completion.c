#include "cmd/completion.h"

#include <string.h>

#include "cmd/command.h"
#include "term/theme.h"
#include "ui/action.h"

const char *const completion_shells[] = {
	[SHELL_BASH] = "bash", [SHELL_ZSH] = "zsh", [SHELL_FISH] = "fish", NULL};

/* Calls @add for every option of @command. */
typedef void add_option(
	struct strbuf *out, const struct command *command, const struct option_info *info);

static void each_option(struct strbuf *out, const struct command *command, add_option *add)
{
	for (size_t i = 0; command->options[i]; i++)
		for (size_t j = 0; j < command->options[i]->count; j++)
			add(out, command, &command->options[i]->options[j]);
	for (size_t j = 0; j < command_common_options.count; j++)
		add(out, command, &command_common_options.options[j]);
}

/* The words that an option's argument can be, separated by blanks; none: nobody knows. */
static void add_words(struct strbuf *out, const struct option_info *info)
{
	size_t count, start = out->len;

	for (size_t i = 0; info->choices && info->choices[i]; i++)
		strbuf_printf(out, "%s%s", i ? " " : "", info->choices[i]);
	if (strcmp(info->name, "view") == 0)
		for (int i = 0; i < VIEW_COUNT; i++)
			if (view_table[i].title[0])
				strbuf_printf(out, "%s%s", out->len > start ? " " : "",
					view_table[i].name);
	if (strcmp(info->name, "theme") == 0) {
		char **names = theme_list(&count);

		strbuf_add_string(out, "auto");
		for (size_t i = 0; i < count; i++)
			strbuf_printf(out, " %s", names[i]);
		theme_list_free(names);
	}
}

static bool has_words(const struct option_info *info)
{
	struct strbuf words = STRBUF_INIT;
	bool any;

	add_words(&words, info);
	any = words.len > 0;
	strbuf_free(&words);
	return any;
}

static bool wants_file(const struct option_info *info)
{
	static const char *const names[] = {"FILE", "OUT", "RESULT", "DIR"};

	for (size_t i = 0; info->argument && i < FST_COUNT(names); i++)
		if (strcmp(info->argument, names[i]) == 0)
			return true;
	return false;
}

static bool wants_folders(const struct command *command)
{
	return strstr(command->operands, "DIR") != NULL;
}

static void add_command_names(struct strbuf *out, const char *separator)
{
	for (size_t i = 1; i < command_count; i++)
		strbuf_printf(out, "%s%s", i > 1 ? separator : "", command_table[i]->name);
}

/* ---- bash ---- */

static void add_bash_name(
	struct strbuf *out, const struct command *command, const struct option_info *info)
{
	(void)command;
	strbuf_printf(out, " --%s%s", info->name, info->argument ? "=" : "");
	if (info->letter)
		strbuf_printf(out, " -%c", info->letter);
}

/* A case of the argument's words, or of files. */
static void add_bash_value(
	struct strbuf *out, const struct command *command, const struct option_info *info)
{
	if (!info->argument)
		return;
	strbuf_printf(out, "\t%s:--%s", command->name, info->name);
	if (info->letter)
		strbuf_printf(out, "|%s:-%c", command->name, info->letter);
	strbuf_add_string(out, ")\n\t\t");
	if (has_words(info)) {
		strbuf_printf(out, "_fstui_%s \"", info->kind == OPTION_CHOICES ? "list" : "words");
		add_words(out, info);
		strbuf_add_string(out, "\"");
	} else {
		strbuf_add_string(out, wants_file(info) ? "_fstui_files" : "COMPREPLY=()");
	}
	strbuf_add_string(out, "\n\t\treturn\n\t\t;;\n");
}

static void add_bash(struct strbuf *out)
{
	strbuf_add_string(out,
		"# bash completion for fstui, made by fstui --completion=bash\n"
		"\n"
		"_fstui_words() {\n"
		"\tmapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$value\")\n"
		"\t[[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace\n"
		"}\n"
		"\n"
		"# Words with commas between: the last one.\n"
		"_fstui_list() {\n"
		"\tlocal before=\n"
		"\t[[ $value != *,* ]] || before=${value%,*},\n"
		"\tmapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$1\" -- \"${value##*,}\")\n"
		"\tcompopt -o nospace\n"
		"}\n"
		"\n"
		"_fstui_files() {\n"
		"\tcompopt -o filenames\n"
		"\tmapfile -t COMPREPLY < <(compgen -f -- \"$value\")\n"
		"}\n"
		"\n"
		"_fstui() {\n"
		"\tlocal value=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} "
		"command=\n"
		"\n"
		"\tCOMPREPLY=()\n"
		"\tif [[ $COMP_CWORD -gt 1 ]]; then\n"
		"\t\tcase ${COMP_WORDS[1]} in\n"
		"\t\t");
	add_command_names(out, "|");
	strbuf_add_string(out, ")\n"
			       "\t\t\tcommand=${COMP_WORDS[1]}\n"
			       "\t\t\t;;\n"
			       "\t\tesac\n"
			       "\tfi\n"
			       "\t# bash breaks words at the equals sign.\n"
			       "\tif [[ $value == = ]]; then\n"
			       "\t\tvalue=\n"
			       "\telif [[ $option == = ]]; then\n"
			       "\t\toption=${COMP_WORDS[COMP_CWORD - 2]}\n"
			       "\tfi\n"
			       "\tcase $command:$option in\n");
	for (size_t i = 0; i < command_count; i++)
		each_option(out, command_table[i], add_bash_value);
	strbuf_add_string(out, "\tesac\n"
			       "\tif [[ $value != -* ]]; then\n"
			       "\t\tcase $command in\n");
	for (size_t i = 1; i < command_count; i++)
		if (wants_folders(command_table[i]))
			strbuf_printf(out,
				"\t\t%s)\n"
				"\t\t\tcompopt -o filenames\n"
				"\t\t\tmapfile -t COMPREPLY < <(compgen -d -- \"$value\")\n"
				"\t\t\t;;\n",
				command_table[i]->name);
	strbuf_add_string(out, "\t\t*)\n\t\t\t_fstui_files\n\t\t\t;;\n\t\tesac\n"
			       "\t\tif [[ $COMP_CWORD -eq 1 ]]; then\n"
			       "\t\t\tlocal files=(\"${COMPREPLY[@]}\")\n"
			       "\t\t\t_fstui_words \"");
	add_command_names(out, " ");
	strbuf_add_string(out, "\"\n"
			       "\t\t\tCOMPREPLY+=(\"${files[@]}\")\n"
			       "\t\tfi\n"
			       "\t\treturn\n"
			       "\tfi\n"
			       "\tcase $command in\n");
	for (size_t i = 0; i < command_count; i++) {
		strbuf_printf(out, "\t\"%s\")\n\t\t_fstui_words \"", command_table[i]->name);
		each_option(out, command_table[i], add_bash_name);
		strbuf_add_string(out, "\"\n\t\t;;\n");
	}
	strbuf_add_string(out, "\tesac\n}\n\ncomplete -F _fstui fstui\n");
}

/* ---- zsh ---- */

/* @text within single quotes, with a backslash before those of @special. */
static void add_quoted(struct strbuf *out, const char *text, const char *special)
{
	for (; *text; text++) {
		if (*text == '\'') {
			strbuf_add_string(out, "'\\''");
			continue;
		}
		if (strchr(special, *text))
			strbuf_add_char(out, '\\');
		strbuf_add_char(out, *text);
	}
}

static void add_zsh_option(
	struct strbuf *out, const struct command *command, const struct option_info *info)
{
	const char *repeats = info->repeats ? "*" : "";
	const char *equals = info->argument ? "=" : "";

	(void)command;
	strbuf_add_string(out, " \\\n\t\t\t'");
	if (info->letter)
		strbuf_printf(out, "%s'{-%c%s,--%s%s}'", repeats, info->letter,
			info->argument ? "+" : "", info->name, equals);
	else
		strbuf_printf(out, "%s--%s%s", repeats, info->name, equals);
	strbuf_add_char(out, '[');
	add_quoted(out, info->help, "[]\\");
	strbuf_add_char(out, ']');
	if (info->argument) {
		strbuf_printf(out, ":%s:", info->argument);
		if (has_words(info)) {
			strbuf_add_string(
				out, info->kind == OPTION_CHOICES ? "_values -s , word " : "(");
			add_words(out, info);
			strbuf_add_string(out, info->kind == OPTION_CHOICES ? "" : ")");
		} else {
			strbuf_add_string(out, wants_file(info) ? "_files" : " ");
		}
	}
	strbuf_add_char(out, '\'');
}

static void add_zsh(struct strbuf *out)
{
	strbuf_add_string(out, "#compdef fstui\n"
			       "# zsh completion for fstui, made by fstui --completion=zsh\n"
			       "\n"
			       "_fstui() {\n"
			       "\tlocal -a commands=(\n");
	for (size_t i = 1; i < command_count; i++) {
		strbuf_printf(out, "\t\t'%s:", command_table[i]->name);
		add_quoted(out, command_table[i]->summary, ":\\");
		strbuf_add_string(out, "'\n");
	}
	strbuf_add_string(out, "\t)\n"
			       "\n"
			       "\tif (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then\n"
			       "\t\t_describe command commands\n"
			       "\t\t_files\n"
			       "\t\treturn\n"
			       "\tfi\n"
			       "\tcase $words[2] in\n");
	for (size_t i = 1; i <= command_count; i++) {
		const struct command *command = command_table[i % command_count];

		strbuf_printf(out, "\t%s)\n", command->name[0] ? command->name : "*");
		if (command->name[0])
			strbuf_add_string(out, "\t\tshift words; (( CURRENT-- ))\n");
		strbuf_add_string(out, "\t\t_arguments -s");
		each_option(out, command, add_zsh_option);
		strbuf_printf(out, " \\\n\t\t\t'*: :_files%s'\n\t\t;;\n",
			wants_folders(command) ? " -/" : "");
	}
	strbuf_add_string(out, "\tesac\n}\n\n_fstui \"$@\"\n");
}

/* ---- fish ---- */

static void add_fish_condition(struct strbuf *out, const struct command *command)
{
	strbuf_add_string(out, "complete -c fstui -n '");
	if (command->name[0]) {
		strbuf_printf(out, "__fish_seen_subcommand_from %s", command->name);
	} else {
		strbuf_add_string(out, "not __fish_seen_subcommand_from ");
		add_command_names(out, " ");
	}
	strbuf_add_string(out, "'");
}

static void add_fish_option(
	struct strbuf *out, const struct command *command, const struct option_info *info)
{
	add_fish_condition(out, command);
	strbuf_printf(out, " -l %s", info->name);
	if (info->letter)
		strbuf_printf(out, " -s %c", info->letter);
	if (info->argument)
		strbuf_add_string(out, wants_file(info) ? " -r -F" : " -x");
	if (has_words(info)) {
		strbuf_add_string(out, " -a '");
		add_words(out, info);
		strbuf_add_string(out, "'");
	}
	strbuf_add_string(out, " -d '");
	for (const char *c = info->help; *c; c++)
		strbuf_printf(out, "%s%c", *c == '\'' || *c == '\\' ? "\\" : "", *c);
	strbuf_add_string(out, "'\n");
}

static void add_fish(struct strbuf *out)
{
	strbuf_add_string(out, "# fish completion for fstui, made by fstui --completion=fish\n\n");
	for (size_t i = 1; i < command_count; i++) {
		strbuf_printf(out, "complete -c fstui -n __fish_is_first_token -a %s -d '",
			command_table[i]->name);
		for (const char *c = command_table[i]->summary; *c; c++)
			strbuf_printf(out, "%s%c", *c == '\'' || *c == '\\' ? "\\" : "", *c);
		strbuf_add_string(out, "'\n");
	}
	for (size_t i = 0; i < command_count; i++)
		each_option(out, command_table[i], add_fish_option);
}

void completion_add(enum shell shell, struct strbuf *out)
{
	static void (*const add[SHELL_COUNT])(struct strbuf * out) = {
		[SHELL_BASH] = add_bash, [SHELL_ZSH] = add_zsh, [SHELL_FISH] = add_fish};

	add[shell](out);
}
