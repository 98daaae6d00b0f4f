/* Tables: scrolling, columns that give way, and length that costs nothing. */
#include "../support/golden.h"
#include "../support/test.h"

#include <stdio.h>

#include "base/attributes.h"
#include "base/strbuf.h"
#include "draw/table.h"

static size_t cells_asked;

static void fill_cell(const void *context, size_t row, size_t column, struct table_cell *cell)
{
	static const char *const names[] = {
		"ext4 (VM disk)", "vboxsf /vagrant", "日本 nfs", "e\x1b[1m"};

	(void)context;
	cells_asked++;
	switch (column) {
	case 0:
		snprintf(cell->text, sizeof(cell->text), "%c", role_series_letter((unsigned)row));
		cell->role = role_series((unsigned)row);
		break;
	case 1:
		snprintf(cell->text, sizeof(cell->text), "%s", names[row % FST_COUNT(names)]);
		break;
	case 2:
		snprintf(cell->text, sizeof(cell->text), "%zu", row * 137);
		break;
	default:
		snprintf(cell->text, sizeof(cell->text), "note %zu", row);
	}
}

static const struct table_column columns[] = {
	{.heading = "", .minimum = 1, .priority = 9},
	{.heading = "environment", .minimum = 6, .priority = 8, .role = ROLE_TEXT},
	{.heading = "MiB/s", .align = TABLE_RIGHT, .priority = 7, .role = ROLE_VALUE},
	{.heading = "what",
		.minimum = 4,
		.maximum = 12,
		.grows = true,
		.priority = 1,
		.role = ROLE_DIM},
};

static struct table make_table(size_t rows, size_t cursor)
{
	return (struct table){
		.columns = columns,
		.column_count = FST_COUNT(columns),
		.row_count = rows,
		.cell = fill_cell,
		.cursor = cursor,
	};
}

static void check_at(int width, int height, struct table table, const char *golden)
{
	struct canvas *canvas = canvas_new(width, height, GLYPHS_BRAILLE, true);

	table_draw(canvas_pane(canvas), &table);
	golden_check_canvas(golden, canvas, true);
	canvas_free(canvas);
}

static void columns_give_way_to_more_important_ones(void **state)
{
	(void)state;
	check_at(60, 6, make_table(4, 1), "table-60x6");
	check_at(28, 6, make_table(4, 1), "table-28x6");
	check_at(16, 6, make_table(4, 1), "table-16x6");
	check_at(5, 3, make_table(4, 1), "table-5x3");
}

static void scrolls_no_more_than_it_must(void **state)
{
	struct canvas *canvas = canvas_new(40, 6, GLYPHS_ASCII, false);
	struct pane pane = canvas_pane(canvas);
	struct table table = make_table(20, 0);

	(void)state;
	assert_int_equal(table_window(pane, &table), 5);
	assert_int_equal(table_scroll(pane, &table), 0);
	table.cursor = 4;
	assert_int_equal(table_scroll(pane, &table), 0);
	table.cursor = 5;
	assert_int_equal(table_scroll(pane, &table), 1);
	table.top = 10;
	table.cursor = 12;
	assert_int_equal(table_scroll(pane, &table), 10);
	table.cursor = 3;
	assert_int_equal(table_scroll(pane, &table), 3);
	table.top = 500; /* the table has become shorter */
	table.cursor = SIZE_MAX;
	assert_int_equal(table_scroll(pane, &table), 15);
	table.row_count = 0;
	assert_int_equal(table_scroll(pane, &table), 0);
	table_draw(pane, &table);
	canvas_free(canvas);
}

static void finds_the_row_of_a_click(void **state)
{
	struct canvas *canvas = canvas_new(40, 6, GLYPHS_ASCII, false);
	struct pane pane = canvas_pane(canvas);
	struct table table = make_table(7, SIZE_MAX);

	(void)state;
	table.top = 2;
	assert_int_equal(table_row_at(pane, &table, 0), SIZE_MAX);
	assert_int_equal(table_row_at(pane, &table, 1), 2);
	assert_int_equal(table_row_at(pane, &table, 5), 6);
	assert_int_equal(table_row_at(pane, &table, 6), SIZE_MAX);
	table.row_count = 3;
	assert_int_equal(table_row_at(pane, &table, 4), SIZE_MAX);
	canvas_free(canvas);
}

static void asks_only_for_what_is_visible(void **state)
{
	struct canvas *canvas = canvas_new(60, 21, GLYPHS_ASCII, false);
	struct table table = make_table(1000000, 777777);

	(void)state;
	cells_asked = 0;
	table_draw(canvas_pane(canvas), &table);
	assert_true(cells_asked <= 20 * FST_COUNT(columns) * 3);
	canvas_free(canvas);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_give_way_to_more_important_ones),
		cmocka_unit_test(scrolls_no_more_than_it_must),
		cmocka_unit_test(finds_the_row_of_a_click),
		cmocka_unit_test(asks_only_for_what_is_visible),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
