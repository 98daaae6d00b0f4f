#include "term/detect.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/attributes.h"

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

const char *detect_type(const char *type, size_t index)
{
	static const char *const relatives[] = {"xterm", "foot", "alacritty", "kitty", "ghostty",
		"wezterm", "st-", "contour", "rio"};
	static const char *const fallbacks[] = {"xterm-256color", "xterm", "vt100"};
	bool relative = starts_with_any(type, relatives, FST_COUNT(relatives)) ||
			strstr(type, "256color");

	if (index == 0)
		return type;
	index -= relative ? 1 : 0;
	return index < FST_COUNT(fallbacks) ? fallbacks[index] : NULL;
}
