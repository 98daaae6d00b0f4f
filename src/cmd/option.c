#include "cmd/option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static const struct option_info *find_name(
	const struct option_table *const *tables, const char *name, size_t length)
{
	for (; *tables; tables++)
		for (size_t i = 0; i < (*tables)->count; i++) {
			const struct option_info *info = &(*tables)->options[i];

			if (strlen(info->name) == length && memcmp(info->name, name, length) == 0)
				return info;
		}
	return NULL;
}

static const struct option_info *find_letter(const struct option_table *const *tables, char letter)
{
	for (; *tables; tables++)
		for (size_t i = 0; i < (*tables)->count; i++)
			if ((*tables)->options[i].letter == letter)
				return &(*tables)->options[i];
	return NULL;
}

static struct option_item *add_item(struct options *options)
{
	options->items = xreallocarray(options->items, options->count + 1, sizeof(*options->items));
	options->items[options->count] = (struct option_item){0};
	return &options->items[options->count++];
}

static fst_status add_option(struct options *options, const struct option_info *info,
	const char *value, struct fst_error *error)
{
	if (strcmp(info->name, "help") == 0)
		options->help = true;
	if (strcmp(info->name, "version") == 0)
		options->version = true;
	return option_parse_value(info, value, add_item(options), error);
}

static fst_status unknown_option(
	const struct options *options, const char *name, size_t length, struct fst_error *error)
{
	char *word = xmemdup0(name, length);
	const char **words = NULL;
	const char *near;
	size_t count = 0;

	for (const struct option_table *const *t = options->tables; *t; t++) {
		words = xreallocarray(words, count + (*t)->count + 1, sizeof(*words));
		for (size_t i = 0; i < (*t)->count; i++)
			words[count++] = (*t)->options[i].name;
	}
	if (words)
		words[count] = NULL;
	near = words ? option_suggest(word, words) : NULL;
	if (near)
		fst_error_set(
			error, FST_USAGE, "unknown option --%s: did you mean --%s?", word, near);
	else
		fst_error_set(
			error, FST_USAGE, "unknown option --%s: --help lists the options", word);
	free(words);
	free(word);
	return FST_USAGE;
}

static fst_status missing_argument(const struct option_info *info, struct fst_error *error)
{
	return fst_error_set(error, FST_USAGE, "--%s needs an argument: --%s=%s (%s)", info->name,
		info->name, info->argument, info->help);
}

/* `--name`, `--name=value` or `--name value`; @next is the argument behind, @used set when taken.
 */
static fst_status parse_long(struct options *options, const char *argument, const char *next,
	bool *used, struct fst_error *error)
{
	const char *equals = strchr(argument, '=');
	size_t length = equals ? (size_t)(equals - argument) : strlen(argument);
	const struct option_info *info = find_name(options->tables, argument, length);

	if (!info)
		return unknown_option(options, argument, length, error);
	if (info->kind == OPTION_FLAG) {
		if (equals)
			return fst_error_set(error, FST_USAGE,
				"--%s takes no argument, found \"%s\"", info->name, equals + 1);
		return add_option(options, info, NULL, error);
	}
	if (!equals && !next)
		return missing_argument(info, error);
	*used = !equals;
	return add_option(options, info, equals ? equals + 1 : next, error);
}

/* `-abc`, `-fvalue` or `-f value`. */
static fst_status parse_short(struct options *options, const char *letters, const char *next,
	bool *used, struct fst_error *error)
{
	fst_status status = FST_OK;

	for (; *letters && status == FST_OK; letters++) {
		const struct option_info *info = find_letter(options->tables, *letters);

		if (!info)
			return fst_error_set(error, FST_USAGE,
				"unknown option -%c: --help lists the options", *letters);
		if (info->kind == OPTION_FLAG) {
			status = add_option(options, info, NULL, error);
			continue;
		}
		if (!letters[1] && !next)
			return missing_argument(info, error);
		*used = !letters[1];
		return add_option(options, info, letters[1] ? letters + 1 : next, error);
	}
	return status;
}

fst_status options_parse(struct options *options, const struct option_table *const *tables,
	int argc, char *const *argv, struct fst_error *error)
{
	fst_status status = FST_OK;
	bool literal = false;

	*options = (struct options){.tables = tables};
	for (int i = 0; i < argc && status == FST_OK; i++) {
		const char *argument = argv[i];
		const char *next = i + 1 < argc ? argv[i + 1] : NULL;
		bool used = false;

		if (literal || argument[0] != '-' || !argument[1]) {
			struct option_item *item = add_item(options);

			item->text = argument;
			item->literal = literal;
		} else if (strcmp(argument, "--") == 0) {
			literal = true;
		} else if (argument[1] == '-') {
			status = parse_long(options, argument + 2, next, &used, error);
		} else {
			status = parse_short(options, argument + 1, next, &used, error);
		}
		i += used;
		if (options->help || options->version)
			break;
	}
	if (status != FST_OK)
		options_free(options);
	return status;
}

void options_free(struct options *options)
{
	for (size_t i = 0; i < options->count; i++)
		free(options->items[i].list);
	free(options->items);
	*options = (struct options){0};
}

const struct option_item *options_get(const struct options *options, const char *name)
{
	const struct option_info *info = find_name(options->tables, name, strlen(name));

	if (!info) {
		fprintf(stderr, "fstui: the program asks for an option \"%s\" that it has not\n",
			name);
		abort();
	}
	for (size_t i = options->count; i-- > 0;)
		if (options->items[i].option == info)
			return &options->items[i];
	return NULL;
}

bool options_given(const struct options *options, const char *name)
{
	return options_get(options, name) != NULL;
}

const char *options_text(const struct options *options, const char *name, const char *otherwise)
{
	const struct option_item *item = options_get(options, name);

	return item ? item->text : otherwise;
}

double options_number(const struct options *options, const char *name, double otherwise)
{
	const struct option_item *item = options_get(options, name);

	return item ? item->number : otherwise;
}

uint64_t options_whole(const struct options *options, const char *name, uint64_t otherwise)
{
	const struct option_item *item = options_get(options, name);

	return item ? item->whole : otherwise;
}

size_t options_choice(const struct options *options, const char *name, size_t otherwise)
{
	const struct option_item *item = options_get(options, name);

	return item ? (size_t)item->list[0] : otherwise;
}

const char *options_operand(const struct options *options, size_t index)
{
	for (size_t i = 0; i < options->count; i++)
		if (!options->items[i].option && index-- == 0)
			return options->items[i].text;
	return NULL;
}

size_t options_operand_count(const struct options *options)
{
	size_t count = 0;

	for (size_t i = 0; i < options->count; i++)
		count += !options->items[i].option;
	return count;
}
