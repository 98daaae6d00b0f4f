/* What the screen knows of a run, from the events alone. */
#include "../support/test.h"

#include <math.h>

#include "ui/run_state.h"

static struct run_state *started(struct dataset *dataset)
{
	struct run_state *run = run_state_new();
	struct feed_event begin = {.kind = FEED_BEGIN, .cells = 12, .estimate_s = 30};

	run_state_start(run, NULL, dataset);
	assert_int_equal(run->phase, RUN_STARTING);
	run_state_event(run, &begin, dataset);
	assert_int_equal(run->phase, RUN_RUNNING);
	return run;
}

static void give_cell(struct run_state *run, struct dataset *dataset, uint64_t cell, double t_s)
{
	struct feed_event event = {.kind = FEED_CELL, .cell = cell, .cells = 12, .t_s = t_s};

	event.repeat = 1;
	measurement_set_string(&event.row, COL_ENVIRONMENT, "disk");
	measurement_set_string(&event.row, COL_TEST, "read");
	measurement_set_number(&event.row, COL_RECORD_SIZE, 4096);
	run_state_event(run, &event, dataset);
}

static void give_sample(
	struct run_state *run, struct dataset *dataset, uint64_t cell, double t_s, double rate)
{
	struct feed_event event = {.kind = FEED_SAMPLE, .cell = cell, .t_s = t_s};

	event.sample = (struct feed_sample){.bytes_per_s = rate,
		.ops_per_s = rate,
		.lat_p50_s = -1,
		.lat_p99_s = -1,
		.lat_max_s = -1,
		.progress = t_s / 30,
		.left_s = 30 - t_s};
	run_state_event(run, &event, dataset);
}

static void test_samples_tell_now_and_the_median_of_the_cell(void **state)
{
	struct dataset *dataset = dataset_new();
	struct run_state *run = started(dataset);

	(void)state;
	assert_true(isnan(run_state_now(run, RUN_BYTES)));
	give_cell(run, dataset, 1, 0);
	give_sample(run, dataset, 1, 0.1, 999);
	give_cell(run, dataset, 2, 0.2);
	assert_true(isnan(run_state_now(run, RUN_BYTES)));
	give_sample(run, dataset, 2, 0.3, 10);
	give_sample(run, dataset, 2, 0.4, 30);
	give_sample(run, dataset, 2, 0.5, 20);
	assert_true(run_state_now(run, RUN_BYTES) == 20);
	assert_true(run_state_median(run, RUN_BYTES) == 20);
	assert_true(isnan(run_state_now(run, RUN_P50)));
	assert_true(isnan(run_state_median(run, RUN_P50)));
	run_state_free(run);
	dataset_free(dataset);
}

/* A stall of one sample must survive being drawn in a column with others. */
static void test_columns_keep_the_extremes(void **state)
{
	struct dataset *dataset = dataset_new();
	struct run_state *run = started(dataset);
	struct live_sample columns[4];
	uint64_t total;

	(void)state;
	give_cell(run, dataset, 1, 0);
	give_sample(run, dataset, 1, 0.1, 100);
	give_sample(run, dataset, 1, 1.1, 100);
	give_sample(run, dataset, 1, 1.2, 4);
	give_sample(run, dataset, 1, 1.3, 196);
	total = run_state_columns(run, RUN_BYTES, 1, columns, 4);
	assert_int_equal(total, 2);
	assert_true(columns[0].mean == 100);
	assert_true(columns[1].min == 4);
	assert_true(columns[1].max == 196);
	assert_true(columns[1].mean == 100);
	assert_true(isnan(columns[2].mean));
	run_state_free(run);
	dataset_free(dataset);
}

/* A real tool tells once a second what it did in all of it. */
static void test_a_tools_samples_fill_their_time(void **state)
{
	struct dataset *dataset = dataset_new();
	struct run_state *run = started(dataset);
	struct feed_event begin = {.kind = FEED_BEGIN};
	struct live_sample columns[10];

	(void)state;
	measurement_set_string(&begin.row, COL_TOOL, "sysbench");
	run_state_event(run, &begin, dataset);
	give_cell(run, dataset, 1, 0);
	give_sample(run, dataset, 1, 1.0, 100);
	give_sample(run, dataset, 1, 2.0, 50);
	give_sample(run, dataset, 2, 4.0, 10);
	assert_int_equal(run_state_columns(run, RUN_BYTES, 0.5, columns, 10), 9);
	assert_true(isnan(columns[1].mean)); /* there is none before the first */
	assert_true(columns[2].mean == 100);
	assert_true(columns[3].mean == 50 && columns[4].mean == 50);
	assert_true(isnan(columns[7].mean) && columns[8].mean == 10); /* another cell */
	run_state_free(run);
	dataset_free(dataset);
}

static void test_only_the_latest_columns_fit(void **state)
{
	struct dataset *dataset = dataset_new();
	struct run_state *run = started(dataset);
	struct live_sample columns[3];

	(void)state;
	give_cell(run, dataset, 1, 0);
	for (int i = 0; i < 3 * RUN_SAMPLES; i++)
		give_sample(run, dataset, 1, i * 0.1, i);
	assert_int_equal(run_state_columns(run, RUN_BYTES, 0.1, columns, 3), 3 * RUN_SAMPLES);
	assert_true(columns[2].mean == 3 * RUN_SAMPLES - 1);
	assert_true(columns[0].mean == 3 * RUN_SAMPLES - 3);
	run_state_free(run);
	dataset_free(dataset);
}

static void test_rows_join_the_dataset(void **state)
{
	struct dataset *dataset = dataset_new();
	struct run_state *run = started(dataset);
	struct feed_event event = {.kind = FEED_MEASUREMENT, .cell = 1};

	(void)state;
	measurement_set_string(&event.row, COL_TEST, "read");
	assert_true(run_state_event(run, &event, dataset));
	assert_int_equal(run->row_count, 1);
	assert_int_equal(dataset_count(dataset), 1);
	assert_true(text_is(dataset_text(dataset, run->rows[0], COL_TEST), "read"));
	run_state_free(run);
	dataset_free(dataset);
}

static void test_the_end_says_how_it_went(void **state)
{
	struct dataset *dataset = dataset_new();
	struct run_state *run = started(dataset);
	struct feed_event note = {
		.kind = FEED_NOTE, .level = FEED_WARNING, .text = TEXT("caches were warm")};
	struct feed_event info = {
		.kind = FEED_NOTE, .level = FEED_INFO, .text = TEXT("by the way")};
	struct feed_event end = {
		.kind = FEED_END, .outcome = FEED_STOPPED, .ok = 3, .failed = 1, .skipped = 2};

	(void)state;
	assert_true(run_state_active(run));
	run_state_event(run, &note, dataset);
	run_state_event(run, &info, dataset);
	assert_string_equal(strbuf_string(&run->note), "caches were warm");
	run_state_event(run, &end, dataset);
	assert_false(run_state_active(run));
	assert_int_equal(run->phase, RUN_OVER);
	assert_int_equal(run->outcome, FEED_STOPPED);
	assert_int_equal(run->ok + run->failed + run->skipped, 6);
	run_state_start(run, NULL, dataset);
	assert_int_equal(run->note.len, 0);
	run_state_free(run);
	dataset_free(dataset);
}

/* The reason of a failure stays, whatever the worker says on its way out. */
static void test_a_warning_does_not_hide_an_error(void **state)
{
	struct dataset *dataset = dataset_new();
	struct run_state *run = started(dataset);
	struct feed_event note = {
		.kind = FEED_NOTE, .level = FEED_ERROR, .text = TEXT("/x: no room")};

	(void)state;
	run_state_event(run, &note, dataset);
	note.level = FEED_WARNING;
	note.text = TEXT("Try: fstui run --help");
	run_state_event(run, &note, dataset);
	assert_string_equal(strbuf_string(&run->note), "/x: no room");
	assert_int_equal(run->note_level, FEED_ERROR);
	run_state_free(run);
	dataset_free(dataset);
}

static void test_a_copy_stands_still(void **state)
{
	struct dataset *dataset = dataset_new();
	struct run_state *run = started(dataset);
	struct run_state *copy;

	(void)state;
	give_cell(run, dataset, 1, 0);
	give_sample(run, dataset, 1, 0.1, 7);
	copy = run_state_copy(run);
	give_sample(run, dataset, 1, 0.2, 8);
	assert_true(run_state_now(copy, RUN_BYTES) == 7);
	assert_true(run_state_now(run, RUN_BYTES) == 8);
	run_state_free(run);
	assert_string_equal(strbuf_string(&copy->test), "read");
	run_state_free(copy);
	dataset_free(dataset);
}

static void test_time_left_steps_by_seconds(void **state)
{
	char left[UNITS_SIZE];

	(void)state;
	assert_string_equal(run_state_format_left(left, 0.2), "0:00");
	assert_string_equal(run_state_format_left(left, 7.4), "0:07");
	assert_string_equal(run_state_format_left(left, 112), "1:52");
	assert_string_equal(run_state_format_left(left, 7390), "2:03:10");
}

static void test_dirty_pages_are_read(void **state)
{
	struct dirty_pages pages;

	(void)state;
	assert_true(dirty_pages_parse(TEXT("nr_free 7\nnr_dirty 10\nnr_writeback 2\n"
					   "nr_writeback_temp 9\nnr_dirty_threshold 1000\n"
					   "nr_dirty_background_threshold 500\n"),
		4096, &pages));
	assert_true(pages.dirty_bytes == 12 * 4096 && pages.limit_bytes == 1000 * 4096);
	assert_false(dirty_pages_parse(TEXT("nr_dirty 10\n"), 4096, &pages));
	assert_false(dirty_pages_parse(TEXT("nr_dirty x\nnr_dirty_threshold 5\n"), 4096, &pages));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_samples_tell_now_and_the_median_of_the_cell),
		cmocka_unit_test(test_columns_keep_the_extremes),
		cmocka_unit_test(test_a_tools_samples_fill_their_time),
		cmocka_unit_test(test_only_the_latest_columns_fit),
		cmocka_unit_test(test_rows_join_the_dataset),
		cmocka_unit_test(test_the_end_says_how_it_went),
		cmocka_unit_test(test_a_warning_does_not_hide_an_error),
		cmocka_unit_test(test_dirty_pages_are_read),
		cmocka_unit_test(test_a_copy_stands_still),
		cmocka_unit_test(test_time_left_steps_by_seconds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
