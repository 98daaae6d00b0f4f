/*
 * The library: the folder of result files below $XDG_DATA_HOME. Files are added
 * and never rewritten, so that any number of processes may use it at once.
 */
#ifndef FST_STORE_LIBRARY_H
#define FST_STORE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/error.h"
#include "model/dataset.h"
#include "store/result.h"

struct library_file {
	char *path;
	uint32_t first_row, row_count; /* its rows in the dataset that it was loaded to */
};

/* Result files by name, which is by time. */
struct library_list {
	struct library_file *files;
	size_t count;
};

#define LIBRARY_LIST_INIT ((struct library_list){0})

void library_list_free(struct library_list *list);

/*
 * The library's folder as a string that the caller owns, or FST_FAILED with a
 * message when neither XDG_DATA_HOME nor HOME says where. Makes nothing.
 */
fst_status library_folder(char **folder, struct fst_error *error);

/*
 * The result files (*.csv) of @folder, which need not be there: an empty list then.
 */
fst_status library_scan(const char *folder, struct library_list *list, struct fst_error *error);

/*
 * Add the rows of all files of @list to @dataset. A file that cannot be read is
 * a warning; the rest is loaded.
 */
void library_load(
	struct library_list *list, struct dataset *dataset, struct result_warnings *warnings);

/*
 * Find and load the library; while it holds no file, the samples that ship with
 * the program instead (@samples says so). Trouble with the folder is a warning.
 */
void library_load_all(struct library_list *list, struct dataset *dataset, bool *samples,
	struct result_warnings *warnings);

/*
 * A new, empty file of the library, named by the time and @tool; its folder is made
 * when it is not there. @path gets its path, which the caller owns. Two processes never
 * get the same one.
 */
fst_status library_reserve(
	const struct clock *clock, const char *tool, char **path, struct fst_error *error);

/* Save all rows of @dataset as a new file of the library, all of them or none. */
fst_status library_add(const struct clock *clock, const char *tool, const struct dataset *dataset,
	char **path, struct fst_error *error);

#endif
