/* Large inputs: results in the middle of noise, lines without end, pieces of any size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/attributes.h"
#include "base/rng.h"
#include "base/strbuf.h"
#include "import/import.h"
#include "import/segment.h"

#define NOISE "The quick brown fox, who read 100 MB/s of prose, was not measured at all.\n"

static void add_noise(struct strbuf *sb, size_t bytes)
{
	for (size_t end = sb->len + bytes; sb->len < end;)
		strbuf_add_string(sb, NOISE);
}

static size_t add_hdparm(struct strbuf *sb, int number)
{
	size_t line = 1;

	for (size_t i = 0; i < sb->len; i++)
		line += sb->ptr[i] == '\n';
	strbuf_printf(sb,
		"Disk %d\n\n/dev/sd%c:\n Timing cached reads: 1722 MB in 2.00 seconds = %d.85 "
		"MB/sec\n"
		" Timing buffered disk reads: 100 MB in  3.00 seconds =  33.%02d MB/sec\n",
		number, 'a' + number, 800 + number, number);
	return line;
}

static void read_page(struct text page, struct dataset **rows, struct import_report *report)
{
	struct import *import = import_new();

	*rows = dataset_new();
	import_text(import, page, &(struct import_options){.source = "x"}, *rows, report, NULL);
	import_free(import);
}

static void test_results_in_noise(void **state)
{
	struct strbuf page = STRBUF_INIT;
	struct import_report report = IMPORT_REPORT_INIT;
	struct dataset *rows;
	size_t lines[12];

	(void)state;
	for (int i = 0; i < 12; i++) {
		/* Near each other, far from each other, and at the very end. */
		add_noise(&page, i % 3 ? (size_t)3 << 20 : 2000);
		lines[i] = add_hdparm(&page, i);
	}
	assert_true(page.len > SEGMENT_WHOLE);
	read_page(strbuf_text(&page), &rows, &report);
	assert_int_equal(dataset_count(rows), 24);
	assert_int_equal(report.run_count, 12);
	for (int i = 0; i < 12; i++) {
		char section[32];

		snprintf(section, sizeof(section), "Disk %d", i);
		assert_int_equal(report.runs[i].first_line, lines[i] + 2);
		assert_int_equal(report.runs[i].last_line, lines[i] + 4);
		assert_string_equal(report.runs[i].section.ptr, section);
	}
	import_report_free(&report);
	dataset_free(rows);
	strbuf_free(&page);
}

/* Results without a pause are handed over in pieces; none is lost or doubled at their edges. */
static void test_many_results(void **state)
{
	struct strbuf page = STRBUF_INIT;
	struct import_report report = IMPORT_REPORT_INIT;
	struct dataset *rows;
	uint32_t runs = 0;

	(void)state;
	while (page.len < SEGMENT_WHOLE + ((size_t)6 << 20)) {
		strbuf_printf(&page,
			"Case %u\n$ dd if=/dev/zero of=/tmp/f%u bs=1M\n%u bytes (1 MB) copied, 1.5 "
			"s, "
			"%.4f MB/s\n\n",
			runs, runs, 1000000 + runs, (1000000 + runs) / 1.5e6);
		runs++;
	}
	read_page(strbuf_text(&page), &rows, &report);
	assert_int_equal(dataset_count(rows), runs);
	assert_int_equal(report.skip_count, 0);
	for (uint32_t i = 0; i < runs; i++) {
		char section[32];
		double size;

		snprintf(section, sizeof(section), "Case %u", i);
		assert_true(dataset_number(rows, i, COL_FILE_SIZE, &size));
		assert_true(size == 1000000 + i);
		assert_string_equal(dataset_text(rows, i, COL_SECTION).ptr, section);
	}
	import_report_free(&report);
	dataset_free(rows);
	strbuf_free(&page);
}

static void test_lines_without_end(void **state)
{
	struct strbuf page = STRBUF_INIT;
	struct import_report report = IMPORT_REPORT_INIT;
	struct dataset *rows;

	(void)state;
	strbuf_add_repeat(&page, 'x', (size_t)40 << 20);
	strbuf_add_char(&page, '\n');
	add_hdparm(&page, 1);
	read_page(strbuf_text(&page), &rows, &report);
	assert_int_equal(dataset_count(rows), 2);
	assert_int_equal(report.line_count, 6);
	assert_int_equal(report.runs[0].first_line, 4);
	import_report_free(&report);
	dataset_free(rows);
	strbuf_free(&page);
}

struct pieces {
	struct strbuf text;
	size_t line; /* that the next piece should have */
	bool in_order;
};

static size_t take_piece(void *context, struct text piece, size_t first_line, bool complete)
{
	struct pieces *pieces = context;
	size_t done = complete ? piece.len : piece.len / 2;

	pieces->in_order &= first_line >= pieces->line;
	pieces->line = first_line;
	strbuf_add_text(&pieces->text, text_make(piece.ptr, done));
	return done;
}

/* However the input is cut into reads, what has probes comes, in order. */
static void test_reads_of_any_size(void **state)
{
	static const struct text probes[] = {{"PROBE 1234", 10}};
	struct pieces pieces = {.in_order = true};
	struct segmenter *segmenter = segmenter_new(probes, FST_COUNT(probes), take_piece, &pieces);
	struct strbuf page = STRBUF_INIT;
	struct rng rng;

	(void)state;
	rng_seed(&rng, 7);
	for (int round = 0; round < 3; round++) {
		size_t found = 0;

		strbuf_clear(&page);
		strbuf_clear(&pieces.text);
		for (int i = 0; i < 60; i++) {
			add_noise(&page, (size_t)rng_below(&rng, 700000));
			strbuf_printf(&page, "probe 1234 %d.\n", i);
		}
		assert_true(page.len > SEGMENT_WHOLE);
		pieces.line = 1;
		segmenter_begin(segmenter);
		for (size_t at = 0; at < page.len;) {
			size_t n = (size_t)rng_below(&rng, round ? 3000000 : 100000) + 1;

			n = n < page.len - at ? n : page.len - at;
			segmenter_push(segmenter, text_make(page.ptr + at, n));
			at += n;
		}
		segmenter_end(segmenter);
		assert_true(pieces.in_order);
		for (int i = 0; i < 60; i++) {
			char probe[32];
			size_t at;

			snprintf(probe, sizeof(probe), "probe 1234 %d.\n", i);
			at = text_find(text_skip(strbuf_text(&pieces.text), found), probe);
			assert_true(at != SIZE_MAX);
			found += at + 1;
		}
	}
	segmenter_free(segmenter);
	strbuf_free(&pieces.text);
	strbuf_free(&page);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_results_in_noise),
		cmocka_unit_test(test_many_results),
		cmocka_unit_test(test_lines_without_end),
		cmocka_unit_test(test_reads_of_any_size),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
