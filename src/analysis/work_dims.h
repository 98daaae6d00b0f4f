/*
 * The dimensions by which works meet, ready to be compared: numbers are NAN and texts 0 where the
 * row does not tell.
 */
#ifndef FST_ANALYSIS_WORK_DIMS_H
#define FST_ANALYSIS_WORK_DIMS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/dataset.h"
#include "model/vocabulary.h"

enum { WORK_NUMBERS = 5 };

/* The number columns that are dimensions, and what their value counts. */
struct work_number {
	enum column column;
	const char *what;
	double weight; /* of a doubling in a distance */
};

extern const struct work_number work_numbers[WORK_NUMBERS];

struct work_dims {
	double numbers[WORK_NUMBERS];
	uint32_t engine, options; /* texts of the dataset's pool */
};

/* The dimensions that @row has as a work of @test. */
struct work_dims work_dims_of(const struct dataset *dataset, uint32_t row, enum test test);

/* One and the same in all parts, the unknown ones too. */
bool work_dims_equal(const struct work_dims *a, const struct work_dims *b);

/* No part that both tell of differs. */
bool work_dims_meet(
	const struct dataset *dataset, const struct work_dims *a, const struct work_dims *b);

/* How far apart they are; 0 when they meet. */
double work_dims_distance(
	const struct dataset *dataset, const struct work_dims *a, const struct work_dims *b);

#endif
