#include "bench/precision.h"

#include <math.h>
#include <string.h>

#include "analysis/statistics.h"
#include "bench/plan.h"

#define SHORT_PASS_NS ((uint64_t)(PLAN_SHORT_PASS_S * 1e9))
#define SHORT_TIME_NS ((uint64_t)(PLAN_SHORT_TIME_S * 1e9))

bool precision_pass_is_short(uint64_t pass_ns)
{
	return pass_ns < SHORT_PASS_NS;
}

void precision_add(
	struct precision *p, double rate, uint64_t passes, uint64_t timed_ns, uint64_t pass_ns)
{
	size_t i = p->count;

	p->passes += passes;
	p->timed_ns += timed_ns;
	p->is_short = p->is_short || precision_pass_is_short(pass_ns);
	if (p->count == PRECISION_SAMPLES)
		return;
	while (i > 0 && p->samples[i - 1] > rate)
		i--;
	memmove(&p->samples[i + 1], &p->samples[i], (p->count - i) * sizeof(p->samples[0]));
	p->samples[i] = rate;
	p->count++;
}

double precision_median(const struct precision *p)
{
	if (p->count == 0)
		return 0;
	return (p->samples[(p->count - 1) / 2] + p->samples[p->count / 2]) / 2;
}

/* Student's interval of the mean of 2 to 5 samples: half its width. */
static double student_half_width(const struct precision *p)
{
	/* The 97.5 % quantiles for 1 to 4 degrees of freedom. */
	static const double quantiles[] = {12.706, 4.303, 3.182, 2.776};
	double n = (double)p->count, mean = 0, squares = 0;

	for (size_t i = 0; i < p->count; i++)
		mean += p->samples[i] / n;
	for (size_t i = 0; i < p->count; i++)
		squares += (p->samples[i] - mean) * (p->samples[i] - mean);
	return quantiles[p->count - 2] * sqrt(squares / (n - 1) / n);
}

double precision_spread(const struct precision *p)
{
	size_t k = statistics_median_rank(p->count);
	double median = precision_median(p);

	if (p->count < 2 || median <= 0)
		return -1;
	if (k == 0 && (!p->least || p->least >= PLAN_LONG_PASSES))
		return -1;
	if (k == 0)
		return student_half_width(p) / median;
	return (p->samples[p->count - k] - p->samples[k - 1]) / 2 / median;
}

bool precision_batch_is_full(uint64_t passes, uint64_t timed_ns, uint64_t pass_ns)
{
	if (passes == 0)
		return false;
	if (!precision_pass_is_short(pass_ns))
		return true;
	return passes >= PRECISION_BATCH && timed_ns >= PRECISION_BATCH_NS;
}

bool precision_has_minimum(const struct precision *p)
{
	if (p->is_short)
		return p->passes >= PLAN_SHORT_PASSES && p->timed_ns >= SHORT_TIME_NS &&
		       p->count >= PLAN_LONG_PASSES;
	return p->count >= (p->least ? p->least : PLAN_LONG_PASSES);
}

bool precision_is_reached(const struct precision *p, double wanted)
{
	double spread = precision_spread(p);

	return precision_has_minimum(p) &&
	       ((spread >= 0 && spread <= wanted) || p->count == PRECISION_SAMPLES ||
		       (p->most && p->count >= p->most));
}
