#include "import/mdtest.h"

#include "import/figures.h"

enum anchor {
	LAUNCHED,
	SUMMARY,
};

static const char *const anchors[] = {
	[LAUNCHED] = "mdtest-",
	[SUMMARY] = "SUMMARY rate",
};

enum pattern {
	LAUNCH,
	ITERATIONS,
	OPERATION,
	PATH,
	FILES,
	STARTED,
};

static const char *const patterns[] = {
	[LAUNCH] = "mdtest-([0-9][0-9a-z.+-]*) was launched with ([0-9]+) total task",
	[ITERATIONS] = "SUMMARY rate[^(]{0,4}(?:\\([a-z /]*\\))?[^(]{0,4}\\(of ([0-9]+) iteration",
	/* maximum, minimum, mean, standard deviation */
	[OPERATION] = "File (creation|stat|read|removal) ?:? N N N N(?! ?[0-9.])",
	[PATH] = "Path ?: ([^ ]+)",
	/* month, day, year */
	[STARTED] = "-+ ?started at ([0-9]{2})/([0-9]{2})/([0-9]{4}) ([0-9:]{8})",
	[FILES] = "([0-9]+) tasks, ([0-9]+) files",
};

/* What a table spans at most. */
#define TABLE_LENGTH 2000

static enum test test_of(struct text operation)
{
	if (text_equal_nocase(operation, TEXT("creation")))
		return TEST_CREATE_SEQ;
	if (text_equal_nocase(operation, TEXT("stat")))
		return TEST_STAT_SEQ;
	return text_equal_nocase(operation, TEXT("removal")) ? TEST_DELETE_SEQ : TEST_COUNT;
}

static void add_operation(struct parse *parse, const struct text *groups, double iterations)
{
	struct collect *out = parse->out;
	size_t at = (size_t)(groups[0].ptr - parse->flow.ptr);
	enum test test = test_of(groups[1]);
	double mean;

	/* Zero: this operation was not asked for. */
	if (!figure_number(groups[4], &mean) || !(mean > 0))
		return;
	if (test == TEST_COUNT) {
		collect_skip(out, "mdtest", at, at + groups[0].len, "no test here reads files so");
		return;
	}
	collect_row(out, test, DIRECTION_META, at);
	collect_number(out, COL_OPS_PER_S, mean);
	collect_number(out, COL_REPEAT, iterations);
	collect_string(out, COL_REPORTED, groups[4]);
	collect_note(
		out, collect_text(out, "max %.*s, min %.*s, std dev %.*s", TEXT_ARGS(groups[2]),
			     TEXT_ARGS(groups[3]), TEXT_ARGS(groups[5])));
}

/* The table whose heading is at @at; what stands above it behind @from is about it. */
static size_t read_table(struct parse *parse, size_t from, size_t at, size_t next)
{
	struct text groups[PATTERN_GROUPS], when[PATTERN_GROUPS] = {{0}},
					    above = text_make(parse->flow.ptr, at), table;
	struct collect *out = parse->out;
	size_t start = at, end = at;
	double iterations, value;

	if (!pattern_at(parse->patterns, ITERATIONS, parse->flow, at, groups) ||
		!figure_number(groups[1], &iterations))
		return from;
	table = text_make(parse->flow.ptr, at + TABLE_LENGTH < next ? at + TABLE_LENGTH : next);
	if (pattern_find(parse->patterns, LAUNCH, above, from, groups))
		start = (size_t)(groups[0].ptr - parse->flow.ptr);
	if (pattern_find(parse->patterns, STARTED, above, from, when) &&
		(size_t)(when[0].ptr - parse->flow.ptr) < start)
		start = (size_t)(when[0].ptr - parse->flow.ptr);
	collect_run(out, "mdtest", start);
	if (when[0].len)
		collect_string(out, COL_STARTED,
			collect_text(out, "%.*s-%.*s-%.*sT%.*s", TEXT_ARGS(when[3]),
				TEXT_ARGS(when[1]), TEXT_ARGS(when[2]), TEXT_ARGS(when[4])));
	if (groups[2].len) {
		collect_string(out, COL_TOOL_VERSION, groups[1]);
		if (figure_number(groups[2], &value))
			collect_number(out, COL_THREADS, value);
	}
	if (pattern_find(parse->patterns, PATH, above, from, groups))
		collect_string(out, COL_ENVIRONMENT, groups[1]);
	if (pattern_find(parse->patterns, FILES, above, from, groups) &&
		figure_number(groups[2], &value))
		collect_number(out, COL_FILES, value);
	for (size_t i = at; pattern_find(parse->patterns, OPERATION, table, i, groups); i = end) {
		add_operation(parse, groups, iterations);
		end = (size_t)(groups[0].ptr + groups[0].len - parse->flow.ptr);
	}
	collect_end(out, end);
	return end;
}

static void parse_mdtest(struct parse *parse)
{
	size_t done = 0;

	for (size_t i = 0; i < parse->hit_count; i++) {
		size_t next = i + 1;

		if (parse->hits[i].anchor != SUMMARY || parse->hits[i].at < done)
			continue;
		while (next < parse->hit_count && parse->hits[next].anchor != SUMMARY)
			next++;
		done = read_table(parse, done, parse->hits[i].at,
			next < parse->hit_count ? parse->hits[next].at : parse->flow.len);
	}
}

const struct importer importer_mdtest = {
	.tool = "mdtest",
	.anchors = anchors,
	.anchor_count = FST_COUNT(anchors),
	.patterns = patterns,
	.pattern_count = FST_COUNT(patterns),
	.parse = parse_mdtest,
};
