/*
 * Threads that do one thing together: all start at once, and the first that is through ends
 * the pass of the others (stonewalling), so that no figure is about threads that had the device to
 * themselves. Each has a slot, data and an engine's state of its own.
 */
#ifndef FST_BENCH_CREW_H
#define FST_BENCH_CREW_H

#include "base/error.h"
#include "bench/data.h"

struct crew {
	unsigned count; /* the calling thread included */
	struct data *data; /* of the others, count - 1 of them; the caller has its own */
	void **kept; /* of each, the caller included: engines' states */
};

/* Everything that @count threads need for records of up to @record_max bytes. */
fst_status crew_start(
	struct crew *crew, unsigned count, size_t record_max, bool zero, struct fst_error *error);
void crew_end(struct crew *crew);

/*
 * Call @work(@context, i) for each i below crew->count, number 0 in the calling thread. All
 * threads are there when the first begins. Returns 0, or an errno when they could not be had:
 * then nothing was called.
 */
int crew_run(const struct crew *crew, void (*work)(void *context, unsigned index), void *context);

#endif
