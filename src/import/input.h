/*
 * Whatever a person may name as input: a result file of fstui (CSV or JSON Lines),
 * which is read line by line, or anything else, in which the importers look for
 * results.
 */
#ifndef FST_IMPORT_INPUT_H
#define FST_IMPORT_INPUT_H

#include "import/import.h"
#include "store/result.h"

/*
 * Add what the file @path ("-": standard input) holds to @dataset. @report tells what the
 * importers did; for a result file it has just the number of rows. @options as
 * for import_file(); with a name in it a result's rows get that environment.
 */
fst_status input_read(struct import *import, const char *path, const struct import_options *options,
	struct dataset *dataset, struct import_report *report, struct result_warnings *warnings,
	struct fst_error *error);

#endif
