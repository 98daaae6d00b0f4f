#include "draw/metric.h"

#include <math.h>
#include <stdio.h>

const struct metric_info metric_table[METRIC_COUNT] = {
#define METRIC_ROW(id, title_, column_, quantity_, higher, better_, worse_) \
	[METRIC_##id] = {.title = title_,                                   \
		.column = COL_##column_,                                    \
		.quantity = QUANTITY_##quantity_,                           \
		.higher_is_better = higher,                                 \
		.better = better_,                                          \
		.worse = worse_},
	METRIC_TABLE(METRIC_ROW)
#undef METRIC_ROW
};

enum metric metric_of_figure(enum column figure)
{
	for (int i = 0; i < METRIC_COUNT; i++)
		if (metric_table[i].column == figure)
			return (enum metric)i;
	return METRIC_BYTES;
}

bool metric_value(const struct dataset *dataset, uint32_t row, enum metric metric, double *value)
{
	return dataset_number(dataset, row, metric_table[metric].column, value);
}

struct unit metric_unit(enum metric metric, double low, double high)
{
	if (!(high > 0))
		high = 1;
	if (!(low > 0) || low > high)
		low = high;
	/* The geometric middle: neither the fast ones in thousands nor the slow ones in 0.00s. */
	return quantity_unit(metric_table[metric].quantity, sqrt(low) * sqrt(high));
}

const char *metric_format(char out[UNITS_SIZE], double value, struct unit unit)
{
	return units_format_number(out, value / unit.factor);
}

const char *metric_format_ratio(char out[UNITS_SIZE], double ratio)
{
	if (ratio >= 9.95 && ratio < 1e15)
		return units_format_count(out, round(ratio));
	if (ratio >= 9.95 || ratio < 0.0001)
		return units_format_number(out, ratio);
	snprintf(out, UNITS_SIZE, "%.2g", ratio);
	return out;
}

const char *metric_format_unit(char out[UNITS_SIZE], enum metric metric, double value)
{
	struct unit unit = metric_unit(metric, value, value);
	char number[UNITS_SIZE];

	metric_format(number, value, unit);
	if (unit.name[0])
		snprintf(out, UNITS_SIZE, "%.20s %s", number, unit.name);
	else
		snprintf(out, UNITS_SIZE, "%s", number);
	return out;
}
