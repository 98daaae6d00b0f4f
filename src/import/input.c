#include "import/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"

#define PEEK_SIZE 65536

/* Bytes of the pipe @fd without taking them out; 0 where that cannot be done. */
static ssize_t peek_pipe(int fd, char *out, size_t size)
{
	int copy[2];
	ssize_t n = 0;

	if (pipe2(copy, O_CLOEXEC) != 0)
		return 0;
	do
		n = tee(fd, copy[1], size, 0);
	while (n < 0 && errno == EINTR);
	if (n > 0)
		n = read(copy[0], out, (size_t)n);
	close(copy[0]);
	close(copy[1]);
	return n;
}

static bool is_result(int fd)
{
	char *start = xmalloc(PEEK_SIZE);
	off_t at = lseek(fd, 0, SEEK_CUR);
	ssize_t n = at >= 0 ? pread(fd, start, PEEK_SIZE, at) : peek_pipe(fd, start, PEEK_SIZE);
	bool result = n > 0 && result_recognise(text_make(start, (size_t)n));

	free(start);
	return result;
}

/* Copy the rows of @from to @to with the names that @options give their environments. */
static void add_renamed(
	const struct dataset *from, const struct import_options *options, struct dataset *to)
{
	struct pool *environments = pool_new(); /* the first one is number 1 */
	struct measurement m;

	for (uint32_t row = 0; row < dataset_count(from); row++) {
		uint32_t number = pool_add(environments, dataset_text(from, row, COL_ENVIRONMENT));

		dataset_get(from, row, &m);
		if (number > 0 && number <= options->name_count)
			measurement_set_string(&m, COL_ENVIRONMENT, options->names[number - 1]);
		else if (options->name)
			measurement_set_string(&m, COL_ENVIRONMENT, options->name);
		dataset_add(to, &m);
	}
	pool_free(environments);
}

static fst_status read_result(int fd, const char *name, const struct import_options *options,
	struct dataset *dataset, struct result_warnings *warnings, struct fst_error *error)
{
	struct dataset *rows;
	fst_status status;

	if (!options->name && !options->name_count)
		return result_read_fd(fd, name, dataset, warnings, error);
	rows = dataset_new();
	status = result_read_fd(fd, name, rows, warnings, error);
	add_renamed(rows, options, dataset);
	dataset_free(rows);
	return status;
}

fst_status input_read(struct import *import, const char *path, const struct import_options *options,
	struct dataset *dataset, struct import_report *report, struct result_warnings *warnings,
	struct fst_error *error)
{
	bool is_standard = strcmp(path, "-") == 0;
	const char *name = is_standard ? "standard input" : path;
	uint32_t before = dataset_count(dataset);
	int fd = STDIN_FILENO;
	fst_status status = FST_OK;

	import_report_free(report);
	*report = IMPORT_REPORT_INIT;
	if (!is_standard)
		status = fileio_open_input(path, &fd, error);
	if (status != FST_OK)
		return status;
	if (is_result(fd)) {
		status = read_result(fd, name, options, dataset, warnings, error);
		report->row_count = dataset_count(dataset) - before;
	} else {
		status = import_fd(import, fd, options, dataset, report, error);
		if (status != FST_OK)
			fst_error_at(error, name, 0);
	}
	if (!is_standard)
		close(fd);
	return status;
}
