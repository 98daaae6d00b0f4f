#include "bench/guard.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/fileio.h"
#include "base/number.h"
#include "base/units.h"

/* The share of a file system that stays free (DESIGN). */
#define KEPT_FREE 0.05

#define TMPFS_MAGIC 0x01021994
#define RAMFS_MAGIC 0x858458F6u

static fst_status check_folder(
	const char *path, bool takes_device, struct stat *st, struct fst_error *error)
{
	struct statvfs fs;

	if (stat(path, st) != 0)
		return fst_error_errno(error, errno, "cannot benchmark in it");
	if (S_ISBLK(st->st_mode) && takes_device)
		return access(path, R_OK) == 0
			       ? FST_OK
			       : fst_error_errno(error, errno, "cannot read this device");
	if (S_ISBLK(st->st_mode))
		return fst_error_set(error, FST_IO,
			"expected a folder to benchmark in, found a block device: only "
			"device_read and cached_read measure one, and never write to it");
	if (!S_ISDIR(st->st_mode))
		return fst_error_set(error, FST_IO, "expected a folder to benchmark in, found a %s",
			S_ISREG(st->st_mode) ? "file" : "device or other file");
	if (statvfs(path, &fs) == 0 && (fs.f_flag & ST_RDONLY))
		return fst_error_set(error, FST_IO,
			"its file system is mounted read-only: nothing can be benchmarked there");
	if (access(path, W_OK | X_OK) != 0)
		return fst_error_errno(error, errno, "cannot write in it");
	return FST_OK;
}

/* Bytes that files may take, as far as the file system says; false when it says nothing. */
static bool room_left(const char *path, double *room)
{
	struct statvfs fs;
	double unit;

	if (statvfs(path, &fs) != 0 || fs.f_blocks == 0)
		return false; /* some network and FUSE file systems do not tell */
	unit = (double)(fs.f_frsize ? fs.f_frsize : fs.f_bsize);
	*room = ((double)fs.f_bavail - KEPT_FREE * (double)fs.f_blocks) * unit;
	return true;
}

static bool is_in_memory(const char *path)
{
	struct statfs fs;

	return statfs(path, &fs) == 0 &&
	       ((unsigned long)fs.f_type == TMPFS_MAGIC || (unsigned long)fs.f_type == RAMFS_MAGIC);
}

/* Memory that can be had without swapping; false when unknown. */
static bool memory_left(double *bytes)
{
	struct strbuf sb = STRBUF_INIT;
	struct text rest, line, word;
	uint64_t kib = 0;
	bool found = false;

	if (fileio_read("/proc/meminfo", 65536, &sb, NULL) == FST_OK) {
		rest = strbuf_text(&sb);
		while (!found && text_next_part(&rest, '\n', &line))
			if (text_starts(line, "MemAvailable:")) {
				line = text_skip(line, strlen("MemAvailable:"));
				found = text_next_word(&line, &word) &&
					number_parse_u64(word, &kib);
			}
	}
	strbuf_free(&sb);
	*bytes = (double)kib * 1024;
	return found;
}

static fst_status check_room(const char *path, double need, struct fst_error *error)
{
	char needed[UNITS_SIZE], there[UNITS_SIZE];
	double room;

	units_format_size(needed, need, true);
	if (room_left(path, &room) && need > room)
		return fst_error_set(error, FST_LIMIT,
			"the plan needs %s of space, but only %s is free when 5 %% of the file "
			"system stays so; make room, or choose smaller files with --file-size",
			needed, units_format_size(there, room > 0 ? room : 0, true));
	if (is_in_memory(path) && memory_left(&room) && need > room * (1 - KEPT_FREE))
		return fst_error_set(error, FST_LIMIT,
			"the plan needs %s in a file system in memory, but only %s of memory is "
			"available; choose smaller files with --file-size",
			needed, units_format_size(there, room, true));
	return FST_OK;
}

static fst_status check_memory(const struct plan *plan, struct fst_error *error)
{
	char needed[UNITS_SIZE], there[UNITS_SIZE];
	double left;

	if (!memory_left(&left) || plan->memory <= left * (1 - KEPT_FREE))
		return FST_OK;
	return fst_error_set(error, FST_LIMIT,
		"the plan needs %s of memory for records and for the order of random ones, but "
		"only %s is available; choose larger records or smaller files",
		units_format_size(needed, plan->memory, true),
		units_format_size(there, left, true));
}

fst_status guard_check(const struct plan *plan, const struct plan_folder *folders,
	size_t folder_count, struct fst_error *error)
{
	fst_status status = check_memory(plan, error);
	struct stat st, other;

	for (size_t i = 0; i < folder_count && status == FST_OK; i++) {
		double need = 0;

		status = check_folder(folders[i].path, plan_takes_device(plan, i), &st, error);
		for (size_t k = 0; k < folder_count && status == FST_OK; k++)
			if (stat(folders[k].path, &other) == 0 && other.st_dev == st.st_dev)
				need += plan->space;
		if (status == FST_OK && S_ISDIR(st.st_mode))
			status = check_room(folders[i].path, need, error);
		if (status != FST_OK)
			fst_error_at(error, folders[i].path, 0);
	}
	return status;
}
