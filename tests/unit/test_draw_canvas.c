/* The canvas: what is drawn where, what is clipped, and how it is dumped. */
#include "../support/test.h"

#include <limits.h>

#include "base/strbuf.h"
#include "draw/canvas.h"

static void check_text(const struct canvas *canvas, const char *expected)
{
	struct strbuf dump = STRBUF_INIT;

	canvas_dump_text(canvas, &dump);
	assert_string_equal(strbuf_string(&dump), expected);
	strbuf_free(&dump);
}

static void draws_text_and_cuts_it_with_an_ellipsis(void **state)
{
	struct canvas *canvas = canvas_new(10, 3, GLYPHS_BRAILLE, true);
	struct pane pane = canvas_pane(canvas);

	(void)state;
	assert_int_equal(pane_string(pane, 0, 0, ROLE_TEXT, "short"), 5);
	assert_int_equal(pane_string(pane, 0, 1, ROLE_TEXT, "much too long"), 10);
	pane_text_right(pane, 0, 2, 10, ROLE_TEXT, TEXT("7,830"));
	check_text(canvas, "short\nmuch too …\n     7,830\n");
	canvas_free(canvas);
}

static void draws_nothing_outside_of_a_pane(void **state)
{
	struct canvas *canvas = canvas_new(7, 3, GLYPHS_ASCII, false);
	struct pane pane = pane_sub_at(canvas_pane(canvas), 2, 1, 3, 1);
	static const int far[] = {INT_MIN, -1000, -1, 3, 1000, INT_MAX};

	(void)state;
	for (size_t i = 0; i < sizeof(far) / sizeof(far[0]); i++) {
		pane_put(pane, far[i], 0, ROLE_ERR, "!");
		pane_string(pane, far[i], 0, ROLE_ERR, "!!");
		pane_text_right(pane, far[i], far[i], far[i], ROLE_ERR, TEXT("!"));
		pane_horizontal(pane, far[i], far[i], 5, ROLE_ERR);
		pane_vertical(pane, far[i], far[i], 5, ROLE_ERR);
		pane_box(pane_sub_at(pane, far[i], far[i], far[i], far[i]), ROLE_ERR);
		pane_paint(pane_sub_at(pane, far[i], 0, 2, 2), ROLE_TEXT);
	}
	check_text(canvas, "\n\n\n");
	pane_horizontal(pane, -5, 0, 100, ROLE_TEXT);
	check_text(canvas, "\n  ---\n\n");
	canvas_free(canvas);
}

static void keeps_wide_characters_whole(void **state)
{
	struct canvas *canvas = canvas_new(6, 3, GLYPHS_BLOCK, true);
	struct pane pane = canvas_pane(canvas);

	(void)state;
	pane_string(pane, 0, 0, ROLE_TEXT, "日本x");
	pane_put(pane, 1, 0, ROLE_TEXT, "a"); /* the right half of the first goes with it */
	check_text(canvas, " a本x\n\n\n");
	pane_put(pane, 2, 0, ROLE_TEXT, "b");
	check_text(canvas, " ab x\n\n\n");
	pane_string(pane_sub_at(pane, 0, 1, 3, 1), 0, 0, ROLE_TEXT, "日本");
	pane_string(pane, 1, 2, ROLE_TEXT, "x日");
	pane_string(pane, 0, 2, ROLE_TEXT, "12本");
	check_text(canvas, " ab x\n日…\n12本\n");
	assert_int_equal(canvas_cell(canvas, 2, 2)->width, 2);
	assert_int_equal(canvas_cell(canvas, 3, 2)->width, 0);
	canvas_free(canvas);
}

static void puts_combining_characters_into_one_cell(void **state)
{
	struct canvas *canvas = canvas_new(8, 1, GLYPHS_BLOCK, true);
	struct pane pane = canvas_pane(canvas);

	(void)state;
	assert_int_equal(pane_string(pane, 0, 0, ROLE_TEXT, "e\xCC\x81x"), 2);
	assert_int_equal(canvas_cell(canvas, 0, 0)->length, 3);
	/* So many that they do not fit: the first ones stay. */
	pane_string(
		pane, 4, 0, ROLE_TEXT, "o\xCC\x81\xCC\x82\xCC\x83\xCC\x84\xCC\x85\xCC\x86\xCC\x87");
	assert_int_equal(canvas_cell(canvas, 4, 0)->length, 11);
	canvas_free(canvas);
}

static void lets_nothing_through_that_acts_on_a_terminal(void **state)
{
	struct canvas *canvas = canvas_new(40, 2, GLYPHS_BRAILLE, true);
	struct pane pane = canvas_pane(canvas);

	(void)state;
	pane_string(pane, 0, 0, ROLE_TEXT, "a\x1b[31mb\tc\x9b\xff");
	pane_string(pane, 0, 1, ROLE_TEXT, "x\xE2\x80\xAEy");
	check_text(canvas, "a\\x1B[31mb\\tc\\x9B\\xFF\nx\\xE2\\x80\\xAEy\n");
	canvas_free(canvas);
}

static void uses_only_ascii_without_utf8(void **state)
{
	struct canvas *canvas = canvas_new(12, 3, GLYPHS_BRAILLE, false);
	struct pane pane = canvas_pane(canvas);

	(void)state;
	pane_frame(pane, ROLE_BORDER, TEXT("é"), (struct text){0});
	pane_string(pane, 1, 1, ROLE_TEXT, "日 and on and");
	check_text(canvas, "+- ? ------+\n|?? and on ~\n+----------+\n");
	canvas_free(canvas);
}

static void frames_fit_their_titles(void **state)
{
	struct canvas *canvas = canvas_new(24, 3, GLYPHS_BLOCK, true);
	struct pane pane = canvas_pane(canvas), inner;

	(void)state;
	inner = pane_frame(pane, ROLE_BORDER, TEXT("title"), TEXT("note"));
	assert_int_equal(pane_width(inner), 22);
	assert_int_equal(pane_height(inner), 1);
	check_text(canvas, "┌─ title ─────── note ─┐\n│                      │\n"
			   "└──────────────────────┘\n");
	canvas_clear(canvas);
	pane_frame(pane, ROLE_BORDER, TEXT("a title"), TEXT("too long a note"));
	check_text(canvas, "┌─ a title ────────────┐\n│                      │\n"
			   "└──────────────────────┘\n");
	canvas_clear(canvas);
	inner = pane_frame(pane_sub_at(pane, 0, 0, 7, 3), ROLE_BORDER, TEXT("t"), TEXT("n"));
	assert_int_equal(pane_width(inner), 7);
	check_text(canvas, "\n\n\n");
	canvas_free(canvas);
}

static void dumps_roles_and_attributes(void **state)
{
	struct canvas *canvas = canvas_new(8, 2, GLYPHS_ASCII, false);
	struct pane pane = canvas_pane(canvas);
	struct strbuf dump = STRBUF_INIT;

	(void)state;
	pane_string(pane, 0, 0, ROLE_TITLE, "ab");
	pane_string(pane, 4, 1, ROLE_TEXT, "c");
	pane_add_attributes(pane_sub_at(pane, 4, 1, 1, 1), CELL_BOLD | CELL_REVERSE);
	canvas_dump_roles(canvas, &dump);
	assert_string_equal(strbuf_string(&dump), "ab\n    c\n--- roles ---\nTT\n    t\n"
						  "--- attributes ---\n\n    9\n"
						  "--- legend ---\nt text\nT title\n");
	strbuf_free(&dump);
	canvas_free(canvas);
}

static void every_role_has_a_letter_and_a_name_of_its_own(void **state)
{
	(void)state;
	for (int i = 0; i < ROLE_COUNT; i++) {
		const struct role_info *info = role_info((enum role)i);

		assert_int_equal(role_find(text_of(info->name)), i);
		for (int j = 0; j < i; j++)
			assert_int_not_equal(role_info((enum role)j)->letter, info->letter);
	}
	assert_int_equal(role_find(TEXT("nonsense")), ROLE_COUNT);
	assert_int_equal(role_series(8), ROLE_SERIES_A);
	assert_int_equal(role_series_letter(27), 'b');
	assert_int_equal(role_ramp(-1), ROLE_RAMP_1);
	assert_int_equal(role_ramp(7), ROLE_RAMP_5);
	assert_int_equal(role_heat(0.5), ROLE_HEAT_3);
}

static void sizes_are_clamped(void **state)
{
	struct canvas *canvas = canvas_new(0, -3, GLYPHS_ASCII, true);

	(void)state;
	assert_int_equal(canvas_columns(canvas), 1);
	assert_int_equal(canvas_rows(canvas), 1);
	canvas_resize(canvas, 1 << 30, 1);
	assert_int_equal(canvas_columns(canvas), CANVAS_MAX_COLUMNS);
	canvas_free(canvas);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(draws_text_and_cuts_it_with_an_ellipsis),
		cmocka_unit_test(draws_nothing_outside_of_a_pane),
		cmocka_unit_test(keeps_wide_characters_whole),
		cmocka_unit_test(puts_combining_characters_into_one_cell),
		cmocka_unit_test(lets_nothing_through_that_acts_on_a_terminal),
		cmocka_unit_test(uses_only_ascii_without_utf8),
		cmocka_unit_test(frames_fit_their_titles),
		cmocka_unit_test(dumps_roles_and_attributes),
		cmocka_unit_test(every_role_has_a_letter_and_a_name_of_its_own),
		cmocka_unit_test(sizes_are_clamped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
