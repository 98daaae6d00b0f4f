#include "import/diskmark.h"

#include <math.h>

#include "import/figures.h"

/* Results in one run; more are no run of these tools. */
#define RESULTS 64

enum anchor {
	CRYSTAL,
	KDE,
	SEQUENTIAL,
	SEQ,
	RANDOM,
	RND,
	SECTION_READ,
	SECTION_WRITE,
	SECTION_MIX,
	TEST_LINE,
};

static const char *const anchors[] = {
	[CRYSTAL] = "CrystalDiskMark",
	[KDE] = "KDiskMark",
	[SEQUENTIAL] = "Sequential ",
	[SEQ] = "SEQ ",
	[RANDOM] = "Random ",
	[RND] = "RND ",
	[SECTION_READ] = "[Read]",
	[SECTION_WRITE] = "[Write]",
	[SECTION_MIX] = "[Mix]",
	[TEST_LINE] = "Test",
};

enum pattern {
	CRYSTAL_HEADER,
	KDE_HEADER,
	RESULT,
	MIX,
	TEST_SIZE,
};

/* In front of the number of passes up to 6, behind it in 8. */
#define DRIVE "(?: ?\\[ ?([a-z]:)[^\\]]{0,60}\\])"

static const char *const patterns[] = {
	[CRYSTAL_HEADER] = "CrystalDiskMark (?:Shizuku Edition )?v?([0-9][0-9.]*[a-z]?)",
	[KDE_HEADER] = "KDiskMark \\(? ?v?([0-9]+\\.[0-9.]+)",
	/* 1 to 6: Random Read 4KiB (Q= 32,T= 1) :; from 7 on: Random 4KiB (Q= 32, T=16): */
	[RESULT] = "(?:(Seq)|Random|R[N]D)(?:uential)?(?: (Read|Write|Mix))?(?: ?N ?([km])i?b)? ?"
		   "(?:\\( ?(?:QD? ?= ?([0-9]+))?(?:, )?,? ?(?:T ?= ?([0-9]+))? ?\\))? ?: ?N ?MB/s"
		   "(?: ?\\[ ?N ?IOPS ?\\])?(?: ?< ?N ?us ?>)?",
	[MIX] = "\\[Mix\\] (?:Read )?([0-9]+)%",
	[TEST_SIZE] = "Test ?: ?N ?([kmgt])i?b" DRIVE "? ?\\(x([0-9]+)\\)" DRIVE "?",
};

struct result {
	size_t at;
	enum test test;
	enum direction direction;
	double record, depth, threads, rate, per_second, latency, mix; /* NAN: unknown */
	struct text reported;
};

struct diskmark_run {
	size_t start, end;
	bool kde, named, tested; /* tested: the line with the size is there */
	struct text version, drive;
	double size, repeat;
	size_t count;
	struct result results[RESULTS];
};

struct state {
	struct diskmark_run run;
	enum direction section; /* DIRECTION_NONE: the lines say it */
	double mix;
};

/* KDiskMark divides fio's KiB/s by 1000; without its name the IOPS tell. */
static bool is_kde(const struct diskmark_run *run)
{
	if (run->named)
		return run->kde;
	for (size_t i = 0; i < run->count; i++) {
		const struct result *r = &run->results[i];
		double expected = r->per_second * r->record / 1.024e6;

		if (expected > 100 && fabs(r->rate - expected) < 0.002 * expected)
			return true;
	}
	return false;
}

static void add_result(struct collect *out, const struct result *result, bool kde)
{
	collect_row(out, result->test, result->direction, result->at);
	collect_number(out, COL_RECORD_SIZE, result->record);
	collect_number(out, COL_QUEUE_DEPTH, result->depth);
	collect_number(out, COL_THREADS, result->threads);
	collect_number(out, COL_BYTES_PER_S, result->rate * (kde ? 1.024e6 : 1e6));
	collect_number(out, COL_OPS_PER_S, result->per_second);
	collect_number(out, COL_LAT_MEAN_S, result->latency);
	if (!isnan(result->mix)) {
		struct text option = collect_text(out, "read_percent=%.0f", result->mix);

		collect_option(out, option.ptr);
	}
	collect_string(out, COL_REPORTED, result->reported);
	if (kde)
		collect_note(out, TEXT("KDiskMark's MB/s is KiB/s divided by 1000"));
}

static void finish(struct parse *parse, struct state *state, size_t next)
{
	struct diskmark_run *run = &state->run;
	struct collect *out = parse->out;
	bool kde = is_kde(run);

	if (run->count) {
		collect_run(out, kde ? "kdiskmark" : "crystaldiskmark", run->start);
		collect_string(out, COL_TOOL_VERSION, run->version);
		collect_string(out, COL_ENVIRONMENT, run->drive);
		collect_number(out, COL_FILE_SIZE, run->size);
		collect_number(out, COL_REPEAT, run->repeat);
		for (size_t i = 0; i < run->count; i++)
			add_result(out, &run->results[i], kde);
		collect_end(out, run->end);
	}
	*run = (struct diskmark_run){.start = next, .end = next, .size = NAN, .repeat = NAN};
	state->section = DIRECTION_NONE;
}

static double number_or_nan(struct text t)
{
	double value;

	return figure_number(t, &value) ? value : NAN;
}

static enum test test_of(bool sequential, enum direction direction)
{
	if (direction == DIRECTION_MIXED)
		return sequential ? TEST_MIXED : TEST_RANDOM_MIXED;
	if (direction == DIRECTION_WRITE)
		return sequential ? TEST_WRITE : TEST_RANDOM_WRITE;
	return sequential ? TEST_READ : TEST_RANDOM_READ;
}

static bool is_same(double a, double b)
{
	return isnan(a) ? isnan(b) : fabs(a - b) < 0.5;
}

static bool is_known(const struct diskmark_run *run, const struct result *result)
{
	for (size_t i = 0; i < run->count; i++) {
		const struct result *known = &run->results[i];

		if (known->test == result->test && is_same(known->record, result->record) &&
			is_same(known->depth, result->depth) &&
			is_same(known->threads, result->threads))
			return true;
	}
	return false;
}

static void skip_result(struct parse *parse, size_t start, size_t end)
{
	collect_skip(parse->out, "crystaldiskmark", start, end,
		"nothing says whether it reads or writes");
}

static void read_result(struct parse *parse, struct state *state, size_t at)
{
	struct diskmark_run *run = &state->run;
	struct text groups[PATTERN_GROUPS];
	struct result result = {.at = at, .direction = state->section, .mix = NAN};

	if (!pattern_at(parse->patterns, RESULT, parse->flow, at, groups))
		return;
	if (groups[2].len)
		result.direction = text_equal_nocase(groups[2], TEXT("read"))    ? DIRECTION_READ
				   : text_equal_nocase(groups[2], TEXT("write")) ? DIRECTION_WRITE
										 : DIRECTION_MIXED;
	if (result.direction == DIRECTION_NONE) {
		skip_result(parse, at, at + groups[0].len);
		return;
	}
	result.test = test_of(groups[1].len > 0, result.direction);
	result.record = number_or_nan(groups[3]) * figure_binary_unit(groups[4]);
	result.depth = number_or_nan(groups[5]);
	result.threads = number_or_nan(groups[6]);
	result.rate = number_or_nan(groups[7]);
	result.per_second = number_or_nan(groups[8]);
	result.latency = number_or_nan(groups[9]) * 1e-6;
	if (result.direction == DIRECTION_MIXED)
		result.mix = state->mix;
	result.reported = text_make(groups[7].ptr, groups[7].len + strlen(" MB/s"));
	if (run->count && !run->tested && !groups[2].len && is_known(run, &result)) {
		/* The heading between reads and writes is missing. */
		state->section = DIRECTION_NONE;
		skip_result(parse, at, at + groups[0].len);
		return;
	}
	if (run->count && (run->tested || run->count == RESULTS || is_known(run, &result))) {
		enum direction section = state->section;

		finish(parse, state, at);
		state->section = section;
	}
	if (run->count == 0 && !run->named)
		run->start = at;
	run->results[run->count++] = result;
	run->end = at + groups[0].len;
}

static void read_header(struct parse *parse, struct state *state, size_t at, bool kde)
{
	struct text groups[PATTERN_GROUPS];

	if (!pattern_at(
		    parse->patterns, kde ? KDE_HEADER : CRYSTAL_HEADER, parse->flow, at, groups))
		return;
	finish(parse, state, at);
	state->run.named = true;
	state->run.kde = kde;
	state->run.version = groups[1];
}

static void read_test(struct parse *parse, struct diskmark_run *run, size_t at)
{
	struct text groups[PATTERN_GROUPS];

	if (!run->count || run->tested ||
		!pattern_at(parse->patterns, TEST_SIZE, parse->flow, at, groups))
		return;
	run->size = number_or_nan(groups[1]) * figure_binary_unit(groups[2]);
	run->drive = groups[3].len ? groups[3] : groups[5];
	run->repeat = number_or_nan(groups[4]);
	run->tested = true;
	run->end = at + groups[0].len;
}

static void parse_diskmark(struct parse *parse)
{
	struct state state = {.section = DIRECTION_NONE, .mix = NAN};
	struct text groups[PATTERN_GROUPS];

	finish(parse, &state, 0);
	for (size_t i = 0; i < parse->hit_count; i++) {
		size_t at = parse->hits[i].at;

		switch ((enum anchor)parse->hits[i].anchor) {
		case CRYSTAL:
		case KDE:
			read_header(parse, &state, at, parse->hits[i].anchor == KDE);
			break;
		case SEQUENTIAL:
		case SEQ:
		case RANDOM:
		case RND:
			read_result(parse, &state, at);
			break;
		case SECTION_READ:
			state.section = DIRECTION_READ;
			break;
		case SECTION_WRITE:
			state.section = DIRECTION_WRITE;
			break;
		case SECTION_MIX:
			state.section = DIRECTION_MIXED;
			state.mix = pattern_at(parse->patterns, MIX, parse->flow, at, groups)
					    ? number_or_nan(groups[1])
					    : NAN;
			break;
		case TEST_LINE:
			read_test(parse, &state.run, at);
			break;
		}
	}
	finish(parse, &state, parse->flow.len);
}

const struct importer importer_diskmark = {
	.tool = "crystaldiskmark",
	.anchors = anchors,
	.anchor_count = FST_COUNT(anchors),
	.patterns = patterns,
	.pattern_count = FST_COUNT(patterns),
	.parse = parse_diskmark,
};
