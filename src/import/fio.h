/*
 * fio. Its three forms (normal text, terse lines, JSON) are read into one list of
 * runs, jobs and rows; forms of the same run are joined, status reports give way
 * to the last one, and what headers, ETA lines, job files and commands say about a
 * job is put together before rows are collected.
 */
#ifndef FST_IMPORT_FIO_H
#define FST_IMPORT_FIO_H

#include "import/importer.h"

/* id, anchor */
#define FIO_ANCHOR_TABLE(_)                \
	_(JSON_VERSION, "\"fio version\"") \
	_(JSON_JOB, "\"jobname\"")         \
	_(JSON_DIRECTION, "\"io_bytes\"")  \
	_(TERSE, ";fio-")                  \
	_(TERSE_PERCENTILE, "000000%=")    \
	_(HEADER, ": (g=")                 \
	_(BLOCK, "(groupid=")              \
	_(DIRECTION, "iops=")              \
	_(GROUP, "Run status group")       \
	_(GROUP_DIRECTION, ": bw=")        \
	_(GROUP_DIRECTION_2, "aggrb=")     \
	_(LATENCY, "lat (")                \
	_(PERCENTILES, "percentiles (")    \
	_(SYNC, "sync (")                  \
	_(CPU, "usr=")                     \
	_(ETA, "Jobs: ")                   \
	_(VERSION, "fio-")                 \
	_(VERSION_1, "fio 1.")             \
	_(STARTING, "Starting ")           \
	_(DISK, ": ios=")                  \
	_(ERROR, "fio: pid=")

enum fio_anchor {
#define FIO_ANCHOR_ENUM(id, anchor) FIO_ANCHOR_##id,
	FIO_ANCHOR_TABLE(FIO_ANCHOR_ENUM)
#undef FIO_ANCHOR_ENUM
};

enum fio_pattern {
	FIO_PATTERN_HEADER,
	FIO_PATTERN_BLOCK,
	FIO_PATTERN_DIRECTION_2,
	FIO_PATTERN_DIRECTION_3,
	FIO_PATTERN_GROUP,
	FIO_PATTERN_GROUP_2,
	FIO_PATTERN_GROUP_3,
	FIO_PATTERN_LATENCY,
	FIO_PATTERN_PERCENTILES,
	FIO_PATTERN_CPU,
	FIO_PATTERN_ETA,
	FIO_PATTERN_VERSION,
	FIO_PATTERN_STARTING,
};

/* The parts of a job that have figures of their own. */
enum fio_part {
	FIO_READ,
	FIO_WRITE,
	FIO_TRIM,
	FIO_MIXED,
	FIO_SYNC,
	FIO_PARTS,
};

extern const char *const fio_part_names[FIO_PARTS];

enum fio_form {
	FIO_TEXT,
	FIO_TERSE,
	FIO_JSON, /* the most exact one last */
};

/* Seconds; NAN: unknown. */
struct fio_latency {
	double min, mean, max, stddev;
};

/* Percentiles that have a column. */
enum fio_percentile {
	FIO_P50,
	FIO_P95,
	FIO_P99,
	FIO_P999,
	FIO_PERCENTILES,
};

/* Figures: NAN when unknown. */
struct fio_row {
	enum fio_part part;
	bool dropped; /* another form of the run has it */
	int binary_steps; /* of 2.x: how often 1024 is in its unit, which kb_base makes 1000 */
	size_t at;
	double bytes_per_s, ops_per_s, elapsed_s, operations, bytes;
	struct fio_latency lat, clat;
	double percentiles[FIO_PERCENTILES];
	struct text other_percentiles, histogram, reported;
};

/* id, name of the option, other name */
#define FIO_OPTION_TABLE(_)                         \
	_(RW, "rw", "readwrite")                    \
	_(BS, "bs", "blocksize")                    \
	_(IODEPTH, "iodepth", NULL)                 \
	_(ENGINE, "ioengine", NULL)                 \
	_(SIZE, "size", NULL)                       \
	_(FILENAME, "filename", NULL)               \
	_(DIRECTORY, "directory", NULL)             \
	_(DIRECT, "direct", NULL)                   \
	_(BUFFERED, "buffered", NULL)               \
	_(SYNC, "sync", NULL)                       \
	_(FSYNC, "fsync", NULL)                     \
	_(FDATASYNC, "fdatasync", NULL)             \
	_(END_FSYNC, "end_fsync", NULL)             \
	_(NUMJOBS, "numjobs", NULL)                 \
	_(MIX_READ, "rwmixread", NULL)              \
	_(MIX_WRITE, "rwmixwrite", NULL)            \
	_(KB_BASE, "kb_base", NULL)                 \
	_(GROUP_REPORTING, "group_reporting", NULL) \
	_(OFFSET_INCREMENT, "offset_increment", NULL)

enum fio_option {
#define FIO_OPTION_ENUM(id, name, other) FIO_OPTION_##id,
	FIO_OPTION_TABLE(FIO_OPTION_ENUM)
#undef FIO_OPTION_ENUM
		FIO_OPTIONS,
};

/* What is known about how a job was set up; an empty text, NAN: unknown. */
struct fio_setup {
	struct text options[FIO_OPTIONS];
	double record[3]; /* bytes that a read, write, trim transfers; 0: it varies */
};

struct fio_job {
	struct text name, host;
	struct text prefix; /* what grep put in front of its lines */
	double group, jobs, pid, error; /* NAN: unknown */
	struct text error_text;
	double cpu_percent;
	bool summary; /* a line of the run status, not a job */
	bool mixed; /* several jobs, whose options are not all known */
	size_t first_row, row_count;
	struct fio_setup setup, globals; /* from JSON: its own, and those of all jobs */
	struct text started;
	double job_runtime_s;
};

struct fio_run {
	enum fio_form form;
	bool cut; /* its end is missing */
	bool dropped;
	size_t start, end; /* in the flow */
	size_t first_job, job_count;
	size_t also; /* index + 1 of a run that is another form of it */
	struct text version, device;
	double finished_s, elapsed_s; /* JSON: when it was printed, since 1970; since the start */
};

/* A line `name: (g=0): rw=...`. */
struct fio_header {
	size_t at;
	size_t batch; /* headers of one start of fio have the same */
	struct text name;
	double group;
	struct fio_setup setup;
};

enum fio_mark_kind {
	FIO_MARK_VERSION,
	FIO_MARK_STARTING,
	FIO_MARK_ETA,
	FIO_MARK_DISK,
};

/* Something that is said about the run around it. */
struct fio_mark {
	enum fio_mark_kind kind;
	size_t at;
	struct text text;
};

struct fio {
	struct parse *parse;
	struct fio_run *runs;
	struct fio_job *jobs;
	struct fio_row *rows;
	struct fio_header *headers;
	struct fio_mark *marks;
	size_t run_count, job_count, row_count, header_count, mark_count;
	size_t run_capacity, job_capacity, row_capacity, header_capacity, mark_capacity;
};

/* Begin a run; jobs that are added belong to the last run, rows to the last job. */
struct fio_run *fio_add_run(struct fio *fio, enum fio_form form, size_t start);
struct fio_job *fio_add_job(struct fio *fio);
struct fio_row *fio_add_row(struct fio *fio, enum fio_part part, size_t at);
struct fio_header *fio_add_header(struct fio *fio, size_t at);
void fio_add_mark(struct fio *fio, enum fio_mark_kind kind, size_t at, struct text text);

/* Take the last run back when it has no row. */
void fio_end_run(struct fio *fio, size_t end);

/* Keep the percentile @percent, of @seconds. False when it has no column. */
bool fio_set_percentile(struct fio_row *row, double percent, double seconds);

/* Add a percentile that has no column to a list of such. */
void fio_add_percentile(
	struct strbuf *list, struct text percent, struct text value, struct text unit);

/* The first of the headers at or behind @at. */
size_t fio_first_header(const struct fio *fio, size_t at);

/* The part that @name says (read, WRITE ...), or FIO_PARTS. */
enum fio_part fio_find_part(struct text name);

/* A number as fio writes it: `61.8k`, `8,533`, `1378.5k`; k is 1000. */
bool fio_read_number(struct text number, struct text unit, double *value);

/* @value of the unit called @unit (nsec, usec ...) in seconds. */
double fio_seconds(double value, struct text unit);

/* The normal text (fio_text.c), the terse lines (fio_terse.c), JSON (fio_json.c). */
void fio_read_text(struct fio *fio);
void fio_read_terse(struct fio *fio);
void fio_read_json(struct fio *fio);

/* Join forms of one run, let status reports give way to the last one (fio_join.c). */
void fio_join_runs(struct fio *fio);

/*
 * Collect run @index with what stands about it behind offset @from of the flow,
 * where the run before ends (fio_rows.c).
 */
void fio_collect_run(struct fio *fio, size_t index, size_t from);

extern const struct importer importer_fio;

#endif
