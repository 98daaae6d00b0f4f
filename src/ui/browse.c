#include "ui/browse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/keyset.h"

/* More sizes than this are not looked at to find a place to begin. */
#define BEGIN_SIZES 40

/* What must be the same for a place on a dimension to count as existing. */
static const unsigned fixed_for[CUBE_DIMS] = {
	[CUBE_TEST] = 0,
	[CUBE_ENVIRONMENT] = CUBE_BIT(CUBE_TEST),
	[CUBE_FILE_SIZE] = CUBE_BIT(CUBE_TEST),
	[CUBE_RECORD_SIZE] = CUBE_BIT(CUBE_TEST) | CUBE_BIT(CUBE_FILE_SIZE),
};

/* The place by names and sizes, which outlive an index. */
struct bookmark {
	bool valid;
	struct cube_test test;
	char *test_label, *environment, *baseline;
	uint64_t file_size, record_size;
};

struct browse *browse_new(void)
{
	struct browse *browse = xcalloc(1, sizeof(*browse));

	browse->dataset = dataset_new();
	browse->metric = METRIC_FIGURE;
	browse_reindex(browse);
	return browse;
}

static void drop_index(struct browse *browse)
{
	if (browse->cube != browse->all)
		cube_free(browse->cube);
	cube_free(browse->all);
	catalogue_free(browse->catalogue);
	free(browse->metrics);
	browse->cube = browse->all = NULL;
	browse->catalogue = NULL;
	browse->metrics = NULL;
}

void browse_free(struct browse *browse)
{
	if (!browse)
		return;
	drop_index(browse);
	dataset_free(browse->dataset);
	library_list_free(&browse->files);
	free(browse->marks);
	free(browse);
}

static void take_rows(
	struct browse *browse, struct dataset *dataset, struct library_list *files, bool samples)
{
	dataset_free(browse->dataset);
	library_list_free(&browse->files);
	browse->dataset = dataset;
	browse->files = files ? *files : LIBRARY_LIST_INIT;
	browse->samples = samples;
	if (files)
		*files = LIBRARY_LIST_INIT;
}

void browse_replace(
	struct browse *browse, struct dataset *dataset, struct library_list *files, bool samples)
{
	drop_index(browse);
	take_rows(browse, dataset, files, samples);
	browse->mark_count = 0;
	browse->baseline_chosen = false;
	browse->at = (struct cube_point){{0}};
	browse->baseline = 0;
	browse_reindex(browse);
}

bool browse_empty(const struct browse *browse)
{
	return cube_row_count(browse->cube) == 0;
}

static struct bookmark take_bookmark(const struct browse *browse)
{
	struct bookmark mark = {0};
	const struct cube *cube = browse->cube;

	if (!cube || browse_empty(browse))
		return mark;
	mark.valid = true;
	mark.test = *cube_test(cube, browse->at.at[CUBE_TEST]);
	mark.test_label = xstrdup(mark.test.label);
	mark.environment = xstrdup(cube_environment(cube, browse->at.at[CUBE_ENVIRONMENT])->label);
	mark.baseline = xstrdup(cube_environment(cube, browse->baseline)->label);
	mark.file_size = cube_size(cube, CUBE_FILE_SIZE, browse->at.at[CUBE_FILE_SIZE]);
	mark.record_size = cube_size(cube, CUBE_RECORD_SIZE, browse->at.at[CUBE_RECORD_SIZE]);
	return mark;
}

static uint32_t find_environment(const struct cube *cube, const char *label)
{
	for (uint32_t i = 0; i < cube_count(cube, CUBE_ENVIRONMENT); i++)
		if (strcmp(cube_environment(cube, i)->label, label) == 0)
			return i;
	return UINT32_MAX;
}

static uint32_t find_size(const struct cube *cube, enum cube_dim dim, uint64_t size)
{
	uint32_t at = 0;

	while (at + 1 < cube_count(cube, dim) && cube_size(cube, dim, at) < size)
		at++;
	return at;
}

static uint32_t find_test(const struct cube *cube, const struct bookmark *mark)
{
	for (uint32_t i = 0; i < cube_count(cube, CUBE_TEST); i++) {
		const struct cube_test *test = cube_test(cube, i);

		if (test->test == mark->test.test && test->direction == mark->test.direction &&
			(test->test != TEST_TABLE || strcmp(test->label, mark->test_label) == 0))
			return i;
	}
	return 0;
}

/* Move @dim to the nearest place that exists under @fixed. */
static void settle(struct browse *browse, enum cube_dim dim, unsigned fixed)
{
	struct cube_point up = browse->at, down = browse->at;
	bool has_up, has_down;

	if (cube_has(browse->cube, browse->at, fixed | CUBE_BIT(dim)))
		return;
	has_up = cube_step(browse->cube, &up, dim, 1, fixed);
	has_down = cube_step(browse->cube, &down, dim, -1, fixed);
	if (has_up &&
		(!has_down || up.at[dim] - browse->at.at[dim] <= browse->at.at[dim] - down.at[dim]))
		browse->at = up;
	else if (has_down)
		browse->at = down;
}

/* To sizes at which the environment has a row of the test. */
static void settle_sizes(struct browse *browse)
{
	const unsigned line = CUBE_BIT(CUBE_TEST) | CUBE_BIT(CUBE_ENVIRONMENT);

	settle(browse, CUBE_FILE_SIZE, line);
	settle(browse, CUBE_RECORD_SIZE, line | CUBE_BIT(CUBE_FILE_SIZE));
}

static void settle_all(struct browse *browse)
{
	if (browse_empty(browse))
		return;
	settle(browse, CUBE_TEST, 0);
	settle(browse, CUBE_ENVIRONMENT, CUBE_BIT(CUBE_TEST));
	settle_sizes(browse);
}

/* How far a size is from one that people ask about, in doublings. */
static double strangeness(uint64_t size, uint64_t usual)
{
	return size ? fabs(log2((double)size) - log2((double)usual)) : 0;
}

static uint32_t count_environments(const struct cube *cube, struct cube_point at, unsigned fixed)
{
	uint32_t count = 0;

	for (uint32_t e = 0; e < cube_count(cube, CUBE_ENVIRONMENT); e++) {
		at.at[CUBE_ENVIRONMENT] = e;
		count += cube_has(cube, at, fixed | CUBE_BIT(CUBE_ENVIRONMENT));
	}
	return count;
}

/* The test with the most rows; one that can be drawn over sizes counts more. */
static uint32_t richest_test(const struct cube *cube)
{
	uint32_t tests = cube_count(cube, CUBE_TEST), best = 0;
	uint64_t *weights = xcalloc(tests, sizeof(*weights));

	for (uint32_t i = 0; i < cube_row_count(cube); i++) {
		struct cube_point point;

		cube_row(cube, i, &point);
		weights[point.at[CUBE_TEST]]++;
	}
	for (uint32_t t = 0; t < tests; t++) {
		enum test test = cube_test(cube, t)->test;

		if (test != TEST_COUNT && test_table[test].has_sizes)
			weights[t] *= 4;
		if (weights[t] > weights[best])
			best = t;
	}
	free(weights);
	return best;
}

/*
 * The place to begin at: of the test with the most rows, the sizes that most
 * environments have, near 64M files and 64K records.
 */
static void begin(struct browse *browse)
{
	const struct cube *cube = browse->cube;
	struct cube_point at = {.at = {[CUBE_TEST] = richest_test(cube)}};
	uint32_t files = cube_count(cube, CUBE_FILE_SIZE);
	uint32_t records = cube_count(cube, CUBE_RECORD_SIZE);
	double best = -INFINITY;

	browse->at = at;
	for (uint32_t f = 0; f < files && f < BEGIN_SIZES; f++)
		for (uint32_t r = 0; r < records && r < BEGIN_SIZES; r++) {
			uint64_t file = cube_size(cube, CUBE_FILE_SIZE, f);
			uint64_t record = cube_size(cube, CUBE_RECORD_SIZE, r);
			uint32_t count;
			double score;

			at.at[CUBE_FILE_SIZE] = f;
			at.at[CUBE_RECORD_SIZE] = r;
			count = count_environments(cube, at, CUBE_BIT(CUBE_DIMS) - 1);
			score = count * 100.0 - strangeness(file, UINT64_C(64) << 20) -
				strangeness(record, UINT64_C(64) << 10);
			if (count && score > best) {
				best = score;
				browse->at = at;
			}
		}
}

static void return_to_bookmark(struct browse *browse, const struct bookmark *mark)
{
	const struct cube *cube = browse->cube;
	uint32_t environment, baseline;

	environment = find_environment(cube, mark->environment);
	baseline = browse->baseline_chosen ? find_environment(cube, mark->baseline) : 0;
	browse->at.at[CUBE_TEST] = find_test(cube, mark);
	browse->at.at[CUBE_ENVIRONMENT] = environment == UINT32_MAX ? 0 : environment;
	browse->at.at[CUBE_FILE_SIZE] = find_size(cube, CUBE_FILE_SIZE, mark->file_size);
	browse->at.at[CUBE_RECORD_SIZE] = find_size(cube, CUBE_RECORD_SIZE, mark->record_size);
	browse->baseline = baseline == UINT32_MAX ? 0 : baseline;
}

static uint64_t run_key(const struct browse *browse, uint32_t environment, uint32_t row)
{
	return (uint64_t)environment << 32 | dataset_text_id(browse->dataset, row, COL_RUN);
}

/* The rows of the marked runs. */
static struct cube *index_marked(const struct browse *browse)
{
	const struct catalogue *catalogue = browse->catalogue;
	uint32_t *rows = xcalloc(cube_row_count(browse->all), sizeof(*rows));
	struct keyset wanted = {0};
	uint32_t count = 0;
	struct cube *cube;

	for (size_t i = 0; i < catalogue->run_count; i++) {
		const struct catalogue_run *run = &catalogue->runs[i];

		if (browse_marked(browse, run->first_row))
			keyset_add(&wanted, run_key(browse, run->environment, run->first_row));
	}
	for (uint32_t i = 0; i < cube_row_count(browse->all); i++) {
		struct cube_point point;
		uint32_t row = cube_row(browse->all, i, &point);

		if (keyset_find(&wanted, run_key(browse, point.at[CUBE_ENVIRONMENT], row)) !=
			UINT32_MAX)
			rows[count++] = row;
	}
	cube = cube_new(browse->dataset, rows, count);
	keyset_free(&wanted);
	free(rows);
	return cube;
}

static unsigned *find_metrics(const struct cube *cube)
{
	const struct dataset *dataset = cube_dataset(cube);
	unsigned *metrics = xcalloc(cube_count(cube, CUBE_TEST), sizeof(*metrics));

	for (uint32_t i = 0; i < cube_row_count(cube); i++) {
		struct cube_point point;
		uint32_t row = cube_row(cube, i, &point);

		for (int m = 0; m < METRIC_COUNT; m++)
			if (dataset_has(dataset, row, metric_table[m].column))
				metrics[point.at[CUBE_TEST]] |= 1u << m;
	}
	return metrics;
}

static void make_index(struct browse *browse)
{
	browse->all = cube_new(browse->dataset, NULL, 0);
	browse->catalogue = catalogue_new(browse->all);
	browse->cube = browse->mark_count ? index_marked(browse) : browse->all;
	browse->metrics = find_metrics(browse->cube);
}

/* The index is new: go where @mark says, which is freed. */
static void find_place(struct browse *browse, struct bookmark *mark)
{
	browse->at = (struct cube_point){{0}};
	browse->baseline = 0;
	if (mark->valid && !browse_empty(browse))
		return_to_bookmark(browse, mark);
	else if (!browse_empty(browse))
		begin(browse);
	settle_all(browse);
	free(mark->test_label);
	free(mark->environment);
	free(mark->baseline);
}

void browse_reindex(struct browse *browse)
{
	struct bookmark mark = take_bookmark(browse);

	drop_index(browse);
	make_index(browse);
	find_place(browse, &mark);
}

/* A marked run by its name. */
struct run_name {
	char *environment, *run;
};

static struct run_name *take_marks(const struct browse *browse)
{
	struct run_name *names = xcalloc(browse->mark_count + 1, sizeof(*names));
	const struct dataset *dataset = browse->dataset;

	for (size_t i = 0; i < browse->mark_count; i++) {
		struct text environment = dataset_text(dataset, browse->marks[i], COL_ENVIRONMENT);
		struct text run = dataset_text(dataset, browse->marks[i], COL_RUN);

		names[i].environment = xmemdup0(environment.ptr, environment.len);
		names[i].run = xmemdup0(run.ptr, run.len);
	}
	return names;
}

static void return_marks(struct browse *browse, struct run_name *names, size_t count)
{
	const struct catalogue *catalogue = browse->catalogue;

	browse->mark_count = 0;
	for (size_t i = 0; i < count; i++) {
		for (size_t r = 0; r < catalogue->run_count; r++) {
			uint32_t row = catalogue->runs[r].first_row;

			if (text_is(dataset_text(browse->dataset, row, COL_ENVIRONMENT),
				    names[i].environment) &&
				text_is(dataset_text(browse->dataset, row, COL_RUN), names[i].run))
				browse_mark(browse, row, true);
		}
		free(names[i].environment);
		free(names[i].run);
	}
	free(names);
}

void browse_reload(
	struct browse *browse, struct dataset *dataset, struct library_list *files, bool samples)
{
	struct bookmark mark = take_bookmark(browse);
	struct run_name *names = take_marks(browse);
	size_t count = browse->mark_count;

	drop_index(browse);
	take_rows(browse, dataset, files, samples);
	browse->mark_count = 0;
	make_index(browse);
	if (count) {
		return_marks(browse, names, count);
		drop_index(browse);
		make_index(browse);
	} else {
		free(names);
	}
	find_place(browse, &mark);
}

static void settle_behind(struct browse *browse, enum cube_dim dim)
{
	if (dim == CUBE_TEST)
		settle(browse, CUBE_ENVIRONMENT, CUBE_BIT(CUBE_TEST));
	if (dim == CUBE_TEST || dim == CUBE_ENVIRONMENT)
		settle_sizes(browse);
	else if (dim == CUBE_FILE_SIZE)
		settle(browse, CUBE_RECORD_SIZE, fixed_for[CUBE_RECORD_SIZE]);
}

bool browse_step(struct browse *browse, enum cube_dim dim, int steps)
{
	if (browse_empty(browse) ||
		!cube_step(browse->cube, &browse->at, dim, steps, fixed_for[dim]))
		return false;
	settle_behind(browse, dim);
	return true;
}

bool browse_travel(struct browse *browse, enum cube_dim dim, int direction)
{
	uint32_t count = cube_count(browse->cube, dim);

	return browse_step(browse, dim, direction < 0 ? -(int)count : (int)count);
}

void browse_position(
	const struct browse *browse, enum cube_dim dim, uint32_t *position, uint32_t *total)
{
	cube_position(browse->cube, browse->at, dim, fixed_for[dim], position, total);
}

void browse_go(struct browse *browse, uint32_t environment)
{
	browse->at.at[CUBE_ENVIRONMENT] = environment;
	if (browse_empty(browse))
		return;
	if (!cube_has(browse->cube, browse->at, CUBE_BIT(CUBE_TEST) | CUBE_BIT(CUBE_ENVIRONMENT))) {
		struct cube_point up = browse->at, down = browse->at;
		const unsigned fixed = CUBE_BIT(CUBE_ENVIRONMENT);

		if (cube_step(browse->cube, &up, CUBE_TEST, 1, fixed))
			browse->at = up;
		else if (cube_step(browse->cube, &down, CUBE_TEST, -1, fixed))
			browse->at = down;
	}
	/* Environment before sizes: the place must be one where this environment has a row. */
	if (!cube_has(browse->cube, browse->at, CUBE_BIT(CUBE_DIMS) - 1))
		cube_settle(browse->cube, &browse->at);
}

void browse_place(struct browse *browse, struct cube_point at)
{
	if (browse_empty(browse))
		return;
	browse->at = at;
	settle(browse, CUBE_TEST, 0);
	settle(browse, CUBE_ENVIRONMENT, CUBE_BIT(CUBE_TEST));
	settle(browse, CUBE_FILE_SIZE, fixed_for[CUBE_FILE_SIZE]);
	settle(browse, CUBE_RECORD_SIZE, fixed_for[CUBE_RECORD_SIZE]);
}

uint32_t browse_environment(const struct browse *browse, uint32_t environment)
{
	if (browse->cube == browse->all)
		return environment;
	return find_environment(browse->cube, cube_environment(browse->all, environment)->label);
}

bool browse_marked(const struct browse *browse, uint32_t first_row)
{
	for (size_t i = 0; i < browse->mark_count; i++)
		if (browse->marks[i] == first_row)
			return true;
	return false;
}

void browse_mark(struct browse *browse, uint32_t first_row, bool marked)
{
	size_t place = 0;

	while (place < browse->mark_count && browse->marks[place] != first_row)
		place++;
	if (marked && place == browse->mark_count) {
		browse->marks = xreallocarray(
			browse->marks, browse->mark_count + 1, sizeof(*browse->marks));
		browse->marks[browse->mark_count++] = first_row;
	} else if (!marked && place < browse->mark_count) {
		browse->marks[place] = browse->marks[--browse->mark_count];
	}
}

void browse_set_baseline(struct browse *browse, uint32_t environment)
{
	browse->baseline = environment;
	browse->baseline_chosen = true;
}

static bool metric_exists(const struct browse *browse, enum metric metric)
{
	return browse->metrics[browse->at.at[CUBE_TEST]] >> metric & 1;
}

static enum metric own_metric(const struct browse *browse)
{
	if (browse_empty(browse))
		return METRIC_BYTES;
	return metric_of_figure(cube_test(browse->cube, browse->at.at[CUBE_TEST])->figure);
}

enum metric browse_metric(const struct browse *browse)
{
	if (browse->metric == METRIC_FIGURE || browse_empty(browse) ||
		!metric_exists(browse, browse->metric))
		return own_metric(browse);
	return browse->metric;
}

void browse_next_metric(struct browse *browse)
{
	enum metric own = own_metric(browse), metric = browse_metric(browse);

	if (browse_empty(browse))
		return;
	for (int i = 0; i < METRIC_COUNT; i++) {
		metric = (enum metric)((metric + 1) % METRIC_COUNT);
		if (metric == own || metric_exists(browse, metric))
			break;
	}
	browse->metric = metric == own ? METRIC_FIGURE : metric;
}
