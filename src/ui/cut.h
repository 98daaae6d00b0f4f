/*
 * The cut through the cube that the view Sizes shows: one test at one file size,
 * record sizes across, a series per environment. Where an environment has no row
 * at the place itself, its nearest one stands in for it, marked as such.
 */
#ifndef FST_UI_CUT_H
#define FST_UI_CUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "model/vocabulary.h"
#include "ui/browse.h"

struct cut_cell {
	bool have; /* there is a row */
	uint32_t row;
	enum row_status status;
	double value; /* of the metric; NAN when the row has none or did not end well */
};

struct cut_series {
	uint32_t environment; /* ordinal: gives its letter and colour */
	const char *label;
	struct cut_cell *cells; /* one per record size of the cut */
	struct cut_cell here; /* at the place, or the nearest there is */
	bool exact; /* `here` is at the place */
};

struct cut {
	enum metric metric;
	uint32_t *records; /* ordinals of record sizes, ascending */
	uint64_t *record_bytes; /* the sizes; 0 where a test has none */
	size_t record_count;
	size_t at; /* which of them is the place */
	struct cut_series *series; /* all environments that have the test */
	size_t series_count;
	size_t selected; /* the series at the place */
	size_t baseline; /* the baseline's series; SIZE_MAX when it does not have the test */
	double low, high; /* of all values in cells, NAN without any */
	struct unit unit; /* for the values of all `here` side by side */
};

/* Of a browse that is not empty. */
struct cut *cut_new(const struct browse *browse);
void cut_free(struct cut *cut);

/* How many series have more than one value over the record sizes. */
size_t cut_line_count(const struct cut *cut);

/* `here` of @series over the baseline's; NAN when either is unknown. */
double cut_ratio(const struct cut *cut, size_t series);

/*
 * In what the work behind two rows differs, as far as both say: `128M file, 512K
 * record, 4 threads` with the values of @row. Nothing when it is the same.
 */
void cut_add_difference(
	const struct dataset *dataset, uint32_t row, uint32_t other, struct strbuf *out);

#endif
