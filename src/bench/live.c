#include "bench/live.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static struct live_slot *make_slots(size_t count)
{
	/* The size is a multiple of the alignment, as every array element's is. */
	struct live_slot *slots = aligned_alloc(
		_Alignof(struct live_slot), count * sizeof(struct live_slot));

	if (!slots)
		abort();
	memset(slots, 0, count * sizeof(struct live_slot));
	return slots;
}

void live_init(struct live *live, size_t slot_count, unsigned threads)
{
	unsigned helpers = threads - 1;

	memset(live, 0, sizeof(*live));
	live->slots = make_slots(slot_count);
	live->slot_count = slot_count;
	if (helpers)
		live->helpers = make_slots(slot_count * helpers);
	for (size_t i = 0; i < slot_count && helpers; i++) {
		live->slots[i].helpers = live->helpers + i * helpers;
		live->slots[i].helper_count = helpers;
	}
	pthread_mutex_init(&live->lock, NULL);
	pthread_cond_init(&live->changed, NULL);
}

void live_destroy(struct live *live)
{
	pthread_cond_destroy(&live->changed);
	pthread_mutex_destroy(&live->lock);
	free(live->helpers);
	free(live->slots);
}

static void clear(struct live_slot *slot)
{
	live_publish(slot, 0, 0, 0);
	for (int i = 0; i < OPERATION_KINDS; i++)
		histogram_init(&slot->latency[i]);
}

void live_start_cell(struct live_slot *slot, uint64_t cell, enum operation kind)
{
	live_end_cell(slot);
	clear(slot);
	slot->kind = kind;
	__atomic_store_n(&slot->cell, cell, __ATOMIC_RELEASE);
}

void live_end_cell(struct live_slot *slot)
{
	__atomic_store_n(&slot->timing, false, __ATOMIC_RELAXED);
	__atomic_store_n(&slot->cell, 0, __ATOMIC_RELEASE);
	for (unsigned k = 0; k < slot->helper_count; k++) {
		struct live_slot *helper = &slot->helpers[k];

		for (int i = 0; i < OPERATION_KINDS; i++)
			if (helper->latency[i].count)
				histogram_merge(&slot->latency[i], &helper->latency[i]);
		clear(helper);
	}
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

static void add_latency(struct histogram *to, const struct histogram *from)
{
	uint64_t most = load(&from->max_ns), least = load(&from->min_ns);

	to->sum_ns += load(&from->sum_ns);
	to->min_ns = least < to->min_ns ? least : to->min_ns;
	to->max_ns = most > to->max_ns ? most : to->max_ns;
	/* The count is of the buckets as they were read, so that percentiles add up. */
	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		uint64_t count = load(&from->buckets[i]);

		to->buckets[i] += count;
		to->count += count;
	}
}

void live_snapshot(const struct live_slot *slot, struct live_snapshot *out)
{
	out->cell = __atomic_load_n(&slot->cell, __ATOMIC_ACQUIRE);
	out->operations = __atomic_load_n(&slot->operations, __ATOMIC_ACQUIRE);
	out->bytes = load(&slot->bytes);
	out->timed_ns = load(&slot->timed_ns);
	out->timing = __atomic_load_n(&slot->timing, __ATOMIC_RELAXED);
	histogram_init(&out->latency);
	add_latency(&out->latency, &slot->latency[slot->kind]);
	for (unsigned i = 0; i < slot->helper_count; i++) {
		const struct live_slot *helper = &slot->helpers[i];

		out->operations += __atomic_load_n(&helper->operations, __ATOMIC_ACQUIRE);
		out->bytes += load(&helper->bytes);
		add_latency(&out->latency, &helper->latency[slot->kind]);
	}
}
