#include "import/dd.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "import/dd_command.h"
#include "import/figures.h"
#include "model/timeseries.h"

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
	RECORDS,
};

/* A word of letters in any script. */
#define WORD "(?:[a-z]|[\\x80-\\xff])+"

static const char *const patterns[] = {
	/* In front of the word: 1048576 bytes (1.0 MB, 1.0 MiB) */
	[BYTES] = "([0-9]+) ?(?:" WORD ")? ?(?:\\(([^()]{1,40})\\) ?)?(?:" WORD ")?$",
	/* From the word on: copied, 0.0059948 s, 175 MB/s; (1419425 bytes/sec) */
	[RESULT] = WORD "(?: in)?(?:,|\xE3\x80\x81)? ?([0-9]+(?:[.,][0-9]+)?(?:e-?[0-9]+)?) ?"
			"(" WORD ")(?:,|\xE3\x80\x81)? ?\\(?N ?(" WORD ")/(?:" WORD ")\\)?",
	/* In front of a result: 31+0 records in 30+0 records out */
	[RECORDS] = "([0-9]+)\\+[0-9]+[^0-9]{1,60}(?:[0-9] )?([0-9]+)\\+[0-9]+[^0-9]{1,60}$",
};

struct result {
	size_t start, end; /* in the flow */
	double bytes, seconds, rate; /* rate: as printed, B/s; 0: unit unknown */
	double slack; /* how far the rate may be off by its rounding and that of the seconds */
	struct text reported;
	bool whole_seconds;
	bool has_records; /* the counts of records stand in front of it */
	bool in_flight; /* and a record was read that is not written */
	bool is_last; /* an error or Ctrl-C in front of it ended the run */
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

static bool is_bytes(struct text unit)
{
	static const char *const names[] = {"b", "o", "byte", "bytes", "octet", "octets"};

	for (size_t i = 0; i < FST_COUNT(names); i++)
		if (text_equal_nocase(unit, text_of(names[i])))
			return true;
	return false;
}

/* A unit of bytes that dd writes, in any script: random Latin letters are none. */
static bool is_unit(struct text unit)
{
	struct text rest = text_skip(unit, 1);

	for (size_t i = 0; i < unit.len; i++)
		if ((unsigned char)unit.ptr[i] >= 0x80)
			return true;
	if (is_bytes(unit))
		return true;
	if (!unit.len || !strchr("kmgtpezy", unit.ptr[0] | 0x20))
		return false;
	return is_bytes(rest) ||
	       (rest.len && (rest.ptr[0] | 0x20) == 'i' && is_bytes(text_skip(rest, 1)));
}

/* The closing line whose word for "copied" is at @at; what is in front of @done is another's. */
static bool read_result(struct parse *parse, size_t at, size_t done, struct result *result)
{
	size_t from = at > 120 ? at - 120 : 0, word = at;
	struct text groups[PATTERN_GROUPS], window;
	bool binary;

	from = from > done ? from : done;
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
		!read_seconds(groups[1], &result->seconds) || !is_unit(groups[4]))
		return false;
	result->end = (size_t)(groups[0].ptr + groups[0].len - parse->flow.ptr);
	result->whole_seconds = figure_last_digit(groups[1]) == 1;
	if (figure_number(groups[3], &result->rate)) {
		double unit = binary ? figure_binary_unit(groups[4])
				     : figure_decimal_unit(groups[4]);

		result->rate *= unit;
		result->slack = figure_last_digit(groups[3]) * unit;
	}
	if (result->seconds > 0)
		result->slack += result->rate *
				 (0.01 + figure_last_digit(groups[1]) / result->seconds);
	result->reported = text_make(
		groups[3].ptr, (size_t)(groups[0].ptr + groups[0].len - groups[3].ptr));
	if (text_ends(result->reported, ")"))
		result->reported.len--;
	return true;
}

/* What stands in front of the result, up to @from, tells how far its run was. */
static void read_records(struct parse *parse, size_t from, struct result *result)
{
	struct text groups[PATTERN_GROUPS], window = text_make(parse->flow.ptr, result->start);
	size_t near = result->start > 160 ? result->start - 160 : 0;
	struct text gap;

	near = near > from ? near : from;
	gap = text_make(parse->flow.ptr + near, result->start - near);
	result->is_last = text_contains(gap, "dd: ") || text_contains(gap, "^C");
	if (!pattern_find(parse->patterns, RECORDS, window, near, groups))
		return;
	result->has_records = true;
	result->in_flight = !text_equal(groups[1], groups[2]);
}

/* Lines that dd or who watches it prints between the figures of one run. */
static bool is_chatter(struct text t)
{
	bool any = false;

	if (text_contains(t, "dd: ") || text_contains(t, "USR1") || text_contains(t, "load: ") ||
		text_contains(t, "^C"))
		return true;
	for (size_t i = 0; i < t.len; i++) {
		bool digit = t.ptr[i] >= '0' && t.ptr[i] <= '9';

		/* 31+0 records in */
		if (t.ptr[i] == '+' && i > 0 && i + 1 < t.len && t.ptr[i - 1] >= '0' &&
			t.ptr[i - 1] <= '9' && t.ptr[i + 1] >= '0' && t.ptr[i + 1] <= '9')
			return true;
		any |= digit || (t.ptr[i] | 0x20) >= 'a';
	}
	return !any;
}

static bool only_chatter(struct parse *parse, size_t from, size_t to)
{
	const struct document *doc = parse->doc;
	size_t last = document_line_at_flow(doc, to);

	for (size_t line = document_line_at_flow(doc, from); line <= last; line++) {
		struct text t = document_line_flow(doc, line);
		size_t start = (size_t)(t.ptr - parse->flow.ptr), end = start + t.len;

		start = start > from ? start : from;
		end = end < to ? end : to;
		if (t.len && start < end &&
			!is_chatter(text_make(parse->flow.ptr + start, end - start)))
			return false;
	}
	return true;
}

/* The last line of progress comes up to a second before the end, or later on slow disks. */
static bool is_soon_behind(const struct result *a, const struct result *b)
{
	return b->seconds - a->seconds <= 1 + 0.05 * b->seconds;
}

/*
 * Whether @a is how far the run was that @b goes on with: a progress line, or the
 * answer to a SIGUSR1. @planned is what the command asks for, 0 when not known.
 */
static bool goes_on(
	struct parse *parse, const struct result *a, const struct result *b, double planned)
{
	struct command command;

	if (b->seconds < a->seconds || b->bytes < a->bytes ||
		command_find(parse->doc, "dd", a->end, b->start, &command) ||
		!only_chatter(parse, a->end, b->start))
		return false;
	/* What the command asks for was copied already: a line of another run. */
	if (b->bytes == a->bytes && planned > 0 && a->bytes >= planned && !b->has_records)
		return b->seconds == a->seconds;
	if (b->bytes == a->bytes)
		return b->seconds == a->seconds ||
		       (!a->has_records &&
			       (a->whole_seconds || (b->has_records && is_soon_behind(a, b))));
	if (!a->has_records)
		return true;
	return !a->is_last && (a->in_flight || a->bytes < planned);
}

static struct text series_of(struct parse *parse, const struct result *results, size_t count)
{
	struct timeseries *series = xmalloc(sizeof(*series));
	struct strbuf sb = STRBUF_INIT;
	double bytes = 0, seconds = 0;
	struct text text;

	timeseries_init(series);
	for (size_t i = 0; i < count; i++) {
		struct timeseries_point point = {
			.t_s = results[i].seconds,
			.span_s = results[i].seconds - seconds,
			.ops_per_s = NAN,
			.p50_s = NAN,
			.p99_s = NAN,
			.max_s = NAN,
		};

		if (point.span_s <= 0)
			continue;
		point.bytes_per_s = (results[i].bytes - bytes) / point.span_s;
		timeseries_add(series, &point);
		bytes = results[i].bytes;
		seconds = results[i].seconds;
	}
	if (series->count > 1)
		timeseries_format(series, &sb);
	text = collect_text(parse->out, "%s", strbuf_string(&sb));
	strbuf_free(&sb);
	free(series);
	return text;
}

static void set_rate(struct collect *out, const struct result *result)
{
	double quotient = result->bytes / result->seconds;

	if (result->seconds <= 0) {
		collect_doubt(out, "no time passed");
	} else if (result->rate > 0 && fabs(quotient - result->rate) > result->slack) {
		collect_number(out, COL_BYTES_PER_S, result->rate);
		collect_doubt(out, "bytes, seconds and rate contradict each other");
	} else {
		collect_number(out, COL_BYTES_PER_S, quotient);
	}
}

/* Add the run whose results are @results: the last one counts, the others are its course. */
static void add_run(struct parse *parse, const struct result *results, size_t count,
	const struct command *command)
{
	struct collect *out = parse->out;
	const struct result *result = &results[count - 1];
	struct dd_meaning meaning = command ? dd_command_meaning(command, result->bytes)
					    : dd_heading_meaning(
						      parse->doc, document_line_at_flow(parse->doc,
									  results->start));
	double block;

	collect_run(out, "dd", results->start);
	if (command)
		collect_command(out, command->start, command->end);
	collect_row(out, meaning.test, meaning.direction, result->start);
	collect_string(out, COL_ENVIRONMENT, meaning.environment);
	collect_number(out, COL_FILE_SIZE, result->bytes);
	collect_number(out, COL_ELAPSED_S, result->seconds);
	if (command && dd_command_block(command, &block))
		collect_number(out, COL_RECORD_SIZE, block);
	if (command)
		dd_command_add_options(out, command);
	collect_string(out, COL_REPORTED, result->reported);
	if (count > 1)
		collect_string(out, COL_SERIES, series_of(parse, results, count));
	set_rate(out, result);
	if (meaning.memory)
		collect_doubt(out, "measures memory: from a generator to nowhere");
	collect_end(out, result->end);
}

/* A run that is still going on has no result. */
static bool is_unfinished(
	const struct result *result, size_t count, const struct command *command, double planned)
{
	if (planned > 0 && result->bytes >= planned)
		return false;
	return !result->has_records && result->whole_seconds &&
	       (count > 1 || (command && text_is(command_operand(command, "status"), "progress")));
}

static size_t read_results(struct parse *parse, struct result *results)
{
	size_t count = 0, done = 0;

	for (size_t i = 0; i < parse->hit_count; i++) {
		struct result *result = &results[count];

		if (parse->hits[i].at < done ||
			!read_result(parse, parse->hits[i].at, done, result))
			continue;
		read_records(parse, done, result);
		done = result->end;
		count++;
	}
	return count;
}

/* `for i in 1 2 3; do dd ...; done`: whether a shell runs @command several times. */
static bool is_looped(struct parse *parse, const struct command *command)
{
	size_t start = parse->doc->lines[document_line_at_flow(parse->doc, command->start)].flow;
	struct text rest = text_make(parse->flow.ptr + start, command->start - start), word;

	while (text_next_word(&rest, &word))
		if (text_is(word, "do"))
			return true;
	return false;
}

/* Whether the next result's figures are the first words behind @at: no heading between. */
static bool follows(struct parse *parse, size_t at, size_t start)
{
	for (; at < start && !text_is_digit(parse->flow.ptr[at]); at++)
		if ((parse->flow.ptr[at] | 0x20) >= 'a')
			return false;
	return true;
}

static void parse_dd(struct parse *parse)
{
	struct result *results = xcalloc(parse->hit_count, sizeof(*results));
	size_t count = read_results(parse, results), limit = 0;
	struct command found;
	bool looped = false;

	for (size_t first = 0, last; first < count; first = last + 1) {
		struct command *command = NULL;
		double planned = 0;

		last = first;
		if (command_find(parse->doc, "dd", limit, results[first].start, &found)) {
			command = &found;
			looped = is_looped(parse, command);
		} else if (looped) {
			looped = follows(parse, limit, results[first].start) &&
				 only_chatter(parse, limit, results[first].start);
			command = looped ? &found : NULL;
		}
		if (command)
			planned = dd_command_planned(command);
		while (last + 1 < count &&
			goes_on(parse, &results[last], &results[last + 1], planned))
			last++;
		limit = results[last].end;
		if (is_unfinished(&results[last], last + 1 - first, command, planned))
			collect_skip(parse->out, "dd", results[first].start, limit,
				"progress of a run whose end is missing");
		else
			add_run(parse, &results[first], last + 1 - first, command);
	}
	free(results);
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
