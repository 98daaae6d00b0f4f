/*
 * The cube: an index of a dataset by test, environment, file size and record
 * size, the four dimensions that the screen and the reports walk. Immutable; its
 * points are small ordinals, so that a view can step without knowing what exists.
 */
#ifndef FST_MODEL_CUBE_H
#define FST_MODEL_CUBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "model/dataset.h"
#include "model/vocabulary.h"

enum cube_dim { CUBE_TEST, CUBE_ENVIRONMENT, CUBE_FILE_SIZE, CUBE_RECORD_SIZE, CUBE_DIMS };

/* A set of dimensions. */
#define CUBE_BIT(dim) (1u << (dim))

/* An ordinal on each dimension. */
struct cube_point {
	uint32_t at[CUBE_DIMS];
};

/*
 * A test as rows meet on it: the vocabulary's test and the direction, and for
 * plain tables the column's heading (the row's note). The label names just what
 * is needed to tell it from the others.
 */
struct cube_test {
	enum test test; /* TEST_COUNT when the log did not tell */
	enum direction direction;
	enum column figure; /* what is compared: COL_BYTES_PER_S, COL_OPS_PER_S, COL_ELAPSED_S */
	char *label;
};

/*
 * What is compared: rows of one environment name, or, where one document has the
 * same test several times under one name, of one environment and section.
 */
struct cube_environment {
	char *label;
	uint32_t first_row; /* where its facts can be read */
};

struct cube;

/*
 * Index @count rows of @dataset (@rows NULL: all of it). The dataset must outlive
 * the cube. Rows without an environment get the label "unknown".
 */
struct cube *cube_new(const struct dataset *dataset, const uint32_t *rows, uint32_t count);
void cube_free(struct cube *cube);

const struct dataset *cube_dataset(const struct cube *cube);

/* How many rows are indexed, and number @i of them in the order of their points. */
uint32_t cube_row_count(const struct cube *cube);
uint32_t cube_row(const struct cube *cube, uint32_t i, struct cube_point *point);

/* How many ordinals a dimension has; 0 on all of them when the cube is empty. */
uint32_t cube_count(const struct cube *cube, enum cube_dim dim);

const struct cube_test *cube_test(const struct cube *cube, uint32_t at);
const struct cube_environment *cube_environment(const struct cube *cube, uint32_t at);

/* The size of an ordinal in bytes; 0 stands for rows where it is unknown or no dimension. */
uint64_t cube_size(const struct cube *cube, enum cube_dim dim, uint32_t at);

/* The rows at @point, in dataset order. */
size_t cube_rows(const struct cube *cube, struct cube_point point, const uint32_t **rows);

/*
 * The row to show at @point: the latest with the best status (ok, doubtful,
 * too_fast, failed, skipped). False where there is none.
 */
bool cube_pick(const struct cube *cube, struct cube_point point, uint32_t *row);

/* Is there any row that agrees with @point on the dimensions in @fixed? */
bool cube_has(const struct cube *cube, struct cube_point point, unsigned fixed);

/*
 * Move @point by @steps (negative: back) along @dim, over ordinals where
 * cube_has(point, fixed | dim) only; stops at the ends. False when it did not move.
 */
bool cube_step(const struct cube *cube, struct cube_point *point, enum cube_dim dim, int steps,
	unsigned fixed);

/*
 * Where @point stands on @dim among the ordinals that exist under @fixed: 1-based
 * @position (0 when it is none of them) of @total.
 */
void cube_position(const struct cube *cube, struct cube_point point, enum cube_dim dim,
	unsigned fixed, uint32_t *position, uint32_t *total);

/*
 * Bring @point to a place that exists, changing as little as can be: first record
 * size, then file size, environment, test move to the nearest ordinal with rows.
 * False on an empty cube.
 */
bool cube_settle(const struct cube *cube, struct cube_point *point);

#endif
