/*
 * How `fstui run` tells events where there is no screen: as lines for a person, or as
 * JSON Lines. Both are a run_renderer (bench/run.h).
 */
#ifndef FST_CMD_RUN_PROGRESS_H
#define FST_CMD_RUN_PROGRESS_H

#include <stdint.h>

#include "feed/event.h"

/* The context of lines for a person, zeroed at the start. */
struct run_progress {
	uint64_t cells; /* in the plan; 0: there is none, as for tools */
};

void run_render_progress(void *context, struct strbuf *out, const struct feed_event *event);
void run_render_stream(void *context, struct strbuf *out, const struct feed_event *event);

#endif
