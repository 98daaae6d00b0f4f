#include <math.h>

#include "import/figures.h"
#include "import/sysbench.h"

/* In the order of SYSBENCH_SERIES_TABLE. */
enum pattern {
	TIME,
	THREADS,
	OPERATIONS,
	FILEIO,
	MEMORY,
	LATENCY,
	BUCKET,
};

/* A line of an interval is no longer, whatever it tells. */
#define LONGEST_LINE 300

/* The bracket that the line of the word at @at starts with; SIZE_MAX: there is none. */
static size_t line_bracket(struct text flow, size_t at)
{
	size_t start = at;

	while (start > 0 && at - start < 32)
		if (flow.ptr[--start] == '[')
			return start;
	return SIZE_MAX;
}

static void read_latency(const struct text *groups, struct timeseries_point *point)
{
	bool new_form = groups[1].len > 0;
	double percentile, value;

	if (!figure_number(groups[new_form ? 2 : 6], &percentile) ||
		!figure_number(groups[new_form ? 3 : 4], &value))
		return;
	value *= figure_time_unit(groups[new_form ? 1 : 5]);
	/* A series has no place for other percentiles than these. */
	if (percentile == 50)
		point->p50_s = value;
	else if (percentile == 99)
		point->p99_s = value;
	else if (percentile == 100)
		point->max_s = value;
}

static void extend(struct sysbench_interval *interval, struct text match, struct text flow)
{
	size_t end = (size_t)(match.ptr + match.len - flow.ptr);

	interval->end = end > interval->end ? end : interval->end;
}

bool sysbench_read_interval(
	struct parse *parse, size_t first, size_t at, struct sysbench_interval *interval)
{
	struct text groups[PATTERN_GROUPS], flow = parse->flow, line;
	struct timeseries_point *point = &interval->point;
	size_t start = line_bracket(flow, at), end;
	double a, b;
	bool any = false;

	if (start == SIZE_MAX || !pattern_at(parse->patterns, first + TIME, flow, start, groups))
		return false;
	*interval = (struct sysbench_interval){
		.point = {.bytes_per_s = NAN,
			.ops_per_s = NAN,
			.p50_s = NAN,
			.p99_s = NAN,
			.max_s = NAN},
		.threads = NAN,
		.start = start,
	};
	if (!figure_number(groups[1], &point->t_s))
		return false;
	extend(interval, groups[0], flow);
	end = text_find_char(text_skip(flow, interval->end), '[');
	end = end < LONGEST_LINE ? interval->end + end : interval->end + LONGEST_LINE;
	line = text_make(flow.ptr, end < flow.len ? end : flow.len);
	if (pattern_find(parse->patterns, first + THREADS, line, start, groups)) {
		if (!figure_number(groups[1], &interval->threads))
			interval->threads = NAN;
		extend(interval, groups[0], flow);
	}
	if (pattern_find(parse->patterns, first + OPERATIONS, line, start, groups)) {
		any = figure_number(groups[1], &point->ops_per_s);
		extend(interval, groups[0], flow);
	}
	if (pattern_find(parse->patterns, first + FILEIO, line, start, groups) &&
		figure_number(groups[1], &a) && figure_number(groups[3], &b)) {
		point->bytes_per_s = a * figure_binary_unit(groups[2]) +
				     b * figure_binary_unit(groups[4]);
		any = true;
		extend(interval, groups[0], flow);
	}
	if (pattern_find(parse->patterns, first + MEMORY, line, start, groups) &&
		figure_number(groups[1], &a)) {
		point->bytes_per_s = a * figure_binary_unit(groups[2]);
		any = true;
		extend(interval, groups[0], flow);
	}
	if (pattern_find(parse->patterns, first + LATENCY, line, start, groups)) {
		read_latency(groups, point);
		extend(interval, groups[0], flow);
	}
	return any;
}

struct text sysbench_read_histogram(struct parse *parse, size_t first, size_t at, size_t *end)
{
	struct text groups[PATTERN_GROUPS], flow = parse->flow, result;
	struct strbuf sb = STRBUF_INIT;
	size_t from = at, furthest = at + LONGEST_LINE;
	double edge = -1, count = 0, value, more;

	while (pattern_find(parse->patterns, first + BUCKET,
		       text_make(flow.ptr, furthest < flow.len ? furthest : flow.len), from,
		       groups) &&
		figure_number(groups[1], &value) && figure_number(groups[2], &more)) {
		from = (size_t)(groups[0].ptr + groups[0].len - flow.ptr);
		furthest = from + LONGEST_LINE;
		/* Printed with three digits, many buckets look the same. */
		if (value != edge && edge >= 0)
			strbuf_printf(&sb, "%s%.9g:%.0f", sb.len ? " " : "", edge / 1e3, count);
		count = value == edge ? count + more : more;
		edge = value;
	}
	if (edge >= 0)
		strbuf_printf(&sb, "%s%.9g:%.0f", sb.len ? " " : "", edge / 1e3, count);
	result = collect_text(parse->out, "%s", strbuf_string(&sb));
	strbuf_free(&sb);
	*end = from;
	return result;
}
