#include "ui/sizes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/bars.h"
#include "draw/table.h"

enum kind {
	KIND_LETTER,
	KIND_NAME,
	KIND_VALUE,
	KIND_SPREAD,
	KIND_RATIO,
	KIND_CALL,
	KIND_P50,
	KIND_P99,
	KIND_MAX,
	KIND_CPU,
	KIND_CACHED,
	KIND_TOOL,
	KIND_NOTE,
	KIND_COUNT
};

/* The columns by importance; @source: what is looked at to see whether any row has it. */
static const struct kind_info {
	const char *heading; /* a unit is added behind it where the column has one */
	enum column source;
	int priority;
	int minimum;
} kinds[KIND_COUNT] = {
	[KIND_LETTER] = {"", COL_ENVIRONMENT, 12, 0},
	[KIND_NAME] = {"environment", COL_ENVIRONMENT, 10, 8},
	[KIND_VALUE] = {"", COL_ENVIRONMENT, 11, 0},
	[KIND_SPREAD] = {"", COL_SPREAD, 8, 0},
	[KIND_RATIO] = {"", COL_ENVIRONMENT, 9, 0},
	[KIND_CALL] = {"a call", COL_RECORD_SIZE, 7, 0},
	[KIND_P50] = {"p50", COL_LAT_P50_S, 3, 0},
	[KIND_P99] = {"p99", COL_LAT_P99_S, 6, 0},
	[KIND_MAX] = {"worst", COL_LAT_MAX_S, 4, 0},
	[KIND_CPU] = {"cpu", COL_CPU_PERCENT, 2, 0},
	[KIND_CACHED] = {"cached", COL_CACHED_BEFORE, 5, 0},
	[KIND_TOOL] = {"tool", COL_TOOL, 1, 0},
	[KIND_NOTE] = {"", COL_ENVIRONMENT, 0, 0},
};

struct values {
	const struct app *app;
	const struct cut *cut;
	const struct dataset *dataset;
	const struct glyphs *glyphs;
	enum kind shown[KIND_COUNT];
	struct table_column columns[KIND_COUNT];
	size_t count;
	char ratio_heading[48];
};

static const struct cut_series *series_of(const struct values *values, size_t row)
{
	return &values->cut->series[row];
}

/* Seconds that a call took on average; the threads' calls overlap. */
static bool time_per_call(const struct dataset *dataset, uint32_t row, double *seconds)
{
	double threads = 1, operations, bytes, record;

	dataset_number(dataset, row, COL_THREADS, &threads);
	if (!dataset_has(dataset, row, COL_RECORD_SIZE))
		return false;
	if (dataset_number(dataset, row, COL_OPS_PER_S, &operations) && operations > 0) {
		*seconds = threads / operations;
		return true;
	}
	if (!dataset_number(dataset, row, COL_BYTES_PER_S, &bytes) || !(bytes > 0) ||
		!dataset_number(dataset, row, COL_RECORD_SIZE, &record))
		return false;
	*seconds = threads * record / bytes;
	return true;
}

static void fill_time(const struct values *values, uint32_t row, enum column column, char *out)
{
	double seconds;

	if (dataset_number(values->dataset, row, column, &seconds))
		units_format_time(out, seconds);
}

static void fill_percent(const struct values *values, uint32_t row, enum column column,
	double factor, char *out, size_t size)
{
	double value;

	if (dataset_number(values->dataset, row, column, &value))
		snprintf(out, size, "%.*f %%", value * factor < 9.95 && factor == 1 ? 1 : 0,
			value * factor);
}

static void fill_ratio(const struct values *values, size_t row, struct table_cell *cell)
{
	double ratio = cut_ratio(values->cut, row);
	bool higher = metric_table[values->cut->metric].higher_is_better;
	char number[UNITS_SIZE];

	if (row == values->cut->baseline) {
		snprintf(cell->text, sizeof(cell->text), "base");
		cell->role = ROLE_DIM;
		return;
	}
	if (isnan(ratio) || isinf(ratio))
		return;
	snprintf(cell->text, sizeof(cell->text), "%s%s", values->glyphs->times,
		metric_format_ratio(number, ratio));
	if (series_of(values, row)->exact && fabs(ratio - 1) > 0.05)
		cell->role = (ratio > 1) == higher ? ROLE_BETTER : ROLE_WORSE;
}

/* Why the figure is not what it seems: other work than the baseline's, doubt, failure. */
static void fill_note(const struct values *values, size_t row, struct table_cell *cell)
{
	const struct cut_series *series = series_of(values, row);
	const struct cut *cut = values->cut;
	struct strbuf note = STRBUF_INIT;
	uint32_t reference = UINT32_MAX;

	cell->role = ROLE_DIM;
	if (series->here.status != STATUS_OK) {
		cell->role = series->here.status == STATUS_FAILED ? ROLE_ERR : ROLE_WARN;
		strbuf_add_string(&note, row_status_names[series->here.status]);
	} else if (cut->baseline != SIZE_MAX && cut->series[cut->baseline].here.have) {
		reference = cut->series[cut->baseline].here.row;
		cut_add_difference(values->dataset, series->here.row, reference, &note);
	}
	snprintf(cell->text, sizeof(cell->text), "%s", strbuf_string(&note));
	strbuf_free(&note);
}

static void fill_value(const void *context, size_t row, size_t column, struct table_cell *cell)
{
	const struct values *values = context;
	const struct cut_series *series = series_of(values, row);
	uint32_t at = series->here.row;
	size_t size = sizeof(cell->text);
	double seconds;

	switch (values->shown[column]) {
	case KIND_LETTER:
		cell->text[0] = role_series_letter(series->environment);
		cell->text[1] = '\0';
		cell->role = role_series(series->environment);
		return;
	case KIND_NAME:
		snprintf(cell->text, size, "%s", series->label);
		return;
	case KIND_VALUE:
		sizes_format_cell(&series->here, series->exact, values->cut->unit, values->glyphs,
			cell->text, size);
		return;
	default:
		break;
	}
	if (!series->here.have)
		return;
	switch (values->shown[column]) {
	case KIND_SPREAD:
		fill_percent(values, at, COL_SPREAD, 100, cell->text, size);
		break;
	case KIND_RATIO:
		fill_ratio(values, row, cell);
		break;
	case KIND_CALL:
		if (time_per_call(values->dataset, at, &seconds))
			units_format_time(cell->text, seconds);
		break;
	case KIND_P50:
		fill_time(values, at, COL_LAT_P50_S, cell->text);
		break;
	case KIND_P99:
		fill_time(values, at, COL_LAT_P99_S, cell->text);
		break;
	case KIND_MAX:
		fill_time(values, at, COL_LAT_MAX_S, cell->text);
		break;
	case KIND_CPU:
		fill_percent(values, at, COL_CPU_PERCENT, 1, cell->text, size);
		break;
	case KIND_CACHED:
		fill_percent(values, at, COL_CACHED_BEFORE, 100, cell->text, size);
		break;
	case KIND_TOOL:
		snprintf(cell->text, size, "%.*s",
			TEXT_ARGS(dataset_text(values->dataset, at, COL_TOOL)));
		break;
	case KIND_NOTE:
		fill_note(values, row, cell);
		break;
	default:
		break;
	}
}

/* Does any environment's row have what @kind shows? */
static bool is_wanted(const struct values *values, enum kind kind)
{
	const struct cut *cut = values->cut;
	struct text tool = {0};
	bool tools_differ = false, any = false;

	for (size_t i = 0; i < cut->series_count; i++) {
		const struct cut_cell *here = &cut->series[i].here;
		struct text mine;

		if (!here->have)
			continue;
		any = any || dataset_has(values->dataset, here->row, kinds[kind].source);
		mine = dataset_text(values->dataset, here->row, COL_TOOL);
		tools_differ = tools_differ || (tool.len && !text_equal(tool, mine));
		tool = mine;
	}
	if (kind == KIND_TOOL)
		return tools_differ;
	if (kind == KIND_RATIO)
		return cut->series_count > 1 && cut->baseline != SIZE_MAX;
	return any || kinds[kind].source == COL_ENVIRONMENT;
}

static void choose_columns(struct values *values)
{
	const struct cut *cut = values->cut;

	if (cut->baseline != SIZE_MAX)
		snprintf(values->ratio_heading, sizeof(values->ratio_heading), "%s %c",
			values->glyphs->times,
			role_series_letter(cut->series[cut->baseline].environment));
	for (int i = 0; i < KIND_COUNT; i++) {
		struct table_column *column = &values->columns[values->count];

		if (!is_wanted(values, (enum kind)i))
			continue;
		*column = (struct table_column){.heading = kinds[i].heading,
			.align = i <= KIND_NAME || i >= KIND_TOOL ? TABLE_LEFT : TABLE_RIGHT,
			.minimum = kinds[i].minimum,
			.maximum = i == KIND_NAME ? 30 : 0,
			.priority = kinds[i].priority,
			.grows = i == KIND_NOTE,
			.role = i == KIND_VALUE ? ROLE_VALUE : ROLE_TEXT};
		if (i == KIND_VALUE)
			column->heading = cut->unit.name[0] ? cut->unit.name : "value";
		else if (i == KIND_RATIO)
			column->heading = values->ratio_heading;
		else if (i == KIND_SPREAD)
			column->heading = values->glyphs->plus_minus;
		values->shown[values->count++] = (enum kind)i;
	}
}

/* A bar for each visible row, under a heading that says what its length means. */
static void draw_bars(const struct values *values, const struct table *table, struct pane pane)
{
	const struct metric_info *metric = &metric_table[values->cut->metric];
	size_t last = table->top + table_window(pane, table);
	double high = 0;

	for (size_t i = 0; i < values->cut->series_count; i++)
		high = fmax(high, series_of(values, i)->here.value);
	pane_text_right(pane, 0, 0, pane_width(pane), ROLE_DIM,
		metric->higher_is_better ? TEXT("higher is better") : TEXT("lower is better"));
	pane_text_fit(pane, 0, 0, pane_width(pane) - 18, ROLE_DIM, text_of(metric->title));
	for (size_t i = table->top; i < last && i < table->row_count; i++) {
		const struct cut_series *series = series_of(values, i);

		if (series->here.value > 0)
			bar_draw(pane, 0, 1 + (int)(i - table->top), pane_width(pane),
				series->here.value / high, role_series(series->environment));
	}
}

void sizes_draw_values(
	const struct app *app, const struct cut *cut, bool bars, size_t *top, struct pane pane)
{
	struct values values = {.app = app,
		.cut = cut,
		.dataset = app->browse->dataset,
		.glyphs = pane_glyphs(pane)};
	struct table table = {.columns = values.columns,
		.row_count = cut->series_count,
		.cell = fill_value,
		.context = &values,
		.top = *top,
		.cursor = cut->selected};
	int bar_width = bars ? pane_width(pane) * 2 / 5 : 0;
	struct pane left = pane_sub_at(pane, 0, 0, pane_width(pane) - bar_width, pane_height(pane));

	choose_columns(&values);
	table.column_count = values.count;
	*top = table.top = table_scroll(left, &table);
	table_draw(left, &table);
	if (bar_width > 0)
		draw_bars(&values, &table,
			pane_sub_at(
				pane, pane_width(left) + 1, 0, bar_width - 2, pane_height(pane)));
}
