/*
 * Scales and their labels: linear and logarithmic with 1-2-5 ticks, log2 for
 * record and file sizes, nines for percentiles. All labels of an axis have one unit, which its
 * title names; labels never overlap.
 */
#ifndef FST_DRAW_AXIS_H
#define FST_DRAW_AXIS_H

#include <stdbool.h>
#include <stddef.h>

#include "draw/quantity.h"

/* Nines: percent from 0 towards 100, each nine of the same length. */
enum axis_kind { AXIS_LINEAR, AXIS_LOG, AXIS_LOG2, AXIS_NINES };

struct axis {
	enum axis_kind kind;
	enum quantity quantity;
	double low, high; /* values at the two ends; low < high; 0 < low when logarithmic */
	struct unit unit;
	int shrink_after; /* used by axis_follow() */
};

/*
 * An axis that covers @low to @high (NaN or empty: a default range). Linear axes
 * start at 0 unless @low is negative; their upper end is a round number. Log axes
 * end at 1-2-5 values and leave out what is not positive. Log2 axes cover exactly
 * the range, and at least one doubling. Nines begin at 0 and end at @high, at least
 * at 99 and below 100.
 */
struct axis axis_fit(enum axis_kind kind, enum quantity quantity, double low, double high);

/*
 * Keep @axis in step with live data: grows at once, shrinks only after the data
 * fitted a smaller axis for @patience calls in a row.
 */
void axis_follow(struct axis *axis, double low, double high, int patience);

/* Where @value lies: 0 at low, 1 at high; outside values beyond these; NaN for NaN. */
double axis_position(const struct axis *axis, double value);

/* The value at @position. */
double axis_value(const struct axis *axis, double position);

#define AXIS_LABEL_SIZE QUANTITY_SIZE_TEXT
#define AXIS_MAX_TICKS  64

struct axis_tick {
	double value;
	double position; /* 0..1 */
	char label[AXIS_LABEL_SIZE];
};

/*
 * Up to AXIS_MAX_TICKS ticks whose labels fit on @cells cells of a vertical axis
 * (at least @gap rows from one to the next), or of a horizontal one (labels centred
 * on their ticks, or moved inside at the ends, and at least @gap cells apart).
 * Returns how many there are.
 */
size_t axis_ticks_vertical(const struct axis *axis, int cells, int gap, struct axis_tick *ticks);
size_t axis_ticks_horizontal(const struct axis *axis, int cells, int gap, struct axis_tick *ticks);

/* Where a horizontal axis of @cells cells has the first cell of @tick's label. */
int axis_label_start(const struct axis_tick *tick, int cells);

/* "lin" or "log". */
const char *axis_kind_name(const struct axis *axis);

#endif
