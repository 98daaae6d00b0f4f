#include "model/cube.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/keyset.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "model/cube_sections.h"

struct cube {
	const struct dataset *dataset;
	uint32_t count;
	struct cube_point *points; /* sorted, test first */
	uint32_t *rows; /* in the points' order */
	struct cube_test *tests;
	struct cube_environment *environments;
	uint64_t *sizes[CUBE_DIMS]; /* of the two size dimensions, ascending */
	uint32_t counts[CUBE_DIMS];
};

static int compare_u64(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/*
 * Sort the keys of @o; returns them, and in @rank the new place of each ordinal.
 */
static uint64_t *sorted_keys(const struct keyset *o, uint32_t **rank)
{
	uint64_t *sorted = xcalloc(o->count, sizeof(*sorted));

	if (o->count)
		memcpy(sorted, o->keys, o->count * sizeof(*sorted));
	qsort(sorted, o->count, sizeof(*sorted), compare_u64);
	*rank = xcalloc(o->count, sizeof(**rank));
	for (uint32_t i = 0; i < o->count; i++) {
		uint64_t *found = bsearch(
			&o->keys[i], sorted, o->count, sizeof(*sorted), compare_u64);

		(*rank)[i] = (uint32_t)(found - sorted);
	}
	return sorted;
}

static uint64_t test_key_of(const struct dataset *ds, uint32_t row)
{
	enum test test = test_find(dataset_text(ds, row, COL_TEST));
	enum direction direction = direction_find(dataset_text(ds, row, COL_DIRECTION));
	uint64_t heading = test == TEST_TABLE ? dataset_text_id(ds, row, COL_NOTE) : 0;

	if (direction == DIRECTION_COUNT && test != TEST_COUNT)
		direction = test_table[test].direction;
	return (uint64_t)test << 40 | (uint64_t)direction << 32 | heading;
}

static uint64_t size_of(const struct dataset *ds, uint32_t row, enum test test, enum column column)
{
	double size = 0;

	if (test != TEST_COUNT && !test_table[test].has_sizes)
		return 0;
	dataset_number(ds, row, column, &size);
	return size < 0x1p63 ? (uint64_t)size : 0;
}

static char *label_of(struct text t)
{
	char buffer[256];
	size_t n = utf8_escape(buffer, sizeof(buffer), t.ptr ? t.ptr : "", t.len);

	return xmemdup0(buffer, n);
}

/* Which figure a test without a vocabulary word is about: what its first row has. */
static enum column figure_of(const struct dataset *ds, uint32_t row, enum test test)
{
	static const enum column order[] = {COL_BYTES_PER_S, COL_OPS_PER_S, COL_ELAPSED_S};

	if (test != TEST_COUNT &&
		(test != TEST_TABLE || dataset_has(ds, row, test_table[test].figure)))
		return test_table[test].figure;
	for (size_t i = 0; i < FST_COUNT(order); i++)
		if (dataset_has(ds, row, order[i]))
			return order[i];
	return COL_BYTES_PER_S;
}

static void name_tests(struct cube *cube, const uint64_t *keys, const uint32_t *first_rows)
{
	uint32_t count = cube->counts[CUBE_TEST];

	cube->tests = xcalloc(count, sizeof(*cube->tests));
	for (uint32_t i = 0; i < count; i++) {
		struct cube_test *t = &cube->tests[i];
		bool alone = (i == 0 || keys[i - 1] >> 40 != keys[i] >> 40) &&
			     (i + 1 == count || keys[i + 1] >> 40 != keys[i] >> 40);
		struct strbuf label = STRBUF_INIT;

		t->test = (enum test)(keys[i] >> 40);
		t->direction = (enum direction)(keys[i] >> 32 & 0xFF);
		t->figure = figure_of(cube->dataset, first_rows[i], t->test);
		strbuf_add_string(
			&label, t->test == TEST_COUNT ? "unknown" : test_table[t->test].name);
		if (t->test == TEST_TABLE && (keys[i] & UINT32_MAX))
			strbuf_printf(&label, ": %.*s",
				TEXT_ARGS(pool_text(
					dataset_pool(cube->dataset), keys[i] & UINT32_MAX)));
		else if (!alone && t->direction != DIRECTION_COUNT)
			strbuf_printf(&label, " %s", direction_names[t->direction]);
		t->label = label_of(strbuf_text(&label));
		strbuf_free(&label);
	}
}

static void name_environments(
	struct cube *cube, const struct keyset *environments, const uint32_t *first_rows)
{
	const struct pool *pool = dataset_pool(cube->dataset);

	cube->environments = xcalloc(environments->count, sizeof(*cube->environments));
	for (uint32_t i = 0; i < environments->count; i++) {
		uint32_t name = (uint32_t)(environments->keys[i] >> 32);
		uint32_t section = (uint32_t)environments->keys[i];
		struct strbuf label = STRBUF_INIT;

		strbuf_add_text(&label, name ? pool_text(pool, name) : TEXT("unknown"));
		if (section)
			strbuf_printf(&label, " [%.*s]", TEXT_ARGS(pool_text(pool, section)));
		cube->environments[i] = (struct cube_environment){
			.label = label_of(strbuf_text(&label)), .first_row = first_rows[i]};
		strbuf_free(&label);
	}
}

/*
 * Sort the points and rows by one dimension, keeping the order of equals: a
 * counting sort, since ordinals are dense.
 */
static void sort_by(struct cube *cube, enum cube_dim dim)
{
	struct cube_point *points = xcalloc(cube->count, sizeof(*points));
	uint32_t *rows = xcalloc(cube->count, sizeof(*rows));
	uint32_t *start = xcalloc((size_t)cube->counts[dim] + 1, sizeof(*start));

	for (uint32_t i = 0; i < cube->count; i++)
		start[cube->points[i].at[dim] + 1]++;
	for (uint32_t i = 0; i < cube->counts[dim]; i++)
		start[i + 1] += start[i];
	for (uint32_t i = 0; i < cube->count; i++) {
		uint32_t to = start[cube->points[i].at[dim]]++;

		points[to] = cube->points[i];
		rows[to] = cube->rows[i];
	}
	free(start);
	free(cube->points);
	free(cube->rows);
	cube->points = points;
	cube->rows = rows;
}

/* Remember in @first (a list grown to @ordinal) the row where an ordinal was first seen. */
static void note_first(uint32_t **first, uint32_t ordinal, uint32_t known, uint32_t row)
{
	if (ordinal < known)
		return;
	*first = xreallocarray(*first, ordinal + 1, sizeof(**first));
	(*first)[ordinal] = row;
}

struct cube *cube_new(const struct dataset *dataset, const uint32_t *rows, uint32_t count)
{
	struct cube *cube = xcalloc(1, sizeof(*cube));
	struct keyset seen[CUBE_DIMS] = {0};
	uint32_t *rank[CUBE_DIMS] = {NULL};
	uint32_t *first_test = NULL, *first_environment = NULL, *first_sorted;
	struct cube_sections *sections;
	uint64_t *test_keys;

	cube->dataset = dataset;
	cube->count = rows ? count : dataset_count(dataset);
	cube->rows = xcalloc(cube->count, sizeof(*cube->rows));
	cube->points = xcalloc(cube->count, sizeof(*cube->points));
	for (uint32_t i = 0; i < cube->count; i++)
		cube->rows[i] = rows ? rows[i] : i;
	sections = cube_sections_new(dataset, cube->rows, cube->count);

	for (uint32_t i = 0; i < cube->count; i++) {
		uint32_t row = cube->rows[i], before;
		uint64_t test = test_key_of(dataset, row);
		uint64_t environment = (uint64_t)dataset_text_id(dataset, row, COL_ENVIRONMENT)
					       << 32 |
				       (cube_sections_tell(sections, row)
						       ? dataset_text_id(dataset, row, COL_SECTION)
						       : 0);
		uint32_t *at = cube->points[i].at;

		before = seen[CUBE_TEST].count;
		at[CUBE_TEST] = keyset_add(&seen[CUBE_TEST], test);
		note_first(&first_test, at[CUBE_TEST], before, row);
		before = seen[CUBE_ENVIRONMENT].count;
		at[CUBE_ENVIRONMENT] = keyset_add(&seen[CUBE_ENVIRONMENT], environment);
		note_first(&first_environment, at[CUBE_ENVIRONMENT], before, row);
		at[CUBE_FILE_SIZE] = keyset_add(&seen[CUBE_FILE_SIZE],
			size_of(dataset, row, (enum test)(test >> 40), COL_FILE_SIZE));
		at[CUBE_RECORD_SIZE] = keyset_add(&seen[CUBE_RECORD_SIZE],
			size_of(dataset, row, (enum test)(test >> 40), COL_RECORD_SIZE));
	}
	for (int d = 0; d < CUBE_DIMS; d++)
		cube->counts[d] = seen[d].count;

	test_keys = sorted_keys(&seen[CUBE_TEST], &rank[CUBE_TEST]);
	first_sorted = xcalloc(seen[CUBE_TEST].count, sizeof(*first_sorted));
	for (uint32_t i = 0; i < seen[CUBE_TEST].count; i++)
		first_sorted[rank[CUBE_TEST][i]] = first_test[i];
	name_tests(cube, test_keys, first_sorted);
	name_environments(cube, &seen[CUBE_ENVIRONMENT], first_environment);
	for (int d = CUBE_FILE_SIZE; d <= CUBE_RECORD_SIZE; d++)
		cube->sizes[d] = sorted_keys(&seen[d], &rank[d]);

	for (uint32_t i = 0; i < cube->count; i++)
		for (int d = 0; d < CUBE_DIMS; d++)
			if (rank[d])
				cube->points[i].at[d] = rank[d][cube->points[i].at[d]];
	for (int d = CUBE_DIMS - 1; d >= 0; d--)
		sort_by(cube, (enum cube_dim)d);

	for (int d = 0; d < CUBE_DIMS; d++) {
		keyset_free(&seen[d]);
		free(rank[d]);
	}
	cube_sections_free(sections);
	free(test_keys);
	free(first_test);
	free(first_environment);
	free(first_sorted);
	return cube;
}

void cube_free(struct cube *cube)
{
	if (!cube)
		return;
	for (uint32_t i = 0; i < cube->counts[CUBE_TEST]; i++)
		free(cube->tests[i].label);
	for (uint32_t i = 0; i < cube->counts[CUBE_ENVIRONMENT]; i++)
		free(cube->environments[i].label);
	free(cube->tests);
	free(cube->environments);
	for (int d = 0; d < CUBE_DIMS; d++)
		free(cube->sizes[d]);
	free(cube->points);
	free(cube->rows);
	free(cube);
}

const struct dataset *cube_dataset(const struct cube *cube)
{
	return cube->dataset;
}

uint32_t cube_row_count(const struct cube *cube)
{
	return cube->count;
}

uint32_t cube_row(const struct cube *cube, uint32_t i, struct cube_point *point)
{
	*point = cube->points[i];
	return cube->rows[i];
}

uint32_t cube_count(const struct cube *cube, enum cube_dim dim)
{
	return cube->counts[dim];
}

const struct cube_test *cube_test(const struct cube *cube, uint32_t at)
{
	return &cube->tests[at];
}

const struct cube_environment *cube_environment(const struct cube *cube, uint32_t at)
{
	return &cube->environments[at];
}

uint64_t cube_size(const struct cube *cube, enum cube_dim dim, uint32_t at)
{
	return cube->sizes[dim][at];
}

/* Order of two points by their first @depth dimensions. */
static int compare_points(struct cube_point a, struct cube_point b, unsigned depth)
{
	for (unsigned d = 0; d < depth; d++)
		if (a.at[d] != b.at[d])
			return a.at[d] < b.at[d] ? -1 : 1;
	return 0;
}

/*
 * The first place whose point is not below @point on the first @depth dimensions,
 * or with @past the first one above it.
 */
static uint32_t bound(const struct cube *cube, struct cube_point point, unsigned depth, bool past)
{
	uint32_t low = 0, high = cube->count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (compare_points(cube->points[middle], point, depth) < (past ? 1 : 0))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

size_t cube_rows(const struct cube *cube, struct cube_point point, const uint32_t **rows)
{
	uint32_t first = bound(cube, point, CUBE_DIMS, false);

	*rows = cube->rows + first;
	return bound(cube, point, CUBE_DIMS, true) - first;
}

bool cube_pick(const struct cube *cube, struct cube_point point, uint32_t *row)
{
	static const int goodness[STATUS_COUNT] = {[STATUS_OK] = 5,
		[STATUS_DOUBTFUL] = 4,
		[STATUS_TOO_FAST] = 3,
		[STATUS_FAILED] = 2,
		[STATUS_SKIPPED] = 1};
	const uint32_t *rows;
	size_t count = cube_rows(cube, point, &rows);
	int best = -1;

	for (size_t i = 0; i < count; i++) {
		enum row_status status = row_status_find(
			dataset_text(cube->dataset, rows[i], COL_STATUS));
		int good = status == STATUS_COUNT ? goodness[STATUS_OK] : goodness[status];

		if (good >= best) {
			best = good;
			*row = rows[i];
		}
	}
	return count > 0;
}

/*
 * Walk down the dimensions in sort order: a fixed one is entered at @point's
 * ordinal, a free one at each ordinal that is there; the first @depth dimensions
 * of @point are decided.
 */
static bool has_below(
	const struct cube *cube, struct cube_point point, unsigned fixed, unsigned depth)
{
	uint32_t at = bound(cube, point, depth, false);
	uint32_t last = bound(cube, point, depth, true);

	if (at == last || depth == CUBE_DIMS || !(fixed >> depth))
		return at < last;
	if (fixed & CUBE_BIT(depth))
		return has_below(cube, point, fixed, depth + 1);
	while (at < last) {
		point.at[depth] = cube->points[at].at[depth];
		if (has_below(cube, point, fixed, depth + 1))
			return true;
		at = bound(cube, point, depth + 1, true);
	}
	return false;
}

bool cube_has(const struct cube *cube, struct cube_point point, unsigned fixed)
{
	return has_below(cube, point, fixed, 0);
}

bool cube_step(const struct cube *cube, struct cube_point *point, enum cube_dim dim, int steps,
	unsigned fixed)
{
	uint32_t start = point->at[dim], reached = start;
	struct cube_point probe = *point;
	int direction = steps < 0 ? -1 : 1;
	int left = steps < 0 ? -steps : steps;

	while (left > 0) {
		if (direction < 0 ? probe.at[dim] == 0 : probe.at[dim] + 1 >= cube->counts[dim])
			break;
		probe.at[dim] += (uint32_t)direction;
		if (cube_has(cube, probe, fixed | CUBE_BIT(dim))) {
			reached = probe.at[dim];
			left--;
		}
	}
	point->at[dim] = reached;
	return reached != start;
}

void cube_position(const struct cube *cube, struct cube_point point, enum cube_dim dim,
	unsigned fixed, uint32_t *position, uint32_t *total)
{
	struct cube_point probe = point;

	*position = *total = 0;
	for (uint32_t i = 0; i < cube->counts[dim]; i++) {
		probe.at[dim] = i;
		if (!cube_has(cube, probe, fixed | CUBE_BIT(dim)))
			continue;
		(*total)++;
		if (i == point.at[dim])
			*position = *total;
	}
}

/* Move @dim of @point to the ordinal nearest to it where rows exist under @fixed. */
static bool settle_dim(
	const struct cube *cube, struct cube_point *point, enum cube_dim dim, unsigned fixed)
{
	uint32_t from = point->at[dim];

	for (uint32_t off = 0; off < cube->counts[dim]; off++) {
		struct cube_point probe = *point;

		probe.at[dim] = from + off;
		if (probe.at[dim] < cube->counts[dim] &&
			cube_has(cube, probe, fixed | CUBE_BIT(dim))) {
			*point = probe;
			return true;
		}
		probe.at[dim] = from - off;
		if (off <= from && probe.at[dim] < cube->counts[dim] &&
			cube_has(cube, probe, fixed | CUBE_BIT(dim))) {
			*point = probe;
			return true;
		}
	}
	return false;
}

bool cube_settle(const struct cube *cube, struct cube_point *point)
{
	unsigned fixed = 0;

	if (cube->count == 0)
		return false;
	for (int d = 0; d < CUBE_DIMS; d++) {
		if (point->at[d] >= cube->counts[d])
			point->at[d] = cube->counts[d] - 1;
		settle_dim(cube, point, (enum cube_dim)d, fixed);
		fixed |= CUBE_BIT(d);
	}
	return true;
}
