#include "import/quote.h"

#include <stdbool.h>

#define DEEPEST 200

static bool is_quote_mark(struct text line, size_t at)
{
	if (line.ptr[at] == '>')
		return true;
	/* A bar quotes when it stands alone; several are a table. */
	return line.ptr[at] == '|' && (at + 1 == line.len || line.ptr[at + 1] == ' ') &&
	       text_find_char(text_skip(line, at + 1), '|') == SIZE_MAX;
}

/* "AB> ": the initials of who is quoted. */
static size_t initials(struct text line, size_t at)
{
	size_t end = at;

	while (end < line.len && end < at + 4 && line.ptr[end] >= 'A' && line.ptr[end] <= 'Z')
		end++;
	return end - at >= 2 && end + 1 < line.len && line.ptr[end] == '>' &&
			       line.ptr[end + 1] == ' '
		       ? end - at
		       : 0;
}

static size_t skip(struct text line, uint8_t most, uint8_t *depth)
{
	size_t end = 0;

	*depth = 0;
	for (size_t at = 0; at < line.len && *depth < most;) {
		if (line.ptr[at] == ' ' || line.ptr[at] == '\t') {
			at++;
			continue;
		}
		at += initials(line, at);
		if (!is_quote_mark(line, at))
			break;
		(*depth)++;
		end = ++at;
	}
	/* The blank behind a mark belongs to it. */
	if (*depth && end < line.len && line.ptr[end] == ' ')
		end++;
	return end;
}

size_t quote_skip(struct text line, uint8_t *depth)
{
	return skip(line, DEEPEST, depth);
}

size_t quote_skip_levels(struct text line, uint8_t levels)
{
	uint8_t depth;

	return skip(line, levels, &depth);
}
