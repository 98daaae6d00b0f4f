/* fio's normal text, 1.x to 3.x. */
#include <math.h>

#include "import/command.h"
#include "import/figures.h"
#include "import/fio.h"

/* Lines of a job stand together: what is further away than this is not its. */
#define FURTHEST 4000

struct state {
	struct fio *fio;
	struct parse *parse;
	bool open; /* the last run is still being read */
	bool closed; /* its "Run status" has begun */
	bool has_job, has_row; /* the last job and row take what follows */
	bool ignored; /* the block at work is a sum that is left out */
	size_t last; /* where the last thing that was recognised ends */
	size_t run_end; /* where the last thing ends that belongs to the run */
	size_t line; /* that was looked at last */
	double status_group; /* NAN: no heading */
	size_t batch;
	bool batch_open; /* the next header belongs to it */
	struct strbuf other; /* percentiles without a column */
};

static struct fio_run *last_run(struct state *state)
{
	return &state->fio->runs[state->fio->run_count - 1];
}

static struct fio_job *last_job(struct state *state)
{
	return &state->fio->jobs[state->fio->job_count - 1];
}

static struct fio_row *last_row(struct state *state)
{
	return &state->fio->rows[state->fio->row_count - 1];
}

static void advance(struct state *state, size_t end)
{
	if (end > state->last)
		state->last = end;
}

/* The same for what belongs to the open run. */
static void advance_run(struct state *state, size_t end)
{
	advance(state, end);
	state->run_end = state->last;
}

/* Lines of the run status stand for jobs only where no block of their group is there. */
static void drop_summaries(struct state *state)
{
	struct fio *fio = state->fio;
	struct fio_run *run = last_run(state);

	for (size_t i = 0; i < run->job_count; i++) {
		struct fio_job *summary = &fio->jobs[run->first_job + i];
		bool drop = false;

		for (size_t j = 0; summary->summary && j < run->job_count; j++) {
			const struct fio_job *job = &fio->jobs[run->first_job + j];

			drop |= !job->summary && job->row_count &&
				(isnan(summary->group) || isnan(job->group) ||
					!(fabs(summary->group - job->group) > 0));
		}
		for (size_t row = 0; drop && row < summary->row_count; row++)
			fio->rows[summary->first_row + row].dropped = true;
	}
}

static void end_run(struct state *state)
{
	if (!state->open)
		return;
	drop_summaries(state);
	fio_end_run(state->fio, state->run_end);
	state->open = state->closed = state->has_job = state->has_row = state->ignored = false;
	state->status_group = NAN;
}

static void begin_run(struct state *state, size_t at)
{
	end_run(state);
	fio_add_run(state->fio, FIO_TEXT, at);
	state->open = true;
	state->batch_open = false;
}

/* Where the line begins that @at is in. Hits come in order: the line is near the last one. */
static size_t line_start(struct state *state, size_t at)
{
	const struct document *doc = state->parse->doc;

	while (state->line + 1 < doc->line_count && doc->lines[state->line + 1].flow <= at)
		state->line++;
	while (state->line > 0 && doc->lines[state->line].flow > at)
		state->line--;
	return doc->lines[state->line].flow;
}

/* Whether @word may be the name of a file of results that grep put in front of a line. */
static bool is_log_name(struct text word)
{
	static const char *const suffixes[] = {
		".out", ".log", ".txt", ".fio", ".json", ".result", ".res", ".output", ".stdout"};

	for (size_t i = 0; i < FST_COUNT(suffixes); i++)
		if (text_ends(word, suffixes[i]))
			return text_find_char(word, ' ') == SIZE_MAX;
	return false;
}

/* Cut `file.out:`, `file.out:12:` or `file.out-` off @line. */
static struct text cut_prefix(struct text *line)
{
	static const char separators[] = ":-";

	for (const char *separator = separators; *separator; separator++) {
		size_t end = 0, digits;
		struct text prefix;

		while (end < line->len &&
			(line->ptr[end] != *separator || !is_log_name(text_make(line->ptr, end))))
			end++;
		if (end == line->len)
			continue;
		prefix = text_make(line->ptr, end);
		*line = text_skip(*line, end + 1);
		for (digits = 0;
			digits < line->len && line->ptr[digits] >= '0' && line->ptr[digits] <= '9';)
			digits++;
		if (digits && digits < line->len && line->ptr[digits] == *separator)
			*line = text_skip(*line, digits + 1);
		*line = text_trim(*line);
		return prefix;
	}
	return TEXT("");
}

/* What grep put in front of the line that @at, where something fio wrote begins, is in. */
static struct text prefix_of(struct state *state, size_t at)
{
	size_t start = line_start(state, at);
	struct text line = text_make(state->parse->flow.ptr + start, at - start), prefix;

	if (text_find_char(text_trim(line), ' ') != SIZE_MAX)
		return TEXT("");
	prefix = cut_prefix(&line);
	return line.len ? TEXT("") : prefix;
}

/* Cut what pages put in front of lines off @line: bullets, numbers, `Jan 1 host fio[1]: `. */
static void cut_marks(struct text *line)
{
	size_t end = text_find(*line, ": "), digits = 0;

	while (end != SIZE_MAX) {
		*line = text_trim(text_skip(*line, end + 1));
		end = text_find(*line, ": ");
	}
	while (line->len > 2 && strchr("*-+>|", line->ptr[0]) && line->ptr[1] == ' ')
		*line = text_trim(text_skip(*line, 1));
	while (digits < line->len && line->ptr[digits] >= '0' && line->ptr[digits] <= '9')
		digits++;
	if (digits && digits < line->len && line->ptr[digits] == ' ')
		*line = text_trim(text_skip(*line, digits));
}

/* Cut `<host>`, which a client writes in front of a server's lines, off @line. */
static struct text cut_host(struct text *line)
{
	size_t end = text_find_char(*line, '>');
	struct text host;

	if (line->len < 3 || line->ptr[0] != '<' || end == SIZE_MAX)
		return TEXT("");
	host = text_make(line->ptr + 1, end - 1);
	*line = text_trim(text_skip(*line, end + 1));
	return host;
}

/* The job's name in front of @at; what stands before it on the line is @prefix or @host. */
static struct text name_before(
	struct state *state, size_t at, struct text *prefix, struct text *host)
{
	size_t start = line_start(state, at);
	struct text name;
	bool whole = start >= state->last;

	if (!whole)
		start = state->last < at ? state->last : at;
	name = text_trim(text_make(state->parse->flow.ptr + start, at - start));
	if (text_ends(name, ":"))
		name.len--;
	*prefix = cut_prefix(&name);
	cut_marks(&name);
	*host = cut_host(&name);
	/* A joined or long line: only the last word is sure to be the name. */
	whole &= name.len <= 100;
	while (!whole && text_find_char(name, ' ') != SIZE_MAX)
		name = text_trim(text_skip(name, text_find_char(name, ' ')));
	return name;
}

/* `4K-4K/4K-4K`, `(R) 4096B-4096B, (W) 16.0KiB-16.0KiB`: a range each for reads, writes, trims. */
static void read_ranges(struct text ranges, struct fio_setup *setup)
{
	int part = 0;

	for (size_t i = 0; i < ranges.len && part < 3;) {
		struct text rest = text_skip(ranges, i);
		size_t dash, end;
		double low, high;

		if (rest.ptr[0] < '0' || rest.ptr[0] > '9') {
			i++;
			continue;
		}
		dash = text_find_char(rest, '-');
		for (end = dash == SIZE_MAX ? rest.len : dash + 1;
			end < rest.len && !strchr("/, ", rest.ptr[end]);)
			end++;
		if (dash != SIZE_MAX && figure_binary_size(text_make(rest.ptr, dash), &low) &&
			figure_binary_size(text_make(rest.ptr + dash + 1, end - dash - 1), &high))
			setup->record[part] = fabs(low - high) < 0.5 ? low : 0;
		part++;
		i += end;
	}
	/* Trims came later than the first two. */
	if (part == 2)
		setup->record[FIO_TRIM] = NAN;
}

static void read_header(struct state *state, size_t at)
{
	struct text groups[PATTERN_GROUPS], prefix, host, name;
	struct fio_header *header;

	if (!pattern_at(state->parse->patterns, FIO_PATTERN_HEADER, state->parse->flow, at, groups))
		return;
	end_run(state);
	if (!state->batch_open)
		state->batch++;
	state->batch_open = true;
	name = name_before(state, at, &prefix, &host);
	header = fio_add_header(state->fio, line_start(state, at) >= state->last
						    ? line_start(state, at)
						    : (size_t)(name.ptr - state->parse->flow.ptr));
	header->batch = state->batch;
	header->name = name;
	figure_number(groups[1], &header->group);
	header->setup.options[FIO_OPTION_RW] = groups[2].ptr ? groups[2] : TEXT("");
	header->setup.options[FIO_OPTION_ENGINE] = groups[4].ptr ? groups[4] : TEXT("");
	header->setup.options[FIO_OPTION_IODEPTH] = groups[5].ptr ? groups[5] : TEXT("");
	read_ranges(groups[3], &header->setup);
	advance(state, at + groups[0].len);
}

static bool is_known_block(
	struct state *state, struct text name, double group, double pid, double *highest)
{
	const struct fio_run *run = last_run(state);

	for (size_t i = 0; i < run->job_count; i++) {
		const struct fio_job *job = &state->fio->jobs[run->first_job + i];

		if (job->group > *highest)
			*highest = job->group;
		if (text_equal(job->name, name) && !(fabs(job->group - group) > 0) &&
			(isnan(pid) || !(fabs(job->pid - pid) > 0)))
			return true;
	}
	return false;
}

/* Whether the block at @at belongs to a run that has begun before it. */
static bool continues_run(struct state *state, size_t at, struct text name, struct text prefix,
	double group, double pid)
{
	struct command command;
	double highest = -1;

	if (!state->open || state->closed || last_run(state)->job_count == 0 ||
		isnan(last_job(state)->group) || !text_equal(last_job(state)->prefix, prefix) ||
		is_known_block(state, name, group, pid, &highest) || group < highest)
		return false;
	return !command_find(state->parse->doc, "fio", state->last, at, &command);
}

/* Whether the open run has a job called other than @name. */
static bool has_named_job(struct state *state, struct text name)
{
	const struct fio_run *run = last_run(state);

	for (size_t i = 0; i < run->job_count; i++) {
		const struct fio_job *job = &state->fio->jobs[run->first_job + i];

		if (job->name.len && !text_equal(job->name, name))
			return true;
	}
	return false;
}

static void read_block(struct state *state, size_t at)
{
	struct text groups[PATTERN_GROUPS], prefix, host, name;
	double group = NAN, pid = NAN;
	struct fio_job *job;
	size_t start;

	if (!pattern_at(state->parse->patterns, FIO_PATTERN_BLOCK, state->parse->flow, at, groups))
		return;
	name = name_before(state, at, &prefix, &host);
	start = name.len ? (size_t)(name.ptr - state->parse->flow.ptr) : at;
	figure_number(groups[1], &group);
	/* A sum has none. */
	if (!figure_number(groups[5], &pid) || pid < 1)
		pid = NAN;
	/* The client's sum over all servers is no job when their own blocks are there. */
	if (text_ends(name, "All clients") || (text_is(name, "clients") && isnan(pid))) {
		state->ignored = state->open && has_named_job(state, name);
		advance_run(state, at + groups[0].len);
		if (state->ignored)
			return;
	}
	if (!continues_run(state, start, name, prefix, group, pid))
		begin_run(state, start);
	state->ignored = state->has_row = false;
	job = fio_add_job(state->fio);
	job->name = name;
	job->prefix = prefix;
	job->host = host;
	job->group = group;
	job->pid = pid;
	figure_number(groups[2], &job->jobs);
	figure_number(groups[3], &job->error);
	job->error_text = groups[4];
	state->has_job = true;
	advance_run(state, at + groups[0].len);
}

/* Bytes per second of the groups @rate (number), +1 (unit) and +2 (bits or bytes). */
static double read_rate(const struct text *groups, size_t rate, bool always_binary)
{
	double value, worth = 1;
	struct text unit = groups[rate + 1];

	/* Without its unit it is cut in two. */
	if (!fio_read_number(groups[rate], TEXT(""), &value) ||
		(!groups[rate + 2].len && !text_ends(unit, "i") && value > 0))
		return NAN;
	/* fio 3 writes KiB for 1024 and kB for 1000; before, K was 1024. */
	if (unit.len)
		worth = always_binary || (unit.ptr[unit.len - 1] | 0x20) == 'i'
				? figure_binary_unit(unit)
				: figure_decimal_unit(unit);
	if (text_equal_nocase(groups[rate + 2], TEXT("bit")))
		value /= 8;
	return value * worth;
}

static bool is_letter(char c)
{
	return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

/* How often the unit steps up: 1 for K, 2 for M. */
static int unit_steps(struct text unit)
{
	double worth = unit.len ? figure_decimal_unit(unit) : 1;

	return worth > 1 ? (int)lround(log10(worth) / 3) : 0;
}

/* The rate of the groups from @rate on as it is printed. */
static struct text rate_text(const struct text *groups, size_t rate)
{
	const char *start = groups[rate].ptr, *end = groups[0].ptr + groups[0].len;
	struct text text = text_make(start, start ? (size_t)(end - start) : 0);

	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == '(' ||
			(text.ptr[i] == ' ' &&
				(i + 1 == text.len || !is_letter(text.ptr[i + 1]))) ||
			(text.ptr[i] == ',' && (i + 1 == text.len || text.ptr[i + 1] == ' ')))
			text.len = i;
	return text;
}

/* Whether the job at work is past @part: fio prints reads, writes, trims, syncs in this order. */
static bool has_part(struct state *state, enum fio_part part)
{
	const struct fio_job *job = last_job(state);

	return job->row_count && state->fio->rows[state->fio->row_count - 1].part >= part;
}

/* A row of the job at work, or of one of its own when its block is missing. */
static struct fio_row *add_row(struct state *state, enum fio_part part, size_t at)
{
	struct text prefix = prefix_of(state, at);
	bool joins = state->open && !state->closed && (state->has_job || state->has_row) &&
		     at - state->last < FURTHEST && text_equal(last_job(state)->prefix, prefix) &&
		     !has_part(state, part);

	if (!joins) {
		begin_run(state, at);
		fio_add_job(state->fio)->prefix = prefix;
	}
	state->has_row = true;
	return fio_add_row(state->fio, part, at);
}

/* The start of `read : io=` or `read: IOPS=` that the hit at @at is part of. */
static size_t find_part(struct text flow, size_t at, size_t reach)
{
	size_t limit = at > reach ? at - reach : 0, colon = at, word;

	while (colon > limit && flow.ptr[colon] != ':')
		colon--;
	word = colon;
	while (word > limit && flow.ptr[word - 1] == ' ')
		word--;
	while (word > limit && is_letter(flow.ptr[word - 1]))
		word--;
	return word;
}

static void read_direction(struct state *state, size_t at)
{
	size_t start = find_part(state->parse->flow, at, 110);
	struct text groups[PATTERN_GROUPS];
	const struct patterns *patterns = state->parse->patterns;
	bool old = pattern_at(patterns, FIO_PATTERN_DIRECTION_2, state->parse->flow, start, groups);
	struct text number, unit, milliseconds;
	double operations = NAN, bytes, elapsed;
	size_t rate = old ? 2 : 4;
	struct fio_row *row;

	if (!old &&
		!pattern_at(patterns, FIO_PATTERN_DIRECTION_3, state->parse->flow, start, groups))
		return;
	if (state->ignored) {
		advance_run(state, start + groups[0].len);
		return;
	}
	number = old ? groups[5] : groups[2];
	unit = old ? groups[6] : groups[3];
	milliseconds = groups[old ? 7 : 8];
	fio_read_number(number, unit, &operations);
	bytes = read_rate(groups, rate, old);
	/* A rate of 0 from 0 operations is no value, and what follows is about it. */
	if (!(operations > 0) && !(bytes > 0)) {
		state->has_row = false;
		return;
	}
	row = add_row(state, fio_find_part(groups[1]), start);
	row->ops_per_s = operations;
	row->bytes_per_s = bytes;
	if (figure_number(milliseconds, &elapsed))
		row->elapsed_s = elapsed / 1000;
	row->binary_steps = old ? unit_steps(groups[rate + 1]) : 0;
	row->reported = rate_text(groups, rate);
	advance_run(state, start + groups[0].len);
}

static void read_group(struct state *state, size_t at)
{
	struct text groups[PATTERN_GROUPS];
	double group;

	if (!pattern_at(
		    state->parse->patterns, FIO_PATTERN_GROUP, state->parse->flow, at, groups) ||
		!figure_number(groups[1], &group))
		return;
	if (!state->open || (state->closed && !(group > state->status_group)))
		begin_run(state, at);
	state->closed = true;
	state->has_row = state->has_job = false;
	state->status_group = group;
	advance_run(state, at + groups[0].len);
}

/* READ and WRITE of the run status. */
static void read_group_direction(struct state *state, size_t at, bool old)
{
	size_t start = find_part(state->parse->flow, at, old ? 60 : 10);
	struct text groups[PATTERN_GROUPS], prefix = prefix_of(state, start);
	double elapsed, bytes;
	struct fio_row *row;
	enum fio_part part;
	bool joins;

	if (!pattern_at(state->parse->patterns, old ? FIO_PATTERN_GROUP_2 : FIO_PATTERN_GROUP_3,
		    state->parse->flow, start, groups))
		return;
	part = fio_find_part(groups[1]);
	bytes = read_rate(groups, 2, old);
	if (!(bytes > 0))
		return;
	joins = state->open && last_run(state)->job_count && last_job(state)->summary &&
		text_equal(last_job(state)->prefix, prefix) &&
		!(fabs(last_job(state)->group - state->status_group) > 0);
	if (!state->open || (joins && has_part(state, part)) ||
		(last_run(state)->job_count && !text_equal(last_job(state)->prefix, prefix))) {
		begin_run(state, start);
		joins = false;
	}
	state->closed = true;
	if (!joins) {
		struct fio_job *job = fio_add_job(state->fio);

		job->summary = true;
		job->group = state->status_group;
		job->prefix = prefix;
	}
	row = fio_add_row(state->fio, part, start);
	row->bytes_per_s = bytes;
	/* As long as the slowest job of the group took. */
	if (figure_number(groups[old ? 5 : 6], &elapsed))
		row->elapsed_s = elapsed / 1000;
	row->binary_steps = old ? unit_steps(groups[3]) : 0;
	row->reported = rate_text(groups, 2);
	advance_run(state, start + groups[0].len);
}

/* Whether the row at work takes figures at @at; @before: the letter in front of them. */
static bool takes_figures(struct state *state, size_t at)
{
	return state->open && !state->closed && !state->ignored && at - state->last < FURTHEST;
}

static double read_time(struct text number, struct text unit, struct text of_line)
{
	double value;

	return fio_read_number(number, unit, &value) ? fio_seconds(value, of_line) : NAN;
}

static void read_latency(struct state *state, size_t at, bool sync)
{
	struct text flow = state->parse->flow, groups[PATTERN_GROUPS];
	char before = at > 0 ? flow.ptr[at - 1] : ' ';
	struct fio_latency *latency;

	if (!takes_figures(state, at) || (!sync && (!state->has_row || before == 's')) ||
		!pattern_at(state->parse->patterns, FIO_PATTERN_LATENCY, flow, at, groups))
		return;
	if (sync && before == ' ' && (state->has_job || state->has_row) &&
		!has_part(state, FIO_SYNC)) {
		fio_add_row(state->fio, FIO_SYNC, at);
		state->has_row = true;
	} else if (sync || (before != ' ' && before != 'c')) {
		return;
	}
	latency = before == 'c' ? &last_row(state)->clat : &last_row(state)->lat;
	if (!isnan(latency->mean))
		return;
	latency->min = read_time(groups[2], groups[3], groups[1]);
	latency->max = read_time(groups[4], groups[5], groups[1]);
	latency->mean = read_time(groups[6], groups[7], groups[1]);
	latency->stddev = read_time(groups[8], groups[9], groups[1]);
	advance_run(state, at + groups[0].len);
}

/* One of a list: `99.00th=[  330]`. */
struct percentile {
	struct text percent, value;
	size_t end;
};

/* The next percentile at or behind @at. False when the list is over. */
static bool next_percentile(struct text flow, size_t at, struct percentile *next)
{
	struct text rest = text_skip(flow, at);
	size_t mark, end, start;

	if (rest.len > 100)
		rest.len = 100;
	mark = text_find(rest, "th=[");
	if (mark == SIZE_MAX)
		return false;
	for (start = mark; start > 0 && strchr("0123456789.", rest.ptr[start - 1]);)
		start--;
	next->percent = text_make(rest.ptr + start, mark - start);
	rest = text_skip(flow, at + mark + 4);
	end = text_find_char(text_make(rest.ptr, rest.len < 40 ? rest.len : 40), ']');
	if (end == SIZE_MAX)
		return false;
	next->value = text_trim(text_make(rest.ptr, end));
	next->end = at + mark + 4 + end + 1;
	return true;
}

/* The list of percentiles at @at, in @unit. Returns where it ends. */
static size_t read_list(struct state *state, struct fio_row *row, size_t at, struct text unit)
{
	struct percentile next;
	double percent, value, last = -1;

	strbuf_clear(&state->other);
	while (next_percentile(state->parse->flow, at, &next) &&
		figure_number(next.percent, &percent) && percent > last) {
		if (figure_number(next.value, &value) &&
			!fio_set_percentile(row, percent, fio_seconds(value, unit)))
			fio_add_percentile(&state->other, next.percent, next.value, unit);
		last = percent;
		at = next.end;
	}
	return at;
}

static void read_percentiles(struct state *state, size_t at)
{
	struct text flow = state->parse->flow, groups[PATTERN_GROUPS], word;
	struct fio_row *row;
	size_t start = at;
	bool of_lat;

	if (!takes_figures(state, at) || !state->has_row ||
		!pattern_at(state->parse->patterns, FIO_PATTERN_PERCENTILES, flow, at, groups))
		return;
	row = last_row(state);
	while (start > 0 && flow.ptr[start - 1] == ' ')
		start--;
	word = text_make(flow.ptr, start);
	of_lat = text_ends(word, " lat");
	if (text_ends(word, "slat") || (text_ends(word, "sync") != (row->part == FIO_SYNC)) ||
		row->other_percentiles.len || !isnan(row->percentiles[FIO_P50]))
		return;
	at = read_list(state, row, at + groups[0].len, groups[1]);
	if (state->other.len)
		row->other_percentiles = collect_text(state->parse->out, "%s%s",
			of_lat ? "of lat: " : "", strbuf_string(&state->other));
	advance_run(state, at);
}

static void read_cpu(struct state *state, size_t at)
{
	struct text groups[PATTERN_GROUPS];
	double user, system;

	if (!takes_figures(state, at) || !state->has_job ||
		!pattern_at(
			state->parse->patterns, FIO_PATTERN_CPU, state->parse->flow, at, groups) ||
		!figure_number(groups[1], &user) || !figure_number(groups[2], &system))
		return;
	last_job(state)->cpu_percent = user + system;
	advance_run(state, at + groups[0].len);
}

static void read_eta(struct state *state, size_t at)
{
	struct text groups[PATTERN_GROUPS], rest;
	size_t end;

	state->batch_open = false;
	if (!pattern_at(state->parse->patterns, FIO_PATTERN_ETA, state->parse->flow, at, groups))
		return;
	fio_add_mark(state->fio, FIO_MARK_ETA, at, groups[1]);
	end = at + groups[0].len;
	rest = text_make(state->parse->flow.ptr + end, state->parse->flow.len - end);
	rest.len = rest.len < 160 ? rest.len : 160;
	if (text_find(rest, "[eta ") != SIZE_MAX) {
		size_t eta = text_find(rest, "[eta ");
		size_t close = text_find_char(text_skip(rest, eta), ']');

		if (close != SIZE_MAX)
			end += eta + close + 1;
	}
	advance(state, end);
}

/* fio's version stands on a line of its own, or is what a server answers: fio=fio-3.7 */
static void read_version(struct state *state, size_t at)
{
	struct text flow = state->parse->flow, groups[PATTERN_GROUPS], line;
	const struct document *doc = state->parse->doc;
	bool answer = at >= 4 && memcmp(flow.ptr + at - 4, "fio=", 4) == 0;
	size_t start = line_start(state, at), end;

	if (!pattern_at(state->parse->patterns, FIO_PATTERN_VERSION, flow, at, groups))
		return;
	end = at + groups[0].len;
	line = text_make(flow.ptr + start, end - start);
	cut_prefix(&line);
	cut_marks(&line);
	cut_host(&line);
	if (!answer && !text_starts(text_skip(flow, end), " Starting") &&
		(!text_equal(line, groups[0]) ||
			(end < flow.len && document_line_at_flow(doc, end + 1) ==
						   document_line_at_flow(doc, at))))
		return;
	fio_add_mark(state->fio, FIO_MARK_VERSION, at, groups[1]);
	state->batch_open = false;
	advance(state, end);
}

static struct text word_before(struct text flow, size_t at)
{
	size_t end = at, start;

	while (end > 0 && flow.ptr[end - 1] == ' ')
		end--;
	for (start = end; start > 0 && flow.ptr[start - 1] != ' '; start--)
		;
	return text_make(flow.ptr + start, end - start);
}

/* Debian's 2.0.8 writes its version without its name above this line. */
static void read_starting(struct state *state, size_t at)
{
	struct text groups[PATTERN_GROUPS], version;

	if (!pattern_at(
		    state->parse->patterns, FIO_PATTERN_STARTING, state->parse->flow, at, groups))
		return;
	state->batch_open = false;
	version = word_before(state->parse->flow, at);
	if (version.len > 2 && version.ptr[0] >= '1' && version.ptr[0] <= '9' &&
		text_contains(version, "."))
		fio_add_mark(state->fio, FIO_MARK_VERSION, at, version);
	if (!groups[2].len)
		fio_add_mark(state->fio, FIO_MARK_STARTING, at, groups[1]);
	advance(state, at + groups[0].len);
}

static void read_disk(struct state *state, size_t at)
{
	struct text flow = state->parse->flow;
	size_t start = at, end = at;

	if (!state->open || at - state->last > FURTHEST)
		return;
	while (start > 0 && flow.ptr[start - 1] != ' ')
		start--;
	fio_add_mark(state->fio, FIO_MARK_DISK, at, text_make(flow.ptr + start, at - start));
	/* To the end of the line, or of the figures where lines are joined. */
	while (end < flow.len && end < at + 120 && flow.ptr[end] != '%')
		end++;
	advance_run(state, end < flow.len && flow.ptr[end] == '%' ? end + 1 : at);
}

static void read_error(struct state *state, size_t at)
{
	size_t end = at;

	while (end < state->parse->flow.len && end < at + 60 && state->parse->flow.ptr[end] != ':')
		end++;
	collect_skip(state->parse->out, "fio", at, end, "a job failed: no result of it");
	end_run(state);
	state->batch_open = false;
}

static void read_hit(struct state *state, const struct anchor_hit *hit)
{
	switch ((enum fio_anchor)hit->anchor) {
	case FIO_ANCHOR_HEADER:
		read_header(state, hit->at);
		break;
	case FIO_ANCHOR_BLOCK:
		read_block(state, hit->at);
		break;
	case FIO_ANCHOR_DIRECTION:
		read_direction(state, hit->at);
		break;
	case FIO_ANCHOR_GROUP:
		read_group(state, hit->at);
		break;
	case FIO_ANCHOR_GROUP_DIRECTION:
		read_group_direction(state, hit->at, false);
		break;
	case FIO_ANCHOR_GROUP_DIRECTION_2:
		read_group_direction(state, hit->at, true);
		break;
	case FIO_ANCHOR_LATENCY:
		read_latency(state, hit->at, false);
		break;
	case FIO_ANCHOR_SYNC:
		read_latency(state, hit->at, true);
		break;
	case FIO_ANCHOR_PERCENTILES:
		read_percentiles(state, hit->at);
		break;
	case FIO_ANCHOR_CPU:
		read_cpu(state, hit->at);
		break;
	case FIO_ANCHOR_ETA:
		read_eta(state, hit->at);
		break;
	case FIO_ANCHOR_VERSION:
	case FIO_ANCHOR_VERSION_1:
		read_version(state, hit->at);
		break;
	case FIO_ANCHOR_STARTING:
		read_starting(state, hit->at);
		break;
	case FIO_ANCHOR_DISK:
		read_disk(state, hit->at);
		break;
	case FIO_ANCHOR_ERROR:
		read_error(state, hit->at);
		break;
	case FIO_ANCHOR_JSON_VERSION:
	case FIO_ANCHOR_JSON_JOB:
	case FIO_ANCHOR_JSON_DIRECTION:
	case FIO_ANCHOR_TERSE:
	case FIO_ANCHOR_TERSE_PERCENTILE:
		break;
	}
}

void fio_read_text(struct fio *fio)
{
	struct state state = {.fio = fio, .parse = fio->parse, .status_group = NAN};

	for (size_t i = 0; i < fio->parse->hit_count; i++)
		read_hit(&state, &fio->parse->hits[i]);
	end_run(&state);
	strbuf_free(&state.other);
}
