/*
 * Ten times a second: what the cells at work did since the last time, for the live
 * graphs and for the row's series.
 */
#ifndef FST_BENCH_SAMPLER_H
#define FST_BENCH_SAMPLER_H

#include <pthread.h>
#include <stdbool.h>

#include "base/clock.h"
#include "base/strbuf.h"
#include "bench/live.h"
#include "feed/event.h"
#include "model/timeseries.h"

#define SAMPLER_INTERVAL_NS 100000000u

struct sampler_slot {
	struct live_snapshot last;
	uint64_t start_ns, last_ns; /* monotonic: of the cell, of the last look */
	struct timeseries series;
};

struct sampler {
	pthread_mutex_t lock;
	const struct live *live;
	const struct clock *clock;
	struct sampler_slot *slots; /* as many as live has */
};

void sampler_start(struct sampler *sampler, const struct live *live, const struct clock *clock);
void sampler_end(struct sampler *sampler);

/* Worker: a cell begins in slot @index, after live_start_cell(). */
void sampler_begin_cell(struct sampler *sampler, size_t index);

/* Worker: the cell is over, before live_end_cell(). Adds the rest to its series; @series gets its
 * text. */
void sampler_end_cell(struct sampler *sampler, size_t index, struct strbuf *series);

/*
 * Steering thread: the sample of slot @index since the last one, and its @cell.
 * False when the slot did nothing meanwhile. Progress is not filled in.
 */
bool sampler_take(
	struct sampler *sampler, size_t index, struct feed_sample *sample, uint64_t *cell);

#endif
