/* Whole screens after keys, cell by cell, and every view at every size. */
#include "../support/golden.h"
#include "../support/sweep_rows.h"
#include "../support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fileio.h"
#include "base/utf8.h"
#include "ui/app.h"
#include "ui/preview.h"
#include "ui/run_view.h"

static struct app *open_app(int columns, int rows, enum glyph_set glyphs, struct dataset *dataset)
{
	struct app *app = app_new(&clock_system, columns, rows, glyphs, glyphs != GLYPHS_ASCII);

	app_open_dataset(app, dataset);
	return app;
}

static void press(struct app *app, const char *keys)
{
	struct text rest = text_of(keys), name;

	while (text_next_word(&rest, &name)) {
		struct key key;

		assert_true(key_parse(name, &key));
		app_key(app, key);
	}
}

/* Rows of imported logs: the articles that come with the tests. */
static struct dataset *imported(const char *file)
{
	struct dataset *dataset = dataset_new();
	struct import *import = import_new();
	struct import_options options = {.source = "log.txt"};
	struct strbuf text = STRBUF_INIT;
	char *path = test_source_path(file);

	assert_int_equal(fileio_read(path, SIZE_MAX, &text, NULL), FST_OK);
	assert_int_equal(
		import_text(import, strbuf_text(&text), &options, dataset, NULL, NULL), FST_OK);
	strbuf_free(&text);
	free(path);
	import_free(import);
	return dataset;
}

static const char bonnie_log[] = "tests/corpus/articles/001_15d28cfa0fc96df2.txt";

enum rows { SWEEP, BONNIE, NOTHING };

static struct dataset *make_rows(enum rows rows)
{
	switch (rows) {
	case SWEEP:
		return sweep_rows();
	case BONNIE:
		return imported(bonnie_log);
	default:
		return dataset_new();
	}
}

static const struct screen {
	const char *name;
	enum rows rows;
	const char *keys;
} screens[] = {
	{"library", SWEEP, ""},
	{"library-marked", SWEEP, "Down Space b"},
	{"library-bonnie", BONNIE, "G"},
	{"library-empty", NOTHING, ""},
	{"sizes", SWEEP, "2"},
	{"sizes-step", SWEEP, "2 Right Right [ . Down"},
	{"sizes-baseline", SWEEP, "2 Down b Up"},
	{"sizes-failed", SWEEP, "2 , , Down G { { { {"},
	{"sizes-skipped", SWEEP, "2 g"},
	{"sizes-latency", SWEEP, "2 m m m s"},
	{"sizes-bars", SWEEP, "2 v"},
	{"sizes-table", SWEEP, "2 v v"},
	{"sizes-bonnie", BONNIE, "2 j"},
	{"sizes-bonnie-nosize", BONNIE, "2 . . . . . m"},
	{"sizes-empty", NOTHING, "2"},
	{"surface", SWEEP, "3"},
	{"surface-shades", SWEEP, "3 v > Down"},
	{"surface-ratios", SWEEP, "3 % > ]"},
	{"surface-bonnie", BONNIE, "3"},
	{"compare", SWEEP, "4 Down"},
	{"compare-lines", SWEEP, "4 v Right s"},
	{"compare-sums", SWEEP, "4 v v %"},
	{"compare-bonnie", BONNIE, "4 Right Down"},
	{"latency", SWEEP, "5 Down"},
	{"latency-histogram", SWEEP, "5 v >"},
	{"latency-time", SWEEP, "5 v v Down"},
	{"latency-bonnie", BONNIE, "5 j"},
	{"findings", SWEEP, "6 Down"},
	{"findings-open", SWEEP, "6 Enter"},
	{"findings-bonnie", BONNIE, "6 Down Down"},
	{"run-form", SWEEP, "7 j l j"},
	{"run-form-wrong", SWEEP, "7 j l j Enter x Enter"},
	{"help", SWEEP, "2 ? C-d"},
	{"ask-file", SWEEP, "i a b"},
};

static const struct {
	int columns, rows;
} sizes[] = {{80, 24}, {40, 10}, {200, 50}};

static void check_screen(const struct screen *screen, int columns, int rows, enum glyph_set glyphs)
{
	struct app *app = open_app(columns, rows, glyphs, make_rows(screen->rows));
	char name[96];

	press(app, screen->keys);
	app_draw(app);
	snprintf(name, sizeof(name), "screen-%s-%dx%d-%s", screen->name, columns, rows,
		glyphs_get(glyphs)->name);
	golden_check_canvas(name, app->canvas, true);
	app_free(app);
}

static void test_screens_are_as_they_were(void **state)
{
	(void)state;
	for (size_t i = 0; i < FST_COUNT(screens); i++)
		for (size_t s = 0; s < FST_COUNT(sizes); s++)
			check_screen(&screens[i], sizes[s].columns, sizes[s].rows,
				s == 1 ? GLYPHS_BLOCK : GLYPHS_BRAILLE);
}

static void test_screens_in_ascii_are_as_they_were(void **state)
{
	(void)state;
	for (size_t i = 0; i < FST_COUNT(screens); i++)
		check_screen(&screens[i], 80, 24, GLYPHS_ASCII);
}

static void test_the_preview_is_as_it_was(void **state)
{
	struct app *app = open_app(80, 24, GLYPHS_BRAILLE, dataset_new());
	struct strbuf text = STRBUF_INIT;
	char *path = test_source_path(bonnie_log);

	(void)state;
	assert_int_equal(fileio_read(path, SIZE_MAX, &text, NULL), FST_OK);
	app_paste(app, strbuf_text(&text), false);
	press(app, "Down d R C-u N e w Enter");
	app_draw(app);
	golden_check_canvas("screen-preview-80x24-braille", app->canvas, true);
	strbuf_free(&text);
	free(path);
	app_free(app);
}

/* Whether the cells hold nothing that a terminal would act on, and only ASCII where that is asked.
 */
static void check_cells(const struct canvas *canvas, bool ascii)
{
	struct strbuf text = STRBUF_INIT;

	canvas_dump_text(canvas, &text);
	for (size_t i = 0; i < text.len; i++) {
		unsigned char byte = (unsigned char)text.ptr[i];

		assert_true(byte == '\n' || (byte >= 0x20 && byte != 0x7F));
		assert_true(!ascii || byte < 0x80);
	}
	assert_true(utf8_valid(strbuf_text(&text)));
	strbuf_free(&text);
}

static bool shows(const struct app *app, const char *words)
{
	struct strbuf text = STRBUF_INIT;
	bool found;

	canvas_dump_text(app->canvas, &text);
	found = text_contains(strbuf_text(&text), words);
	strbuf_free(&text);
	return found;
}

static void check_all_sizes(struct app *app, int step, bool ascii)
{
	for (int rows = 1; rows <= 60; rows += rows < 12 ? 1 : step)
		for (int columns = 1; columns <= 210; columns += columns < 45 ? 1 : 7 * step) {
			canvas_resize(app->canvas, columns, rows);
			app_draw(app);
			check_cells(app->canvas, ascii);
			if (columns >= 30 && rows >= 6)
				assert_true(shows(app, "? help  q "));
		}
	canvas_resize(app->canvas, 500, 200);
	app_draw(app);
	check_cells(app->canvas, ascii);
}

static void tell(struct app *app, const struct feed_event *event)
{
	run_state_event(app->run, event, app->browse->dataset);
}

/* A run of two cells in turns, watched for @seconds; the first is finished. */
static void play_run(struct app *app, int seconds)
{
	struct feed_event begin = {.kind = FEED_BEGIN, .cells = 12, .estimate_s = 60};
	struct feed_event cell = {.kind = FEED_CELL, .cell = 2, .cells = 12, .repeat = 3};
	struct feed_event row = {.kind = FEED_MEASUREMENT, .cell = 1};
	struct feed_event note = {.kind = FEED_NOTE,
		.level = FEED_WARNING,
		.text = TEXT("the file fits into memory: reads come from the page cache")};

	run_state_start(app->run, NULL, app->browse->dataset);
	run_view_begin(app);
	tell(app, &begin);
	dataset_get(app->browse->dataset, 5, &row.row);
	measurement_set_string(&row.row, COL_ENVIRONMENT, "new disk");
	measurement_set_number(&row.row, COL_BYTES_PER_S, 1.5e9);
	tell(app, &row);
	measurement_set_string(&cell.row, COL_ENVIRONMENT, "new disk");
	measurement_set_string(&cell.row, COL_TEST, "random_read");
	measurement_set_number(&cell.row, COL_FILE_SIZE, 0x1p26);
	measurement_set_number(&cell.row, COL_RECORD_SIZE, 0x1p14);
	tell(app, &cell);
	for (int i = 1; i <= seconds * 10; i++) {
		double wave = 1 + (i * 7919 % 100) / 400.0;
		struct feed_event sample = {.kind = FEED_SAMPLE, .cell = 2, .t_s = i * 0.1};

		sample.sample = (struct feed_sample){.bytes_per_s = i % 97 ? 9e7 * wave : 2e6,
			.ops_per_s = 5500 * wave,
			.lat_p50_s = 176e-6 / wave,
			.lat_p99_s = 240e-6 * wave,
			.lat_max_s = i % 97 ? 1.9e-3 : 12e-3,
			.progress = i / 600.0,
			.left_s = 60 - i * 0.1};
		tell(app, &sample);
	}
	tell(app, &note);
	app_show(app, VIEW_RUN);
}

static void test_a_run_is_drawn_as_it_was(void **state)
{
	static const struct {
		const char *name;
		int columns, rows, seconds;
		enum glyph_set glyphs;
	} runs[] = {{"start", 80, 24, 0, GLYPHS_BRAILLE}, {"early", 80, 24, 7, GLYPHS_BRAILLE},
		{"full", 80, 24, 50, GLYPHS_BRAILLE}, {"full", 80, 24, 50, GLYPHS_BLOCK},
		{"full", 80, 24, 50, GLYPHS_ASCII}, {"full", 40, 10, 50, GLYPHS_BRAILLE},
		{"full", 200, 50, 50, GLYPHS_BRAILLE}, {"full", 29, 5, 50, GLYPHS_BRAILLE}};

	(void)state;
	for (size_t i = 0; i < FST_COUNT(runs); i++) {
		struct app *app = open_app(
			runs[i].columns, runs[i].rows, runs[i].glyphs, sweep_rows());
		char name[96];

		play_run(app, runs[i].seconds);
		app_draw(app);
		snprintf(name, sizeof(name), "screen-run-%s-%dx%d-%s", runs[i].name,
			runs[i].columns, runs[i].rows, glyphs_get(runs[i].glyphs)->name);
		golden_check_canvas(name, app->canvas, true);
		app_free(app);
	}
}

static void test_a_run_fits_every_size(void **state)
{
	struct app *app = open_app(80, 24, GLYPHS_BRAILLE, sweep_rows());

	(void)state;
	play_run(app, 20);
	check_all_sizes(app, test_is_long() ? 1 : 5, false);
	app_free(app);
}

static void test_a_paste_is_never_taken_for_keys(void **state)
{
	struct app *app = open_app(80, 24, GLYPHS_BRAILLE, sweep_rows());

	(void)state;
	app_paste(app, TEXT("Q\nq\n2\n7\nr\n"), false);
	assert_false(app->quit);
	assert_int_equal(app->tab, VIEW_LIBRARY);
	assert_int_equal(app->message_level, SAY_ERROR);
	app_free(app);
}

static void test_a_long_message_is_shown_whole(void **state)
{
	struct app *app = open_app(80, 24, GLYPHS_BRAILLE, sweep_rows());
	struct strbuf text = STRBUF_INIT;

	(void)state;
	app_paste(app, TEXT("no log\nat all\n"), false);
	assert_true(text_contains(text_of(app->message), "a table of figures"));
	app_draw(app);
	canvas_dump_text(app->canvas, &text);
	assert_true(text_contains(strbuf_text(&text), "figures"));
	assert_true(text_contains(strbuf_text(&text), "? help"));
	press(app, "Down");
	strbuf_clear(&text);
	app_draw(app);
	canvas_dump_text(app->canvas, &text);
	assert_false(text_contains(strbuf_text(&text), "figures"));
	strbuf_free(&text);
	app_free(app);
}

static void test_one_pasted_line_answers_a_prompt(void **state)
{
	struct app *app = open_app(80, 24, GLYPHS_BRAILLE, sweep_rows());

	(void)state;
	press(app, "i");
	app_paste(app, TEXT("/no/such/file\n"), false);
	assert_string_equal(strbuf_string(&app->prompt.edit.text), "/no/such/file");
	press(app, "Enter");
	assert_int_equal(app->message_level, SAY_ERROR);
	app_free(app);
}

static void test_every_view_fits_every_size(void **state)
{
	static const char *const keys[] = {"", "2", "2 v", "2 v v", "3", "3 v %", "4", "4 v s",
		"4 v v", "5", "5 v", "5 v v", "6", "6 G", "7", "?", "7 ?"};
	int step = test_is_long() ? 1 : 5;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(keys); i++)
		for (int bonnie = 0; bonnie < 2; bonnie++) {
			enum glyph_set glyphs = i % 2 ? GLYPHS_ASCII : GLYPHS_BRAILLE;
			struct app *app = open_app(
				80, 24, glyphs, make_rows(bonnie ? BONNIE : SWEEP));

			press(app, keys[i]);
			check_all_sizes(app, step, glyphs == GLYPHS_ASCII);
			app_free(app);
		}
}

static void test_hostile_names_are_shown_as_escapes(void **state)
{
	static const char *const names[] = {"\x1b[2J\x1b]0;x\x07", "a\nb\tc", "\xFF\xFE",
		"\xE7\xA3\x81\xE7\x9B\x98", "e\xCC\x81\xCC\x81\xCC\x81",
		"\xE2\x80\xAE right to left"};
	struct dataset *dataset = dataset_new();
	struct app *app;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(names); i++) {
		struct measurement m = {0};

		for (enum column column = 0; column < COLUMN_COUNT_FILE; column++)
			if (column_table[column].type == COLUMN_TEXT)
				measurement_set_string(&m, column, names[i]);
		measurement_set_string(&m, COL_TEST, "read");
		measurement_set_number(&m, COL_BYTES_PER_S, 1e6);
		dataset_add(dataset, &m);
	}
	app = open_app(80, 24, GLYPHS_BRAILLE, dataset);
	check_all_sizes(app, 20, false);
	press(app, "2");
	check_all_sizes(app, 20, false);
	app_free(app);
}

/* A heading has few cells: what it cuts is characters, and two records give Sizes its matrix. */
static void test_long_names_are_cut_at_characters(void **state)
{
	static const char name[] = "\xE7\xA3\x81\xE7\x9B\x98\xE7\xA3\x81\xE7\x9B\x98"
				   "\xE7\xA3\x81\xE7\x9B\x98\xE7\xA3\x81\xE7\x9B\x98";
	struct dataset *dataset = dataset_new();
	struct app *app;

	(void)state;
	for (double record = 4096; record <= 65536; record *= 16) {
		struct measurement m = {0};

		measurement_set_string(&m, COL_ENVIRONMENT, name);
		measurement_set_string(&m, COL_TEST, "read");
		measurement_set_number(&m, COL_RECORD_SIZE, record);
		measurement_set_number(&m, COL_BYTES_PER_S, 1e6);
		dataset_add(dataset, &m);
	}
	app = open_app(80, 24, GLYPHS_BRAILLE, dataset);
	press(app, "4");
	app_draw(app);
	assert_true(shows(app, "A \xE7\xA3\x81\xE7\x9B\x98\xE7\xA3\x81\xE7\x9B\x98\xE2\x80\xA6"));
	press(app, "2 v v");
	app_draw(app);
	assert_true(shows(app, "record  A \xE7\xA3\x81\xE7\x9B\x98"));
	assert_false(shows(app, "\\xE7"));
	app_free(app);
}

static void test_what_has_no_sizes_is_no_list(void **state)
{
	struct dataset *dataset = dataset_new();
	struct measurement m = {0};
	struct app *app;

	(void)state;
	measurement_set_string(&m, COL_ENVIRONMENT, "vm");
	measurement_set_string(&m, COL_TEST, "read");
	measurement_set_number(&m, COL_BYTES_PER_S, 1e6);
	dataset_add(dataset, &m);
	app = open_app(80, 24, GLYPHS_BRAILLE, dataset);
	press(app, "4");
	app_draw(app);
	assert_true(shows(app, "vm is what the others are compared with."));
	app_free(app);
}

static void test_keys_walk_without_falling(void **state)
{
	static const char *const walk =
		"2 Left Right Up Down [ ] { } , . < > H J K L m v s b x g G "
		"PgUp PgDn C-d C-u ? Down q 1 Space Down Space b Enter U C-l "
		"i Esc P z X Z Tab 7 Up Down Left Right Enter Esc r "
		"3 v % Left Up [ > 4 v s Right Down Enter 5 v v b x 6 Down Enter 6 G Enter 2";
	enum rows kinds[] = {SWEEP, BONNIE, NOTHING};

	(void)state;
	for (size_t i = 0; i < FST_COUNT(kinds); i++) {
		struct app *app = open_app(80, 24, GLYPHS_BRAILLE, make_rows(kinds[i]));

		for (int round = 0; round < 12; round++) {
			press(app, walk);
			app_draw(app);
		}
		assert_false(app->quit);
		app_free(app);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_screens_are_as_they_were),
		cmocka_unit_test(test_screens_in_ascii_are_as_they_were),
		cmocka_unit_test(test_the_preview_is_as_it_was),
		cmocka_unit_test(test_a_run_is_drawn_as_it_was),
		cmocka_unit_test(test_a_run_fits_every_size),
		cmocka_unit_test(test_a_paste_is_never_taken_for_keys),
		cmocka_unit_test(test_a_long_message_is_shown_whole),
		cmocka_unit_test(test_one_pasted_line_answers_a_prompt),
		cmocka_unit_test(test_every_view_fits_every_size),
		cmocka_unit_test(test_hostile_names_are_shown_as_escapes),
		cmocka_unit_test(test_long_names_are_cut_at_characters),
		cmocka_unit_test(test_what_has_no_sizes_is_no_list),
		cmocka_unit_test(test_keys_walk_without_falling),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
