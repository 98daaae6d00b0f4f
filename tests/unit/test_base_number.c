/* Numbers: the strict parser against strtod, the writer against the parser. */
#include "../support/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/attributes.h"
#include "base/number.h"
#include "base/rng.h"

static void test_only_decimals_parse(void **state)
{
	static const char *const bad[] = {"", "-", "+", ".", "-.", "e5", "1e", "1e+", "1.", "1.e5",
		" 1", "1 ", "1,5", "0x10", "nan", "NaN", "inf", "-inf", "infinity", "1e400",
		"-1e400", "1__0", "1e5x", "--1", "+-1", "\xD9\xA1"};
	static const struct {
		const char *text;
		double value;
	} good[] = {{"0", 0}, {"-0", 0}, {"+5", 5}, {"007", 7}, {"1.50", 1.5}, {".5", 0.5},
		{"-.5", -0.5}, {"1e3", 1000}, {"1E-3", 0.001}, {"1e+2", 100}, {"1e-400", 0},
		{"0e999999999999", 0}, {"4.9e-324", 4.9e-324},
		{"1.7976931348623157e308", 1.7976931348623157e308},
		{"9007199254740993", 9007199254740992.0},
		{"18446744073709551616", 18446744073709551616.0}};
	double value = 42;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(bad); i++) {
		assert_false(number_parse(text_of(bad[i]), &value));
		assert_true(value == 42);
	}
	assert_false(number_parse(TEXT("1\0"), &value));
	for (size_t i = 0; i < FST_COUNT(good); i++) {
		assert_true(number_parse(text_of(good[i].text), &value));
		assert_true(value == good[i].value);
	}
}

static void test_scan_goes_as_far_as_the_number(void **state)
{
	static const struct {
		const char *text;
		bool exponent;
		size_t used;
	} cases[] = {{"12 MB", false, 2}, {"12.5MB/s", false, 4}, {"took 5", false, 0},
		{"5.", false, 1}, {"1.2.3", false, 3}, {"1e5", false, 1}, {"1e5", true, 3},
		{"1e+", true, 1}, {"-3x", true, 2}, {"+", true, 0}, {"1ee5", true, 1}};
	double value;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(cases); i++)
		assert_int_equal(number_scan(text_of(cases[i].text), cases[i].exponent, &value),
			cases[i].used);
}

static void test_digits_without_end_are_refused(void **state)
{
	static char digits[100000];
	double value;

	(void)state;
	memset(digits, '1', sizeof(digits));
	assert_int_equal(number_scan(text_make(digits, sizeof(digits)), true, &value), 0);
	memset(digits, '0', sizeof(digits));
	digits[1] = '.';
	assert_int_equal(number_scan(text_make(digits, sizeof(digits)), true, &value), 0);
	assert_true(number_parse(text_make(digits, 300), &value));
	assert_true(value == 0);
}

/* A random decimal: any number of digits, a point anywhere, an exponent or none. */
static size_t random_decimal(struct rng *rng, char *out, size_t size)
{
	size_t digits = 1 + (size_t)rng_below(rng, 24), at = 0;
	size_t point = (size_t)rng_below(rng, digits + 1);

	if (rng_below(rng, 4) == 0)
		out[at++] = '-';
	for (size_t i = 0; i < digits; i++) {
		if (i == point && i > 0)
			out[at++] = '.';
		out[at++] = (char)('0' + rng_below(rng, 10));
	}
	if (rng_below(rng, 2))
		at += (size_t)snprintf(out + at, size - at, "e%d", (int)rng_below(rng, 640) - 330);
	out[at] = '\0';
	return at;
}

static void test_random_decimals_parse_as_strtod_does(void **state)
{
	size_t rounds = test_is_long() ? 20000000 : 300000;
	struct rng rng;
	char text[64];

	(void)state;
	rng_seed(&rng, 1);
	for (size_t i = 0; i < rounds; i++) {
		size_t length = random_decimal(&rng, text, sizeof(text));
		double expected = strtod(text, NULL), value = 0;
		bool ok = number_parse(text_make(text, length), &value);

		if (ok != (bool)isfinite(expected) || (ok && value != expected))
			fail_msg("%s: expected %.17g, found %.17g", text, expected, value);
	}
}

/* Decimals halfway between two doubles, where a wrong last bit would decide. */
static void test_halves_parse_as_strtod_does(void **state)
{
	struct rng rng;
	char text[128];

	(void)state;
	rng_seed(&rng, 2);
	for (int i = 0; i < 100000; i++) {
		uint64_t mantissa = (UINT64_C(1) << 53 | rng_next(&rng) >> 11) << 1 | 1;
		long double half = ldexpl((long double)mantissa, (int)rng_below(&rng, 40) - 60);
		int digits = 17 + (int)rng_below(&rng, 4);
		double value, expected;

		snprintf(text, sizeof(text), "%.*Lg", digits, half);
		expected = strtod(text, NULL);
		assert_true(number_parse(text_of(text), &value));
		if (value != expected)
			fail_msg("%s: expected %.17g, found %.17g", text, expected, value);
	}
}

static void test_written_numbers_read_back(void **state)
{
	char text[NUMBER_SIZE], shorter[NUMBER_SIZE];
	struct rng rng;

	(void)state;
	rng_seed(&rng, 3);
	for (int i = 0; i < 200000; i++) {
		uint64_t bits = rng_next(&rng);
		double value, again;
		size_t length;

		memcpy(&value, &bits, sizeof(value));
		if (!isfinite(value))
			continue;
		length = number_format(text, value);
		assert_int_equal(length, strlen(text));
		assert_true(number_parse(text_make(text, length), &again));
		assert_true(again == value);
		snprintf(shorter, sizeof(shorter), "%.14g", value);
		if (strtod(shorter, NULL) == value && strchr(text, 'e'))
			assert_true(length <= strlen(shorter));
	}
}

static void test_written_forms(void **state)
{
	static const struct {
		double value;
		const char *text;
	} cases[] = {{0, "0"}, {-0.0, "0"}, {1, "1"}, {-3, "-3"}, {0.1, "0.1"},
		{1e15, "1000000000000000"}, {1e300, "1e+300"}, {0.000123, "0.000123"},
		{1.5e-9, "1.5e-09"}, {1.0 / 3, "0.3333333333333333"},
		{9007199254740991, "9007199254740991"}};
	char text[NUMBER_SIZE];

	(void)state;
	for (size_t i = 0; i < FST_COUNT(cases); i++) {
		number_format(text, cases[i].value);
		assert_string_equal(text, cases[i].text);
	}
}

static void test_whole_numbers(void **state)
{
	uint64_t value = 7;

	(void)state;
	assert_true(number_parse_u64(TEXT("18446744073709551615"), &value));
	assert_true(value == UINT64_MAX);
	assert_true(number_parse_u64(TEXT("0"), &value) && value == 0);
	assert_false(number_parse_u64(TEXT("18446744073709551616"), &value));
	assert_false(number_parse_u64(TEXT("99999999999999999999999"), &value));
	assert_false(number_parse_u64(TEXT(""), &value));
	assert_false(number_parse_u64(TEXT("-1"), &value));
	assert_false(number_parse_u64(TEXT("1.0"), &value));
	assert_true(value == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_only_decimals_parse),
		cmocka_unit_test(test_scan_goes_as_far_as_the_number),
		cmocka_unit_test(test_digits_without_end_are_refused),
		cmocka_unit_test(test_random_decimals_parse_as_strtod_does),
		cmocka_unit_test(test_halves_parse_as_strtod_does),
		cmocka_unit_test(test_written_numbers_read_back),
		cmocka_unit_test(test_written_forms),
		cmocka_unit_test(test_whole_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
