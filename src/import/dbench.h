/*
 * dbench: the line of throughput that ends a run.
 */
#ifndef FST_IMPORT_DBENCH_H
#define FST_IMPORT_DBENCH_H

#include "import/importer.h"

extern const struct importer importer_dbench;

#endif
