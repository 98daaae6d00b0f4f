/*
 * What is known of the benchmark under way, gathered from its events: where it
 * is in its plan, what it measures now, what it has found so far. Drawing reads
 * this and keeps nothing of its own, so nothing is lost while nobody looks.
 */
#ifndef FST_UI_RUN_STATE_H
#define FST_UI_RUN_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/units.h"
#include "draw/livechart.h"
#include "feed/event.h"
#include "feed/feed.h"
#include "model/dataset.h"
#include "ui/dirty_pages.h"

#define RUN_SAMPLES 4096 /* kept: nearly 7 minutes at 10 a second */

enum run_phase {
	RUN_NONE, /* nothing was started yet */
	RUN_STARTING, /* the worker has not said anything */
	RUN_RUNNING,
	RUN_PAUSED,
	RUN_STOPPING, /* it was asked to */
	RUN_OVER,
};

/* The figures of a sample that can be drawn over time. */
enum run_figure { RUN_BYTES, RUN_OPS, RUN_P50, RUN_P99, RUN_MAX, RUN_FIGURES };

struct run_sample {
	double t_s;
	uint64_t cell;
	double value[RUN_FIGURES]; /* NAN when nothing was measured */
};

struct run_state {
	enum run_phase phase;
	struct feed *feed; /* NULL when no worker lives */
	double t_s; /* the latest event */
	bool sparse; /* a real tool's samples: each is about all the time since the one before */
	uint64_t cells; /* in the plan; 0 unknown */
	double bytes_planned, estimate_s; /* -1 unknown */
	double progress, left_s; /* -1 unknown */

	uint64_t cell, repeat; /* under way; cell 0: none */
	struct strbuf environment, test; /* of the cell */
	double file_size, record_size; /* of the cell, 0: none */

	struct run_sample *samples; /* a ring */
	size_t sample_first, sample_count;

	uint32_t *rows; /* numbers of the rows that came, in the dataset */
	size_t row_count;
	uint32_t rows_before; /* rows of the dataset when the run began */

	struct dirty_pages dirty; /* of this machine, at the latest event */
	bool dirty_known;

	struct strbuf note; /* the last warning or error */
	enum feed_level note_level;
	enum feed_outcome outcome; /* when RUN_OVER */
	uint64_t ok, failed, skipped;
};

struct run_state *run_state_new(void);
void run_state_free(struct run_state *run);

/* A copy without the worker, as it is now; freed with run_state_free(). */
struct run_state *run_state_copy(const struct run_state *run);

/* Forget the last run; a new one starts, of which @dataset has nothing yet. */
void run_state_start(struct run_state *run, struct feed *feed, const struct dataset *dataset);

/* Take in @event; rows are added to @dataset. True when a row came. */
bool run_state_event(
	struct run_state *run, const struct feed_event *event, struct dataset *dataset);

/* Seconds left of a run as `0:07` `1:52` `2:03:10`: what steps once a second. Returns @out. */
const char *run_state_format_left(char out[UNITS_SIZE], double left_s);

/* Is a worker at work? */
bool run_state_active(const struct run_state *run);

/* The cell's newest figure of the last two seconds (cells take turns); NAN without one. */
double run_state_now(const struct run_state *run, enum run_figure figure);

/* The median of @figure over the samples of the cell under way; NAN without any. */
double run_state_median(const struct run_state *run, enum run_figure figure);

/*
 * The latest columns of @column_s seconds each, at most @count of them, oldest
 * first; columns without samples are NAN. Returns how many there are since the
 * run's start (@total), of which the last min(@count, @total) are filled in.
 */
uint64_t run_state_columns(const struct run_state *run, enum run_figure figure, double column_s,
	struct live_sample *columns, size_t count);

#endif
