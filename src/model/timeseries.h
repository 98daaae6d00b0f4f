/*
 * What a run did over time: points of throughput, operations and latency. Long
 * runs are thinned by joining neighbours, so at most TIMESERIES_POINTS are kept;
 * the worst latency and the lowest throughput of joined points are never lost.
 */
#ifndef FST_MODEL_TIMESERIES_H
#define FST_MODEL_TIMESERIES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "base/text.h"

#define TIMESERIES_POINTS 600

/* A figure that was not measured is NAN. */
struct timeseries_point {
	double t_s; /* end of the stretch, since the start */
	double span_s; /* length of the stretch */
	double bytes_per_s, bytes_per_s_min, bytes_per_s_max;
	double ops_per_s;
	double p50_s, p99_s, max_s;
};

struct timeseries {
	struct timeseries_point points[TIMESERIES_POINTS];
	size_t count;
	size_t join; /* samples that a full point holds: 1, 2, 4 ... */
	size_t held; /* samples in the last point */
};

void timeseries_init(struct timeseries *series);

/*
 * Append a sample (its _min and _max are set to its mean). Times must not go
 * back. When the array is full, neighbours are joined two by two.
 */
void timeseries_add(struct timeseries *series, const struct timeseries_point *sample);

/*
 * The text of column series: `t_s:bytes_per_s:ops_per_s:p50_s:p99_s:max_s`, a blank between
 * points, 5 digits a figure.
 */
void timeseries_format(const struct timeseries *series, struct strbuf *out);

/* Read that text; false (and what was read so far) when it is malformed. */
bool timeseries_parse(struct timeseries *series, struct text text);

#endif
