#include <string.h>

#include "base/escape.h"
#include "base/number.h"
#include "model/extra.h"
#include "store/csv.h"

void csv_writer_free(struct csv_writer *writer)
{
	strbuf_free(&writer->extras);
	*writer = CSV_WRITER_INIT;
}

static bool knows_extra(const struct csv_writer *writer, struct text name)
{
	struct text rest = strbuf_text(&writer->extras), known;

	while (rest.len && text_next_part(&rest, COLUMN_EXTRA_SEPARATOR, &known))
		if (text_equal(known, name))
			return true;
	return false;
}

void csv_writer_learn(struct csv_writer *writer, const struct measurement *m)
{
	struct text extra = measurement_text(m, COL_EXTRA), name, value;

	while (extra_next(&extra, &name, &value)) {
		if (knows_extra(writer, name))
			continue;
		strbuf_add_text(&writer->extras, name);
		strbuf_add_char(&writer->extras, COLUMN_EXTRA_SEPARATOR);
		writer->has_header = false;
	}
}

void csv_writer_learn_all(struct csv_writer *writer, const struct dataset *dataset, uint32_t first)
{
	struct measurement m;

	for (uint32_t row = first; row < dataset_count(dataset); row++)
		if (dataset_has(dataset, row, COL_EXTRA)) {
			dataset_get(dataset, row, &m);
			csv_writer_learn(writer, &m);
		}
}

/* @text, which is escaped already, as a field: in quotes where RFC 4180 wants them. */
static void add_field(struct strbuf *sb, struct text text)
{
	bool quoted = text_find_char(text, ',') != SIZE_MAX ||
		      text_find_char(text, '"') != SIZE_MAX ||
		      (text.len && (text.ptr[0] == ' ' || text.ptr[text.len - 1] == ' '));
	struct text part;

	if (!quoted) {
		strbuf_add_text(sb, text);
		return;
	}
	strbuf_add_char(sb, '"');
	while (text_next_part(&text, '"', &part)) {
		strbuf_add_text(sb, part);
		if (text.ptr)
			strbuf_add_string(sb, "\"\"");
	}
	strbuf_add_char(sb, '"');
}

void csv_add_field(struct strbuf *sb, struct text text)
{
	struct strbuf escaped = STRBUF_INIT;

	escape_add(&escaped, text);
	add_field(sb, strbuf_text(&escaped));
	strbuf_free(&escaped);
}

void csv_writer_add_header(struct csv_writer *writer, struct strbuf *sb)
{
	struct text rest = strbuf_text(&writer->extras), name;

	for (int i = 0; i < COLUMN_COUNT_FILE; i++) {
		if (i)
			strbuf_add_char(sb, ',');
		strbuf_add_string(sb, column_table[i].name);
	}
	while (rest.len && text_next_part(&rest, COLUMN_EXTRA_SEPARATOR, &name)) {
		strbuf_add_char(sb, ',');
		add_field(sb, name);
	}
	strbuf_add_char(sb, '\n');
	writer->has_header = true;
}

static struct text find_extra(struct text extra, struct text wanted)
{
	struct text name, value;

	while (extra_next(&extra, &name, &value))
		if (text_equal(name, wanted))
			return value;
	return TEXT("");
}

void csv_writer_add_row(struct csv_writer *writer, struct strbuf *sb, const struct measurement *m)
{
	struct text extra = measurement_text(m, COL_EXTRA);
	struct text rest, name;

	csv_writer_learn(writer, m);
	if (!writer->has_header)
		csv_writer_add_header(writer, sb);
	for (int i = 0; i < COLUMN_COUNT_FILE; i++) {
		if (i)
			strbuf_add_char(sb, ',');
		if (!measurement_has(m, (enum column)i))
			continue;
		if (column_table[i].type == COLUMN_TEXT)
			csv_add_field(sb, m->value[i].text);
		else
			number_add(sb, m->value[i].number);
	}
	rest = strbuf_text(&writer->extras);
	while (rest.len && text_next_part(&rest, COLUMN_EXTRA_SEPARATOR, &name)) {
		strbuf_add_char(sb, ',');
		add_field(sb, find_extra(extra, name));
	}
	strbuf_add_char(sb, '\n');
}
