/*
 * Many measurements in little memory: a row keeps only the values that it has
 * (8 bytes a number, 4 a text, texts pooled). Rows are added, never changed; row
 * numbers are stable.
 */
#ifndef FST_MODEL_DATASET_H
#define FST_MODEL_DATASET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"
#include "model/measurement.h"

struct dataset;

struct dataset *dataset_new(void);
void dataset_free(struct dataset *dataset);

/* Add a copy of @m (its texts go to the pool); returns its row number. */
uint32_t dataset_add(struct dataset *dataset, const struct measurement *m);

/*
 * @text as the dataset keeps it. For a text that many rows to come have: dataset_add()
 * knows it by its place.
 */
struct text dataset_keep_text(struct dataset *dataset, struct text text);

uint32_t dataset_count(const struct dataset *dataset);

/* Fill @m with @row; its texts belong to the dataset. */
void dataset_get(const struct dataset *dataset, uint32_t row, struct measurement *m);

/* The same for @columns only (a bit per column): the others are unknown in @m. */
void dataset_get_columns(
	const struct dataset *dataset, uint32_t row, uint64_t columns, struct measurement *m);

bool dataset_has(const struct dataset *dataset, uint32_t row, enum column column);

/* A number column of @row; false when unknown, @value untouched. */
bool dataset_number(const struct dataset *dataset, uint32_t row, enum column column, double *value);

/* A text column of @row, empty when unknown. Belongs to the dataset. */
struct text dataset_text(const struct dataset *dataset, uint32_t row, enum column column);

/*
 * The pool number of a text column; 0 when unknown. Equal numbers are equal texts, and equal
 * texts have equal numbers but for `source`, `reported`, `series` and `lat_histogram`.
 */
uint32_t dataset_text_id(const struct dataset *dataset, uint32_t row, enum column column);

const struct pool *dataset_pool(const struct dataset *dataset);

/* Bytes of memory that the dataset holds. */
size_t dataset_bytes(const struct dataset *dataset);

#endif
