/* Rows to CSV or JSON Lines and back; what other hands do to such files. */
#include "../support/test.h"

#include <stdio.h>
#include <stdlib.h>

#include "../support/random_rows.h"
#include "base/attributes.h"
#include "base/utf8.h"
#include "model/extra.h"
#include "model/jsonl.h"
#include "store/csv.h"
#include "store/result.h"

/* The unknown columns may come back in another order. */
static bool same_extras(struct text a, struct text b)
{
	struct text rest = a, name, value, other_name, other_value;

	if (a.len != b.len)
		return false;
	while (extra_next(&rest, &name, &value)) {
		struct text others = b;
		bool found = false;

		while (!found && extra_next(&others, &other_name, &other_value))
			found = text_equal(name, other_name) && text_equal(value, other_value);
		if (!found)
			return false;
	}
	return true;
}

static void assert_same_rows(const struct dataset *a, const struct dataset *b)
{
	assert_int_equal(dataset_count(a), dataset_count(b));
	for (uint32_t row = 0; row < dataset_count(a); row++) {
		struct measurement x, y;

		dataset_get(a, row, &x);
		dataset_get(b, row, &y);
		assert_true(same_extras(
			measurement_text(&x, COL_EXTRA), measurement_text(&y, COL_EXTRA)));
		measurement_clear(&x, COL_EXTRA);
		measurement_clear(&y, COL_EXTRA);
		assert_true(measurement_equal(&x, &y));
	}
}

static struct dataset *random_rows(uint64_t seed, enum random_texts kind, int count)
{
	struct dataset *dataset = dataset_new();
	struct strbuf texts = STRBUF_INIT;
	struct measurement m;
	struct rng rng;

	rng_seed(&rng, seed);
	for (int i = 0; i < count; i++) {
		random_row(&rng, kind, &texts, &m);
		dataset_add(dataset, &m);
	}
	strbuf_free(&texts);
	return dataset;
}

static struct dataset *read_back(const struct strbuf *text)
{
	struct dataset *dataset = dataset_new();
	struct result_warnings warnings = {0};

	assert_int_equal(
		result_read_text(strbuf_text(text), "text", dataset, &warnings, NULL), FST_OK);
	assert_int_equal(warnings.count, 0);
	return dataset;
}

static int round_trips(void)
{
	return test_is_long() ? 1000000 : 10000;
}

static void test_csv_round_trip(void **state)
{
	struct dataset *rows = random_rows(9, RANDOM_BYTES, round_trips()), *again;
	struct strbuf text = STRBUF_INIT;

	(void)state;
	result_render(rows, 0, &text);
	assert_true(utf8_valid(strbuf_text(&text)));
	assert_true(result_recognise(strbuf_text(&text)));
	again = read_back(&text);
	assert_same_rows(rows, again);
	dataset_free(again);
	dataset_free(rows);
	strbuf_free(&text);
}

/* One line a row: what a row holds cannot look like another row. */
static void test_a_row_is_a_line(void **state)
{
	struct dataset *rows = random_rows(10, RANDOM_BYTES, 2000);
	struct strbuf text = STRBUF_INIT;
	size_t lines = 0;

	(void)state;
	result_render(rows, 0, &text);
	for (size_t i = 0; i < text.len; i++) {
		assert_true(text.ptr[i] == '\n' || (unsigned char)text.ptr[i] >= 0x20);
		lines += text.ptr[i] == '\n';
	}
	assert_int_equal(lines, 2001);
	dataset_free(rows);
	strbuf_free(&text);
}

/* Without knowing what comes, a writer puts a header wherever a new column appears. */
static void test_csv_row_by_row(void **state)
{
	struct dataset *rows = random_rows(11, RANDOM_BYTES, 200), *again;
	struct csv_writer writer = CSV_WRITER_INIT;
	struct strbuf text = STRBUF_INIT;
	struct measurement m;

	(void)state;
	for (uint32_t row = 0; row < dataset_count(rows); row++) {
		dataset_get(rows, row, &m);
		csv_writer_add_row(&writer, &text, &m);
	}
	again = read_back(&text);
	assert_same_rows(rows, again);
	csv_writer_free(&writer);
	dataset_free(again);
	dataset_free(rows);
	strbuf_free(&text);
}

static void add_json_lines(const struct dataset *rows, struct strbuf *text)
{
	struct measurement m;

	for (uint32_t row = 0; row < dataset_count(rows); row++) {
		struct jsonl object = jsonl_begin(text);

		dataset_get(rows, row, &m);
		jsonl_add_measurement(&object, &m);
		jsonl_end(&object);
	}
}

static void test_json_round_trip(void **state)
{
	struct dataset *rows = random_rows(12, RANDOM_CHARACTERS, round_trips()), *again;
	struct strbuf text = STRBUF_INIT;
	struct measurement first = {0};

	(void)state;
	measurement_set_string(&first, COL_ENVIRONMENT, "x");
	measurement_set_string(&first, COL_TEST, "read");
	again = dataset_new();
	dataset_add(again, &first); /* what tells that this is a result */
	add_json_lines(again, &text);
	dataset_free(again);
	add_json_lines(rows, &text);
	assert_true(result_recognise(strbuf_text(&text)));
	again = read_back(&text);
	assert_int_equal(dataset_count(again), dataset_count(rows) + 1);
	dataset_free(again);

	strbuf_clear(&text);
	add_json_lines(rows, &text);
	again = dataset_new();
	if (result_recognise(strbuf_text(&text))) {
		dataset_free(again);
		again = read_back(&text);
		assert_same_rows(rows, again);
	}
	dataset_free(again);
	dataset_free(rows);
	strbuf_free(&text);
}

struct heard {
	size_t count;
	size_t line;
	char last[1200];
};

static void hear(void *context, const struct fst_error *warning)
{
	struct heard *heard = context;

	heard->count++;
	heard->line = warning->line;
	fst_error_format(warning, heard->last, sizeof(heard->last));
}

/* Read @text; returns the rows and what was heard. */
static struct dataset *read_text(const char *text, struct heard *heard)
{
	struct dataset *dataset = dataset_new();
	struct result_warnings warnings = {.warn = hear, .context = heard};

	*heard = (struct heard){0};
	assert_int_equal(
		result_read_text(text_of(text), "f.csv", dataset, &warnings, NULL), FST_OK);
	assert_int_equal(warnings.count, heard->count);
	return dataset;
}

static void test_a_bad_number_leaves_its_row_out(void **state)
{
	struct heard heard;
	struct dataset *rows = read_text("environment,test,bytes_per_s\n"
					 "a,read,1\n"
					 "a,read,fast\n"
					 "a,read,3\n",
		&heard);

	(void)state;
	assert_int_equal(dataset_count(rows), 2);
	assert_int_equal(heard.count, 1);
	assert_string_equal(heard.last, "f.csv:3: bytes_per_s: expected a number, found \"fast\"");
	dataset_free(rows);
}

static void test_a_torn_last_line_is_dropped(void **state)
{
	struct heard heard;
	struct dataset *rows = read_text("environment,test,bytes_per_s\n"
					 "a,read,100\n"
					 "a,read,10",
		&heard);

	(void)state;
	assert_int_equal(dataset_count(rows), 1);
	assert_int_equal(heard.count, 1);
	assert_int_equal(heard.line, 3);
	assert_non_null(strstr(heard.last, "torn"));
	dataset_free(rows);
}

static void test_concatenated_files_with_other_columns(void **state)
{
	struct heard heard;
	struct dataset *rows = read_text("environment,test,bytes_per_s\n"
					 "a,read,100\n"
					 "environment,test,bytes_per_s\n"
					 "a,write,200\n"
					 "test,color,environment\r\n"
					 "seek,\"dark, blue\",b\r\n"
					 "\r\n"
					 "seek,\"a \"\"red\"\" one\",b\r\n",
		&heard);

	(void)state;
	assert_int_equal(heard.count, 0);
	assert_int_equal(dataset_count(rows), 4);
	assert_true(text_is(dataset_text(rows, 1, COL_TEST), "write"));
	assert_true(text_is(dataset_text(rows, 2, COL_ENVIRONMENT), "b"));
	assert_true(text_is(dataset_text(rows, 2, COL_EXTRA), "color=dark, blue"));
	assert_true(text_is(dataset_text(rows, 3, COL_EXTRA), "color=a \"red\" one"));
	assert_false(dataset_has(rows, 2, COL_BYTES_PER_S));
	dataset_free(rows);
}

static void test_damage_stays_in_its_line(void **state)
{
	static const char *const damaged[] = {
		"\"a,read,1,x", /* a quote that nothing closes */
		"a,\"re\"ad,1,x",
		"a,re\"ad,1,x",
		"a,read,1",
		"a,read,1,x,y",
		"\"",
	};
	char text[200];
	struct heard heard;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(damaged); i++) {
		struct dataset *rows;

		snprintf(text, sizeof(text),
			"environment,test,bytes_per_s,note\na,read,1,\"b\"\"c\"\n%s\na,read,2,"
			"\"d\"\"\"\n",
			damaged[i]);
		rows = read_text(text, &heard);
		assert_int_equal(dataset_count(rows), 2);
		assert_true(text_is(dataset_text(rows, 0, COL_NOTE), "b\"c"));
		assert_true(text_is(dataset_text(rows, 1, COL_NOTE), "d\""));
		assert_int_equal(heard.count, 1);
		assert_int_equal(heard.line, 3);
		dataset_free(rows);
	}
}

static void test_what_is_no_result_is_refused(void **state)
{
	static const char *const foreign[] = {"Version 1.97 ------Sequential Output------\n",
		"name,size\nx,1\n", "environment\nx\n", "{\"jobs\": []}\n", "{\n", "test,\n",
		"\n\n\x7F\x45LF", "environment;test\n"};
	struct dataset *rows = dataset_new();
	struct fst_error error;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(foreign); i++) {
		assert_false(result_recognise(text_of(foreign[i])));
		if (!strchr(foreign[i], '\n') || foreign[i][strlen(foreign[i]) - 1] != '\n')
			continue;
		assert_int_equal(result_read_text(text_of(foreign[i]), "f", rows, NULL, &error),
			FST_UNRECOGNISED);
	}
	assert_int_equal(dataset_count(rows), 0);
	assert_int_equal(result_read_text(TEXT(""), "f", rows, NULL, &error), FST_OK);
	dataset_free(rows);
}

static void test_a_byte_order_mark_is_no_part_of_the_header(void **state)
{
	struct heard heard;
	struct dataset *rows = read_text("\xEF\xBB\xBF"
					 "environment,test\nx,read\n",
		&heard);

	(void)state;
	assert_int_equal(dataset_count(rows), 1);
	assert_true(text_is(dataset_text(rows, 0, COL_ENVIRONMENT), "x"));
	dataset_free(rows);
}

static void test_json_of_the_wrong_kind_is_told(void **state)
{
	struct heard heard;
	struct dataset *rows = read_text(
		"{\"environment\":\"x\",\"test\":\"read\",\"bytes_per_s\":1,\"files\":null}\n"
		"\n"
		"{\"environment\":\"x\",\"bytes_per_s\":\"fast\"}\n"
		"{\"environment\":\"x\",\"bytes_per_s\":-1}\n"
		"{\"environment\":5}\n"
		"[1]\n"
		"{\"environment\":\n"
		"{\"environment\":\"y\",\"bytes_per_s\":2e0,\"mine\":[1,{\"a\":true}]}\n",
		&heard);

	(void)state;
	assert_int_equal(dataset_count(rows), 2);
	assert_int_equal(heard.count, 5);
	assert_int_equal(heard.line, 7);
	assert_true(text_is(dataset_text(rows, 1, COL_EXTRA), "mine=[1.0,{\"a\":true}]"));
	dataset_free(rows);
}

static void test_a_line_without_end_takes_no_memory_without_end(void **state)
{
	struct strbuf text = STRBUF_INIT;
	struct heard heard;
	struct dataset *rows;

	(void)state;
	strbuf_add_string(&text, "environment,test\na,read\nb,");
	strbuf_add_repeat(&text, 'x', 40 << 20);
	strbuf_add_string(&text, "\nc,read\n");
	rows = read_text(text.ptr, &heard);
	assert_int_equal(dataset_count(rows), 2);
	assert_int_equal(heard.count, 1);
	assert_int_equal(heard.line, 3);
	assert_true(text_is(dataset_text(rows, 1, COL_ENVIRONMENT), "c"));
	assert_true(dataset_bytes(rows) < 4 << 20);
	dataset_free(rows);
	strbuf_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_csv_round_trip),
		cmocka_unit_test(test_a_row_is_a_line),
		cmocka_unit_test(test_csv_row_by_row),
		cmocka_unit_test(test_json_round_trip),
		cmocka_unit_test(test_a_bad_number_leaves_its_row_out),
		cmocka_unit_test(test_a_torn_last_line_is_dropped),
		cmocka_unit_test(test_concatenated_files_with_other_columns),
		cmocka_unit_test(test_damage_stays_in_its_line),
		cmocka_unit_test(test_what_is_no_result_is_refused),
		cmocka_unit_test(test_a_byte_order_mark_is_no_part_of_the_header),
		cmocka_unit_test(test_json_of_the_wrong_kind_is_told),
		cmocka_unit_test(test_a_line_without_end_takes_no_memory_without_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
