/* The action table: every key does one thing, and everything can be reached with printable keys. */
#include "../support/test.h"

#include <string.h>

#include "ui/keymap.h"

static void each_key(void (*look)(enum action action, struct key key, struct text name))
{
	for (int i = 0; i < ACTION_COUNT; i++) {
		struct text rest = text_of(action_table[i].keys), name;
		struct key key;

		while (text_next_word(&rest, &name)) {
			assert_true(key_parse(name, &key));
			look((enum action)i, key, name);
		}
	}
}

static void check_alone(enum action action, struct key key, struct text name)
{
	for (int i = 0; i < (int)action; i++) {
		struct text rest = text_of(action_table[i].keys), other_name;
		struct key other;

		while (text_next_word(&rest, &other_name)) {
			assert_true(key_parse(other_name, &other));
			if (key_equal(key, other) &&
				(action_table[i].views & action_table[action].views))
				fail_msg("%.*s is both %s and %s", TEXT_ARGS(name),
					action_table[i].name, action_table[action].name);
		}
	}
}

static void test_a_key_does_one_thing_in_a_view(void **state)
{
	(void)state;
	each_key(check_alone);
}

/* A function key or Escape alone would be lost on many a terminal. */
static void test_every_action_has_a_key_that_all_terminals_send(void **state)
{
	(void)state;
	for (int i = 0; i < ACTION_COUNT; i++) {
		struct text rest = text_of(action_table[i].keys), name;
		bool safe = false;
		struct key key;

		while (text_next_word(&rest, &name))
			safe = safe || (key_parse(name, &key) &&
					       (key.code < 0x7F || key.code == KEYCODE_ENTER));
		if (!safe)
			fail_msg("%s has no printable key", action_table[i].name);
	}
}

static void test_names_are_found_and_different(void **state)
{
	(void)state;
	for (int i = 0; i < ACTION_COUNT; i++) {
		assert_int_equal(action_find(text_of(action_table[i].name)), i);
		assert_true(action_table[i].help[0] && action_table[i].label[0]);
	}
	assert_int_equal(action_find(TEXT("no-such-action")), ACTION_NONE);
}

static void test_the_map_depends_on_the_view(void **state)
{
	struct keymap *keymap = keymap_new();

	(void)state;
	assert_int_equal(
		keymap_find(keymap, VIEW_SIZES, (struct key){.code = ']'}), ACTION_FILE_UP);
	assert_int_equal(keymap_find(keymap, VIEW_LIBRARY, (struct key){.code = ']'}), ACTION_NONE);
	assert_int_equal(
		keymap_find(keymap, VIEW_SIZES, (struct key){.code = KEYCODE_LEFT}), ACTION_LEFT);
	assert_int_equal(
		keymap_find(keymap, VIEW_HELP, (struct key){.code = 'd', .modifiers = KEY_CTRL}),
		ACTION_PAGE_DOWN);
	keymap_free(keymap);
}

static void test_keys_are_shown_as_people_write_them(void **state)
{
	struct keymap *keymap = keymap_new();
	char key[KEY_NAME_SIZE], all[64];

	(void)state;
	assert_string_equal(keymap_show(keymap, ACTION_CANCEL, NULL, key), "^C");
	assert_string_equal(keymap_show(keymap, ACTION_LEFT, NULL, key), "h");
	assert_string_equal(keymap_show(keymap, ACTION_LEFT, glyphs_get(GLYPHS_BRAILLE), key),
		glyphs_get(GLYPHS_BRAILLE)->left);
	assert_string_equal(keymap_show_all(keymap, ACTION_HELP, all, sizeof(all)), "? F1");
	keymap_free(keymap);
}

struct conflicts {
	size_t count;
	enum action winner, loser;
};

static void note_conflict(void *context, struct key key, enum action winner, enum action loser)
{
	struct conflicts *conflicts = context;

	(void)key;
	conflicts->count++;
	conflicts->winner = winner;
	conflicts->loser = loser;
}

/* complaint 13: keys not rebindable */
static void test_what_the_person_binds_wins_and_conflicts_are_told(void **state)
{
	struct keymap *keymap = keymap_new();
	struct conflicts conflicts = {0};
	struct fst_error error = {0};
	char all[64];

	(void)state;
	keymap_conflicts(keymap, note_conflict, &conflicts);
	assert_int_equal(conflicts.count, 0);
	assert_int_equal(keymap_bind(keymap, ACTION_SWAP, TEXT("s F5"), &error), FST_OK);
	assert_int_equal(keymap_find(keymap, VIEW_SIZES, (struct key){.code = 's'}), ACTION_SWAP);
	assert_int_equal(keymap_find(keymap, VIEW_RUN, (struct key){.code = 's'}), ACTION_SCALE);
	assert_int_equal(keymap_find(keymap, VIEW_SIZES, (struct key){.code = 'x'}), ACTION_NONE);
	assert_string_equal(keymap_show_all(keymap, ACTION_SWAP, all, sizeof(all)), "s F5");
	keymap_conflicts(keymap, note_conflict, &conflicts);
	assert_int_equal(conflicts.count, 1);
	assert_int_equal(conflicts.winner, ACTION_SWAP);
	assert_int_equal(conflicts.loser, ACTION_SCALE);
	assert_int_equal(keymap_bind(keymap, ACTION_HELP, TEXT("F1 Nonsense"), &error), FST_SYNTAX);
	assert_non_null(strstr(error.message, "Nonsense"));
	assert_int_equal(keymap_find(keymap, VIEW_RUN, (struct key){.code = '?'}), ACTION_HELP);
	assert_int_equal(keymap_bind(keymap, ACTION_HELP, TEXT(""), &error), FST_OK);
	assert_int_equal(keymap_find(keymap, VIEW_RUN, (struct key){.code = '?'}), ACTION_NONE);
	keymap_free(keymap);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_key_does_one_thing_in_a_view),
		cmocka_unit_test(test_every_action_has_a_key_that_all_terminals_send),
		cmocka_unit_test(test_names_are_found_and_different),
		cmocka_unit_test(test_the_map_depends_on_the_view),
		cmocka_unit_test(test_keys_are_shown_as_people_write_them),
		cmocka_unit_test(test_what_the_person_binds_wins_and_conflicts_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
