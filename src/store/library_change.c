#include "store/library_change.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"

#define NAMES_TO_TRY 1000
#define SIZE_LIMIT   (UINT64_C(4) << 30)

void library_change_free(struct library_change *change)
{
	free(change->path);
	free(change->trashed);
	*change = (struct library_change){0};
}

/* A name in the folder `trash` beside @path that is not taken. */
static fst_status find_place(const char *path, char **place, struct fst_error *error)
{
	struct text name = fileio_base_name(path, false);
	char *folder = xasprintf("%.*strash", (int)(name.ptr - path), path);
	fst_status status = fileio_make_folders(folder, 0755, error);

	*place = NULL;
	for (int i = 1; status == FST_OK && i <= NAMES_TO_TRY; i++) {
		free(*place);
		*place = i == 1 ? xasprintf("%s/%.*s", folder, TEXT_ARGS(name))
				: xasprintf("%s/%d-%.*s", folder, i, TEXT_ARGS(name));
		if (access(*place, F_OK) != 0)
			break;
	}
	free(folder);
	return status;
}

/* A second name for the file where there are such, else a copy. */
static fst_status keep(const char *path, const char *place, struct fst_error *error)
{
	struct strbuf contents = STRBUF_INIT;
	fst_status status;

	if (link(path, place) == 0)
		return FST_OK;
	status = fileio_read(path, SIZE_LIMIT, &contents, error);
	if (status == FST_OK)
		status = fileio_replace(place, strbuf_text(&contents), error);
	strbuf_free(&contents);
	return status;
}

static fst_status remove_file(const char *path, struct fst_error *error)
{
	fst_status status;

	if (unlink(path) == 0)
		return FST_OK;
	status = fst_error_errno(error, errno, "cannot move the file to the trash");
	fst_error_at(error, path, 0);
	return status;
}

static fst_status check_unchanged(const struct library_file *file, struct fst_error *error)
{
	struct library_stamp now = library_stamp_of(file->path);

	if (library_stamp_equal(&now, &file->stamp))
		return FST_OK;
	fst_error_set(error, FST_FAILED,
		"the file was changed since it was read: nothing was done; open the library again");
	fst_error_at(error, file->path, 0);
	return FST_FAILED;
}

static fst_status make_rest(const struct library_file *file, library_row_fn *row_of, void *context,
	struct dataset *rest, struct fst_error *error)
{
	struct dataset *rows = dataset_new();
	struct result_warnings unreadable = {0};
	fst_status status = result_read(file->path, rows, &unreadable, error);
	struct measurement m;

	for (uint32_t i = 0; status == FST_OK && i < dataset_count(rows); i++) {
		dataset_get(rows, i, &m);
		if (row_of(context, &m))
			dataset_add(rest, &m);
	}
	/* A file that goes to the trash as a whole takes its unreadable lines along. */
	if (status == FST_OK && unreadable.count > 0 && dataset_count(rest) > 0) {
		status = fst_error_set(error, FST_FAILED,
			"%zu lines of the file cannot be read and would be lost: mend them or move "
			"them elsewhere first; nothing was done",
			unreadable.count);
		fst_error_at(error, file->path, 0);
	}
	dataset_free(rows);
	return status;
}

fst_status library_change(const struct library_file *file, library_row_fn *row_of, void *context,
	struct library_change *change, struct fst_error *error)
{
	struct strbuf contents = STRBUF_INIT;
	struct dataset *rest = dataset_new();
	fst_status status;
	bool kept = false;

	*change = (struct library_change){.path = xstrdup(file->path)};
	status = check_unchanged(file, error);
	if (status == FST_OK)
		status = make_rest(file, row_of, context, rest, error);
	if (status == FST_OK)
		status = find_place(file->path, &change->trashed, error);
	if (status != FST_OK)
		goto out;
	status = keep(file->path, change->trashed, error);
	kept = status == FST_OK;
	if (status == FST_OK && dataset_count(rest) == 0) {
		status = remove_file(file->path, error);
	} else if (status == FST_OK) {
		result_render(rest, 0, &contents);
		status = fileio_replace(file->path, strbuf_text(&contents), error);
	}
out:
	if (status != FST_OK) {
		if (kept)
			unlink(change->trashed);
		library_change_free(change);
	}
	strbuf_free(&contents);
	dataset_free(rest);
	return status;
}

fst_status library_undo(const struct library_change *change, struct fst_error *error)
{
	fst_status status;

	if (rename(change->trashed, change->path) == 0)
		return FST_OK;
	status = fst_error_errno(error, errno, "cannot bring the file back from the trash");
	fst_error_at(error, change->trashed, 0);
	return status;
}
