/*
 * The sweep of one environment at one test: its works that differ in file and record size only, and
 * that have a throughput which is not doubtful.
 */
#ifndef FST_ANALYSIS_FINDING_SWEEP_H
#define FST_ANALYSIS_FINDING_SWEEP_H

#include "analysis/finding.h"

struct sweep {
	const struct work **works; /* by file size, then by record size */
	size_t count;
};

struct sweep sweep_new(const struct finding_context *context, uint32_t test, uint32_t environment);
void sweep_free(struct sweep *sweep);

double sweep_file_bytes(const struct finding_context *context, const struct work *work);
double sweep_record_bytes(const struct finding_context *context, const struct work *work);

/* The works of the file size that starts at @first: how many. */
size_t sweep_file_count(const struct sweep *sweep, size_t first);

#endif
