#include "import/dbench.h"

#include "import/command.h"
#include "import/figures.h"

static const char *const anchors[] = {"Throughput "};

enum pattern {
	RESULT,
	VERSION_LINE,
	DURATION,
	NETWORK,
};

static const char *const patterns[] = {
	/* 2.x: (NB=67.6 MB/sec 540 MBit/sec) 10 procs; 3.x: 10 procs; 4.x as a whole */
	[RESULT] = ("Throughput N ?MB/s(?:ec)?(( ?\\([^()]{1,60}\\))*)"
		    "(?: N clients)?(?: N proc[a-z]*)?(?: max_latency ?= ?N ?ms)?"),
	[VERSION_LINE] = "dbench version v?([0-9][0-9a-z.]*)",
	[DURATION] = "Running for N sec",
	[NETWORK] = "tbench (?:client|version|[0-9-])",
};

/* The first match of @id between @from and @at. */
static bool find_above(struct parse *parse, size_t id, size_t from, size_t at, struct text *groups)
{
	return pattern_find(parse->patterns, id, text_make(parse->flow.ptr, at), from, groups);
}

static void add_result(struct parse *parse, size_t from, size_t at, const struct text *line)
{
	struct collect *out = parse->out;
	struct text groups[PATTERN_GROUPS];
	struct command command;
	size_t start = at;
	double value;

	if (find_above(parse, VERSION_LINE, from, at, groups))
		start = (size_t)(groups[0].ptr - parse->flow.ptr);
	collect_run(out, "dbench", start);
	if (start < at)
		collect_string(out, COL_TOOL_VERSION, groups[1]);
	if (command_find(parse->doc, "dbench", from, at, &command)) {
		collect_command(out, command.start, command.end);
		collect_string(
			out, COL_ENVIRONMENT, command_letter(&command, 'D', "DcBtRmpb", NULL));
	}
	if (find_above(parse, DURATION, from, at, groups) && figure_number(groups[1], &value))
		collect_number(out, COL_ELAPSED_S, value);
	collect_row(out, TEST_CLIENTS, DIRECTION_MIXED, at);
	if (figure_number(line[1], &value))
		collect_number(out, COL_BYTES_PER_S, value * 1e6);
	if (text_contains(line[2], "sync open"))
		collect_option(out, "o_sync");
	if (figure_number(line[4].len ? line[4] : line[5], &value))
		collect_number(out, COL_THREADS, value);
	if (figure_number(line[6], &value))
		collect_number(out, COL_LAT_MAX_S, value * 1e-3);
	collect_string(
		out, COL_REPORTED, text_make(line[1].ptr, (size_t)(line[2].ptr - line[1].ptr)));
	collect_end(out, at + line[0].len);
}

static void parse_dbench(struct parse *parse)
{
	size_t done = 0;

	for (size_t i = 0; i < parse->hit_count; i++) {
		size_t at = parse->hits[i].at;
		struct text line[PATTERN_GROUPS], groups[PATTERN_GROUPS];

		if (at < done || !pattern_at(parse->patterns, RESULT, parse->flow, at, line) ||
			(!line[4].len && !line[5].len))
			continue;
		if (find_above(parse, NETWORK, done, at, groups))
			collect_skip(parse->out, "dbench", at, at + line[0].len,
				"tbench measures the network");
		else
			add_result(parse, done, at, line);
		done = at + line[0].len;
	}
}

const struct importer importer_dbench = {
	.tool = "dbench",
	.anchors = anchors,
	.anchor_count = FST_COUNT(anchors),
	.patterns = patterns,
	.pattern_count = FST_COUNT(patterns),
	.parse = parse_dbench,
};
