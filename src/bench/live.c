#include "bench/live.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

void live_init(struct live *live, size_t slot_count)
{
	memset(live, 0, sizeof(*live));
	/* The size is a multiple of the alignment, as every array element's is. */
	live->slots = aligned_alloc(
		_Alignof(struct live_slot), slot_count * sizeof(struct live_slot));
	if (!live->slots)
		abort();
	memset(live->slots, 0, slot_count * sizeof(struct live_slot));
	live->slot_count = slot_count;
	pthread_mutex_init(&live->lock, NULL);
	pthread_cond_init(&live->changed, NULL);
}

void live_destroy(struct live *live)
{
	pthread_cond_destroy(&live->changed);
	pthread_mutex_destroy(&live->lock);
	free(live->slots);
}

void live_start_cell(struct live_slot *slot, uint64_t cell, enum operation kind)
{
	live_end_cell(slot);
	live_publish(slot, 0, 0, 0);
	for (int i = 0; i < OPERATION_KINDS; i++)
		histogram_init(&slot->latency[i]);
	slot->kind = kind;
	__atomic_store_n(&slot->cell, cell, __ATOMIC_RELEASE);
}

void live_end_cell(struct live_slot *slot)
{
	__atomic_store_n(&slot->timing, false, __ATOMIC_RELAXED);
	__atomic_store_n(&slot->cell, 0, __ATOMIC_RELEASE);
}

void live_request(struct live *live, unsigned set, unsigned clear)
{
	pthread_mutex_lock(&live->lock);
	__atomic_store_n(&live->requests, (live->requests | set) & ~clear, __ATOMIC_RELEASE);
	pthread_cond_broadcast(&live->changed);
	pthread_mutex_unlock(&live->lock);
}

uint64_t live_wait_while_paused(struct live *live, const struct tick *tick)
{
	uint64_t start = tick_now(tick);

	pthread_mutex_lock(&live->lock);
	while ((live->requests & LIVE_PAUSE) && !(live->requests & LIVE_STOP))
		pthread_cond_wait(&live->changed, &live->lock);
	pthread_mutex_unlock(&live->lock);
	return tick_now(tick) - start;
}

static uint64_t load(const uint64_t *at)
{
	return __atomic_load_n(at, __ATOMIC_RELAXED);
}

void live_snapshot(const struct live_slot *slot, struct live_snapshot *out)
{
	const struct histogram *from;
	struct histogram *to = &out->latency;

	out->cell = __atomic_load_n(&slot->cell, __ATOMIC_ACQUIRE);
	from = &slot->latency[slot->kind];
	out->operations = __atomic_load_n(&slot->operations, __ATOMIC_ACQUIRE);
	out->bytes = load(&slot->bytes);
	out->timed_ns = load(&slot->timed_ns);
	out->timing = __atomic_load_n(&slot->timing, __ATOMIC_RELAXED);
	to->sum_ns = load(&from->sum_ns);
	to->min_ns = load(&from->min_ns);
	to->max_ns = load(&from->max_ns);
	to->count = 0; /* of the buckets as they were read, so that percentiles add up */
	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		to->buckets[i] = load(&from->buckets[i]);
		to->count += to->buckets[i];
	}
}
