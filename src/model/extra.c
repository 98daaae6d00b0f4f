#include "model/extra.h"

#include "base/escape.h"
#include "model/column.h"

void extra_add(struct strbuf *extra, struct text name, struct text value)
{
	struct text part;

	if (!name.len || !value.len)
		return;
	if (extra->len)
		strbuf_add_char(extra, COLUMN_EXTRA_SEPARATOR);
	while (text_next_part(&name, '=', &part)) {
		escape_add(extra, part);
		if (name.ptr)
			escape_add_byte(extra, '=');
	}
	strbuf_add_char(extra, '=');
	escape_add(extra, value);
}

bool extra_next(struct text *extra, struct text *name, struct text *value)
{
	struct text part;
	size_t equals;

	if (!extra->len || !text_next_part(extra, COLUMN_EXTRA_SEPARATOR, &part))
		return false;
	equals = text_find_char(part, '=');
	*name = text_make(part.ptr, equals < part.len ? equals : part.len);
	*value = text_skip(part, name->len + 1);
	return true;
}
