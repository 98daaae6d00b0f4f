#include "import/hdparm.h"

#include "import/command.h"
#include "import/figures.h"

static const char *const anchors[] = {"Timing "};

static const char *const probes[] = {"cached reads", "cache reads", "disk reads"};

enum pattern {
	RESULT,
	LOOKS_LIKE,
};

static const char *const patterns[] = {
	/* Older ones say "buffer-cache"; slow devices get kB/sec. */
	[RESULT] = "Timing (O_DIRECT )?(buffer-cache|cached|buffered disk|disk) reads ?:? ?N "
		   "?([kmgb])i?b? "
		   "in ?N ?s(?:ec(?:onds?)?)? ?= ?N ?([kmg])i?b/s(?:ec)?",
	[LOOKS_LIKE] = "Timing (?:o_direct )?(?:buffer|cached|disk)[a-z -]* reads?:",
};

struct state {
	struct text device; /* that the results are for, until told otherwise */
	bool direct; /* the command says so */
	bool open; /* a run is being collected */
	bool has[2]; /* what the run has: cached, device */
	size_t end; /* of the last result */
	struct command command;
	bool has_command;
};

/* "/dev/sda:" as a word, or "hda:" alone on its line. */
static bool is_device(const struct document *doc, struct text word)
{
	size_t at = (size_t)(word.ptr - doc->flow.ptr);

	if (word.len < 3 || word.ptr[word.len - 1] != ':')
		return false;
	if (text_starts(word, "/dev/"))
		return true;
	for (size_t i = 0; i + 1 < word.len; i++)
		if (!(word.ptr[i] >= 'a' && word.ptr[i] <= 'z') &&
			!(word.ptr[i] >= '0' && word.ptr[i] <= '9') && word.ptr[i] != '/')
			return false;
	return text_equal(document_line_flow(doc, document_line_at_flow(doc, at)), word);
}

/* The last device line between the last result and this one; empty when there is none. */
static struct text device_between(struct parse *parse, size_t from, size_t to)
{
	struct text rest = text_make(parse->flow.ptr + from, from < to ? to - from : 0), word;
	struct text device = TEXT("");

	while (text_next_word(&rest, &word))
		if (is_device(parse->doc, word))
			device = text_make(word.ptr, word.len - 1);
	return device;
}

/* The device that a command names, when it is one only, or that the line glued to it names. */
static struct text command_device(const struct command *command)
{
	struct text device = TEXT("");

	for (size_t i = 0; i < command->count; i++) {
		struct text word = command->words[i];

		if (word.len == 0 || word.ptr[0] == '-')
			continue;
		if (word.ptr[word.len - 1] == ':')
			return text_make(word.ptr, word.len - 1);
		if (device.len)
			return TEXT("");
		device = word;
	}
	return device;
}

/* Find out what stands between the last result and the one at @at, and begin a run when needed. */
static void locate(struct parse *parse, struct state *state, size_t at, bool cached)
{
	struct command command;
	struct text device;
	size_t start = at;
	bool new_run = !state->open || state->has[cached];

	if (command_find(parse->doc, "hdparm", state->end, at, &command)) {
		state->command = command;
		state->has_command = true;
		state->device = command_device(&command);
		command_option(&command, "direct", &state->direct);
		new_run = true;
	}
	device = device_between(parse,
		state->has_command && state->command.end > state->end ? state->command.end
								      : state->end,
		at);
	if (device.len) {
		start = (size_t)(device.ptr - parse->flow.ptr);
		/* A command may name several devices: they are one run. */
		if (!state->has_command || state->command.end < state->end)
			new_run = true;
		state->device = device;
		if (!new_run && state->has_command)
			state->has[0] = state->has[1] = false;
	}
	if (!new_run)
		return;
	if (state->open)
		collect_end(parse->out, state->end);
	collect_run(parse->out, "hdparm", start);
	if (state->has_command && state->command.start >= state->end)
		collect_command(parse->out, state->command.start, state->command.end);
	state->open = true;
	state->has[0] = state->has[1] = false;
}

static void parse_hdparm(struct parse *parse)
{
	struct state state = {0};
	struct collect *out = parse->out;

	for (size_t i = 0; i < parse->hit_count; i++) {
		size_t at = parse->hits[i].at;
		struct text groups[PATTERN_GROUPS];
		double megabytes, seconds, rate, unit;
		bool cached, direct;

		if (!pattern_at(parse->patterns, RESULT, parse->flow, at, groups)) {
			if (pattern_at(parse->patterns, LOOKS_LIKE, parse->flow, at, groups))
				collect_skip(out, "hdparm", at, at + groups[0].len,
					"no complete result: an approximate figure, an error, or "
					"cut off");
			continue;
		}
		cached = text_starts_nocase(groups[2], "buffer-") ||
			 text_equal_nocase(groups[2], TEXT("cached"));
		unit = figure_binary_unit(groups[4]);
		if (!figure_number(groups[3], &megabytes) || !figure_number(groups[5], &seconds) ||
			!figure_number(groups[6], &rate))
			continue;
		locate(parse, &state, at, cached);
		direct = groups[1].len > 0 || state.direct;
		state.has[cached] = true;
		state.end = at + groups[0].len;
		collect_row(out, cached ? TEST_CACHED_READ : TEST_DEVICE_READ, DIRECTION_READ, at);
		collect_string(out, COL_ENVIRONMENT, state.device);
		collect_number(out, COL_FILE_SIZE, megabytes * unit);
		collect_number(out, COL_ELAPSED_S, seconds);
		collect_number(out, COL_BYTES_PER_S, rate * figure_binary_unit(groups[7]));
		if (direct)
			collect_option(out, "direct");
		collect_string(out, COL_REPORTED,
			text_make(groups[6].ptr,
				(size_t)(groups[0].ptr + groups[0].len - groups[6].ptr)));
	}
	if (state.open)
		collect_end(out, state.end);
}

const struct importer importer_hdparm = {
	.tool = "hdparm",
	.anchors = anchors,
	.anchor_count = FST_COUNT(anchors),
	.probes = probes,
	.probe_count = FST_COUNT(probes),
	.patterns = patterns,
	.pattern_count = FST_COUNT(patterns),
	.parse = parse_hdparm,
};
