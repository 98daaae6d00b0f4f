/*
 * A subcommand: its name, its help, its options and its function. One file of
 * this folder defines it, one line of main.c's table lists it.
 */
#ifndef FST_CMD_COMMAND_H
#define FST_CMD_COMMAND_H

#include "base/clock.h"
#include "base/error.h"
#include "cmd/option.h"
#include "store/result.h"

/* What a command is run with. */
struct invocation {
	const struct command *command;
	struct options options;
	const struct clock *clock;
};

struct command {
	const char *name; /* "" for the explorer, which needs no name */
	const char *operands; /* for the usage line: "[DIR...]" */
	const char *summary; /* a few words, for the list of commands */
	const char *description; /* sentences below the usage line, wrapped when printed */
	const struct option_table *options[6]; /* ends with NULL */
	/*
	 * Do it. Data goes to standard output, which main flushes and checks; anything
	 * else to standard error. Returns the status that the program exits with. An error that
	 * it fills is printed by main; it may print what happened itself and
	 * leave @error empty. SIGPIPE has its default action: a command that must clean
	 * up behind itself ignores it and looks at what write says.
	 */
	fst_status (*run)(const struct invocation *invocation, struct fst_error *error);
};

/* The options that every command has: --help and --version. */
extern const struct option_table command_common_options;

/*
 * `--format=table|jsonl|csv`, for every command that prints rows. The choice's
 * index is an enum row_format.
 */
enum row_format {
	ROW_FORMAT_TABLE,
	ROW_FORMAT_JSONL,
	ROW_FORMAT_CSV,
};
extern const char *const row_format_names[];
#define ROW_FORMAT_OPTION                                                                     \
	{                                                                                     \
		.name = "format", .letter = 'f', .kind = OPTION_CHOICE, .argument = "FORMAT", \
		.choices = row_format_names,                                                  \
		.help = "print rows as table, jsonl (JSON Lines) or csv"                      \
	}

/* Print "fstui: " and @error to standard error. */
void command_print_error(const struct fst_error *error);

/* Print "fstui: " and a warning to standard error; control bytes in it are escaped. */
void command_warn(const char *format, ...) FST_PRINTF(1, 2);

/*
 * Warnings about what was left out of the input, printed as they come; of many
 * only the first, and command_warnings_end() says how many more there were.
 */
void command_warnings_begin(struct result_warnings *warnings);
void command_warnings_end(const struct result_warnings *warnings);

/* Whether standard output is a terminal that takes no UTF-8. */
bool command_wants_ascii(void);

/* The columns of the terminal that standard output is, or @otherwise. */
size_t command_columns(size_t otherwise);

#define COMMANDS_MAX 32

/* All commands, in the order of the overview; the first is the one without a name. */
extern const struct command *const command_table[];
extern const size_t command_count;

extern const struct command command_clean;
extern const struct command command_compare;
extern const struct command command_durable;
extern const struct command command_explore;
extern const struct command command_findings;
extern const struct command command_import;
extern const struct command command_list;
extern const struct command command_report;
extern const struct command command_run;
extern const struct command command_show;

#endif
