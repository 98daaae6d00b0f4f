/*
 * The plan of a run: every cell in its order, known before anything is written.
 * A cell is one test of one file size with one record size in one folder. Cells that differ
 * in the folder only are neighbours (a point) and are measured in turns.
 */
#ifndef FST_BENCH_PLAN_H
#define FST_BENCH_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "bench/bench.h"

enum suite {
	SUITE_QUICK, /* an answer within a minute */
	SUITE_SWEEP, /* IOzone's matrix */
	SUITE_FILES, /* many files in a folder: bonnie++ -n, at several counts */
	SUITE_SYNC, /* what fsync costs, and whether it is honest */
	SUITE_UPGRADE, /* a package upgrade, with and without its syncs */
	SUITE_BASELINE, /* the machine itself */
	SUITE_ALL, /* all of these */
	SUITE_COUNT
};

extern const char *const suite_names[]; /* ends with NULL */

/* A folder under test, under the name by which it is compared. */
struct plan_folder {
	const char *environment;
	const char *path;
};

/* What changes the meaning of a figure, as bits; FSYNC and CLOSE count in the time. */
enum plan_option {
	PLAN_FSYNC = 1,
	PLAN_CLOSE = 2,
	PLAN_DIRECT = 4,
	PLAN_O_SYNC = 8,
	PLAN_O_DSYNC = 16,
	PLAN_COLD = 32, /* the page cache is emptied of the file before each pass */
	PLAN_DROP_CACHES = 64, /* and the whole machine's caches are dropped for it */
	PLAN_NO_SYNC = 128, /* the test leaves out the syncs that it is about */
	PLAN_PASS_2 = 256, /* over what a first time left */
	PLAN_CLEAN = 512, /* syncs with nothing to bring to the device */
};

#define PLAN_SIZES_MAX 64

/* What is asked for. Empty lists: the suite's. */
struct plan_request {
	enum suite suite;
	const struct plan_folder *folders;
	size_t folder_count;
	const enum test *tests;
	size_t test_count;
	const uint64_t *file_sizes, *record_sizes;
	size_t file_size_count, record_size_count;
	const uint64_t *file_counts; /* files in a folder */
	size_t file_count_count;
	const struct engine *engine; /* NULL: psync */
	unsigned options;
	struct bench_load load; /* zeros: the tests' own */
	bool all_records; /* no crossover rule */
	bool once; /* --precision=off: one pass a cell */
	bool sparing; /* cells that write large files make do with few passes */
};

struct plan_cell {
	uint64_t number; /* from 1; 0: left out by the crossover rule */
	uint64_t point; /* equal for the cells that are measured in turns */
	size_t folder;
	const struct bench_test *test;
	const struct engine *engine;
	uint64_t file_size, record_size; /* 0 where the test has none */
	uint64_t files; /* 0 where the test is not about many */
	unsigned options;
	struct bench_load load;
	bool done; /* its row is in the result that is resumed */
	bool coarse; /* belongs to the first picture of the sweep, which is soon there */
	unsigned least_passes; /* of long ones; fewer than six where writing is spared */
	unsigned most_passes; /* 0: no limit */
	double limit_s; /* the cell's time unless another is asked for; 0: the run's rule */
	double pass_bytes; /* that a pass writes */
	double bytes; /* that its passes will write, as far as that does not depend on the speed */
	double fill_bytes; /* to have its file there before the first pass */
	double bytes_after; /* the sum of both of the cells behind it */
	double estimate_s;
};

struct plan {
	struct plan_cell *cells;
	size_t count;
	uint64_t runs; /* cells with a number */
	uint64_t left_out; /* cells without */
	double bytes, estimate_s; /* sums */
	uint64_t largest_file;
	uint64_t largest_record;
	double space; /* needed in each folder at a time */
	double space_most; /* taken where there is room: with the copies of small files */
	double memory; /* for records, and for the order of random ones */
	uint64_t spared; /* cells with few passes */
	uint64_t done, left_out_done; /* of both, what a resumed run has already */
};

/* Passes of a cell that are short, and of one that is not (DESIGN). */
#define PLAN_SHORT_PASS_S 0.003
#define PLAN_SHORT_TIME_S 0.1
#define PLAN_SHORT_PASSES 30
#define PLAN_LONG_PASSES  6

/*
 * Cells that write files larger than this make two or three passes when writing is spared
 * (six would write 0.4 TB in the default sweep).
 */
#define PLAN_SPARED_FILE  (16u << 20)
#define PLAN_SPARED_LEAST 2
#define PLAN_SPARED_MOST  3

/* IOzone's rule: files over 16 MiB are not measured with records under 64 KiB. */
#define PLAN_CROSSOVER_FILE   (16u << 20)
#define PLAN_CROSSOVER_RECORD (64u << 10)

/* FST_USAGE when the request makes no cell, or asks for what the tests cannot do. */
fst_status plan_make(
	struct plan *plan, const struct plan_request *request, struct fst_error *error);
void plan_free(struct plan *plan);

/*
 * For the suites: add @cell (its test, sizes, files, options) for each folder as one point, unless
 * the request does not want its test. @left_out: by the crossover rule.
 */
void plan_add_point(struct plan *plan, const struct plan_request *request,
	const struct plan_cell *cell, bool left_out);

/* What @operations of @cell write, of what the device gets to see in the end. */
double plan_cell_written(const struct plan_cell *cell, uint64_t operations);

/* How many operations a pass over @cell makes. */
uint64_t plan_cell_records(const struct plan_cell *cell);

/* Of them, what one of its files has: each thread may have its own. And that file's size. */
uint64_t plan_cell_file_records(const struct plan_cell *cell);
uint64_t plan_cell_file_bytes(const struct plan_cell *cell);

/* Whether @folder of the plan may as well be a block device: nothing makes a file in it. */
bool plan_takes_device(const struct plan *plan, size_t folder);

/* The most threads that a cell has. */
unsigned plan_threads(const struct plan *plan);

/* The words of column `options` for @cell. */
void plan_options_text(const struct plan_cell *cell, struct strbuf *out);

/* What --dry-run prints. */
void plan_print(const struct plan *plan, const struct plan_request *request, struct strbuf *out);

#endif
