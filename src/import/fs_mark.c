#include "import/fs_mark.h"

#include "import/command.h"
#include "import/figures.h"

static const char *const anchors[] = {"FSUse%"};

enum pattern {
	HEADER,
	LINE,
	RELEASE,
	SYNC,
	WRITES,
};

static const char *const patterns[] = {
	[HEADER] = "FSUse% Count Size Files/sec App Overhead",
	/* share of the file system in use, files so far, bytes of one, rate, overhead in us */
	[LINE] = " ?([0-9]+) ([0-9]+) ([0-9]+) N ([0-9]+)(?= |$)",
	[RELEASE] = "Version ([0-9][0-9.]*), ([0-9]+) thread",
	[SYNC] = "Sync method: ([a-z ]+)",
	[WRITES] = "IO size of ([0-9]+) bytes",
};

static bool find_above(struct parse *parse, size_t id, size_t from, size_t at, struct text *groups)
{
	return pattern_find(parse->patterns, id, text_make(parse->flow.ptr, at), from, groups);
}

/* What stands above the table about the run. */
static void add_settings(struct parse *parse, size_t from, size_t at)
{
	struct collect *out = parse->out;
	struct text groups[PATTERN_GROUPS];
	struct command command;
	double value;

	collect_run(out, "fs_mark", at);
	if (command_find(parse->doc, "fs_mark", from, at, &command)) {
		collect_command(out, command.start, at);
		collect_string(
			out, COL_ENVIRONMENT, command_letter(&command, 'd', "dstnNDLlprw", NULL));
	}
	if (find_above(parse, RELEASE, from, at, groups)) {
		collect_string(out, COL_TOOL_VERSION, groups[1]);
		if (figure_number(groups[2], &value))
			collect_number(out, COL_THREADS, value);
	}
	if (find_above(parse, SYNC, from, at, groups)) {
		if (text_starts_nocase(groups[1], "NO SYNC"))
			collect_option(out, "no_sync");
		else if (text_contains(groups[1], "INBAND FSYNC"))
			collect_option(out, "fsync");
	}
	if (find_above(parse, WRITES, from, at, groups) && figure_number(groups[1], &value))
		collect_number(out, COL_RECORD_SIZE, value);
}

static void parse_fs_mark(struct parse *parse)
{
	struct collect *out = parse->out;
	size_t end = 0;

	for (size_t i = 0; i < parse->hit_count; i++) {
		size_t at = parse->hits[i].at;
		struct text line[PATTERN_GROUPS];
		double value;

		if (at < end || !pattern_at(parse->patterns, HEADER, parse->flow, at, line))
			continue;
		add_settings(parse, end, at);
		end = at + line[0].len;
		while (pattern_at(parse->patterns, LINE, parse->flow, end, line)) {
			collect_row(out, TEST_CREATE_SEQ, DIRECTION_META,
				(size_t)(line[1].ptr - parse->flow.ptr));
			if (figure_number(line[2], &value))
				collect_number(out, COL_FILES, value);
			if (figure_number(line[4], &value))
				collect_number(out, COL_OPS_PER_S, value);
			collect_string(out, COL_REPORTED, line[4]);
			collect_note(
				out, collect_text(out, "files of %.*s bytes", TEXT_ARGS(line[3])));
			end += line[0].len;
		}
		collect_end(out, end);
	}
}

const struct importer importer_fs_mark = {
	.tool = "fs_mark",
	.anchors = anchors,
	.anchor_count = FST_COUNT(anchors),
	.patterns = patterns,
	.pattern_count = FST_COUNT(patterns),
	.parse = parse_fs_mark,
};
