#include "import/prefix.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/attributes.h"
#include "import/look.h"
#include "import/quote.h"

/* So many lines behind each other have a prefix, not a text that only looks like one. */
#define FEWEST_LINES 4

/* A prompt is no longer. */
#define LONGEST_PROMPT 60

enum kind {
	NOTHING,
	NUMBERS, /* 12  12: 12| 12. */
	TIMES, /* [2024-05-01 12:00:00], May  1 12:00:00 host name[123]:, 12:00:00 DEBUG| */
	PROMPT, /* the same each time, also a container's name */
};

static size_t digits(struct text t, size_t at)
{
	size_t end = at;

	while (end < t.len && text_is_digit(t.ptr[end]))
		end++;
	return end - at;
}

static size_t skip_blanks(struct text t, size_t at)
{
	while (at < t.len && t.ptr[at] == ' ')
		at++;
	return at;
}

/* "  12: ", "12\t", "12| ": bytes up to the line; 0: none. A number alone is an empty line's. */
static size_t number_prefix(struct text line, unsigned long *number)
{
	size_t at = skip_blanks(line, 0), count = digits(line, at);

	if (!count || count > 7)
		return 0;
	*number = 0;
	for (; count; count--, at++)
		*number = *number * 10 + (unsigned long)(line.ptr[at] - '0');
	if (at < line.len && strchr(":|.)", line.ptr[at]))
		at++;
	else if (at < line.len && line.ptr[at] != ' ' && line.ptr[at] != '\t')
		return 0;
	if (at < line.len && (line.ptr[at] == ' ' || line.ptr[at] == '\t'))
		at++;
	else if (at < line.len)
		return 0;
	return at;
}

/* Whether @line at @at is like @shape, where 0 is a digit and _ a digit or a blank. */
static bool has_shape(struct text line, size_t at, const char *shape)
{
	for (; *shape; shape++, at++) {
		char c = at < line.len ? line.ptr[at] : '\0';

		if (*shape == '0' ? !text_is_digit(c)
				  : (*shape == '_' ? !text_is_digit(c) && c != ' ' : c != *shape))
			return false;
	}
	return true;
}

/* 2024-05-01T12:00:00.123Z and the like, with or without brackets. */
static size_t iso_time(struct text line)
{
	size_t at = 0;
	bool bracket = line.len && line.ptr[0] == '[';

	at += bracket;
	if (!has_shape(line, at, "0000-00-00") || at + 10 >= line.len ||
		!strchr("T ", line.ptr[at + 10]) || !has_shape(line, at + 11, "00:00:00"))
		return 0;
	at += 19;
	if (at < line.len && strchr(".,", line.ptr[at]))
		at += 1 + digits(line, at + 1);
	if (at < line.len && line.ptr[at] == 'Z')
		at++;
	else if (has_shape(line, at, "+00:00") || has_shape(line, at, "-00:00"))
		at += 6;
	else if (has_shape(line, at, "+0000") || has_shape(line, at, "-0000"))
		at += 5;
	if (bracket && (at >= line.len || line.ptr[at++] != ']'))
		return 0;
	return at;
}

/* May  1 12:00:00 host name[123]: */
static size_t journal_time(struct text line)
{
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	size_t at = 16, colon;

	if (line.len < at || !has_shape(line, 3, " _0 00:00:00 "))
		return 0;
	for (size_t i = 0; i + 3 < sizeof(months); i += 3) {
		if (memcmp(line.ptr, months + i, 3) != 0)
			continue;
		colon = text_find_char(text_skip(line, at), ':');
		return colon == SIZE_MAX || colon > LONGEST_PROMPT ? 0 : at + colon + 1;
	}
	return 0;
}

/* 12:00:00 and 12:00:00,123 in front of a blank */
static size_t clock_time(struct text line)
{
	size_t at = 8;

	if (!has_shape(line, 0, "00:00:00"))
		return 0;
	if (at < line.len && strchr(".,", line.ptr[at]))
		at += 1 + digits(line, at + 1);
	return at < line.len && line.ptr[at] == ' ' ? at : 0;
}

/* "DEBUG| [stdout] ", "INFO: ", "WARNING ": what loggers put behind the time. */
static size_t level(struct text line, size_t at)
{
	static const char *const levels[] = {
		"TRACE", "DEBUG", "INFO", "NOTICE", "WARNING", "WARN", "ERROR"};
	static const char *const streams[] = {"[stdout]", "[stderr]"};
	struct text rest = text_skip(line, skip_blanks(line, at));
	size_t i = 0, length;

	while (i < FST_COUNT(levels) && !text_starts(rest, levels[i]))
		i++;
	if (i == FST_COUNT(levels))
		return at;
	length = strlen(levels[i]);
	if (length < rest.len && !strchr("|: ", rest.ptr[length]))
		return at;
	while (length < rest.len && strchr("|:", rest.ptr[length]))
		length++;
	at = (size_t)(rest.ptr - line.ptr) + length;
	for (i = 0; i < FST_COUNT(streams); i++)
		if (text_starts(text_skip(line, skip_blanks(line, at)), streams[i]))
			return skip_blanks(line, at) + strlen(streams[i]);
	return at;
}

static size_t time_prefix(struct text line)
{
	size_t at = iso_time(line);

	if (!at)
		at = journal_time(line);
	if (!at)
		at = clock_time(line);
	if (at)
		at = level(line, at);
	if (at && at < line.len && line.ptr[at] == ' ')
		at++;
	return at;
}

/* "fio-1  | ": what docker compose puts in front of a container's lines. */
static size_t container_prefix(struct text line)
{
	size_t at = 0, number;

	while (at < line.len && at < LONGEST_PROMPT &&
		(text_is_digit(line.ptr[at]) || strchr("-_.", line.ptr[at]) ||
			((line.ptr[at] | 0x20) >= 'a' && (line.ptr[at] | 0x20) <= 'z')))
		at++;
	for (number = at; number > 0 && text_is_digit(line.ptr[number - 1]); number--)
		;
	if (number == at || number < 2 || !strchr("-_", line.ptr[number - 1]))
		return 0;
	at = skip_blanks(line, at);
	if (at + 1 >= line.len || line.ptr[at] != '|' || line.ptr[at + 1] != ' ')
		return 0;
	return at + 2;
}

/* "user@vm:~$ ", "$ ": bytes of what may be a prompt. */
static size_t prompt_prefix(struct text line)
{
	struct text near = text_make(
		line.ptr, line.len < LONGEST_PROMPT ? line.len : LONGEST_PROMPT);
	size_t at = container_prefix(line);

	if (at)
		return at;
	at = text_find_char(near, '$');
	if (at == SIZE_MAX)
		at = text_find_char(near, '#');
	return at != SIZE_MAX && at + 1 < near.len && near.ptr[at + 1] == ' ' ? at + 2 : 0;
}

static struct text next_line(struct text *behind)
{
	size_t end = text_find_char(*behind, '\n');
	struct text line = text_make(behind->ptr, end == SIZE_MAX ? behind->len : end);
	uint8_t depth;

	*behind = text_skip(*behind, line.len + 1);
	if (line.len && line.ptr[line.len - 1] == '\r')
		line.len--;
	return text_skip(line, quote_skip(line, &depth));
}

static bool has_letters(struct text t)
{
	return look_at(t) & LOOK_LETTER;
}

/* Lines from @line on that are numbered one by one (@all), 0 unless there is text in some. */
static size_t count_numbers(struct text line, struct text behind, size_t *all)
{
	unsigned long first, number;
	size_t length = number_prefix(line, &first), count = 0, texts = 0;

	while (length && (count == 0 || number == first + count)) {
		number = first + count++;
		texts += has_letters(text_skip(line, length));
		if (!behind.len)
			break;
		line = next_line(&behind);
		length = number_prefix(line, &number);
	}
	*all = count;
	return texts >= 2 ? count : 0;
}

static size_t count_times(struct text line, struct text behind)
{
	size_t count = 0;

	while (time_prefix(line)) {
		count++;
		if (!behind.len)
			break;
		line = next_line(&behind);
	}
	return count;
}

static bool same_prompt(struct text line, struct text prompt)
{
	if (line.len + 1 == prompt.len)
		prompt.len--;
	return line.len >= prompt.len && memcmp(line.ptr, prompt.ptr, prompt.len) == 0;
}

static size_t count_prompts(struct text line, struct text behind, size_t length)
{
	struct text prompt = text_make(line.ptr, length);
	size_t count = 0;

	while (length && same_prompt(line, prompt)) {
		count++;
		if (!behind.len)
			break;
		line = next_line(&behind);
	}
	return count;
}

static void decide(struct prefixes *prefixes, struct text line, uint16_t looks, struct text behind,
	size_t number)
{
	size_t count = 0, best = 0, bare = 0;

	prefixes->kind = NOTHING;
	if (prefixes->after_break && line.len &&
		(text_is_digit(line.ptr[0]) || line.ptr[0] == ' ')) {
		best = count_numbers(line, behind, &bare);
		prefixes->kind = NUMBERS;
	}
	count = count_times(line, behind);
	if (count > best) {
		best = count;
		prefixes->kind = TIMES;
	}
	prefixes->length = looks & (LOOK_PROMPT | LOOK_BAR) ? prompt_prefix(line) : 0;
	count = prefixes->length ? count_prompts(line, behind, prefixes->length) : 0;
	if (count > best) {
		best = count;
		prefixes->kind = PROMPT;
	}
	/* A long column of numbers alone is looked at once, not again from each of its lines. */
	if (best < FEWEST_LINES) {
		prefixes->kind = NOTHING;
		best = best > bare ? best : bare;
	}
	prefixes->known_until = number + (best ? best : 1);
}

/* The head of a table may not stand above numbers that are to be taken away. */
static bool is_break(struct text line, uint16_t looks)
{
	size_t at = 0;

	if (!(looks & LOOK_LETTER))
		return true;
	while (text_is_blank(line.ptr[at]))
		at++;
	return strchr("`<[{", line.ptr[at]);
}

size_t prefix_length(struct prefixes *prefixes, struct text line, uint16_t looks,
	struct text behind, size_t number)
{
	unsigned long ignored;

	if (number >= prefixes->known_until)
		decide(prefixes, line, looks, behind, number);
	prefixes->after_break = is_break(line, looks);
	switch (prefixes->kind) {
	case NUMBERS:
		return number_prefix(line, &ignored);
	case TIMES:
		return time_prefix(line);
	case PROMPT:
		return line.len < prefixes->length ? line.len : prefixes->length;
	default:
		return 0;
	}
}
