#include "model/fingerprint.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* What makes a row the same measurement. */
static const enum column same_columns[] = {
	COL_ENVIRONMENT,
	COL_TOOL,
	COL_TEST,
	COL_DIRECTION,
	COL_FILE_SIZE,
	COL_RECORD_SIZE,
	COL_FILES,
	COL_THREADS,
	COL_QUEUE_DEPTH,
	COL_ENGINE,
	COL_OPTIONS,
	COL_BYTES_PER_S,
	COL_OPS_PER_S,
	COL_ELAPSED_S,
	COL_CPU_PERCENT,
	COL_LAT_MIN_S,
	COL_LAT_MEAN_S,
	COL_LAT_P50_S,
	COL_LAT_P95_S,
	COL_LAT_P99_S,
	COL_LAT_P999_S,
	COL_LAT_MAX_S,
	COL_STATUS,
};

/* Mixes a word into a hash: splitmix64's finaliser (Steele, Lea and Flood, 2014). */
static uint64_t mix(uint64_t hash, uint64_t word)
{
	uint64_t z = (hash ^ word) + 0x9E3779B97F4A7C15u;

	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return z ^ (z >> 31);
}

static uint64_t mix_text(uint64_t hash, struct text text)
{
	for (hash = mix(hash, text.len); text.len;) {
		size_t n = text.len < 8 ? text.len : 8;
		uint64_t word = 0;

		memcpy(&word, text.ptr, n);
		hash = mix(hash, word);
		text = text_skip(text, n);
	}
	return hash;
}

static uint64_t row_fingerprint(const struct dataset *dataset, uint32_t row)
{
	uint64_t hash = 0;

	for (size_t i = 0; i < FST_COUNT(same_columns); i++) {
		enum column column = same_columns[i];
		double number;

		if (!dataset_has(dataset, row, column))
			continue;
		hash = mix(hash, column);
		if (column_table[column].type == COLUMN_TEXT) {
			hash = mix_text(hash, dataset_text(dataset, row, column));
		} else if (dataset_number(dataset, row, column, &number)) {
			uint64_t word;

			memcpy(&word, &number, sizeof(word));
			hash = mix(hash, word);
		}
	}
	return mix(hash, 0);
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
