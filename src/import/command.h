/*
 * Command lines in a document: the one that made a result stands above it, behind
 * a prompt, a quote, a bullet, or glued to other text.
 */
#ifndef FST_IMPORT_COMMAND_H
#define FST_IMPORT_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "import/document.h"

#define COMMAND_WORDS 128

struct command {
	size_t start, end; /* in the flow: from the tool's name to behind its last word */
	struct text words[COMMAND_WORDS]; /* behind the tool's name, without quote marks */
	size_t count;
};

/*
 * The last command that runs @tool between the flow's offsets @from and @to. What
 * follows the name must look like its arguments, or be the end of the line.
 */
bool command_find(const struct document *doc, const char *tool, size_t from, size_t to,
	struct command *command);

/*
 * Fill @command with the words behind the tool's name at @start .. @end of the flow,
 * up to @to.
 */
void command_read(
	const struct document *doc, size_t start, size_t end, size_t to, struct command *command);

/* Fill @command with the words of @text, of which the first is the tool's name. */
void command_split(struct text text, struct command *command);

/*
 * The value of the long option @name (without dashes), given as `--name=V`,
 * `--name V`, or with the one dash that typography left. Empty text: not given, or
 * given without a value (told apart by @given, which may be NULL).
 */
struct text command_option(const struct command *command, const char *name, bool *given);

/*
 * The short option @letter of a command in getopt's style: `-bD`, `-s128M`,
 * `-s 128M`. @with_value lists the letters that take a value.
 */
struct text command_letter(
	const struct command *command, char letter, const char *with_value, bool *given);

/* The value of `name=V` as dd has it, empty when there is none. */
struct text command_operand(const struct command *command, const char *name);

/* Whether @line (without quote marks) is a command with or without a prompt. */
bool command_is_line(struct text line);

#endif
