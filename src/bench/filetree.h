/*
 * The many files of one folder, for the tests that create, look up and delete them
 * (bonnie++ -n): empty files in a folder of their own within the work folder. Functions
 * return 0 or an errno.
 *
 * As in bonnie++ "sequential" is in the order of the names for creating and in the order in which
 * the folder lists them for the rest; "random" is under names that begin at random.
 */
#ifndef FST_BENCH_FILETREE_H
#define FST_BENCH_FILETREE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/live.h"
#include "bench/workdir.h"

/* What a file is counted with in plans and limits: a block for what the file system keeps of it. */
#define FILETREE_FILE_BYTES 4096u

struct filetree {
	struct workdir *workdir;
	int fd; /* the folder, -1: none */
	uint64_t count; /* files in it */
	bool random; /* their names begin at random */
	bool whole; /* they are files 0..count-1, all of them */
	bool fresh; /* nothing was ever in it */
	bool synced;
	uint64_t upgraded; /* files of the test upgrade that are there instead; 0: none */
};

void filetree_start(struct filetree *tree, struct workdir *workdir);
void filetree_end(struct filetree *tree);

#define FILETREE_NAME_SIZE sizeof(WORKDIR_FILE_PREFIX "0123456789")

/* The name of file @i: ascending, or (@random) of an order that looks like none. */
void filetree_name(uint32_t i, bool random, char out[FILETREE_NAME_SIZE]);

/* Have the folder fresh and empty. */
int filetree_empty(struct filetree *tree);

/*
 * Have exactly @count files in it. A stop request, or @deadline in ticks, ends it:
 * TESTFILE_CUT. Adds to @made what it had to create.
 */
int filetree_fill(struct filetree *tree, uint64_t count, bool random, const struct live *live,
	const struct tick *tick, uint64_t deadline, uint64_t *made);

/* Bring what was done in it to the device. */
int filetree_sync(struct filetree *tree);

/* A file in it that is not there yet: opened and closed. */
int filetree_create(struct filetree *tree, const char *name);

#endif
