#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/fileio.h"
#include "store/csv.h"
#include "store/jsonl_read.h"
#include "store/result.h"

#define READ_CHUNK      (256 * 1024)
#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

/* Longer lines are no measurements; this bounds the memory that a hostile file takes. */
#define LINE_LIMIT (16 * 1024 * 1024)

struct reading {
	const char *name;
	int fd; /* -1: read @text */
	struct text text;
	struct dataset *dataset;
	struct result_warnings *warnings;
	struct csv_reader *csv;
	struct result_places *places; /* NULL: rows are kept whole */
	uint64_t start, offset; /* in the file: of what is in the buffer, of the current line */
	size_t line; /* 1-based number of the current one */
	bool started; /* the first line that says something was there */
	bool json; /* which was an object */
	bool skipping; /* in a line over the limit */
};

static void warn(struct reading *reading, struct fst_error *warning)
{
	struct result_warnings *warnings = reading->warnings;

	if (!warnings)
		return;
	warnings->count++;
	if (!warnings->warn)
		return;
	fst_error_at(warning, reading->name, reading->line);
	warnings->warn(warnings->context, warning);
}

/* Leave out of @m what is long, and remember where it is. */
static void shorten(struct reading *reading, struct measurement *m)
{
	bool is_long = measurement_has(m, COL_LAT_HISTOGRAM) || measurement_has(m, COL_SERIES);

	if (!reading->places)
		return;
	measurement_clear(m, COL_LAT_HISTOGRAM);
	measurement_clear(m, COL_SERIES);
	result_places_add_row(reading->places, is_long ? reading->offset : RESULT_NO_PLACE);
}

static enum csv_line take_csv(
	struct reading *reading, char *line, size_t length, struct fst_error *error)
{
	struct measurement m;
	enum csv_line kind = csv_reader_parse(reading->csv, line, length, &m, error);

	if (kind == CSV_LINE_HEADER && reading->places)
		result_places_add_header(reading->places, reading->offset);
	if (kind == CSV_LINE_ROW) {
		shorten(reading, &m);
		dataset_add(reading->dataset, &m);
	}
	return kind;
}

static enum csv_line take_json(struct reading *reading, struct text line, struct fst_error *error)
{
	if (text_trim(line).len == 0)
		return CSV_LINE_EMPTY;
	if (jsonl_read_line(line, reading->dataset, error) != FST_OK)
		return CSV_LINE_BAD;
	if (reading->places)
		result_places_add_row(reading->places, RESULT_NO_PLACE);
	return CSV_LINE_ROW;
}

static fst_status take_line(
	struct reading *reading, char *line, size_t length, struct fst_error *error)
{
	struct fst_error warning;
	enum csv_line kind;

	reading->line++;
	if (reading->line == 1 && text_starts(text_make(line, length), BYTE_ORDER_MARK)) {
		line += strlen(BYTE_ORDER_MARK);
		length -= strlen(BYTE_ORDER_MARK);
		reading->offset += strlen(BYTE_ORDER_MARK);
	}
	if (!reading->started)
		reading->json = jsonl_recognise(text_make(line, length));
	kind = reading->json ? take_json(reading, text_make(line, length), &warning)
			     : take_csv(reading, line, length, &warning);
	if (!reading->started && !reading->json && kind != CSV_LINE_HEADER &&
		kind != CSV_LINE_EMPTY) {
		fst_error_set(error, FST_UNRECOGNISED,
			"no result file: expected a line with names of columns such as "
			"environment,test,file_size,record_size,bytes_per_s");
		fst_error_at(error, reading->name, reading->line);
		return FST_UNRECOGNISED;
	}
	if (kind != CSV_LINE_EMPTY)
		reading->started = true;
	if (kind == CSV_LINE_BAD)
		warn(reading, &warning);
	return FST_OK;
}

/* Take all whole lines of @buffer; *@used gets their length. */
static fst_status take_lines(
	struct reading *reading, char *buffer, size_t length, size_t *used, struct fst_error *error)
{
	fst_status status = FST_OK;
	char *p = buffer, *feed;

	while (status == FST_OK && (feed = memchr(p, '\n', length - (size_t)(p - buffer)))) {
		if (reading->skipping) {
			reading->skipping = false;
			reading->line++;
		} else {
			reading->offset = reading->start + (uint64_t)(p - buffer);
			status = take_line(reading, p, (size_t)(feed - p), error);
		}
		p = feed + 1;
	}
	*used = (size_t)(p - buffer);
	return status;
}

static void finish(struct reading *reading, size_t left)
{
	struct fst_error warning;

	if (!left || reading->skipping)
		return;
	reading->line++;
	fst_error_set(&warning, FST_SYNTAX,
		"the last line is torn (%zu bytes without a line end): it is left out", left);
	warn(reading, &warning);
}

static fst_status skip_long_line(struct reading *reading, struct fst_error *error)
{
	struct fst_error warning;

	if (reading->skipping)
		return FST_OK;
	if (!reading->started) {
		fst_error_set(error, FST_UNRECOGNISED,
			"no result file: its first line is over %d bytes", LINE_LIMIT);
		fst_error_at(error, reading->name, 0);
		return FST_UNRECOGNISED;
	}
	reading->line++;
	fst_error_set(&warning, FST_LIMIT, "a line over %d bytes: it is left out", LINE_LIMIT);
	warn(reading, &warning);
	reading->line--; /* its end counts it */
	reading->skipping = true;
	return FST_OK;
}

/* Like read(2): from the file descriptor, or from the text where there is none. */
static ssize_t read_chunk(struct reading *reading, char *out, size_t size)
{
	ssize_t n;

	if (reading->fd < 0) {
		size = size < reading->text.len ? size : reading->text.len;
		if (size)
			memcpy(out, reading->text.ptr, size);
		reading->text = text_skip(reading->text, size);
		return (ssize_t)size;
	}
	do
		n = read(reading->fd, out, size);
	while (n < 0 && errno == EINTR);
	return n;
}

static fst_status read_all(struct reading *reading, struct fst_error *error)
{
	struct strbuf buffer = STRBUF_INIT;
	fst_status status = FST_OK;
	ssize_t n = 1;

	reading->csv = csv_reader_new();
	while (status == FST_OK && n > 0) {
		size_t used = 0;

		strbuf_reserve(&buffer, READ_CHUNK);
		n = read_chunk(reading, buffer.ptr + buffer.len, READ_CHUNK);
		if (n < 0) {
			status = fst_error_errno(error, errno, "cannot read");
			fst_error_at(error, reading->name, 0);
			break;
		}
		buffer.len += (size_t)n;
		status = take_lines(reading, buffer.ptr, buffer.len, &used, error);
		memmove(buffer.ptr, buffer.ptr + used, buffer.len - used);
		buffer.len -= used;
		reading->start += used;
		if (buffer.len > LINE_LIMIT && status == FST_OK) {
			status = skip_long_line(reading, error);
			reading->start += buffer.len;
			buffer.len = 0;
		}
	}
	if (status == FST_OK)
		finish(reading, buffer.len);
	csv_reader_free(reading->csv);
	strbuf_free(&buffer);
	return status;
}

fst_status result_read_fd(int fd, const char *name, struct dataset *dataset,
	struct result_warnings *warnings, struct fst_error *error)
{
	struct reading reading = {.name = name, .dataset = dataset, .warnings = warnings, .fd = fd};

	return read_all(&reading, error);
}

fst_status result_read_brief(const char *path, struct dataset *dataset,
	struct result_places *places, struct result_warnings *warnings, struct fst_error *error)
{
	struct reading reading = {
		.name = path, .dataset = dataset, .warnings = warnings, .places = places};
	fst_status status;

	status = fileio_open_input(path, &reading.fd, error);
	if (status != FST_OK)
		return status;
	if (places)
		places->first_row = dataset_count(dataset);
	status = read_all(&reading, error);
	close(reading.fd);
	return status;
}

fst_status result_read(const char *path, struct dataset *dataset, struct result_warnings *warnings,
	struct fst_error *error)
{
	return result_read_brief(path, dataset, NULL, warnings, error);
}

fst_status result_read_text(struct text text, const char *name, struct dataset *dataset,
	struct result_warnings *warnings, struct fst_error *error)
{
	struct reading reading = {
		.name = name, .dataset = dataset, .warnings = warnings, .fd = -1, .text = text};

	return read_all(&reading, error);
}

bool result_recognise(struct text start)
{
	struct text line;

	if (text_starts(start, BYTE_ORDER_MARK))
		start = text_skip(start, strlen(BYTE_ORDER_MARK));
	while (text_next_part(&start, '\n', &line))
		if (text_trim(line).len)
			return csv_is_header(line) || jsonl_recognise(line);
	return false;
}
