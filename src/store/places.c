#include "store/places.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "store/csv.h"

#define READ_SIZE 65536
/* As for whole files: longer lines are no measurements. */
#define LINE_LIMIT (16 * 1024 * 1024)

void result_places_free(struct result_places *places)
{
	free(places->offsets);
	free(places->headers);
	*places = (struct result_places){0};
}

void result_places_add_header(struct result_places *places, uint64_t offset)
{
	places->headers = xreallocarray(
		places->headers, places->header_count + 1, sizeof(*places->headers));
	places->headers[places->header_count++] = (struct result_header_place){
		.row = places->first_row + (uint32_t)places->count, .offset = offset};
}

void result_places_add_row(struct result_places *places, uint64_t offset)
{
	if (places->count == places->capacity) {
		places->capacity = places->capacity ? places->capacity * 2 : 256;
		places->offsets = xreallocarray(
			places->offsets, places->capacity, sizeof(*places->offsets));
	}
	places->offsets[places->count++] = offset;
}

static fst_status changed(const char *path, struct fst_error *error)
{
	fst_error_set(error, FST_FAILED,
		"the file was changed since it was read: its histograms and series cannot be told");
	fst_error_at(error, path, 0);
	return FST_FAILED;
}

/* The line at @offset without its end; false when there is no whole one. */
static bool read_line(int fd, uint64_t offset, struct strbuf *line)
{
	char *end = NULL;
	ssize_t n;

	strbuf_clear(line);
	while (!end && line->len < LINE_LIMIT) {
		strbuf_reserve(line, READ_SIZE);
		n = pread(fd, line->ptr + line->len, READ_SIZE, (off_t)(offset + line->len));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		end = memchr(line->ptr + line->len, '\n', (size_t)n);
		line->len += (size_t)n;
	}
	if (!end)
		return false;
	line->len = (size_t)(end - line->ptr);
	return true;
}

static uint64_t header_of(const struct result_places *places, uint32_t row)
{
	uint64_t offset = 0;

	for (size_t i = 0; i < places->header_count && places->headers[i].row <= row; i++)
		offset = places->headers[i].offset;
	return offset;
}

/* Whether @m, read again, is @row but for what was left out. */
static bool is_same(const struct measurement *m, const struct dataset *dataset, uint32_t row)
{
	struct measurement whole = *m, known;

	measurement_clear(&whole, COL_LAT_HISTOGRAM);
	measurement_clear(&whole, COL_SERIES);
	dataset_get(dataset, row, &known);
	return measurement_equal(&whole, &known);
}

static fst_status read_row(const struct result_places *places, const char *path, int fd,
	const struct dataset *dataset, uint32_t row, enum column column, struct strbuf *out,
	struct fst_error *error)
{
	struct csv_reader *csv = csv_reader_new();
	struct strbuf line = STRBUF_INIT;
	fst_status status = FST_OK;
	struct measurement m;

	if (!read_line(fd, header_of(places, row), &line) ||
		csv_reader_parse(csv, line.ptr, line.len, &m, error) != CSV_LINE_HEADER ||
		!read_line(fd, places->offsets[row - places->first_row], &line) ||
		csv_reader_parse(csv, line.ptr, line.len, &m, error) != CSV_LINE_ROW ||
		!is_same(&m, dataset, row))
		status = changed(path, error);
	else
		strbuf_add_text(out, measurement_text(&m, column));
	strbuf_free(&line);
	csv_reader_free(csv);
	return status;
}

fst_status result_places_read(const struct result_places *places, const char *path,
	const struct dataset *dataset, uint32_t row, enum column column, struct strbuf *out,
	struct fst_error *error)
{
	fst_status status;
	int fd;

	if (row < places->first_row || row - places->first_row >= places->count ||
		places->offsets[row - places->first_row] == RESULT_NO_PLACE)
		return FST_OK;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		status = fst_error_errno(error, errno, "cannot read the row again");
		fst_error_at(error, path, 0);
		return status;
	}
	status = read_row(places, path, fd, dataset, row, column, out, error);
	close(fd);
	return status;
}
