#include "import/dd_command.h"

#include <math.h>

#include "base/attributes.h"
#include "import/figures.h"

/* `1M` `64k` `1MB` `512` `$((1024*1024))` as dd reads it. */
static bool block_size(struct text t, double *bytes)
{
	double value = 1, factor;
	size_t n = 0;

	if (text_starts(t, "$((") && text_ends(t, "))")) {
		struct text rest = text_make(t.ptr + 3, t.len - 5), part;

		while (text_next_part(&rest, '*', &part)) {
			if (!figure_number(text_trim(part), &factor))
				return false;
			value *= factor;
		}
		*bytes = value;
		return true;
	}
	while (n < t.len && t.ptr[n] >= '0' && t.ptr[n] <= '9')
		n++;
	if (n == 0 || !figure_number(text_make(t.ptr, n), &value))
		return false;
	t = text_skip(t, n);
	if (t.len == 0)
		factor = 1;
	else if (text_is(t, "c"))
		factor = 1;
	else if (text_is(t, "w"))
		factor = 2;
	else if (text_is(t, "b"))
		factor = 512;
	else if (t.len == 1 || (t.len == 3 && text_ends(t, "iB")))
		factor = figure_binary_unit(t);
	else if (t.len == 2 && text_ends(t, "B"))
		factor = figure_decimal_unit(t);
	else
		return false;
	*bytes = value * factor;
	return factor > 0;
}

bool dd_command_block(const struct command *command, double *bytes)
{
	return block_size(command_operand(command, "bs"), bytes) ||
	       block_size(command_operand(command, "obs"), bytes);
}

double dd_command_planned(const struct command *command)
{
	double block = 512, count;

	dd_command_block(command, &block);
	return block_size(command_operand(command, "count"), &count) ? block * count : 0;
}

static bool is_generator(struct text file)
{
	return text_is(file, "/dev/zero") || text_is(file, "/dev/urandom") ||
	       text_is(file, "/dev/random");
}

static bool is_sink(struct text file)
{
	return text_is(file, "/dev/null") || text_is(file, "/dev/zero");
}

/*
 * The operand @name. Where the line end behind the command was lost the first count
 * of records is glued to it ("of=/dev/null131072+0"): it is what the bytes tell.
 */
static struct text file_operand(const struct command *command, const char *name, double bytes)
{
	struct text file = command_operand(command, name), count;
	size_t plus = file.len;
	double block = 512, records;

	while (plus > 0 && file.ptr[plus - 1] >= '0' && file.ptr[plus - 1] <= '9')
		plus--;
	if (plus < 2 || file.ptr[plus - 1] != '+')
		return file;
	dd_command_block(command, &block);
	for (size_t start = 1; start < plus - 1; start++) {
		count = text_make(file.ptr + start, plus - 1 - start);
		if (figure_number(count, &records) && records == floor(bytes / block))
			return text_make(file.ptr, start);
	}
	return file;
}

struct dd_meaning dd_command_meaning(const struct command *command, double bytes)
{
	struct text from = file_operand(command, "if", bytes);
	struct text to = file_operand(command, "of", bytes);
	struct dd_meaning meaning = {.test = TEST_COPY, .direction = DIRECTION_NONE};

	if (is_generator(from) && to.len && is_sink(to)) {
		meaning.memory = true;
	} else if (is_generator(from) && to.len) {
		meaning.test = TEST_WRITE;
		meaning.direction = DIRECTION_WRITE;
		meaning.environment = to;
	} else if (from.len && to.len && is_sink(to)) {
		meaning.test = TEST_READ;
		meaning.direction = DIRECTION_READ;
		meaning.environment = from;
	}
	return meaning;
}

static void add_flags(
	struct collect *out, struct text flags, const char *const (*known)[2], size_t count)
{
	struct text flag;

	while (text_next_part(&flags, ',', &flag))
		for (size_t i = 0; i < count; i++)
			if (text_is(flag, known[i][0]))
				collect_option(out, known[i][1]);
}

void dd_command_add_options(struct collect *out, const struct command *command)
{
	static const char *const flags[][2] = {
		{"direct", "direct"}, {"dsync", "o_dsync"}, {"sync", "o_sync"}};
	static const char *const conversions[][2] = {
		{"fsync", "fsync"}, {"fdatasync", "fdatasync"}};

	add_flags(out, command_operand(command, "oflag"), flags, FST_COUNT(flags));
	add_flags(out, command_operand(command, "iflag"), flags, FST_COUNT(flags));
	add_flags(out, command_operand(command, "conv"), conversions, FST_COUNT(conversions));
}

/* Words of headings, at the start of a word; the languages are those of dd's own texts. */
static const struct {
	const char *word;
	enum test test;
} words[] = {
	{"write", TEST_WRITE}, {"writing", TEST_WRITE}, {"schreib", TEST_WRITE},
	{"escrit", TEST_WRITE}, {"scrittura", TEST_WRITE},
	{"\xC3\xA9"
	 "criture",
		TEST_WRITE},
	{"ecriture", TEST_WRITE}, {"zapis", TEST_WRITE},
	{"\xD0\xB7\xD0\xB0\xD0\xBF\xD0\xB8\xD1\x81", TEST_WRITE}, /* запис */
	{"\xE5\x86\x99", TEST_WRITE}, /* 写 */
	{"\xE6\x9B\xB8", TEST_WRITE}, /* 書 */
	{"read", TEST_READ}, {"lese", TEST_READ}, {"lectura", TEST_READ}, {"lettura", TEST_READ},
	{"lecture", TEST_READ}, {"leitura", TEST_READ}, {"odczyt", TEST_READ},
	{"\xD1\x87\xD1\x82\xD0\xB5\xD0\xBD", TEST_READ}, /* чтен */
	{"\xE8\xAF\xBB", TEST_READ}, /* 读 */
	{"\xE8\xAA\xAD", TEST_READ}, /* 読 */
};

/* Further above, or longer, it is not the results' heading. */
#define HEADING_DISTANCE 12
#define HEADING_LENGTH   80

static bool starts_word(struct text line, size_t at)
{
	unsigned char before = at > 0 ? (unsigned char)line.ptr[at - 1] : ' ';

	return !((before | 0x20) >= 'a' && (before | 0x20) <= 'z') || before >= 0x80;
}

/* dd's own lines speak of reading and writing whatever it did: "1+0 records in", "dd: writing". */
static bool is_own_line(struct text line)
{
	size_t plus = text_find_char(line, '+');

	return text_contains(line, "dd: ") ||
	       (plus != SIZE_MAX && plus > 0 && plus + 1 < line.len && line.ptr[plus - 1] >= '0' &&
		       line.ptr[plus - 1] <= '9' && line.ptr[plus + 1] >= '0' &&
		       line.ptr[plus + 1] <= '9');
}

/* Which of reading and writing @line speaks of: a bit each. */
static unsigned mentions(struct text line)
{
	unsigned found = 0;

	for (size_t at = 0; at < line.len; at++)
		for (size_t i = 0; starts_word(line, at) && i < FST_COUNT(words); i++)
			if (text_starts_nocase(text_skip(line, at), words[i].word))
				found |= words[i].test == TEST_READ ? 1 : 2;
	return found;
}

struct dd_meaning dd_heading_meaning(const struct document *doc, size_t line)
{
	struct dd_meaning meaning = {.test = TEST_COPY, .direction = DIRECTION_NONE};
	size_t furthest = line > HEADING_DISTANCE ? line - HEADING_DISTANCE : 0;

	while (line-- > furthest) {
		struct text t = document_line_flow(doc, line);
		unsigned found = t.len <= HEADING_LENGTH && !is_own_line(t) ? mentions(t) : 0;

		/* A command that is not understood stands nearer than any heading. */
		if (t.len > HEADING_LENGTH || command_is_line(t))
			break;
		if (!found)
			continue;
		if (found == 1) {
			meaning.test = TEST_READ;
			meaning.direction = DIRECTION_READ;
		} else if (found == 2) {
			meaning.test = TEST_WRITE;
			meaning.direction = DIRECTION_WRITE;
		}
		break;
	}
	return meaning;
}
