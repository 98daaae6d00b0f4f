/* The tables of columns and words against the vocabulary; rows and their storage. */
#include "../support/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../support/random_rows.h"
#include "base/attributes.h"
#include "model/dataset.h"
#include "model/extra.h"
#include "model/fingerprint.h"
#include "model/jsonl.h"
#include "model/vocabulary.h"

/* The columns in the order of the vocabulary's document: files depend on these names. */
static const char *const column_names[] = {"environment", "section", "run", "started", "tool",
	"tool_version", "test", "direction", "file_size", "record_size", "files", "threads",
	"queue_depth", "engine", "options", "repeat", "bytes_per_s", "ops_per_s", "elapsed_s",
	"cached_before", "cached_after", "device_read_bytes", "device_write_bytes", "steal_percent",
	"spread", "cpu_percent", "lat_min_s", "lat_mean_s", "lat_p50_s", "lat_p95_s", "lat_p99_s",
	"lat_p999_s", "lat_max_s", "lat_stddev_s", "lat_histogram", "series", "status", "reported",
	"source", "note", "host", "hypervisor", "kernel", "cpu", "memory_bytes", "filesystem",
	"mount_options", "device", "device_model", "rotational", "scheduler", "cache_mode",
	"virtual_disk", "clock_source", "clock_cost_s"};

static void test_columns_are_the_vocabulary(void **state)
{
	(void)state;
	assert_int_equal(FST_COUNT(column_names), COLUMN_COUNT_FILE);
	for (int i = 0; i < COLUMN_COUNT_FILE; i++) {
		assert_string_equal(column_table[i].name, column_names[i]);
		assert_int_equal(column_find(text_of(column_names[i])), i);
		assert_int_equal(column_table[i].fact, i >= COL_HOST);
	}
	assert_int_equal(column_find(TEXT("")), COLUMN_COUNT_ALL);
	assert_int_equal(column_find(TEXT("Environment")), COLUMN_COUNT_ALL);
	assert_int_equal(column_find(TEXT("files ")), COLUMN_COUNT_ALL);
}

static void test_names_of_columns_tell_their_units(void **state)
{
	(void)state;
	for (int i = 0; i < COLUMN_COUNT_FILE; i++) {
		struct text name = text_of(column_table[i].name);
		enum column_unit unit = column_table[i].unit;

		if (text_ends(name, "_percent"))
			assert_int_equal(unit, UNIT_PERCENT);
		else if (text_is(name, "bytes_per_s"))
			assert_int_equal(unit, UNIT_BYTES_PER_S);
		else if (text_is(name, "ops_per_s"))
			assert_int_equal(unit, UNIT_PER_S);
		else if (text_ends(name, "_bytes") || text_ends(name, "_size"))
			assert_int_equal(unit, UNIT_BYTES);
		else if (text_ends(name, "_s"))
			assert_int_equal(unit, UNIT_S);
		if (unit != UNIT_NONE)
			assert_int_not_equal(column_table[i].type, COLUMN_TEXT);
	}
}

static const char *const test_names[] = {"write", "rewrite", "read", "reread", "random_read",
	"random_write", "random_mixed", "mixed", "backward_read", "record_rewrite", "stride_read",
	"fwrite", "frewrite", "fread", "freread", "pwrite", "repwrite", "pread", "repread",
	"pwritev", "repwritev", "preadv", "repreadv", "char_write", "char_read", "block_rewrite",
	"seek", "create_seq", "stat_seq", "delete_seq", "create_random", "stat_random",
	"delete_random", "cached_read", "device_read", "copy", "fsync", "upgrade", "command", "cpu",
	"memory_read", "memory_write", "memory", "threads", "mutex", "oltp", "clients", "table"};

static void test_words_are_the_vocabulary(void **state)
{
	(void)state;
	assert_int_equal(FST_COUNT(test_names), TEST_COUNT);
	for (size_t i = 0; i < FST_COUNT(test_names); i++) {
		enum test test = test_find(text_of(test_names[i]));

		assert_int_not_equal(test, TEST_COUNT);
		assert_string_equal(test_table[test].name, test_names[i]);
		assert_true(test_table[test].title[0]);
		assert_true(test_table[test].figure == COL_BYTES_PER_S ||
			    test_table[test].figure == COL_OPS_PER_S ||
			    test_table[test].figure == COL_ELAPSED_S);
	}
	assert_int_equal(test_find(TEXT("Write")), TEST_COUNT);
	for (int i = 0; i < STATUS_COUNT; i++)
		assert_int_equal(row_status_find(text_of(row_status_names[i])), i);
	for (int i = 0; i < DIRECTION_COUNT; i++)
		assert_int_equal(direction_find(text_of(direction_names[i])), i);
	assert_int_equal(row_status_find(TEXT("okay")), STATUS_COUNT);
	assert_int_equal(direction_find(TEXT("")), DIRECTION_COUNT);
}

/* The vocabulary's rule for directions. */
static void test_directions_of_tests(void **state)
{
	static const struct {
		enum test test;
		enum direction direction;
	} cases[] = {{TEST_CACHED_READ, DIRECTION_READ}, {TEST_DEVICE_READ, DIRECTION_READ},
		{TEST_BLOCK_REWRITE, DIRECTION_MIXED}, {TEST_CLIENTS, DIRECTION_MIXED},
		{TEST_UPGRADE, DIRECTION_MIXED}, {TEST_FSYNC, DIRECTION_SYNC},
		{TEST_CREATE_SEQ, DIRECTION_META}, {TEST_STAT_RANDOM, DIRECTION_META},
		{TEST_CPU, DIRECTION_NONE}, {TEST_MEMORY_READ, DIRECTION_NONE},
		{TEST_THREADS, DIRECTION_NONE}, {TEST_MUTEX, DIRECTION_NONE},
		{TEST_OLTP, DIRECTION_NONE}, {TEST_SEEK, DIRECTION_NONE},
		{TEST_COPY, DIRECTION_NONE}, {TEST_COMMAND, DIRECTION_NONE},
		{TEST_TABLE, DIRECTION_NONE}, {TEST_RECORD_REWRITE, DIRECTION_WRITE},
		{TEST_PREADV, DIRECTION_READ}};

	(void)state;
	for (size_t i = 0; i < FST_COUNT(cases); i++)
		assert_int_equal(test_table[cases[i].test].direction, cases[i].direction);
}

static void test_impossible_numbers_are_unknown(void **state)
{
	struct measurement m = {0};

	(void)state;
	measurement_set_number(&m, COL_BYTES_PER_S, 0);
	assert_true(measurement_has(&m, COL_BYTES_PER_S));
	measurement_set_number(&m, COL_BYTES_PER_S, -1);
	assert_false(measurement_has(&m, COL_BYTES_PER_S));
	measurement_set_number(&m, COL_BYTES_PER_S, NAN);
	measurement_set_number(&m, COL_OPS_PER_S, INFINITY);
	measurement_set_text(&m, COL_NOTE, TEXT(""));
	assert_true(m.have == 0);
	assert_true(measurement_number(&m, COL_OPS_PER_S, 7) == 7);
	assert_int_equal(measurement_text(&m, COL_NOTE).len, 0);
}

static void test_parsing_a_column(void **state)
{
	struct measurement m = {0};
	struct fst_error error;

	(void)state;
	assert_int_equal(measurement_parse(&m, COL_FILE_SIZE, TEXT("65536"), &error), FST_OK);
	assert_int_equal(measurement_parse(&m, COL_FILE_SIZE, TEXT("65536.5"), &error), FST_SYNTAX);
	assert_string_equal(error.message, "file_size: expected a whole number, found \"65536.5\"");
	assert_false(measurement_has(&m, COL_FILE_SIZE));
	assert_int_equal(measurement_parse(&m, COL_LAT_MAX_S, TEXT("-1"), &error), FST_SYNTAX);
	assert_int_equal(measurement_parse(&m, COL_LAT_MAX_S, TEXT("nan"), &error), FST_SYNTAX);
	assert_int_equal(measurement_parse(&m, COL_LAT_MAX_S, TEXT(""), &error), FST_OK);
	assert_int_equal(measurement_parse(&m, COL_NOTE, TEXT("nan"), &error), FST_OK);
	assert_true(text_is(measurement_text(&m, COL_NOTE), "nan"));
}

static void test_facts_are_copied(void **state)
{
	struct measurement from = {0}, to = {0};

	(void)state;
	measurement_set_string(&from, COL_KERNEL, "6.1");
	measurement_set_string(&from, COL_TEST, "read");
	measurement_set_number(&from, COL_MEMORY_BYTES, 8);
	measurement_set_string(&to, COL_KERNEL, "5.4");
	measurement_set_string(&to, COL_HOST, "kept");
	measurement_copy_facts(&to, &from);
	assert_true(text_is(measurement_text(&to, COL_KERNEL), "6.1"));
	assert_true(text_is(measurement_text(&to, COL_HOST), "kept"));
	assert_true(measurement_number(&to, COL_MEMORY_BYTES, 0) == 8);
	assert_false(measurement_has(&to, COL_TEST));
}

static void test_a_dataset_gives_back_what_was_added(void **state)
{
	struct dataset *dataset = dataset_new();
	struct strbuf texts = STRBUF_INIT;
	struct measurement m, again;
	struct rng rng;

	(void)state;
	rng_seed(&rng, 8);
	for (uint32_t i = 0; i < 20000; i++) {
		random_row(&rng, RANDOM_BYTES, &texts, &m);
		assert_int_equal(dataset_add(dataset, &m), i);
	}
	assert_int_equal(dataset_count(dataset), 20000);
	rng_seed(&rng, 8);
	for (uint32_t i = 0; i < 20000; i++) {
		random_row(&rng, RANDOM_BYTES, &texts, &m);
		dataset_get(dataset, i, &again);
		assert_true(measurement_equal(&m, &again));
		for (int k = 0; k < COLUMN_COUNT_ALL; k++) {
			enum column column = (enum column)k;
			double number = -1;

			assert_int_equal(
				dataset_has(dataset, i, column), measurement_has(&m, column));
			if (column_table[k].type == COLUMN_TEXT)
				assert_true(text_equal(dataset_text(dataset, i, column),
					measurement_text(&m, column)));
			else
				assert_int_equal(dataset_number(dataset, i, column, &number),
					measurement_has(&m, column));
		}
	}
	strbuf_free(&texts);
	dataset_free(dataset);
}

static void test_equal_texts_have_equal_numbers(void **state)
{
	struct dataset *dataset = dataset_new();
	struct measurement m = {0};

	(void)state;
	for (int i = 0; i < 4; i++) {
		measurement_set_string(&m, COL_ENVIRONMENT, i % 2 ? "a" : "b");
		measurement_set_string(&m, COL_NOTE, i % 2 ? "b" : "a");
		dataset_add(dataset, &m);
	}
	assert_int_equal(dataset_text_id(dataset, 0, COL_ENVIRONMENT),
		dataset_text_id(dataset, 2, COL_ENVIRONMENT));
	assert_int_equal(dataset_text_id(dataset, 0, COL_ENVIRONMENT),
		dataset_text_id(dataset, 1, COL_NOTE));
	assert_int_not_equal(dataset_text_id(dataset, 0, COL_ENVIRONMENT),
		dataset_text_id(dataset, 1, COL_ENVIRONMENT));
	assert_int_equal(dataset_text_id(dataset, 0, COL_RUN), 0);
	dataset_free(dataset);
}

static void test_extras_hold_anything(void **state)
{
	struct strbuf extra = STRBUF_INIT;
	struct text rest, name, value;

	(void)state;
	extra_add(&extra, TEXT("a=b"),
		TEXT("1\x1F"
		     "2"));
	extra_add(&extra, TEXT(""), TEXT("nowhere"));
	extra_add(&extra, TEXT("plain"), TEXT("x=y"));
	rest = strbuf_text(&extra);
	assert_true(extra_next(&rest, &name, &value));
	assert_true(text_is(name, "a\\x3Db") && text_is(value, "1\\x1F2"));
	assert_true(extra_next(&rest, &name, &value));
	assert_true(text_is(name, "plain") && text_is(value, "x=y"));
	assert_false(extra_next(&rest, &name, &value));
	strbuf_free(&extra);
}

static void test_json_says_what_the_row_has(void **state)
{
	struct strbuf line = STRBUF_INIT, extra = STRBUF_INIT;
	struct measurement m = {0};
	struct jsonl object;

	(void)state;
	measurement_set_text(&m, COL_NOTE, TEXT("\"\\\n\x1B\xFF\xE2\x82\xAC"));
	measurement_set_number(&m, COL_BYTES_PER_S, 0.1);
	measurement_set_string(&m, COL_ENVIRONMENT, "x");
	extra_add(&extra, TEXT("a=b"), TEXT("\n"));
	measurement_set_text(&m, COL_EXTRA, strbuf_text(&extra));
	object = jsonl_begin(&line);
	jsonl_add_number(&object, "none", NAN);
	jsonl_add_measurement(&object, &m);
	jsonl_end(&object);
	assert_string_equal(line.ptr,
		"{\"environment\":\"x\",\"bytes_per_s\":0.1,\"note\":\"\\\"\\\\\\u000a\\u001b"
		"\xEF\xBF\xBD\xE2\x82\xAC\",\"a=b\":\"\\u000a\"}\n");
	strbuf_free(&line);
	strbuf_free(&extra);
}

static uint32_t add_row(
	struct dataset *dataset, const char *run, const char *environment, double rate)
{
	struct measurement m = {0};

	measurement_set_string(&m, COL_RUN, run);
	measurement_set_string(&m, COL_ENVIRONMENT, environment);
	measurement_set_string(&m, COL_TEST, "read");
	measurement_set_number(&m, COL_BYTES_PER_S, rate);
	measurement_set_string(&m, COL_SOURCE, run); /* where it was read does not count */
	return dataset_add(dataset, &m);
}

static void test_fingerprints_tell_runs_apart(void **state)
{
	struct dataset *dataset = dataset_new();
	struct fingerprints prints;

	(void)state;
	add_row(dataset, "1", "a", 10);
	add_row(dataset, "1", "a", 20);
	add_row(dataset, "2", "a", 20);
	add_row(dataset, "2", "a", 10); /* another order: the same */
	add_row(dataset, "3", "b", 10);
	add_row(dataset, "3", "b", 20); /* another environment */
	add_row(dataset, "4", "a", 10);
	add_row(dataset, "4", "a", 21); /* another figure */
	add_row(dataset, "5", "a", 10); /* a row less */
	prints = fingerprints_make(dataset);
	assert_int_equal(prints.runs.count, 5);
	assert_true(prints.values[0] == prints.values[1]);
	for (int i = 1; i < 5; i++)
		for (int k = i + 1; k < 5; k++)
			assert_true(prints.values[i] != prints.values[k]);
	assert_int_equal(prints.row_runs[5], 2);
	fingerprints_free(&prints);
	dataset_free(dataset);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_columns_are_the_vocabulary),
		cmocka_unit_test(test_names_of_columns_tell_their_units),
		cmocka_unit_test(test_words_are_the_vocabulary),
		cmocka_unit_test(test_directions_of_tests),
		cmocka_unit_test(test_impossible_numbers_are_unknown),
		cmocka_unit_test(test_parsing_a_column),
		cmocka_unit_test(test_facts_are_copied),
		cmocka_unit_test(test_a_dataset_gives_back_what_was_added),
		cmocka_unit_test(test_equal_texts_have_equal_numbers),
		cmocka_unit_test(test_extras_hold_anything),
		cmocka_unit_test(test_json_says_what_the_row_has),
		cmocka_unit_test(test_fingerprints_tell_runs_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
