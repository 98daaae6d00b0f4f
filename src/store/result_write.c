#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "store/csv.h"
#include "store/result.h"

#define TAIL_CHUNK 4096

struct result_writer {
	int fd;
	char *path;
	struct csv_writer csv;
	struct strbuf line;
};

/* Locks keep rows of several processes whole; where there are none O_APPEND has to do. */
static void lock(const struct result_writer *writer, int operation)
{
	while (flock(writer->fd, operation) != 0 && errno == EINTR)
		;
}

/* Where the last line feed of the file ends, 0 when there is none. */
static fst_status find_end_of_lines(int fd, off_t size, off_t *end, struct fst_error *error)
{
	char chunk[TAIL_CHUNK];

	for (off_t start = size; start > 0;) {
		size_t want = start < TAIL_CHUNK ? (size_t)start : TAIL_CHUNK;
		ssize_t n = pread(fd, chunk, want, start - (off_t)want);
		const char *feed;

		if (n < 0)
			return fst_error_errno(error, errno, "cannot read");
		if ((size_t)n != want)
			break; /* somebody cut it meanwhile */
		feed = memrchr(chunk, '\n', want);
		start -= (off_t)want;
		if (feed) {
			*end = start + (feed - chunk) + 1;
			return FST_OK;
		}
	}
	*end = 0;
	return FST_OK;
}

/* Whether the file starts with the very header that the writer would write. */
static bool header_is_ours(const struct result_writer *writer)
{
	struct csv_writer csv = CSV_WRITER_INIT;
	struct strbuf header = STRBUF_INIT;
	bool same = false;
	char *start;
	ssize_t n;

	csv_writer_add_header(&csv, &header);
	start = xmalloc(header.len);
	n = pread(writer->fd, start, header.len, 0);
	same = n >= 0 && (size_t)n == header.len && memcmp(start, header.ptr, header.len) == 0;
	free(start);
	strbuf_free(&header);
	return same;
}

static fst_status prepare(struct result_writer *writer, struct fst_error *error)
{
	fst_status status;
	struct stat st;
	off_t end = 0;

	if (fstat(writer->fd, &st) != 0)
		return fst_error_errno(error, errno, "cannot look at the file");
	if (!S_ISREG(st.st_mode))
		return fst_error_set(error, FST_UNSUPPORTED, "expected a file for results");
	status = find_end_of_lines(writer->fd, st.st_size, &end, error);
	if (status != FST_OK)
		return status;
	if (end < st.st_size && ftruncate(writer->fd, end) != 0)
		return fst_error_errno(error, errno, "cannot cut off its torn last line");
	writer->csv.has_header = header_is_ours(writer);
	return FST_OK;
}

fst_status result_open(struct result_writer **writer, const char *path, struct fst_error *error)
{
	struct result_writer *w = xcalloc(1, sizeof(*w));
	fst_status status = FST_OK;

	if (strcmp(path, "-") == 0) {
		w->path = xstrdup("standard output");
		w->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
		if (w->fd < 0)
			status = fst_error_errno(error, errno, "cannot write");
		path = w->path;
		goto out;
	}
	w->path = xstrdup(path);
	w->fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0644);
	if (w->fd < 0) {
		status = fst_error_errno(error, errno, "cannot open the result file");
		goto out;
	}
	lock(w, LOCK_EX);
	status = prepare(w, error);
	lock(w, LOCK_UN);
	/* A new file, or one that somebody made just now: its rows are durable, and so must it be.
	 */
	if (status == FST_OK && lseek(w->fd, 0, SEEK_END) == 0)
		fileio_sync_folder_of(path);
out:
	if (status != FST_OK) {
		fst_error_at(error, path, 0);
		result_close(w);
		w = NULL;
	}
	*writer = w;
	return status;
}

fst_status result_append(
	struct result_writer *writer, const struct measurement *m, struct fst_error *error)
{
	fst_status status = FST_OK;
	off_t before;

	strbuf_clear(&writer->line);
	csv_writer_add_row(&writer->csv, &writer->line, m);
	lock(writer, LOCK_EX);
	before = lseek(writer->fd, 0, SEEK_END);
	status = fileio_write_all(writer->fd, writer->line.ptr, writer->line.len, error);
	if (status == FST_OK && fdatasync(writer->fd) != 0 && errno != EINVAL)
		status = fst_error_errno(error, errno, "cannot sync");
	if (status != FST_OK && before >= 0 && ftruncate(writer->fd, before) != 0)
		writer->csv
			.has_header = false; /* a torn line may be there: start afresh behind it */
	lock(writer, LOCK_UN);
	if (status != FST_OK)
		fst_error_at(error, writer->path, 0);
	return status;
}

void result_close(struct result_writer *writer)
{
	if (!writer)
		return;
	if (writer->fd >= 0)
		close(writer->fd);
	csv_writer_free(&writer->csv);
	strbuf_free(&writer->line);
	free(writer->path);
	free(writer);
}

void result_render(const struct dataset *dataset, uint32_t first, struct strbuf *sb)
{
	struct csv_writer csv = CSV_WRITER_INIT;
	struct measurement m;

	csv_writer_learn_all(&csv, dataset, first);
	csv_writer_add_header(&csv, sb);
	for (uint32_t row = first; row < dataset_count(dataset); row++) {
		dataset_get(dataset, row, &m);
		csv_writer_add_row(&csv, sb, &m);
	}
	csv_writer_free(&csv);
}
