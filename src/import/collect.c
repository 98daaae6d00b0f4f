#include "import/collect.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/strbuf.h"

#define ARENA_BLOCK 65536

struct arena_block {
	struct arena_block *next;
	size_t used, size;
	char bytes[];
};

#define VECTOR(type)             \
	struct {                 \
		type *items;     \
		size_t count;    \
		size_t capacity; \
	}

struct collect {
	VECTOR(struct found_run) runs;
	VECTOR(struct found_row) rows;
	VECTOR(struct found_value) values;
	VECTOR(struct found_skip) skips;
	struct arena_block *arena;
};

/* Make room for one more item and return it. */
#define PUSH(vector)                                                                           \
	((vector).count == (vector).capacity                                                   \
			? (void)((vector).capacity = (vector).capacity ? (vector).capacity * 2 \
								       : 64,                   \
				  (vector).items = xreallocarray((vector).items,               \
					  (vector).capacity, sizeof(*(vector).items)))         \
			: (void)0,                                                             \
		&(vector).items[(vector).count++])

struct collect *collect_new(void)
{
	return xcalloc(1, sizeof(struct collect));
}

static void free_arena(struct arena_block *block)
{
	while (block) {
		struct arena_block *next = block->next;

		free(block);
		block = next;
	}
}

void collect_free(struct collect *collect)
{
	if (!collect)
		return;
	free(collect->runs.items);
	free(collect->rows.items);
	free(collect->values.items);
	free(collect->skips.items);
	free_arena(collect->arena);
	free(collect);
}

void collect_clear(struct collect *collect)
{
	collect->runs.count = 0;
	collect->rows.count = 0;
	collect->values.count = 0;
	collect->skips.count = 0;
	free_arena(collect->arena);
	collect->arena = NULL;
}

static char *arena_take(struct collect *collect, size_t size)
{
	struct arena_block *block = collect->arena;

	if (!block || block->size - block->used < size) {
		size_t room = size > ARENA_BLOCK ? size : ARENA_BLOCK;

		block = xmalloc(sizeof(*block) + room);
		*block = (struct arena_block){.next = collect->arena, .size = room};
		collect->arena = block;
	}
	block->used += size;
	return block->bytes + block->used - size;
}

static struct text keep(struct collect *collect, struct text text)
{
	char *copy = arena_take(collect, text.len + 1);

	memcpy(copy, text.ptr ? text.ptr : "", text.len);
	copy[text.len] = '\0';
	return text_make(copy, text.len);
}

static struct text keep_format(struct collect *collect, const char *format, va_list ap)
{
	struct strbuf sb = STRBUF_INIT;
	struct text kept;

	strbuf_vprintf(&sb, format, ap);
	kept = keep(collect, strbuf_text(&sb));
	strbuf_free(&sb);
	return kept;
}

struct text collect_text(struct collect *collect, const char *format, ...)
{
	struct text kept;
	va_list ap;

	va_start(ap, format);
	kept = keep_format(collect, format, ap);
	va_end(ap);
	return kept;
}

struct text collect_squeeze(struct collect *collect, struct text text)
{
	struct strbuf sb = STRBUF_INIT;
	struct text word, kept;

	while (text_next_word(&text, &word)) {
		if (sb.len)
			strbuf_add_char(&sb, ' ');
		strbuf_add_text(&sb, word);
	}
	kept = keep(collect, strbuf_text(&sb));
	strbuf_free(&sb);
	return kept;
}

void collect_run(struct collect *collect, const char *tool, size_t start)
{
	*PUSH(collect->runs) = (struct found_run){
		.first_value = collect->values.count,
		.first_row = collect->rows.count,
		.start = start,
		.end = start,
		.tool = tool,
	};
}

static struct found_run *current_run(const struct collect *collect)
{
	return &collect->runs.items[collect->runs.count - 1];
}

void collect_command(struct collect *collect, size_t start, size_t end)
{
	current_run(collect)->command_start = start;
	current_run(collect)->command_end = end;
}

void collect_last_resort(struct collect *collect)
{
	current_run(collect)->last_resort = true;
}

void collect_row(struct collect *collect, enum test test, enum direction direction, size_t at)
{
	*PUSH(collect->rows) = (struct found_row){.first_value = collect->values.count, .at = at};
	current_run(collect)->row_count++;
	if (test != TEST_COUNT)
		collect_string(collect, COL_TEST, text_of(test_table[test].name));
	collect_string(collect, COL_DIRECTION, text_of(direction_names[direction]));
}

/* The values that new ones join: those of the row, or of the run before its first row. */
static size_t *current_values(const struct collect *collect, size_t *first)
{
	struct found_run *run = current_run(collect);

	if (run->row_count) {
		struct found_row *row = &collect->rows.items[collect->rows.count - 1];

		*first = row->first_value;
		return &row->value_count;
	}
	*first = run->first_value;
	return &run->value_count;
}

static struct found_value *find_value(const struct collect *collect, enum column column)
{
	size_t first, count = *current_values(collect, &first);

	for (size_t i = 0; i < count; i++)
		if (collect->values.items[first + i].column == column)
			return &collect->values.items[first + i];
	return NULL;
}

bool collect_has(const struct collect *collect, enum column column)
{
	return find_value(collect, column) != NULL;
}

static struct found_value *get_value(struct collect *collect, enum column column)
{
	struct found_value *value = find_value(collect, column);
	size_t first;

	if (value)
		return value;
	value = PUSH(collect->values);
	++*current_values(collect, &first);
	value->column = column;
	return value;
}

void collect_number(struct collect *collect, enum column column, double value)
{
	if (isfinite(value) && value >= 0)
		get_value(collect, column)->number = value;
}

void collect_string(struct collect *collect, enum column column, struct text value)
{
	if (value.len)
		get_value(collect, column)->text = value;
}

static void append(
	struct collect *collect, enum column column, const char *separator, struct text more)
{
	struct found_value *value = find_value(collect, column);

	if (value)
		more = collect_text(
			collect, "%.*s%s%.*s", TEXT_ARGS(value->text), separator, TEXT_ARGS(more));
	collect_string(collect, column, more);
}

void collect_option(struct collect *collect, const char *word)
{
	const struct found_value *value = find_value(collect, COL_OPTIONS);
	struct text known = value ? value->text : TEXT(""), one;

	while (text_next_word(&known, &one))
		if (text_is(one, word))
			return;
	append(collect, COL_OPTIONS, " ", keep(collect, text_of(word)));
}

void collect_note(struct collect *collect, struct text sentence)
{
	append(collect, COL_NOTE, "; ", keep(collect, sentence));
}

void collect_doubt(struct collect *collect, const char *reason)
{
	collect_string(collect, COL_STATUS, text_of(row_status_names[STATUS_DOUBTFUL]));
	collect_note(collect, text_of(reason));
}

bool collect_end(struct collect *collect, size_t end)
{
	struct found_run *run = current_run(collect);

	if (run->row_count == 0) {
		collect->values.count = run->first_value;
		collect->runs.count--;
		return false;
	}
	run->end = end > run->start ? end : run->start;
	return true;
}

void collect_skip(struct collect *collect, const char *tool, size_t start, size_t end,
	const char *format, ...)
{
	struct found_skip *skip = PUSH(collect->skips);
	va_list ap;

	*skip = (struct found_skip){.start = start, .end = end > start ? end : start, .tool = tool};
	va_start(ap, format);
	skip->reason = keep_format(collect, format, ap);
	va_end(ap);
}

size_t collect_run_count(const struct collect *collect)
{
	return collect->runs.count;
}

const struct found_run *collect_get_run(const struct collect *collect, size_t index)
{
	return &collect->runs.items[index];
}

const struct found_row *collect_get_row(const struct collect *collect, size_t index)
{
	return &collect->rows.items[index];
}

const struct found_value *collect_get_values(const struct collect *collect, size_t first)
{
	return collect->values.items + first;
}

size_t collect_skip_count(const struct collect *collect)
{
	return collect->skips.count;
}

const struct found_skip *collect_get_skip(const struct collect *collect, size_t index)
{
	return &collect->skips.items[index];
}
