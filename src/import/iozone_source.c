#include "import/iozone.h"

#include <stdlib.h>

#include "base/alloc.h"

/* So many lines that end at one place show a page's margin. */
#define MARGIN_LINES 4

static struct iozone_source *add_source(struct iozone_sources *sources, struct text name)
{
	struct iozone_source *source;

	if (sources->count == sources->capacity) {
		sources->capacity = sources->capacity * 2 + 4;
		sources->items = xreallocarray(
			sources->items, sources->capacity, sizeof(*sources->items));
	}
	source = &sources->items[sources->count++];
	*source = (struct iozone_source){
		.name = name,
		.run = {.out = sources->parse->out, .name = name},
	};
	/* A command in front of all machines' lines is for each of them. */
	if (name.len && !sources->items[0].run.count) {
		source->run.asked = sources->items[0].run.asked;
		source->run.command_start = sources->items[0].run.command_start;
		source->run.command_end = sources->items[0].run.command_end;
	}
	return source;
}

void iozone_sources_begin(struct iozone_sources *sources, struct parse *parse)
{
	*sources = (struct iozone_sources){.parse = parse};
	add_source(sources, TEXT(""));
}

void iozone_sources_end(struct iozone_sources *sources)
{
	for (size_t i = 0; i < sources->count; i++)
		iozone_run_free(&sources->items[i].run);
	free(sources->items);
}

static bool is_host_name(struct text word)
{
	size_t dots = 0, letters = 0;

	for (size_t i = 0; i < word.len; i++) {
		char c = word.ptr[i], lower = (char)(c | 0x20);

		dots += c == '.';
		letters += lower >= 'a' && lower <= 'z';
		if (!strchr("._-/@", c) && !(c >= '0' && c <= '9') &&
			!(lower >= 'a' && lower <= 'z'))
			return false;
	}
	return word.len > 0 && (letters > 0 || dots == 3);
}

struct text iozone_label(struct text line, struct text *rest)
{
	struct text trimmed = text_trim(line), name;
	size_t colon = text_find_char(trimmed, ':'), digits;

	*rest = line;
	if (colon == SIZE_MAX)
		return TEXT("");
	name = text_make(trimmed.ptr, colon);
	if (!is_host_name(name))
		return TEXT("");
	*rest = text_skip(line, (size_t)(name.ptr - line.ptr) + colon + 1);
	/* grep -n adds a line number. */
	for (digits = 0;
		digits < rest->len && rest->ptr[digits] >= '0' && rest->ptr[digits] <= '9';)
		digits++;
	if (digits && digits < rest->len && rest->ptr[digits] == ':')
		*rest = text_skip(*rest, digits + 1);
	return name;
}

/* The name in front of @content on line @index, when it names a machine. */
static struct text host_of(const struct document *doc, size_t index, struct text content)
{
	struct text rest, name = iozone_label(document_line_flow(doc, index), &rest);
	struct text other = TEXT("");

	rest = text_trim(rest);
	if (!name.len ||
		(rest.ptr != content.ptr && !text_starts(rest, "\"") && !text_starts(rest, "`")))
		return TEXT("");
	/* A word of prose stands in front of one line, a machine's name of several. */
	for (size_t i = 0; i < name.len; i++)
		if (name.ptr[i] >= '0' && name.ptr[i] <= '9')
			return name;
	if (index > 0)
		other = iozone_label(document_line_flow(doc, index - 1), &rest);
	if (!text_equal(name, other) && index + 1 < doc->line_count)
		other = iozone_label(document_line_flow(doc, index + 1), &rest);
	return text_equal(name, other) ? name : TEXT("");
}

/* The source called @name, or the one without a name. */
static struct iozone_source *find_source(struct iozone_sources *sources, struct text name)
{
	for (size_t i = 1; name.len && i < sources->count; i++)
		if (text_equal(sources->items[i].name, name))
			return &sources->items[i];
	return &sources->items[0];
}

struct iozone_source *iozone_source_at(
	struct iozone_sources *sources, size_t index, struct text content)
{
	const struct document *doc = sources->parse->doc;
	struct text host = host_of(doc, index, content), rest;
	struct iozone_source *source;

	if (!host.len && sources->count > 1)
		host = iozone_label(document_line_flow(doc, index), &rest);
	else if (host.len && find_source(sources, host) == &sources->items[0])
		return add_source(sources, host);
	source = find_source(sources, host);
	return source;
}

void iozone_read_lines(struct iozone_sources *sources, size_t to)
{
	const struct document *doc = sources->parse->doc;
	bool open = false;

	for (size_t i = 0; i < sources->count; i++)
		open |= sources->items[i].table.open;
	for (; open && sources->line < to; sources->line++) {
		struct text line = document_line(doc, sources->line), rest;
		struct iozone_source *source = &sources->items[0];

		if (sources->count > 1) {
			source = find_source(sources, iozone_label(line, &rest));
			if (source->name.len)
				line = rest;
		}
		if (source->table.open)
			iozone_table_line(&source->table, &source->run, doc, sources->line, line);
	}
	if (sources->line < to)
		sources->line = to;
}

static size_t count_words(struct text line)
{
	struct text word;
	size_t count = 0;

	while (text_next_word(&line, &word))
		count++;
	return count;
}

struct iozone_margin iozone_find_margin(const struct document *doc)
{
	size_t longest = 0, lines = 0, fewest = 0, most = 0;

	for (size_t i = 0; i < doc->line_count; i++) {
		struct text line = document_line(doc, i);
		size_t words;

		if (line.len < longest)
			continue;
		words = count_words(line);
		if (line.len > longest) {
			longest = line.len;
			lines = 0;
			fewest = most = words;
		}
		lines++;
		fewest = words < fewest ? words : fewest;
		most = words > most ? words : most;
	}
	/* Rows of a table are all as long, too; but they have as many words. */
	return (struct iozone_margin){
		.column = lines >= MARGIN_LINES ? longest : 0,
		.sure = fewest < most,
	};
}
