/* The latency histogram and the time series against exact arithmetic. */
#include "../support/test.h"

#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "model/histogram.h"
#include "model/timeseries.h"

static void test_buckets_cover_every_value_once(void **state)
{
	(void)state;
	for (unsigned i = 0; i + 1 < HISTOGRAM_BUCKETS; i++) {
		assert_int_equal(histogram_bucket(histogram_bucket_low(i)), i);
		assert_int_equal(histogram_bucket(histogram_bucket_high(i) - 1), i);
	}
	assert_int_equal(histogram_bucket(UINT64_MAX), HISTOGRAM_BUCKETS - 1);
}

static int compare_u64(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static void test_percentiles_are_within_one_percent(void **state)
{
	static const double percents[] = {1, 25, 50, 95, 99, 99.9};
	static struct histogram h;
	uint64_t values[5000];
	struct rng rng;

	(void)state;
	rng_seed(&rng, 11);
	histogram_init(&h);
	for (size_t i = 0; i < FST_COUNT(values); i++) {
		values[i] = (uint64_t)exp(5 + 15 * rng_unit(&rng));
		histogram_add(&h, values[i]);
	}
	qsort(values, FST_COUNT(values), sizeof(values[0]), compare_u64);
	for (size_t i = 0; i < FST_COUNT(percents); i++) {
		double exact = (double)
			values[(size_t)ceil(percents[i] / 100 * FST_COUNT(values)) - 1];

		assert_true(fabs(histogram_percentile(&h, percents[i]) - exact) <= 0.01 * exact);
	}
	assert_true(histogram_percentile(&h, 100) == (double)values[FST_COUNT(values) - 1]);
	assert_int_equal(h.min_ns, values[0]);
}

static void test_difference_of_snapshots_is_what_came_between(void **state)
{
	static struct histogram h, before, between;

	(void)state;
	histogram_init(&h);
	for (uint64_t ns = 100; ns < 200; ns++)
		histogram_add(&h, ns);
	before = h;
	histogram_add(&h, 50);
	histogram_add(&h, 150);
	histogram_add(&h, 150);
	histogram_difference(&between, &h, &before);
	assert_int_equal(between.count, 3);
	assert_int_equal(between.sum_ns, 350);
	assert_int_equal(between.min_ns, 50);
	assert_true(fabs(histogram_percentile(&between, 50) - 150) < 2);
	assert_true(between.max_ns >= 150 && between.max_ns < 153);
	histogram_merge(&before, &between);
	assert_int_equal(before.count, h.count);
	assert_memory_equal(before.buckets, h.buckets, sizeof(h.buckets));
}

static void test_histogram_text_keeps_counts_and_edges(void **state)
{
	static struct histogram h;
	struct strbuf sb = STRBUF_INIT;
	struct text rest;
	double edge, count, total = 0;

	(void)state;
	histogram_init(&h);
	for (uint64_t ns = 1; ns < 1000000; ns *= 3)
		histogram_add(&h, ns);
	histogram_format(&h, &sb);
	rest = strbuf_text(&sb);
	while (histogram_next_pair(&rest, &edge, &count))
		total += count;
	assert_true(total == (double)h.count);
	assert_true(edge * 1e9 > (double)h.max_ns);
	strbuf_free(&sb);
}

static void test_stddev(void **state)
{
	static struct histogram h;

	(void)state;
	histogram_init(&h);
	for (uint64_t i = 0; i < 8; i++)
		histogram_add(&h, (uint64_t[]){2, 4, 4, 4, 5, 5, 7, 9}[i]);
	assert_true(fabs(histogram_stddev_ns(&h) - 2.13809) < 1e-4);
}

static void test_long_series_keep_the_stall(void **state)
{
	static struct timeseries series, again;
	struct strbuf sb = STRBUF_INIT;
	double worst = 0, slowest = INFINITY, bytes = 0;

	(void)state;
	timeseries_init(&series);
	for (int i = 0; i < 10000; i++)
		timeseries_add(&series, &(struct timeseries_point){.t_s = (i + 1) * 0.1,
						.span_s = 0.1,
						.bytes_per_s = i == 7777 ? 1 : 1000,
						.ops_per_s = NAN,
						.p50_s = 1e-6,
						.p99_s = 2e-6,
						.max_s = i == 7777 ? 0.5 : 3e-6});
	assert_true(series.count <= TIMESERIES_POINTS && series.count > TIMESERIES_POINTS / 4);
	for (size_t i = 0; i < series.count; i++) {
		worst = fmax(worst, series.points[i].max_s);
		slowest = fmin(slowest, series.points[i].bytes_per_s_min);
		bytes += series.points[i].bytes_per_s * series.points[i].span_s;
	}
	assert_true(worst == 0.5);
	assert_true(slowest == 1);
	assert_true(fabs(bytes - (9999 * 100 + 0.1)) < 1e-3);
	timeseries_format(&series, &sb);
	assert_true(timeseries_parse(&again, strbuf_text(&sb)));
	assert_int_equal(again.count, series.count);
	assert_true(isnan(again.points[0].ops_per_s));
	assert_true(again.points[3].bytes_per_s == series.points[3].bytes_per_s);
	strbuf_free(&sb);
}

static void test_malformed_series_are_refused(void **state)
{
	static const char *const bad[] = {
		"1:2", "x:1:1:1:1:1", "2:1:1:1:1:1 1:1:1:1:1:1", "1:1:1:1:1:nan", "1:1:1:1:1:1:1"};
	static struct timeseries series;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(bad); i++)
		assert_false(timeseries_parse(&series, text_of(bad[i])));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_buckets_cover_every_value_once),
		cmocka_unit_test(test_percentiles_are_within_one_percent),
		cmocka_unit_test(test_difference_of_snapshots_is_what_came_between),
		cmocka_unit_test(test_histogram_text_keeps_counts_and_edges),
		cmocka_unit_test(test_stddev),
		cmocka_unit_test(test_long_series_keep_the_stall),
		cmocka_unit_test(test_malformed_series_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
