/* Dividing panes: right for every size, and the least important goes first. */
#include "../support/test.h"

#include "base/attributes.h"
#include "base/rng.h"
#include "draw/layout.h"

/* A view like Sizes: tabs, breadcrumb, chart, read-out, sentence, footer. */
static const struct layout_part view[] = {
	{.minimum = 1, .priority = 2},
	{.minimum = 1, .priority = 5},
	{.minimum = 5, .weight = 3, .priority = 6},
	{.minimum = 2, .wanted = 7, .weight = 1, .maximum = 9, .priority = 4},
	{.minimum = 1, .priority = 1},
	{.minimum = 1, .priority = 3},
};

static int sum(const int *sizes, size_t count)
{
	int total = 0;

	for (size_t i = 0; i < count; i++)
		total += sizes[i];
	return total;
}

static void fills_the_room_there_is(void **state)
{
	int sizes[FST_COUNT(view)];

	(void)state;
	layout_divide(24, view, FST_COUNT(view), sizes);
	assert_int_equal(sizes[0], 1);
	assert_int_equal(sizes[2], 11);
	assert_int_equal(sizes[3], 9);
	assert_int_equal(sum(sizes, FST_COUNT(view)), 24);
}

static void drops_the_least_important_first(void **state)
{
	static const size_t order[] = {4, 0, 5, 3, 1}; /* by rising priority */
	int sizes[FST_COUNT(view)];

	(void)state;
	for (int total = 40; total >= 1; total--) {
		size_t dropped = 0;

		layout_divide(total, view, FST_COUNT(view), sizes);
		while (dropped < FST_COUNT(order) && sizes[order[dropped]] == 0)
			dropped++;
		for (size_t i = dropped; i < FST_COUNT(order); i++)
			assert_true(sizes[order[i]] > 0);
		assert_true(sizes[2] > 0);
	}
	layout_divide(10, view, FST_COUNT(view), sizes);
	assert_int_equal(sizes[4], 0);
	assert_int_equal(sizes[0], 1);
	layout_divide(3, view, FST_COUNT(view), sizes);
	assert_int_equal(sizes[2], 3);
	assert_int_equal(sum(sizes, FST_COUNT(view)), 3);
}

static void holds_for_any_parts_and_any_size(void **state)
{
	struct rng rng;

	(void)state;
	rng_seed(&rng, 1);
	for (int round = 0; round < 20000; round++) {
		struct layout_part parts[LAYOUT_MAX];
		size_t count = 1 + rng_below(&rng, LAYOUT_MAX);
		int total = (int)rng_below(&rng, 501), sizes[LAYOUT_MAX], minimums = 0;
		bool grows = false;

		for (size_t i = 0; i < count; i++) {
			parts[i] = (struct layout_part){
				.minimum = (int)rng_below(&rng, 12),
				.wanted = (int)rng_below(&rng, 20),
				.weight = (int)rng_below(&rng, 4),
				.maximum = (int)rng_below(&rng, 30),
				.priority = (int)rng_below(&rng, 6),
			};
			minimums += parts[i].minimum > 0 ? parts[i].minimum : 1;
			grows |= parts[i].weight > 0 && parts[i].maximum == 0;
		}
		layout_divide(total, parts, count, sizes);
		assert_true(sum(sizes, count) <= total);
		for (size_t i = 0; i < count; i++) {
			assert_true(sizes[i] >= 0);
			if (minimums <= total)
				assert_true(sizes[i] >= parts[i].minimum && sizes[i] >= 1);
		}
		if (total > 0)
			assert_true(sum(sizes, count) > 0);
		if (grows && minimums <= total)
			assert_int_equal(sum(sizes, count), total);
	}
}

static void panes_lie_beside_each_other(void **state)
{
	struct canvas *canvas = canvas_new(80, 24, GLYPHS_ASCII, false);
	struct pane pane = pane_sub_at(canvas_pane(canvas), 3, 2, 70, 20);
	struct pane panes[FST_COUNT(view)];
	int at = 2;

	(void)state;
	layout_rows(pane, view, FST_COUNT(view), panes);
	for (size_t i = 0; i < FST_COUNT(view); i++) {
		assert_int_equal(panes[i].rect.x, 3);
		assert_int_equal(panes[i].rect.y, at);
		assert_int_equal(pane_width(panes[i]), 70);
		at += pane_height(panes[i]);
	}
	assert_int_equal(at, 22);
	layout_columns(pane, view, FST_COUNT(view), panes);
	at = 3;
	for (size_t i = 0; i < FST_COUNT(view); i++) {
		assert_int_equal(panes[i].rect.x, at);
		assert_int_equal(pane_height(panes[i]), 20);
		at += pane_width(panes[i]);
	}
	canvas_free(canvas);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fills_the_room_there_is),
		cmocka_unit_test(drops_the_least_important_first),
		cmocka_unit_test(holds_for_any_parts_and_any_size),
		cmocka_unit_test(panes_lie_beside_each_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
