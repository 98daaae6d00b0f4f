#include "draw/axis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What rounding errors may add to or take from a position or a quotient. */
#define SLACK 1e-9

/* The largest of 1, 2, 5 times a power of ten not over @value, or the least not under it. */
static double round_125(double value, bool up)
{
	static const double steps[] = {1, 2, 5, 10};
	double power = pow(10, floor(log10(value) + SLACK)), ratio = value / power;
	double down = 1;

	for (size_t i = 0; i < 4; i++) {
		if (up && ratio <= steps[i] * (1 + SLACK))
			return steps[i] * power;
		if (ratio >= steps[i] * (1 - SLACK))
			down = steps[i];
	}
	return down * power;
}

/* A round number not under @value, near enough that the picture still fills its height. */
static double round_top(double value)
{
	static const double steps[] = {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10};
	double power = pow(10, floor(log10(value) + SLACK));

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		if (value <= steps[i] * power * (1 + SLACK))
			return steps[i] * power;
	return 10 * power;
}

static bool is_positive(double value)
{
	return value > 0 && !isinf(value);
}

static struct axis fit_linear(struct axis axis, double low, double high)
{
	double greatest = fmax(fabs(high), low < 0 ? fabs(low) : 0);
	double factor;

	if (!is_positive(greatest))
		greatest = high = 1;
	axis.unit = quantity_unit(axis.quantity, greatest);
	factor = axis.unit.factor;
	axis.high = high > 0 ? round_top(high / factor) * factor : 0;
	axis.low = low < 0 && !isinf(low) ? -round_top(-low / factor) * factor : 0;
	return axis;
}

static struct axis fit_log(struct axis axis, double low, double high)
{
	double factor;

	if (!is_positive(high))
		high = is_positive(low) ? low : 1;
	if (!is_positive(low) || low > high)
		low = high;
	axis.unit = quantity_unit(axis.quantity, sqrt(low) * sqrt(high));
	factor = axis.unit.factor;
	axis.low = round_125(low / factor, false) * factor;
	axis.high = round_125(high / factor, true) * factor;
	if (axis.high < axis.low * 10 * (1 - SLACK))
		axis.low = round_125(axis.high / 10 / factor, false) * factor;
	return axis;
}

static struct axis fit_log2(struct axis axis, double low, double high)
{
	if (!is_positive(high))
		high = is_positive(low) ? low : 1;
	if (!is_positive(low) || low > high)
		low = high;
	if (high < low * 2) {
		low /= M_SQRT2;
		high *= M_SQRT2;
	}
	axis.unit = quantity_unit(axis.quantity, sqrt(low) * sqrt(high));
	axis.low = low;
	axis.high = high;
	return axis;
}

/* As far as eight nines; what lies behind them is one in a hundred million. */
#define MOST_NINES 99.999999

static struct axis fit_nines(struct axis axis, double high)
{
	axis.unit = quantity_unit(axis.quantity, 1);
	axis.low = 0;
	axis.high = high > 99 ? fmin(high, MOST_NINES) : 99;
	return axis;
}

static double nines(double percent)
{
	return -log10(1 - fmin(percent, 100) / 100);
}

struct axis axis_fit(enum axis_kind kind, enum quantity quantity, double low, double high)
{
	struct axis axis = {.kind = kind, .quantity = quantity};

	switch (kind) {
	case AXIS_LOG:
		return fit_log(axis, low, high);
	case AXIS_LOG2:
		return fit_log2(axis, low, high);
	case AXIS_NINES:
		return fit_nines(axis, high);
	default:
		return fit_linear(axis, low, high);
	}
}

void axis_follow(struct axis *axis, double low, double high, int patience)
{
	struct axis fitted = axis_fit(axis->kind, axis->quantity, low, high);
	int waited = axis->shrink_after;

	if (fitted.low < axis->low || fitted.high > axis->high) {
		/* Grow where it must; the other end stays until it may shrink. */
		double lowest = fmin(axis->low, fitted.low),
		       highest = fmax(axis->high, fitted.high);

		*axis = axis_fit(axis->kind, axis->quantity, lowest, highest);
	} else if (fitted.low > axis->low || fitted.high < axis->high) {
		if (waited + 1 < patience)
			axis->shrink_after = waited + 1;
		else
			*axis = fitted;
	} else {
		axis->shrink_after = 0;
	}
}

double axis_position(const struct axis *axis, double value)
{
	if (isnan(value))
		return value;
	if (axis->kind == AXIS_LINEAR)
		return (value - axis->low) / (axis->high - axis->low);
	if (axis->kind == AXIS_NINES)
		return nines(value) / nines(axis->high);
	if (value <= 0)
		return -1;
	return log(value / axis->low) / log(axis->high / axis->low);
}

double axis_value(const struct axis *axis, double position)
{
	if (axis->kind == AXIS_LINEAR)
		return axis->low + position * (axis->high - axis->low);
	if (axis->kind == AXIS_NINES)
		return 100 * (1 - pow(10, -position * nines(axis->high)));
	return axis->low * pow(axis->high / axis->low, position);
}

/* Ticks at the multiples of a step, which has the values 1, 2 or 5 times a power of ten. */
static size_t linear_ticks(const struct axis *axis, double step, struct axis_tick *ticks)
{
	double factor = axis->unit.factor;
	double first = ceil(axis->low / factor / step - SLACK);
	double last = floor(axis->high / factor / step + SLACK);
	/* As many decimals as the step has; where that gets long, each value for itself. */
	int decimals = step < 1 ? (int)ceil(-log10(step) - SLACK) : 0;
	bool same_decimals = axis->quantity != QUANTITY_SIZE && decimals < 5 &&
			     fmax(fabs(first), fabs(last)) * step < 1000;
	size_t count = 0;

	for (double i = first; i <= last && count < AXIS_MAX_TICKS; i++) {
		struct axis_tick *tick = &ticks[count++];

		tick->value = i != 0 ? i * step * factor : 0;
		tick->position = axis_position(axis, tick->value);
		if (same_decimals)
			snprintf(tick->label, sizeof(tick->label), "%.*f", i != 0 ? decimals : 0,
				i != 0 ? i * step : 0);
		else
			quantity_format(axis->quantity, axis->unit, tick->value, tick->label);
	}
	return count;
}

/* Ticks at every decade-th power of ten, and at 2 and 5 times it when @fine. */
static size_t log_ticks(const struct axis *axis, int decades, bool fine, struct axis_tick *ticks)
{
	static const double steps[] = {1, 2, 5};
	double factor = axis->unit.factor, low = axis->low / factor, high = axis->high / factor;
	int first = (int)floor(log10(low) + SLACK), last = (int)floor(log10(high) + SLACK);
	size_t count = 0;

	for (int exponent = first; exponent <= last; exponent++) {
		if (exponent % decades != 0)
			continue;
		for (size_t i = 0; i < (fine ? 3u : 1u) && count < AXIS_MAX_TICKS; i++) {
			double value = steps[i] * pow(10, exponent);

			if (value < low * (1 - SLACK) || value > high * (1 + SLACK))
				continue;
			ticks[count].value = value * factor;
			ticks[count].position = axis_position(axis, value * factor);
			quantity_format(
				axis->quantity, axis->unit, value * factor, ticks[count].label);
			count++;
		}
	}
	return count;
}

/* Ticks at every @stride-th power of two, counted from the axis's first one. */
static size_t log2_ticks(const struct axis *axis, int stride, struct axis_tick *ticks)
{
	double first = ceil(log2(axis->low) - SLACK), last = floor(log2(axis->high) + SLACK);
	size_t count = 0;

	for (double exponent = first; exponent <= last && count < AXIS_MAX_TICKS;
		exponent += stride) {
		struct axis_tick *tick = &ticks[count++];

		tick->value = pow(2, exponent);
		tick->position = axis_position(axis, tick->value);
		quantity_format(axis->quantity, axis->unit, tick->value, tick->label);
	}
	return count;
}

/* Ticks at 0, 50 (when @fine), and each nine more. */
static size_t nines_ticks(const struct axis *axis, bool fine, struct axis_tick *ticks)
{
	static const char *const labels[] = {"0", "50", "90", "99", "99.9", "99.99", "99.999",
		"99.9999", "99.99999", "99.999999"};
	size_t count = 0;

	for (size_t i = 0; i < sizeof(labels) / sizeof(labels[0]); i++) {
		double value = i == 1 ? 50 : i == 0 ? 0 : 100 * (1 - pow(10, 1 - (double)i));

		if ((i == 1 && !fine) || value > axis->high * (1 + SLACK))
			continue;
		ticks[count].value = value;
		ticks[count].position = axis_position(axis, value);
		snprintf(ticks[count].label, sizeof(ticks[count].label), "%s", labels[i]);
		count++;
	}
	return count;
}

/*
 * The ticks at density number @level, the densest at 0. False when there is no
 * such level: even the thinnest ticks are too many.
 */
static bool ticks_at_level(
	const struct axis *axis, int level, struct axis_tick *ticks, size_t *count)
{
	static const double steps[] = {1, 2, 5};
	double span;

	*count = 0;
	switch (axis->kind) {
	case AXIS_LOG2:
		if (level >= 20)
			return false;
		*count = log2_ticks(axis, level + 1, ticks);
		return true;
	case AXIS_NINES:
		if (level >= 2)
			return false;
		*count = nines_ticks(axis, level == 0, ticks);
		return true;
	case AXIS_LOG:
		if (level >= 12)
			return false;
		*count = log_ticks(axis, level > 0 ? level : 1, level == 0, ticks);
		return true;
	default:
		if (level >= 7)
			return false;
		span = (axis->high - axis->low) / axis->unit.factor;
		span = pow(10, floor(log10(span) + SLACK) - 1 + level / 3) * steps[level % 3];
		*count = linear_ticks(axis, span, ticks);
		return true;
	}
}

static bool rows_fit(const struct axis_tick *ticks, size_t count, int cells, int gap)
{
	for (size_t i = 1; i < count; i++)
		if (round(ticks[i].position * (cells - 1)) -
				round(ticks[i - 1].position * (cells - 1)) <
			gap)
			return false;
	return true;
}

int axis_label_start(const struct axis_tick *tick, int cells)
{
	int length = (int)strlen(tick->label);
	int start = (int)lround(tick->position * (cells - 1)) - length / 2;

	start = start + length <= cells ? start : cells - length;
	return start > 0 ? start : 0;
}

static bool columns_fit(const struct axis_tick *ticks, size_t count, int cells, int gap)
{
	int end = -gap;

	for (size_t i = 0; i < count; i++) {
		int start = axis_label_start(&ticks[i], cells);

		if (start < end + gap)
			return false;
		end = start + (int)strlen(ticks[i].label);
	}
	return end <= cells;
}

static size_t fit_ticks(const struct axis *axis, int cells, int gap, struct axis_tick *ticks,
	bool (*fit)(const struct axis_tick *ticks, size_t count, int cells, int gap))
{
	size_t count;

	for (int level = 0; ticks_at_level(axis, level, ticks, &count); level++)
		if (count < AXIS_MAX_TICKS && fit(ticks, count, cells, gap))
			return count;
	return 0;
}

size_t axis_ticks_vertical(const struct axis *axis, int cells, int gap, struct axis_tick *ticks)
{
	return cells > 0 ? fit_ticks(axis, cells, gap, ticks, rows_fit) : 0;
}

size_t axis_ticks_horizontal(const struct axis *axis, int cells, int gap, struct axis_tick *ticks)
{
	return cells > 0 ? fit_ticks(axis, cells, gap, ticks, columns_fit) : 0;
}

const char *axis_kind_name(const struct axis *axis)
{
	return axis->kind == AXIS_LINEAR ? "lin" : "log";
}
