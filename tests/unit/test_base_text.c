/* Slices, growing strings, escapes and errors. */
#include "../support/test.h"

#include <errno.h>
#include <stdlib.h>

#include "base/attributes.h"
#include "base/error.h"
#include "base/escape.h"
#include "base/rng.h"
#include "base/strbuf.h"
#include "base/text.h"
#include "base/utf8.h"

static void test_comparing(void **state)
{
	(void)state;
	assert_true(text_equal(TEXT(""), (struct text){0}));
	assert_true(text_is(TEXT("abc"), "abc"));
	assert_false(text_is(TEXT("abc\0"), "abc"));
	assert_true(text_equal_nocase(TEXT("AbC"), TEXT("aBc")));
	assert_true(text_starts(TEXT("abc"), "ab") && text_starts(TEXT("abc"), ""));
	assert_false(text_starts(TEXT("a"), "ab"));
	assert_true(text_ends(TEXT("x.csv"), ".csv"));
	assert_false(text_ends(TEXT("csv"), ".csv"));
	assert_true(text_starts_nocase(TEXT("Write"), "wri"));
	assert_int_equal(text_compare(TEXT("a"), TEXT("ab")), -1);
	assert_int_equal(text_compare(TEXT("b"), TEXT("ab")), 1);
	assert_int_equal(text_compare(TEXT(""), (struct text){0}), 0);
	assert_int_equal(text_compare(TEXT("\xFF"), TEXT("a")), 1);
}

static void test_finding(void **state)
{
	(void)state;
	assert_int_equal(text_find(TEXT("a\0bc"), "bc"), 2);
	assert_true(text_find(TEXT("abc"), "x") == SIZE_MAX);
	assert_int_equal(text_find(TEXT("abc"), ""), 0);
	assert_true(text_find((struct text){0}, "x") == SIZE_MAX);
	assert_int_equal(text_find_char(TEXT("a=b"), '='), 1);
	assert_true(text_find_char((struct text){0}, '=') == SIZE_MAX);
	assert_true(text_contains(TEXT("needle in hay"), "in"));
}

static void test_cutting(void **state)
{
	struct text t = TEXT("  one\ttwo \n"), word, part;

	(void)state;
	assert_true(text_next_word(&t, &word) && text_is(word, "one"));
	assert_true(text_next_word(&t, &word) && text_is(word, "two"));
	assert_false(text_next_word(&t, &word));
	assert_int_equal(word.len, 0);
	t = TEXT("a,,b");
	assert_true(text_next_part(&t, ',', &part) && text_is(part, "a"));
	assert_true(text_next_part(&t, ',', &part) && text_is(part, ""));
	assert_true(text_next_part(&t, ',', &part) && text_is(part, "b"));
	assert_false(text_next_part(&t, ',', &part));
	t = TEXT("a,");
	assert_true(text_next_part(&t, ',', &part));
	assert_true(text_next_part(&t, ',', &part) && part.len == 0);
	assert_false(text_next_part(&t, ',', &part));
	assert_true(text_is(text_trim(TEXT(" \v\fx y\r\n")), "x y"));
	assert_int_equal(text_trim(TEXT("  ")).len, 0);
	assert_int_equal(text_skip(TEXT("ab"), 5).len, 0);
}

static void test_a_string_grows(void **state)
{
	struct strbuf sb = STRBUF_INIT;
	char *owned;

	(void)state;
	assert_string_equal(strbuf_string(&sb), "");
	strbuf_truncate(&sb, 0);
	for (int i = 0; i < 1000; i++)
		strbuf_printf(&sb, "%d,", i);
	assert_int_equal(sb.len, 3890);
	assert_int_equal(strlen(strbuf_string(&sb)), sb.len);
	strbuf_truncate(&sb, 2);
	strbuf_add_repeat(&sb, '-', 3);
	strbuf_add(&sb, "", 0);
	strbuf_add_text(&sb, (struct text){0});
	assert_string_equal(sb.ptr, "0,---");
	owned = strbuf_detach(&sb);
	assert_string_equal(owned, "0,---");
	assert_int_equal(sb.len, 0);
	free(owned);
	owned = strbuf_detach(&sb);
	assert_string_equal(owned, "");
	free(owned);
	strbuf_printf(&sb, "%300s", "x"); /* longer than the first guess */
	assert_int_equal(sb.len, 300);
	strbuf_free(&sb);
}

static void test_escapes_are_what_the_vocabulary_says(void **state)
{
	struct strbuf sb = STRBUF_INIT;

	(void)state;
	escape_add(&sb, TEXT("a\nb\tc\rd\\e\x1B\x7F\0f \xC3\xA9 \xFF\xC2\x85"));
	assert_string_equal(sb.ptr, "a\\nb\\tc\\rd\\\\e\\x1B\\x7F\\x00f \xC3\xA9 \\xFF\\xC2\\x85");
	strbuf_free(&sb);
}

static void test_what_is_no_escape_stays(void **state)
{
	static const char *const cases[] = {"\\", "\\q", "\\x", "\\x1", "\\xG1", "a\\"};

	(void)state;
	for (size_t i = 0; i < FST_COUNT(cases); i++) {
		char copy[8] = "";
		size_t n = strlen(cases[i]);

		memcpy(copy, cases[i], n);
		assert_int_equal(escape_undo(copy, n), n);
		assert_memory_equal(copy, cases[i], n);
	}
}

static void test_escapes_can_be_undone(void **state)
{
	struct strbuf sb = STRBUF_INIT;
	struct rng rng;

	(void)state;
	rng_seed(&rng, 5);
	for (int i = 0; i < 100000; i++) {
		char in[16];
		size_t length = (size_t)rng_below(&rng, sizeof(in));

		rng_fill(&rng, in, length);
		if (length > 2 && rng_below(&rng, 2))
			in[rng_below(&rng, length)] = '\\';
		strbuf_clear(&sb);
		escape_add(&sb, text_make(in, length));
		assert_true(utf8_valid(strbuf_text(&sb)));
		for (size_t k = 0; k < sb.len; k++)
			assert_true((unsigned char)sb.ptr[k] >= 0x20 && sb.ptr[k] != 0x7F);
		assert_int_equal(escape_undo(sb.ptr, sb.len), length);
		assert_memory_equal(sb.ptr, in, length);
	}
	strbuf_free(&sb);
}

static void test_errors_say_where(void **state)
{
	struct fst_error error;
	char line[1200];

	(void)state;
	assert_int_equal(fst_error_set(&error, FST_SYNTAX, "found \"%s\"", "\x1B[2J"), FST_SYNTAX);
	assert_string_equal(fst_error_format(&error, line, sizeof(line)), "found \"\\x1B[2J\"");
	fst_error_at(&error, "bad\nname", 7);
	assert_string_equal(
		fst_error_format(&error, line, sizeof(line)), "bad\\nname:7: found \"\\x1B[2J\"");
	assert_int_equal(fst_error_errno(&error, ENOSPC, "cannot write %s", "x"), FST_IO);
	assert_string_equal(error.message, "cannot write x: No space left on device");
	assert_string_equal(error.file, "");
	/* Nobody listens: only the code counts. */
	assert_int_equal(fst_error_set(NULL, FST_LIMIT, "x"), FST_LIMIT);
	fst_error_at(NULL, "x", 1);
	fst_error_clear(NULL);
}

static void test_long_messages_are_cut_at_a_character(void **state)
{
	struct fst_error error;
	struct strbuf sb = STRBUF_INIT;

	(void)state;
	for (int i = 0; i < 1000; i++)
		strbuf_add_string(&sb, "\xE2\x82\xAC");
	fst_error_set(&error, FST_FAILED, "%s", sb.ptr);
	fst_error_at(&error, sb.ptr, 1);
	assert_true(strlen(error.message) > 700 && utf8_valid(text_of(error.file)));
	strbuf_free(&sb);
}

static void test_statuses_have_their_exit_status(void **state)
{
	(void)state;
	assert_int_equal(fst_status_exit(FST_OK), 0);
	assert_int_equal(fst_status_exit(FST_IO), 1);
	assert_int_equal(fst_status_exit(FST_USAGE), 2);
	assert_int_equal(fst_status_exit(FST_UNRECOGNISED), 3);
	assert_int_equal(fst_status_exit(FST_INTERRUPTED), 130);
	assert_string_equal(fst_status_text(FST_UNRECOGNISED), "nothing recognised");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_comparing),
		cmocka_unit_test(test_finding),
		cmocka_unit_test(test_cutting),
		cmocka_unit_test(test_a_string_grows),
		cmocka_unit_test(test_escapes_are_what_the_vocabulary_says),
		cmocka_unit_test(test_what_is_no_escape_stays),
		cmocka_unit_test(test_escapes_can_be_undone),
		cmocka_unit_test(test_errors_say_where),
		cmocka_unit_test(test_long_messages_are_cut_at_a_character),
		cmocka_unit_test(test_statuses_have_their_exit_status),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
