/*
 * What engines share that move records by a file descriptor.
 */
#ifndef FST_BENCH_TRANSFER_H
#define FST_BENCH_TRANSFER_H

#include <sys/types.h>

#include "bench/bench.h"

/*
 * The rest of the record at @offset, of which a call moved only @done bytes (or failed: -1 and
 * errno). One of @read_to and @write_from is NULL. Returns 0 or an errno.
 */
int transfer_finish(struct pass *pass, unsigned char *read_to, const unsigned char *write_from,
	uint64_t offset, ssize_t done);

/* Calls of an engine that has nothing of its own to flush or to release. */
int transfer_attach(struct pass *pass, bool writing);
int transfer_sync(struct pass *pass);
int transfer_close(struct pass *pass);

#endif
