#include "report/curves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/units.h"
#include "model/vocabulary.h"

/* Values further apart than this are drawn on a logarithmic axis. */
#define LINEAR_SPAN 50

/*
 * The preset of the four charts by record size: Mitchell Hashimoto, "Comparing
 * Filesystem Performance in Virtual Machines" (2014), drew these tests of a 64 MB file.
 */
#define PRESET_FILE_BYTES (64 * 1024 * 1024)
static const enum test preset_tests[] = {
	TEST_RANDOM_READ, TEST_RANDOM_WRITE, TEST_READ, TEST_WRITE};

static struct heat_cell read_cell(const struct curves *curves, struct cube_point point)
{
	const struct dataset *dataset = cube_dataset(curves->cube);
	struct heat_cell cell = {.state = HEAT_NOT_RUN, .value = NAN};
	uint64_t record = cube_size(curves->cube, CUBE_RECORD_SIZE, point.at[CUBE_RECORD_SIZE]);
	struct text status;
	uint32_t row;

	if (!cube_pick(curves->cube, point, &row)) {
		if (curves->file_bytes && record > curves->file_bytes)
			cell.state = HEAT_IMPOSSIBLE;
		return cell;
	}
	status = dataset_text(dataset, row, COL_STATUS);
	if (text_is(status, row_status_names[STATUS_FAILED])) {
		cell.state = HEAT_FAILED;
	} else if (text_is(status, row_status_names[STATUS_SKIPPED])) {
		cell.state = HEAT_SKIPPED;
	} else if (metric_value(dataset, row, curves->metric, &cell.value)) {
		bool doubtful = text_is(status, row_status_names[STATUS_DOUBTFUL]);

		cell.state = doubtful ? HEAT_DOUBTFUL : HEAT_VALUE;
	} else {
		cell.value = NAN;
	}
	return cell;
}

static void read_curve(struct curves *curves, const uint32_t *records, uint32_t environment)
{
	struct curve *curve = &curves->curves[curves->curve_count];
	struct cube_point point = {{[CUBE_TEST] = curves->test,
		[CUBE_ENVIRONMENT] = environment,
		[CUBE_FILE_SIZE] = curves->file_size}};
	size_t values = 0;

	*curve = (struct curve){.environment = environment,
		.label = cube_environment(curves->cube, environment)->label,
		.cells = xcalloc(curves->record_count, sizeof(*curve->cells))};
	for (size_t r = 0; r < curves->record_count; r++) {
		point.at[CUBE_RECORD_SIZE] = records[r];
		curve->cells[r] = read_cell(curves, point);
		if (isnan(curve->cells[r].value))
			continue;
		values++;
		curves->low = fmin(curves->low, curve->cells[r].value);
		curves->high = fmax(curves->high, curve->cells[r].value);
	}
	if (values == 0) {
		free(curve->cells);
		return;
	}
	curves->value_count += values;
	curves->curve_count++;
}

struct curves *curves_new(const struct cube *cube, uint32_t test, uint32_t file_size)
{
	const struct cube_test *info = cube_test(cube, test);
	uint32_t record_count = cube_count(cube, CUBE_RECORD_SIZE);
	uint32_t environments = cube_count(cube, CUBE_ENVIRONMENT);
	struct curves *curves = xcalloc(1, sizeof(*curves));
	uint32_t *records = xcalloc(record_count, sizeof(*records));

	*curves = (struct curves){.cube = cube,
		.test = test,
		.file_size = file_size,
		.test_label = info->label,
		.metric = metric_of_figure(info->figure),
		.file_bytes = cube_size(cube, CUBE_FILE_SIZE, file_size),
		.record_bytes = xcalloc(record_count, sizeof(*curves->record_bytes)),
		.curves = xcalloc(environments, sizeof(*curves->curves)),
		.low = NAN,
		.high = NAN};
	for (uint32_t r = 0; r < record_count; r++) {
		struct cube_point point = {
			{[CUBE_TEST] = test, [CUBE_FILE_SIZE] = file_size, [CUBE_RECORD_SIZE] = r}};
		uint64_t bytes = cube_size(cube, CUBE_RECORD_SIZE, r);

		if (bytes == 0 || !cube_has(cube, point,
					  CUBE_BIT(CUBE_TEST) | CUBE_BIT(CUBE_FILE_SIZE) |
						  CUBE_BIT(CUBE_RECORD_SIZE)))
			continue;
		records[curves->record_count] = r;
		curves->record_bytes[curves->record_count++] = bytes;
	}
	for (uint32_t e = 0; e < environments && curves->record_count > 0; e++)
		read_curve(curves, records, e);
	curves->unit = metric_unit(curves->metric, curves->low, curves->high);
	free(records);
	return curves;
}

void curves_free(struct curves *curves)
{
	if (!curves)
		return;
	for (size_t i = 0; i < curves->curve_count; i++)
		free(curves->curves[i].cells);
	free(curves->curves);
	free(curves->record_bytes);
	free(curves);
}

bool curves_are_lines(const struct curves *curves)
{
	for (size_t i = 0; i < curves->curve_count; i++) {
		size_t values = 0;

		for (size_t r = 0; r < curves->record_count; r++)
			values += !isnan(curves->curves[i].cells[r].value) ? 1 : 0;
		if (values > 1)
			return true;
	}
	return false;
}

void curves_add_title(const struct curves *curves, struct strbuf *out)
{
	char size[UNITS_SIZE];

	strbuf_add_string(out, curves->test_label);
	if (curves->file_bytes)
		strbuf_printf(out, ", %s file",
			units_format_size(size, (double)curves->file_bytes, true));
}

void curves_add_cell(const struct curves *curves, struct heat_cell cell, struct strbuf *out)
{
	static const char *const reasons[] = {[HEAT_VALUE] = "no figure",
		[HEAT_DOUBTFUL] = "no figure",
		[HEAT_NOT_RUN] = "not run",
		[HEAT_SKIPPED] = "skipped",
		[HEAT_IMPOSSIBLE] = "impossible",
		[HEAT_FAILED] = "failed"};
	char number[UNITS_SIZE];

	if (isnan(cell.value)) {
		strbuf_add_string(out, reasons[cell.state]);
		return;
	}
	strbuf_add_string(out, metric_format(number, cell.value, curves->unit));
	if (cell.state == HEAT_DOUBTFUL)
		strbuf_add_char(out, '?');
}

struct curves_chart curves_make_chart(const struct curves *curves)
{
	const struct metric_info *metric = &metric_table[curves->metric];
	bool wide = curves->low > 0 && curves->high / curves->low > LINEAR_SPAN;
	struct curves_chart made = {
		.chart = {.series_count = curves->curve_count, .selected = SIZE_MAX, .cursor = NAN},
		.series = xcalloc(curves->curve_count, sizeof(*made.series)),
		.points = xcalloc(curves->curve_count * curves->record_count, sizeof(*made.points)),
	};

	for (size_t i = 0; i < curves->curve_count; i++) {
		const struct curve *curve = &curves->curves[i];
		struct chart_point *points = made.points + i * curves->record_count;

		for (size_t r = 0; r < curves->record_count; r++)
			points[r] = (struct chart_point){.x = (double)curves->record_bytes[r],
				.y = curve->cells[r].value,
				.doubtful = curve->cells[r].state == HEAT_DOUBTFUL};
		made.series[i] = (struct chart_series){.points = points,
			.count = curves->record_count,
			.letter = role_series_letter(curve->environment),
			.role = role_series(curve->environment)};
	}
	made.chart.series = made.series;
	if (curves->record_count > 0)
		made.chart.x = axis_fit(AXIS_LOG2, QUANTITY_SIZE, (double)curves->record_bytes[0],
			(double)curves->record_bytes[curves->record_count - 1]);
	made.chart.y = axis_fit(
		wide ? AXIS_LOG : AXIS_LINEAR, metric->quantity, curves->low, curves->high);
	made.chart.y.unit = curves->unit;
	return made;
}

void curves_free_chart(struct curves_chart *chart)
{
	free(chart->points);
	free(chart->series);
}

static bool in_preset(const struct cube *cube, uint32_t test, uint32_t file_size)
{
	if (cube_size(cube, CUBE_FILE_SIZE, file_size) != PRESET_FILE_BYTES)
		return false;
	for (size_t i = 0; i < FST_COUNT(preset_tests); i++)
		if (cube_test(cube, test)->test == preset_tests[i])
			return true;
	return false;
}

struct curves_list curves_list_new(const struct cube *cube, bool sizes)
{
	uint32_t tests = cube_count(cube, CUBE_TEST);
	uint32_t files = cube_count(cube, CUBE_FILE_SIZE);
	struct curves_list list = {.items = xcalloc((size_t)tests * files, sizeof(*list.items))};

	for (uint32_t t = 0; t < tests; t++)
		for (uint32_t f = 0; f < files; f++) {
			struct curves *curves;

			if (sizes && !in_preset(cube, t, f))
				continue;
			curves = curves_new(cube, t, f);
			if (curves_are_lines(curves))
				list.items[list.count++] = curves;
			else
				curves_free(curves);
		}
	return list;
}

void curves_list_free(struct curves_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		curves_free(list->items[i]);
	free(list->items);
	*list = (struct curves_list){0};
}

size_t curves_list_test(const struct curves_list *list, size_t first, size_t *richest)
{
	size_t end = first;

	*richest = first;
	for (; end < list->count && list->items[end]->test == list->items[first]->test; end++)
		if (list->items[end]->value_count >= list->items[*richest]->value_count)
			*richest = end;
	return end - first;
}
