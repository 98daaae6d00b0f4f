#include "model/jsonl.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/escape.h"
#include "base/number.h"
#include "base/utf8.h"
#include "model/extra.h"

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

static void add_comma(struct jsonl *object)
{
	if (!object->first)
		strbuf_add_char(object->out, ',');
	object->first = false;
}

static void add_key(struct jsonl *object, const char *key)
{
	add_comma(object);
	add_quoted(object->out, text_of(key));
	strbuf_add_char(object->out, ':');
}

void jsonl_add_text(struct jsonl *object, const char *key, struct text value)
{
	add_key(object, key);
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
	add_key(object, key);
	number_add(object->out, value);
}

static void add_unescaped(struct strbuf *out, struct text escaped)
{
	char *bytes = xmemdup0(escaped.ptr, escaped.len);

	add_quoted(out, text_make(bytes, escape_undo(bytes, escaped.len)));
	free(bytes);
}

static void add_extra(struct jsonl *object, struct text extra)
{
	struct text name, value;

	while (extra_next(&extra, &name, &value)) {
		add_comma(object);
		add_unescaped(object->out, name);
		strbuf_add_char(object->out, ':');
		add_unescaped(object->out, value);
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
