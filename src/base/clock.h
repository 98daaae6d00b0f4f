/*
 * Time, injected: whoever needs the time of day or a monotonic time takes a
 * `const struct clock *`, so that tests decide what time it is.
 */
#ifndef FST_BASE_CLOCK_H
#define FST_BASE_CLOCK_H

#include <stdint.h>

struct clock {
	uint64_t (*monotonic_ns)(void *context); /* never goes back */
	int64_t (*wall_s)(void *context); /* seconds since 1970, UTC */
	void *context;
};

/* The machine's own clocks. */
extern const struct clock clock_system;

uint64_t clock_monotonic_ns(const struct clock *clock);
int64_t clock_wall_s(const struct clock *clock);

/* Room for clock_format_rfc3339() with its NUL. */
#define CLOCK_RFC3339_SIZE 32

/* @wall_s as local time with offset, `2026-11-30T20:14:05+01:00`. */
void clock_format_rfc3339(char out[CLOCK_RFC3339_SIZE], int64_t wall_s);

#endif
