/* Rows of a dataset on standard output, as --format asks for. */
#ifndef FST_CMD_ROWS_H
#define FST_CMD_ROWS_H

#include "cmd/command.h"
#include "model/dataset.h"

/* Print all rows of @dataset from @first on, in their order. */
void rows_print(const struct dataset *dataset, uint32_t first, enum row_format format);

#endif
