#include "analysis/work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/work_dims.h"
#include "base/alloc.h"

/* Samples that are all alike were rounded: no interval is narrower than that. */
#define HALF_WIDTH_LEAST 0.001

/* `spread` takes six samples; and what counts as many passes may be few batches. */
#define SPREAD_DEGREES_LEAST 5
#define SPREAD_DEGREES_MOST  30

/* From so many rows a side on their ranks tell more than their intervals. */
#define RANK_TEST_LEAST 4

/* Beyond so many pairs the nearest one is looked for among the first works only. */
#define NEAREST_PAIRS 1000000

struct works {
	const struct cube *cube;
	struct work *items;
	struct work_dims *dims; /* by work */
	size_t count;
	uint32_t *rows; /* all rows, those of a work together */
	size_t *starts; /* by test and environment, and one more: the first work */
};

static enum row_status status_of(const struct dataset *dataset, uint32_t row)
{
	enum row_status status = row_status_find(dataset_text(dataset, row, COL_STATUS));

	return status == STATUS_COUNT ? STATUS_OK : status;
}

static bool is_better_status(enum row_status a, enum row_status b)
{
	static const int goodness[STATUS_COUNT] = {[STATUS_OK] = 5,
		[STATUS_DOUBTFUL] = 4,
		[STATUS_TOO_FAST] = 3,
		[STATUS_FAILED] = 2,
		[STATUS_SKIPPED] = 1};

	return goodness[a] > goodness[b];
}

static enum column figure_of(const struct works *works, const struct work *work)
{
	return cube_test(works->cube, work->at.at[CUBE_TEST])->figure;
}

/* The figures of the work's rows with its status to @values (room for row_count); how many. */
static size_t figures(const struct works *works, const struct work *work, double *values)
{
	const struct dataset *dataset = cube_dataset(works->cube);
	enum column figure = figure_of(works, work);
	size_t count = 0;

	if (work->status != STATUS_OK && work->status != STATUS_DOUBTFUL)
		return 0;
	for (uint32_t i = 0; i < work->row_count; i++) {
		uint32_t row = works->rows[work->first + i];

		if (status_of(dataset, row) == work->status &&
			dataset_number(dataset, row, figure, &values[count]))
			count++;
	}
	return count;
}

/* The interval that a single row tells of itself. */
static void take_spread(const struct dataset *dataset, struct work *work)
{
	double spread, repeat = 0;

	dataset_number(dataset, work->row, COL_REPEAT, &repeat);
	work->samples = repeat >= 1 && repeat < UINT32_MAX ? (uint32_t)repeat : 1;
	if (!dataset_number(dataset, work->row, COL_SPREAD, &spread))
		return;
	work->half_width = fmax(spread, HALF_WIDTH_LEAST);
	work->degrees = fmin(fmax(repeat - 1, SPREAD_DEGREES_LEAST), SPREAD_DEGREES_MOST);
}

/* The interval that several rows tell: by ranks where there are enough, else Student's. */
static void take_rows(struct work *work, const double *sorted, size_t count)
{
	size_t k = statistics_median_rank(count);
	double n = (double)count, mean = 0, square = 0;

	work->samples = (uint32_t)count;
	if (!(sorted[0] > 0))
		return;
	work->degrees = n - 1;
	if (k > 0) {
		work->half_width = log(sorted[count - k] / sorted[k - 1]) / 2;
	} else {
		for (size_t i = 0; i < count; i++)
			mean += log(sorted[i]) / n;
		for (size_t i = 0; i < count; i++)
			square += pow(log(sorted[i]) - mean, 2) / (n - 1);
		work->half_width = statistics_student_t95(n - 1) * sqrt(square / n);
	}
	work->half_width = fmax(work->half_width, HALF_WIDTH_LEAST);
}

static void sum_up(const struct works *works, struct work *work)
{
	double *values = xcalloc(work->row_count, sizeof(*values));
	size_t count = figures(works, work, values);

	statistics_sort(values, count);
	work->value = statistics_median_sorted(values, count);
	work->half_width = NAN;
	if (count == 1)
		take_spread(cube_dataset(works->cube), work);
	else if (count > 1)
		take_rows(work, values, count);
	free(values);
}

/* Rows of one point, divided by the dimensions that the cube does not have and by tool. */
static void divide(struct works *works, struct cube_point at, uint32_t first, uint32_t count)
{
	const struct dataset *dataset = cube_dataset(works->cube);
	enum test test = cube_test(works->cube, at.at[CUBE_TEST])->test;
	uint32_t *rows = xcalloc(count, sizeof(*rows)),
		 *works_of_rows = xcalloc(count, sizeof(*rows));
	size_t start = works->count;
	uint32_t to = first;
	struct cube_point point;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t row = cube_row(works->cube, first + i, &point);
		struct work_dims dims = work_dims_of(dataset, row, test);
		enum row_status status = status_of(dataset, row);
		size_t w = works->count;
		struct work *work;

		/* From the end: as a rule it is the last one's. */
		while (w > start && (dataset_text_id(dataset, row, COL_TOOL) !=
						    dataset_text_id(dataset,
							    works->items[w - 1].row, COL_TOOL) ||
					    !work_dims_equal(&dims, &works->dims[w - 1])))
			w--;
		if (w == start) {
			w = ++works->count;
			works->dims[w - 1] = dims;
			works->items[w - 1] = (struct work){.at = at, .row = row, .status = status};
		}
		work = &works->items[w - 1];
		if (!is_better_status(work->status, status)) {
			work->row = row;
			work->status = status;
		}
		work->row_count++;
		rows[i] = row;
		works_of_rows[i] = (uint32_t)(w - 1);
	}
	for (size_t w = start; w < works->count; w++) {
		works->items[w].first = to;
		for (uint32_t i = 0; i < count; i++)
			if (works_of_rows[i] == w)
				works->rows[to++] = rows[i];
		sum_up(works, &works->items[w]);
	}
	free(rows);
	free(works_of_rows);
}

struct works *works_new(const struct cube *cube)
{
	struct works *works = xcalloc(1, sizeof(*works));
	uint32_t count = cube_row_count(cube), environments = cube_count(cube, CUBE_ENVIRONMENT);
	size_t cells = (size_t)cube_count(cube, CUBE_TEST) * environments, cell = 0;
	struct cube_point at, next;

	works->cube = cube;
	works->items = xcalloc(count, sizeof(*works->items));
	works->dims = xcalloc(count, sizeof(*works->dims));
	works->rows = xcalloc(count, sizeof(*works->rows));
	works->starts = xcalloc(cells + 1, sizeof(*works->starts));
	for (uint32_t first = 0, end; first < count; first = end) {
		cube_row(cube, first, &at);
		for (end = first + 1; end < count; end++) {
			cube_row(cube, end, &next);
			if (memcmp(&at, &next, sizeof(at)) != 0)
				break;
		}
		while (cell <= (size_t)at.at[CUBE_TEST] * environments + at.at[CUBE_ENVIRONMENT])
			works->starts[cell++] = works->count;
		divide(works, at, first, end - first);
	}
	while (cell <= cells)
		works->starts[cell++] = works->count;
	return works;
}

void works_free(struct works *works)
{
	if (!works)
		return;
	free(works->items);
	free(works->dims);
	free(works->rows);
	free(works->starts);
	free(works);
}

const struct cube *works_cube(const struct works *works)
{
	return works->cube;
}

const struct work *works_all(const struct works *works, size_t *count)
{
	*count = works->count;
	return works->items;
}

const struct work *works_of(
	const struct works *works, uint32_t test, uint32_t environment, size_t *count)
{
	size_t cell = (size_t)test * cube_count(works->cube, CUBE_ENVIRONMENT) + environment;

	*count = works->starts[cell + 1] - works->starts[cell];
	return works->items + works->starts[cell];
}

const uint32_t *work_rows(const struct works *works, const struct work *work)
{
	return works->rows + work->first;
}

bool work_more_is_better(const struct works *works, const struct work *work)
{
	return figure_of(works, work) != COL_ELAPSED_S;
}

static const struct work_dims *dims_of(const struct works *works, const struct work *work)
{
	return &works->dims[work - works->items];
}

/* Two medians with their intervals: Welch's t of the logarithms. */
static double welch(const struct meeting *m)
{
	double a = m->base->half_width / statistics_student_t95(m->base->degrees);
	double b = m->other->half_width / statistics_student_t95(m->other->degrees);
	double variance = a * a + b * b;
	double degrees = variance * variance /
			 (pow(a, 4) / m->base->degrees + pow(b, 4) / m->other->degrees);

	return statistics_student_p(log(m->ratio) / sqrt(variance), degrees);
}

static double test_meeting(const struct works *works, const struct meeting *m)
{
	double *a, *b, p;
	size_t a_count, b_count;

	if (!m->exact || m->doubtful || isnan(m->ratio) || isnan(m->half_width))
		return NAN;
	if (m->base->row_count < RANK_TEST_LEAST || m->other->row_count < RANK_TEST_LEAST)
		return welch(m);
	a = xcalloc(m->base->row_count, sizeof(*a));
	b = xcalloc(m->other->row_count, sizeof(*b));
	a_count = figures(works, m->base, a);
	b_count = figures(works, m->other, b);
	if (a_count < RANK_TEST_LEAST || b_count < RANK_TEST_LEAST)
		p = welch(m);
	else
		p = statistics_rank_test(a, a_count, b, b_count);
	free(a);
	free(b);
	return p;
}

struct meeting work_compare(
	const struct works *works, const struct work *base, const struct work *other)
{
	struct meeting m = {.base = base, .other = other, .ratio = NAN, .half_width = NAN};

	m.exact = work_dims_meet(
		cube_dataset(works->cube), dims_of(works, base), dims_of(works, other));
	m.doubtful = base->status == STATUS_DOUBTFUL || other->status == STATUS_DOUBTFUL;
	if (base->value > 0 && other->value > 0)
		m.ratio = other->value / base->value;
	m.speed = work_more_is_better(works, base) ? m.ratio : 1 / m.ratio;
	if (!isnan(m.ratio))
		m.half_width = hypot(base->half_width, other->half_width);
	m.p = test_meeting(works, &m);
	return m;
}

/* Of several partners the same tool's is the better one, then the one with a figure. */
static int partner_value(
	const struct works *works, const struct work *base, const struct work *other)
{
	const struct dataset *dataset = cube_dataset(works->cube);
	bool same_tool = dataset_text_id(dataset, base->row, COL_TOOL) ==
			 dataset_text_id(dataset, other->row, COL_TOOL);

	return 1 + 2 * same_tool + 4 * !isnan(other->value);
}

static uint64_t size_of(const struct works *works, const struct work *work, enum cube_dim dim)
{
	return cube_size(works->cube, dim, work->at.at[dim]);
}

/* The first of @works[first..last) whose size is @size or more; they are sorted by it. */
static size_t first_of_size(const struct works *works, const struct work *items, size_t first,
	size_t last, enum cube_dim dim, uint64_t size)
{
	while (first < last) {
		size_t middle = first + (last - first) / 2;

		if (size_of(works, &items[middle], dim) < size)
			first = middle + 1;
		else
			last = middle;
	}
	return first;
}

struct search {
	const struct works *works;
	const struct work *base, *others;
	const struct work *best;
	int best_value;
};

static void search_range(struct search *search, size_t first, size_t last)
{
	const struct works *works = search->works;

	for (size_t i = first; i < last; i++) {
		const struct work *other = &search->others[i];
		int value = partner_value(works, search->base, other);

		if (value > search->best_value &&
			work_dims_meet(cube_dataset(works->cube), dims_of(works, search->base),
				dims_of(works, other))) {
			search->best_value = value;
			search->best = other;
		}
	}
}

/* Take the best partner among the others from @first to @last, which are of one file size. */
static void search_records(struct search *search, size_t first, size_t last)
{
	uint64_t record = size_of(search->works, search->base, CUBE_RECORD_SIZE);
	size_t known, same, past;

	if (record == 0) {
		search_range(search, first, last);
		return;
	}
	known = first_of_size(search->works, search->others, first, last, CUBE_RECORD_SIZE, 1);
	same = first_of_size(search->works, search->others, known, last, CUBE_RECORD_SIZE, record);
	past = first_of_size(
		search->works, search->others, same, last, CUBE_RECORD_SIZE, record + 1);
	search_range(search, first, known);
	search_range(search, same, past);
}

/* The exact partner of @base among @others, NULL when there is none. */
static const struct work *find_partner(
	const struct works *works, const struct work *base, const struct work *others, size_t count)
{
	struct search search = {.works = works, .base = base, .others = others};
	uint64_t file = size_of(works, base, CUBE_FILE_SIZE);

	for (size_t first = 0, last; first < count; first = last) {
		uint64_t size = size_of(works, &others[first], CUBE_FILE_SIZE);

		if (file && size && size != file) {
			if (size > file)
				break;
			last = first_of_size(works, others, first, count, CUBE_FILE_SIZE, file);
			continue;
		}
		last = first_of_size(works, others, first, count, CUBE_FILE_SIZE, size + 1);
		search_records(&search, first, last);
	}
	return search.best;
}

static struct meeting nearest_pair(const struct works *works, const struct work *bases,
	size_t base_count, const struct work *others, size_t other_count)
{
	const struct work *base = bases, *other = others;
	double least = INFINITY;

	if (base_count > NEAREST_PAIRS / other_count)
		base_count = other_count = 1;
	for (size_t i = 0; i < base_count; i++)
		for (size_t k = 0; k < other_count; k++) {
			double distance = work_dims_distance(cube_dataset(works->cube),
				dims_of(works, &bases[i]), dims_of(works, &others[k]));

			/* One without a figure is worth less than one that is further off. */
			distance += isnan(bases[i].value) || isnan(others[k].value) ? 1000 : 0;
			if (distance < least) {
				least = distance;
				base = &bases[i];
				other = &others[k];
			}
		}
	return work_compare(works, base, other);
}

size_t works_meet(const struct works *works, uint32_t test, uint32_t base, uint32_t other,
	struct meeting **meetings)
{
	size_t base_count, other_count, count = 0;
	const struct work *bases = works_of(works, test, base, &base_count);
	const struct work *others = works_of(works, test, other, &other_count);

	*meetings = NULL;
	if (base_count == 0 || other_count == 0)
		return 0;
	*meetings = xcalloc(base_count, sizeof(**meetings));
	for (size_t i = 0; i < base_count; i++) {
		const struct work *partner = find_partner(works, &bases[i], others, other_count);

		if (partner)
			(*meetings)[count++] = work_compare(works, &bases[i], partner);
	}
	if (count == 0)
		(*meetings)[count++] = nearest_pair(works, bases, base_count, others, other_count);
	return count;
}

struct estimate meeting_interval(
	const struct works *works, const struct meeting *meeting, uint64_t seed)
{
	struct estimate ratio = {meeting->ratio, NAN, NAN};
	size_t base_count, other_count;
	double *base, *other;

	if (isnan(meeting->ratio) || isnan(meeting->half_width))
		return ratio;
	base = xcalloc(meeting->base->row_count, sizeof(*base));
	other = xcalloc(meeting->other->row_count, sizeof(*other));
	base_count = figures(works, meeting->base, base);
	other_count = figures(works, meeting->other, other);
	if (base_count >= 3 && other_count >= 3) {
		ratio = statistics_ratio(other, other_count, base, base_count, seed);
	} else {
		ratio.low = meeting->ratio * exp(-meeting->half_width);
		ratio.high = meeting->ratio * exp(meeting->half_width);
	}
	free(base);
	free(other);
	return ratio;
}
