#include "import/ioping.h"

#include <math.h>

#include "import/command.h"
#include "import/figures.h"
#include "import/ioping_forms.h"

enum anchor {
	STATISTICS,
	COMPLETED,
	GENERATED,
	TIMES,
	NENCH_SEEK,
	NENCH_SEQUENTIAL,
	BATCH,
	JSON,
};

static const char *const anchors[] = {
	[STATISTICS] = "ioping statistics",
	[COMPLETED] = "requests completed in",
	[GENERATED] = "requests in ",
	[TIMES] = "min/avg/max/mdev",
	/* The headings of nench.sh, which prints one line of each of its two runs. */
	[NENCH_SEEK] = "ioping: seek rate",
	[NENCH_SEQUENTIAL] = "ioping: sequential speed",
	[BATCH] = "ioping -",
	[JSON] = "\"stat\": {",
};

enum pattern {
	COMPLETED_LINE,
	GENERATED_LINE,
	TIMES_LINE,
	REQUEST_LINE,
	BATCH_LINE,
	JSON_STAT,
	JSON_TARGET,
	JSON_OPERATION,
};

#define UNIT "((?:[a-z]|[\\x80-\\xff])+)"
#define TIME "N ?" UNIT "? ?"
#define RATE "N ?([kmg]?) iops, N ?([kmgt]?i?b)/s"

static const char *const patterns[] = {
	[COMPLETED_LINE] = "requests completed in N ?" UNIT
			   ", (?:N ?([kmgt]?i?b) (read|written), )?" RATE,
	[GENERATED_LINE] = "requests in N ?" UNIT ", (?:N ?([kmgt]?i?b), )?()" RATE,
	[TIMES_LINE] = "min/avg/max/mdev ?= ?" TIME "/ ?" TIME "/ ?" TIME "/ ?N ?" UNIT,
	/* 4 KiB <<< . (ext4 /dev/vda): request=1 time=; before 1.0 "from" for reads */
	[REQUEST_LINE] = "N ?([kmgt]?i?b|bytes) (<<<|>>>|from) [^:]{1,200}: request=[0-9]+",
	/* requests, their time, rates, least, mean, most, deviation; all requests, all time */
	[BATCH_LINE] = "([0-9]+) ([0-9]+) ([0-9]+) ([0-9]+) ([0-9]+) ([0-9]+) ([0-9]+) ([0-9]+)"
		       " [0-9]+ [0-9]+$",
	[JSON_STAT] = "\"stat\": \\{ ?\"count\": N, \"size\": N, \"time\": N, \"iops\": N, "
		      "\"bps\": N, \"min\": N, \"avg\": N, \"max\": N, \"mdev\": N ?\\}",
	[JSON_TARGET] = "\"path\": \"([^\"]*)\", \"fstype\": \"([^\"]*)\", "
			"\"device\": \"([^\"]*)\"",
	[JSON_OPERATION] = "\"operation\": \"(read|write)\"",
};

struct ioping_run {
	size_t start, end;
	struct text target, details;
	bool named; /* known to be ioping's */
	bool nench; /* by its heading: it reads */
	bool sequential;
	bool has_completed, has_generated, has_times;
	bool cut; /* the line of completed requests cannot be read */
	bool writes, reads; /* as far as the output says */
	double requests, size, seconds, per_second, bytes_per_s;
	double least_request, most_request; /* what the rates leave a request's size */
	struct text reported;
	double times[4]; /* min, mean, max, deviation */
};

/* `2.15 k` or `9` in front of @at; its start goes to @start. */
static double count_before(struct text flow, size_t at, size_t *start)
{
	size_t end = at, from;
	double unit = 1, value;

	if (end >= 2 && flow.ptr[end - 1] == ' ')
		end--;
	if (end >= 2 && strchr("kMG", flow.ptr[end - 1]) && flow.ptr[end - 2] == ' ') {
		unit = figure_decimal_unit(text_make(flow.ptr + end - 1, 1));
		end -= 2;
	}
	from = end;
	while (from > 0 && (strchr("0123456789.,", flow.ptr[from - 1])))
		from--;
	*start = from;
	return figure_number(text_make(flow.ptr + from, end - from), &value) ? value * unit : NAN;
}

/* `--- TARGET (DETAILS) ioping statistics ---`, whose last words are at @at. */
static void read_target(struct parse *parse, struct ioping_run *run, size_t at)
{
	struct text flow = parse->flow;
	size_t limit = at > 400 ? at - 400 : 0, open, close = at, start;

	while (close > limit && flow.ptr[close - 1] != ')')
		close--;
	for (open = close; open > limit && flow.ptr[open] != '('; open--)
		;
	if (open <= limit || close <= open)
		return;
	for (start = open; start > limit + 1; start--)
		if (flow.ptr[start - 1] == ' ' && flow.ptr[start - 2] == '-')
			break;
	run->details = text_make(flow.ptr + open + 1, close - open - 2);
	run->target = text_trim(text_make(flow.ptr + start, open - start));
	run->start = start;
}

/* Bytes a request, when its rate is less by @less last digits, and that of bytes more. */
static double quotient_of(const struct text *groups, double more)
{
	double requests, bytes, unit = groups[7].len ? figure_decimal_unit(groups[7]) : 1;

	if (!figure_number(groups[6], &requests) || !figure_number(groups[8], &bytes))
		return 0;
	requests -= more * figure_last_digit(groups[6]);
	bytes += more * figure_last_digit(groups[8]);
	return bytes * figure_binary_unit(groups[9]) / (requests * unit);
}

static void read_rate(struct ioping_run *run, const struct text *groups, size_t count_start)
{
	double value;

	run->requests = NAN;
	run->size = NAN;
	if (figure_number(groups[1], &value))
		run->seconds = value * figure_time_unit(groups[2]);
	if (groups[3].len && figure_number(groups[3], &value))
		run->size = value * figure_binary_unit(groups[4]);
	if (figure_number(groups[6], &value))
		run->per_second = value * (groups[7].len ? figure_decimal_unit(groups[7]) : 1);
	if (figure_number(groups[8], &value))
		run->bytes_per_s = value * figure_binary_unit(groups[9]);
	run->least_request = quotient_of(groups, -1);
	run->most_request = quotient_of(groups, 1);
	run->reported = text_make(
		groups[6].ptr, (size_t)(groups[0].ptr + groups[0].len - groups[6].ptr));
	if (count_start < run->start || !run->named)
		run->start = count_start;
}

static bool read_times(struct parse *parse, struct ioping_run *run, const struct text *groups)
{
	struct text unit = groups[8];

	/* Old versions write one unit behind the last figure. */
	for (int i = 3; i >= 0; i--) {
		double value, worth;

		if (groups[2 * i + 2].len)
			unit = groups[2 * i + 2];
		worth = figure_time_unit(unit);
		if (worth == 0 || !figure_number(groups[2 * i + 1], &value))
			return false;
		run->times[i] = value * worth;
	}
	run->has_times = true;
	run->end = (size_t)(groups[0].ptr + groups[0].len - parse->flow.ptr);
	return true;
}

/*
 * What the requests' lines above the statistics say; the run begins with the first
 * of them.
 */
static void read_requests(struct parse *parse, struct ioping_run *run, size_t limit, double *size)
{
	const struct document *doc = parse->doc;
	struct text groups[PATTERN_GROUPS];
	size_t line = document_line_at_flow(doc, run->start);
	double value;

	for (; line > 0 && doc->lines[line - 1].flow >= limit; line--) {
		struct text above = document_line_flow(doc, line - 1);

		if (!above.len || text_is(above, "^C"))
			continue;
		if (!text_contains(above, " time=") && !text_contains(above, "request="))
			break;
		if (!run->reads && !run->writes &&
			pattern_find(parse->patterns, REQUEST_LINE, above, 0, groups) &&
			figure_number(groups[1], &value)) {
			*size = value * figure_binary_unit(groups[2]);
			run->writes |= text_is(groups[3], ">>>");
			run->reads |= !run->writes;
		}
		run->start = doc->lines[line - 1].flow;
	}
}

static bool is_name(struct text word)
{
	for (size_t i = 0; i < word.len; i++)
		if (strchr(":()=,", word.ptr[i]))
			return false;
	return true;
}

/* `ext4 /dev/vda 252.0 GiB`, `block device 894.3 GiB`, `device 10 GiB` */
static void add_details(struct collect *out, struct text details)
{
	struct text filesystem, device;

	if (!text_next_word(&details, &filesystem) || text_is(filesystem, "block") ||
		text_is(filesystem, "device") || !text_next_word(&details, &device))
		return;
	if (!is_name(filesystem))
		return;
	collect_string(out, COL_FILESYSTEM, filesystem);
	if (text_starts(device, "/"))
		collect_string(out, COL_DEVICE, device);
}

/* What only the command tells. */
static void read_command(const struct command *command, struct ioping_run *run, double *size)
{
	struct text value;
	bool given;

	command_letter(command, 'W', IOPING_LETTERS, &given);
	run->writes |= given && !run->reads;
	command_letter(command, 'L', IOPING_LETTERS, &given);
	run->sequential |= given;
	value = command_letter(command, 's', IOPING_LETTERS, &given);
	if (given && isnan(*size) && !figure_binary_size(value, size))
		*size = NAN;
}

static void add_options(struct collect *out, const struct command *command)
{
	static const struct {
		char letter;
		const char *option;
	} options[] = {{'D', "direct"}, {'Y', "o_sync"}, {'y', "o_dsync"}};

	for (size_t i = 0; i < FST_COUNT(options); i++) {
		bool given;

		command_letter(command, options[i].letter, IOPING_LETTERS, &given);
		if (given)
			collect_option(out, options[i].option);
	}
}

/*
 * Printed sizes are rounded; a request is a power of two, as a rule. Old versions print
 * only rates: the one power that they leave.
 */
static double request_size(const struct ioping_run *run)
{
	double quotient = run->size / run->requests, power;

	if (isnan(run->size) && run->least_request >= 1) {
		power = exp2(ceil(log2(run->least_request)));
		return power <= run->most_request && 2 * power > run->most_request ? power : NAN;
	}
	if (!(quotient >= 1))
		return NAN;
	power = exp2(round(log2(quotient)));
	if (power < 0.98 * run->least_request || power > 1.02 * run->most_request)
		return NAN;
	return fabs(quotient - power) <= 0.02 * power ? power : NAN;
}

static enum test test_of(const struct ioping_run *run)
{
	if (run->writes)
		return run->sequential ? TEST_WRITE : TEST_RANDOM_WRITE;
	return run->sequential ? TEST_READ : TEST_RANDOM_READ;
}

static void finish(struct parse *parse, struct ioping_run *run, size_t *limit)
{
	struct collect *out = parse->out;
	struct command command;
	bool has_command;
	double size = NAN;

	if (!run->has_completed && !run->has_generated && !(run->has_times && run->named))
		return;
	read_requests(parse, run, *limit, &size);
	has_command = command_find(parse->doc, "ioping", *limit, run->start, &command);
	if (has_command)
		read_command(&command, run, &size);
	if (!run->reads && !run->writes && !run->has_completed && !run->nench && !has_command) {
		collect_skip(out, "ioping", run->start, run->end,
			"nothing says whether it reads or writes");
		return;
	}
	collect_run(out, "ioping", run->start);
	if (has_command)
		collect_command(out, command.start, command.end);
	if (!text_is(run->target, "."))
		collect_string(out, COL_ENVIRONMENT, run->target);
	add_details(out, run->details);
	collect_row(out, test_of(run), run->writes ? DIRECTION_WRITE : DIRECTION_READ, run->start);
	collect_number(out, COL_RECORD_SIZE, isnan(size) ? request_size(run) : size);
	if (has_command)
		add_options(out, &command);
	if (run->has_completed || run->has_generated) {
		collect_number(out, COL_BYTES_PER_S, run->bytes_per_s);
		collect_number(out, COL_OPS_PER_S, run->per_second);
		collect_number(out, COL_ELAPSED_S, run->seconds);
		collect_string(out, COL_REPORTED, run->reported);
	}
	if (run->has_times) {
		collect_number(out, COL_LAT_MIN_S, run->times[0]);
		collect_number(out, COL_LAT_MEAN_S, run->times[1]);
		collect_number(out, COL_LAT_MAX_S, run->times[2]);
		collect_number(out, COL_LAT_STDDEV_S, run->times[3]);
	}
	collect_end(out, run->end);
	*limit = run->end;
}

/* The next figures belong to a run that has none of them yet: end the one that has. */
static void separate(struct parse *parse, struct ioping_run *run, size_t *limit, bool has)
{
	if (!has)
		return;
	finish(parse, run, limit);
	*run = (struct ioping_run){0};
}

static void read_summary(
	struct parse *parse, struct ioping_run *run, size_t *limit, size_t at, enum anchor anchor)
{
	size_t id = anchor == COMPLETED ? COMPLETED_LINE : GENERATED_LINE, start;
	struct text groups[PATTERN_GROUPS];
	double requests;

	if (!pattern_at(parse->patterns, id, parse->flow, at, groups)) {
		if (anchor == COMPLETED) {
			separate(parse, run, limit,
				run->has_times || run->has_generated || run->has_completed);
			run->cut = true;
			collect_skip(parse->out, "ioping", at, at + strlen(anchors[COMPLETED]),
				"the line of completed requests is cut");
		}
		return;
	}
	separate(parse, run, limit,
		run->has_times || run->has_generated ||
			(anchor == COMPLETED && run->has_completed));
	/* "generated" counts what "completed" leaves out. */
	if (anchor == GENERATED && run->cut)
		return;
	requests = count_before(parse->flow, at, &start);
	/* "generated" counts the pauses between requests: only where nothing else is there. */
	if (anchor == COMPLETED || !run->has_completed) {
		read_rate(run, groups, start);
		run->requests = requests;
	}
	run->has_completed |= anchor == COMPLETED;
	run->has_generated |= anchor == GENERATED;
	run->named = true;
	run->writes |= text_equal_nocase(groups[5], TEXT("written"));
	run->reads |= text_equal_nocase(groups[5], TEXT("read"));
	run->end = at + groups[0].len;
}

/* What programs read, which stands for a run of its own. */
static void read_form(struct parse *parse, struct ioping_run *run, size_t *limit, size_t hit)
{
	static const struct ioping_json json = {JSON_STAT, JSON_TARGET, JSON_OPERATION};
	size_t at = parse->hits[hit].at, end, next = hit + 1;

	if (parse->hits[hit].anchor == BATCH) {
		end = ioping_read_batch(parse, BATCH_LINE, at);
	} else {
		while (next < parse->hit_count && parse->hits[next].anchor != JSON)
			next++;
		end = ioping_read_json(parse, &json, at,
			next < parse->hit_count ? parse->hits[next].at : parse->flow.len, *limit);
	}
	if (!end)
		return;
	*run = (struct ioping_run){0};
	*limit = end;
}

static void parse_ioping(struct parse *parse)
{
	struct ioping_run run = {0};
	size_t limit = 0;

	for (size_t i = 0; i < parse->hit_count; i++) {
		size_t at = parse->hits[i].at;
		enum anchor anchor = (enum anchor)parse->hits[i].anchor;
		struct text groups[PATTERN_GROUPS];

		switch (anchor) {
		case STATISTICS:
		case NENCH_SEEK:
		case NENCH_SEQUENTIAL:
			finish(parse, &run, &limit);
			run = (struct ioping_run){
				.start = at,
				.end = at + strlen(anchors[anchor]),
				.named = true,
				.nench = anchor != STATISTICS,
				.sequential = anchor == NENCH_SEQUENTIAL,
			};
			if (anchor == STATISTICS)
				read_target(parse, &run, at);
			break;
		case COMPLETED:
		case GENERATED:
			read_summary(parse, &run, &limit, at, anchor);
			break;
		case TIMES:
			separate(parse, &run, &limit, run.has_times);
			/* ping prints the same words behind "rtt". */
			if (run.named &&
				pattern_at(parse->patterns, TIMES_LINE, parse->flow, at, groups))
				read_times(parse, &run, groups);
			break;
		case BATCH:
		case JSON:
			/* The command of a run that is over by now. */
			if (run.end) {
				finish(parse, &run, &limit);
				run = (struct ioping_run){0};
			}
			read_form(parse, &run, &limit, i);
			break;
		}
	}
	finish(parse, &run, &limit);
}

const struct importer importer_ioping = {
	.tool = "ioping",
	.anchors = anchors,
	.anchor_count = FST_COUNT(anchors),
	.patterns = patterns,
	.pattern_count = FST_COUNT(patterns),
	.parse = parse_ioping,
};
