#include "ui/run_view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/units.h"
#include "draw/bars.h"
#include "draw/layout.h"
#include "draw/livechart.h"
#include "ui/run_ghost.h"
#include "ui/run_table.h"

/*
 * How long a cell of a chart lasts: so that 74 of them are a minute, or as the
 * run's estimated length fits in, but not so short that moving them costs a slow line much.
 */
#define CELL_S     0.8
#define CELL_MIN_S 0.5

/* What lies between two samples of a worker. */
#define SAMPLE_S 0.1

/* Redraws before an axis that became too large shrinks. */
#define PATIENCE 24

static const char *phase_text(const struct run_state *run)
{
	static const char *const texts[] = {[RUN_NONE] = "",
		[RUN_STARTING] = "STARTING",
		[RUN_RUNNING] = "RUNNING",
		[RUN_PAUSED] = "PAUSED",
		[RUN_STOPPING] = "STOPPING"};

	if (run->phase != RUN_OVER)
		return texts[run->phase];
	return run->outcome == FEED_DONE      ? "DONE"
	       : run->outcome == FEED_STOPPED ? "STOPPED"
					      : "FAILED";
}

static enum role phase_role(const struct run_state *run)
{
	if (run->phase == RUN_OVER && run->outcome == FEED_FAILED)
		return ROLE_ERR;
	if (run->phase == RUN_RUNNING || (run->phase == RUN_OVER && run->outcome == FEED_DONE))
		return ROLE_OK;
	return ROLE_WARN;
}

static int draw_part(struct pane row, int x, const char *name, const char *value)
{
	if (x > 1)
		x = pane_string(row, x + 1, 0, ROLE_BORDER, pane_glyphs(row)->vertical) + 1;
	x = pane_string(row, x, 0, ROLE_DIM, name);
	return pane_string(row, x, 0, ROLE_VALUE, value);
}

/* Environment, test, sizes and place in the plan of the cell under way. */
static void draw_head(const struct run_state *run, struct pane row)
{
	const char *phase = phase_text(run);
	int phase_width = pane_text_width(text_of(phase));
	struct pane left = pane_sub_at(row, 0, 0, pane_width(row) - phase_width - 2, 1);
	char text[64];
	int x = 1;

	if (run->cell) {
		x = draw_part(left, x, "", strbuf_string(&run->environment));
		x = draw_part(left, x, "", strbuf_string(&run->test));
	}
	if (run->cell && run->file_size > 0)
		x = draw_part(left, x, "file ", units_format_size(text, run->file_size, true));
	if (run->cell && run->record_size > 0)
		x = draw_part(left, x, "record ", units_format_size(text, run->record_size, true));
	if (run->cell) {
		if (run->cells)
			snprintf(text, sizeof(text), "%llu/%llu", (unsigned long long)run->cell,
				(unsigned long long)run->cells);
		else
			snprintf(text, sizeof(text), "%llu", (unsigned long long)run->cell);
		x = draw_part(left, x, "cell ", text);
		snprintf(text, sizeof(text), "%llu", (unsigned long long)run->repeat);
		draw_part(left, x, "pass ", text);
	} else if (run->phase == RUN_OVER) {
		snprintf(text, sizeof(text), "%zu measurements: %llu ok, %llu failed, %llu skipped",
			run->row_count, (unsigned long long)run->ok,
			(unsigned long long)run->failed, (unsigned long long)run->skipped);
		draw_part(left, x, "", text);
	}
	pane_text_right(row, pane_width(row) - phase_width - 1, 0, phase_width, phase_role(run),
		text_of(phase));
}

/* How full the kernel's store of unwritten data is: `dirty 1.3M of 800M`. Returns its width. */
static int draw_dirty(const struct run_state *run, struct pane row)
{
	char dirty[UNITS_SIZE], limit[UNITS_SIZE], text[2 * UNITS_SIZE + 16];
	double fill;

	if (!run->dirty_known || pane_width(row) < 70)
		return 0;
	fill = run->dirty.dirty_bytes / run->dirty.limit_bytes;
	snprintf(text, sizeof(text), "dirty %s of %s",
		units_format_size(dirty, run->dirty.dirty_bytes, true),
		units_format_size(limit, run->dirty.limit_bytes, true));
	pane_text_right(
		row, pane_width(row) - 44, 0, 24, fill > 0.8 ? ROLE_WARN : ROLE_DIM, text_of(text));
	return 24;
}

static void draw_progress(const struct run_state *run, struct pane row)
{
	char left[UNITS_SIZE], note[UNITS_SIZE + 16];
	int width = pane_width(row) - 22 - draw_dirty(run, row);
	double progress = run->progress > 0 ? run->progress : 0;

	if (run->left_s >= 0)
		snprintf(note, sizeof(note), "%.0f %%  %s left", floor(progress * 100),
			run_state_format_left(left, run->left_s));
	else
		snprintf(note, sizeof(note), "%.0f %%", floor(progress * 100));
	if (width > 4)
		bar_progress(row, 1, 0, width, progress, ROLE_OK);
	pane_text_right(row, pane_width(row) - 20, 0, 19, ROLE_VALUE, text_of(note));
}

static void range_of(const struct live_sample *columns, size_t count, double *low, double *high)
{
	for (size_t i = 0; i < count; i++) {
		*low = fmin(*low, columns[i].min);
		*high = fmax(*high, columns[i].max);
	}
}

/*
 * What one of @count columns stands for: braille has two in a cell. A run that is
 * over is spread over all of them when it was short.
 */
static double column_s(const struct run_state *run, struct pane pane, size_t count)
{
	double cell = pane_glyph_set(pane) == GLYPHS_BRAILLE ? 0.5 : 1;
	bool over = run->phase == RUN_OVER;
	double least = over ? SAMPLE_S : CELL_MIN_S * cell;
	double length_s = over ? run->t_s : run->estimate_s;
	double fitting = count && length_s > 0 ? length_s / (double)count : CELL_S * cell;

	return fmax(least, fmin(CELL_S * cell, fitting));
}

static const char *format_now(
	const struct run_state *run, enum run_figure figure, const struct axis *axis, char *out)
{
	double value = run_state_now(run, figure);

	if (isnan(value))
		snprintf(out, AXIS_LABEL_SIZE, "-");
	else
		quantity_format(axis->quantity, axis->unit, value, out);
	return out;
}

/* Fit @axis to the first data, then keep it in step with what comes. */
static void follow(struct axis *axis, bool *fitted, double low, double high)
{
	if (isnan(high))
		return;
	if (!*fitted)
		*axis = axis_fit(axis->kind, axis->quantity, low, high);
	else
		axis_follow(axis, low, high, PATIENCE);
	*fitted = true;
}

static void draw_throughput(const struct run_state *run, const struct browse *browse,
	struct run_picture *picture, struct pane pane)
{
	enum run_figure figure = picture->operations ? RUN_OPS : RUN_BYTES;
	struct livechart chart = {0};
	struct live_series series = {.style = LIVE_AREA, .role = ROLE_RAMP_3};
	struct pane inside = pane_sub_at(pane, 1, 1, pane_width(pane) - 2, pane_height(pane) - 2);
	double low = NAN, high = NAN, median = run_state_median(run, figure);
	double before = run_ghost_value(run, browse, figure);
	char now[AXIS_LABEL_SIZE], middle[AXIS_LABEL_SIZE] = "-", last[AXIS_LABEL_SIZE] = "";
	char title[64], note[96];
	struct live_sample *columns, *ghost;
	size_t count;

	chart.y = picture->rate;
	count = livechart_columns(inside, &chart);
	chart.column_s = column_s(run, pane, count);
	columns = xcalloc(2 * count, sizeof(*columns));
	ghost = columns + count;
	chart.total = run_state_columns(run, figure, chart.column_s, columns, count);
	range_of(columns, count, &low, &high);
	if (!isnan(before)) {
		run_ghost_columns(run, before, chart.column_s, chart.total, ghost, count);
		range_of(ghost, count, &low, &high);
		chart.ghost = ghost;
		chart.ghost_count = count < chart.total ? count : (size_t)chart.total;
	}
	follow(&picture->rate, &picture->rate_fitted, 0, high);
	chart.y = picture->rate;
	series.samples = columns;
	series.count = count < chart.total ? count : (size_t)chart.total;
	chart.series = &series;
	chart.series_count = 1;
	if (!isnan(median))
		quantity_format(chart.y.quantity, chart.y.unit, median, middle);
	snprintf(title, sizeof(title), "%s %s", picture->operations ? "operations" : "throughput",
		chart.y.unit.name);
	if (!isnan(before))
		quantity_format(chart.y.quantity, chart.y.unit, before, last);
	snprintf(note, sizeof(note), "now %s  cell's median %s%s%s",
		format_now(run, figure, &chart.y, now), middle, last[0] ? "  last run " : "", last);
	inside = pane_frame(pane, ROLE_BORDER, text_of(title), text_of(note));
	livechart_draw(inside, &chart);
	free(columns);
}

static void draw_latency(const struct run_state *run, struct run_picture *picture, struct pane pane)
{
	static const struct {
		enum run_figure figure;
		char letter;
		enum role role;
	} lines[] = {{RUN_MAX, 'x', ROLE_SERIES_D}, {RUN_P99, '9', ROLE_SERIES_B},
		{RUN_P50, '5', ROLE_SERIES_A}};
	struct livechart chart = {.y = picture->latency};
	struct live_series series[FST_COUNT(lines)];
	struct pane inside = pane_sub_at(pane, 1, 1, pane_width(pane) - 2, pane_height(pane) - 2);
	double low = NAN, high = NAN;
	char p50[AXIS_LABEL_SIZE], p99[AXIS_LABEL_SIZE], worst[AXIS_LABEL_SIZE];
	char title[64], note[96];
	size_t count = livechart_columns(inside, &chart);
	struct live_sample *columns = xcalloc(count * FST_COUNT(lines), sizeof(*columns));

	chart.column_s = column_s(run, pane, count);
	for (size_t i = 0; i < FST_COUNT(lines); i++) {
		struct live_sample *own = columns + i * count;

		chart.total = run_state_columns(run, lines[i].figure, chart.column_s, own, count);
		range_of(own, count, &low, &high);
		series[i] = (struct live_series){.samples = own,
			.count = count < chart.total ? count : (size_t)chart.total,
			.style = LIVE_LINE,
			.role = lines[i].role,
			.letter = lines[i].letter};
	}
	follow(&picture->latency, &picture->latency_fitted, low, high);
	chart.y = picture->latency;
	chart.series = series;
	chart.series_count = FST_COUNT(lines);
	snprintf(title, sizeof(title), "latency %s  %s", chart.y.unit.name,
		axis_kind_name(&chart.y));
	snprintf(note, sizeof(note), "5 p50 %s  9 p99 %s  x worst %s",
		format_now(run, RUN_P50, &chart.y, p50), format_now(run, RUN_P99, &chart.y, p99),
		format_now(run, RUN_MAX, &chart.y, worst));
	inside = pane_frame(pane, ROLE_BORDER, text_of(title), text_of(note));
	livechart_draw(inside, &chart);
	free(columns);
}

void run_live_draw(const struct run_state *run, const struct browse *browse,
	struct run_picture *picture, struct pane pane)
{
	int rows = run->row_count < 60 ? (int)run->row_count : 60;
	const struct layout_part parts[] = {
		{.minimum = 1, .priority = 6},
		{.minimum = 1, .priority = 5},
		{.minimum = 5, .wanted = 8, .weight = 3, .maximum = 24, .priority = 4},
		{.minimum = 5, .wanted = 7, .weight = 2, .maximum = 18, .priority = 2},
		{.minimum = 3,
			.wanted = 5,
			.weight = 2,
			.maximum = rows + 1 < 5 ? 5 : rows + 1,
			.priority = 3},
		{.minimum = 1, .priority = 1},
	};
	struct pane panes[6];

	layout_rows(pane, parts, run->note.len ? 6 : 5, panes);
	draw_head(run, panes[0]);
	if (!pane_empty(panes[1]))
		draw_progress(run, panes[1]);
	if (!pane_empty(panes[2]))
		draw_throughput(run, browse, picture, panes[2]);
	if (!pane_empty(panes[3]))
		draw_latency(run, picture, panes[3]);
	if (!pane_empty(panes[4]))
		run_table_draw(run, browse, panes[4]);
	if (run->note.len && !pane_empty(panes[5]))
		pane_text_fit(panes[5], 1, 0, pane_width(panes[5]) - 2,
			run->note_level == FEED_INFO ? ROLE_DIM : ROLE_WARN,
			strbuf_text(&run->note));
}

void run_live_read_out(const struct run_state *run, struct strbuf *out)
{
	double now = run_state_now(run, RUN_BYTES);
	char text[UNITS_SIZE];

	strbuf_printf(out, "%s", phase_text(run));
	if (run->progress >= 0)
		strbuf_printf(out, " %.0f %%", floor(run->progress * 100));
	if (!isnan(now))
		strbuf_printf(out, " %s", units_format_rate(text, now));
	if (run->cell)
		strbuf_printf(
			out, " %s %s", strbuf_string(&run->environment), strbuf_string(&run->test));
}
