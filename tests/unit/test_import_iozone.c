/* iozone's commands and workbooks; its tables and reports are in tests/corpus. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "import/import.h"
#include "import/iozone_run.h"
#include "import/workbook.h"

static struct iozone_settings settings_of(const char *arguments)
{
	struct strbuf line = STRBUF_INIT;
	struct iozone_settings settings;
	struct command command = {0};

	strbuf_printf(&line, "iozone %s", arguments);
	command_split(strbuf_text(&line), &command);
	settings = iozone_settings_of(&command);
	strbuf_free(&line);
	return settings;
}

static void test_joined_letters(void **state)
{
	(void)state;
	assert_int_equal(settings_of("-ceIT").flags, IOZONE_CLOSE | IOZONE_FSYNC | IOZONE_DIRECT);
	assert_int_equal(settings_of("-Racb x.xls -e").flags, IOZONE_CLOSE | IOZONE_FSYNC);
	/* The letters of a value are no options. */
	assert_int_equal(settings_of("-f Ic -b ceI").flags, 0);
	assert_int_equal(settings_of("-fIc").flags, 0);
	assert_int_equal(
		settings_of("-+n -+D -+u -+m ceI").flags, IOZONE_NO_RETEST | IOZONE_O_DSYNC);
}

static void test_values(void **state)
{
	struct iozone_settings settings = settings_of("-i0 -i 2 -i8 -s 2g -r64k -t 4 -O -+p 30");

	(void)state;
	assert_int_equal(settings.tests, 1 | 1 << 2 | 1 << 8);
	assert_int_equal(iozone_columns_of(settings.tests), 0x33);
	assert_true(settings.file_kib == 2 * 1024 * 1024);
	assert_true(settings.record_kib == 64);
	assert_true(settings.threads == 4);
	assert_true(settings.read_percent == 30);
	assert_int_equal(settings.unit, IOZONE_OPS_PER_S);
	/* A plain number is KiB. */
	assert_true(settings_of("-s 131072000").file_kib == 131072000);
	assert_true(iozone_size_kib(TEXT("16M")) == 16384);
	assert_true(iozone_size_kib(TEXT("m")) == 0);
	/* An option whose value was cut off. */
	assert_true(settings_of("-i 0 -s").file_kib == 0);
	assert_true(settings_of("-").tests == 0);
	assert_true(settings_of("-+").flags == 0);
}

static void put16(struct strbuf *sb, unsigned value)
{
	strbuf_add_char(sb, (char)(value & 0xFF));
	strbuf_add_char(sb, (char)(value >> 8));
}

static void put_head(
	struct strbuf *sb, unsigned opcode, unsigned length, unsigned row, unsigned column)
{
	put16(sb, opcode);
	put16(sb, length);
	put16(sb, row);
	put16(sb, column);
	strbuf_add(sb, "\0\0\0", 3);
}

static void put_label(struct strbuf *sb, unsigned row, unsigned column, const char *text)
{
	size_t length = strlen(text);

	put_head(sb, 4, 264, row, column);
	strbuf_add_char(sb, (char)length);
	strbuf_add(sb, text, length);
	strbuf_add_repeat(sb, '\0', 256 - length);
}

static void put_number(struct strbuf *sb, unsigned row, unsigned column, double value)
{
	put_head(sb, 3, 15, row, column);
	strbuf_add(sb, &value, sizeof(value));
}

static void begin_book(struct strbuf *sb)
{
	put16(sb, 9);
	put16(sb, 4);
	put16(sb, 2);
	put16(sb, 0x10);
}

static void fill_book(struct strbuf *sb)
{
	begin_book(sb);
	put_label(sb, 0, 0, "./iozone -a -I ");
	put_label(sb, 1, 0, "Writer Report");
	put_number(sb, 2, 1, 4);
	put_number(sb, 2, 2, 8);
	put_number(sb, 3, 0, 64);
	put_number(sb, 3, 1, 1183548);
	put_head(sb, 2, 9, 3, 2); /* iozone writes no integers, others do */
	put16(sb, 4711);
	put16(sb, 10);
	put16(sb, 0);
}

static void test_workbook(void **state)
{
	struct strbuf book = STRBUF_INIT, text = STRBUF_INIT;

	(void)state;
	fill_book(&book);
	assert_true(workbook_is(strbuf_text(&book)));
	workbook_read(strbuf_text(&book), &text);
	assert_string_equal(
		strbuf_string(&text), "./iozone -a -I\nWriter Report\n\t4\t8\n64\t1183548\t4711\n");
	strbuf_free(&book);
	strbuf_free(&text);
}

/* A workbook that ends anywhere, or whose bytes are others, is read as far as it goes. */
static void test_damaged_workbook(void **state)
{
	struct strbuf book = STRBUF_INIT, text = STRBUF_INIT;

	(void)state;
	fill_book(&book);
	for (size_t length = 0; length < book.len; length++) {
		char *copy = malloc(length ? length : 1);

		memcpy(copy, book.ptr, length);
		strbuf_clear(&text);
		workbook_read(text_make(copy, length), &text);
		free(copy);
	}
	for (size_t at = 0; at < book.len; at++) {
		char byte = book.ptr[at];

		book.ptr[at] = (char)~byte;
		strbuf_clear(&text);
		workbook_read(strbuf_text(&book), &text);
		assert_true(text.len < 64 * 1024);
		book.ptr[at] = byte;
	}
	assert_false(workbook_is(TEXT("")));
	assert_false(workbook_is(TEXT("\t\0\4\0 no workbook")));
	strbuf_free(&book);
	strbuf_free(&text);
}

static void test_import_of_workbook(void **state)
{
	struct import *import = import_new();
	struct dataset *rows = dataset_new();
	struct import_options options = {.source = "book.xls"};
	struct strbuf book = STRBUF_INIT;
	double value;

	(void)state;
	fill_book(&book);
	assert_int_equal(
		import_text(import, strbuf_text(&book), &options, rows, NULL, NULL), FST_OK);
	assert_int_equal(dataset_count(rows), 2);
	assert_true(dataset_number(rows, 1, COL_BYTES_PER_S, &value) && value == 4711 * 1024);
	assert_true(dataset_number(rows, 1, COL_RECORD_SIZE, &value) && value == 8192);
	assert_true(text_is(dataset_text(rows, 0, COL_OPTIONS), "direct"));
	assert_true(text_is(dataset_text(rows, 0, COL_SOURCE), "book.xls:4"));
	strbuf_free(&book);
	dataset_free(rows);
	import_free(import);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_joined_letters),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_workbook),
		cmocka_unit_test(test_damaged_workbook),
		cmocka_unit_test(test_import_of_workbook),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
