/*
 * A set of 64-bit keys that numbers them in the order in which they were added:
 * 0, 1, 2 ... Callers keep what belongs to a key in arrays by that number.
 */
#ifndef FST_BASE_KEYSET_H
#define FST_BASE_KEYSET_H

#include <stdint.h>

/* Start it as {0}. */
struct keyset {
	uint64_t *keys; /* by number */
	uint32_t *slots;
	uint32_t count, mask;
};

void keyset_free(struct keyset *set);

/* The number of @key, which is added when new (then the number is the old count). */
uint32_t keyset_add(struct keyset *set, uint64_t key);

/* The number of @key, or UINT32_MAX. */
uint32_t keyset_find(const struct keyset *set, uint64_t key);

#endif
