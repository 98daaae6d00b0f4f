#include "draw/quantity.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "base/attributes.h"
#include "base/units.h"

#define KIB 1024.0

/* Each from the smallest to the greatest. */
static const struct unit no_units[] = {{"", 1}};
static const struct unit rate_units[] = {
	{"B/s", 1}, {"KiB/s", KIB}, {"MiB/s", KIB *KIB}, {"GiB/s", KIB *KIB *KIB}};
static const struct unit time_units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
static const struct unit count_rate_units[] = {{"1/s", 1}};

static const struct {
	const struct unit *units;
	size_t count;
} quantities[] = {
	[QUANTITY_NUMBER] = {no_units, FST_COUNT(no_units)},
	[QUANTITY_RATE] = {rate_units, FST_COUNT(rate_units)},
	[QUANTITY_TIME] = {time_units, FST_COUNT(time_units)},
	[QUANTITY_SIZE] = {no_units, FST_COUNT(no_units)},
	[QUANTITY_COUNT_RATE] = {count_rate_units, FST_COUNT(count_rate_units)},
};

struct unit quantity_unit(enum quantity quantity, double magnitude)
{
	const struct unit *units = quantities[quantity].units;
	size_t i = quantities[quantity].count - 1;

	while (i > 0 && !(fabs(magnitude) >= units[i].factor))
		i--;
	return units[i];
}

/* Two digits that tell something, three where the first is not behind the point. */
static int decimals_of(double magnitude)
{
	if (magnitude == 0 || magnitude >= 9.95)
		return 0;
	return magnitude >= 0.995 ? 1 : magnitude >= 0.0995 ? 2 : magnitude >= 0.00995 ? 3 : 4;
}

const char *quantity_format(
	enum quantity quantity, struct unit unit, double value, char out[QUANTITY_SIZE_TEXT])
{
	static const char letters[] = {'\0', 'k', 'M', 'G', 'T'};
	char size[UNITS_SIZE];
	double v = value / unit.factor;
	size_t letter = 0;

	if (isnan(v)) {
		out[0] = '\0';
		return out;
	}
	if (quantity == QUANTITY_SIZE) {
		snprintf(out, QUANTITY_SIZE_TEXT, "%.15s", units_format_size(size, value, true));
		return out;
	}
	for (; fabs(v) >= 999.5 && letter + 1 < sizeof(letters); letter++)
		v /= 1000;
	if (v != 0 && fabs(v) < 0.000995)
		snprintf(out, QUANTITY_SIZE_TEXT, "%.2g", v);
	else
		snprintf(out, QUANTITY_SIZE_TEXT, "%.*f", decimals_of(fabs(v)), v);
	if (letter > 0) {
		size_t length = 0;

		while (out[length])
			length++;
		if (length > 2 && out[length - 1] == '0' && out[length - 2] == '.')
			length -= 2;
		snprintf(out + length, QUANTITY_SIZE_TEXT - length, "%c", letters[letter]);
	}
	return out;
}
