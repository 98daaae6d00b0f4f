#include "base/rng.h"

#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/clock.h"

static uint64_t splitmix(uint64_t *x)
{
	uint64_t z = (*x += 0x9E3779B97F4A7C15u);

	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return z ^ (z >> 31);
}

void rng_seed(struct rng *rng, uint64_t seed)
{
	for (size_t i = 0; i < 4; i++)
		rng->state[i] = splitmix(&seed);
}

static uint64_t rotate(uint64_t x, unsigned bits)
{
	return x << bits | x >> (64 - bits);
}

uint64_t rng_next(struct rng *rng)
{
	uint64_t *s = rng->state;
	uint64_t result = rotate(s[1] * 5, 7) * 9;
	uint64_t t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotate(s[3], 45);
	return result;
}

uint64_t rng_below(struct rng *rng, uint64_t limit)
{
	uint64_t threshold = (0 - limit) % limit;
	uint64_t value;

	do
		value = rng_next(rng);
	while (value < threshold);
	return value % limit;
}

double rng_unit(struct rng *rng)
{
	return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

void rng_fill(struct rng *rng, void *bytes, size_t length)
{
	unsigned char *out = bytes;

	while (length) {
		uint64_t word = rng_next(rng);
		size_t n = length < sizeof(word) ? length : sizeof(word);

		memcpy(out, &word, n);
		out += n;
		length -= n;
	}
}

uint64_t rng_fresh_seed(void)
{
	uint64_t seed;

	if (getrandom(&seed, sizeof(seed), 0) != (ssize_t)sizeof(seed))
		seed = clock_monotonic_ns(&clock_system) ^ (uint64_t)getpid() << 32;
	return seed;
}
