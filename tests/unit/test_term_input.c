/* Bytes to events: keys of several terminals, pastes whole, nothing else ever a key. */
#include "../support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/attributes.h"
#include "base/rng.h"
#include "base/strbuf.h"
#include "term/input.h"

#define MS (uint64_t)1000000

static void feed(struct input *input, const char *bytes, uint64_t now_ns)
{
	input_feed(input, bytes, strlen(bytes), now_ns);
}

/* The events of @bytes, and of the silence behind them, as text: "Up a <paste 12>". */
static void check_events(const char *bytes, size_t length, const char *expected)
{
	struct input *input = input_new(true, 25);
	struct strbuf names = STRBUF_INIT;
	struct event event;
	uint64_t now = 1000 * MS;

	input_feed(input, bytes, length, now);
	for (int round = 0; round < 2; round++, now += 10000 * MS) {
		while (input_next(input, now, &event)) {
			char name[KEY_NAME_SIZE];

			if (names.len)
				strbuf_add_char(&names, ' ');
			if (event.kind == EVENT_KEY)
				strbuf_add_string(&names, key_format(event.key, name));
			else if (event.kind == EVENT_PASTE)
				strbuf_printf(&names, "<paste %zu>", event.paste.len);
			else if (event.kind == EVENT_BACKGROUND)
				strbuf_printf(&names, "<background %d>", event.background);
			else if (event.kind == EVENT_SYNC)
				strbuf_add_string(&names, "<sync>");
			else if (event.kind == EVENT_ANSWERED)
				strbuf_add_string(&names, "<answered>");
			else
				strbuf_printf(
					&names, "<mouse %d %d,%d>", event.mouse, event.x, event.y);
		}
	}
	assert_string_equal(strbuf_string(&names), expected);
	strbuf_free(&names);
	input_free(input);
}

static void knows_the_keys_of_terminals(void **state)
{
	static const struct {
		const char *bytes, *names;
	} cases[] = {
		{"aA?~ ", "a A ? ~ Space"},
		{"\r\n\t\x7f\b", "Enter Enter Tab Backspace Backspace"},
		{"\x01\x03\x1a\x1c\x1d", "C-a C-c C-z C-\\ C-]"},
		{"\xC3\xA9\xE6\x97\xA5", "é 日"},
		{"\x1b[A\x1b[B\x1b[C\x1b[D\x1b[H\x1b[F", "Up Down Right Left Home End"},
		{"\x1bOA\x1bOH\x1bOP\x1bOS\x1bOM", "Up Home F1 F4 Enter"},
		{"\x1b[1;2A\x1b[1;5C\x1b[1;3D\x1b[1;8F", "S-Up C-Right M-Left C-M-S-End"},
		{"\x1b[Z", "S-Tab"},
		{"\x1b[1~\x1b[2~\x1b[3~\x1b[4~\x1b[5~\x1b[6~\x1b[7~\x1b[8~",
			"Home Insert Delete End PgUp PgDn Home End"},
		{"\x1b[15~\x1b[17~\x1b[24~\x1b[15;2~\x1b[1;2P", "F5 F6 F12 S-F5 S-F1"},
		{"\x1b[[A\x1b[[E", "F1 F5"}, /* Linux console */
		{"\x1b[11~\x1b[14~", "F1 F4"}, /* PuTTY, rxvt */
		{"\x1bx\x1b\xC3\xA9", "M-x M-é"},
		{"\x1b", "Esc"},
		{"\x1b\x1b[A", "Esc Up"},
	};

	(void)state;
	for (size_t i = 0; i < FST_COUNT(cases); i++)
		check_events(cases[i].bytes, strlen(cases[i].bytes), cases[i].names);
}

static void swallows_what_it_does_not_know(void **state)
{
	static const char *const unknown[] = {
		"\x1b[>0;276;0c", /* answers: DA2, DECRQM, cursor, OSC, DCS */
		"\x1b[?2026;0$y", "\x1b[?2026;4$y", "\x1b[12;40R",
		"\x1b]10;rgb:0000/0000/0000\x1b\\", "\x1b]52;c;YQ==\a", "\x1bP1+r436f=323536\x1b\\",
		"\x1b_Gi=31;OK\x1b\\", "\x1b[57399u", /* kitty's keyboard */
		"\x1b[99~", "\x1b[201~", /* the end of no paste */
		"\x1b[I\x1b[O", /* focus */
		"\x1b[1;1X", "\x1bOz", "\x1b[<35;3;4M", /* motion */
		"\x1b[<0;3;4m", /* release */
		"\xff\xfe\x80", "\xC2\x85", /* C1 control */
		"\xE2\x80\xAE", /* bidirectional override */
	};
	char bytes[64];

	(void)state;
	for (size_t i = 0; i < FST_COUNT(unknown); i++) {
		snprintf(bytes, sizeof(bytes), "a%sb", unknown[i]);
		check_events(bytes, strlen(bytes), "a b");
	}
	check_events("\x1b]11;never ends", 15, "");
	check_events("\x1b[1;", 4, "");
}

/* Whenever they come, also between two keys, answers are never taken for keys. */
static void takes_the_answers_of_terminals(void **state)
{
	static const char all[] = "a\x1b]11;rgb:ffff/ffff/ffff\x1b\\b\x1b[?2026;2$yc\x1b[?62;22c"
				  "d\x1b]11;rgb:00/00/00\a\x1b]11;nonsense\a";

	(void)state;
	check_events(all, sizeof(all) - 1,
		"a <background 2> b <sync> c <answered> d <background 1> <background 0>");
}

static void knows_the_mouse(void **state)
{
	(void)state;
	check_events("\x1b[<0;3;4M\x1b[<0;3;4m", 18, "<mouse 0 2,3>");
	check_events("\x1b[<64;1;1M\x1b[<65;200;50M", 23, "<mouse 1 0,0> <mouse 2 199,49>");
	check_events("\x1b[<4;3;4M", 9, "<mouse 0 2,3>"); /* with Shift */
	check_events("\x1b[M\x20\x21\x22\x1b[M\x60\x21\x21q", 13, "<mouse 0 0,1> <mouse 1 0,0> q");
}

static void a_paste_arrives_whole_however_it_is_cut(void **state)
{
	static const char bytes[] =
		"x\x1b[200~dd if=/dev/zero\r\nq\x1b[A\x03 1 MB\r5 s\r\x1b[201~y";
	static const char pasted[] = "dd if=/dev/zero\nq\x1b[A\x03 1 MB\n5 s\n";

	(void)state;
	for (size_t step = 1; step < sizeof(bytes); step++) {
		struct input *input = input_new(true, 25);
		struct event event;
		int keys = 0, pastes = 0;

		for (size_t at = 0; at < sizeof(bytes) - 1; at += step) {
			size_t length = sizeof(bytes) - 1 - at < step ? sizeof(bytes) - 1 - at
								      : step;

			input_feed(input, bytes + at, length, at * MS);
			while (input_next(input, at * MS, &event)) {
				keys += event.kind == EVENT_KEY;
				if (event.kind != EVENT_PASTE)
					continue;
				pastes++;
				assert_true(text_equal(event.paste, TEXT(pasted)));
				assert_false(event.paste_guessed);
				assert_int_equal(keys, 1);
			}
		}
		assert_int_equal(pastes, 1);
		assert_int_equal(keys, 2);
		input_free(input);
	}
}

static void a_burst_with_line_ends_is_a_paste(void **state)
{
	struct input *input = input_new(true, 25);
	struct event event;

	(void)state;
	feed(input, "Timing cached reads:\r 100 MB", 0);
	assert_false(input_next(input, 0, &event));
	assert_int_equal(input_timeout_ms(input, 0), 100);
	feed(input, " in 2 seconds\r", 90 * MS);
	assert_false(input_next(input, 150 * MS, &event));
	assert_true(input_next(input, 190 * MS, &event));
	assert_int_equal(event.kind, EVENT_PASTE);
	assert_true(event.paste_guessed);
	assert_true(text_is(event.paste, "Timing cached reads:\n 100 MB in 2 seconds\n"));
	/* Keys held down on a slow line come in bursts, too, but without line ends. */
	feed(input, "jjjjjjjjjjjjjjjjjjjjjjjj", 300 * MS);
	for (int i = 0; i < 24; i++)
		assert_true(input_next(input, 300 * MS, &event) && event.kind == EVENT_KEY);
	feed(input, "\x1b[200~x\x1b[201~", 400 * MS);
	assert_true(input_next(input, 400 * MS, &event) && event.kind == EVENT_PASTE);
	/* The terminal brackets its pastes: nothing needs to be guessed any more. */
	feed(input, "0123456789abcdef\r", 500 * MS);
	assert_true(input_next(input, 500 * MS, &event) && event.kind == EVENT_KEY);
	input_free(input);
}

static void paste_mode_takes_everything_up_to_control_d(void **state)
{
	struct input *input = input_new(true, 25);
	struct event event;

	(void)state;
	input_start_paste(input);
	feed(input, "q\x1b[A", 0);
	assert_false(input_next(input, 100000 * MS, &event));
	assert_int_equal(input_timeout_ms(input, 0), -1);
	feed(input, "Q\r\x04j", 100000 * MS);
	assert_true(input_next(input, 100000 * MS, &event));
	assert_true(event.kind == EVENT_PASTE && text_is(event.paste, "q\x1b[AQ\n"));
	assert_true(input_next(input, 100000 * MS, &event));
	assert_true(event.kind == EVENT_KEY && event.key.code == 'j');
	input_free(input);
}

static void control_c_gives_paste_mode_up(void **state)
{
	struct input *input = input_new(true, 25);
	struct event event;

	(void)state;
	input_start_paste(input);
	feed(input, "half\r", 0);
	assert_false(input_next(input, 0, &event));
	feed(input, "more\x03q\x04", 1 * MS);
	assert_true(input_next(input, 1 * MS, &event));
	assert_true(event.kind == EVENT_PASTE && event.paste.len == 0);
	assert_true(input_next(input, 1 * MS, &event));
	assert_true(event.kind == EVENT_KEY && event.key.code == 'q');
	input_start_paste(input);
	assert_true(input_next(input, 1 * MS, &event));
	assert_true(event.kind == EVENT_PASTE && event.paste.len == 0);
	feed(input, "j", 2 * MS);
	assert_true(input_next(input, 2 * MS, &event) && event.kind == EVENT_KEY);
	input_free(input);
}

static void escape_waits_only_a_moment(void **state)
{
	struct input *input = input_new(true, 25);
	struct event event;

	(void)state;
	assert_int_equal(input_timeout_ms(input, 0), -1);
	feed(input, "\x1b", 0);
	assert_false(input_next(input, 10 * MS, &event));
	assert_int_equal(input_timeout_ms(input, 10 * MS), 15);
	feed(input, "[A", 20 * MS);
	assert_true(input_next(input, 20 * MS, &event) && event.key.code == KEYCODE_UP);
	feed(input, "\x1b", 100 * MS);
	assert_true(input_next(input, 125 * MS, &event) && event.key.code == KEYCODE_ESCAPE);
	assert_int_equal(input_timeout_ms(input, 125 * MS), -1);
	input_free(input);
}

static void a_paste_that_never_ends_is_given_in_the_end(void **state)
{
	struct input *input = input_new(true, 25);
	struct event event;

	(void)state;
	feed(input, "\x1b[200~abc", 0);
	assert_false(input_next(input, 4000 * MS, &event));
	assert_int_equal(input_timeout_ms(input, 4000 * MS), 1000);
	assert_true(input_next(input, 5000 * MS, &event));
	assert_true(event.kind == EVENT_PASTE && text_is(event.paste, "abc"));
	input_free(input);
}

static void a_huge_paste_is_cut(void **state)
{
	struct input *input = input_new(true, 25);
	size_t chunk = 1 << 20;
	char *bytes = malloc(chunk);
	struct event event;

	(void)state;
	memset(bytes, 'x', chunk);
	feed(input, "\x1b[200~", 0);
	for (int i = 0; i < 70; i++) {
		input_feed(input, bytes, chunk, 0);
		assert_false(input_next(input, 0, &event));
	}
	feed(input, "\x1b[201~k", 0);
	assert_true(input_next(input, 0, &event));
	assert_true(event.kind == EVENT_PASTE && event.paste_cut);
	assert_int_equal(event.paste.len, INPUT_PASTE_LIMIT);
	assert_true(input_next(input, 0, &event) && event.key.code == 'k');
	free(bytes);
	input_free(input);
}

static void terminfo_adds_sequences(void **state)
{
	struct input *input = input_new(true, 25);
	struct event event;

	(void)state;
	input_define(input, "\x1b[224z", (struct key){.code = KEYCODE_F1}); /* Sun */
	input_define(input, "x", (struct key){.code = KEYCODE_F2}); /* no sequence */
	feed(input, "\x1b[224zx", 0);
	assert_true(input_next(input, 0, &event) && event.key.code == KEYCODE_F1);
	assert_true(input_next(input, 0, &event) && event.key.code == 'x');
	input_free(input);
}

static void without_utf8_only_ascii_is_typed(void **state)
{
	struct input *input = input_new(false, 25);
	struct event event;

	(void)state;
	feed(input, "a\xC3\xA9z", 0);
	assert_true(input_next(input, 0, &event) && event.key.code == 'a');
	assert_true(input_next(input, 0, &event) && event.key.code == 'z');
	input_free(input);
}

/* No bytes do harm: every event is valid, and silence empties everything but a paste. */
static void noise_does_no_harm(void **state)
{
	static const char alphabet[] = "\x1b\x1b\x1b[[]OP?<;~M01239$ABZuq\r\n\a\\_\x80\xC3\xA9\x04";
	struct rng rng;

	(void)state;
	rng_seed(&rng, 1);
	for (int round = 0; round < 2000; round++) {
		struct input *input = input_new(round % 2, 25);
		struct event event;
		uint64_t now = 0;

		for (int i = 0; i < 40; i++) {
			char bytes[16];
			size_t length = rng_below(&rng, sizeof(bytes));

			for (size_t j = 0; j < length; j++)
				bytes[j] = alphabet[rng_below(&rng, sizeof(alphabet) - 1)];
			input_feed(input, bytes, length, now);
			while (input_next(input, now, &event)) {
				char name[KEY_NAME_SIZE];
				struct key key;

				if (event.kind == EVENT_KEY)
					assert_true(key_parse(
						text_of(key_format(event.key, name)), &key));
			}
			now += rng_below(&rng, 60) * MS;
		}
		now += 20000 * MS;
		while (input_next(input, now, &event))
			;
		assert_int_equal(input_timeout_ms(input, now), -1);
		input_free(input);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(knows_the_keys_of_terminals),
		cmocka_unit_test(swallows_what_it_does_not_know),
		cmocka_unit_test(knows_the_mouse),
		cmocka_unit_test(takes_the_answers_of_terminals),
		cmocka_unit_test(a_paste_arrives_whole_however_it_is_cut),
		cmocka_unit_test(a_burst_with_line_ends_is_a_paste),
		cmocka_unit_test(paste_mode_takes_everything_up_to_control_d),
		cmocka_unit_test(control_c_gives_paste_mode_up),
		cmocka_unit_test(escape_waits_only_a_moment),
		cmocka_unit_test(a_paste_that_never_ends_is_given_in_the_end),
		cmocka_unit_test(a_huge_paste_is_cut),
		cmocka_unit_test(terminfo_adds_sequences),
		cmocka_unit_test(without_utf8_only_ascii_is_typed),
		cmocka_unit_test(noise_does_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
