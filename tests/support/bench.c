#include "bench.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_PAIRS = 101 };

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double bench_median(double *values, size_t count)
{
	qsort(values, count, sizeof(*values), compare_doubles);
	return count % 2 != 0 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/*
 * How many values the 95 % interval of the median leaves out on each side: the greatest K with
 * P(Binomial(COUNT, 1/2) <= K) <= 0.025; none where COUNT is too small for that.
 */
static size_t outside_interval(size_t count)
{
	double probability = pow(0.5, (double)count), at_most = probability;
	size_t k = 0;

	for (;;) {
		probability *= (double)(count - k) / (double)(k + 1);
		at_most += probability;
		if (at_most > 0.025)
			return k;
		k++;
	}
}

struct bench_ratio bench_compare(
	bench_measure *measure, bench_measure *reference, void *context, size_t pairs)
{
	double ratios[MOST_PAIRS];
	struct bench_ratio result = {.pairs = pairs < MOST_PAIRS ? pairs : MOST_PAIRS};
	size_t outside = outside_interval(result.pairs);

	measure(context);
	reference(context);
	for (size_t i = 0; i < result.pairs; i++) {
		double measured = 0, referred;

		if (i % 2 == 0)
			measured = measure(context);
		referred = reference(context);
		if (i % 2 != 0)
			measured = measure(context);
		ratios[i] = measured / referred;
	}
	result.median = bench_median(ratios, result.pairs);
	result.low = ratios[outside];
	result.high = ratios[result.pairs - 1 - outside];
	return result;
}

void bench_print(const char *name, double value, const char *unit, const char *format, ...)
{
	va_list arguments;

	printf("%-28s  %10.4g  %-6s  compared with ", name, value, unit);
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
	fflush(stdout);
}

void bench_print_ratio(const char *name, const struct bench_ratio *ratio, double at_least,
	const char *compared_with)
{
	bench_print(name, ratio->median, "ratio",
		"%s (95 %% interval %.4f..%.4f, %zu interleaved pairs); at least %.2f: %s",
		compared_with, ratio->low, ratio->high, ratio->pairs, at_least,
		ratio->median >= at_least ? "met" : "MISSED");
}

double bench_now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
