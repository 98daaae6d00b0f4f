/*
 * A row in memory: `have` (8 bytes), then its numbers in column order (8 bytes
 * each), then its texts in column order (4 bytes each, a pool number), padded to
 * 8. Rows lie behind each other in chunks that never move.
 */
#include "model/dataset.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

#define CHUNK_WORDS 131072 /* 1 MiB */

/* Columns whose texts are different in each row, mostly: they are not looked for. */
#define SINGLE_COLUMNS                                                                         \
	(UINT64_C(1) << COL_SOURCE | UINT64_C(1) << COL_REPORTED | UINT64_C(1) << COL_SERIES | \
		UINT64_C(1) << COL_LAT_HISTOGRAM)

struct recent {
	struct text text;
	uint32_t id;
};

struct dataset {
	uint64_t **chunks;
	size_t chunk_count, chunk_used;
	uint64_t **rows;
	uint32_t count, capacity;
	struct pool *pool;
	uint64_t number_mask; /* the columns that are numbers */
	struct recent recent[COLUMN_COUNT_ALL]; /* the last row's: the next mostly has the same */
};

struct dataset *dataset_new(void)
{
	struct dataset *dataset = xcalloc(1, sizeof(*dataset));

	dataset->pool = pool_new();
	for (int i = 0; i < COLUMN_COUNT_ALL; i++)
		if (column_table[i].type != COLUMN_TEXT)
			dataset->number_mask |= UINT64_C(1) << i;
	return dataset;
}

void dataset_free(struct dataset *dataset)
{
	if (!dataset)
		return;
	for (size_t i = 0; i < dataset->chunk_count; i++)
		free(dataset->chunks[i]);
	free(dataset->chunks);
	free(dataset->rows);
	pool_free(dataset->pool);
	free(dataset);
}

static size_t bits(uint64_t mask)
{
	return (size_t)__builtin_popcountll(mask);
}

static uint64_t *reserve(struct dataset *dataset, size_t words)
{
	uint64_t *row;

	if (dataset->chunk_count == 0 || dataset->chunk_used + words > CHUNK_WORDS) {
		dataset->chunks = xreallocarray(
			dataset->chunks, dataset->chunk_count + 1, sizeof(*dataset->chunks));
		dataset->chunks[dataset->chunk_count++] = xmalloc(CHUNK_WORDS * sizeof(uint64_t));
		dataset->chunk_used = 0;
	}
	row = dataset->chunks[dataset->chunk_count - 1] + dataset->chunk_used;
	dataset->chunk_used += words;
	return row;
}

static uint32_t text_id(struct dataset *dataset, int column, struct text text)
{
	struct recent *recent = &dataset->recent[column];

	if (text.len == recent->text.len &&
		(text.ptr == recent->text.ptr || text_equal(text, recent->text)))
		return recent->id;
	recent->id = SINGLE_COLUMNS >> column & 1 ? pool_append(dataset->pool, text)
						  : pool_add(dataset->pool, text);
	recent->text = pool_text(dataset->pool, recent->id);
	return recent->id;
}

struct text dataset_keep_text(struct dataset *dataset, struct text text)
{
	return pool_text(dataset->pool, pool_add(dataset->pool, text));
}

uint32_t dataset_add(struct dataset *dataset, const struct measurement *m)
{
	size_t numbers = bits(m->have & dataset->number_mask);
	size_t texts = bits(m->have & ~dataset->number_mask);
	uint64_t *row = reserve(dataset, 1 + numbers + (texts + 1) / 2);
	uint64_t *number = row + 1;
	unsigned char *text = (unsigned char *)(row + 1 + numbers);

	row[0] = m->have;
	for (uint64_t left = m->have; left; left &= left - 1) {
		int column = __builtin_ctzll(left);

		if (dataset->number_mask >> column & 1) {
			memcpy(number++, &m->value[column].number, sizeof(*number));
		} else {
			uint32_t id = text_id(dataset, column, m->value[column].text);

			memcpy(text, &id, sizeof(id));
			text += sizeof(id);
		}
	}
	if (dataset->count == dataset->capacity) {
		dataset->capacity = dataset->capacity ? dataset->capacity * 2 : 1024;
		dataset->rows = xreallocarray(
			dataset->rows, dataset->capacity, sizeof(*dataset->rows));
	}
	dataset->rows[dataset->count] = row;
	return dataset->count++;
}

uint32_t dataset_count(const struct dataset *dataset)
{
	return dataset->count;
}

bool dataset_has(const struct dataset *dataset, uint32_t row, enum column column)
{
	return dataset->rows[row][0] >> column & 1;
}

static uint64_t below(enum column column)
{
	return (UINT64_C(1) << column) - 1;
}

bool dataset_number(const struct dataset *dataset, uint32_t row, enum column column, double *value)
{
	const uint64_t *data = dataset->rows[row];

	if (!(data[0] >> column & 1))
		return false;
	memcpy(value, data + 1 + bits(data[0] & dataset->number_mask & below(column)),
		sizeof(*value));
	return true;
}

uint32_t dataset_text_id(const struct dataset *dataset, uint32_t row, enum column column)
{
	const uint64_t *data = dataset->rows[row];
	const unsigned char *texts = (const unsigned char *)(data + 1 +
							     bits(data[0] & dataset->number_mask));
	uint32_t id;

	if (!(data[0] >> column & 1))
		return 0;
	memcpy(&id, texts + sizeof(id) * bits(data[0] & ~dataset->number_mask & below(column)),
		sizeof(id));
	return id;
}

struct text dataset_text(const struct dataset *dataset, uint32_t row, enum column column)
{
	return pool_text(dataset->pool, dataset_text_id(dataset, row, column));
}

void dataset_get_columns(
	const struct dataset *dataset, uint32_t row, uint64_t columns, struct measurement *m)
{
	uint64_t have = dataset->rows[row][0];
	const uint64_t *number = dataset->rows[row] + 1;
	const unsigned char *text = (const unsigned char *)(number +
							    bits(have & dataset->number_mask));

	m->have = have & columns;
	for (uint64_t left = have; left; left &= left - 1) {
		int column = __builtin_ctzll(left);

		if (dataset->number_mask >> column & 1) {
			memcpy(&m->value[column].number, number++, sizeof(*number));
		} else {
			uint32_t id;

			memcpy(&id, text, sizeof(id));
			text += sizeof(id);
			if (columns >> column & 1)
				m->value[column].text = pool_text(dataset->pool, id);
		}
	}
}

void dataset_get(const struct dataset *dataset, uint32_t row, struct measurement *m)
{
	dataset_get_columns(dataset, row, UINT64_MAX, m);
}

const struct pool *dataset_pool(const struct dataset *dataset)
{
	return dataset->pool;
}

size_t dataset_bytes(const struct dataset *dataset)
{
	return dataset->chunk_count * CHUNK_WORDS * sizeof(uint64_t) +
	       dataset->capacity * sizeof(*dataset->rows) + pool_bytes(dataset->pool);
}
