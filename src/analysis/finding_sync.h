/* Whether syncs do anything: what other families must know before they call an environment fast. */
#ifndef FST_ANALYSIS_FINDING_SYNC_H
#define FST_ANALYSIS_FINDING_SYNC_H

#include "analysis/finding.h"

/* The figures of @environment say that its syncs end in a cache. */
bool finding_syncs_doubted(const struct finding_context *context, uint32_t environment);

/* What is synced there stays: neither do the syncs end in a cache, nor is it all in memory. */
bool finding_is_durable(const struct finding_context *context, uint32_t environment);

#endif
