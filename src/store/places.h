/*
 * Where the rows of a result file lie in it. A row's histogram and series are longer
 * than all the rest of it, and are looked at one at a time: with the places they need not be
 * kept in memory, but are read when they are asked for.
 */
#ifndef FST_STORE_PLACES_H
#define FST_STORE_PLACES_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "model/dataset.h"

struct result_header_place {
	uint32_t row; /* from this row on */
	uint64_t offset;
};

struct result_places {
	uint32_t first_row; /* of the dataset that the file was read into */
	uint64_t *offsets; /* per row; RESULT_NO_PLACE: nothing was left out of it */
	size_t count, capacity;
	struct result_header_place *headers;
	size_t header_count;
};

#define RESULT_NO_PLACE UINT64_MAX

void result_places_free(struct result_places *places);

/* The header or the row that is read next lies at @offset. */
void result_places_add_header(struct result_places *places, uint64_t offset);
void result_places_add_row(struct result_places *places, uint64_t offset);

/*
 * Read the text of @column (COL_LAT_HISTOGRAM, COL_SERIES) of @row, which was left out of
 * @dataset, to @out; nothing when it had none. FST_FAILED when the file is not
 * what it was: what lies there is not this row any more.
 */
fst_status result_places_read(const struct result_places *places, const char *path,
	const struct dataset *dataset, uint32_t row, enum column column, struct strbuf *out,
	struct fst_error *error);

#endif
