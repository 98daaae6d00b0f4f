#include "report/record.h"

#include <math.h>

#include "base/number.h"
#include "store/csv.h"

void record_writer_init(struct record_writer *writer, struct strbuf *out, bool csv)
{
	*writer = (struct record_writer){.out = out, .csv = csv};
}

void record_writer_free(struct record_writer *writer)
{
	strbuf_free(&writer->header);
	strbuf_free(&writer->line);
}

/* Make room for the next value of the line, and in the header for its key. */
static void next(struct record_writer *writer, const char *key)
{
	bool first = writer->line.len == 0;

	if (!writer->csv) {
		if (first)
			writer->object = jsonl_begin(&writer->line);
		return;
	}
	if (!writer->has_header) {
		strbuf_add_string(&writer->header, key);
		strbuf_add_char(&writer->header, ',');
	}
}

void record_add_text(struct record_writer *writer, const char *key, struct text value)
{
	next(writer, key);
	if (writer->csv) {
		csv_add_field(&writer->line, value);
		strbuf_add_char(&writer->line, ',');
	} else if (value.len) {
		jsonl_add_text(&writer->object, key, value);
	}
}

void record_add_number(struct record_writer *writer, const char *key, double value)
{
	next(writer, key);
	if (writer->csv) {
		if (isfinite(value))
			number_add(&writer->line, value);
		strbuf_add_char(&writer->line, ',');
	} else {
		jsonl_add_number(&writer->object, key, value);
	}
}

static void add_csv_line(struct strbuf *out, struct strbuf *line)
{
	/* The comma behind the last value. */
	strbuf_truncate(line, line->len - 1);
	strbuf_add_char(line, '\n');
	strbuf_add_text(out, strbuf_text(line));
}

void record_end(struct record_writer *writer)
{
	if (writer->csv) {
		if (!writer->has_header)
			add_csv_line(writer->out, &writer->header);
		add_csv_line(writer->out, &writer->line);
	} else {
		jsonl_end(&writer->object);
		strbuf_add_text(writer->out, strbuf_text(&writer->line));
	}
	writer->has_header = true;
	strbuf_clear(&writer->line);
}
