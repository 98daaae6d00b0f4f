#include "bench/sampler.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

void sampler_start(struct sampler *sampler, const struct live *live, const struct clock *clock)
{
	pthread_mutex_init(&sampler->lock, NULL);
	sampler->live = live;
	sampler->clock = clock;
	sampler->slots = xcalloc(live->slot_count, sizeof(*sampler->slots));
}

void sampler_end(struct sampler *sampler)
{
	free(sampler->slots);
	pthread_mutex_destroy(&sampler->lock);
}

void sampler_begin_cell(struct sampler *sampler, size_t index)
{
	struct sampler_slot *slot = &sampler->slots[index];

	pthread_mutex_lock(&sampler->lock);
	live_snapshot(&sampler->live->slots[index], &slot->last);
	slot->start_ns = slot->last_ns = clock_monotonic_ns(sampler->clock);
	timeseries_init(&slot->series);
	pthread_mutex_unlock(&sampler->lock);
}

/* Under the lock. */
static bool look(struct sampler *sampler, size_t index, struct feed_sample *sample, uint64_t *cell)
{
	struct sampler_slot *slot = &sampler->slots[index];
	struct live_snapshot now;
	struct histogram since;
	uint64_t now_ns = clock_monotonic_ns(sampler->clock);
	uint64_t operations, timed_ns;

	live_snapshot(&sampler->live->slots[index], &now);
	if (now.cell == 0 || now.cell != slot->last.cell)
		return false;
	operations = now.operations - slot->last.operations;
	timed_ns = now.timed_ns - slot->last.timed_ns;
	if (operations == 0 && !now.timing)
		return false;
	/* Nothing ended, but something is under way: a stall. */
	if (timed_ns == 0)
		timed_ns = now_ns > slot->last_ns ? now_ns - slot->last_ns : 1;
	*cell = now.cell;
	sample->bytes_per_s = (double)(now.bytes - slot->last.bytes) * 1e9 / (double)timed_ns;
	sample->ops_per_s = (double)operations * 1e9 / (double)timed_ns;
	histogram_difference(&since, &now.latency, &slot->last.latency);
	sample->lat_p50_s = since.count ? histogram_percentile(&since, 50) / 1e9 : -1;
	sample->lat_p99_s = since.count ? histogram_percentile(&since, 99) / 1e9 : -1;
	sample->lat_max_s = since.count ? (double)since.max_ns / 1e9 : -1;
	timeseries_add(&slot->series, &(struct timeseries_point){
					      .t_s = (double)(now_ns - slot->start_ns) / 1e9,
					      .span_s = (double)(now_ns - slot->last_ns) / 1e9,
					      .bytes_per_s = sample->bytes_per_s,
					      .ops_per_s = sample->ops_per_s,
					      .p50_s = since.count ? sample->lat_p50_s : NAN,
					      .p99_s = since.count ? sample->lat_p99_s : NAN,
					      .max_s = since.count ? sample->lat_max_s : NAN,
				      });
	slot->last = now;
	slot->last_ns = now_ns;
	return true;
}

bool sampler_take(struct sampler *sampler, size_t index, struct feed_sample *sample, uint64_t *cell)
{
	bool taken;

	pthread_mutex_lock(&sampler->lock);
	taken = look(sampler, index, sample, cell);
	pthread_mutex_unlock(&sampler->lock);
	return taken;
}

void sampler_end_cell(struct sampler *sampler, size_t index, struct strbuf *series)
{
	struct feed_sample sample;
	uint64_t cell;

	pthread_mutex_lock(&sampler->lock);
	look(sampler, index, &sample, &cell);
	timeseries_format(&sampler->slots[index].series, series);
	pthread_mutex_unlock(&sampler->lock);
}
