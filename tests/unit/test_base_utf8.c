/* UTF-8 against known sequences: Unicode's table 3-7 and what terminals must not see. */
#include "../support/test.h"

#include <stdlib.h>

#include "base/attributes.h"
#include "base/rng.h"
#include "base/utf8.h"

static void test_well_formed_sequences_decode(void **state)
{
	static const struct {
		const char *bytes;
		uint32_t code;
	} cases[] = {{"A", 'A'}, {"\x7F", 0x7F}, {"\xC2\x80", 0x80}, {"\xC3\xA9", 0xE9},
		{"\xDF\xBF", 0x7FF}, {"\xE0\xA0\x80", 0x800}, {"\xE2\x82\xAC", 0x20AC},
		{"\xED\x9F\xBF", 0xD7FF}, {"\xEE\x80\x80", 0xE000}, {"\xEF\xBF\xBF", 0xFFFF},
		{"\xF0\x90\x80\x80", 0x10000}, {"\xF0\x9F\x98\x80", 0x1F600},
		{"\xF4\x8F\xBF\xBF", 0x10FFFF}};
	char again[4];
	size_t used;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(cases); i++) {
		assert_int_equal(utf8_decode(text_of(cases[i].bytes), &used), cases[i].code);
		assert_int_equal(used, strlen(cases[i].bytes));
		assert_int_equal(utf8_encode(cases[i].code, again), used);
		assert_memory_equal(again, cases[i].bytes, used);
	}
}

static void test_ill_formed_bytes_are_refused_one_at_a_time(void **state)
{
	static const char *const cases[] = {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xC2", "\xC2 ",
		"\xE0\x9F\xBF", "\xE0\xA0", "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF",
		"\xF0\x90\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xF8\x88\x80\x80\x80",
		"\xFE", "\xFF", "\xE2\x82", "\xE2\xE2\x82\xAC"};
	size_t used;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(cases); i++) {
		assert_true(utf8_decode(text_of(cases[i]), &used) == UTF8_INVALID);
		assert_int_equal(used, 1);
		assert_false(utf8_valid(text_of(cases[i])));
	}
	assert_true(utf8_valid(TEXT("")));
	assert_true(utf8_valid(TEXT("a\0b \xE2\x82\xAC")));
}

static void test_every_code_point_round_trips(void **state)
{
	char bytes[4];
	size_t used;

	(void)state;
	for (uint32_t code = 0; code <= 0x110000; code++) {
		size_t n = utf8_encode(code, bytes);

		if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) {
			assert_int_equal(n, 0);
			continue;
		}
		if (utf8_decode(text_make(bytes, n), &used) != code || used != n)
			fail_msg("U+%04X does not round-trip", code);
	}
}

static void test_widths(void **state)
{
	static const struct {
		uint32_t code;
		int width;
	} cases[] = {{'a', 1}, {0xE9, 1}, {0x301, 0}, {0x4E00, 2}, {0xFF21, 2}, {0x1F600, 2},
		{0xAC00, 2}, {0x2588, 1}, {0x28FF, 1}, {0x200B, -1}, {0x202E, -1}, {0x2066, -1},
		{0xFEFF, -1}, {0x1B, -1}, {0x9B, -1}, {0x7F, -1}, {0, -1}, {0xA0, 1}, {0x20DD, 0}};

	(void)state;
	for (size_t i = 0; i < FST_COUNT(cases); i++)
		if (utf8_width(cases[i].code) != cases[i].width)
			fail_msg("U+%04X: expected %d, found %d", cases[i].code, cases[i].width,
				utf8_width(cases[i].code));
}

static void test_escapes(void **state)
{
	static const struct {
		const char *in, *out;
	} cases[] = {{"plain", "plain"}, {"a\nb\tc\r", "a\\nb\\tc\\r"}, {"\x1B[31m", "\\x1B[31m"},
		{"\xFFz", "\\xFFz"}, {"\xC2\x9B", "\\xC2\\x9B"},
		{"\xE2\x80\xAE", "\\xE2\\x80\\xAE"}, {"\xE2\x82\xAC", "\xE2\x82\xAC"}};
	char out[64];

	(void)state;
	for (size_t i = 0; i < FST_COUNT(cases); i++) {
		size_t n = utf8_escape(out, sizeof(out), cases[i].in, strlen(cases[i].in));

		assert_string_equal(out, cases[i].out);
		assert_int_equal(n, strlen(out));
	}
	assert_int_equal(utf8_escape(out, 4, "ab\n", 3), 2);
	assert_string_equal(out, "ab");
	assert_int_equal(utf8_escape(out, 0, "ab", 2), 0);
}

static void test_fitting(void **state)
{
	char out[64];

	(void)state;
	assert_int_equal(utf8_fit(out, sizeof(out), TEXT("hello"), 5, false), 5);
	assert_string_equal(out, "hello");
	assert_int_equal(utf8_fit(out, sizeof(out), TEXT("hello"), 4, false), 4);
	assert_string_equal(out, "hel\xE2\x80\xA6");
	assert_int_equal(utf8_fit(out, sizeof(out), TEXT("hello"), 4, true), 4);
	assert_string_equal(out, "hel~");
	/* A wide character is never cut in half. */
	assert_int_equal(utf8_fit(out, sizeof(out), TEXT("\xE4\xB8\x80\xE4\xB8\x80"), 3, false), 3);
	assert_string_equal(out, "\xE4\xB8\x80\xE2\x80\xA6");
	assert_int_equal(utf8_fit(out, sizeof(out), TEXT("x"), 0, false), 0);
	assert_string_equal(out, "");
}

/* Whatever goes in: valid, printable, within its cells, no control byte. */
static void test_random_bytes_never_reach_a_terminal(void **state)
{
	struct rng rng;

	(void)state;
	rng_seed(&rng, 4);
	for (int i = 0; i < 100000; i++) {
		char in[24], out[128];
		size_t length = (size_t)rng_below(&rng, sizeof(in)), cells, used;
		size_t room = (size_t)rng_below(&rng, 30), total = 0;
		bool ascii = rng_below(&rng, 2);

		rng_fill(&rng, in, length);
		cells = utf8_fit(out, sizeof(out), text_make(in, length), room, ascii);
		assert_true(cells <= room);
		for (struct text t = text_of(out); t.len; t = text_skip(t, used)) {
			uint32_t code = utf8_decode(t, &used);
			int width = code == UTF8_INVALID ? -1 : utf8_width(code);

			assert_true(width >= 0);
			assert_true(!ascii || code < 0x80);
			total += (size_t)width;
		}
		assert_int_equal(total, cells);
		utf8_escape(out, sizeof(out), in, length);
		assert_int_equal(utf8_cells(text_make(in, length)), utf8_cells(text_of(out)));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_well_formed_sequences_decode),
		cmocka_unit_test(test_ill_formed_bytes_are_refused_one_at_a_time),
		cmocka_unit_test(test_every_code_point_round_trips),
		cmocka_unit_test(test_widths),
		cmocka_unit_test(test_escapes),
		cmocka_unit_test(test_fitting),
		cmocka_unit_test(test_random_bytes_never_reach_a_terminal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
