#include "import/elbencho.h"

#include <math.h>

#include "import/command.h"
#include "import/figures.h"

static const char *const anchors[] = {"Elapsed ms", "Elapsed time"};

enum pattern {
	ELAPSED,
	FIGURES,
};

static const char *const patterns[] = {
	/* 2m3.241s, 3.241s, 241ms; in older ones milliseconds without a unit */
	[ELAPSED] = "Elapsed (ms|time) ?: (?:[0-9.msh]+) "
		    "(?:([0-9]+)h)?(?:([0-9]+)m(?!s))?([0-9.]+)?(ms|s)?(?= |$)(?! [0-9])",
	[FIGURES] = "(Files/s|Entries/s|IOPS|Throughput MiB/s|Total files|Total MiB)[^:]{0,24}: "
		    "[0-9.]+ N(?! ?[0-9.])",
};

struct phase {
	struct text name;
	size_t start, end;
	double elapsed_s, files_per_s, iops, mebibytes_per_s, files, mebibytes; /* NAN: not said */
	struct text reported;
};

static struct text word_before(struct text flow, size_t at)
{
	size_t end = at, start;

	while (end > 0 && flow.ptr[end - 1] == ' ')
		end--;
	for (start = end; start > 0 && flow.ptr[start - 1] != ' '; start--)
		;
	return text_make(flow.ptr + start, end - start);
}

static double number_or(struct text t, double otherwise)
{
	double value;

	return figure_number(t, &value) ? value : otherwise;
}

static bool read_elapsed(struct parse *parse, size_t at, struct phase *phase)
{
	struct text groups[PATTERN_GROUPS];

	if (!pattern_at(parse->patterns, ELAPSED, parse->flow, at, groups))
		return false;
	*phase = (struct phase){
		.name = word_before(parse->flow, at),
		.end = at + groups[0].len,
		.files_per_s = NAN,
		.iops = NAN,
		.mebibytes_per_s = NAN,
		.files = NAN,
		.mebibytes = NAN,
	};
	phase->start = phase->name.len ? (size_t)(phase->name.ptr - parse->flow.ptr) : at;
	phase->elapsed_s = number_or(groups[4], 0);
	if (text_equal_nocase(groups[1], TEXT("ms")) || text_equal_nocase(groups[5], TEXT("ms")))
		phase->elapsed_s /= 1000;
	phase->elapsed_s += number_or(groups[3], 0) * 60 + number_or(groups[2], 0) * 3600;
	return true;
}

static void read_figures(struct parse *parse, struct phase *phase, size_t limit)
{
	struct text groups[PATTERN_GROUPS], span = text_make(parse->flow.ptr, limit);

	while (pattern_find(parse->patterns, FIGURES, span, phase->end, groups)) {
		double value = number_or(groups[2], NAN);

		if (text_starts_nocase(groups[1], "Files/s") ||
			text_starts_nocase(groups[1], "Entries/s"))
			phase->files_per_s = value;
		else if (text_equal_nocase(groups[1], TEXT("IOPS")))
			phase->iops = value;
		else if (text_starts_nocase(groups[1], "Throughput"))
			phase->mebibytes_per_s = value;
		else if (text_equal_nocase(groups[1], TEXT("Total files")))
			phase->files = value;
		else
			phase->mebibytes = value;
		if (!phase->reported.len || text_starts_nocase(groups[1], "Throughput"))
			phase->reported = collect_text(parse->out, "%.*s %.*s",
				TEXT_ARGS(groups[2]), TEXT_ARGS(groups[1]));
		phase->end = (size_t)(groups[0].ptr + groups[0].len - parse->flow.ptr);
	}
}

static enum test test_of(const struct phase *phase, bool random)
{
	if (text_equal_nocase(phase->name, TEXT("WRITE")))
		return random ? TEST_RANDOM_WRITE : TEST_WRITE;
	if (text_equal_nocase(phase->name, TEXT("READ")))
		return random ? TEST_RANDOM_READ : TEST_READ;
	if (text_equal_nocase(phase->name, TEXT("STAT")))
		return TEST_STAT_SEQ;
	return text_equal_nocase(phase->name, TEXT("RMFILES")) ? TEST_DELETE_SEQ : TEST_COUNT;
}

static void add_phase(struct parse *parse, const struct phase *phase, const struct command *command)
{
	struct collect *out = parse->out;
	bool random = false, direct = false;
	enum test test;
	double block, depth;

	if (command) {
		command_option(command, "rand", &random);
		command_option(command, "direct", &direct);
	}
	test = test_of(phase, random);
	collect_row(out, test, test_table[test].direction, phase->start);
	if (test_table[test].direction != DIRECTION_META) {
		collect_number(out, COL_FILE_SIZE, phase->mebibytes * 1024 * 1024);
		if (command &&
			figure_binary_size(command_letter(command, 'b', "bstnN", NULL), &block))
			collect_number(out, COL_RECORD_SIZE, block);
		if (command && figure_number(command_option(command, "iodepth", NULL), &depth))
			collect_number(out, COL_QUEUE_DEPTH, depth);
	}
	collect_number(out, COL_FILES, phase->files);
	if (direct)
		collect_option(out, "direct");
	collect_number(out, COL_BYTES_PER_S, phase->mebibytes_per_s * 1024 * 1024);
	collect_number(out, COL_OPS_PER_S, isnan(phase->iops) ? phase->files_per_s : phase->iops);
	collect_number(out, COL_ELAPSED_S, phase->elapsed_s);
	collect_string(out, COL_REPORTED, phase->reported);
}

/* The start of the table's heading when the first phase at @at stands right below it. */
static size_t behind_heading(struct text flow, size_t at)
{
	size_t from = at > 120 ? at - 120 : 0;
	size_t heading = text_find(text_make(flow.ptr + from, at - from), "OPERATION");

	return heading == SIZE_MAX ? at : from + heading;
}

static void parse_elbencho(struct parse *parse)
{
	struct collect *out = parse->out;
	struct command command;
	bool open = false, has_command = false;
	size_t end = 0, first = SIZE_MAX; /* first: where the output begins that has no run yet */

	for (size_t i = 0; i < parse->hit_count; i++) {
		size_t at = parse->hits[i].at;
		size_t next = i + 1 < parse->hit_count ? parse->hits[i + 1].at : parse->flow.len;
		struct phase phase;
		double threads;

		if (!read_elapsed(parse, at, &phase))
			continue;
		if (first == SIZE_MAX)
			first = behind_heading(parse->flow, phase.start);
		read_figures(parse, &phase, next < at + 1500 ? next : at + 1500);
		if (test_of(&phase, false) == TEST_COUNT ||
			(isnan(phase.mebibytes_per_s) && isnan(phase.files_per_s) &&
				isnan(phase.iops)))
			continue;
		if (command_find(parse->doc, "elbencho", end, phase.start, &command) || !open) {
			if (open)
				collect_end(out, end);
			has_command = command_find(
				parse->doc, "elbencho", end, phase.start, &command);
			collect_run(out, "elbencho", first > end ? first : phase.start);
			if (has_command)
				collect_command(out, command.start, command.end);
			if (has_command &&
				figure_number(
					command_letter(&command, 't', "bstnN", NULL), &threads))
				collect_number(out, COL_THREADS, threads);
			open = true;
		}
		add_phase(parse, &phase, has_command ? &command : NULL);
		end = phase.end;
		first = SIZE_MAX;
	}
	if (open)
		collect_end(out, end);
}

const struct importer importer_elbencho = {
	.tool = "elbencho",
	.anchors = anchors,
	.anchor_count = FST_COUNT(anchors),
	.patterns = patterns,
	.pattern_count = FST_COUNT(patterns),
	.parse = parse_elbencho,
};
