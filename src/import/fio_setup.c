#include "import/fio_setup.h"

#include <math.h>

#include "base/attributes.h"
#include "import/command.h"
#include "import/figures.h"

static const struct {
	const char *name, *other;
} options[FIO_OPTIONS] = {
#define OPTION_ROW(id, name, other) [FIO_OPTION_##id] = {name, other},
	FIO_OPTION_TABLE(OPTION_ROW)
#undef OPTION_ROW
};

/* What rw= may say: what reads do then, what writes do; TEST_COUNT: it does not do it. */
static const struct {
	const char *rw;
	enum test read, write;
	bool trims;
} patterns[] = {
	{"read", TEST_READ, TEST_COUNT, false},
	{"write", TEST_COUNT, TEST_WRITE, false},
	{"randread", TEST_RANDOM_READ, TEST_COUNT, false},
	{"randwrite", TEST_COUNT, TEST_RANDOM_WRITE, false},
	{"rw", TEST_MIXED, TEST_MIXED, false},
	{"readwrite", TEST_MIXED, TEST_MIXED, false},
	{"randrw", TEST_RANDOM_MIXED, TEST_RANDOM_MIXED, false},
	{"trim", TEST_COUNT, TEST_COUNT, true},
	{"randtrim", TEST_COUNT, TEST_COUNT, true},
	{"trimwrite", TEST_COUNT, TEST_COUNT, true},
	{"randtrimwrite", TEST_COUNT, TEST_COUNT, true},
};

void fio_setup_init(struct fio_setup *setup)
{
	*setup = (struct fio_setup){.record = {NAN, NAN, NAN}};
}

/* bs=4k, bs=4k,16k (reads, writes and trims), bs=4k, (reads only), bs=,16k */
static void set_records(struct fio_setup *setup, struct text value)
{
	struct text part;
	double bytes = NAN;

	for (int i = 0; i < 3; i++) {
		if (text_next_part(&value, ',', &part)) {
			if (part.len && !fio_setup_size(setup, part, &bytes))
				bytes = NAN;
			if (!part.len)
				bytes = NAN;
		}
		setup->record[i] = bytes;
	}
}

/* The option called @name, or FIO_OPTIONS. */
static int find_option(struct text name)
{
	int i = 0;

	while (i < FIO_OPTIONS && !text_is(name, options[i].name) &&
		!(options[i].other && text_is(name, options[i].other)))
		i++;
	return i;
}

/* Options after which the size of a block varies. */
static bool is_range(struct text name)
{
	return text_is(name, "bsrange") || text_is(name, "blocksize_range") ||
	       text_is(name, "bssplit");
}

bool fio_setup_knows(struct text name)
{
	return is_range(name) || find_option(name) < FIO_OPTIONS;
}

bool fio_setup_set(struct fio_setup *setup, struct text name, struct text value)
{
	int i = find_option(name);

	if (is_range(name)) {
		for (int part = 0; part < 3; part++)
			if (isnan(setup->record[part]))
				setup->record[part] = 0;
		return true;
	}
	if (i == FIO_OPTIONS)
		return false;
	if (setup->options[i].len)
		return true;
	/* An option alone is a switch. */
	setup->options[i] = value.len ? value : TEXT("1");
	if (i == FIO_OPTION_BS && isnan(setup->record[0]))
		set_records(setup, value);
	return true;
}

void fio_setup_fill(struct fio_setup *setup, const struct fio_setup *more)
{
	for (int i = 0; i < FIO_OPTIONS; i++)
		if (!setup->options[i].len)
			setup->options[i] = more->options[i];
	for (int i = 0; i < 3; i++)
		if (isnan(setup->record[i]))
			setup->record[i] = more->record[i];
}

void fio_setup_agree(struct fio_setup *setup, const struct fio_setup *other)
{
	for (int i = 0; i < FIO_OPTIONS; i++)
		if (!text_equal(setup->options[i], other->options[i]))
			setup->options[i] = TEXT("");
	for (int i = 0; i < 3; i++)
		if (!(fabs(setup->record[i] - other->record[i]) < 0.5))
			setup->record[i] = 0;
}

bool fio_setup_size(const struct fio_setup *setup, struct text value, double *bytes)
{
	size_t n = 0;
	struct text unit;
	bool decimal;

	while (n < value.len && strchr("0123456789.", value.ptr[n]))
		n++;
	unit = text_skip(value, n);
	decimal = unit.len > 1 && (unit.ptr[1] | 0x20) == 'i';
	if (text_is(setup->options[FIO_OPTION_KB_BASE], "1000"))
		decimal = !decimal;
	if (unit.len > 3 || (unit.len && !strchr("kmgtpbKMGTPB", unit.ptr[0])) ||
		!figure_number(text_make(value.ptr, n), bytes))
		return false;
	*bytes *= unit.len == 0 ? 1
		  : decimal     ? figure_decimal_unit(unit)
				: figure_binary_unit(unit);
	return *bytes > 0;
}

bool fio_setup_test(const struct fio_setup *setup, enum fio_part part, enum test *test)
{
	struct text rw = setup->options[FIO_OPTION_RW];
	size_t modifier = text_find_char(rw, ':');

	*test = TEST_COUNT;
	if (modifier != SIZE_MAX)
		rw.len = modifier;
	for (size_t i = 0; i < FST_COUNT(patterns); i++) {
		bool both = patterns[i].read == patterns[i].write && !patterns[i].trims;

		if (!text_equal_nocase(rw, text_of(patterns[i].rw)))
			continue;
		if (part == FIO_READ || part == FIO_MIXED)
			*test = patterns[i].read;
		else if (part == FIO_WRITE)
			*test = patterns[i].write;
		if (part == FIO_TRIM)
			return patterns[i].trims;
		if (part == FIO_SYNC)
			return patterns[i].write != TEST_COUNT || patterns[i].trims;
		if (part == FIO_MIXED)
			return both;
		return *test != TEST_COUNT || (part == FIO_WRITE && patterns[i].trims);
	}
	return true;
}

/* The section that @name's options go to, or what holds for all jobs. */
static struct fio_setup *open_section(struct fio_sections *sections, struct text name)
{
	size_t i = 0;

	if (text_is(name, "global"))
		return &sections->global;
	while (i < sections->count && !text_equal(sections->names[i], name))
		i++;
	if (i < sections->count)
		return &sections->setups[i];
	if (sections->count == FIO_SECTIONS)
		return NULL;
	sections->names[sections->count] = name;
	fio_setup_init(&sections->setups[sections->count]);
	return &sections->setups[sections->count++];
}

static struct text without_dashes(struct text word)
{
	while (word.len && word.ptr[0] == '-')
		word = text_skip(word, 1);
	return word;
}

static struct text without_quotes(struct text value)
{
	while (value.len && strchr("\"'", value.ptr[0]))
		value = text_skip(value, 1);
	while (value.len && strchr("\"'\\,;", value.ptr[value.len - 1]))
		value.len--;
	return value;
}

/* --rw=randread --name=a --bs=4k: options in front of the first name hold for it. */
static void read_command(const struct command *command, struct fio_sections *sections)
{
	struct fio_setup first, *to = &first;
	bool named = false;

	fio_setup_init(&first);
	for (size_t i = 0; i < command->count; i++) {
		struct text word = command->words[i], name, value = TEXT("");
		size_t equals;

		if (!word.len || word.ptr[0] != '-')
			continue;
		name = without_dashes(word);
		equals = text_find_char(name, '=');
		if (equals != SIZE_MAX) {
			value = without_quotes(text_skip(name, equals + 1));
			name.len = equals;
		} else if (i + 1 < command->count && command->words[i + 1].len &&
			   command->words[i + 1].ptr[0] != '-') {
			value = without_quotes(command->words[i + 1]);
		}
		if (text_is(name, "name")) {
			to = open_section(sections, value);
			if (!to)
				return;
			if (!named)
				fio_setup_fill(to, &first);
			named = true;
		} else {
			fio_setup_set(to, name, value);
		}
	}
	if (!named)
		fio_setup_fill(&sections->global, &first);
	sections->found = sections->is_command = true;
	sections->start = command->start;
	sections->end = command->end;
}

static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || c == '_' || (c >= '0' && c <= '9');
}

/*
 * Cut `name = value` or a name alone off @line. False when the line goes on with
 * something else.
 */
static bool next_pair(struct text *line, struct text *name, struct text *value)
{
	size_t n = 0, end;

	*line = text_trim(*line);
	while (n < line->len && is_name_char(line->ptr[n]))
		n++;
	if (n < 2)
		return false;
	*name = text_make(line->ptr, n);
	*line = text_trim(text_skip(*line, n));
	*value = TEXT("");
	if (!line->len || (line->ptr[0] != '=' && line->ptr[0] != ','))
		return !line->len;
	if (line->ptr[0] == '=') {
		*line = text_trim(text_skip(*line, 1));
		for (end = 0; end < line->len && !text_is_blank(line->ptr[end]);)
			end++;
		*value = text_make(line->ptr, end);
		*line = text_skip(*line, end);
		while (text_ends(*value, ",") || text_ends(*value, ";"))
			value->len--;
		/* Behind a blank only another pair: "size=1G is what I took" is prose. */
		return !line->len || text_contains(*line, "=");
	}
	*line = text_skip(*line, 1);
	return true;
}

/* A line of a job file, or one of nothing but `name = value` pairs. */
static bool read_pairs(struct text line, struct fio_setup *setup, bool in_file)
{
	struct text rest, name, value;
	bool known = false;

	if (!in_file && !text_contains(line, "="))
		return false;
	while (line.len > 1 && strchr("*-+#| 0123456789", line.ptr[0]))
		line = text_skip(line, 1);
	for (rest = line; rest.len;)
		if (!next_pair(&rest, &name, &value))
			return false;
	for (rest = line; rest.len && next_pair(&rest, &name, &value);)
		known |= fio_setup_set(setup, name, value);
	return known;
}

/* A job file further above belongs to something else. */
#define FURTHEST_LINES 300

/* The line belongs to what says how the jobs are set up. */
static void claim_line(const struct document *doc, size_t line, struct fio_sections *sections)
{
	struct text text = document_line_flow(doc, line);
	size_t start = doc->lines[line].flow;

	if (sections->start == sections->end) {
		sections->start = start;
		sections->end = start + text.len;
	}
	if (start < sections->start)
		sections->start = start;
	if (start + text.len > sections->end)
		sections->end = start + text.len;
}

static void read_job_file(
	const struct document *doc, size_t from, size_t to, struct fio_sections *sections)
{
	size_t last = document_line_at_flow(doc, to), line = document_line_at_flow(doc, from);
	struct fio_setup loose, *setup = &loose;
	bool in_file = false;

	fio_setup_init(&loose);
	if (last > FURTHEST_LINES && line < last - FURTHEST_LINES)
		line = last - FURTHEST_LINES;
	for (; line < last && setup; line++) {
		struct text text = text_trim(document_line(doc, line));

		if (text.len > 2 && text.len < 80 && text.ptr[0] == '[' &&
			text.ptr[text.len - 1] == ']' &&
			text_find_char(text_make(text.ptr, text.len - 1), ']') == SIZE_MAX) {
			text = text_make(text.ptr + 1, text.len - 2);
			setup = open_section(sections, text);
			in_file = true;
			claim_line(doc, line, sections);
		} else if (text.len && read_pairs(text, setup, in_file)) {
			sections->found = true;
			claim_line(doc, line, sections);
		}
	}
	/* Pairs above the first section are the end of one whose name is cut off. */
	if (!in_file)
		fio_setup_fill(&sections->global, &loose);
}

void fio_sections_read(
	const struct document *doc, size_t from, size_t to, struct fio_sections *sections)
{
	struct command command;

	*sections = (struct fio_sections){0};
	fio_setup_init(&sections->global);
	if (command_find(doc, "fio", from, to, &command))
		read_command(&command, sections);
	read_job_file(doc, from, to, sections);
}

bool fio_sections_find(
	const struct fio_sections *sections, struct text name, struct fio_setup *setup)
{
	fio_setup_init(setup);
	if (!sections->found)
		return false;
	for (size_t i = 0; i < sections->count; i++) {
		struct text known = sections->names[i];

		/* A name with a shell's variable in it may be any. */
		if (!text_equal(known, name) && !text_contains(known, "$"))
			continue;
		*setup = sections->setups[i];
		fio_setup_fill(setup, &sections->global);
		return true;
	}
	if (sections->count && name.len)
		return false;
	*setup = sections->global;
	if (sections->count == 1)
		fio_setup_fill(setup, &sections->setups[0]);
	return true;
}
