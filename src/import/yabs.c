#include "import/yabs.h"

#include <math.h>

#include "import/figures.h"

enum anchor {
	HEADING,
	HEAD,
};

static const char *const anchors[] = {
	[HEADING] = "fio Disk Speed Tests",
	/* Behind the first block size: "Block Size" begins lines of other tools. */
	[HEAD] = "(IOPS)",
};

enum pattern {
	PARTITION,
	HEAD_LINE,
	ROW_LINE,
};

/* The bars may be lost with the table's markup. */
#define BAR    " ?(?:\\| ?)*"
#define FIGURE BAR "N ?([kmg]?)b/s ?\\(N ?([km]?)\\)"

static const char *const patterns[] = {
	[PARTITION] = "fio Disk Speed Tests(?: ?\\([^()]{1,40}\\))? \\(Partition ([^()]{1,200})\\)",
	[HEAD_LINE] = "Block Size" BAR "([0-9]+[km])b? ?\\(IOPS\\)"
		      "(?:" BAR "([0-9]+[km])b? ?\\(IOPS\\))?",
	[ROW_LINE] = "(Read|Write|Total)" FIGURE "(?:" FIGURE ")?",
};

/* A head up to its first "(IOPS)" is no longer. */
#define HEAD_REACH 60

/* Between a head and its rows are a rule and bars. */
#define REACH 120

/* A heading or a table further above belongs to something else. */
#define APART 400

struct table {
	size_t end; /* of the part that was read last */
	bool open;
	struct text partition;
};

/* Bytes a second of `363.35` and `M`. */
static bool read_rate(struct text figure, struct text unit, double *rate)
{
	if (!figure_number(figure, rate))
		return false;
	/* Without a letter the unit is not this script's. */
	*rate *= 1024.0 / 1000 * (unit.len ? figure_decimal_unit(unit) : 0);
	return *rate > 0;
}

static bool read_count(struct text figure, struct text unit, double *count)
{
	if (!figure_number(figure, count))
		return false;
	*count *= unit.len ? figure_decimal_unit(unit) : 1;
	return true;
}

/* A figure of a row: rate, its unit, operations, their unit. */
static void add_figure(
	struct parse *parse, const struct text *groups, struct text block, bool writes)
{
	struct collect *out = parse->out;
	double rate, count, size, unit = groups[3].len ? figure_decimal_unit(groups[3]) : 1;

	if (!read_rate(groups[0], groups[1], &rate) || !figure_binary_size(block, &size))
		return;
	collect_row(out, TEST_RANDOM_MIXED, writes ? DIRECTION_WRITE : DIRECTION_READ,
		(size_t)(groups[0].ptr - parse->flow.ptr));
	collect_number(out, COL_RECORD_SIZE, size);
	collect_number(out, COL_BYTES_PER_S, rate);
	collect_string(out, COL_REPORTED,
		text_make(groups[0].ptr,
			(size_t)(groups[1].ptr + groups[1].len + strlen("B/s") - groups[0].ptr)));
	if (!read_count(groups[2], groups[3], &count))
		return;
	collect_number(out, COL_OPS_PER_S, count);
	/* The script cuts digits off. */
	if (fabs(rate / size - count) > figure_last_digit(groups[2]) * unit + 0.01 * count)
		collect_doubt(out, "rate and operations contradict each other");
}

static void close_table(struct parse *parse, struct table *table)
{
	if (table->open)
		collect_end(parse->out, table->end);
	*table = (struct table){.end = table->end};
}

static void open_table(struct parse *parse, struct table *table, size_t at)
{
	if (table->open)
		return;
	collect_run(parse->out, "fio", at);
	collect_string(parse->out, COL_ENVIRONMENT, table->partition);
	collect_note(parse->out, TEXT("YABS: MB/s are KiB/s divided by 1000"));
	table->open = true;
}

static void read_rows(struct parse *parse, struct table *table, const struct text *head, size_t at)
{
	struct text blocks[2] = {head[1], head[2]}, groups[PATTERN_GROUPS];

	table->end = at;
	for (;;) {
		size_t reach = at + REACH < parse->flow.len ? at + REACH : parse->flow.len;
		struct text window = text_make(parse->flow.ptr, reach);
		size_t start;

		/* Where the next row begins; it may be longer than the window. */
		for (start = at; start < reach; start++)
			if ((start == 0 || window.ptr[start - 1] == ' ') &&
				pattern_at(parse->patterns, ROW_LINE, parse->flow, start, groups))
				break;
		if (start == reach)
			return;
		at = table->end = start + groups[0].len;
		/* The sum of both is no measurement of its own. */
		if (text_equal_nocase(groups[1], TEXT("total")))
			return;
		for (size_t i = 0; i < 2; i++)
			if (blocks[i].len && groups[2 + 4 * i].len)
				add_figure(parse, groups + 2 + 4 * i, blocks[i],
					text_equal_nocase(groups[1], TEXT("write")));
	}
}

static void parse_yabs(struct parse *parse)
{
	struct text groups[PATTERN_GROUPS];
	struct table table = {0};
	size_t heading = 0, head;
	bool has_heading = false;

	for (size_t i = 0; i < parse->hit_count; i++) {
		size_t at = parse->hits[i].at;

		if (parse->hits[i].anchor == HEADING) {
			close_table(parse, &table);
			has_heading = true;
			heading = at;
			if (pattern_at(parse->patterns, PARTITION, parse->flow, at, groups))
				table.partition = groups[1];
			continue;
		}
		if (at < table.end ||
			!pattern_find(parse->patterns, HEAD_LINE, parse->flow,
				at > HEAD_REACH ? at - HEAD_REACH : 0, groups) ||
			groups[0].ptr > parse->flow.ptr + at)
			continue;
		if (table.open && at > table.end + APART)
			close_table(parse, &table);
		head = (size_t)(groups[0].ptr - parse->flow.ptr);
		open_table(parse, &table, has_heading && head - heading < APART ? heading : head);
		has_heading = false;
		read_rows(parse, &table, groups, head + groups[0].len);
	}
	close_table(parse, &table);
}

const struct importer importer_yabs = {
	.tool = "fio",
	.anchors = anchors,
	.anchor_count = FST_COUNT(anchors),
	.patterns = patterns,
	.pattern_count = FST_COUNT(patterns),
	.parse = parse_yabs,
};
