/* The ratios that `make bench` prints. */
#include "../support/bench.h"
#include "../support/test.h"

struct machine {
	double measured;
	size_t calls;
};

/* 1, 2, 3, ... of which the first is the warm-up. */
static double rising(void *context)
{
	struct machine *machine = context;

	return machine->measured++;
}

static double constant(void *context)
{
	struct machine *machine = context;

	machine->calls++;
	return 2;
}

static void test_ratio_has_the_order_statistics_interval(void **state)
{
	struct machine machine = {.measured = 0};
	struct bench_ratio ratio = bench_compare(rising, constant, &machine, 31);

	(void)state;
	assert_int_equal(machine.calls, 32);
	assert_int_equal(ratio.pairs, 31);
	/* Ranks 10, 16 and 22 of 31, by the tables of the binomial distribution. */
	assert_true(ratio.low == 10 / 2.0);
	assert_true(ratio.median == 16 / 2.0);
	assert_true(ratio.high == 22 / 2.0);
}

static void test_median_of_even_and_odd_counts(void **state)
{
	double even[] = {4, 1, 3, 2}, odd[] = {9, 1, 5};

	(void)state;
	assert_true(bench_median(even, 4) == 2.5);
	assert_true(bench_median(odd, 3) == 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ratio_has_the_order_statistics_interval),
		cmocka_unit_test(test_median_of_even_and_odd_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
