#include "ui/cut.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "base/units.h"

static enum row_status status_of(const struct dataset *dataset, uint32_t row)
{
	enum row_status status = row_status_find(dataset_text(dataset, row, COL_STATUS));

	return status == STATUS_COUNT ? STATUS_OK : status;
}

static struct cut_cell cell_at(const struct cut *cut, const struct cube *cube, struct cube_point at)
{
	struct cut_cell cell = {.value = NAN};

	cell.have = cube_pick(cube, at, &cell.row);
	if (!cell.have)
		return cell;
	cell.status = status_of(cube_dataset(cube), cell.row);
	/* Where a rate was too fast to be told, the latency may still be known. */
	if (cell.status != STATUS_SKIPPED && cell.status != STATUS_FAILED)
		metric_value(cube_dataset(cube), cell.row, cut->metric, &cell.value);
	return cell;
}

/* How far apart two sizes are, in doublings; an unknown one is as far as can be. */
static double distance(uint64_t a, uint64_t b)
{
	if (a == b)
		return 0;
	if (a == 0 || b == 0)
		return 64;
	return fabs(log2((double)a) - log2((double)b));
}

/* The row of the environment of @at nearest to it; a file size apart counts double. */
static struct cut_cell nearest(const struct cut *cut, const struct cube *cube, struct cube_point at)
{
	struct cut_cell best = {.value = NAN};
	uint64_t file = cube_size(cube, CUBE_FILE_SIZE, at.at[CUBE_FILE_SIZE]);
	uint64_t record = cube_size(cube, CUBE_RECORD_SIZE, at.at[CUBE_RECORD_SIZE]);
	double best_distance = INFINITY;
	struct cube_point probe = at;

	for (uint32_t f = 0; f < cube_count(cube, CUBE_FILE_SIZE); f++) {
		double file_distance = 2 * distance(file, cube_size(cube, CUBE_FILE_SIZE, f));

		probe.at[CUBE_FILE_SIZE] = f;
		if (!cube_has(cube, probe, CUBE_BIT(CUBE_RECORD_SIZE) - 1))
			continue;
		for (uint32_t r = 0; r < cube_count(cube, CUBE_RECORD_SIZE); r++) {
			double far = file_distance +
				     distance(record, cube_size(cube, CUBE_RECORD_SIZE, r));
			struct cut_cell cell;

			probe.at[CUBE_RECORD_SIZE] = r;
			if (far >= best_distance)
				continue;
			cell = cell_at(cut, cube, probe);
			if (cell.have && (!isnan(cell.value) || !best.have)) {
				best = cell;
				best_distance = isnan(cell.value) ? INFINITY : far;
			}
		}
	}
	return best;
}

static void find_records(struct cut *cut, const struct browse *browse)
{
	const struct cube *cube = browse->cube;
	uint32_t count = cube_count(cube, CUBE_RECORD_SIZE);
	struct cube_point probe = browse->at;

	cut->records = xcalloc(count, sizeof(*cut->records));
	cut->record_bytes = xcalloc(count, sizeof(*cut->record_bytes));
	for (uint32_t r = 0; r < count; r++) {
		probe.at[CUBE_RECORD_SIZE] = r;
		if (!cube_has(cube, probe,
			    CUBE_BIT(CUBE_TEST) | CUBE_BIT(CUBE_FILE_SIZE) |
				    CUBE_BIT(CUBE_RECORD_SIZE)))
			continue;
		if (r == browse->at.at[CUBE_RECORD_SIZE])
			cut->at = cut->record_count;
		cut->records[cut->record_count] = r;
		cut->record_bytes[cut->record_count++] = cube_size(cube, CUBE_RECORD_SIZE, r);
	}
}

static void add_series(struct cut *cut, const struct browse *browse, struct cube_point at)
{
	struct cut_series *series = &cut->series[cut->series_count];

	series->environment = at.at[CUBE_ENVIRONMENT];
	series->label = cube_environment(browse->cube, series->environment)->label;
	series->cells = xcalloc(cut->record_count, sizeof(*series->cells));
	for (size_t i = 0; i < cut->record_count; i++) {
		struct cube_point probe = at;

		probe.at[CUBE_RECORD_SIZE] = cut->records[i];
		series->cells[i] = cell_at(cut, browse->cube, probe);
		cut->low = fmin(cut->low, series->cells[i].value);
		cut->high = fmax(cut->high, series->cells[i].value);
	}
	series->here = cell_at(cut, browse->cube, at);
	series->exact = series->here.have;
	if (!series->exact)
		series->here = nearest(cut, browse->cube, at);
	if (series->environment == browse->at.at[CUBE_ENVIRONMENT])
		cut->selected = cut->series_count;
	if (series->environment == browse->baseline)
		cut->baseline = cut->series_count;
	cut->series_count++;
}

static void find_unit(struct cut *cut)
{
	double low = NAN, high = NAN;

	for (size_t i = 0; i < cut->series_count; i++) {
		low = fmin(low, cut->series[i].here.value);
		high = fmax(high, cut->series[i].here.value);
	}
	cut->unit = metric_unit(cut->metric, low, high);
}

struct cut *cut_new(const struct browse *browse)
{
	const struct cube *cube = browse->cube;
	uint32_t environments = cube_count(cube, CUBE_ENVIRONMENT);
	struct cut *cut = xcalloc(1, sizeof(*cut));
	struct cube_point probe = browse->at;

	cut->metric = browse_metric(browse);
	cut->baseline = SIZE_MAX;
	cut->low = cut->high = NAN;
	find_records(cut, browse);
	cut->series = xcalloc(environments, sizeof(*cut->series));
	for (uint32_t e = 0; e < environments; e++) {
		probe.at[CUBE_ENVIRONMENT] = e;
		if (cube_has(cube, probe, CUBE_BIT(CUBE_TEST) | CUBE_BIT(CUBE_ENVIRONMENT)))
			add_series(cut, browse, probe);
	}
	if (cut->baseline == SIZE_MAX && !browse->baseline_chosen)
		cut->baseline = 0;
	find_unit(cut);
	return cut;
}

void cut_free(struct cut *cut)
{
	if (!cut)
		return;
	for (size_t i = 0; i < cut->series_count; i++)
		free(cut->series[i].cells);
	free(cut->series);
	free(cut->records);
	free(cut->record_bytes);
	free(cut);
}

size_t cut_line_count(const struct cut *cut)
{
	size_t lines = 0;

	for (size_t i = 0; i < cut->series_count; i++) {
		size_t values = 0;

		for (size_t r = 0; r < cut->record_count; r++)
			if (cut->record_bytes[r] && !isnan(cut->series[i].cells[r].value))
				values++;
		lines += values > 1;
	}
	return lines;
}

double cut_ratio(const struct cut *cut, size_t series)
{
	if (cut->baseline == SIZE_MAX)
		return NAN;
	return cut->series[series].here.value / cut->series[cut->baseline].here.value;
}

void cut_add_difference(
	const struct dataset *dataset, uint32_t row, uint32_t other, struct strbuf *out)
{
	static const struct {
		enum column column;
		const char *what;
	} numbers[] = {{COL_FILE_SIZE, "file"}, {COL_RECORD_SIZE, "record"}, {COL_FILES, "files"},
		{COL_THREADS, "threads"}, {COL_QUEUE_DEPTH, "deep queue"}};
	static const enum column texts[] = {COL_ENGINE, COL_OPTIONS};
	size_t start = out->len;

	for (size_t i = 0; i < FST_COUNT(numbers); i++) {
		char size[UNITS_SIZE];
		double mine, theirs;

		if (!dataset_number(dataset, row, numbers[i].column, &mine) ||
			!dataset_number(dataset, other, numbers[i].column, &theirs) ||
			mine == theirs)
			continue;
		if (numbers[i].column == COL_FILE_SIZE || numbers[i].column == COL_RECORD_SIZE)
			units_format_size(size, mine, true);
		else
			units_format_number(size, mine);
		strbuf_printf(out, "%s%s %s", out->len > start ? ", " : "", size, numbers[i].what);
	}
	for (size_t i = 0; i < FST_COUNT(texts); i++) {
		struct text mine = dataset_text(dataset, row, texts[i]);
		struct text theirs = dataset_text(dataset, other, texts[i]);

		if (mine.len && theirs.len && !text_equal(mine, theirs))
			strbuf_printf(out, "%s%.*s", out->len > start ? ", " : "", TEXT_ARGS(mine));
	}
}
