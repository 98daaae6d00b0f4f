#include "cmd/command.h"

#include <langinfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/number.h"
#include "base/utf8.h"

#define WARNINGS_SHOWN 10

static const struct option_info common_options[] = {
	{.name = "help", .letter = 'h', .help = "show this help"},
	{.name = "version", .letter = 'V', .help = "show the version"},
};

const struct option_table command_common_options = OPTION_TABLE("Everywhere", common_options);

const char *const row_format_names[] = {
	[ROW_FORMAT_TABLE] = "table",
	[ROW_FORMAT_JSONL] = "jsonl",
	[ROW_FORMAT_CSV] = "csv",
	NULL,
};

void command_print_error(const struct fst_error *error)
{
	char line[sizeof(*error)];

	fprintf(stderr, "fstui: %s\n", fst_error_format(error, line, sizeof(line)));
}

void command_warn(const char *format, ...)
{
	char raw[1024], line[2048];
	va_list ap;

	va_start(ap, format);
	vsnprintf(raw, sizeof(raw), format, ap);
	va_end(ap);
	utf8_escape(line, sizeof(line), raw, strlen(raw));
	fprintf(stderr, "fstui: %s\n", line);
}

static void print_warning(void *context, const struct fst_error *warning)
{
	struct result_warnings *warnings = context;

	if (warnings->count <= WARNINGS_SHOWN)
		command_print_error(warning);
}

void command_warnings_begin(struct result_warnings *warnings)
{
	*warnings = (struct result_warnings){.warn = print_warning, .context = warnings};
}

void command_warnings_end(const struct result_warnings *warnings)
{
	if (warnings->count > WARNINGS_SHOWN)
		command_warn("%zu more like these", warnings->count - WARNINGS_SHOWN);
}

bool command_wants_ascii(void)
{
	return isatty(STDOUT_FILENO) && strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

size_t command_columns(size_t otherwise)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;
	uint64_t given;

	if (columns && number_parse_u64(text_of(columns), &given) && given > 0 && given < 10000)
		return (size_t)given;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
	return otherwise;
}
