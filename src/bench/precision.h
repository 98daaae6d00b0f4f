/*
 * When a cell has been repeated often enough. Samples are rates: a long pass is a
 * sample of its own, short ones are joined to batches. The value is their median; its 95 %
 * confidence interval is that of order statistics, which assumes no distribution.
 */
#ifndef FST_BENCH_PRECISION_H
#define FST_BENCH_PRECISION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* More would only be noise about noise. */
#define PRECISION_SAMPLES 200

/* A batch of short passes lasts so long, and has so many, that ten make up DESIGN's least. */
#define PRECISION_BATCHES  10
#define PRECISION_BATCH_NS 10000000u
#define PRECISION_BATCH    3u

struct precision {
	double samples[PRECISION_SAMPLES]; /* sorted */
	size_t count;
	uint64_t passes;
	uint64_t timed_ns;
	bool is_short; /* a pass was shorter than 3 ms */
	unsigned least; /* long passes that are the least; 0: six */
	unsigned most; /* no more of long ones; 0: no limit */
};

/* Add a sample: a rate, in operations a second, over @passes passes that took @timed_ns; the
 * shortest one @pass_ns. */
void precision_add(
	struct precision *p, double rate, uint64_t passes, uint64_t timed_ns, uint64_t pass_ns);

/* Under 3 ms: one pass alone says little. */
bool precision_pass_is_short(uint64_t pass_ns);

double precision_median(const struct precision *p);

/*
 * Half the width of the 95 % interval of the value, relative to it; -1 when there are too few
 * samples for one (under six). Where fewer than six are the least, it is Student's interval
 * of the mean, which assumes that they are distributed normally.
 */
double precision_spread(const struct precision *p);

/*
 * Whether a batch with @passes so far in @timed_ns, whose shortest took @pass_ns, is
 * complete.
 */
bool precision_batch_is_full(uint64_t passes, uint64_t timed_ns, uint64_t pass_ns);

/* The least has been done: 100 ms and 30 passes of short ones, or @least. */
bool precision_has_minimum(const struct precision *p);

/* The least has been done, and the spread is within @wanted; or the most. */
bool precision_is_reached(const struct precision *p, double wanted);

#endif
