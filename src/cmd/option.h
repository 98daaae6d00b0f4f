/*
 * Options as data. A const table of them feeds the parser, `--help`, and later
 * the man page, the completions and the config file. Long options are matched
 * exactly (a script must not break when an option is added); a near miss gets a
 * suggestion.
 */
#ifndef FST_CMD_OPTION_H
#define FST_CMD_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "base/text.h"

enum option_kind {
	OPTION_FLAG, /* takes no argument */
	OPTION_TEXT, /* any text but the empty one */
	OPTION_COUNT, /* a whole number, 1 or more */
	OPTION_SEED, /* a whole number of 64 bits */
	OPTION_SIZE, /* a size, `64M` */
	OPTION_SIZES, /* sizes, `4K,64K` or `4K..16M` */
	OPTION_COUNTS, /* counts, `1,4` or `1..16` */
	OPTION_DURATION, /* `90s`, `2m` */
	OPTION_PERCENT, /* `5%` or `5`: 0.05; `off`: 0 */
	OPTION_CHOICE, /* one of @choices */
	OPTION_CHOICES, /* some of @choices, with commas */
	OPTION_SCREEN, /* `80x24`: columns and rows */
};

struct option_info {
	const char *name; /* without the dashes */
	char letter; /* the short form, or 0 */
	enum option_kind kind;
	bool repeats; /* may be given several times; else the last one wins */
	const char *argument; /* what it is called in --help; NULL for a flag */
	const char *const *choices; /* ends with NULL */
	const char *help; /* one sentence without its full stop */
	const char
		*otherwise; /* what the config file shows as the default; NULL: the first choice */
};

struct option_table {
	const char *title; /* of its group in --help */
	const struct option_info *options;
	size_t count;
};

#define OPTION_TABLE(group_title, array)                                              \
	{                                                                             \
		.title = (group_title), .options = (array), .count = FST_COUNT(array) \
	}

/* Most items of a list that an option takes. */
#define OPTION_LIST_MAX 256

/* An option that was given, or an operand. */
struct option_item {
	const struct option_info *option; /* NULL: an operand */
	const char *text; /* its argument as written, NULL for a flag */
	bool literal; /* an operand behind `--` */
	double number; /* seconds, ratio or count, by the kind */
	uint64_t whole; /* SIZE, SEED, COUNT; SCREEN: columns << 32 | rows */
	uint64_t *list; /* SIZES and COUNTS: values; CHOICE and CHOICES: indexes into choices */
	size_t list_count;
};

/* A parsed command line, in the order in which it was written. */
struct options {
	const struct option_table *const *tables; /* ends with NULL */
	struct option_item *items;
	size_t count;
	bool help, version; /* --help or --version was given: the rest was not checked */
};

/*
 * Parse @argc arguments (without the program's name) against @tables, which end
 * with NULL. The texts in @options are slices of @argv. FST_USAGE with a message
 * that says what was wrong and what is allowed; @options is then empty.
 */
fst_status options_parse(struct options *options, const struct option_table *const *tables,
	int argc, char *const *argv, struct fst_error *error);
void options_free(struct options *options);

/*
 * Check and convert one argument (of the command line, or a value of the config
 * file) for @info into @item; free item->list afterwards.
 */
fst_status option_parse_value(const struct option_info *info, const char *text,
	struct option_item *item, struct fst_error *error);

/*
 * The last item given for the option @name, or NULL. @name must be in the
 * tables: anything else is a slip of the program and aborts.
 */
const struct option_item *options_get(const struct options *options, const char *name);

/* Short forms of the above: whether it was given, and its value or @otherwise. */
bool options_given(const struct options *options, const char *name);
const char *options_text(const struct options *options, const char *name, const char *otherwise);
double options_number(const struct options *options, const char *name, double otherwise);
uint64_t options_whole(const struct options *options, const char *name, uint64_t otherwise);

/* The index into its choices of an OPTION_CHOICE. */
size_t options_choice(const struct options *options, const char *name, size_t otherwise);

/* The operand number @index (from 0), or NULL behind the last. */
const char *options_operand(const struct options *options, size_t index);
size_t options_operand_count(const struct options *options);

/* Add the help of @tables (ends with NULL) to @sb, in lines of up to @columns. */
void options_add_help(struct strbuf *sb, const struct option_table *const *tables, size_t columns);

/*
 * Add @words to @sb, wrapped to lines of up to @columns and indented by @indent;
 * @at is the column that the current line of @sb has reached.
 */
void option_add_wrapped(
	struct strbuf *sb, struct text words, size_t indent, size_t at, size_t columns);

/*
 * Which of @words (ends with NULL) @word was probably meant to be, or NULL when
 * none is near (edit distance up to a third of its length, or a prefix).
 */
const char *option_suggest(const char *word, const char *const *words);

#endif
