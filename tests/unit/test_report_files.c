/* Reports: which files they make, and what their charts hold. */
#include "../support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../support/sweep_rows.h"
#include "report/markup.h"
#include "report/report.h"

static void add_row(struct dataset *dataset, const char *environment, double record)
{
	struct measurement m = {0};

	measurement_set_string(&m, COL_ENVIRONMENT, environment);
	measurement_set_string(&m, COL_TEST, "write");
	measurement_set_string(&m, COL_STATUS, "ok");
	measurement_set_number(&m, COL_FILE_SIZE, 65536);
	measurement_set_number(&m, COL_RECORD_SIZE, record);
	measurement_set_number(&m, COL_BYTES_PER_S, 1e6);
	dataset_add(dataset, &m);
}

static char **plan(
	const struct dataset *dataset, const char *format, const char *path, size_t *count)
{
	struct report report;
	char **files;

	report_open(&report, dataset, false);
	files = report_plan_files(report_format_named(format), &report, path, count);
	report_close(&report);
	return files;
}

static void free_files(char **files, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(files[i]);
	free(files);
}

static void test_one_part_is_the_file_itself(void **state)
{
	struct dataset *dataset = dataset_new();
	size_t count;
	char **files;

	(void)state;
	add_row(dataset, "../only", 4096);
	files = plan(dataset, "xls", "folder.d/out.xls", &count);
	assert_int_equal(count, 1);
	assert_string_equal(files[0], "folder.d/out.xls");
	free_files(files, count);
	dataset_free(dataset);
}

static void test_parts_stay_in_their_folder_and_are_unlike(void **state)
{
	static const char *const names[] = {"../../etc/passwd", ".._..etc_passwd", "", "x y", "X_Y",
		"-rf", "\x1B[31m", "very long very long very long very long very long very long 1",
		"very long very long very long very long very long very long 2"};
	struct dataset *dataset = dataset_new();
	size_t count;
	char **files;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(names); i++)
		add_row(dataset, names[i], 4096);
	files = plan(dataset, "iozone", "a.b/out.txt", &count);
	assert_int_equal(count, FST_COUNT(names));
	for (size_t i = 0; i < count; i++) {
		assert_memory_equal(files[i], "a.b/out-", 8);
		assert_null(strchr(files[i] + 4, '/'));
		assert_string_equal(files[i] + strlen(files[i]) - 4, ".txt");
		for (const char *c = files[i]; *c; c++)
			assert_true(*c > ' ' && *c < 127);
		for (size_t j = 0; j < i; j++)
			assert_int_not_equal(strcasecmp(files[i], files[j]), 0);
	}
	free_files(files, count);
	dataset_free(dataset);
}

static void test_no_part_no_file(void **state)
{
	struct dataset *dataset = dataset_new();
	size_t count;

	(void)state;
	assert_null(plan(dataset, "svg", "x.svg", &count));
	assert_int_equal(count, 0);
	dataset_free(dataset);
}

static void test_formats_are_found_by_suffix(void **state)
{
	(void)state;
	assert_string_equal(report_format_of_file("a/b.HTML")->name, "html");
	assert_string_equal(report_format_of_file("x.txt")->name, "iozone");
	assert_null(report_format_of_file("a.html/b"));
	assert_null(report_format_of_file(".html"));
	assert_null(report_format_of_file("html"));
}

static void test_a_place_without_a_value_says_why(void **state)
{
	struct dataset *dataset = sweep_rows();
	struct report report;
	bool seen[HEAT_FAILED + 1] = {false};

	(void)state;
	report_open(&report, dataset, false);
	assert_true(report.charts.count > 0);
	for (size_t i = 0; i < report.charts.count; i++) {
		const struct curves *curves = report.charts.items[i];

		for (size_t c = 0; c < curves->curve_count; c++)
			for (size_t r = 0; r < curves->record_count; r++) {
				struct heat_cell cell = curves->curves[c].cells[r];
				bool valued = cell.state == HEAT_VALUE ||
					      cell.state == HEAT_DOUBTFUL;

				seen[cell.state] = true;
				assert_int_equal(valued, !isnan(cell.value));
			}
	}
	assert_true(seen[HEAT_VALUE] && seen[HEAT_DOUBTFUL] && seen[HEAT_FAILED]);
	report_close(&report);
	dataset_free(dataset);
}

static struct strbuf escape(void (*add)(struct strbuf *, struct text), struct text text)
{
	struct strbuf out = STRBUF_INIT;

	add(&out, text);
	return out;
}

static void check_escape(
	void (*add)(struct strbuf *, struct text), struct text text, const char *expected)
{
	struct strbuf out = escape(add, text);

	assert_string_equal(strbuf_string(&out), expected);
	strbuf_free(&out);
}

static void test_texts_are_no_markup(void **state)
{
	(void)state;
	check_escape(markup_add_xml, TEXT("<a href=\"x\">&\n\x1B\xFF</a>"),
		"&lt;a href=&quot;x&quot;&gt;&amp;\\n\\x1B\\xFF&lt;/a&gt;");
	check_escape(markup_add_markdown, TEXT("a|b\n<i>*_`&"), "a\\|b\\\\n&lt;i\\>\\*\\_\\`&amp;");
	check_escape(markup_add_spreadsheet, TEXT("=1+1"), "'=1+1");
	check_escape(markup_add_spreadsheet, TEXT("@x"), "'@x");
	check_escape(markup_add_spreadsheet, TEXT("a=1"), "a=1");
	check_escape(markup_add_spreadsheet, TEXT(""), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_part_is_the_file_itself),
		cmocka_unit_test(test_parts_stay_in_their_folder_and_are_unlike),
		cmocka_unit_test(test_no_part_no_file),
		cmocka_unit_test(test_formats_are_found_by_suffix),
		cmocka_unit_test(test_a_place_without_a_value_says_why),
		cmocka_unit_test(test_texts_are_no_markup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
