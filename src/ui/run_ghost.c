#include "ui/run_ghost.h"

#include <math.h>

static uint32_t find_size(const struct cube *cube, enum cube_dim dim, double size)
{
	for (uint32_t i = 0; i < cube_count(cube, dim); i++)
		if ((double)cube_size(cube, dim, i) == size)
			return i;
	return UINT32_MAX;
}

/* The latest row at @point that is older than the run. */
static bool find_row(const struct run_state *run, const struct cube *cube, struct cube_point point,
	uint32_t *row)
{
	const struct dataset *dataset = cube_dataset(cube);
	const uint32_t *rows;
	size_t count = cube_rows(cube, point, &rows);
	bool found = false;

	for (size_t i = 0; i < count; i++) {
		if (rows[i] >= run->rows_before ||
			!text_equal(
				dataset_text(dataset, rows[i], COL_TEST), strbuf_text(&run->test)))
			continue;
		*row = rows[i];
		found = true;
	}
	return found;
}

double run_ghost_value(
	const struct run_state *run, const struct browse *browse, enum run_figure figure)
{
	static const enum column columns[RUN_FIGURES] = {[RUN_BYTES] = COL_BYTES_PER_S,
		[RUN_OPS] = COL_OPS_PER_S,
		[RUN_P50] = COL_LAT_P50_S,
		[RUN_P99] = COL_LAT_P99_S,
		[RUN_MAX] = COL_LAT_MAX_S};
	const struct cube *cube = browse->cube;
	struct cube_point point = {{0}};
	double value = NAN;
	uint32_t row;

	if (!run->cell || browse_empty(browse))
		return NAN;
	point.at[CUBE_FILE_SIZE] = find_size(cube, CUBE_FILE_SIZE, run->file_size);
	point.at[CUBE_RECORD_SIZE] = find_size(cube, CUBE_RECORD_SIZE, run->record_size);
	if (point.at[CUBE_FILE_SIZE] == UINT32_MAX || point.at[CUBE_RECORD_SIZE] == UINT32_MAX)
		return NAN;
	for (uint32_t e = 0; e < cube_count(cube, CUBE_ENVIRONMENT); e++) {
		point.at[CUBE_ENVIRONMENT] = e;
		if (!text_is(strbuf_text(&run->environment), cube_environment(cube, e)->label))
			continue;
		for (uint32_t t = 0; t < cube_count(cube, CUBE_TEST); t++) {
			point.at[CUBE_TEST] = t;
			if (find_row(run, cube, point, &row))
				dataset_number(cube_dataset(cube), row, columns[figure], &value);
		}
	}
	return value;
}

/* When the latest stretch of the cell under way began. */
static double stretch_start_s(const struct run_state *run)
{
	double start_s = INFINITY;

	for (size_t i = run->sample_count; i-- > 0;) {
		const struct run_sample
			*sample = &run->samples[(run->sample_first + i) % RUN_SAMPLES];

		if (sample->cell != run->cell)
			break;
		start_s = sample->t_s;
	}
	return start_s;
}

void run_ghost_columns(const struct run_state *run, double value, double column_s, uint64_t total,
	struct live_sample *columns, size_t count)
{
	uint64_t first = total > count ? total - count : 0;
	double start_s = stretch_start_s(run);

	for (size_t i = 0; i < count; i++) {
		bool inside = (double)(first + i + 1) * column_s > start_s && first + i < total;

		columns[i].mean = columns[i].min = columns[i].max = inside ? value : NAN;
	}
}
