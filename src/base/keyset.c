#include "base/keyset.h"

#include <stdlib.h>

#include "base/alloc.h"

/* Slots hold number + 1, 0 is free; open addressing, at most half full. */
static uint32_t *find_slot(const struct keyset *set, uint64_t key)
{
	uint32_t at = (uint32_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & set->mask;

	while (set->slots[at] && set->keys[set->slots[at] - 1] != key)
		at = (at + 1) & set->mask;
	return &set->slots[at];
}

static void grow(struct keyset *set)
{
	uint32_t size = set->mask ? (set->mask + 1) * 2 : 64;

	set->keys = xreallocarray(set->keys, size / 2, sizeof(*set->keys));
	free(set->slots);
	set->slots = xcalloc(size, sizeof(*set->slots));
	set->mask = size - 1;
	for (uint32_t i = 0; i < set->count; i++)
		*find_slot(set, set->keys[i]) = i + 1;
}

void keyset_free(struct keyset *set)
{
	free(set->keys);
	free(set->slots);
	*set = (struct keyset){0};
}

uint32_t keyset_add(struct keyset *set, uint64_t key)
{
	uint32_t *slot;

	if (set->count == (set->mask + 1) / 2 || !set->slots)
		grow(set);
	slot = find_slot(set, key);
	if (*slot == 0) {
		set->keys[set->count++] = key;
		*slot = set->count;
	}
	return *slot - 1;
}

uint32_t keyset_find(const struct keyset *set, uint64_t key)
{
	return set->slots ? *find_slot(set, key) - 1 : UINT32_MAX;
}
