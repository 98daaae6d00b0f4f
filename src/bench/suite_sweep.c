/*
 * IOzone's matrix: file sizes by record sizes by tests. Not in IOzone's order: a few points that
 * are spread over the small half of the matrix come first, so that also a slow folder shows a
 * picture within a minute; then points spread over all of it; then the rest, in IOzone's order.
 */
#include "bench/suite.h"

#include <math.h>

#define KIB (UINT64_C(1) << 10)
#define MIB (UINT64_C(1) << 20)

#define FILE_MIN   (64 * KIB)
#define FILE_MAX   (512 * MIB)
#define RECORD_MIN (4 * KIB)
#define RECORD_MAX (16 * MIB)

/* Every so many sizes of the lists belong to the picture of a level, and how large files it has. */
static const struct level {
	size_t file_step, record_step;
	uint64_t file_max;
} levels[] = {
	{6, 4, 4 * MIB},
	{3, 4, UINT64_MAX},
	{1, 1, UINT64_MAX},
};

#define LEVELS (sizeof(levels) / sizeof(levels[0]))

/* The cells of the first level share so much time, in each folder. */
#define COARSE_S     48.0
#define COARSE_MIN_S 0.3
#define COARSE_MAX_S 4.0

struct sizes {
	uint64_t made[PLAN_SIZES_MAX];
	const uint64_t *list;
	size_t count;
};

static void take_sizes(
	struct sizes *sizes, const uint64_t *list, size_t count, uint64_t from, uint64_t to)
{
	sizes->list = list;
	sizes->count = count;
	if (count)
		return;
	sizes->list = sizes->made;
	for (; from <= to; from *= 2)
		sizes->made[sizes->count++] = from;
}

static bool is_of_level(const struct level *level, size_t f, size_t r, uint64_t file_size)
{
	return f % level->file_step == 0 && r % level->record_step == 0 &&
	       file_size <= level->file_max;
}

/* The first level that the sizes number @f and @r belong to. */
static size_t level_of(size_t f, size_t r, uint64_t file_size)
{
	size_t level = 0;

	while (!is_of_level(&levels[level], f, r, file_size))
		level++;
	return level;
}

static void add_tests(struct plan *plan, const struct plan_request *request, uint64_t file_size,
	uint64_t record_size, size_t level, bool first_record, bool left_out)
{
	size_t count = request->test_count ? bench_test_count : BENCH_SWEEP_TESTS;

	/* A test with one record size, its own, is measured once for a file. */
	for (size_t t = 0; t < count; t++) {
		const struct plan_cell cell = {
			.test = &bench_tests[t],
			.file_size = file_size,
			.record_size = record_size,
			.coarse = level == 0,
		};

		if (!cell.test->no_file && (!cell.test->record_bytes || first_record))
			plan_add_point(plan, request, &cell, left_out);
	}
}

static void limit_coarse_cells(struct plan *plan)
{
	size_t count = 0;
	double limit_s;

	for (size_t i = 0; i < plan->count; i++)
		count += plan->cells[i].coarse && plan->cells[i].folder == 0;
	limit_s = fmin(fmax(COARSE_S / (double)count, COARSE_MIN_S), COARSE_MAX_S);
	for (size_t i = 0; i < plan->count; i++)
		if (plan->cells[i].coarse)
			plan->cells[i].limit_s = limit_s;
}

void suite_add_sweep(struct plan *plan, const struct plan_request *request)
{
	bool crossover = !request->all_records && request->record_size_count == 0;
	struct sizes files = {0}, records = {0};

	take_sizes(&files, request->file_sizes, request->file_size_count, FILE_MIN, FILE_MAX);
	take_sizes(&records, request->record_sizes, request->record_size_count, RECORD_MIN,
		RECORD_MAX);
	for (size_t level = 0; level < LEVELS; level++)
		for (size_t f = 0; f < files.count; f++)
			for (size_t r = 0; r < records.count; r++) {
				uint64_t file = files.list[f], record = records.list[r];
				bool left_out = crossover && file > PLAN_CROSSOVER_FILE &&
						record < PLAN_CROSSOVER_RECORD;

				/* A record larger than the file is impossible: no cell. */
				if (record <= file && level_of(f, r, file) == level)
					add_tests(plan, request, file, record, level, r == 0,
						left_out);
			}
	limit_coarse_cells(plan);
}
