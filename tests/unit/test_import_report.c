/* What an import says and how names are given: options, report, order, repetitions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/attributes.h"
#include "import/import.h"

#define HDPARM(device, rate) \
	device ":\n Timing buffered disk reads: 100 MB in  3.00 seconds =  " rate " MB/sec\n"

struct fixture {
	struct import *import;
	struct dataset *rows;
	struct import_report report;
	struct fst_error error;
};

static int setup(void **state)
{
	static struct fixture fixture;

	fixture = (struct fixture){.import = import_new(), .rows = dataset_new()};
	*state = &fixture;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	import_report_free(&f->report);
	dataset_free(f->rows);
	import_free(f->import);
	return 0;
}

static fst_status read_page(
	struct fixture *f, const char *page, const struct import_options *options)
{
	dataset_free(f->rows);
	f->rows = dataset_new();
	return import_text(f->import, text_of(page), options, f->rows, &f->report, &f->error);
}

static void assert_column(
	const struct fixture *f, uint32_t row, enum column column, const char *expected)
{
	assert_true(row < dataset_count(f->rows));
	assert_string_equal(dataset_text(f->rows, row, column).ptr, expected);
}

static void test_refused(void **state)
{
	struct fixture *f = *state;
	static const char *const pages[] = {"", "\n\n", "Prose about dd and hdparm: 100 MB/s.\n",
		"\001\002\377\376\n", "a,b\nc,d\n"};

	for (size_t i = 0; i < FST_COUNT(pages); i++) {
		assert_int_equal(
			read_page(f, pages[i], &(struct import_options){.source = "x.txt"}),
			FST_UNRECOGNISED);
		assert_int_equal(dataset_count(f->rows), 0);
		assert_string_equal(f->error.file, "x.txt");
		assert_true(f->error.message[0] != '\0');
	}
}

static void test_environment(void **state)
{
	struct fixture *f = *state;
	struct import_options options = {.source = "logs/vm.txt"};
	static const char page[] = HDPARM("/dev/sda", "33.33");
	static const char bare[] =
		" Timing cached reads: 1722 MB in 2.00 seconds = 860.85 MB/sec\n";

	assert_int_equal(read_page(f, page, &options), FST_OK);
	assert_column(f, 0, COL_ENVIRONMENT, "/dev/sda");
	assert_column(f, 0, COL_SOURCE, "vm.txt:2");
	assert_int_equal(read_page(f, bare, &options), FST_OK);
	assert_column(f, 0, COL_ENVIRONMENT, "vm");
	options.name = "forced";
	assert_int_equal(read_page(f, page, &options), FST_OK);
	assert_column(f, 0, COL_ENVIRONMENT, "forced");
	assert_int_equal(read_page(f, bare, &(struct import_options){0}), FST_OK);
	assert_column(f, 0, COL_ENVIRONMENT, "stdin");
}

static void test_names(void **state)
{
	struct fixture *f = *state;
	static const char *const names[] = {"A", "B"};
	struct import_options options = {.source = "x", .names = names, .name_count = 2};

	/* One environment in three sections: the sections are named. */
	assert_int_equal(read_page(f,
				 "Plain\n" HDPARM("/dev/sda", "33.33") "Tools\n" HDPARM("/dev/sda",
					 "34.33") "Native\n" HDPARM("/dev/sda", "35.33"),
				 &options),
		FST_OK);
	assert_column(f, 0, COL_ENVIRONMENT, "A");
	assert_column(f, 1, COL_ENVIRONMENT, "B");
	assert_column(f, 2, COL_ENVIRONMENT, "/dev/sda");
	assert_column(f, 2, COL_SECTION, "Native");
	assert_string_equal(f->report.runs[1].environment.ptr, "B");
	/* Several environments, one section each. */
	assert_int_equal(
		read_page(f, HDPARM("/dev/sda", "33.33") HDPARM("/dev/sdb", "34.33"), &options),
		FST_OK);
	assert_column(f, 0, COL_ENVIRONMENT, "A");
	assert_column(f, 1, COL_ENVIRONMENT, "B");
}

static void test_order_and_repetition(void **state)
{
	struct fixture *f = *state;
	static const char page[] = "1048576 bytes (1.0 MB) copied, 0.006107 s, 172 MB/s\n" HDPARM(
		"/dev/sda", "33.33") "> " HDPARM("/dev/sda", "33.33") HDPARM("/dev/sdb", "33.33");

	assert_int_equal(read_page(f, page, &(struct import_options){.source = "x"}), FST_OK);
	assert_int_equal(dataset_count(f->rows), 3);
	assert_column(f, 0, COL_TOOL, "dd");
	assert_column(f, 1, COL_ENVIRONMENT, "/dev/sda");
	assert_column(f, 2, COL_ENVIRONMENT, "/dev/sdb");
	assert_true(dataset_text_id(f->rows, 1, COL_RUN) != dataset_text_id(f->rows, 2, COL_RUN));
	assert_int_equal(f->report.skip_count, 1);
	assert_string_equal(f->report.skips[0].reason.ptr, "repeats the run in line 2");
}

/* Last rule of the vocabulary: more than 200 GB/s for each thread cannot be. */
static void test_impossible_speed(void **state)
{
	struct fixture *f = *state;
	/* dd says so itself, so that its figures do not contradict each other. */
	static const char fast[] = "1000000000000 bytes (1.0 TB) copied, 4 s, 250 GB/s\n";
	static const char just[] = "1000000000000 bytes (1.0 TB) copied, 5 s, 200 GB/s\n";
	/* Of 8 threads together 300 GB/s are possible; the reason joins the job's name. */
	static const char threads[] = "j: (g=0): rw=read, bs=1M-1M, ioengine=psync, iodepth=1\n"
				      "fio-3.33\nj: (groupid=0, jobs=8): err= 0: pid=1: Mon\n"
				      "  read: IOPS=286k, BW=279GiB/s (300GB/s)(279GiB/1000msec)\n";
	static const char alone[] = "j: (g=0): rw=read, bs=1M-1M, ioengine=psync, iodepth=1\n"
				    "fio-3.33\nj: (groupid=0, jobs=1): err= 0: pid=1: Mon\n"
				    "  read: IOPS=286k, BW=279GiB/s (300GB/s)(279GiB/1000msec)\n";

	assert_int_equal(read_page(f, fast, &(struct import_options){0}), FST_OK);
	assert_column(f, 0, COL_STATUS, "doubtful");
	assert_column(f, 0, COL_NOTE, "more than 200 GB/s for each thread");
	assert_int_equal(read_page(f, just, &(struct import_options){0}), FST_OK);
	assert_column(f, 0, COL_STATUS, "ok");
	assert_int_equal(read_page(f, threads, &(struct import_options){0}), FST_OK);
	assert_column(f, 0, COL_STATUS, "ok");
	assert_int_equal(read_page(f, alone, &(struct import_options){0}), FST_OK);
	assert_column(f, 0, COL_STATUS, "doubtful");
	assert_column(f, 0, COL_NOTE, "job j; more than 200 GB/s for each thread");
}

static void test_report_text(void **state)
{
	struct fixture *f = *state;
	struct strbuf sb = STRBUF_INIT;

	assert_int_equal(read_page(f,
				 "Title \x1B[2J\xE2\x80\xAE!\n> " HDPARM(
					 "/dev/sda", "33.33") " Timing cached reads: ~90 MB/s\n",
				 &(struct import_options){.source = "a\nb"}),
		FST_OK);
	import_report_render(&f->report, &sb);
	assert_non_null(strstr(strbuf_string(&sb), "a\\nb: 1 row from 1 run in 4 lines\n"));
	assert_non_null(strstr(strbuf_string(&sb), "found    lines 2-3: hdparm, 1 row"));
	assert_non_null(strstr(strbuf_string(&sb), "left out line 4: hdparm: "));
	assert_non_null(strstr(strbuf_string(&sb), "mended   quote marks"));
	for (size_t i = 0; i < sb.len; i++)
		assert_true(sb.ptr[i] == '\n' || (unsigned char)sb.ptr[i] >= 0x20);
	strbuf_clear(&sb);
	import_report_render_jsonl(&f->report, &sb);
	assert_non_null(strstr(strbuf_string(&sb), "\"kind\":\"recognised\""));
	assert_non_null(strstr(strbuf_string(&sb), "\"kind\":\"skipped\""));
	assert_non_null(strstr(strbuf_string(&sb), "\"kind\":\"repaired\""));
	strbuf_free(&sb);
}

/* Reports of logs with thousands of repetitions stay readable; nothing goes uncounted. */
static void test_repetitions_are_counted(void **state)
{
	struct fixture *f = *state;
	struct strbuf page = STRBUF_INIT, sb = STRBUF_INIT;
	size_t lines = 0;

	for (int i = 0; i < 2000; i++)
		strbuf_add_string(&page, HDPARM("/dev/sda", "33.33"));
	assert_int_equal(
		read_page(f, strbuf_string(&page), &(struct import_options){.source = "x"}),
		FST_OK);
	assert_int_equal(dataset_count(f->rows), 1);
	import_report_render(&f->report, &sb);
	for (size_t i = 0; i < sb.len; i++)
		lines += sb.ptr[i] == '\n';
	assert_int_equal(lines, 6);
	assert_non_null(strstr(
		strbuf_string(&sb), "  left out lines 3-4: hdparm: repeats the run in line 1\n"));
	assert_non_null(strstr(strbuf_string(&sb),
		"  left out 1996 more like that in line 3, the last in line 4000\n"));
	strbuf_clear(&sb);
	import_report_render_jsonl(&f->report, &sb);
	assert_non_null(strstr(strbuf_string(&sb), "\"count\":1899,"));
	strbuf_free(&sb);
	strbuf_free(&page);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(test_environment, setup, teardown),
		cmocka_unit_test_setup_teardown(test_names, setup, teardown),
		cmocka_unit_test_setup_teardown(test_order_and_repetition, setup, teardown),
		cmocka_unit_test_setup_teardown(test_impossible_speed, setup, teardown),
		cmocka_unit_test_setup_teardown(test_report_text, setup, teardown),
		cmocka_unit_test_setup_teardown(test_repetitions_are_counted, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
