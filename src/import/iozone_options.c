#include "import/iozone_run.h"

#include "import/figures.h"

/* Letters of iozone's getopt string that take a value, and -+ options that do. */
#define WITH_VALUE      "jkVrtsfFdluUSLHPibXYgnyq"
#define PLUS_WITH_VALUE "achmxipAqKwyCSWHPO"

double iozone_size_kib(struct text t)
{
	size_t digits = 0;
	double value;

	while (digits < t.len && t.ptr[digits] >= '0' && t.ptr[digits] <= '9')
		digits++;
	if (!digits || !figure_number(text_make(t.ptr, digits), &value))
		return 0;
	switch (t.ptr[t.len - 1] | 0x20) {
	case 'm':
		return value * 1024;
	case 'g':
		return value * 1024 * 1024;
	default:
		return value;
	}
}

/* As atoi() does it. */
static double count_of(struct text t)
{
	size_t digits = 0;
	double value = 0;

	while (digits < t.len && t.ptr[digits] >= '0' && t.ptr[digits] <= '9')
		digits++;
	return digits && figure_number(text_make(t.ptr, digits), &value) ? value : 0;
}

static unsigned flag_of(char letter)
{
	switch (letter) {
	case 'c':
		return IOZONE_CLOSE;
	case 'e':
		return IOZONE_FSYNC;
	case 'I':
		return IOZONE_DIRECT;
	case 'o':
		return IOZONE_O_SYNC;
	case 'B':
	case 'D':
	case 'G':
		return IOZONE_MMAP;
	case 'A':
	case 'z':
		return IOZONE_NO_CROSSOVER;
	default:
		return 0;
	}
}

static unsigned plus_flag_of(char letter)
{
	switch (letter) {
	case 'r':
		return IOZONE_O_SYNC;
	case 'D':
		return IOZONE_O_DSYNC;
	case 'd':
		return IOZONE_INVALID;
	case 'n':
		return IOZONE_NO_RETEST;
	case 'B':
		return IOZONE_SEQUENTIAL_MIX;
	default:
		return 0;
	}
}

static void take_value(struct iozone_settings *settings, char letter, struct text value)
{
	switch (letter) {
	case 'i':
		if (count_of(value) < 32)
			settings->tests |= 1u << (unsigned)count_of(value);
		break;
	case 'r':
		settings->record_kib = iozone_size_kib(value);
		settings->flags |= IOZONE_NO_CROSSOVER;
		break;
	case 's':
		settings->file_kib = iozone_size_kib(value);
		settings->flags |= IOZONE_NO_CROSSOVER;
		break;
	case 'y':
	case 'q':
		settings->flags |= IOZONE_NO_CROSSOVER;
		break;
	case 't':
		settings->threads = count_of(value);
		break;
	case 'l':
		settings->least_threads = count_of(value);
		break;
	case 'u':
		settings->most_threads = count_of(value);
		break;
	case 'U':
		settings->flags |= IOZONE_COLD;
		break;
	case 'V':
		settings->flags |= IOZONE_INVALID;
		break;
	case 'H':
	case 'k':
		settings->flags |= IOZONE_AIO;
		settings->queue_depth = count_of(value);
		break;
	default:
		break;
	}
}

static void take_letter(struct iozone_settings *settings, char letter)
{
	settings->flags |= flag_of(letter);
	if (letter == 'O')
		settings->unit = IOZONE_OPS_PER_S;
	else if (letter == 'N')
		settings->unit = IOZONE_USEC_PER_OP;
	else if (letter == 'A')
		settings->tests |= 3;
}

/* One word of options, `-Racb`; its value may be the next word. Returns how many words it used. */
static size_t take_word(
	struct iozone_settings *settings, const struct command *command, size_t index)
{
	struct text word = command->words[index];
	struct text next = index + 1 < command->count ? command->words[index + 1] : TEXT("");

	for (size_t at = 1; at < word.len; at++) {
		char letter = word.ptr[at];
		struct text value = text_skip(word, at + 1);

		if (letter == '+') {
			if (value.len == 0)
				return 1;
			settings->flags |= plus_flag_of(value.ptr[0]);
			if (value.ptr[0] == 'p')
				settings->read_percent = count_of(next);
			return strchr(PLUS_WITH_VALUE, value.ptr[0]) ? 2 : 1;
		}
		if (strchr(WITH_VALUE, letter)) {
			take_value(settings, letter, value.len ? value : next);
			return value.len ? 1 : 2;
		}
		take_letter(settings, letter);
	}
	return 1;
}

struct iozone_settings iozone_settings_of(const struct command *command)
{
	struct iozone_settings settings = {0};

	for (size_t i = 0; i < command->count;) {
		struct text word = command->words[i];

		if (word.len > 1 && word.ptr[0] == '-' && word.ptr[1] != '-')
			i += take_word(&settings, command, i);
		else
			i++;
	}
	return settings;
}
