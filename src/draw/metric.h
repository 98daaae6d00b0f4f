/*
 * The figures of a measurement that a picture can be about: one table for the
 * charts, the tables beside them and the key that changes from one to the next.
 */
#ifndef FST_DRAW_METRIC_H
#define FST_DRAW_METRIC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/units.h"
#include "draw/axis.h"
#include "model/dataset.h"

/* id, title, column, quantity, is higher better, words for better and worse */
#define METRIC_TABLE(_)                                                        \
	_(BYTES, "throughput", BYTES_PER_S, RATE, true, "faster", "slower")    \
	_(OPS, "operations", OPS_PER_S, COUNT_RATE, true, "faster", "slower")  \
	_(ELAPSED, "elapsed time", ELAPSED_S, TIME, false, "faster", "slower") \
	_(P50, "median latency", LAT_P50_S, TIME, false, "lower", "higher")    \
	_(P95, "95 % latency", LAT_P95_S, TIME, false, "lower", "higher")      \
	_(P99, "99 % latency", LAT_P99_S, TIME, false, "lower", "higher")      \
	_(P999, "99.9 % latency", LAT_P999_S, TIME, false, "lower", "higher")  \
	_(MAX, "worst latency", LAT_MAX_S, TIME, false, "lower", "higher")     \
	_(MEAN, "mean latency", LAT_MEAN_S, TIME, false, "lower", "higher")    \
	_(CPU, "CPU use in percent", CPU_PERCENT, NUMBER, false, "lower", "higher")

enum metric {
#define METRIC_ENUM(id, title, column, quantity, higher, better, worse) METRIC_##id,
	METRIC_TABLE(METRIC_ENUM)
#undef METRIC_ENUM
		METRIC_COUNT,
	METRIC_FIGURE = METRIC_COUNT, /* whatever the test is about */
};

struct metric_info {
	const char *title;
	enum column column;
	enum quantity quantity;
	bool higher_is_better;
	const char *better, *worse; /* `faster` `slower` */
};

extern const struct metric_info metric_table[METRIC_COUNT];

/* The metric of a test's main figure (COL_BYTES_PER_S, COL_OPS_PER_S or COL_ELAPSED_S). */
enum metric metric_of_figure(enum column figure);

/* The value at @row; false when it is unknown. */
bool metric_value(const struct dataset *dataset, uint32_t row, enum metric metric, double *value);

/* The one unit in which values from @low to @high read best side by side. */
struct unit metric_unit(enum metric metric, double low, double high);

/* @value in @unit with 3 digits and without the unit's name; returns @out. */
const char *metric_format(char out[UNITS_SIZE], double value, struct unit unit);

/* A ratio with the digits that it is good for: `0.061` `1.9` `16` `1,070`. Returns @out. */
const char *metric_format_ratio(char out[UNITS_SIZE], double ratio);

/* @value with the unit that suits it; returns @out. */
const char *metric_format_unit(char out[UNITS_SIZE], enum metric metric, double value);

#endif
