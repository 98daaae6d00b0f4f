/* Names of keys: what is printed can be read again, and nothing else is a key. */
#include "../support/test.h"

#include "base/attributes.h"
#include "term/key.h"

static void names_round_trip(void **state)
{
	static const char *const names[] = {"a", "A", "?", "/", "-", "Space", "C-d", "C-Space",
		"M-x", "Up", "S-Up", "C-Left", "C-M-S-F12", "F1", "Enter", "Tab", "S-Tab", "Esc",
		"Backspace", "PgDn", "é", "日", "C--", "M-C"};
	char out[KEY_NAME_SIZE];
	struct key key;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(names); i++) {
		assert_true(key_parse(text_of(names[i]), &key));
		assert_string_equal(key_format(key, out), names[i]);
	}
	for (uint32_t code = KEYCODE_FIRST + 1; code < KEYCODE_LIMIT; code++) {
		struct key named = {.code = code, .modifiers = KEY_CTRL};

		assert_true(key_parse(text_of(key_format(named, out)), &key));
		assert_true(key_equal(key, named));
	}
}

static void names_ignore_case_but_characters_do_not(void **state)
{
	struct key key = {0}, other = {0};

	(void)state;
	assert_true(key_parse(TEXT("pgup"), &key));
	assert_int_equal(key.code, KEYCODE_PAGE_UP);
	assert_true(key_parse(TEXT("C-D"), &key) && key_parse(TEXT("C-d"), &other));
	assert_true(key_equal(key, other));
	assert_true(key_parse(TEXT("D"), &key) && key_parse(TEXT("d"), &other));
	assert_false(key_equal(key, other));
}

static void nonsense_is_no_key(void **state)
{
	static const char *const names[] = {
		"", "ab", "C-", "X-a", "C-C-a", "S-a", "F13", "\x01", "\xff", "Up ", "C-ab"};
	struct key key;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(names); i++)
		assert_false(key_parse(text_of(names[i]), &key));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_round_trip),
		cmocka_unit_test(names_ignore_case_but_characters_do_not),
		cmocka_unit_test(nonsense_is_no_key),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
