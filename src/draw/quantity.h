/*
 * What a number measures, the units that it can be shown in, and its shortest
 * useful text in one of them. Everything that shares a unit (an axis, a column, a
 * heatmap) asks for it once.
 */
#ifndef FST_DRAW_QUANTITY_H
#define FST_DRAW_QUANTITY_H

enum quantity {
	QUANTITY_NUMBER, /* no unit, no scaling: counts, ratios, percent */
	QUANTITY_RATE, /* bytes/s: B/s KiB/s MiB/s GiB/s */
	QUANTITY_TIME, /* seconds: ns us ms s */
	QUANTITY_SIZE, /* bytes, each value with its own letter: 4K 16M */
	QUANTITY_COUNT_RATE, /* 1/s */
};

struct unit {
	const char *name; /* "MiB/s"; "" for none */
	double factor; /* value / factor is what is shown */
};

/* The greatest unit in which @magnitude is at least 1, or the smallest there is. */
struct unit quantity_unit(enum quantity quantity, double magnitude);

#define QUANTITY_SIZE_TEXT 16

/*
 * @value in @unit with two to three digits: `7.8k` `421` `1.9` `0.07`; sizes as
 * `64K`; "" for NaN. Returns @out.
 */
const char *quantity_format(
	enum quantity quantity, struct unit unit, double value, char out[QUANTITY_SIZE_TEXT]);

#endif
