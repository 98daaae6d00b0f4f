#include "base/clock.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t system_monotonic_ns(void *context)
{
	struct timespec ts;

	(void)context;
	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static int64_t system_wall_s(void *context)
{
	(void)context;
	return (int64_t)time(NULL);
}

const struct clock clock_system = {
	.monotonic_ns = system_monotonic_ns,
	.wall_s = system_wall_s,
};

uint64_t clock_monotonic_ns(const struct clock *clock)
{
	return clock->monotonic_ns(clock->context);
}

int64_t clock_wall_s(const struct clock *clock)
{
	return clock->wall_s(clock->context);
}

void clock_format_rfc3339(char out[CLOCK_RFC3339_SIZE], int64_t wall_s)
{
	time_t seconds = (time_t)wall_s;
	struct tm tm;
	size_t n;
	long minutes;

	out[0] = '\0';
	if (!localtime_r(&seconds, &tm))
		return;
	n = strftime(out, CLOCK_RFC3339_SIZE, "%Y-%m-%dT%H:%M:%S", &tm);
	minutes = labs(tm.tm_gmtoff) / 60;
	snprintf(out + n, CLOCK_RFC3339_SIZE - n, "%c%02ld:%02ld", tm.tm_gmtoff < 0 ? '-' : '+',
		minutes / 60 % 100, minutes % 60);
}
