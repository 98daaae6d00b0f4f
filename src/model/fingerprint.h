/*
 * Recognising a run that is there already: fingerprints of what was measured and
 * where, not of where it was read, when and under which heading.
 */
#ifndef FST_MODEL_FINGERPRINT_H
#define FST_MODEL_FINGERPRINT_H

#include <stddef.h>
#include <stdint.h>

#include "base/keyset.h"
#include "model/dataset.h"

/*
 * A fingerprint for each run (of one environment) of @dataset: equal when both have the
 * same rows, in any order, by environment, tool, test, dimensions and figures.
 * Two different runs have the same one once in 2^64.
 */
struct fingerprints {
	struct keyset runs; /* (run, environment) pairs in the order of their first rows */
	uint64_t *values; /* by run */
	uint32_t *row_runs; /* by row: the number of its run */
};

struct fingerprints fingerprints_make(const struct dataset *dataset);
void fingerprints_free(struct fingerprints *fingerprints);

#endif
