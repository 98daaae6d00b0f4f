#include "store/library.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "base/xdg.h"

#define SUFFIX       ".csv"
#define NAMES_TO_TRY 1000

void library_list_free(struct library_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		free(list->files[i].path);
		result_places_free(&list->files[i].places);
	}
	free(list->files);
	*list = LIBRARY_LIST_INIT;
}

struct library_stamp library_stamp_of(const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return (struct library_stamp){0};
	return (struct library_stamp){.device = st.st_dev,
		.inode = st.st_ino,
		.size = (uint64_t)st.st_size,
		.changed_ns = st.st_mtim.tv_sec * INT64_C(1000000000) + st.st_mtim.tv_nsec};
}

bool library_stamp_equal(const struct library_stamp *a, const struct library_stamp *b)
{
	return a->device == b->device && a->inode == b->inode && a->size == b->size &&
	       a->changed_ns == b->changed_ns;
}

const struct library_file *library_file_of(const struct library_list *list, uint32_t row)
{
	for (size_t i = 0; i < list->count; i++)
		if (row >= list->files[i].first_row &&
			row - list->files[i].first_row < list->files[i].row_count)
			return &list->files[i];
	return NULL;
}

fst_status library_read_detail(const struct library_list *list, const struct dataset *dataset,
	uint32_t row, enum column column, struct strbuf *out, struct fst_error *error)
{
	const struct library_file *file = library_file_of(list, row);

	strbuf_add_text(out, dataset_text(dataset, row, column));
	if (out->len || !file)
		return FST_OK;
	return result_places_read(&file->places, file->path, dataset, row, column, out, error);
}

fst_status library_folder(char **folder, struct fst_error *error)
{
	*folder = xdg_folder(XDG_DATA);
	if (*folder)
		return FST_OK;
	return fst_error_set(error, FST_FAILED,
		"no place for the library: neither XDG_DATA_HOME nor HOME is an absolute path");
}

static int by_name(const void *a, const void *b)
{
	const struct library_file *x = a, *y = b;

	return strcmp(x->path, y->path);
}

/* A pipe has nothing to read until somebody writes. What else is no file is told when it is read.
 */
static bool would_wait(int folder, const char *name)
{
	struct stat st;

	return fstatat(folder, name, &st, 0) == 0 && S_ISFIFO(st.st_mode);
}

fst_status library_scan(const char *folder, struct library_list *list, struct fst_error *error)
{
	struct dirent *entry;
	DIR *dir = opendir(folder);

	*list = LIBRARY_LIST_INIT;
	if (!dir && errno == ENOENT)
		return FST_OK;
	if (!dir) {
		fst_error_errno(error, errno, "cannot read the library's folder");
		fst_error_at(error, folder, 0);
		return FST_IO;
	}
	while ((entry = readdir(dir))) {
		if (entry->d_name[0] == '.' || !text_ends(text_of(entry->d_name), SUFFIX) ||
			would_wait(dirfd(dir), entry->d_name))
			continue;
		list->files = xreallocarray(list->files, list->count + 1, sizeof(*list->files));
		list->files[list->count++] = (struct library_file){
			.path = fileio_join(folder, entry->d_name)};
	}
	closedir(dir);
	if (list->count)
		qsort(list->files, list->count, sizeof(*list->files), by_name);
	return FST_OK;
}

static void warn(struct result_warnings *warnings, const struct fst_error *error)
{
	if (!warnings)
		return;
	warnings->count++;
	if (warnings->warn)
		warnings->warn(warnings->context, error);
}

void library_load(
	struct library_list *list, struct dataset *dataset, struct result_warnings *warnings)
{
	struct fst_error error;

	for (size_t i = 0; i < list->count; i++) {
		struct library_file *file = &list->files[i];

		file->first_row = dataset_count(dataset);
		file->stamp = library_stamp_of(file->path);
		if (result_read_brief(file->path, dataset, list->brief ? &file->places : NULL,
			    warnings, &error) != FST_OK)
			warn(warnings, &error);
		file->row_count = dataset_count(dataset) - file->first_row;
	}
}

void library_load_all(struct library_list *list, struct dataset *dataset, bool *samples,
	struct result_warnings *warnings)
{
	bool brief = list->brief;
	struct fst_error error;
	char *folder = NULL;

	*list = LIBRARY_LIST_INIT;
	if (library_folder(&folder, &error) != FST_OK ||
		library_scan(folder, list, &error) != FST_OK)
		warn(warnings, &error);
	free(folder);
	list->brief = brief;
	library_load(list, dataset, warnings);
	*samples = false;
	if (list->count == 0 && (folder = xdg_shipped("samples"))) {
		library_scan(folder, list, NULL);
		list->brief = brief;
		library_load(list, dataset, warnings);
		*samples = dataset_count(dataset) > 0;
		free(folder);
	}
}

/*
 * `20261130T201405-bonnie++.csv`: local time, and what of @tool is safe in a
 * file's name. The second one of that second has `.02` behind the time: names sort by time.
 */
static char *name_of(int64_t now, int number, const char *tool)
{
	time_t seconds = (time_t)now;
	struct strbuf name = STRBUF_INIT;
	char when[32] = "unknown-time";
	struct tm tm;

	if (localtime_r(&seconds, &tm))
		strftime(when, sizeof(when), "%Y%m%dT%H%M%S", &tm);
	strbuf_add_string(&name, when);
	if (number > 1)
		strbuf_printf(&name, ".%02d", number);
	strbuf_add_char(&name, '-');
	for (; *tool && name.len < 64; tool++) {
		bool safe = (*tool >= '0' && *tool <= '9') || (*tool >= 'A' && *tool <= 'Z') ||
			    (*tool >= 'a' && *tool <= 'z') || strchr("+-_.", *tool);

		strbuf_add_char(&name, safe ? *tool : '_');
	}
	strbuf_add_string(&name, SUFFIX);
	return strbuf_detach(&name);
}

fst_status library_reserve(
	const struct clock *clock, const char *tool, char **path, struct fst_error *error)
{
	char *folder = NULL, *name;
	fst_status status;
	int fd = -1;

	*path = NULL;
	status = library_folder(&folder, error);
	if (status == FST_OK)
		status = fileio_make_folders(folder, 0755, error);
	if (status != FST_OK)
		goto out;
	for (int i = 1; i <= NAMES_TO_TRY; i++) {
		free(*path);
		name = name_of(clock_wall_s(clock), i, tool);
		*path = fileio_join(folder, name);
		free(name);
		fd = open(*path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
		if (fd >= 0 || errno != EEXIST)
			break;
	}
	if (fd < 0) {
		status = fst_error_errno(error, errno, "cannot add a file to the library");
		fst_error_at(error, *path, 0);
	}
out:
	if (fd >= 0)
		close(fd);
	if (status != FST_OK) {
		free(*path);
		*path = NULL;
	}
	free(folder);
	return status;
}

fst_status library_add(const struct clock *clock, const char *tool, const struct dataset *dataset,
	char **path, struct fst_error *error)
{
	struct strbuf contents = STRBUF_INIT;
	fst_status status;

	status = library_reserve(clock, tool, path, error);
	if (status != FST_OK)
		return status;
	result_render(dataset, 0, &contents);
	status = fileio_replace(*path, strbuf_text(&contents), error);
	strbuf_free(&contents);
	if (status != FST_OK) {
		unlink(*path);
		free(*path);
		*path = NULL;
	}
	return status;
}
