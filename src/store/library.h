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

/* What tells that a file is still the one that was read. */
struct library_stamp {
	uint64_t device, inode, size;
	int64_t changed_ns;
};

struct library_file {
	char *path;
	uint32_t first_row, row_count; /* its rows in the dataset that it was loaded to */
	struct result_places places; /* of a brief list */
	struct library_stamp stamp; /* from before it was loaded; all 0: it was not there */
};

/* Result files by name, which is by time. */
struct library_list {
	struct library_file *files;
	size_t count;
	bool brief; /* load rows without histograms and series: library_read_detail() has them */
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
 * The text of a long column of @row of @dataset, which the list was loaded to, to @out; nothing
 * where there is none. FST_FAILED, FST_IO when its file is not what it was.
 */
fst_status library_read_detail(const struct library_list *list, const struct dataset *dataset,
	uint32_t row, enum column column, struct strbuf *out, struct fst_error *error);

/* The file that @row was loaded from, or NULL. */
const struct library_file *library_file_of(const struct library_list *list, uint32_t row);

struct library_stamp library_stamp_of(const char *path);
bool library_stamp_equal(const struct library_stamp *a, const struct library_stamp *b);

/*
 * Find and load the library (with list->brief as it is; the rest is set anew); while it holds no
 * file, the samples that ship with the program instead (@samples says so). Trouble with the folder
 * is a warning.
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
