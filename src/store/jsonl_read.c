#include "store/jsonl_read.h"

#include <jansson.h>
#include <stdlib.h>

#include "model/extra.h"

static json_t *load(struct text line, struct fst_error *error)
{
	json_error_t trouble;
	json_t *object = json_loadb(line.ptr ? line.ptr : "", line.len,
		JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL | JSON_DECODE_ANY, &trouble);

	if (json_is_object(object))
		return object;
	if (object)
		fst_error_set(error, FST_SYNTAX, "expected a JSON object");
	else
		fst_error_set(error, FST_SYNTAX, "expected a JSON object: %s in column %d",
			trouble.text, trouble.column);
	json_decref(object);
	return NULL;
}

static struct text string_of(const json_t *value)
{
	return text_make(json_string_value(value), json_string_length(value));
}

static fst_status take_member(
	struct measurement *m, enum column column, const json_t *value, struct fst_error *error)
{
	double number = json_number_value(value);

	if (json_is_null(value))
		return FST_OK;
	if (column_table[column].type == COLUMN_TEXT) {
		if (!json_is_string(value))
			return fst_error_set(error, FST_SYNTAX, "%s: expected a string",
				column_table[column].name);
		measurement_set_text(m, column, string_of(value));
		return FST_OK;
	}
	if (!json_is_number(value))
		return fst_error_set(
			error, FST_SYNTAX, "%s: expected a number", column_table[column].name);
	if (!column_takes_number(column, number))
		return fst_error_set(error, FST_SYNTAX, "%s: %g is not possible",
			column_table[column].name, number);
	measurement_set_number(m, column, number);
	return FST_OK;
}

/* A key that is no column: a string as it is, anything else as its JSON. */
static void take_extra(struct strbuf *extra, const char *key, const json_t *value)
{
	char *json;

	if (json_is_string(value)) {
		extra_add(extra, text_of(key), string_of(value));
		return;
	}
	json = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
	if (json)
		extra_add(extra, text_of(key), text_of(json));
	free(json);
}

fst_status jsonl_read_line(struct text line, struct dataset *dataset, struct fst_error *error)
{
	struct strbuf extra = STRBUF_INIT;
	struct measurement m = {0};
	fst_status status = FST_OK;
	json_t *object = load(line, error), *value;
	const char *key;

	if (!object)
		return FST_SYNTAX;
	json_object_foreach(object, key, value)
	{
		enum column column = column_find(text_of(key));

		if (column == COLUMN_COUNT_ALL)
			take_extra(&extra, key, value);
		else if (status == FST_OK)
			status = take_member(&m, column, value, error);
	}
	measurement_set_text(&m, COL_EXTRA, strbuf_text(&extra));
	if (status == FST_OK && m.have)
		dataset_add(dataset, &m);
	strbuf_free(&extra);
	json_decref(object);
	return status;
}

bool jsonl_recognise(struct text line)
{
	json_t *object, *value;
	const char *key;
	int known = 0;

	if (!text_starts(text_trim(line), "{"))
		return false;
	object = load(line, NULL);
	if (!object)
		return false;
	json_object_foreach(object, key, value)
		known += column_find(text_of(key)) != COLUMN_COUNT_ALL;
	json_decref(object);
	return known >= 2;
}
