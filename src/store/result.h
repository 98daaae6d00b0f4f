/*
 * A result file: CSV, one self-contained row per measurement. Writing appends a
 * row and syncs it, so that a kill loses at most the row under way. Reading takes
 * what other hands did to the file: concatenation, other columns, a torn end.
 */
#ifndef FST_STORE_RESULT_H
#define FST_STORE_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "base/text.h"
#include "model/dataset.h"
#include "store/places.h"

struct result_writer;

/*
 * Open @path for appending, made when it is not there (mode 0644 less the umask); "-" is
 * standard output, which begins with a header whatever it leads to.
 * A torn last line is cut off. Rows of several processes do not mix (O_APPEND,
 * a lock for each row where the file system has locks).
 */
fst_status result_open(struct result_writer **writer, const char *path, struct fst_error *error);

/*
 * Append @m and fdatasync. A header goes before it where the file has none for
 * its columns. When it cannot be written whole the file is left as it was.
 */
fst_status result_append(
	struct result_writer *writer, const struct measurement *m, struct fst_error *error);

/* Does nothing for NULL. */
void result_close(struct result_writer *writer);

/* Something in an input that was left out: told, never fatal. */
struct result_warnings {
	void (*warn)(void *context, const struct fst_error *warning); /* NULL: nobody listens */
	void *context;
	size_t count; /* how many there were */
};

/*
 * Add the rows of the result file (or its JSON Lines, as `show` prints them) @path to
 * @dataset.
 * FST_UNRECOGNISED when its first line is neither a header nor a row; an empty file
 * is one without rows. A torn last line, a row with a bad number and one with
 * another number of fields than its header are warned about and left out.
 */
fst_status result_read(const char *path, struct dataset *dataset, struct result_warnings *warnings,
	struct fst_error *error);

/*
 * The same, but without the rows' histograms and series: @places gets where they are to be
 * found. Rows of JSON Lines keep theirs.
 */
fst_status result_read_brief(const char *path, struct dataset *dataset,
	struct result_places *places, struct result_warnings *warnings, struct fst_error *error);

/* The same for what @fd has left, called @name in messages. */
fst_status result_read_fd(int fd, const char *name, struct dataset *dataset,
	struct result_warnings *warnings, struct fst_error *error);

/* The same for a text in memory, called @name in messages. */
fst_status result_read_text(struct text text, const char *name, struct dataset *dataset,
	struct result_warnings *warnings, struct fst_error *error);

/* Whether what starts with @start is for result_read(). */
bool result_recognise(struct text start);

/* Add all rows of @dataset from @first on as the contents of a result file to @sb. */
void result_render(const struct dataset *dataset, uint32_t first, struct strbuf *sb);

#endif
