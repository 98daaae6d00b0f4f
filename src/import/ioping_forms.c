#include "import/ioping_forms.h"

#include <math.h>

#include "base/attributes.h"
#include "import/command.h"
#include "import/figures.h"

struct ioping_asked ioping_asked_find(struct parse *parse, size_t from, size_t to)
{
	struct ioping_asked asked = {0};
	struct command command;

	asked.found = command_find(parse->doc, "ioping", from, to, &command);
	if (!asked.found)
		return asked;
	asked.start = command.start;
	asked.end = command.end;
	command_letter(&command, 'W', IOPING_LETTERS, &asked.writes);
	command_letter(&command, 'L', IOPING_LETTERS, &asked.sequential);
	command_letter(&command, 'D', IOPING_LETTERS, &asked.direct);
	command_letter(&command, 'Y', IOPING_LETTERS, &asked.o_sync);
	command_letter(&command, 'y', IOPING_LETTERS, &asked.o_dsync);
	return asked;
}

/* The figures in the order of both forms; times in nanoseconds. */
enum figure { REQUESTS, TIME, IOPS, RATE, LEAST, MEAN, MOST, DEVIATION, FIGURES };

static bool read_figures(const struct text *groups, double figures[FIGURES])
{
	for (size_t i = 0; i < FIGURES; i++)
		if (!figure_number(groups[i], &figures[i]))
			return false;
	return true;
}

/* Whether the figures are those of one run: the requests in their time make the rate. */
static bool are_consistent(const double figures[FIGURES])
{
	double rate = figures[REQUESTS] / figures[TIME] * 1e9;

	return figures[TIME] > 0 && fabs(rate - figures[IOPS]) <= 1 + 0.01 * rate &&
	       figures[LEAST] <= figures[MEAN] && figures[MEAN] <= figures[MOST];
}

static void add_row(struct parse *parse, const struct ioping_asked *asked, bool writes, size_t at,
	const double figures[FIGURES])
{
	struct collect *out = parse->out;
	enum test random = writes ? TEST_RANDOM_WRITE : TEST_RANDOM_READ;
	enum test sequential = writes ? TEST_WRITE : TEST_READ;

	collect_row(out, asked->sequential ? sequential : random,
		writes ? DIRECTION_WRITE : DIRECTION_READ, at);
	if (asked->direct)
		collect_option(out, "direct");
	if (asked->o_sync)
		collect_option(out, "o_sync");
	if (asked->o_dsync)
		collect_option(out, "o_dsync");
	collect_number(out, COL_OPS_PER_S, figures[IOPS]);
	collect_number(out, COL_BYTES_PER_S, figures[RATE]);
	collect_number(out, COL_ELAPSED_S, figures[TIME] * 1e-9);
	collect_number(out, COL_LAT_MIN_S, figures[LEAST] * 1e-9);
	collect_number(out, COL_LAT_MEAN_S, figures[MEAN] * 1e-9);
	collect_number(out, COL_LAT_MAX_S, figures[MOST] * 1e-9);
	collect_number(out, COL_LAT_STDDEV_S, figures[DEVIATION] * 1e-9);
}

/* The last word that is no option and no option's value: what was pinged. */
static struct text target_of(const struct command *command)
{
	struct text target = TEXT("");

	for (size_t i = 0; i < command->count; i++) {
		struct text word = command->words[i];

		if (word.len > 1 && word.ptr[0] == '-')
			i += word.ptr[1] != '-' &&
			     strchr(IOPING_LETTERS, word.ptr[word.len - 1]) != NULL;
		else
			target = word;
	}
	return target;
}

size_t ioping_read_batch(struct parse *parse, size_t pattern, size_t at)
{
	size_t line = document_line_at_flow(parse->doc, at), end;
	struct text groups[PATTERN_GROUPS], numbers, target;
	double figures[FIGURES], power;
	struct command command;
	struct ioping_asked asked;
	bool batch;

	command_read(parse->doc, at, at + strlen("ioping"), parse->flow.len, &command);
	command_letter(&command, 'B', IOPING_LETTERS, &batch);
	if (!batch || document_line_at_flow(parse->doc, command.end) + 1 >= parse->doc->line_count)
		return 0;
	line = document_line_at_flow(parse->doc, command.end) + 1;
	numbers = document_line_flow(parse->doc, line);
	if (!numbers.len || !pattern_at(parse->patterns, pattern, numbers, 0, groups) ||
		!read_figures(groups + 1, figures) || !are_consistent(figures))
		return 0;
	end = (size_t)(numbers.ptr + numbers.len - parse->flow.ptr);
	asked = ioping_asked_find(parse, command.start, end);
	target = target_of(&command);
	collect_run(parse->out, "ioping", (size_t)(numbers.ptr - parse->flow.ptr));
	collect_command(parse->out, command.start, command.end);
	if (!text_is(target, "."))
		collect_string(parse->out, COL_ENVIRONMENT, target);
	add_row(parse, &asked, asked.writes, (size_t)(numbers.ptr - parse->flow.ptr), figures);
	power = exp2(round(log2(figures[RATE] / figures[IOPS])));
	/* Rates are whole numbers: of few requests a second they do not tell the size. */
	if (fabs(figures[RATE] / figures[IOPS] - power) < 0.005 * power)
		collect_number(parse->out, COL_RECORD_SIZE, power);
	collect_string(parse->out, COL_REPORTED,
		text_make(groups[3].ptr, (size_t)(groups[4].ptr + groups[4].len - groups[3].ptr)));
	collect_end(parse->out, end);
	return end;
}

size_t ioping_read_json(struct parse *parse, const struct ioping_json *patterns, size_t at,
	size_t next, size_t limit)
{
	struct text stat[PATTERN_GROUPS], target[PATTERN_GROUPS], groups[PATTERN_GROUPS], above;
	struct ioping_asked asked = ioping_asked_find(parse, limit, at);
	size_t from = at > 600 ? at - 600 : 0, end;
	double figures[FIGURES], size;
	bool writes = asked.writes;

	if (!pattern_at(parse->patterns, patterns->stat, parse->flow, at, stat))
		return 0;
	end = at + stat[0].len;
	above = text_make(parse->flow.ptr + end, next - end);
	/* An interval's, or of a run whose end is cut off. */
	if (!text_contains(above, "}]") && !text_contains(above, "} ]"))
		return 0;
	groups[REQUESTS] = stat[1];
	for (size_t i = TIME; i < FIGURES; i++)
		groups[i] = stat[i + 2];
	if (!read_figures(groups, figures) || !figure_number(stat[2], &size) ||
		!are_consistent(figures))
		return 0;
	above = text_make(parse->flow.ptr, at);
	if (pattern_find(parse->patterns, patterns->operation, above, limit, groups)) {
		writes = text_equal(groups[1], TEXT("write"));
	} else if (!asked.found) {
		collect_skip(
			parse->out, "ioping", at, end, "nothing says whether it reads or writes");
		return end;
	}
	from = from > limit ? from : limit;
	collect_run(parse->out, "ioping", from < asked.end ? asked.end : from);
	if (asked.found)
		collect_command(parse->out, asked.start, asked.end);
	if (pattern_find(parse->patterns, patterns->target, above, from, target)) {
		if (!text_is(target[1], "."))
			collect_string(parse->out, COL_ENVIRONMENT, target[1]);
		collect_string(parse->out, COL_FILESYSTEM, target[2]);
		collect_string(parse->out, COL_DEVICE, target[3]);
	}
	add_row(parse, &asked, writes, at, figures);
	collect_number(parse->out, COL_RECORD_SIZE, size / figures[REQUESTS]);
	collect_string(parse->out, COL_REPORTED,
		collect_text(
			parse->out, "%.*s iops, %.*s B/s", TEXT_ARGS(stat[4]), TEXT_ARGS(stat[5])));
	collect_end(parse->out, end);
	return end;
}
