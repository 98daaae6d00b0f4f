#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

static const struct {
	int exit_status;
	const char *text;
} status_table[] = {
#define FST_STATUS_ROW(name, exit_status, text) [FST_##name] = {exit_status, text},
	FST_STATUS_TABLE(FST_STATUS_ROW)
#undef FST_STATUS_ROW
};

const char *fst_status_text(fst_status status)
{
	return status_table[status].text;
}

int fst_status_exit(fst_status status)
{
	return status_table[status].exit_status;
}

void fst_error_clear(struct fst_error *error)
{
	if (error)
		memset(error, 0, sizeof(*error));
}

static void error_format(struct fst_error *error, fst_status status, const char *suffix,
	const char *format, va_list ap)
{
	char raw[1024];
	int n = vsnprintf(raw, sizeof(raw), format, ap);
	size_t used = n < 0 ? 0 : (size_t)n < sizeof(raw) ? (size_t)n : sizeof(raw) - 1;

	if (suffix)
		snprintf(raw + used, sizeof(raw) - used, ": %s", suffix);
	memset(error, 0, sizeof(*error));
	error->status = status;
	utf8_escape(error->message, sizeof(error->message), raw, strlen(raw));
}

fst_status fst_error_set(struct fst_error *error, fst_status status, const char *format, ...)
{
	va_list ap;

	if (!error)
		return status;
	va_start(ap, format);
	error_format(error, status, NULL, format, ap);
	va_end(ap);
	return status;
}

fst_status fst_error_errno(struct fst_error *error, int errnum, const char *format, ...)
{
	va_list ap;

	if (!error)
		return FST_IO;
	va_start(ap, format);
	error_format(error, FST_IO, strerror(errnum), format, ap);
	va_end(ap);
	return FST_IO;
}

void fst_error_at(struct fst_error *error, const char *file, size_t line)
{
	if (!error)
		return;
	if (!file[0])
		file = "\"\""; /* such as "$UNSET" */
	utf8_escape(error->file, sizeof(error->file), file, strlen(file));
	error->line = line;
}

const char *fst_error_format(const struct fst_error *error, char *buffer, size_t size)
{
	if (error->file[0] && error->line)
		snprintf(buffer, size, "%s:%zu: %s", error->file, error->line, error->message);
	else if (error->file[0])
		snprintf(buffer, size, "%s: %s", error->file, error->message);
	else
		snprintf(buffer, size, "%s", error->message);
	return buffer;
}
