/* Rows as no benchmark would make them: any text, any magnitude, any set of columns. */
#ifndef FSTUI_TESTS_SUPPORT_RANDOM_ROWS_H
#define FSTUI_TESTS_SUPPORT_RANDOM_ROWS_H

#include <stdbool.h>

#include "base/rng.h"
#include "base/strbuf.h"
#include "model/measurement.h"

/* Characters to make texts from. */
enum random_texts {
	RANDOM_BYTES, /* any bytes at all */
	RANDOM_CHARACTERS, /* any valid UTF-8, controls among it */
};

/* Fills @m; its texts are in @texts, which is cleared first. At least one column is set. */
void random_row(
	struct rng *rng, enum random_texts kind, struct strbuf *texts, struct measurement *m);

#endif
