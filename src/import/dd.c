#include "import/dd.h"

#include <math.h>

#include "import/command.h"
#include "import/figures.h"

/* "copied" and what translations make of it (coreutils' po files). */
static const char *const anchors[] = {
	"copi", /* copied, copiados, copiati, copiés */
	"kopier", /* kopiert, kopieret, kopierade */
	"skopiowa", "transferred in",
	"\xD0\xBA\xD0\xBE\xD0\xBF\xD0\xB8\xD1\x80\xD0\xBE\xD0\xB2\xD0\xB0\xD0\xBD", /* копирован */
	"\xE3\x82\xB3\xE3\x83\x94\xE3\x83\xBC", /* コピー */
	"\xE5\xA4\x8D\xE5\x88\xB6", /* 复制 */
	"\xE8\xA4\x87\xE8\xA3\xBD", /* 複製 */
};

static const char *const probes[] = {
	"copied, ", " copied,\n", "copiado,", "copiados", "copiati, ", "copiato, ",
	"copi\xC3\xA9s,", "copi\xC3\xA9, ", "kopiert, ", "kopieret, ", "kopierade", "skopiowa",
	"transferred in",
	"\xD0\xBA\xD0\xBE\xD0\xBF\xD0\xB8\xD1\x80\xD0\xBE\xD0\xB2\xD0\xB0\xD0\xBD", /* копирован */
	"\xE3\x82\xB3\xE3\x83\x94\xE3\x83\xBC", /* コピー */
	"\xE5\xB7\xB2\xE5\xA4\x8D\xE5\x88\xB6", /* 已复制 */
	"\xE5\xB7\xB2\xE8\xA4\x87\xE8\xA3\xBD", /* 已複製 */
};

enum pattern {
	BYTES,
	RESULT,
};

/* A word of letters in any script. */
#define WORD "(?:[a-z]|[\\x80-\\xff])+"

static const char *const patterns[] = {
	/* In front of the word: 1048576 bytes (1.0 MB, 1.0 MiB) */
	[BYTES] = "([0-9]+) ?(?:" WORD ")? ?(?:\\(([^()]{1,40})\\) ?)?(?:" WORD ")?$",
	/* From the word on: copied, 0.0059948 s, 175 MB/s; (1419425 bytes/sec) */
	[RESULT] = WORD "(?: in)?(?:,|\xE3\x80\x81)? ?([0-9]+(?:[.,][0-9]+)?(?:e-?[0-9]+)?) ?"
			"(" WORD ")(?:,|\xE3\x80\x81)? ?\\(?N ?(" WORD ")/(?:" WORD ")\\)?",
};

struct result {
	size_t start, end; /* in the flow */
	double bytes, seconds, rate; /* rate: as printed, B/s; negative: unit unknown */
	struct text reported;
};

static bool read_seconds(struct text t, double *value)
{
	size_t e = text_find_char(t, 'e');
	double mantissa, exponent;
	struct text digits;

	if (e == SIZE_MAX)
		return figure_number(t, value);
	digits = text_skip(t, e + 1);
	if (digits.len && digits.ptr[0] == '-')
		digits = text_skip(digits, 1);
	if (!figure_number(text_make(t.ptr, e), &mantissa) || !figure_number(digits, &exponent))
		return false;
	*value = mantissa * pow(10, t.ptr[e + 1] == '-' ? -exponent : exponent);
	return true;
}

/* The closing line whose word for "copied" is at @at. */
static bool read_result(struct parse *parse, size_t at, struct result *result)
{
	size_t from = at > 120 ? at - 120 : 0, word = at;
	struct text groups[PATTERN_GROUPS], window;
	bool binary;

	/* The anchor may be the middle of a word: go to its start. */
	while (word > from && (unsigned char)parse->flow.ptr[word - 1] > ')' &&
		parse->flow.ptr[word - 1] != ',')
		word--;
	window = text_make(parse->flow.ptr, word);
	if (!pattern_find(parse->patterns, BYTES, window, from, groups))
		return false;
	*result = (struct result){.start = (size_t)(groups[0].ptr - parse->flow.ptr)};
	if (!figure_number(groups[1], &result->bytes))
		return false;
	/* BusyBox writes 1024-based units, without a blank. */
	binary = groups[2].len && text_find_char(groups[2], ' ') == SIZE_MAX;
	if (!pattern_at(parse->patterns, RESULT, parse->flow, at, groups) ||
		!read_seconds(groups[1], &result->seconds))
		return false;
	result->end = (size_t)(groups[0].ptr + groups[0].len - parse->flow.ptr);
	if (figure_number(groups[3], &result->rate))
		result->rate *= binary ? figure_binary_unit(groups[4])
				       : figure_decimal_unit(groups[4]);
	result->reported = text_make(
		groups[3].ptr, (size_t)(groups[0].ptr + groups[0].len - groups[3].ptr));
	if (text_ends(result->reported, ")"))
		result->reported.len--;
	return true;
}

/* `1M` `64k` `1MB` `512` `$((1024*1024))` as dd reads it. */
static bool block_size(struct text t, double *bytes)
{
	double value = 1, factor;
	size_t n = 0;

	if (text_starts(t, "$((") && text_ends(t, "))")) {
		struct text rest = text_make(t.ptr + 3, t.len - 5), part;

		while (text_next_part(&rest, '*', &part)) {
			if (!figure_number(text_trim(part), &factor))
				return false;
			value *= factor;
		}
		*bytes = value;
		return true;
	}
	while (n < t.len && t.ptr[n] >= '0' && t.ptr[n] <= '9')
		n++;
	if (n == 0 || !figure_number(text_make(t.ptr, n), &value))
		return false;
	t = text_skip(t, n);
	if (t.len == 0)
		factor = 1;
	else if (text_is(t, "c"))
		factor = 1;
	else if (text_is(t, "w"))
		factor = 2;
	else if (text_is(t, "b"))
		factor = 512;
	else if (t.len == 1 || (t.len == 3 && text_ends(t, "iB")))
		factor = figure_binary_unit(t);
	else if (t.len == 2 && text_ends(t, "B"))
		factor = figure_decimal_unit(t);
	else
		return false;
	*bytes = value * factor;
	return factor > 0;
}

static bool is_generator(struct text file)
{
	return text_is(file, "/dev/zero") || text_is(file, "/dev/urandom") ||
	       text_is(file, "/dev/random");
}

static bool is_sink(struct text file)
{
	return text_is(file, "/dev/null") || text_is(file, "/dev/zero");
}

struct meaning {
	enum test test;
	enum direction direction;
	struct text environment;
	bool memory; /* generator to nowhere */
};

static struct meaning meaning_of(const struct command *command)
{
	struct text from = command_operand(command, "if"), to = command_operand(command, "of");
	struct meaning meaning = {.test = TEST_COPY, .direction = DIRECTION_NONE};

	if (is_generator(from) && to.len && is_sink(to)) {
		meaning.memory = true;
	} else if (is_generator(from) && to.len) {
		meaning.test = TEST_WRITE;
		meaning.direction = DIRECTION_WRITE;
		meaning.environment = to;
	} else if (from.len && to.len && is_sink(to)) {
		meaning.test = TEST_READ;
		meaning.direction = DIRECTION_READ;
		meaning.environment = from;
	}
	return meaning;
}

static void add_flags(
	struct collect *out, struct text flags, const char *const (*known)[2], size_t count)
{
	struct text flag;

	while (text_next_part(&flags, ',', &flag))
		for (size_t i = 0; i < count; i++)
			if (text_is(flag, known[i][0]))
				collect_option(out, known[i][1]);
}

static void add_options(struct collect *out, const struct command *command)
{
	static const char *const flags[][2] = {
		{"direct", "direct"}, {"dsync", "o_dsync"}, {"sync", "o_sync"}};
	static const char *const conversions[][2] = {
		{"fsync", "fsync"}, {"fdatasync", "fdatasync"}};

	add_flags(out, command_operand(command, "oflag"), flags, FST_COUNT(flags));
	add_flags(out, command_operand(command, "iflag"), flags, FST_COUNT(flags));
	add_flags(out, command_operand(command, "conv"), conversions, FST_COUNT(conversions));
}

/* Bytes, seconds and rate must tell the same up to the rounding of the rate. */
static bool contradicts(const struct result *result)
{
	double quotient = result->bytes / result->seconds;

	return result->rate > 0 && fabs(quotient - result->rate) > 0.06 * result->rate;
}

static void add_result(
	struct parse *parse, const struct result *result, const struct command *command)
{
	struct collect *out = parse->out;
	struct meaning meaning = {.test = TEST_COPY, .direction = DIRECTION_NONE};
	double block;

	if (command)
		meaning = meaning_of(command);
	collect_run(out, "dd", result->start);
	if (command)
		collect_command(out, command->start, command->end);
	collect_row(out, meaning.test, meaning.direction, result->start);
	collect_string(out, COL_ENVIRONMENT, meaning.environment);
	collect_number(out, COL_FILE_SIZE, result->bytes);
	collect_number(out, COL_ELAPSED_S, result->seconds);
	if (command && (block_size(command_operand(command, "bs"), &block) ||
			       block_size(command_operand(command, "obs"), &block)))
		collect_number(out, COL_RECORD_SIZE, block);
	if (command)
		add_options(out, command);
	collect_string(out, COL_REPORTED, result->reported);
	if (result->seconds <= 0) {
		collect_doubt(out, "no time passed");
	} else if (contradicts(result)) {
		collect_number(out, COL_BYTES_PER_S, result->rate);
		collect_doubt(out, "bytes, seconds and rate contradict each other");
	} else {
		collect_number(out, COL_BYTES_PER_S, result->bytes / result->seconds);
	}
	if (meaning.memory)
		collect_doubt(out, "measures memory: from a generator to nowhere");
	collect_end(out, result->end);
}

static void parse_dd(struct parse *parse)
{
	size_t done = 0;

	for (size_t i = 0; i < parse->hit_count; i++) {
		struct result result;
		struct command command;

		if (parse->hits[i].at < done || !read_result(parse, parse->hits[i].at, &result))
			continue;
		add_result(parse, &result,
			command_find(parse->doc, "dd", done, result.start, &command) ? &command
										     : NULL);
		done = result.end;
	}
}

const struct importer importer_dd = {
	.tool = "dd",
	.anchors = anchors,
	.anchor_count = FST_COUNT(anchors),
	.probes = probes,
	.probe_count = FST_COUNT(probes),
	.patterns = patterns,
	.pattern_count = FST_COUNT(patterns),
	.parse = parse_dd,
};
