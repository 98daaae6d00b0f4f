/* What an option's argument may be, and what it means. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "base/text.h"
#include "base/units.h"
#include "cmd/option.h"

#define WORD_MAX 31 /* letters of a word that gets a suggestion */

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

/*
 * How many single letters were changed, added, left out or swapped with their
 * neighbour: the optimal string alignment distance. Words over 31 letters are far.
 */
static size_t distance(const char *a, const char *b)
{
	size_t rows[WORD_MAX + 1][WORD_MAX + 1];
	size_t m = strlen(a), n = strlen(b);

	if (m > WORD_MAX || n > WORD_MAX)
		return SIZE_MAX;
	for (size_t i = 0; i <= m; i++)
		for (size_t j = 0; j <= n; j++) {
			size_t best = i + j;

			if (i > 0 && j > 0) {
				best = rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
				best = smaller(best, smaller(rows[i - 1][j], rows[i][j - 1]) + 1);
			}
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				best = smaller(best, rows[i - 2][j - 2] + 1);
			rows[i][j] = best;
		}
	return rows[m][n];
}

const char *option_suggest(const char *word, const char *const *words)
{
	size_t length = strlen(word);
	size_t limit = length / 3 > 1 ? length / 3 : 1;
	const char *best = NULL;

	for (; *words; words++) {
		size_t d;

		if (length >= 2 && strncmp(*words, word, length) == 0)
			return *words;
		d = distance(word, *words);
		if (d < length && d <= limit && (!best || d < distance(word, best)))
			best = *words;
	}
	return best;
}

static fst_status expected(
	const struct option_info *info, const char *text, const char *what, struct fst_error *error)
{
	return fst_error_set(
		error, FST_USAGE, "--%s: expected %s, found \"%s\"", info->name, what, text);
}

/* Add the index of the choice that @word is to @item. */
static fst_status add_choice(const struct option_info *info, struct text word,
	struct option_item *item, struct fst_error *error)
{
	struct strbuf all = STRBUF_INIT;
	const char *near;
	char *copy;

	for (size_t i = 0; info->choices[i]; i++)
		if (text_is(word, info->choices[i])) {
			item->list = xreallocarray(
				item->list, item->list_count + 1, sizeof(*item->list));
			item->list[item->list_count++] = i;
			return FST_OK;
		}
	for (size_t i = 0; info->choices[i]; i++)
		strbuf_printf(&all, "%s%s",
			i == 0                        ? ""
			: info->choices[i + 1]        ? ", "
			: info->kind == OPTION_CHOICE ? " or "
						      : " and ",
			info->choices[i]);
	copy = xmemdup0(word.ptr, word.len);
	near = option_suggest(copy, info->choices);
	fst_error_set(error, FST_USAGE, "--%s: unknown \"%s\"%s%s%s allowed: %s", info->name, copy,
		near ? ", did you mean " : "", near ? near : "", near ? "?" : ";",
		strbuf_string(&all));
	free(copy);
	strbuf_free(&all);
	return FST_USAGE;
}

static fst_status parse_choices(const struct option_info *info, struct text rest,
	struct option_item *item, struct fst_error *error)
{
	fst_status status = FST_OK;
	struct text word;

	while (status == FST_OK && text_next_part(&rest, ',', &word))
		status = add_choice(info, word, item, error);
	return status;
}

static fst_status parse_sizes(const struct option_info *info, struct text text,
	struct option_item *item, struct fst_error *error)
{
	uint64_t sizes[OPTION_LIST_MAX];
	char name[32];
	fst_status status;

	snprintf(name, sizeof(name), "--%s", info->name);
	status = units_parse_sizes(name, text, sizes, OPTION_LIST_MAX, &item->list_count, error);
	if (status == FST_OK) {
		item->list = xreallocarray(NULL, item->list_count, sizeof(*sizes));
		memcpy(item->list, sizes, item->list_count * sizeof(*sizes));
	} else {
		item->list_count = 0;
	}
	return status;
}

static bool parse_percent(struct text text, double *ratio)
{
	if (text_is(text, "off")) {
		*ratio = 0;
		return true;
	}
	if (text_ends(text, "%"))
		text.len--;
	if (!number_parse(text, ratio) || *ratio <= 0 || *ratio > 100)
		return false;
	*ratio /= 100;
	return true;
}

static bool parse_screen(struct text text, uint64_t *whole)
{
	size_t x = text_find_char(text, 'x');
	uint64_t columns, rows;

	if (x == SIZE_MAX || !number_parse_u64(text_make(text.ptr, x), &columns) ||
		!number_parse_u64(text_skip(text, x + 1), &rows) || columns == 0 || rows == 0 ||
		columns > 1000 || rows > 1000)
		return false;
	*whole = columns << 32 | rows;
	return true;
}

fst_status option_parse_value(const struct option_info *info, const char *text,
	struct option_item *item, struct fst_error *error)
{
	struct text t = text_of(text);

	*item = (struct option_item){.option = info, .text = text};
	switch (info->kind) {
	case OPTION_FLAG:
		return FST_OK;
	case OPTION_TEXT:
		return t.len ? FST_OK : expected(info, text, "a text", error);
	case OPTION_COUNT:
		if (!number_parse_u64(t, &item->whole) || item->whole == 0)
			return expected(info, text, "a whole number from 1", error);
		item->number = (double)item->whole;
		return FST_OK;
	case OPTION_SEED:
		return number_parse_u64(t, &item->whole)
			       ? FST_OK
			       : expected(info, text, "a whole number", error);
	case OPTION_SIZE:
		if (!units_parse_size(t, &item->whole) || item->whole == 0)
			return expected(info, text, "a size such as 4K, 64M or 1G", error);
		item->number = (double)item->whole;
		return FST_OK;
	case OPTION_SIZES:
	case OPTION_COUNTS:
		return parse_sizes(info, t, item, error);
	case OPTION_DURATION:
		return units_parse_duration(t, &item->number) && item->number > 0
			       ? FST_OK
			       : expected(info, text, "a time such as 90s, 2m or 1h30m", error);
	case OPTION_PERCENT:
		return parse_percent(t, &item->number)
			       ? FST_OK
			       : expected(info, text, "a percentage such as 5%, or off", error);
	case OPTION_CHOICE:
		return add_choice(info, t, item, error);
	case OPTION_CHOICES:
		return parse_choices(info, t, item, error);
	case OPTION_SCREEN:
		return parse_screen(t, &item->whole)
			       ? FST_OK
			       : expected(info, text, "columns and rows such as 80x24", error);
	}
	return FST_OK;
}
