#include "ui/sizes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "draw/linechart.h"
#include "draw/table.h"
#include "ui/chrome.h"

bool sizes_has_lines(const struct cut *cut)
{
	return cut_line_count(cut) > 0;
}

void sizes_format_cell(const struct cut_cell *cell, bool exact, struct unit unit,
	const struct glyphs *glyphs, char *out, size_t size)
{
	static const char *const reasons[] = {[STATUS_OK] = "",
		[STATUS_TOO_FAST] = "too fast",
		[STATUS_SKIPPED] = "skipped",
		[STATUS_FAILED] = "failed",
		[STATUS_DOUBTFUL] = ""};
	char number[UNITS_SIZE];
	const char *doubt = cell->status == STATUS_DOUBTFUL ? glyphs->doubtful : "";

	if (!cell->have)
		snprintf(out, size, "%s", glyphs->hole);
	else if (isnan(cell->value))
		snprintf(out, size, "%s",
			reasons[cell->status][0] ? reasons[cell->status] : glyphs->hole);
	else
		snprintf(out, size, "%s%s%s%s", exact ? "" : "(",
			metric_format(number, cell->value, unit), doubt, exact ? "" : ")");
}

/* The series' points, those of all series behind each other in @points. */
static size_t add_points(
	const struct cut *cut, const struct cut_series *series, struct chart_point *points)
{
	size_t count = 0;

	for (size_t r = 0; r < cut->record_count; r++)
		if (cut->record_bytes[r])
			points[count++] = (struct chart_point){.x = (double)cut->record_bytes[r],
				.y = series->cells[r].value,
				.doubtful = series->cells[r].status == STATUS_DOUBTFUL};
	return count;
}

/* A chart with the series and points that it refers to. */
struct picture {
	struct linechart chart;
	struct chart_series *series;
	struct chart_point *points;
};

static struct picture make_picture(const struct cut *cut, bool logarithmic)
{
	const struct metric_info *metric = &metric_table[cut->metric];
	uint64_t first = 0, last = 0;
	struct picture picture = {
		.chart = {.series_count = cut->series_count, .selected = cut->selected},
		.series = xcalloc(cut->series_count, sizeof(*picture.series)),
		.points = xcalloc(cut->series_count * cut->record_count, sizeof(*picture.points)),
	};
	struct linechart *chart = &picture.chart;

	for (size_t r = 0; r < cut->record_count; r++) {
		first = first ? first : cut->record_bytes[r];
		last = cut->record_bytes[r];
	}
	for (size_t i = 0; i < cut->series_count; i++) {
		struct chart_point *points = picture.points + i * cut->record_count;

		picture.series[i] = (struct chart_series){.points = points,
			.count = add_points(cut, &cut->series[i], points),
			.letter = role_series_letter(cut->series[i].environment),
			.role = role_series(cut->series[i].environment)};
	}
	chart->series = picture.series;
	chart->x = axis_fit(AXIS_LOG2, QUANTITY_SIZE, (double)first, (double)last);
	chart->y = axis_fit(
		logarithmic ? AXIS_LOG : AXIS_LINEAR, metric->quantity, cut->low, cut->high);
	chart->y.unit = metric_unit(cut->metric, cut->low, cut->high);
	chart->cursor = cut->record_count && cut->record_bytes[cut->at]
				? (double)cut->record_bytes[cut->at]
				: NAN;
	return picture;
}

static void free_picture(struct picture *picture)
{
	free(picture->points);
	free(picture->series);
}

static struct pane frame(
	const struct cut *cut, struct unit unit, const char *scale, struct pane pane)
{
	const struct metric_info *metric = &metric_table[cut->metric];
	char title[96];

	snprintf(title, sizeof(title), "%s %s  %s", metric->title, unit.name, scale);
	return pane_frame(pane, ROLE_BORDER, text_trim(text_of(title)),
		metric->higher_is_better ? TEXT("higher is better") : TEXT("lower is better"));
}

void sizes_draw_chart(const struct cut *cut, bool logarithmic, struct pane pane)
{
	struct picture picture = make_picture(cut, logarithmic);
	const struct axis *y = &picture.chart.y;

	linechart_draw(frame(cut, y->unit, axis_kind_name(y), pane), &picture.chart);
	free_picture(&picture);
}

size_t sizes_record_at(const struct cut *cut, bool logarithmic, struct pane pane, int x)
{
	struct picture picture = make_picture(cut, logarithmic);
	struct pane inside = pane_sub_at(pane, 1, 1, pane_width(pane) - 2, pane_height(pane) - 2);
	double bytes = linechart_x_at(inside, &picture.chart, x - 1);
	size_t best = SIZE_MAX;
	double best_distance = INFINITY;

	free_picture(&picture);
	for (size_t r = 0; r < cut->record_count && bytes > 0; r++) {
		double distance;

		if (cut->record_bytes[r] == 0)
			continue;
		distance = fabs(log2((double)cut->record_bytes[r]) - log2(bytes));
		if (distance < best_distance) {
			best = r;
			best_distance = distance;
		}
	}
	return best;
}

struct matrix {
	const struct cut *cut;
	struct unit unit;
	const struct glyphs *glyphs;
};

static void fill_matrix(const void *context, size_t row, size_t column, struct table_cell *cell)
{
	const struct matrix *matrix = context;
	const struct cut *cut = matrix->cut;

	if (column == 0) {
		if (cut->record_bytes[row])
			units_format_size(cell->text, (double)cut->record_bytes[row], true);
		return;
	}
	sizes_format_cell(&cut->series[column - 1].cells[row], true, matrix->unit, matrix->glyphs,
		cell->text, sizeof(cell->text));
}

void sizes_draw_matrix(const struct app *app, const struct cut *cut, struct pane pane)
{
	struct table_column columns[TABLE_MAX_COLUMNS] = {
		{.heading = "record", .align = TABLE_RIGHT, .priority = 3, .role = ROLE_DIM}};
	char headings[TABLE_MAX_COLUMNS][32];
	struct matrix matrix = {.cut = cut,
		.unit = metric_unit(cut->metric, cut->low, cut->high),
		.glyphs = pane_glyphs(pane)};
	struct table table = {.columns = columns,
		.column_count = 1,
		.row_count = cut->record_count,
		.cell = fill_matrix,
		.context = &matrix,
		.cursor = cut->at};
	struct pane inside;

	for (size_t i = 0; i < cut->series_count && table.column_count < TABLE_MAX_COLUMNS; i++) {
		const struct cut_series *series = &cut->series[i];
		bool selected = i == cut->selected;

		chrome_format_heading(app, series->environment, series->label, 14, headings[i],
			sizeof(headings[i]));
		columns[table.column_count++] = (struct table_column){.heading = headings[i],
			.align = TABLE_RIGHT,
			.minimum = 8,
			.priority = selected ? 2 : series->environment == app->browse->baseline,
			.role = selected ? ROLE_VALUE : role_series(series->environment)};
	}
	inside = frame(cut, matrix.unit, "", pane);
	table.top = table_scroll(inside, &table);
	table_draw(inside, &table);
}
