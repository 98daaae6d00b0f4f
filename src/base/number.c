#include "base/number.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longest decimal read; longer digit strings are no measurement. */
#define LONGEST 400

/* Whole numbers up to here are exact in a double. */
#define EXACT_INTEGER 9007199254740992.0

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static size_t digits(struct text t, size_t at)
{
	while (at < t.len && is_digit(t.ptr[at]))
		at++;
	return at;
}

size_t number_scan(struct text t, bool exponent, double *value)
{
	static const double power[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
		1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
	size_t start = t.len && (t.ptr[0] == '-' || t.ptr[0] == '+') ? 1 : 0;
	size_t whole = digits(t, start), end = whole, fraction = 0;
	bool has_exponent = false;
	char copy[LONGEST + 1];

	if (end < t.len && t.ptr[end] == '.') {
		size_t after = digits(t, end + 1);

		fraction = after - end - 1;
		if (fraction || whole > start)
			end = after;
	}
	if (whole - start + fraction == 0)
		return 0;
	if (exponent && end < t.len && (t.ptr[end] == 'e' || t.ptr[end] == 'E')) {
		size_t sign = end + 1 < t.len && (t.ptr[end + 1] == '-' || t.ptr[end + 1] == '+');
		size_t after = digits(t, end + 1 + sign);

		if (after > end + 1 + sign) {
			end = after;
			has_exponent = true;
		}
	}
	if (end > LONGEST)
		return 0;
	/* Up to 15 digits and a power of ten that is exact: one rounding, as strtod. */
	if (!has_exponent && whole - start + fraction <= 15) {
		uint64_t mantissa = 0;

		for (size_t i = start; i < end; i++)
			if (t.ptr[i] != '.')
				mantissa = mantissa * 10 + (uint64_t)(t.ptr[i] - '0');
		*value = (double)mantissa / power[fraction];
		if (t.ptr[0] == '-')
			*value = -*value;
		return end;
	}
	memcpy(copy, t.ptr, end);
	copy[end] = '\0';
	*value = strtod(copy, NULL);
	return isfinite(*value) ? end : 0;
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

		if (!is_digit(t.ptr[i]) || v > (UINT64_MAX - digit) / 10)
			return false;
		v = v * 10 + digit;
	}
	*value = v;
	return true;
}

size_t number_format(char out[NUMBER_SIZE], double value)
{
	int n = 0;

	if (value == 0)
		value = 0; /* no "-0" */
	if (fabs(value) < EXACT_INTEGER && value == trunc(value))
		return (size_t)snprintf(out, NUMBER_SIZE, "%lld", (long long)value);
	for (int precision = 15; precision <= 17; precision++) {
		n = snprintf(out, NUMBER_SIZE, "%.*g", precision, value);
		if (strtod(out, NULL) == value)
			break;
	}
	return (size_t)n;
}

void number_add(struct strbuf *sb, double value)
{
	char digits_of[NUMBER_SIZE];

	strbuf_add(sb, digits_of, number_format(digits_of, value));
}
