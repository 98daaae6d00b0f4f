#include "base/pool.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"

#define BLOCK_BYTES (256 * 1024)

/* The hash stands beside the number, so that other texts are passed without a look at them. */
struct slot {
	uint32_t hash;
	uint32_t id; /* + 1; 0: the slot is free */
};

struct pool {
	struct text *texts;
	uint32_t count, capacity;
	struct slot *slots; /* open addressing, at most half full */
	uint32_t slots_used, mask;
	char **blocks;
	size_t block_count, block_used, block_size;
	size_t bytes;
};

static uint32_t short_hash(struct text t)
{
	return (uint32_t)hash_word(hash_text(HASH_INIT, t), 0);
}

static struct slot *find_slot(const struct pool *pool, struct text t, uint32_t hash)
{
	uint32_t at = hash & pool->mask;

	for (; pool->slots[at].id; at = (at + 1) & pool->mask)
		if (pool->slots[at].hash == hash &&
			text_equal(pool->texts[pool->slots[at].id - 1], t))
			break;
	return &pool->slots[at];
}

static void grow_slots(struct pool *pool)
{
	uint32_t old_size = pool->slots ? pool->mask + 1 : 0;
	uint32_t size = old_size ? old_size * 2 : 1024;
	struct slot *old = pool->slots;

	pool->slots = xcalloc(size, sizeof(*pool->slots));
	pool->mask = size - 1;
	for (uint32_t i = 0; i < old_size; i++) {
		uint32_t at = old[i].hash & pool->mask;

		if (!old[i].id)
			continue;
		while (pool->slots[at].id)
			at = (at + 1) & pool->mask;
		pool->slots[at] = old[i];
	}
	free(old);
}

static const char *store(struct pool *pool, struct text t)
{
	char *copy;

	if (pool->block_size - pool->block_used < t.len + 1) {
		pool->block_size = t.len + 1 > BLOCK_BYTES ? t.len + 1 : BLOCK_BYTES;
		pool->block_used = 0;
		pool->blocks = xreallocarray(
			pool->blocks, pool->block_count + 1, sizeof(*pool->blocks));
		pool->blocks[pool->block_count++] = xmalloc(pool->block_size);
		pool->bytes += pool->block_size;
	}
	copy = pool->blocks[pool->block_count - 1] + pool->block_used;
	if (t.len)
		memcpy(copy, t.ptr, t.len);
	copy[t.len] = '\0';
	pool->block_used += t.len + 1;
	return copy;
}

struct pool *pool_new(void)
{
	struct pool *pool = xcalloc(1, sizeof(*pool));

	grow_slots(pool);
	pool_add(pool, TEXT(""));
	return pool;
}

void pool_free(struct pool *pool)
{
	if (!pool)
		return;
	for (size_t i = 0; i < pool->block_count; i++)
		free(pool->blocks[i]);
	free(pool->blocks);
	free(pool->texts);
	free(pool->slots);
	free(pool);
}

uint32_t pool_append(struct pool *pool, struct text text)
{
	if (pool->count == pool->capacity) {
		pool->capacity = pool->capacity ? pool->capacity * 2 : 512;
		pool->texts = xreallocarray(pool->texts, pool->capacity, sizeof(*pool->texts));
	}
	pool->texts[pool->count] = text_make(store(pool, text), text.len);
	return pool->count++;
}

uint32_t pool_add(struct pool *pool, struct text text)
{
	uint32_t hash = short_hash(text);
	struct slot *slot = find_slot(pool, text, hash);

	if (slot->id)
		return slot->id - 1;
	if (pool->slots_used * 2 > pool->mask) {
		grow_slots(pool);
		slot = find_slot(pool, text, hash);
	}
	pool->slots_used++;
	*slot = (struct slot){.hash = hash, .id = pool_append(pool, text) + 1};
	return slot->id - 1;
}

uint32_t pool_find(const struct pool *pool, struct text text)
{
	return find_slot(pool, text, short_hash(text))->id - 1;
}

struct text pool_text(const struct pool *pool, uint32_t id)
{
	return pool->texts[id];
}

uint32_t pool_count(const struct pool *pool)
{
	return pool->count;
}

size_t pool_bytes(const struct pool *pool)
{
	return pool->bytes + (size_t)pool->capacity * sizeof(*pool->texts) +
	       ((size_t)pool->mask + 1) * sizeof(*pool->slots);
}
