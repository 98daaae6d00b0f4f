/* Axes: round ends, 1-2-5 ticks, one unit, labels that never touch. */
#include "../support/test.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "draw/axis.h"

#define MIB 1048576.0

static void check_near(double found, double expected, double tolerance)
{
	if (!(fabs(found - expected) <= tolerance))
		fail_msg("expected %g, found %g", expected, found);
}

static void linear_axes_start_at_zero_and_end_round(void **state)
{
	struct axis axis = axis_fit(AXIS_LINEAR, QUANTITY_RATE, 80 * MIB, 113 * MIB);

	(void)state;
	assert_string_equal(axis.unit.name, "MiB/s");
	check_near(axis.low, 0, 0);
	check_near(axis.high, 120 * MIB, 1);
	axis = axis_fit(AXIS_LINEAR, QUANTITY_NUMBER, -3, 40);
	check_near(axis.low, -3, 1e-9);
	axis = axis_fit(AXIS_LINEAR, QUANTITY_RATE, NAN, NAN);
	assert_true(axis.high > axis.low);
	axis = axis_fit(AXIS_LINEAR, QUANTITY_RATE, 0, 0);
	assert_true(axis.high > axis.low);
	axis = axis_fit(AXIS_LINEAR, QUANTITY_NUMBER, 0, INFINITY);
	assert_true(axis.high > axis.low);
}

static void log_axes_end_at_125_and_span_a_decade(void **state)
{
	struct axis axis = axis_fit(AXIS_LOG, QUANTITY_TIME, 70e-6, 12e-3);

	(void)state;
	assert_string_equal(axis.unit.name, "us");
	check_near(axis.low / 1e-6, 50, 1e-6);
	check_near(axis.high / 1e-6, 20000, 1e-3);
	axis = axis_fit(AXIS_LOG, QUANTITY_NUMBER, 30, 40);
	check_near(axis.low, 5, 1e-9);
	check_near(axis.high, 50, 1e-9);
	axis = axis_fit(AXIS_LOG, QUANTITY_NUMBER, 0, 0);
	assert_true(axis.low > 0 && axis.high >= 10 * axis.low * 0.999);
	assert_true(axis_position(&axis, 0) < 0);
	assert_true(isnan(axis_position(&axis, NAN)));
}

static void record_sizes_lie_at_equal_distances(void **state)
{
	struct axis axis = axis_fit(AXIS_LOG2, QUANTITY_SIZE, 4096, 16 * MIB);
	struct axis_tick ticks[AXIS_MAX_TICKS];
	size_t count;

	(void)state;
	check_near(axis_position(&axis, 65536), 4 / 12.0, 1e-9);
	check_near(axis_value(&axis, 4 / 12.0), 65536, 1e-3);
	count = axis_ticks_horizontal(&axis, 200, 1, ticks);
	assert_int_equal(count, 13);
	assert_string_equal(ticks[0].label, "4K");
	assert_string_equal(ticks[12].label, "16M");
	count = axis_ticks_horizontal(&axis, 40, 3, ticks);
	assert_int_equal(count, 7);
	assert_string_equal(ticks[1].label, "16K");
	axis = axis_fit(AXIS_LOG2, QUANTITY_SIZE, 4096, 4096);
	check_near(axis_position(&axis, 4096), 0.5, 1e-9);
}

/* Labels of a horizontal axis in their cells, none nearer than @gap to the next. */
static void check_horizontal(const struct axis *axis, int cells, int gap)
{
	struct axis_tick ticks[AXIS_MAX_TICKS];
	size_t count = axis_ticks_horizontal(axis, cells, gap, ticks);
	int end = -gap;

	for (size_t i = 0; i < count; i++) {
		int start = axis_label_start(&ticks[i], cells);

		assert_true(ticks[i].position >= -1e-6 && ticks[i].position <= 1 + 1e-6);
		assert_true(start >= end + gap);
		end = start + (int)strlen(ticks[i].label);
		assert_true(end <= cells);
	}
}

static void check_vertical(const struct axis *axis, int cells, int gap)
{
	struct axis_tick ticks[AXIS_MAX_TICKS];
	size_t count = axis_ticks_vertical(axis, cells, gap, ticks);
	double before = -gap;

	for (size_t i = 0; i < count; i++) {
		double row = round(ticks[i].position * (cells - 1));

		assert_true(row >= before + gap && row <= cells - 1);
		before = row;
	}
}

static void labels_never_overlap_and_never_repeat(void **state)
{
	static const enum axis_kind kinds[] = {AXIS_LINEAR, AXIS_LOG, AXIS_LOG2};
	struct rng rng;

	(void)state;
	rng_seed(&rng, 3);
	for (int round = 0; round < 3000; round++) {
		/* A byte is the least size. */
		double low = pow(
			10, rng_unit(&rng) * 20 - (round / 3 % 5 == QUANTITY_SIZE ? 0 : 10));
		double high = low * pow(10, rng_unit(&rng) * (round % 2 ? 1 : 9));
		struct axis axis = axis_fit(
			kinds[round % 3], (enum quantity)(round / 3 % 5), low, high);
		struct axis_tick ticks[AXIS_MAX_TICKS];
		int cells = 1 + (int)rng_below(&rng, 200);
		size_t count;

		assert_true(axis.low < axis.high);
		assert_true(axis_position(&axis, low) >= -1e-9 || axis.kind == AXIS_LINEAR);
		assert_true(axis_position(&axis, high) <= 1 + 1e-9);
		check_horizontal(&axis, cells, 2);
		check_vertical(&axis, cells, 2);
		count = axis_ticks_vertical(&axis, 12, 2, ticks);
		for (size_t i = 1; i < count; i++)
			if (axis.kind != AXIS_LOG2)
				assert_string_not_equal(ticks[i].label, ticks[i - 1].label);
	}
}

static void ticks_are_round(void **state)
{
	struct axis axis = axis_fit(AXIS_LINEAR, QUANTITY_RATE, 0, 1.4 * 1024 * MIB);
	struct axis_tick ticks[AXIS_MAX_TICKS];
	size_t count = axis_ticks_vertical(&axis, 10, 2, ticks);

	(void)state;
	assert_int_equal(count, 4);
	assert_string_equal(ticks[0].label, "0");
	assert_string_equal(ticks[1].label, "0.5");
	assert_string_equal(ticks[2].label, "1.0");
	axis = axis_fit(AXIS_LOG, QUANTITY_RATE, 40 * MIB, 9000 * MIB);
	count = axis_ticks_vertical(&axis, 9, 2, ticks);
	assert_int_equal(count, 3);
	assert_string_equal(ticks[0].label, "100");
	assert_string_equal(ticks[1].label, "1k");
	assert_string_equal(ticks[2].label, "10k");
}

static void live_axes_grow_at_once_and_shrink_slowly(void **state)
{
	struct axis axis = axis_fit(AXIS_LINEAR, QUANTITY_NUMBER, 0, 100);

	(void)state;
	axis_follow(&axis, 0, 170, 5);
	check_near(axis.high, 200, 1e-9);
	for (int i = 0; i < 4; i++)
		axis_follow(&axis, 0, 40, 5);
	check_near(axis.high, 200, 1e-9);
	axis_follow(&axis, 0, 190, 5); /* needs it again: the waiting starts anew */
	for (int i = 0; i < 4; i++)
		axis_follow(&axis, 0, 40, 5);
	check_near(axis.high, 200, 1e-9);
	axis_follow(&axis, 0, 40, 5);
	check_near(axis.high, 40, 1e-9);
}

static void formats_have_few_digits(void **state)
{
	static const struct {
		double value;
		const char *text;
	} cases[] = {{0, "0"}, {0.00001234, "1.2e-05"}, {0.0123, "0.012"}, {0.123, "0.12"},
		{1.94, "1.9"}, {9.96, "10"}, {42.4, "42"}, {999.4, "999"}, {999.6, "1k"},
		{7830, "7.8k"}, {12000, "12k"}, {1.5e6, "1.5M"}, {-2.5, "-2.5"}};
	struct unit unit = quantity_unit(QUANTITY_NUMBER, 1);
	char out[QUANTITY_SIZE_TEXT];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(
			quantity_format(QUANTITY_NUMBER, unit, cases[i].value, out), cases[i].text);
	assert_string_equal(quantity_format(QUANTITY_NUMBER, unit, NAN, out), "");
	assert_string_equal(quantity_format(QUANTITY_SIZE, unit, 65536, out), "64K");
	quantity_format(QUANTITY_NUMBER, unit, 1e300, out);
	assert_true(strlen(out) < sizeof(out));
	assert_string_equal(quantity_unit(QUANTITY_TIME, 3e-5).name, "us");
	assert_string_equal(quantity_unit(QUANTITY_TIME, 0).name, "ns");
	assert_string_equal(quantity_unit(QUANTITY_RATE, 5e12).name, "GiB/s");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(linear_axes_start_at_zero_and_end_round),
		cmocka_unit_test(log_axes_end_at_125_and_span_a_decade),
		cmocka_unit_test(record_sizes_lie_at_equal_distances),
		cmocka_unit_test(labels_never_overlap_and_never_repeat),
		cmocka_unit_test(ticks_are_round),
		cmocka_unit_test(live_axes_grow_at_once_and_shrink_slowly),
		cmocka_unit_test(formats_have_few_digits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
