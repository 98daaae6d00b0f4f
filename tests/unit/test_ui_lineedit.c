/* Editing a line: whole characters move and go, nothing unprintable gets in. */
#include "../support/test.h"

#include "ui/lineedit.h"

static void expect(const struct lineedit *edit, const char *text, size_t cursor)
{
	assert_string_equal(strbuf_string(&edit->text), text);
	assert_int_equal(edit->cursor, cursor);
}

static void test_text_goes_in_at_the_cursor(void **state)
{
	struct lineedit edit;

	(void)state;
	lineedit_start(&edit, TEXT("ab"), NULL);
	expect(&edit, "ab", 2);
	lineedit_move(&edit, -1);
	lineedit_insert(&edit, TEXT("X"));
	expect(&edit, "aXb", 2);
	lineedit_home(&edit);
	lineedit_insert(&edit, TEXT("<"));
	lineedit_end(&edit);
	lineedit_insert(&edit, TEXT(">"));
	expect(&edit, "<aXb>", 5);
	lineedit_free(&edit);
}

static void test_characters_are_whole(void **state)
{
	struct lineedit edit;

	(void)state;
	/* e with a combining acute accent, a wide character, an umlaut */
	lineedit_start(&edit, TEXT("e\xCC\x81\xE7\xA3\x81\xC3\xBC"), NULL);
	lineedit_delete(&edit, -1);
	expect(&edit, "e\xCC\x81\xE7\xA3\x81", 6);
	lineedit_move(&edit, -1);
	expect(&edit, "e\xCC\x81\xE7\xA3\x81", 3);
	lineedit_delete(&edit, -1);
	expect(&edit, "\xE7\xA3\x81", 0);
	lineedit_delete(&edit, -1);
	lineedit_move(&edit, -5);
	lineedit_delete(&edit, 1);
	expect(&edit, "", 0);
	lineedit_delete(&edit, 1);
	expect(&edit, "", 0);
	lineedit_free(&edit);
}

static void test_nothing_unprintable_gets_in(void **state)
{
	struct lineedit edit;

	(void)state;
	lineedit_start(&edit, TEXT("a\x1b[31mb\tc\nd\xFF\xC3"), NULL);
	expect(&edit, "a[31mb c d", 10);
	lineedit_free(&edit);
}

static void test_words_and_ends_are_deleted(void **state)
{
	struct lineedit edit;

	(void)state;
	lineedit_start(&edit, TEXT("one two  three"), NULL);
	lineedit_delete_word(&edit);
	expect(&edit, "one two  ", 9);
	lineedit_delete_word(&edit);
	expect(&edit, "one ", 4);
	lineedit_move(&edit, -3);
	lineedit_delete_to_end(&edit);
	expect(&edit, "o", 1);
	lineedit_delete_to_start(&edit);
	expect(&edit, "", 0);
	lineedit_free(&edit);
}

static void test_history_keeps_the_draft(void **state)
{
	struct lineedit_history history = {0};
	struct lineedit edit;

	(void)state;
	lineedit_history_add(&history, TEXT("first"));
	lineedit_history_add(&history, TEXT("second"));
	lineedit_history_add(&history, TEXT("first"));
	lineedit_history_add(&history, TEXT(""));
	assert_int_equal(history.count, 2);
	lineedit_start(&edit, TEXT("draft"), &history);
	lineedit_recall(&edit, -1);
	expect(&edit, "first", 5);
	lineedit_recall(&edit, -1);
	expect(&edit, "second", 6);
	lineedit_recall(&edit, -1);
	expect(&edit, "second", 6);
	lineedit_recall(&edit, 1);
	lineedit_recall(&edit, 1);
	expect(&edit, "draft", 5);
	lineedit_recall(&edit, 1);
	expect(&edit, "draft", 5);
	lineedit_free(&edit);
	lineedit_history_free(&history);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text_goes_in_at_the_cursor),
		cmocka_unit_test(test_characters_are_whole),
		cmocka_unit_test(test_nothing_unprintable_gets_in),
		cmocka_unit_test(test_words_and_ends_are_deleted),
		cmocka_unit_test(test_history_keeps_the_draft),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
