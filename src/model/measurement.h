/*
 * A measurement: one test at one point in one environment, one row of a result
 * file. Plain data; its texts are slices that somebody else owns (the document,
 * the dataset's pool, a literal) and that must outlive it.
 */
#ifndef FST_MODEL_MEASUREMENT_H
#define FST_MODEL_MEASUREMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "model/column.h"

union measurement_value {
	double number;
	struct text text;
};

struct measurement {
	uint64_t have; /* bit per column: the value is known */
	union measurement_value value[COLUMN_COUNT_ALL];
};

_Static_assert(COLUMN_COUNT_ALL <= 64, "measurement.have has a bit per column");

static inline bool measurement_has(const struct measurement *m, enum column column)
{
	return m->have >> column & 1;
}

static inline void measurement_clear(struct measurement *m, enum column column)
{
	m->have &= ~(UINT64_C(1) << column);
}

/* Set a number column; a value that column_takes_number() refuses leaves it unknown. */
void measurement_set_number(struct measurement *m, enum column column, double value);

/* Set a text column; an empty text leaves it unknown. */
void measurement_set_text(struct measurement *m, enum column column, struct text value);
void measurement_set_string(struct measurement *m, enum column column, const char *value);

/* The text of a column, empty when unknown. */
struct text measurement_text(const struct measurement *m, enum column column);

/* The number of a column, or @otherwise when unknown. */
double measurement_number(const struct measurement *m, enum column column, double otherwise);

/*
 * Set @column from its text as files have it (numbers through the strict parser,
 * counts whole). Empty text: unknown. FST_SYNTAX with a message on a bad number.
 */
fst_status measurement_parse(
	struct measurement *m, enum column column, struct text value, struct fst_error *error);

/* Make @to the same as @from. Faster than an assignment, because most columns are unknown. */
void measurement_copy(struct measurement *to, const struct measurement *from);

/* Copy the facts of the environment (columns marked so) that @from has to @to. */
void measurement_copy_facts(struct measurement *to, const struct measurement *from);

/* All columns of both are the same (numbers bit by bit equal in value). */
bool measurement_equal(const struct measurement *a, const struct measurement *b);

#endif
