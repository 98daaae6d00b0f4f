#include "import/ior.h"

#include "import/figures.h"

enum anchor {
	VERSION_LINE,
	HEADER,
	TOTALS,
	WRITE_LINE,
	READ_LINE,
};

static const char *const anchors[] = {
	[VERSION_LINE] = "MPI Coordinated Test",
	[HEADER] = "bw(MiB/s)",
	[TOTALS] = "Summary of all tests",
	[WRITE_LINE] = "write ",
	[READ_LINE] = "read ",
};

enum pattern {
	NEW_LINE,
	OLD_LINE,
	RELEASE,
	API,
	FILE_NAME,
	ORDERING,
	TASKS,
	SIZE,
};

static const char *const patterns[] = {
	/* access bw(MiB/s) IOPS Latency(s) block(KiB) xfer(KiB) open(s) wr/rd(s) close(s)
	 * total(s) iter */
	[NEW_LINE] = "(write|read) N N N N N N N N N ([0-9]+)(?= |$)(?! [0-9])",
	/* Without IOPS and latency, before 3.3. */
	[OLD_LINE] = "(write|read) N ()()N N N N N N ([0-9]+)(?= |$)(?! [0-9])",
	[RELEASE] = "IOR-([0-9][0-9a-z.+-]*): MPI Coordinated Test",
	[API] = "api ?: ([a-z0-9-]+)",
	[FILE_NAME] = "test filename ?: ([^ ]+)",
	[ORDERING] = "ordering in a file ?: ([a-z]+)",
	[TASKS] = "(?:tasks|clients) ?: ([0-9]+)",
	[SIZE] = "aggregate filesize ?: N ?([kmgt]?)i?b",
};

/* What the settings above the results say. */
struct settings {
	size_t start;
	struct text version, api, file;
	bool random;
	double tasks, size; /* 0: not said */
};

static bool find_above(struct parse *parse, size_t id, size_t from, size_t at, struct text *groups)
{
	return pattern_find(parse->patterns, id, text_make(parse->flow.ptr, at), from, groups);
}

static void read_settings(struct parse *parse, size_t from, size_t at, struct settings *settings)
{
	struct text groups[PATTERN_GROUPS];

	*settings = (struct settings){.start = at};
	if (find_above(parse, RELEASE, from, at, groups)) {
		settings->version = groups[1];
		settings->start = (size_t)(groups[0].ptr - parse->flow.ptr);
	}
	if (find_above(parse, API, from, at, groups)) {
		settings->api = groups[1];
		if (settings->start == at)
			settings->start = (size_t)(groups[0].ptr - parse->flow.ptr);
	}
	if (find_above(parse, FILE_NAME, from, at, groups))
		settings->file = groups[1];
	if (find_above(parse, ORDERING, from, at, groups))
		settings->random = text_starts_nocase(groups[1], "random");
	if (!find_above(parse, TASKS, from, at, groups) ||
		!figure_number(groups[1], &settings->tasks))
		settings->tasks = 0;
	if (find_above(parse, SIZE, from, at, groups) && figure_number(groups[1], &settings->size))
		settings->size *= groups[2].len ? figure_binary_unit(groups[2]) : 1;
}

static void add_number(struct collect *out, enum column column, struct text text, double unit)
{
	double value;

	if (figure_number(text, &value))
		collect_number(out, column, value * unit);
}

static void add_result(
	struct parse *parse, const struct settings *settings, const struct text *line)
{
	struct collect *out = parse->out;
	bool writes = text_equal_nocase(line[1], TEXT("write"));
	enum test test = settings->random ? (writes ? TEST_RANDOM_WRITE : TEST_RANDOM_READ)
					  : (writes ? TEST_WRITE : TEST_READ);

	collect_row(out, test, writes ? DIRECTION_WRITE : DIRECTION_READ,
		(size_t)(line[0].ptr - parse->flow.ptr));
	add_number(out, COL_BYTES_PER_S, line[2], 1024 * 1024);
	add_number(out, COL_OPS_PER_S, line[3], 1);
	add_number(out, COL_LAT_MEAN_S, line[4], 1);
	add_number(out, COL_RECORD_SIZE, line[6], 1024);
	add_number(out, COL_ELAPSED_S, line[10], 1);
	collect_string(out, COL_REPORTED, line[2]);
	collect_note(out, collect_text(out, "iteration %.*s", TEXT_ARGS(line[11])));
}

static void begin(struct parse *parse, const struct settings *settings)
{
	struct collect *out = parse->out;

	collect_run(out, "ior", settings->start);
	collect_string(out, COL_TOOL_VERSION, settings->version);
	collect_string(out, COL_ENVIRONMENT, settings->file);
	collect_string(out, COL_ENGINE, settings->api);
	if (settings->tasks > 0)
		collect_number(out, COL_THREADS, settings->tasks);
	if (settings->size > 0)
		collect_number(out, COL_FILE_SIZE, settings->size);
}

/* Opening takes parts of a second: whole numbers below "write" are another table's. */
static bool opens_in_time(const struct text *line)
{
	return text_find_char(line[7], '.') != SIZE_MAX;
}

static void parse_ior(struct parse *parse)
{
	struct settings settings = {0};
	size_t end = 0;
	bool open = false, in_totals = false;

	for (size_t i = 0; i < parse->hit_count; i++) {
		size_t at = parse->hits[i].at;
		struct text groups[PATTERN_GROUPS];
		enum anchor anchor = (enum anchor)parse->hits[i].anchor;

		if (anchor != WRITE_LINE && anchor != READ_LINE) {
			if (open)
				collect_end(parse->out, end);
			open = false;
			/* Its lines begin like those of results. */
			in_totals = anchor == TOTALS;
			continue;
		}
		if (in_totals || (at > 0 && parse->flow.ptr[at - 1] != ' ') ||
			(!pattern_at(parse->patterns, NEW_LINE, parse->flow, at, groups) &&
				!pattern_at(parse->patterns, OLD_LINE, parse->flow, at, groups)) ||
			!opens_in_time(groups))
			continue;
		if (!open) {
			read_settings(parse, end, at, &settings);
			begin(parse, &settings);
			open = true;
		}
		add_result(parse, &settings, groups);
		end = at + groups[0].len;
	}
	if (open)
		collect_end(parse->out, end);
}

const struct importer importer_ior = {
	.tool = "ior",
	.anchors = anchors,
	.anchor_count = FST_COUNT(anchors),
	.patterns = patterns,
	.pattern_count = FST_COUNT(patterns),
	.parse = parse_ior,
};
