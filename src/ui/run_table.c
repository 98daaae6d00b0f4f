#include "ui/run_table.h"

#include <stdio.h>

#include "base/units.h"
#include "draw/table.h"

/* What must be the same for two rows to be one cell of the plan. */
static const enum column numbers[] = {COL_FILE_SIZE, COL_RECORD_SIZE, COL_THREADS, COL_QUEUE_DEPTH};
static const enum column texts[] = {COL_TEST, COL_DIRECTION, COL_ENGINE, COL_OPTIONS};

static bool same_cell(const struct dataset *dataset, uint32_t a, uint32_t b)
{
	for (size_t i = 0; i < FST_COUNT(texts); i++)
		if (dataset_text_id(dataset, a, texts[i]) != dataset_text_id(dataset, b, texts[i]))
			return false;
	for (size_t i = 0; i < FST_COUNT(numbers); i++) {
		double x = 0, y = 0;

		dataset_number(dataset, a, numbers[i], &x);
		dataset_number(dataset, b, numbers[i], &y);
		if (x != y)
			return false;
	}
	return true;
}

/* The same cell of the environment that the run measured first. */
static bool in_this_run(const struct run_state *run, const struct dataset *dataset, uint32_t row,
	uint32_t *counterpart)
{
	uint32_t first = dataset_text_id(dataset, run->rows[0], COL_ENVIRONMENT);

	if (dataset_text_id(dataset, row, COL_ENVIRONMENT) == first)
		return false;
	for (size_t i = 0; i < run->row_count; i++) {
		uint32_t other = run->rows[i];

		if (dataset_text_id(dataset, other, COL_ENVIRONMENT) == first &&
			same_cell(dataset, other, row)) {
			*counterpart = other;
			return true;
		}
	}
	return false;
}

static bool find_size(const struct cube *cube, enum cube_dim dim, const struct dataset *dataset,
	uint32_t row, enum column column, struct cube_point *point)
{
	double size = 0;

	dataset_number(dataset, row, column, &size);
	for (uint32_t i = 0; i < cube_count(cube, dim); i++) {
		if ((double)cube_size(cube, dim, i) != size)
			continue;
		point->at[dim] = i;
		return true;
	}
	return false;
}

/* The latest row of @environment before this run. */
static bool before_this_run(const struct run_state *run, const struct browse *browse, uint32_t row,
	uint32_t environment, uint32_t *counterpart)
{
	const struct dataset *dataset = browse->dataset;
	const struct cube *cube = browse->cube;
	struct cube_point point = {.at = {[CUBE_ENVIRONMENT] = environment}};
	const uint32_t *rows;
	bool found = false;
	size_t count;

	if (!find_size(cube, CUBE_FILE_SIZE, dataset, row, COL_FILE_SIZE, &point) ||
		!find_size(cube, CUBE_RECORD_SIZE, dataset, row, COL_RECORD_SIZE, &point))
		return false;
	for (uint32_t t = 0; t < cube_count(cube, CUBE_TEST); t++) {
		point.at[CUBE_TEST] = t;
		count = cube_rows(cube, point, &rows);
		for (size_t i = 0; i < count; i++) {
			if (rows[i] >= run->rows_before || !same_cell(dataset, rows[i], row))
				continue;
			*counterpart = rows[i];
			found = true;
		}
	}
	return found;
}

/* The row that @row of the run is compared with; false when there is none. */
static bool find_counterpart(const struct run_state *run, const struct browse *browse, uint32_t row,
	uint32_t *counterpart)
{
	const struct dataset *dataset = browse->dataset;

	if (in_this_run(run, dataset, row, counterpart))
		return true;
	if (browse_empty(browse))
		return false;
	if (before_this_run(run, browse, row, browse->baseline, counterpart))
		return true;
	for (uint32_t e = 0; e < cube_count(browse->cube, CUBE_ENVIRONMENT); e++) {
		uint32_t first = cube_environment(browse->cube, e)->first_row;

		if (dataset_text_id(dataset, first, COL_ENVIRONMENT) ==
				dataset_text_id(dataset, row, COL_ENVIRONMENT) &&
			before_this_run(run, browse, row, e, counterpart))
			return true;
	}
	return false;
}

enum run_column {
	RUN_ENVIRONMENT,
	RUN_TEST,
	RUN_FILE,
	RUN_RECORD,
	RUN_VALUE,
	RUN_SPREAD,
	RUN_LATENCY,
	RUN_RATIO,
	RUN_AGAINST
};

static const struct table_column columns[] = {
	[RUN_ENVIRONMENT] = {.heading = "where", .minimum = 8, .maximum = 24, .priority = 5},
	[RUN_TEST] = {.heading = "test", .priority = 8},
	[RUN_FILE] = {.heading = "file", .align = TABLE_RIGHT, .priority = 6},
	[RUN_RECORD] = {.heading = "record", .align = TABLE_RIGHT, .priority = 7},
	[RUN_VALUE] = {.heading = "value",
		.align = TABLE_RIGHT,
		.minimum = 11,
		.priority = 9,
		.role = ROLE_VALUE},
	[RUN_SPREAD] = {.heading = "+-", .align = TABLE_RIGHT, .priority = 2},
	[RUN_LATENCY] = {.heading = "p99", .align = TABLE_RIGHT, .priority = 3},
	[RUN_RATIO] = {.heading = "x", .align = TABLE_RIGHT, .priority = 4},
	[RUN_AGAINST] = {.heading = "against",
		.minimum = 16,
		.grows = true,
		.priority = 1,
		.role = ROLE_DIM},
};

struct finished {
	const struct run_state *run;
	const struct browse *browse;
	size_t first;
};

static enum metric metric_of(const struct dataset *dataset, uint32_t row)
{
	enum test test = test_find(dataset_text(dataset, row, COL_TEST));

	return test == TEST_COUNT ? METRIC_BYTES : metric_of_figure(test_table[test].figure);
}

static void fill_size(
	const struct dataset *dataset, uint32_t row, enum column column, struct table_cell *cell)
{
	double size;

	if (dataset_number(dataset, row, column, &size))
		units_format_size(cell->text, size, true);
}

static void fill_value(const struct dataset *dataset, uint32_t row, struct table_cell *cell)
{
	enum metric metric = metric_of(dataset, row);
	struct text status = dataset_text(dataset, row, COL_STATUS);
	double value;

	if (metric_value(dataset, row, metric, &value))
		metric_format_unit(cell->text, metric, value);
	else
		snprintf(cell->text, sizeof(cell->text), "%.*s", TEXT_ARGS(status));
	if (!text_is(status, row_status_names[STATUS_OK]))
		cell->role = ROLE_WARN;
}

static void fill_comparison(const struct finished *finished, uint32_t row, enum run_column column,
	struct table_cell *cell)
{
	const struct dataset *dataset = finished->browse->dataset;
	enum metric metric = metric_of(dataset, row);
	double mine, theirs;
	uint32_t other;
	char number[UNITS_SIZE];

	if (!find_counterpart(finished->run, finished->browse, row, &other) ||
		!metric_value(dataset, row, metric, &mine) ||
		!metric_value(dataset, other, metric, &theirs) || !(theirs > 0))
		return;
	if (column == RUN_AGAINST)
		snprintf(cell->text, sizeof(cell->text), "%s %.*s",
			metric_format_unit(number, metric, theirs),
			TEXT_ARGS(dataset_text(dataset, other, COL_ENVIRONMENT)));
	else
		metric_format_ratio(cell->text, mine / theirs);
}

static void fill_cell(const void *context, size_t index, size_t column, struct table_cell *cell)
{
	const struct finished *finished = context;
	const struct dataset *dataset = finished->browse->dataset;
	uint32_t row = finished->run->rows[finished->first + index];
	double value;

	switch ((enum run_column)column) {
	case RUN_ENVIRONMENT:
	case RUN_TEST:
		snprintf(cell->text, sizeof(cell->text), "%.*s",
			TEXT_ARGS(dataset_text(
				dataset, row, column == RUN_TEST ? COL_TEST : COL_ENVIRONMENT)));
		break;
	case RUN_FILE:
		fill_size(dataset, row, COL_FILE_SIZE, cell);
		break;
	case RUN_RECORD:
		fill_size(dataset, row, COL_RECORD_SIZE, cell);
		break;
	case RUN_VALUE:
		fill_value(dataset, row, cell);
		break;
	case RUN_SPREAD:
		if (dataset_number(dataset, row, COL_SPREAD, &value))
			snprintf(cell->text, sizeof(cell->text), "%.1f %%", value * 100);
		break;
	case RUN_LATENCY:
		if (dataset_number(dataset, row, COL_LAT_P99_S, &value))
			units_format_time(cell->text, value);
		break;
	case RUN_RATIO:
	case RUN_AGAINST:
		fill_comparison(finished, row, (enum run_column)column, cell);
		break;
	}
}

void run_table_draw(const struct run_state *run, const struct browse *browse, struct pane pane)
{
	struct finished finished = {.run = run, .browse = browse};
	struct table_column own[FST_COUNT(columns)];
	struct table table = {.columns = own,
		.column_count = FST_COUNT(columns),
		.row_count = run->row_count,
		.cell = fill_cell,
		.context = &finished,
		.cursor = SIZE_MAX};
	size_t window = table_window(pane, &table);

	for (size_t i = 0; i < FST_COUNT(columns); i++)
		own[i] = columns[i];
	own[RUN_SPREAD].heading = pane_glyphs(pane)->plus_minus;
	own[RUN_RATIO].heading = pane_glyphs(pane)->times;
	if (run->row_count == 0) {
		pane_string(pane, 1, 0, ROLE_DIM, "No cell is finished yet.");
		return;
	}
	if (run->row_count > window)
		finished.first = run->row_count - window;
	table.row_count -= finished.first;
	table_draw(pane, &table);
}
