/*
 * Seeded random numbers: xoshiro256** by Blackman and Vigna (public domain,
 * prng.di.unimi.it), its state filled by splitmix64. Same seed, same sequence on
 * every machine. Not for secrets.
 */
#ifndef FST_BASE_RNG_H
#define FST_BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

struct rng {
	uint64_t state[4];
};

void rng_seed(struct rng *rng, uint64_t seed);
uint64_t rng_next(struct rng *rng);

/* Uniform in [0, @limit), without modulo bias; @limit > 0. */
uint64_t rng_below(struct rng *rng, uint64_t limit);

/* Uniform in [0, 1). */
double rng_unit(struct rng *rng);

void rng_fill(struct rng *rng, void *bytes, size_t length);

/* A seed that differs from run to run (getrandom, else clock and pid). */
uint64_t rng_fresh_seed(void);

#endif
