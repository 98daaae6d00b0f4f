#include "ui/surface.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/units.h"

/*
 * The sizes that the place's environment has, for all maps: what it lacks would be rows and
 * columns of holes. The place itself is always among them.
 */
static void find_side(const struct browse *browse, enum cube_dim dim, struct surface_side *side)
{
	const struct cube *cube = browse->cube;
	uint32_t count = cube_count(cube, dim);
	struct cube_point probe = browse->at;

	side->at = SIZE_MAX;
	side->ordinals = xcalloc(count, sizeof(*side->ordinals));
	side->labels = xcalloc(count, sizeof(*side->labels));
	for (uint32_t i = 0; i < count; i++) {
		char label[UNITS_SIZE] = "any";
		uint64_t bytes = cube_size(cube, dim, i);

		probe.at[dim] = i;
		if (i != browse->at.at[dim] &&
			!cube_has(cube, probe,
				CUBE_BIT(CUBE_TEST) | CUBE_BIT(CUBE_ENVIRONMENT) | CUBE_BIT(dim)))
			continue;
		if (i == browse->at.at[dim])
			side->at = side->count;
		if (bytes)
			units_format_size(label, (double)bytes, true);
		side->ordinals[side->count] = i;
		side->labels[side->count++] = xstrdup(label);
	}
}

static void free_side(struct surface_side *side)
{
	for (size_t i = 0; i < side->count; i++)
		free(side->labels[i]);
	free(side->labels);
	free(side->ordinals);
}

struct surface *surface_new(const struct browse *browse, bool ratios)
{
	struct surface *surface = xcalloc(1, sizeof(*surface));
	uint32_t environments = cube_count(browse->cube, CUBE_ENVIRONMENT);
	struct cube_point probe = browse->at;

	surface->browse = browse;
	surface->ratios = ratios;
	surface->metric = browse_metric(browse);
	find_side(browse, CUBE_FILE_SIZE, &surface->files);
	find_side(browse, CUBE_RECORD_SIZE, &surface->records);
	surface->environments = xcalloc(environments, sizeof(*surface->environments));
	for (uint32_t e = 0; e < environments; e++) {
		probe.at[CUBE_ENVIRONMENT] = e;
		if (!cube_has(
			    browse->cube, probe, CUBE_BIT(CUBE_TEST) | CUBE_BIT(CUBE_ENVIRONMENT)))
			continue;
		if (e == browse->at.at[CUBE_ENVIRONMENT])
			surface->selected = surface->environment_count;
		surface->environments[surface->environment_count++] = e;
	}
	return surface;
}

void surface_free(struct surface *surface)
{
	if (!surface)
		return;
	free_side(&surface->files);
	free_side(&surface->records);
	free(surface->environments);
	free(surface);
}

static bool is_impossible(const struct cube *cube, struct cube_point point)
{
	uint64_t file = cube_size(cube, CUBE_FILE_SIZE, point.at[CUBE_FILE_SIZE]);

	return file && cube_size(cube, CUBE_RECORD_SIZE, point.at[CUBE_RECORD_SIZE]) > file;
}

static struct heat_cell value_at(
	const struct surface *surface, const struct cube *cube, struct cube_point point)
{
	static const enum heat_state states[STATUS_COUNT] = {[STATUS_OK] = HEAT_VALUE,
		[STATUS_TOO_FAST] = HEAT_NOT_RUN,
		[STATUS_SKIPPED] = HEAT_SKIPPED,
		[STATUS_FAILED] = HEAT_FAILED,
		[STATUS_DOUBTFUL] = HEAT_DOUBTFUL};
	struct heat_cell cell = {.state = HEAT_NOT_RUN, .value = NAN};
	enum row_status status;
	uint32_t row;

	if (!cube_pick(cube, point, &row)) {
		if (is_impossible(cube, point))
			cell.state = HEAT_IMPOSSIBLE;
		return cell;
	}
	status = row_status_find(dataset_text(cube_dataset(cube), row, COL_STATUS));
	cell.state = states[status == STATUS_COUNT ? STATUS_OK : status];
	if ((cell.state == HEAT_VALUE || cell.state == HEAT_DOUBTFUL) &&
		!metric_value(cube_dataset(cube), row, surface->metric, &cell.value))
		cell.state = HEAT_NOT_RUN;
	return cell;
}

struct heat_cell surface_cell(
	const struct surface *surface, uint32_t environment, size_t file, size_t record)
{
	const struct browse *browse = surface->browse;
	struct cube_point point = browse->at;
	struct heat_cell cell, base;

	point.at[CUBE_ENVIRONMENT] = environment;
	point.at[CUBE_FILE_SIZE] = surface->files.ordinals[file];
	point.at[CUBE_RECORD_SIZE] = surface->records.ordinals[record];
	cell = value_at(surface, browse->cube, point);
	if (!surface->ratios || isnan(cell.value))
		return cell;
	point.at[CUBE_ENVIRONMENT] = browse->baseline;
	base = value_at(surface, browse->cube, point);
	cell.value = base.value > 0 ? cell.value / base.value : NAN;
	if (isnan(cell.value))
		cell.state = HEAT_NOT_RUN;
	else if (base.state == HEAT_DOUBTFUL)
		cell.state = HEAT_DOUBTFUL;
	return cell;
}

/* The first of the cube's rows, which are sorted by test first, of @test or behind it. */
static uint32_t first_row(const struct cube *cube, uint32_t test)
{
	uint32_t low = 0, high = cube_row_count(cube);

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		struct cube_point point;

		cube_row(cube, middle, &point);
		if (point.at[CUBE_TEST] < test)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void surface_range(const struct browse *browse, enum metric metric, double *low, double *high)
{
	const struct cube *cube = browse->cube;
	uint32_t test = browse->at.at[CUBE_TEST];
	uint32_t end = first_row(cube, test + 1);

	*low = *high = NAN;
	for (uint32_t i = first_row(cube, test); i < end; i++) {
		struct cube_point point;
		double value;

		if (!metric_value(cube_dataset(cube), cube_row(cube, i, &point), metric, &value))
			continue;
		*low = fmin(*low, value);
		*high = fmax(*high, value);
	}
}
