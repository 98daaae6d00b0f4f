/*
 * The test file of one folder: made, filled, reopened and synced outside the timed
 * parts. Functions return 0 or an errno.
 *
 * Rewriting pages that are dirty already is up to ten times faster than rewriting clean
 * ones, so each pass that rewrites needs the file clean: synced. Where a pass takes
 * microseconds and a sync milliseconds there would be a thousand syncs for nothing.
 * Therefore a small file has copies: passes go over one clean copy after another, and when all are
 * dirty they are written back together: started first, waited for then. Nothing else on the file
 * system is.
 */
#ifndef FST_BENCH_TESTFILE_H
#define FST_BENCH_TESTFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/data.h"
#include "bench/live.h"
#include "bench/workdir.h"

#define TESTFILE_FILES        64u /* one for each thread */
#define TESTFILE_COPIES       32u
#define TESTFILE_COPIES_BYTES (16u << 20) /* of all of them */

struct testfile_copy {
	int fd; /* kept open for syncs and questions about the page cache; -1: no file */
	uint64_t size; /* filled from the start so far */
	bool dirty; /* written since the last sync */
};

struct testfile {
	struct workdir *workdir;
	struct testfile_copy copies[TESTFILE_FILES];
	unsigned current; /* the copy in use */
	uint64_t written_bytes; /* to fill them, in all */
};

void testfile_start(struct testfile *file, struct workdir *workdir);
void testfile_end(struct testfile *file);

/* The most that a file of @size takes, with its copies. */
uint64_t testfile_space(uint64_t size);

/* The copy in use. */
struct testfile_copy *testfile_copy(struct testfile *file);

/* Have copy @index in use: the file of thread @index. */
void testfile_select(struct testfile *file, unsigned index);

/* Have the first copy in use; files of @size that have no copies free those of others. */
void testfile_take_first_copy(struct testfile *file, uint64_t size);

/* Start anew with an empty file. */
int testfile_create(struct testfile *file);

/* What testfile_fill() was stopped by, apart from errors. */
#define TESTFILE_CUT (-1)

/* What filling needs, and what ends it early. */
struct testfile_filling {
	struct data *data;
	struct live *live;
	const struct tick *tick;
	uint64_t deadline; /* in ticks */
};

/*
 * Have exactly @size bytes in it: written where they are missing, cut where there are
 * too many. Stop requests and the deadline are looked at between chunks: TESTFILE_CUT.
 */
int testfile_fill(struct testfile *file, uint64_t size, const struct testfile_filling *filling);

/* Bring the copy in use to the device if it may not be there. */
int testfile_sync(struct testfile *file);

/*
 * Sync the copy in use, and ask the system to forget what it has cached of it. Whether it did
 * witness_residency() tells.
 */
int testfile_evict(struct testfile *file);

/*
 * Have a copy in use that is filled and clean: another one, or after a sync. The
 * copies are made when they are first needed; where there is no space for one it goes
 * with fewer.
 */
int testfile_take_clean_copy(
	struct testfile *file, uint64_t size, const struct testfile_filling *filling);

/* A descriptor of its own with @flags of open(2), for the engine: -1 with errno. */
int testfile_open(const struct testfile *file, int flags);

#endif
