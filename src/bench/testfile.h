/*
 * The test file of one folder: made, filled, reopened and synced outside the timed
 * parts. Functions return 0 or an errno.
 */
#ifndef FST_BENCH_TESTFILE_H
#define FST_BENCH_TESTFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/data.h"
#include "bench/live.h"
#include "bench/workdir.h"

struct testfile {
	struct workdir *workdir;
	int fd; /* kept open for syncs and questions about the page cache; -1: no file */
	uint64_t size; /* filled from the start so far */
	bool dirty; /* written since the last sync */
	uint64_t written_bytes; /* to fill it, in all */
};

void testfile_start(struct testfile *file, struct workdir *workdir);
void testfile_end(struct testfile *file);

/* Start anew with an empty file. */
int testfile_create(struct testfile *file);

/* What fill() was stopped by, apart from errors. */
#define TESTFILE_CUT (-1)

/*
 * Have exactly @size bytes in it: written where they are missing, cut where there are
 * too many. Checks for stop requests and the deadline (in ticks) between chunks: TESTFILE_CUT.
 */
int testfile_fill(struct testfile *file, uint64_t size, struct data *data, struct live *live,
	const struct tick *tick, uint64_t deadline);

/* Bring it to the device if it may not be there. */
int testfile_sync(struct testfile *file);

/* A descriptor of its own with @flags of open(2), for the engine: -1 with errno. */
int testfile_open(const struct testfile *file, int flags);

#endif
