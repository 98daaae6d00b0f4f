/*
 * The program: finds the subcommand, parses its options, runs it, and turns its
 * status into the exit status.
 */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "cmd/command.h"

#define HELP_COLUMNS 100 /* help is no wider, however wide the terminal is */

static const struct command *find_command(const char *name)
{
	for (size_t i = 1; i < command_count; i++)
		if (strcmp(command_table[i]->name, name) == 0)
			return command_table[i];
	return NULL;
}

/*
 * An operand that is neither a command nor a file may be a command's misspelt
 * name, which deserves a better answer than "no such file".
 */
static const char *meant_command(const char *word)
{
	const char *names[COMMANDS_MAX];
	struct stat st;

	if (word[0] == '-' || stat(word, &st) == 0)
		return NULL;
	for (size_t i = 1; i < command_count; i++)
		names[i - 1] = command_table[i]->name;
	names[command_count - 1] = NULL;
	return option_suggest(word, names);
}

static void print_help(const struct command *command, const struct option_table *const *tables)
{
	size_t columns = command_columns(80);
	struct strbuf out = STRBUF_INIT;

	columns = columns < 40 ? 40 : columns > HELP_COLUMNS ? HELP_COLUMNS : columns;
	strbuf_printf(&out, "Usage: fstui %s%s[OPTION...]%s%s\n", command->name,
		command->name[0] ? " " : "", command->operands[0] ? " " : "", command->operands);
	if (!command->name[0])
		strbuf_add_string(&out, "       fstui COMMAND [OPTION...] ...\n");
	strbuf_add_char(&out, '\n');
	option_add_wrapped(&out, text_of(command->description), 0, 0, columns);
	if (!command->name[0]) {
		strbuf_add_string(&out, "\nCommands (each has its own --help):\n");
		for (size_t i = 1; i < command_count; i++)
			strbuf_printf(&out, "  %-10s %s\n", command_table[i]->name,
				command_table[i]->summary);
	}
	options_add_help(&out, tables, columns);
	if (!command->name[0]) {
		strbuf_add_char(&out, '\n');
		option_add_wrapped(&out,
			TEXT("Exit status: 0 done, 1 something failed, 2 wrong usage, "
			     "3 nothing recognised, 130 interrupted."),
			0, 0, columns);
	}
	fwrite(out.ptr, 1, out.len, stdout);
	strbuf_free(&out);
}

/*
 * A file that is opened while a standard stream is closed would get its number,
 * and what is printed would go into that file.
 */
static void open_standard_streams(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDWR);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd > STDERR_FILENO)
		close(fd);
}

static fst_status finish_output(fst_status status, struct fst_error *error)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	/* The reader has seen enough: nothing that anybody wants to be told. */
	if (errno == EPIPE)
		return status == FST_OK ? FST_FAILED : status;
	return fst_error_errno(error, errno, "cannot write standard output");
}

/* The command that @argv asks for; *@used gets how many arguments said so. */
static const struct command *choose_command(int argc, char **argv, int *used)
{
	const struct command *command = argc > 1 ? find_command(argv[1]) : NULL;

	*used = command ? 2 : 1;
	return command ? command : command_table[0];
}

static fst_status run(
	int argc, char **argv, struct invocation *invocation, int used, struct fst_error *error)
{
	const struct option_table *tables[FST_COUNT(invocation->command->options) + 1] = {0};
	const char *meant = used == 1 && argc > 1 ? meant_command(argv[1]) : NULL;
	fst_status status;
	size_t count = 0;

	if (meant)
		return fst_error_set(error, FST_USAGE,
			"\"%s\" is neither a command nor a file: did you mean %s?", argv[1], meant);
	while (invocation->command->options[count]) {
		tables[count] = invocation->command->options[count];
		count++;
	}
	tables[count] = &command_common_options;
	status = options_parse(&invocation->options, tables, argc - used, argv + used, error);
	if (status != FST_OK)
		return status;
	if (invocation->options.help)
		print_help(invocation->command, tables);
	else if (invocation->options.version)
		puts(PACKAGE_STRING);
	else
		status = invocation->command->run(invocation, error);
	options_free(&invocation->options);
	return status;
}

int main(int argc, char **argv)
{
	struct invocation invocation = {.clock = &clock_system};
	struct fst_error error = {0};
	fst_status status;
	int used;

	setlocale(LC_CTYPE, "");
	open_standard_streams();
	signal(SIGPIPE, SIG_DFL);
	invocation.command = choose_command(argc, argv, &used);
	status = finish_output(run(argc, argv, &invocation, used, &error), &error);
	if (error.message[0])
		command_print_error(&error);
	if (error.message[0] && status == FST_USAGE)
		fprintf(stderr, "Try: fstui %s%s--help\n", invocation.command->name,
			invocation.command->name[0] ? " " : "");
	return fst_status_exit(status);
}
