/*
 * Hashing of words and texts: fast, the same on every run, not made to withstand somebody
 * who looks for collisions. Start with any number, add words and texts, end it.
 */
#ifndef FST_BASE_HASH_H
#define FST_BASE_HASH_H

#include <stdint.h>

#include "base/text.h"

#define HASH_INIT UINT64_C(0xCBF29CE484222325)

/* Numbered texts are common: a change of the last digit must reach the upper half, too. */
static inline uint64_t hash_word(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
	return hash ^ hash >> 32;
}

static inline uint64_t hash_number(uint64_t hash, double number)
{
	uint64_t word;

	memcpy(&word, &number, sizeof(word));
	return hash_word(hash, word);
}

static inline uint64_t hash_text(uint64_t hash, struct text text)
{
	uint64_t word;

	for (hash = hash_word(hash, text.len); text.len >= sizeof(word);
		text = text_skip(text, sizeof(word))) {
		memcpy(&word, text.ptr, sizeof(word));
		hash = hash_word(hash, word);
	}
	if (text.len) {
		word = 0;
		memcpy(&word, text.ptr, text.len);
		hash = hash_word(hash, word);
	}
	return hash;
}

/* All bits depend on all that was added: splitmix64's finaliser (Steele, Lea and Flood, 2014). */
static inline uint64_t hash_end(uint64_t hash)
{
	hash = (hash ^ hash >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	hash = (hash ^ hash >> 27) * UINT64_C(0x94D049BB133111EB);
	return hash ^ hash >> 31;
}

#endif
