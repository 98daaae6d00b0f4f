/* Tables as text: aligned, and within their width whatever is in them. */
#include "../support/test.h"

#include "base/attributes.h"
#include "base/utf8.h"
#include "report/text_table.h"

enum { NAME, RATE, EMPTY, NOTE };

static const struct text_table_column columns[] = {
	[NAME] = {"name", .shortest = 4, .priority = 9},
	[RATE] = {"MiB/s", .right = true, .priority = 8},
	[EMPTY] = {"nothing", .priority = 7},
	[NOTE] = {"note", .longest = 12, .priority = 1},
};

static const char *const cells[][FST_COUNT(columns)] = {
	{"ext4", "7,830", "", ""},
	{"a long name of one", "85.2", "", "twenty-three characters"},
	{"\xE4\xB8\x80\x1B[m", "", "", "x"},
};

static void cell(const void *context, size_t row, size_t column, struct strbuf *out)
{
	(void)context;
	strbuf_add_string(out, cells[row][column]);
}

static void collect(void *context, struct text lines)
{
	strbuf_add_text(context, lines);
}

static struct strbuf print(size_t width, bool ascii)
{
	const struct text_table table = {.columns = columns,
		.column_count = FST_COUNT(columns),
		.row_count = FST_COUNT(cells),
		.cell = cell,
		.ascii = ascii};
	struct strbuf out = STRBUF_INIT;

	text_table_print(&table, width, collect, &out);
	return out;
}

static void test_columns_are_aligned(void **state)
{
	struct strbuf out = print(SIZE_MAX, false);

	(void)state;
	assert_string_equal(out.ptr, "name                MiB/s  note\n"
				     "ext4                7,830\n"
				     "a long name of one   85.2  twenty-thre\xE2\x80\xA6\n"
				     "\xE4\xB8\x80\\x1B[m                   x\n");
	strbuf_free(&out);
}

static void test_texts_are_cut_before_columns_go(void **state)
{
	struct strbuf out = print(29, true);

	(void)state;
	assert_string_equal(out.ptr, "name      MiB/s  note\n"
				     "ext4      7,830\n"
				     "a long ~   85.2  twenty-thre~\n"
				     "??\\x1B[m         x\n");
	strbuf_free(&out);
	out = print(22, true);
	assert_string_equal(out.ptr, "name             MiB/s\n"
				     "ext4             7,830\n"
				     "a long name of~   85.2\n"
				     "??\\x1B[m\n");
	strbuf_free(&out);
}

static void test_no_line_is_wider_than_asked_for(void **state)
{
	(void)state;
	for (size_t width = 1; width < 60; width++) {
		struct strbuf out = print(width, false);
		struct text rest = strbuf_text(&out), line;
		size_t lines = 0;

		for (; text_next_part(&rest, '\n', &line); lines++)
			assert_true(utf8_cells(line) <= width);
		assert_int_equal(lines, FST_COUNT(cells) + 2); /* the heading, and behind the end */
		strbuf_free(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_columns_are_aligned),
		cmocka_unit_test(test_texts_are_cut_before_columns_go),
		cmocka_unit_test(test_no_line_is_wider_than_asked_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
