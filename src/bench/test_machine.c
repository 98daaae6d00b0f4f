/*
 * What of the machine is no disk: prime numbers and memory, as sysbench does them, so that its
 * figures and these can be held against each other.
 */
#include "bench/timed_loop.h"

#include <math.h>

/*
 * An event of `sysbench cpu`: for each number from 3 to below the limit, trial division up to its
 * square root. Returns how many were prime.
 */
static __attribute__((noinline)) uint64_t count_primes(uint64_t limit)
{
	uint64_t count = 0;

	for (uint64_t c = 3; c < limit; c++) {
		double root = sqrt((double)c);
		uint64_t divisor = 2;

		while ((double)divisor <= root && c % divisor != 0)
			divisor++;
		count += (double)divisor > root;
	}
	return count;
}

static int find_primes(struct pass *pass, uint64_t offset)
{
	(void)offset;
	pass->sum += count_primes(pass->load.max_prime);
	return 0;
}

void machine_run_cpu(struct pass *pass)
{
	timed_loop(pass, OPERATION_WORK, find_primes);
}

/* A block's words one after another, each for itself: no two in one instruction. */
static inline int read_block(struct pass *pass, uint64_t offset)
{
	const volatile size_t *at = (const volatile size_t *)(const void *)pass->data->target;
	const volatile size_t *end = at + pass->record_bytes / sizeof(*at);
	size_t last = 0;

	(void)offset;
	for (; at < end; at++)
		last = *at;
	pass->sum = last;
	return 0;
}

static inline int write_block(struct pass *pass, uint64_t offset)
{
	volatile size_t *at = (volatile size_t *)(void *)pass->data->target;
	volatile size_t *end = at + pass->record_bytes / sizeof(*at);

	for (; at < end; at++)
		*at = (size_t)offset;
	return 0;
}

void machine_run_memory_read(struct pass *pass)
{
	timed_loop(pass, OPERATION_WORK, read_block);
}

void machine_run_memory_write(struct pass *pass)
{
	timed_loop(pass, OPERATION_WORK, write_block);
}
