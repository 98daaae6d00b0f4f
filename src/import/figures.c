#include "import/figures.h"

#include <math.h>
#include <stdint.h>

#include "base/attributes.h"
#include "base/number.h"

/* Whole numbers of so many digits are exact, as integers and as doubles. */
#define EXACT_DIGITS 15

/* The number that all of @t is when it is nothing but a few digits: most figures are. */
static bool small_number(struct text t, double *value)
{
	int64_t number = 0;

	if (t.len == 0 || t.len > EXACT_DIGITS)
		return false;
	for (size_t i = 0; i < t.len; i++) {
		if (!text_is_digit(t.ptr[i]))
			return false;
		number = number * 10 + (t.ptr[i] - '0');
	}
	*value = (double)number;
	return true;
}

bool figure_number(struct text t, double *value)
{
	char copy[64];
	size_t separators = 0;

	if (small_number(t, value))
		return true;
	if (t.len == 0 || t.len >= sizeof(copy))
		return false;
	for (size_t i = 0; i < t.len; i++) {
		char c = t.ptr[i];

		if (c == ',' || c == '.') {
			separators++;
			c = '.';
		} else if (c < '0' || c > '9') {
			return false;
		}
		copy[i] = c;
	}
	if (separators > 1 || t.ptr[t.len - 1] == ',' || t.ptr[0] == ',')
		return false;
	return number_parse(text_make(copy, t.len), value);
}

double figure_time_unit(struct text unit)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = {
		{"ns", 1e-9},
		{"nsec", 1e-9},
		{"us", 1e-6},
		{"usec", 1e-6},
		{"\xC2\xB5s", 1e-6},
		{"\xCE\xBCs", 1e-6},
		{"ms", 1e-3},
		{"msec", 1e-3},
		{"s", 1},
		{"sec", 1},
		{"secs", 1},
		{"second", 1},
		{"seconds", 1},
		{"m", 60},
		{"min", 60},
		{"h", 3600},
	};

	for (size_t i = 0; i < FST_COUNT(units); i++)
		if (text_equal_nocase(unit, text_of(units[i].name)))
			return units[i].seconds;
	return 0;
}

/* Bytes of the number at the start of @t. */
static size_t number_length(struct text t)
{
	size_t n = 0;

	while (n < t.len &&
		((t.ptr[n] >= '0' && t.ptr[n] <= '9') || t.ptr[n] == '.' || t.ptr[n] == ','))
		n++;
	return n;
}

double figure_last_digit(struct text t)
{
	size_t decimals = 0;

	while (decimals < t.len && t.ptr[t.len - 1 - decimals] != '.' &&
		t.ptr[t.len - 1 - decimals] != ',')
		decimals++;
	return decimals == t.len ? 1 : pow(10, -(double)decimals);
}

bool figure_time(struct text t, double *seconds)
{
	size_t n = number_length(t);
	double value, unit = figure_time_unit(text_trim(text_skip(t, n)));

	if (unit == 0 || !figure_number(text_make(t.ptr, n), &value))
		return false;
	*seconds = value * unit;
	return true;
}

static double unit_worth(struct text t, double step)
{
	static const char letters[] = "kmgtp";
	const char *letter;
	double worth = step;

	if (t.len == 0 || t.ptr[0] == 'b' || t.ptr[0] == 'B')
		return 1;
	letter = strchr(letters, t.ptr[0] | 0x20);
	if (!letter || !*letter)
		return 0;
	for (const char *l = letters; l < letter; l++)
		worth *= step;
	return worth;
}

double figure_binary_unit(struct text t)
{
	return unit_worth(t, 1024);
}

double figure_decimal_unit(struct text t)
{
	return unit_worth(t, 1000);
}

bool figure_binary_size(struct text t, double *bytes)
{
	size_t n = number_length(t);
	double value, unit = figure_binary_unit(text_trim(text_skip(t, n)));

	if (unit == 0 || !figure_number(text_make(t.ptr, n), &value))
		return false;
	*bytes = value * unit;
	return true;
}
