/*
 * Which process a work folder belongs to, so that a left-over of a dead one can be
 * told from the folder of a run that goes on, perhaps on another machine that shares it.
 */
#ifndef FST_BENCH_OWNER_H
#define FST_BENCH_OWNER_H

#include <stdint.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "base/text.h"

struct owner {
	uint64_t pid;
	uint64_t pid_start; /* clock ticks since boot, field 22 of /proc/PID/stat; 0 unknown */
	char boot[64]; /* the kernel's random id of this boot */
	char machine[64]; /* /etc/machine-id */
	char pid_namespace[64];
	uint64_t device; /* st_dev of the folder that the work folder is in; 0 unknown */
};

enum owner_state {
	OWNER_ALIVE,
	OWNER_DEAD,
	OWNER_ELSEWHERE, /* another machine or container: nobody here can tell */
};

void owner_of_this_process(struct owner *owner);

/* As one line of JSON; @path (NULL: none) is added as a member. */
void owner_write(struct strbuf *out, const struct owner *owner, const char *path);

/*
 * Read it back; *@path (when @path is not NULL) gets the member, "" when it has none, and
 * belongs to the caller.
 */
fst_status owner_parse(struct text line, struct owner *owner, char **path, struct fst_error *error);

enum owner_state owner_check(const struct owner *owner);

#endif
