#include "term/detect.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/attributes.h"
#include "base/number.h"
#include "term/color.h"

static bool starts_with_any(const char *type, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strncmp(type, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

static bool is_set(const char *name)
{
	const char *value = getenv(name);

	return value && *value;
}

/* Whether the environment names a UTF-8 locale, installed or not. */
static bool environment_says_utf8(void)
{
	static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};

	for (size_t i = 0; i < FST_COUNT(names); i++) {
		const char *value = getenv(names[i]);

		if (value && *value)
			return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
	}
	return false;
}

bool detect_utf8(bool forced)
{
	static const char *const fallbacks[] = {"C.UTF-8", "C.utf8", "en_US.UTF-8", "UTF-8"};

	if (setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0)
		return true;
	if (!forced && !environment_says_utf8())
		return false;
	for (size_t i = 0; i < FST_COUNT(fallbacks); i++)
		if (setlocale(LC_CTYPE, fallbacks[i]))
			return true;
	return false;
}

enum glyph_set detect_glyphs(const char *type, bool utf8, enum glyph_set wanted)
{
	static const char *const plain[] = {"linux", "vt", "ansi", "dumb", "cons25", "wsvt"};

	if (!utf8)
		return GLYPHS_ASCII;
	if (wanted < GLYPHS_COUNT)
		return wanted;
	return starts_with_any(type, plain, FST_COUNT(plain)) ? GLYPHS_ASCII : GLYPHS_BRAILLE;
}

int detect_colors(enum color_when when, int available)
{
	static const int limits[] = {[COLOR_8] = 8, [COLOR_16] = 16, [COLOR_256] = 256};

	if (when == COLOR_NEVER || (when == COLOR_AUTO && is_set("NO_COLOR")))
		return 0;
	if (when != COLOR_AUTO && available > limits[when])
		available = limits[when];
	return available >= 256 ? 256 : available >= 16 ? 16 : available >= 8 ? 8 : 0;
}

bool detect_remote(const struct termios *termios)
{
	speed_t speed = cfgetospeed(termios);

	return is_set("SSH_TTY") || is_set("SSH_CONNECTION") || is_set("MOSH_IP") ||
	       (speed > B0 && speed < B38400);
}

int detect_escape_ms(bool remote)
{
	const char *value = getenv("ESCDELAY");
	long ms = value ? strtol(value, NULL, 10) : 0;

	return ms > 0 && ms < 10000 ? (int)ms : remote ? 100 : 25;
}

bool detect_paste(const char *type)
{
	static const char *const without[] = {"vt", "ansi", "cons25"};

	return !starts_with_any(type, without, FST_COUNT(without));
}

bool detect_answers(const char *type)
{
	static const char *const without[] = {"vt", "ansi", "cons25", "linux", "wsvt"};

	return !starts_with_any(type, without, FST_COUNT(without));
}

enum background detect_background(void)
{
	const char *value = getenv("COLORFGBG");
	const char *last = value ? strrchr(value, ';') : NULL;
	uint64_t index;

	if (!last || !number_parse_u64(text_of(last + 1), &index) || index > 15)
		return BACKGROUND_UNKNOWN;
	/* 7 and 9..15 are light in every palette; rxvt counts 8, a dark grey, as dark. */
	return index == 7 || index > 8 ? BACKGROUND_LIGHT : BACKGROUND_DARK;
}

/* One of the numbers between the slashes, scaled to 0..255; -1 when it is none. */
static int parse_channel(struct text digits)
{
	unsigned value = 0, most = 0;

	for (size_t i = 0; i < digits.len; i++) {
		const char *hex = "0123456789abcdef";
		const char *at = strchr(hex, digits.ptr[i] | 0x20);

		if (!at || !*at)
			return -1;
		value = value * 16 + (unsigned)(at - hex);
		most = most * 16 + 15;
	}
	return digits.len >= 1 && digits.len <= 4 ? (int)(value * 255 / most) : -1;
}

enum background detect_background_answer(struct text t)
{
	int channels[3];
	struct text part;

	if (!text_starts(t, "rgb:") && !text_starts(t, "rgba:"))
		return BACKGROUND_UNKNOWN;
	t = text_skip(t, text_find_char(t, ':') + 1);
	for (size_t i = 0; i < FST_COUNT(channels); i++) {
		if (!text_next_part(&t, '/', &part))
			return BACKGROUND_UNKNOWN;
		channels[i] = parse_channel(part);
		if (channels[i] < 0)
			return BACKGROUND_UNKNOWN;
	}
	return color_is_light((struct rgb){
		       (uint8_t)channels[0], (uint8_t)channels[1], (uint8_t)channels[2]})
		       ? BACKGROUND_LIGHT
		       : BACKGROUND_DARK;
}

const char *detect_type(const char *type, size_t index)
{
	static const char *const relatives[] = {"xterm", "foot", "alacritty", "kitty", "ghostty",
		"wezterm", "st-", "contour", "rio", "putty"};
	static const char *const fallbacks[] = {"xterm-256color", "xterm", "vt100"};
	bool relative = starts_with_any(type, relatives, FST_COUNT(relatives)) ||
			strstr(type, "256color");

	if (index == 0)
		return type;
	index -= relative ? 1 : 0;
	return index < FST_COUNT(fallbacks) ? fallbacks[index] : NULL;
}
