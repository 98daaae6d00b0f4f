/*
 * The clock of the timed loops. A read of it stands between two operations, so it
 * must cost little: the processor's time stamp counter where it is invariant and the
 * kernel itself trusts it, else clock_gettime(CLOCK_MONOTONIC). Its cost is measured;
 * where it is high, only every Nth operation is timed.
 */
#ifndef FST_BENCH_TICK_H
#define FST_BENCH_TICK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

/* A clock that costs more than this is read for some operations only. */
#define TICK_SLOW_NS 100.0

struct tick {
	bool tsc;
	uint64_t ns_per_tick_q32; /* fixed point, 32 fractional bits */
	double cost_ns; /* of one read */
	double resolution_ns; /* the smallest step seen */
};

/*
 * Choose, calibrate (20 ms) and measure. @clock_source is the kernel's
 * (facts: clock_source), "" when unknown.
 */
void tick_start(struct tick *tick, const char *clock_source);

static inline uint64_t tick_now(const struct tick *tick)
{
	struct timespec ts;

#if defined(__x86_64__)
	if (tick->tsc)
		return __rdtsc();
#else
	(void)tick;
#endif
	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

/* A span of ticks in ns. */
static inline uint64_t tick_ns(const struct tick *tick, uint64_t ticks)
{
#if defined(__x86_64__)
	__extension__ unsigned __int128 product;

	if (tick->tsc) {
		product = ticks;
		return (uint64_t)(product * tick->ns_per_tick_q32 >> 32);
	}
#else
	(void)tick;
#endif
	return ticks;
}

/* No deadline at all. */
#define TICK_NEVER UINT64_MAX

/* @deadline put off by @ticks; never stays never. */
static inline uint64_t tick_put_off(uint64_t deadline, uint64_t ticks)
{
	return deadline > TICK_NEVER - ticks ? TICK_NEVER : deadline + ticks;
}

/* @ns as a span of ticks. */
uint64_t tick_from_ns(const struct tick *tick, uint64_t ns);

/*
 * Time every how many operations of about @operation_ns: 1 unless the clock is
 * slow; then so many that reading it takes under 2 % of the time.
 */
unsigned tick_sampling(const struct tick *tick, double operation_ns);

#endif
