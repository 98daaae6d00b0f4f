#include "model/jsonl.h"

#include <math.h>

#include "base/number.h"
#include "base/utf8.h"

struct jsonl jsonl_begin(struct strbuf *out)
{
	strbuf_add_char(out, '{');
	return (struct jsonl){.out = out, .first = true};
}

static void add_quoted(struct strbuf *out, struct text value)
{
	strbuf_add_char(out, '"');
	while (value.len) {
		size_t used;
		uint32_t code = utf8_decode(value, &used);

		if (code == UTF8_INVALID)
			strbuf_add_string(out, "\xEF\xBF\xBD");
		else if (code == '"' || code == '\\')
			strbuf_printf(out, "\\%c", (char)code);
		else if (code < 0x20 || code == 0x7F)
			strbuf_printf(out, "\\u%04x", (unsigned)code);
		else
			strbuf_add(out, value.ptr, used);
		value = text_skip(value, used);
	}
	strbuf_add_char(out, '"');
}

static void add_key(struct jsonl *object, struct text key)
{
	if (!object->first)
		strbuf_add_char(object->out, ',');
	object->first = false;
	add_quoted(object->out, key);
	strbuf_add_char(object->out, ':');
}

void jsonl_add_text(struct jsonl *object, const char *key, struct text value)
{
	add_key(object, text_of(key));
	add_quoted(object->out, value);
}

void jsonl_add_string(struct jsonl *object, const char *key, const char *value)
{
	jsonl_add_text(object, key, text_of(value));
}

void jsonl_add_number(struct jsonl *object, const char *key, double value)
{
	if (!isfinite(value))
		return;
	add_key(object, text_of(key));
	number_add(object->out, value);
}

/* `name=value` parts of COL_EXTRA. */
static void add_extra(struct jsonl *object, struct text parts)
{
	struct text part;

	while (text_next_part(&parts, COLUMN_EXTRA_SEPARATOR, &part)) {
		size_t equals = text_find_char(part, '=');

		if (equals == SIZE_MAX)
			continue;
		add_key(object, text_make(part.ptr, equals));
		add_quoted(object->out, text_skip(part, equals + 1));
	}
}

void jsonl_add_measurement(struct jsonl *object, const struct measurement *m)
{
	for (int i = 0; i < COLUMN_COUNT_FILE; i++) {
		if (!measurement_has(m, (enum column)i))
			continue;
		if (column_table[i].type == COLUMN_TEXT)
			jsonl_add_text(object, column_table[i].name, m->value[i].text);
		else
			jsonl_add_number(object, column_table[i].name, m->value[i].number);
	}
	add_extra(object, measurement_text(m, COL_EXTRA));
}

void jsonl_end(struct jsonl *object)
{
	strbuf_add_string(object->out, "}\n");
}
