/* What the environment says about a terminal. */
#include "../support/test.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/attributes.h"
#include "term/detect.h"

static void locale_without_utf8_never_refuses(void **state)
{
	(void)state;
	setenv("LC_ALL", "C.UTF-8", 1);
	assert_true(detect_utf8(false));
	setenv("LC_ALL", "C", 1);
	assert_false(detect_utf8(false));
	assert_true(detect_utf8(true));
	/* Named but not installed: the terminal speaks it, so any UTF-8 locale does. */
	setenv("LC_ALL", "xx_XX.UTF-8", 1);
	assert_true(detect_utf8(false));
	unsetenv("LC_ALL");
	unsetenv("LC_CTYPE");
	setenv("LANG", "xx_XX.utf8", 1);
	assert_true(detect_utf8(false));
	assert_string_equal(setlocale(LC_NUMERIC, NULL), "C");
}

static void glyphs_follow_the_font(void **state)
{
	(void)state;
	assert_int_equal(detect_glyphs("xterm-256color", true, GLYPHS_COUNT), GLYPHS_BRAILLE);
	assert_int_equal(detect_glyphs("linux", true, GLYPHS_COUNT), GLYPHS_ASCII);
	assert_int_equal(detect_glyphs("vt220", true, GLYPHS_COUNT), GLYPHS_ASCII);
	assert_int_equal(detect_glyphs("linux", true, GLYPHS_BLOCK), GLYPHS_BLOCK);
	assert_int_equal(detect_glyphs("xterm", false, GLYPHS_BRAILLE), GLYPHS_ASCII);
}

static void no_color_is_obeyed_unless_asked_otherwise(void **state)
{
	(void)state;
	unsetenv("NO_COLOR");
	assert_int_equal(detect_colors(COLOR_AUTO, 256), 256);
	assert_int_equal(detect_colors(COLOR_AUTO, 88), 16);
	assert_int_equal(detect_colors(COLOR_AUTO, 8), 8);
	assert_int_equal(detect_colors(COLOR_AUTO, -1), 0);
	assert_int_equal(detect_colors(COLOR_NEVER, 256), 0);
	assert_int_equal(detect_colors(COLOR_16, 256), 16);
	assert_int_equal(detect_colors(COLOR_256, 8), 8);
	setenv("NO_COLOR", "", 1);
	assert_int_equal(detect_colors(COLOR_AUTO, 256), 256);
	setenv("NO_COLOR", "1", 1);
	assert_int_equal(detect_colors(COLOR_AUTO, 256), 0);
	assert_int_equal(detect_colors(COLOR_256, 256), 256);
	unsetenv("NO_COLOR");
}

static void escape_waits_longer_over_ssh(void **state)
{
	struct termios termios = {0};

	(void)state;
	unsetenv("ESCDELAY");
	unsetenv("SSH_TTY");
	unsetenv("SSH_CONNECTION");
	unsetenv("MOSH_IP");
	assert_false(detect_remote(&termios));
	assert_int_equal(detect_escape_ms(false), 25);
	assert_int_equal(detect_escape_ms(true), 100);
	setenv("ESCDELAY", "300", 1);
	assert_int_equal(detect_escape_ms(true), 300);
	setenv("ESCDELAY", "nonsense", 1);
	assert_int_equal(detect_escape_ms(false), 25);
	setenv("SSH_TTY", "/dev/pts/1", 1);
	assert_true(detect_remote(&termios));
	unsetenv("SSH_TTY");
	cfsetospeed(&termios, B9600);
	assert_true(detect_remote(&termios));
}

static void unknown_terminals_have_relatives(void **state)
{
	(void)state;
	assert_string_equal(detect_type("xterm-ghostty", 0), "xterm-ghostty");
	assert_string_equal(detect_type("xterm-ghostty", 1), "xterm-256color");
	assert_string_equal(detect_type("alacritty", 1), "xterm-256color");
	assert_string_equal(detect_type("something", 1), "xterm");
	assert_string_equal(detect_type("something", 2), "vt100");
	assert_null(detect_type("something", 3));
	assert_false(detect_paste("vt100"));
	assert_true(detect_paste("linux"));
}

/* complaint 1: COLORFGBG, then OSC 11 */
static void the_background_is_told_or_unknown(void **state)
{
	static const struct {
		const char *value;
		enum background expected;
	} values[] = {{"15;0", BACKGROUND_DARK}, {"0;15", BACKGROUND_LIGHT},
		{"0;default;15", BACKGROUND_LIGHT}, {"12;8", BACKGROUND_DARK},
		{"0;7", BACKGROUND_LIGHT}, {"default;default", BACKGROUND_UNKNOWN},
		{"", BACKGROUND_UNKNOWN}, {"15;99", BACKGROUND_UNKNOWN}},
	  answers[] = {{"rgb:0000/0000/0000", BACKGROUND_DARK},
		  {"rgb:ffff/ffff/dddd", BACKGROUND_LIGHT}, {"rgb:1e/1e/2e", BACKGROUND_DARK},
		  {"rgba:f/f/f/f", BACKGROUND_LIGHT}, {"rgb:ffff/ffff", BACKGROUND_UNKNOWN},
		  {"rgb:zz/00/00", BACKGROUND_UNKNOWN}, {"#ffffff", BACKGROUND_UNKNOWN},
		  {"rgb:fffff/0/0", BACKGROUND_UNKNOWN}};

	(void)state;
	for (size_t i = 0; i < FST_COUNT(values); i++) {
		setenv("COLORFGBG", values[i].value, 1);
		assert_int_equal(detect_background(), values[i].expected);
	}
	unsetenv("COLORFGBG");
	assert_int_equal(detect_background(), BACKGROUND_UNKNOWN);
	for (size_t i = 0; i < FST_COUNT(answers); i++)
		assert_int_equal(
			detect_background_answer(text_of(answers[i].value)), answers[i].expected);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(locale_without_utf8_never_refuses),
		cmocka_unit_test(glyphs_follow_the_font),
		cmocka_unit_test(no_color_is_obeyed_unless_asked_otherwise),
		cmocka_unit_test(escape_waits_longer_over_ssh),
		cmocka_unit_test(unknown_terminals_have_relatives),
		cmocka_unit_test(the_background_is_told_or_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
