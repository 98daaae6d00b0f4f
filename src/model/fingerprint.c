#include "model/fingerprint.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/hash.h"

#define BIT(column) (UINT64_C(1) << (column))

/* What makes a row the same measurement. */
static const uint64_t same_columns = BIT(COL_ENVIRONMENT) | BIT(COL_TOOL) | BIT(COL_TEST) |
				     BIT(COL_DIRECTION) | BIT(COL_FILE_SIZE) |
				     BIT(COL_RECORD_SIZE) | BIT(COL_FILES) | BIT(COL_THREADS) |
				     BIT(COL_QUEUE_DEPTH) | BIT(COL_ENGINE) | BIT(COL_OPTIONS) |
				     BIT(COL_BYTES_PER_S) | BIT(COL_OPS_PER_S) |
				     BIT(COL_ELAPSED_S) | BIT(COL_CPU_PERCENT) |
				     BIT(COL_LAT_MIN_S) | BIT(COL_LAT_MEAN_S) | BIT(COL_LAT_P50_S) |
				     BIT(COL_LAT_P95_S) | BIT(COL_LAT_P99_S) | BIT(COL_LAT_P999_S) |
				     BIT(COL_LAT_MAX_S) | BIT(COL_STATUS);

static uint64_t row_fingerprint(const struct dataset *dataset, uint32_t row)
{
	struct measurement m;
	uint64_t hash = HASH_INIT;

	dataset_get_columns(dataset, row, same_columns, &m);
	for (uint64_t left = m.have; left; left &= left - 1) {
		int column = __builtin_ctzll(left);

		hash = hash_word(hash, (uint64_t)column);
		hash = column_table[column].type == COLUMN_TEXT
			       ? hash_text(hash, m.value[column].text)
			       : hash_number(hash, m.value[column].number);
	}
	return hash_end(hash);
}

struct fingerprints fingerprints_make(const struct dataset *dataset)
{
	struct fingerprints fingerprints = {0};
	uint32_t count = dataset_count(dataset), capacity = 0;

	fingerprints.row_runs = xreallocarray(
		NULL, count ? count : 1, sizeof(*fingerprints.row_runs));
	for (uint32_t row = 0; row < count; row++) {
		uint64_t pair = (uint64_t)dataset_text_id(dataset, row, COL_RUN) << 32 |
				dataset_text_id(dataset, row, COL_ENVIRONMENT);
		uint32_t known = fingerprints.runs.count;
		uint32_t run = keyset_add(&fingerprints.runs, pair);

		if (run == capacity) {
			capacity = capacity ? capacity * 2 : 16;
			fingerprints.values = xreallocarray(
				fingerprints.values, capacity, sizeof(*fingerprints.values));
		}
		if (run == known)
			fingerprints.values[run] = 0;
		fingerprints.row_runs[row] = run;
		fingerprints.values[run] += row_fingerprint(dataset, row);
	}
	return fingerprints;
}

void fingerprints_free(struct fingerprints *fingerprints)
{
	keyset_free(&fingerprints->runs);
	free(fingerprints->values);
	free(fingerprints->row_runs);
	*fingerprints = (struct fingerprints){0};
}
