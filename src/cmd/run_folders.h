/*
 * The folders of `fstui run` with the names that --name gives them.
 */
#ifndef FST_CMD_RUN_FOLDERS_H
#define FST_CMD_RUN_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>

#include "bench/plan.h"
#include "cmd/option.h"

/* The folders under test, and what of their texts is ours. */
struct run_folders {
	struct plan_folder *list;
	size_t count;
	char **made; /* names that were made up */
};

/*
 * A --name belongs to the DIR behind it; one behind the last DIR to that of them without a
 * name. No DIR: the current folder. With @tool, what stands behind `--` is no DIR.
 * run_folders_free() afterwards in any case.
 */
fst_status run_folders_pair(const struct options *options, bool tool, struct run_folders *folders,
	struct fst_error *error);
void run_folders_free(struct run_folders *folders);

#endif
