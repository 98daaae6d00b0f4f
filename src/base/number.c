#include "base/number.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longest decimal read; longer digit strings are no measurement. */
#define LONGEST 400

/* Whole numbers up to here are exact in a double. */
#define EXACT_INTEGER 9007199254740992.0

/* Digits that always fit the mantissa of struct decimal. */
#define MANTISSA_DIGITS 19

/* A decimal as it was read: (-1)^negative * mantissa * 10^exponent. */
struct decimal {
	uint64_t mantissa;
	int exponent;
	int digits; /* at most that many; over MANTISSA_DIGITS: the mantissa is of no use */
	bool negative;
};

/* Add the digits from @at on to the mantissa, which wraps around; returns where they end. */
static size_t take_digits(struct text t, size_t at, uint64_t *mantissa)
{
	uint64_t m = *mantissa;

	for (; at < t.len && text_is_digit(t.ptr[at]); at++)
		m = m * 10 + (uint64_t)(t.ptr[at] - '0');
	*mantissa = m;
	return at;
}

/* Digits from @start to @end that count for the precision: behind zeros and a point. */
static int count_digits(struct text t, size_t start, size_t end)
{
	int count = 0;

	while (start < end && (t.ptr[start] == '0' || t.ptr[start] == '.'))
		start++;
	for (; start < end; start++)
		count += t.ptr[start] != '.';
	return count;
}

/* The exponent behind an `e` at @at, if there is one; returns where it ends. */
static size_t take_exponent(struct text t, size_t at, struct decimal *decimal)
{
	size_t p = at + 1;
	bool negative = p < t.len && t.ptr[p] == '-';
	int value = 0;

	if (p < t.len && (t.ptr[p] == '-' || t.ptr[p] == '+'))
		p++;
	if (p == t.len || !text_is_digit(t.ptr[p]))
		return at;
	for (; p < t.len && text_is_digit(t.ptr[p]); p++)
		if (value < 100000)
			value = value * 10 + (t.ptr[p] - '0');
	decimal->exponent += negative ? -value : value;
	return p;
}

static size_t take_decimal(struct text t, bool exponent, struct decimal *decimal)
{
	size_t start = t.len && (t.ptr[0] == '-' || t.ptr[0] == '+') ? 1 : 0;
	size_t whole, end;

	*decimal = (struct decimal){.negative = start && t.ptr[0] == '-'};
	if (t.len > LONGEST + 1)
		t.len = LONGEST + 1;
	whole = end = take_digits(t, start, &decimal->mantissa);
	if (end + 1 < t.len && t.ptr[end] == '.' && text_is_digit(t.ptr[end + 1])) {
		end = take_digits(t, end + 1, &decimal->mantissa);
		decimal->exponent = -(int)(end - whole - 1);
	}
	if (end == start)
		return 0;
	decimal->digits = (int)(end - start);
	if (decimal->digits > MANTISSA_DIGITS)
		decimal->digits = count_digits(t, start, end);
	if (exponent && end < t.len && (t.ptr[end] == 'e' || t.ptr[end] == 'E'))
		end = take_exponent(t, end, decimal);
	return end;
}

/*
 * The double nearest to @decimal, where that can be told without arithmetic of many
 * digits. A mantissa and a power of ten that are both exact leave one rounding
 * (Clinger, "How to read floating point numbers accurately", 1990). A long
 * double's 64 bits leave 11 to spare: when an error of one in the last of them changes
 * nothing, the rounding to a double is right.
 */
static bool nearest_double(const struct decimal *decimal, double *value)
{
	static const long double power[] = {1, 1e1L, 1e2L, 1e3L, 1e4L, 1e5L, 1e6L, 1e7L, 1e8L, 1e9L,
		1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L, 1e21L,
		1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};
	int exponent = abs(decimal->exponent);

	if (decimal->digits > MANTISSA_DIGITS)
		return false;
	if (FLT_EVAL_METHOD == 0 && exponent <= 22 &&
		decimal->mantissa <= (uint64_t)EXACT_INTEGER) {
		double m = (double)decimal->mantissa, p = (double)power[exponent];

		*value = decimal->exponent < 0 ? m / p : m * p;
		return true;
	}
	if (LDBL_MANT_DIG >= 64 && exponent <= 27) {
		long double m = (long double)decimal->mantissa, p = power[exponent];
		long double middle = decimal->exponent < 0 ? m / p : m * p;
		long double error = middle * 0x1p-63L;

		*value = (double)(middle - error);
		return *value == (double)(middle + error);
	}
	return false;
}

size_t number_scan(struct text t, bool exponent, double *value)
{
	char copy[LONGEST + 1];
	struct decimal decimal;
	size_t end = take_decimal(t, exponent, &decimal);
	double v;

	if (end == 0 || end > LONGEST)
		return 0;
	if (nearest_double(&decimal, &v)) {
		*value = decimal.negative ? -v : v;
		return end;
	}
	memcpy(copy, t.ptr, end);
	copy[end] = '\0';
	v = strtod(copy, NULL);
	if (!isfinite(v))
		return 0;
	*value = v;
	return end;
}

bool number_parse(struct text t, double *value)
{
	double v;

	if (t.len == 0 || number_scan(t, true, &v) != t.len)
		return false;
	*value = v;
	return true;
}

bool number_parse_u64(struct text t, uint64_t *value)
{
	uint64_t v = 0;

	if (t.len == 0)
		return false;
	for (size_t i = 0; i < t.len; i++) {
		uint64_t digit = (uint64_t)(t.ptr[i] - '0');

		if (!text_is_digit(t.ptr[i]) || v > (UINT64_MAX - digit) / 10)
			return false;
		v = v * 10 + digit;
	}
	*value = v;
	return true;
}

size_t number_format(char out[NUMBER_SIZE], double value)
{
	double again;
	int n = 0;

	if (value == 0)
		value = 0; /* no "-0" */
	if (fabs(value) < EXACT_INTEGER && value == trunc(value))
		return (size_t)snprintf(out, NUMBER_SIZE, "%lld", (long long)value);
	/* Where a double has all its bits, 15 digits hold every shorter form. */
	for (int precision = fabs(value) < DBL_MIN ? 1 : 15; precision <= 17; precision++) {
		n = snprintf(out, NUMBER_SIZE, "%.*g", precision, value);
		if (number_parse(text_make(out, (size_t)n), &again) && again == value)
			break;
	}
	return (size_t)n;
}

void number_add(struct strbuf *sb, double value)
{
	char digits_of[NUMBER_SIZE];

	strbuf_add(sb, digits_of, number_format(digits_of, value));
}

void number_add_rounded(struct strbuf *sb, double value, int digits)
{
	char rounded[NUMBER_SIZE];

	snprintf(rounded, sizeof(rounded), "%.*e", digits - 1, value);
	number_add(sb, strtod(rounded, NULL));
}
