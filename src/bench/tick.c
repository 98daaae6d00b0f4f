#include "bench/tick.h"

#include <math.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#define CALIBRATION_NS 20000000u
#define COST_ROUNDS    20
#define COST_READS     1000
#define SAMPLING_MAX   1000

static uint64_t monotonic_ns(void)
{
	return tick_now(&(struct tick){.tsc = false});
}

/* The counter runs at one rate whatever the processor does, and the kernel checked that. */
static bool tsc_is_trusted(const char *clock_source)
{
#if defined(__x86_64__)
	unsigned a, b, c, d;

	return strcmp(clock_source, "tsc") == 0 && __get_cpuid(0x80000007, &a, &b, &c, &d) &&
	       (d & 1u << 8);
#else
	(void)clock_source;
	return false;
#endif
}

/* Both clocks at one moment: of some tries the one that the least came in between. */
static void read_both(const struct tick *tick, uint64_t *ns, uint64_t *ticks)
{
	uint64_t best = UINT64_MAX;

	for (int i = 0; i < 20; i++) {
		uint64_t before = monotonic_ns();
		uint64_t now = tick_now(tick);
		uint64_t after = monotonic_ns();

		if (after - before < best) {
			best = after - before;
			*ns = before + (after - before) / 2;
			*ticks = now;
		}
	}
}

static void calibrate(struct tick *tick)
{
	uint64_t ns0, ticks0, ns1, ticks1;

	read_both(tick, &ns0, &ticks0);
	while (monotonic_ns() < ns0 + CALIBRATION_NS)
		;
	read_both(tick, &ns1, &ticks1);
	if (ticks1 <= ticks0)
		tick->tsc = false;
	else
		tick->ns_per_tick_q32 = (uint64_t)llrint(
			(double)(ns1 - ns0) * 0x1p32 / (double)(ticks1 - ticks0));
}

static void measure_cost(struct tick *tick)
{
	double best = INFINITY;
	uint64_t step = UINT64_MAX;

	for (int i = 0; i < COST_ROUNDS; i++) {
		uint64_t start = monotonic_ns(), last = tick_now(tick);
		double cost;

		for (int k = 0; k < COST_READS; k++) {
			uint64_t now = tick_now(tick);

			if (now > last && now - last < step)
				step = now - last;
			last = now;
		}
		cost = (double)(monotonic_ns() - start) / COST_READS;
		best = cost < best ? cost : best;
	}
	tick->cost_ns = best;
	tick->resolution_ns = step == UINT64_MAX ? best : (double)tick_ns(tick, step);
}

void tick_start(struct tick *tick, const char *clock_source)
{
	*tick = (struct tick){.tsc = tsc_is_trusted(clock_source)};
	if (tick->tsc)
		calibrate(tick);
	measure_cost(tick);
}

uint64_t tick_from_ns(const struct tick *tick, uint64_t ns)
{
	if (!tick->tsc)
		return ns;
	return (uint64_t)((double)ns * 0x1p32 / (double)tick->ns_per_tick_q32);
}

unsigned tick_sampling(const struct tick *tick, double operation_ns)
{
	double every;

	if (tick->cost_ns <= TICK_SLOW_NS)
		return 1;
	every = ceil(2 * tick->cost_ns / (0.02 * fmax(operation_ns, 1)));
	return every < 1 ? 1 : every > SAMPLING_MAX ? SAMPLING_MAX : (unsigned)every;
}
