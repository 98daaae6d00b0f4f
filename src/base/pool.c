#include "base/pool.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

#define BLOCK_BYTES (256 * 1024)

struct entry {
	const char *ptr;
	uint32_t len;
	uint32_t hash;
};

struct pool {
	struct entry *entries;
	uint32_t count, capacity;
	uint32_t *slots; /* entry number + 1, 0 free; open addressing */
	uint32_t mask;
	char **blocks;
	size_t block_count, block_used, block_size;
	size_t bytes;
};

static uint64_t mix(uint64_t h, uint64_t word)
{
	h = (h ^ word) * 0x9E3779B97F4A7C15u;
	return h ^ h >> 32;
}

/* Eight bytes at a time. Numbered texts are common: the last digits must reach all bits. */
static uint32_t hash_text(struct text t)
{
	uint64_t h = 0xCBF29CE484222325u ^ t.len, word;

	while (t.len >= 8) {
		memcpy(&word, t.ptr, 8);
		h = mix(h, word);
		t = text_skip(t, 8);
	}
	if (t.len) {
		word = 0;
		memcpy(&word, t.ptr, t.len);
		h = mix(h, word);
	}
	return (uint32_t)mix(h, 0);
}

static uint32_t *find_slot(const struct pool *pool, struct text t, uint32_t hash)
{
	uint32_t at = hash & pool->mask;

	for (;; at = (at + 1) & pool->mask) {
		uint32_t id = pool->slots[at];

		if (id == 0)
			break;
		if (pool->entries[id - 1].hash == hash && pool->entries[id - 1].len == t.len &&
			memcmp(pool->entries[id - 1].ptr, t.ptr ? t.ptr : "", t.len) == 0)
			break;
	}
	return &pool->slots[at];
}

static void grow(struct pool *pool)
{
	uint32_t old = pool->capacity;

	pool->capacity = old ? old * 2 : 512;
	pool->entries = xreallocarray(pool->entries, pool->capacity, sizeof(*pool->entries));
	free(pool->slots);
	pool->slots = xcalloc((size_t)pool->capacity * 2, sizeof(*pool->slots));
	pool->mask = pool->capacity * 2 - 1;
	for (uint32_t i = 0; i < pool->count; i++) {
		uint32_t at = pool->entries[i].hash & pool->mask;

		while (pool->slots[at])
			at = (at + 1) & pool->mask;
		pool->slots[at] = i + 1;
	}
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

	grow(pool);
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
	free(pool->entries);
	free(pool->slots);
	free(pool);
}

uint32_t pool_add(struct pool *pool, struct text text)
{
	uint32_t hash = hash_text(text);
	uint32_t *slot = find_slot(pool, text, hash);

	if (*slot)
		return *slot - 1;
	if (pool->count == pool->capacity) {
		grow(pool);
		slot = find_slot(pool, text, hash);
	}
	pool->entries[pool->count] = (struct entry){
		.ptr = store(pool, text), .len = (uint32_t)text.len, .hash = hash};
	*slot = ++pool->count;
	return pool->count - 1;
}

uint32_t pool_find(const struct pool *pool, struct text text)
{
	return *find_slot(pool, text, hash_text(text)) - 1;
}

struct text pool_text(const struct pool *pool, uint32_t id)
{
	return text_make(pool->entries[id].ptr, pool->entries[id].len);
}

uint32_t pool_count(const struct pool *pool)
{
	return pool->count;
}

size_t pool_bytes(const struct pool *pool)
{
	return pool->bytes +
	       (size_t)pool->capacity * (sizeof(*pool->entries) + 2 * sizeof(*pool->slots));
}
