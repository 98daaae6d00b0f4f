/* Every picture in every glyph set: as it was looked at, and at any size inside its pane. */
#include "../support/golden.h"
#include "../support/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "base/units.h"
#include "draw/bars.h"
#include "draw/heatmap.h"
#include "draw/linechart.h"
#include "draw/livechart.h"

#define MIB 1048576.0

#define SERIES  6
#define RECORDS 13

/* Throughput of a path with a cost a call and a limit, as sweeps of real file systems look. */
static double throughput(size_t series, double record_bytes)
{
	static const double call_s[SERIES] = {0.7e-6, 4.5e-6, 11e-6, 95e-6, 41e-6, 0.3e-6};
	static const double limit_mib[SERIES] = {8583, 6485, 2861, 248, 90, 11000};

	return record_bytes / (call_s[series] + record_bytes / (limit_mib[series] * MIB));
}

static void draw_lines(struct pane pane, enum axis_kind kind, double cursor)
{
	static struct chart_point points[SERIES][RECORDS];
	struct chart_series series[SERIES];
	struct linechart chart = {
		.series = series, .series_count = SERIES, .selected = 4, .cursor = cursor};

	for (size_t i = 0; i < SERIES; i++) {
		for (size_t j = 0; j < RECORDS; j++) {
			double record_bytes = 4096.0 * pow(2, (double)j);

			points[i][j] = (struct chart_point){
				.x = record_bytes, .y = throughput(i, record_bytes)};
		}
		series[i] = (struct chart_series){
			.points = points[i],
			.count = i == 4 ? 10 : RECORDS, /* one that ends before the others */
			.letter = role_series_letter((unsigned)i),
			.role = role_series((unsigned)i),
		};
	}
	points[3][6].y = NAN; /* a hole */
	points[5][1].y = points[5][3].y = NAN; /* a point alone */
	points[2][9].doubtful = true;
	chart.x = axis_fit(AXIS_LOG2, QUANTITY_SIZE, 4096, 16 * MIB);
	chart.y = axis_fit(kind, QUANTITY_RATE, throughput(4, 4096), throughput(5, 16 * MIB));
	linechart_draw(pane, &chart);
}

static void draw_log_lines(struct pane pane)
{
	draw_lines(pane, AXIS_LOG, 65536);
}

static void draw_linear_lines(struct pane pane)
{
	draw_lines(pane, AXIS_LINEAR, NAN);
}

#define SAMPLES 300
#define TOTAL   1001

static struct live_sample sample(double mean, double min, double max)
{
	return (struct live_sample){.mean = mean, .min = min, .max = max};
}

/* A minute of a disk: waves, a stall, a burst, and a time without measurement. */
static void make_samples(struct live_sample *rate, struct live_sample *p50, struct live_sample *p99,
	struct live_sample *before)
{
	for (int i = 0; i < SAMPLES; i++) {
		double wave = 85 + 12 * sin(i * 0.07) + i * 7919 % 13;
		double latency_s = 170e-6 + i * 31 % 17 * 2e-6;

		rate[i] = sample(wave * MIB, (wave - 3) * MIB, (wave + 4) * MIB);
		if (i % 97 < 3)
			rate[i] = sample(3 * MIB, 0, 5 * MIB);
		if (i % 40 == 11)
			rate[i].min = 0; /* a stall too short to move the mean */
		if (i % 61 == 5)
			rate[i].max = 118 * MIB;
		if (i > SAMPLES - 20 && i < SAMPLES - 12)
			rate[i] = sample(NAN, NAN, NAN);
		p50[i] = sample(latency_s, latency_s, latency_s);
		latency_s *= i % 97 < 3 ? 50 : 1.6;
		p99[i] = sample(latency_s, latency_s, latency_s);
		before[i] = sample(91 * MIB, 91 * MIB, 91 * MIB);
	}
}

static void draw_live(struct pane pane, bool lines, bool sweep)
{
	static struct live_sample rate[SAMPLES], p50[SAMPLES], p99[SAMPLES], before[SAMPLES];
	struct live_series area = {.samples = rate, .count = SAMPLES, .style = LIVE_AREA};
	struct live_series curves[] = {
		{.samples = p50,
			.count = SAMPLES,
			.style = LIVE_LINE,
			.role = ROLE_SERIES_A,
			.letter = '5'},
		{.samples = p99,
			.count = SAMPLES,
			.style = LIVE_LINE,
			.role = ROLE_SERIES_B,
			.letter = '9'},
	};
	struct livechart chart = {
		.y = lines ? axis_fit(AXIS_LOG, QUANTITY_TIME, 50e-6, 12e-3)
			   : axis_fit(AXIS_LINEAR, QUANTITY_RATE, 0, 120 * MIB),
		.series = lines ? curves : &area,
		.series_count = lines ? FST_COUNT(curves) : 1,
		.ghost = lines ? NULL : before,
		.ghost_count = SAMPLES,
		.total = TOTAL,
		.column_s = 0.43,
		.sweep = sweep,
	};

	make_samples(rate, p50, p99, before);
	livechart_draw(pane, &chart);
}

static void draw_live_area(struct pane pane)
{
	draw_live(pane, false, false);
}

static void draw_live_sweep(struct pane pane)
{
	draw_live(pane, false, true);
}

static void draw_live_lines(struct pane pane)
{
	draw_live(pane, true, false);
}

static void draw_bars(struct pane pane)
{
	const struct bar bars[] = {
		{TEXT("HostSSD"), TEXT("175,009/s"), TEXT("1 sample"), 175009, ROLE_SERIES_A},
		{TEXT("HostHDD"), TEXT("3,436/s"), TEXT("0.020"), 3436, ROLE_SERIES_B},
		{TEXT("NFS"), TEXT("51.5/s"), TEXT("0.00029"), 51.5, ROLE_SERIES_C},
		{TEXT("nothing"), TEXT("0/s"), TEXT(""), 0, ROLE_SERIES_D},
		{TEXT("hole"), TEXT(""), TEXT("not run"), NAN, ROLE_SERIES_E},
	};

	bars_draw(pane, bars, FST_COUNT(bars), 0);
	bar_progress(pane, 1, 6, pane_width(pane) - 2, 0.47, ROLE_RAMP_2);
}

static struct heat_cell heat_at(const void *context, size_t row, size_t column)
{
	(void)context;
	if (column > row + 4)
		return (struct heat_cell){.state = HEAT_IMPOSSIBLE};
	if (row > 8 && column < 4)
		return (struct heat_cell){.state = HEAT_SKIPPED};
	if (row == 3 && column == 2)
		return (struct heat_cell){.state = HEAT_FAILED};
	if (row == 13 && column == 12)
		return (struct heat_cell){.state = HEAT_NOT_RUN};
	return (struct heat_cell){
		.state = row == 5 && column == 5 ? HEAT_DOUBTFUL : HEAT_VALUE,
		.value = throughput(2, 4096 * pow(2, (double)column)) * (row > 10 ? 0.4 : 1),
	};
}

static void draw_heatmap(struct pane pane)
{
	static const char *const rows[] = {"64K", "128K", "256K", "512K", "1M", "2M", "4M", "8M",
		"16M", "32M", "64M", "128M", "256M", "512M"};
	static const char *const columns[] = {"4K", "8K", "16K", "32K", "64K", "128K", "256K",
		"512K", "1M", "2M", "4M", "8M", "16M"};
	struct heatmap map = {
		.row_labels = rows,
		.column_labels = columns,
		.rows = FST_COUNT(rows),
		.columns = FST_COUNT(columns),
		.cell = heat_at,
		.scale = axis_fit(AXIS_LOG, QUANTITY_RATE, 100 * MIB, 2900 * MIB),
		.cursor_row = 8,
		.cursor_column = 4,
	};
	int height = pane_height(pane);

	map.scale.unit = quantity_unit(QUANTITY_RATE, 2900 * MIB);
	heatmap_draw(pane_sub_at(pane, 0, 0, pane_width(pane), height - 1), &map);
	heatmap_legend(pane_sub_at(pane, 1, height - 1, pane_width(pane), 1), &map.scale);
}

static const struct picture {
	const char *name;
	void (*draw)(struct pane pane);
} pictures[] = {
	{"linechart-log", draw_log_lines},
	{"linechart-lin", draw_linear_lines},
	{"livechart-area", draw_live_area},
	{"livechart-sweep", draw_live_sweep},
	{"livechart-lines", draw_live_lines},
	{"bars", draw_bars},
	{"heatmap", draw_heatmap},
};

static void pictures_look_as_they_did(void **state)
{
	static const struct {
		int width, height;
	} sizes[] = {{80, 24}, {40, 10}, {132, 43}};

	(void)state;
	for (size_t i = 0; i < FST_COUNT(pictures); i++) {
		for (size_t j = 0; j < FST_COUNT(sizes); j++) {
			for (int set = 0; set < GLYPHS_COUNT; set++) {
				struct canvas *canvas = canvas_new(sizes[j].width, sizes[j].height,
					(enum glyph_set)set, set != GLYPHS_ASCII);
				char *name = xasprintf("%s-%dx%d-%s", pictures[i].name,
					sizes[j].width, sizes[j].height,
					glyphs_get((enum glyph_set)set)->name);

				pictures[i].draw(canvas_pane(canvas));
				golden_check_canvas(name, canvas, set == GLYPHS_BRAILLE && j == 0);
				free(name);
				canvas_free(canvas);
			}
		}
	}
}

/* The margin of @canvas around @pane is as it was. */
static void check_margin(const struct canvas *canvas, struct pane pane)
{
	for (int y = 0; y < canvas_rows(canvas); y++) {
		for (int x = 0; x < canvas_columns(canvas); x++) {
			bool inside = x >= pane.rect.x && x < pane.rect.x + pane.rect.width &&
				      y >= pane.rect.y && y < pane.rect.y + pane.rect.height;
			const struct cell *cell = canvas_cell(canvas, x, y);

			if (!inside &&
				(cell->length != 1 || cell->glyph[0] != '#' || cell->attributes))
				fail_msg("a pane of %dx%d was left", pane.rect.width,
					pane.rect.height);
			assert_int_equal(cell->width, 1);
		}
	}
}

static void check_size(int width, int height, enum glyph_set set)
{
	struct canvas *canvas = canvas_new(width + 2, height + 2, set, true);
	struct pane pane = pane_sub_at(canvas_pane(canvas), 1, 1, width, height);

	for (size_t i = 0; i < FST_COUNT(pictures); i++) {
		canvas_clear(canvas);
		pane_fill(canvas_pane(canvas), ROLE_ERR, "#");
		pane_fill(pane, ROLE_TEXT, NULL);
		pictures[i].draw(pane);
		check_margin(canvas, pane);
	}
	canvas_free(canvas);
}

/* `make check` leaves out most of the great sizes, which differ little from each other. */
static void pictures_stay_inside_at_every_size(void **state)
{
	(void)state;
	for (int set = 0; set < GLYPHS_COUNT; set++)
		for (int height = 1; height <= 60; height += height < 16 || test_is_long() ? 1 : 11)
			for (int width = 1; width <= 200;
				width += width < 48 || test_is_long() ? 1 : 19)
				check_size(width, height, (enum glyph_set)set);
}

static bool row_is_blank(const struct canvas *canvas, int y)
{
	for (int x = 0; x < canvas_columns(canvas); x++)
		if (canvas_cell(canvas, x, y)->glyph[0] != ' ')
			return false;
	return true;
}

static void nonzero_is_never_drawn_as_nothing(void **state)
{
	(void)state;
	for (int set = 0; set < GLYPHS_COUNT; set++) {
		struct canvas *canvas = canvas_new(10, 3, (enum glyph_set)set, set != GLYPHS_ASCII);
		struct live_sample little = sample(1, 1, 1);
		struct live_series series = {.samples = &little, .count = 1, .style = LIVE_AREA};
		struct livechart chart = {
			.y = axis_fit(AXIS_LINEAR, QUANTITY_NUMBER, 0, 1e9),
			.series = &series,
			.series_count = 1,
			.total = 1,
		};

		livechart_draw(canvas_pane(canvas), &chart);
		assert_false(row_is_blank(canvas, 2));
		canvas_clear(canvas);
		little = sample(0, 0, 0);
		livechart_draw(canvas_pane(canvas), &chart);
		assert_true(row_is_blank(canvas, 2));
		bar_draw(canvas_pane(canvas), 0, 0, 10, 1e-9, ROLE_OK);
		assert_false(row_is_blank(canvas, 0));
		canvas_free(canvas);
	}
}

static void scrolling_moves_whole_cells(void **state)
{
	struct canvas *canvas = canvas_new(30, 4, GLYPHS_BRAILLE, true);
	struct live_sample samples[60];
	struct live_series series = {.samples = samples, .count = 60, .style = LIVE_AREA};
	struct livechart chart = {
		.y = axis_fit(AXIS_LINEAR, QUANTITY_NUMBER, 0, 60),
		.series = &series,
		.series_count = 1,
	};
	struct strbuf even = STRBUF_INIT, odd = STRBUF_INIT;

	(void)state;
	/* Sample 100 opens a cell, sample 101 fills it: all other cells stay as they are. */
	for (chart.total = 101; chart.total <= 102; chart.total++) {
		for (size_t i = 0; i < 60; i++) {
			double value = (double)((chart.total - 60 + i) * 7 % 60);

			samples[i] = sample(value, value, value);
		}
		canvas_clear(canvas);
		livechart_draw(canvas_pane(canvas), &chart);
		pane_fill(pane_sub_at(canvas_pane(canvas), 29, 0, 1, 4), ROLE_TEXT, NULL);
		canvas_dump_text(canvas, chart.total == 101 ? &even : &odd);
	}
	assert_string_equal(strbuf_string(&even), strbuf_string(&odd));
	strbuf_free(&even);
	strbuf_free(&odd);
	canvas_free(canvas);
}

static void clicks_find_their_value(void **state)
{
	struct canvas *canvas = canvas_new(80, 20, GLYPHS_BRAILLE, true);
	struct linechart chart = {
		.x = axis_fit(AXIS_LOG2, QUANTITY_SIZE, 4096, 16 * MIB),
		.y = axis_fit(AXIS_LOG, QUANTITY_RATE, MIB, 1000 * MIB),
		.cursor = NAN,
	};
	double last = 0;

	(void)state;
	assert_true(isnan(linechart_x_at(canvas_pane(canvas), &chart, 0)));
	assert_true(isnan(linechart_x_at(canvas_pane(canvas), &chart, 80)));
	for (int x = 10; x < 70; x++) {
		double value = linechart_x_at(canvas_pane(canvas), &chart, x);

		assert_true(value > last);
		last = value;
	}
	canvas_free(canvas);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pictures_look_as_they_did),
		cmocka_unit_test(pictures_stay_inside_at_every_size),
		cmocka_unit_test(nonzero_is_never_drawn_as_nothing),
		cmocka_unit_test(scrolling_moves_whole_cells),
		cmocka_unit_test(clicks_find_their_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
