#include "import/timing.h"

#include "import/command.h"
#include "import/figures.h"

enum anchor {
	REAL,
	GNU,
	GNU_VERBOSE,
	ZSH,
	CSH,
	FISH,
};

static const char *const anchors[] = {
	[REAL] = "real",
	[GNU] = "elapsed ",
	[GNU_VERBOSE] = "Elapsed (wall clock)",
	[ZSH] = "% cpu ",
	[CSH] = "pf+0w",
	[FISH] = "Executed in ",
};

enum pattern {
	REAL_LINES,
	REAL_BEHIND,
	REAL_ALONE,
	GNU_LINE,
	GNU_BEFORE,
	VERBOSE_LINE,
	VERBOSE_COMMAND,
	ZSH_LINE,
	ZSH_BEFORE,
	CSH_BEFORE,
	FISH_LINE,
};

/* 1m43.209s, 0m 1.00s (BusyBox), 1h02m03.04s (ksh), 8.98 (POSIX) */
#define SPAN        "(?:(?:([0-9]+)h ?)?([0-9]+)m ?)?N ?s?"
#define SPAN_UNREAD "(?:[0-9]+[hm] ?)*[0-9.,]+ ?s?"

/* To the next line, which may have a mark or file name in front. */
#define NEXT " (?:[^ ]{1,60} )?[^ ]{0,60}?"

static const char *const patterns[] = {
	[REAL_LINES] = "real ?" SPAN NEXT "(?:user|sys) ?" SPAN_UNREAD "(?:" NEXT
		       "(?:user|sys) ?" SPAN_UNREAD ")?",
	/* The figure stands in front (BSD, mksh): 8.98 real 0.00 user 0.00 sys */
	[REAL_BEHIND] = "real " SPAN_UNREAD " user " SPAN_UNREAD " sys(?:tem)?",
	[REAL_ALONE] = "real ?(?:([0-9]+)h ?)?([0-9]+)m ?N ?s",
	[GNU_LINE] = "elapsed ([0-9]+|\\?)%CPU(?: \\([^)]{1,80}\\)k)?"
		     "(?: [0-9]+inputs\\+[0-9]+outputs \\([^)]{1,80}\\)pagefaults [0-9]+swaps)?",
	[GNU_BEFORE] = "(?:[0-9.]+user [0-9.]+system )?([0-9:.]+)$",
	[VERBOSE_LINE] = "Elapsed \\(wall clock\\) time \\(h:mm:ss or m:ss\\): ([0-9:.]+)",
	[VERBOSE_COMMAND] = "Command being timed: \"([^\"]{1,400})\"",
	[ZSH_LINE] = "% cpu ([0-9:.,]+) total",
	[ZSH_BEFORE] = "[0-9.,]+s user [0-9.,]+s system ([0-9]+)$",
	[CSH_BEFORE] = "[0-9.]+u [0-9.]+s ([0-9:.]+) [0-9.]+% [0-9]+\\+[0-9]+k [0-9]+\\+[0-9]+io "
		       "[0-9]+$",
	[FISH_LINE] = "Executed in N (micros|millis|secs|mins|hours)",
};

/* One timing: where its text stands, and what it says. */
struct timing {
	size_t start, end;
	double seconds, cpu_percent;
	struct text command, reported;
};

/* Hours, minutes and seconds of the groups that SPAN has from @first on. */
static bool read_span(const struct text *groups, size_t first, double *seconds)
{
	double hours = 0, minutes = 0, rest;

	if ((groups[first].len && !figure_number(groups[first], &hours)) ||
		(groups[first + 1].len && !figure_number(groups[first + 1], &minutes)) ||
		!figure_number(groups[first + 2], &rest))
		return false;
	*seconds = hours * 3600 + minutes * 60 + rest;
	return true;
}

/* `1:02:03`, `0:08.98`, `8.98` */
static bool read_clock(struct text t, double *seconds)
{
	struct text part;
	double value;

	*seconds = 0;
	while (text_next_part(&t, ':', &part)) {
		if (!figure_number(part, &value))
			return false;
		*seconds = *seconds * 60 + value;
	}
	return true;
}

static bool is_letter(char c)
{
	return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

/* Whether @pattern matches right up to @at; its groups then. */
static bool match_before(
	struct parse *parse, size_t pattern, size_t at, size_t reach, struct text *groups)
{
	size_t from = at > reach ? at - reach : 0;

	while (from > 0 && from < at && parse->flow.ptr[from - 1] != ' ')
		from++;
	return pattern_find(parse->patterns, pattern, text_make(parse->flow.ptr, at), from, groups);
}

/* The word in front of @at as a time: `8.98`, `0m1.00s`. */
static bool read_before(struct text flow, size_t at, struct timing *timing)
{
	size_t end = at, start;
	struct text word, groups[4] = {{0}};
	size_t minutes;

	while (end > 0 && flow.ptr[end - 1] == ' ')
		end--;
	for (start = end; start > 0 && flow.ptr[start - 1] != ' '; start--)
		;
	word = timing->reported = text_make(flow.ptr + start, end - start);
	timing->start = start;
	if (text_ends(word, "s"))
		word.len--;
	minutes = text_find_char(word, 'm');
	if (minutes != SIZE_MAX) {
		groups[2] = text_make(word.ptr, minutes);
		word = text_skip(word, minutes + 1);
	}
	groups[3] = word;
	return read_span(groups, 1, &timing->seconds);
}

static bool read_real(struct parse *parse, size_t at, struct timing *timing)
{
	struct text groups[PATTERN_GROUPS];

	if (at > 0 && is_letter(parse->flow.ptr[at - 1]))
		return false;
	if (pattern_at(parse->patterns, REAL_BEHIND, parse->flow, at, groups) &&
		read_before(parse->flow, at, timing)) {
		timing->end = at + groups[0].len;
		return true;
	}
	timing->start = at;
	if (!pattern_at(parse->patterns, REAL_LINES, parse->flow, at, groups) &&
		!pattern_at(parse->patterns, REAL_ALONE, parse->flow, at, groups))
		return false;
	timing->end = at + groups[0].len;
	timing->reported = text_make(groups[2].len ? groups[2].ptr : groups[3].ptr,
		(size_t)(groups[3].ptr + groups[3].len -
			 (groups[2].len ? groups[2].ptr : groups[3].ptr)));
	return read_span(groups, 1, &timing->seconds);
}

/* The start of the line that @at is in, behind a prompt or not: zsh names the command there. */
static struct text line_before(struct parse *parse, size_t at)
{
	size_t start = parse->doc->lines[document_line_at_flow(parse->doc, at)].flow;

	return text_trim(text_make(parse->flow.ptr + start, at > start ? at - start : 0));
}

static bool read_gnu(struct parse *parse, size_t at, struct timing *timing)
{
	struct text line[PATTERN_GROUPS], before[PATTERN_GROUPS];

	if (!pattern_at(parse->patterns, GNU_LINE, parse->flow, at, line) ||
		!match_before(parse, GNU_BEFORE, at, 60, before))
		return false;
	timing->start = (size_t)(before[0].ptr - parse->flow.ptr);
	timing->end = at + line[0].len;
	timing->reported = before[1];
	figure_number(line[1], &timing->cpu_percent);
	return read_clock(before[1], &timing->seconds);
}

static bool read_verbose(struct parse *parse, size_t at, size_t limit, struct timing *timing)
{
	struct text line[PATTERN_GROUPS], groups[PATTERN_GROUPS];
	size_t from = at > 800 ? at - 800 : 0;

	if (!pattern_at(parse->patterns, VERBOSE_LINE, parse->flow, at, line))
		return false;
	timing->start = at;
	timing->end = at + line[0].len;
	timing->reported = line[1];
	if (pattern_find(parse->patterns, VERBOSE_COMMAND, text_make(parse->flow.ptr, at),
		    from > limit ? from : limit, groups)) {
		timing->start = (size_t)(groups[0].ptr - parse->flow.ptr);
		timing->command = groups[1];
	}
	return read_clock(line[1], &timing->seconds);
}

static bool read_zsh(struct parse *parse, size_t at, struct timing *timing)
{
	struct text line[PATTERN_GROUPS], before[PATTERN_GROUPS];

	if (!pattern_at(parse->patterns, ZSH_LINE, parse->flow, at, line) ||
		!match_before(parse, ZSH_BEFORE, at, 60, before))
		return false;
	timing->start = (size_t)(before[0].ptr - parse->flow.ptr);
	timing->command = line_before(parse, timing->start);
	timing->end = at + line[0].len;
	timing->reported = line[1];
	figure_number(before[1], &timing->cpu_percent);
	return read_clock(line[1], &timing->seconds);
}

static bool read_csh(struct parse *parse, size_t at, struct timing *timing)
{
	struct text before[PATTERN_GROUPS];

	if (!match_before(parse, CSH_BEFORE, at, 100, before))
		return false;
	timing->start = (size_t)(before[0].ptr - parse->flow.ptr);
	timing->end = at + strlen(anchors[CSH]);
	timing->reported = before[1];
	return read_clock(before[1], &timing->seconds);
}

static bool read_fish(struct parse *parse, size_t at, struct timing *timing)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = {
		{"micros", 1e-6}, {"millis", 1e-3}, {"secs", 1}, {"mins", 60}, {"hours", 3600}};
	struct text groups[PATTERN_GROUPS];

	if (!pattern_at(parse->patterns, FISH_LINE, parse->flow, at, groups) ||
		!figure_number(groups[1], &timing->seconds))
		return false;
	for (size_t i = 0; i < FST_COUNT(units); i++)
		if (text_equal_nocase(groups[2], text_of(units[i].name)))
			timing->seconds *= units[i].seconds;
	timing->start = at;
	timing->end = at + groups[0].len;
	timing->reported = text_make(
		groups[1].ptr, (size_t)(groups[2].ptr + groups[2].len - groups[1].ptr));
	return true;
}

static bool read_timing(
	struct parse *parse, const struct anchor_hit *hit, size_t limit, struct timing *timing)
{
	*timing = (struct timing){.cpu_percent = -1};
	switch ((enum anchor)hit->anchor) {
	case REAL:
		return read_real(parse, hit->at, timing);
	case GNU:
		return read_gnu(parse, hit->at, timing);
	case GNU_VERBOSE:
		return read_verbose(parse, hit->at, limit, timing);
	case ZSH:
		return read_zsh(parse, hit->at, timing);
	case CSH:
		return read_csh(parse, hit->at, timing);
	case FISH:
		return read_fish(parse, hit->at, timing);
	}
	return false;
}

/* What a package manager prints above its time may be long. */
#define FURTHEST_LINES 5000

#define COMMAND_LENGTH 300

/* The rest of @line behind the last word `time`, empty when there is none. */
static struct text behind_time(struct text line)
{
	struct text rest = line, word, found = TEXT("");

	while (text_next_word(&rest, &word)) {
		while (word.len && strchr("(`'\"\\", word.ptr[0]))
			word = text_skip(word, 1);
		if (text_is(word, "time") || text_is(word, "/usr/bin/time"))
			found = text_trim(rest);
	}
	while (text_starts(found, "-p ") || text_starts(found, "-v "))
		found = text_trim(text_skip(found, 2));
	found.len = found.len < COMMAND_LENGTH ? found.len : COMMAND_LENGTH;
	return found;
}

/* Package managers and what makes them install. */
static const struct {
	const char *manager;
	const char *actions; /* words, separated by blanks */
	bool prefix; /* the word begins so: pacman -Syu */
} managers[] = {
	{"apt", "install reinstall upgrade full-upgrade dist-upgrade", false},
	{"apt-get", "install upgrade dist-upgrade", false},
	{"aptitude", "install upgrade safe-upgrade full-upgrade dist-upgrade", false},
	{"apk", "add upgrade", false},
	{"brew", "install upgrade", false},
	{"dnf", "install reinstall upgrade update distro-sync group groupinstall", false},
	{"dpkg", "-i --install", false},
	{"emerge", "-u -uDN --update @world world", true},
	{"flatpak", "install update", false},
	{"microdnf", "install upgrade update", false},
	{"opkg", "install upgrade", false},
	{"pacman", "-S -U", true},
	{"pkg", "install upgrade", false},
	{"rpm", "-i -U -F", true},
	{"snap", "install refresh", false},
	{"xbps-install", "-S -u", true},
	{"yum", "install reinstall upgrade update groupinstall", false},
	{"zypper", "install in update up dup dist-upgrade", false},
};

static bool has_action(struct text words, struct text actions, bool prefix)
{
	struct text word, action;

	while (text_next_word(&words, &word)) {
		struct text list = actions;

		while (text_next_word(&list, &action))
			if (text_equal(word, action) ||
				(prefix && word.len > action.len &&
					memcmp(word.ptr, action.ptr, action.len) == 0))
				return true;
	}
	return false;
}

/* Words that may stand in front of a command's name: sudo, env, VAR=value ... */
#define WORDS_IN_FRONT 5

static bool is_upgrade(struct text command)
{
	struct text word;

	for (int words = 0; words <= WORDS_IN_FRONT && text_next_word(&command, &word); words++) {
		while (word.len && strchr("'\"(", word.ptr[0]))
			word = text_skip(word, 1);
		for (size_t i = 0; i < FST_COUNT(managers); i++)
			if (text_is(word, managers[i].manager))
				return has_action(
					command, text_of(managers[i].actions), managers[i].prefix);
	}
	return false;
}

/* The command that is timed: the last line above that says `time COMMAND`. */
static struct text find_command(struct parse *parse, size_t from, size_t to)
{
	const struct document *doc = parse->doc;
	size_t line = document_line_at_flow(doc, to), last = document_line_at_flow(doc, from);

	if (line > FURTHEST_LINES && last < line - FURTHEST_LINES)
		last = line - FURTHEST_LINES;
	for (size_t i = line + 1; i-- > last;) {
		struct text text = document_line_flow(doc, i), rest;
		size_t start = (size_t)(text.ptr - parse->flow.ptr);

		if (!text_contains(text, "time ") || start >= to)
			continue;
		if (start < from) {
			text = text_skip(text, from - start);
			start = (size_t)(text.ptr - parse->flow.ptr);
		}
		if (start > to)
			continue;
		if (start + text.len > to)
			text.len = to - start;
		rest = behind_time(text);
		/* "time is given in seconds" is prose, "# time apk add vim" is not. */
		if (rest.len && (command_is_line(text) || is_upgrade(rest)))
			return rest;
	}
	return TEXT("");
}

static void parse_time(struct parse *parse)
{
	struct collect *out = parse->out;
	size_t done = 0;

	for (size_t i = 0; i < parse->hit_count; i++) {
		struct timing timing;
		bool upgrade;

		if (parse->hits[i].at < done ||
			!read_timing(parse, &parse->hits[i], done, &timing) || timing.start < done)
			continue;
		if (!timing.command.len)
			timing.command = find_command(parse, done, timing.start);
		upgrade = is_upgrade(timing.command);
		collect_run(out, "time", timing.start);
		if (timing.command.len) {
			size_t at = (size_t)(timing.command.ptr - parse->flow.ptr);

			/* What the command printed is no heading of the figures below it. */
			collect_command(out, at, timing.start > at ? timing.start : timing.end);
		}
		collect_row(out, upgrade ? TEST_UPGRADE : TEST_COMMAND,
			upgrade ? DIRECTION_MIXED : DIRECTION_NONE, timing.start);
		collect_number(out, COL_ELAPSED_S, timing.seconds);
		collect_number(out, COL_CPU_PERCENT, timing.cpu_percent);
		collect_string(out, COL_REPORTED, timing.reported);
		if (timing.command.len)
			collect_note(out, timing.command);
		collect_end(out, timing.end);
		done = timing.end;
	}
}

const struct importer importer_time = {
	.tool = "time",
	.anchors = anchors,
	.anchor_count = FST_COUNT(anchors),
	.patterns = patterns,
	.pattern_count = FST_COUNT(patterns),
	.parse = parse_time,
};
