/* Sizes, durations and figures as people write and read them. */
#include "../support/test.h"

#include "base/attributes.h"
#include "base/units.h"

static void test_sizes_parse(void **state)
{
	static const struct {
		const char *text;
		uint64_t bytes;
	} good[] = {{"0", 0}, {"512", 512}, {"4K", 4096}, {"4k", 4096}, {"4KB", 4096},
		{"4KiB", 4096}, {"512B", 512}, {"1.5M", 1572864}, {"1G", 1073741824},
		{"2T", 2199023255552}, {"1P", 1125899906842624}, {"1E", 1152921504606846976},
		{".5K", 512}};
	static const char *const bad[] = {"", "K", "4 K", "4X", "4KK", "4Kib", "-1", "-4K", "8E",
		"1e3", "0.3", "1.0001K", "99999999999999999999", "4iB", "nan", "4K,", "0x10"};
	uint64_t bytes;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(good); i++) {
		assert_true(units_parse_size(text_of(good[i].text), &bytes));
		assert_true(bytes == good[i].bytes);
	}
	for (size_t i = 0; i < FST_COUNT(bad); i++)
		if (units_parse_size(text_of(bad[i]), &bytes))
			fail_msg("\"%s\" parsed", bad[i]);
}

static void test_lists_and_ranges_of_sizes(void **state)
{
	struct fst_error error;
	uint64_t sizes[16];
	size_t count;

	(void)state;
	assert_int_equal(
		units_parse_sizes("record-size", TEXT("4K,64K"), sizes, 16, &count, &error),
		FST_OK);
	assert_int_equal(count, 2);
	assert_int_equal(sizes[1], 65536);
	assert_int_equal(
		units_parse_sizes("record-size", TEXT("4K..32K,1M"), sizes, 16, &count, &error),
		FST_OK);
	assert_int_equal(count, 5);
	assert_int_equal(sizes[3], 32768);
	assert_int_equal(sizes[4], 1048576);
	/* An end that is no power of the start: doubling stops below it. */
	assert_int_equal(units_parse_sizes("x", TEXT("3..10"), sizes, 16, &count, &error), FST_OK);
	assert_int_equal(count, 2);
	assert_int_equal(
		units_parse_sizes("x", TEXT("1..4E"), sizes, 16, &count, &error), FST_USAGE);
	assert_non_null(strstr(error.message, "more than 16"));
	for (const char *const *bad = (const char *const[]){"", ",", "4K,", "4K..", "..4K",
		     "8K..4K", "0", "4K...8K", "a", NULL};
		*bad; bad++) {
		assert_int_equal(
			units_parse_sizes("record-size", text_of(*bad), sizes, 16, &count, &error),
			FST_USAGE);
		assert_non_null(strstr(error.message, "record-size"));
	}
}

static void test_durations_parse(void **state)
{
	static const struct {
		const char *text;
		double seconds;
	} good[] = {{"90", 90}, {"90s", 90}, {"2m", 120}, {"1h30m", 5400}, {"500ms", 0.5},
		{"1.5h", 5400}, {"1d", 86400}, {"250us", 250e-6}, {"1m30", 90}};
	static const char *const bad[] = {"", "s", "-1s", "1x", "1 s", "5e", "m1"};
	double seconds;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(good); i++) {
		assert_true(units_parse_duration(text_of(good[i].text), &seconds));
		assert_true(seconds == good[i].seconds);
	}
	for (size_t i = 0; i < FST_COUNT(bad); i++)
		assert_false(units_parse_duration(text_of(bad[i]), &seconds));
}

static void test_sizes_are_written(void **state)
{
	static const struct {
		double bytes;
		bool rounded;
		const char *text;
	} cases[] = {{0, false, "0"}, {512, false, "512"}, {4096, false, "4K"},
		{65537, false, "65537"}, {65537, true, "64K"}, {1572864, false, "1536K"},
		{1572864, true, "1.5M"}, {1048575, true, "1.0M"}, {1048576, true, "1M"},
		{10.2 * 1048576, true, "10M"}, {9.96 * 1048576, true, "10M"},
		{0x1p62, false, "4E"}};
	char out[UNITS_SIZE];

	(void)state;
	for (size_t i = 0; i < FST_COUNT(cases); i++)
		assert_string_equal(
			units_format_size(out, cases[i].bytes, cases[i].rounded), cases[i].text);
}

static void test_times_are_written(void **state)
{
	static const struct {
		double seconds;
		const char *text;
	} cases[] = {{0, "0 ns"}, {12e-9, "12 ns"}, {850e-9, "850 ns"}, {999.7e-9, "1.0 us"},
		{12e-6, "12 us"}, {3.4e-3, "3.4 ms"}, {0.9997, "1.0 s"}, {2, "2.0 s"},
		{59.4, "59 s"}, {59.6, "1:00"}, {112, "1:52"}, {3599.7, "1:00:00"},
		{7390, "2:03:10"}};
	char out[UNITS_SIZE];

	(void)state;
	for (size_t i = 0; i < FST_COUNT(cases); i++)
		assert_string_equal(units_format_time(out, cases[i].seconds), cases[i].text);
}

static void test_numbers_are_written(void **state)
{
	static const struct {
		double value;
		const char *text;
	} cases[] = {{0, "0"}, {7830.4, "7,830"}, {85.21, "85.2"}, {0.0069, "0.00690"}, {1, "1.00"},
		{0.99951, "1.00"}, {9.999, "10.0"}, {99.97, "100"}, {1234567, "1,234,567"},
		{-1234.5, "-1,234"}, {-123456, "-123,456"}, {1e16, "1e+16"}, {1.5e-12, "1.5e-12"}};
	char out[UNITS_SIZE];

	(void)state;
	for (size_t i = 0; i < FST_COUNT(cases); i++)
		assert_string_equal(units_format_number(out, cases[i].value), cases[i].text);
}

static void test_counts_are_written(void **state)
{
	char out[UNITS_SIZE];

	(void)state;
	assert_string_equal(units_format_count(out, 0), "0");
	assert_string_equal(units_format_count(out, 3), "3");
	assert_string_equal(units_format_count(out, 16384), "16,384");
	assert_string_equal(units_format_count(out, 9007199254740991), "9.01e+15");
}

static void test_rates_are_written(void **state)
{
	char out[UNITS_SIZE];

	(void)state;
	assert_string_equal(units_format_rate(out, 7830 * 0x1p20), "7,830 MiB/s");
	assert_string_equal(units_format_rate(out, 85.2 * 1024), "85.2 KiB/s");
	assert_string_equal(units_format_rate(out, 512), "512 B/s");
	assert_string_equal(units_format_rate(out, 0), "0 B/s");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sizes_parse),
		cmocka_unit_test(test_lists_and_ranges_of_sizes),
		cmocka_unit_test(test_durations_parse),
		cmocka_unit_test(test_sizes_are_written),
		cmocka_unit_test(test_times_are_written),
		cmocka_unit_test(test_numbers_are_written),
		cmocka_unit_test(test_counts_are_written),
		cmocka_unit_test(test_rates_are_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
