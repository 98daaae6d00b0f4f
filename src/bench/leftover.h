/*
 * Left-overs: work folders of runs that were killed. One is removed only when it is provably
 * one: its marker (or, before that was written, its line in the state file) names a
 * process of this machine that is gone.
 */
#ifndef FST_BENCH_LEFTOVER_H
#define FST_BENCH_LEFTOVER_H

#include <stdint.h>

#include "base/error.h"

enum leftover_state {
	LEFTOVER_REMOVED,
	LEFTOVER_FOUND, /* removable; it was only looked for */
	LEFTOVER_IN_USE, /* its run goes on */
	LEFTOVER_ELSEWHERE, /* another machine's or container's */
	LEFTOVER_UNKNOWN, /* nothing proves whose it is */
	LEFTOVER_AWAY, /* the file system that it is on is not there now */
	LEFTOVER_FAILED, /* could not be removed, or not wholly: the error says why */
	LEFTOVER_STATES
};

struct leftover {
	const char *path;
	enum leftover_state state;
	uint64_t bytes; /* of the files removed */
	const struct fst_error *error; /* FAILED */
};

typedef void (*leftover_handler)(void *context, const struct leftover *leftover);

/*
 * Look through @folder, and (@remove) remove what is a left-over, and forget what is gone. FST_IO
 * when the folder cannot be read; each work folder in it is told to @handler.
 */
fst_status leftover_scan(const char *folder, const char *state_folder, bool remove,
	leftover_handler handler, void *context, struct fst_error *error);

/*
 * The same for every folder in the state file. Lines for what is gone are dropped, but kept while
 * another file system (or none) is where the folder was.
 */
void leftover_scan_state(const char *state_folder, leftover_handler handler, void *context);

#endif
