/*
 * For the programs of tests/bench: one line a figure on standard output, `name  value  unit
 * compared with
 * ...`, and ratios that a drifting machine cannot fake.
 */
#ifndef FSTUI_TESTS_SUPPORT_BENCH_H
#define FSTUI_TESTS_SUPPORT_BENCH_H

#include <stddef.h>

/* A ratio of two speeds: the median over the pairs, and its 95 % confidence interval. */
struct bench_ratio {
	double median, low, high;
	size_t pairs;
};

/* Measures once, in whatever unit; the context is the caller's. */
typedef double bench_measure(void *context);

/*
 * MEASURE / REFERENCE, PAIRS (at most 101) times, one right after the other and in turns first,
 * after one pair that does not count. The interval is that of order statistics (binomial, no
 * distribution assumed).
 */
struct bench_ratio bench_compare(
	bench_measure *measure, bench_measure *reference, void *context, size_t pairs);

/* The median of COUNT values, which get sorted. */
double bench_median(double *values, size_t count);

/* Prints one figure. FORMAT is what follows "compared with". */
void bench_print(const char *name, double value, const char *unit, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Prints a ratio with its interval. AT_LEAST is the promise; the line says whether it was kept. */
void bench_print_ratio(const char *name, const struct bench_ratio *ratio, double at_least,
	const char *compared_with);

/* Seconds since some fixed moment. */
double bench_now_s(void);

#endif
