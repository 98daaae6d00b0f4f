/*
 * The events of a run: what a worker says about itself while it works, as JSON
 * Lines (one flat object a line) on a pipe, and as a struct on both sides of it.
 * Every event has `event`, `v` (1), `run` and `t_s`. Unknown keys are ignored.
 */
#ifndef FST_FEED_EVENT_H
#define FST_FEED_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "base/text.h"
#include "model/measurement.h"

/* id, the name in JSON */
#define FEED_EVENT_TABLE(_)           \
	_(BEGIN, "begin")             \
	_(CELL, "cell")               \
	_(SAMPLE, "sample")           \
	_(MEASUREMENT, "measurement") \
	_(NOTE, "note")               \
	_(END, "end")

enum feed_event_kind {
#define FEED_EVENT_ENUM(id, name) FEED_##id,
	FEED_EVENT_TABLE(FEED_EVENT_ENUM)
#undef FEED_EVENT_ENUM
		FEED_EVENT_KINDS
};

/* How grave a note is. */
enum feed_level {
	FEED_INFO, /* worth knowing */
	FEED_WARNING, /* what makes figures misleading, or was left undone */
	FEED_ERROR, /* what failed */
	FEED_LEVELS
};

/* How a run ended. */
enum feed_outcome {
	FEED_DONE, /* the whole plan, even where cells failed */
	FEED_STOPPED, /* by a person, a signal or a limit: some cells were not run */
	FEED_FAILED, /* could not go on */
	FEED_OUTCOMES
};

/* What happened since the last sample, and how far the run is. */
struct feed_sample {
	double bytes_per_s, ops_per_s; /* over the timed part only */
	double lat_p50_s, lat_p99_s, lat_max_s; /* -1: no operation ended meanwhile */
	double progress; /* share of the run's expected time that is over, 0..1 */
	double left_s; /* expected rest of the run, -1 unknown */
};

/*
 * One event. Which members count depends on @kind; those that the line did not
 * have are 0 (doubles that may be unknown: -1). Cells are numbered from 1 in the
 * order of the plan. Cells of several environments that form one point of the plan
 * are interleaved: `cell` events switch back and forth between them
 * (1, 2, 1, 2, ...), each with its own @repeat, until each is finished by its
 * `measurement`.
 */
struct feed_event {
	enum feed_event_kind kind;
	struct text run; /* id of the run */
	double t_s; /* since the run's start */
	uint64_t cell; /* CELL SAMPLE MEASUREMENT; 0: a row that is no cell of the plan (skipped) */
	uint64_t cells; /* BEGIN CELL: how many the plan has; 0: nobody knows, as with real tools */
	uint64_t repeat; /* CELL: how many passes over this cell came before, plus 1 */
	double bytes_planned; /* BEGIN: bytes that the plan writes */
	double estimate_s; /* BEGIN: how long it may take */
	/*
	 * BEGIN: the facts that all its environments share, and tool, tool_version,
	 * started. CELL: environment, the row's dimensions and `filesystem`.
	 * MEASUREMENT: the whole row.
	 */
	struct measurement row;
	struct feed_sample sample;
	enum feed_level level; /* NOTE */
	struct text text; /* NOTE */
	enum feed_outcome outcome; /* END */
	uint64_t ok, failed, skipped; /* END: rows by status; doubtful ones are ok */
	void *owner; /* what holds a parsed event's texts */
};

/* Add @event as one line with its newline to @sb. Its texts may hold any bytes. */
void feed_event_write(struct strbuf *sb, const struct feed_event *event);

/*
 * Parse one line (without its newline). FST_SYNTAX with a message when it is no
 * event of version 1: the reader notes it and goes on. Values of a wrong type or out of
 * range are as if absent. Texts of @event live until feed_event_free().
 */
fst_status feed_event_parse(struct text line, struct feed_event *event, struct fst_error *error);
void feed_event_free(struct feed_event *event);

#endif
