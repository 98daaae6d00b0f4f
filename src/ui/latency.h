/*
 * Latencies of one row as pictures need them: how they are distributed, and how
 * that went over time. Out of the row's histogram and series where it has them, else
 * out of the percentiles that it has.
 */
#ifndef FST_UI_LATENCY_H
#define FST_UI_LATENCY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "draw/canvas.h"
#include "draw/linechart.h"
#include "model/timeseries.h"
#include "ui/browse.h"

struct latency {
	uint32_t environment; /* ordinal: gives its letter and colour */
	const char *label;
	uint32_t row;
	double calls; /* that the histogram counts; 0: there is none */
	struct chart_point *curve; /* x percent below 100, y seconds */
	size_t curve_count;
	struct chart_point *shares; /* x seconds, y share of the calls in percent, as steps */
	size_t share_count;
	struct timeseries *series; /* NULL: the row has none with latencies */
};

/*
 * Of @row; freed with latency_free(). @error gets a message when its histogram and series
 * cannot be read any more; then there are only the percentiles.
 */
struct latency *latency_new(
	const struct browse *browse, uint32_t environment, uint32_t row, struct fst_error *error);
void latency_free(struct latency *latency);

/* Pictures of up to a few of them, one over the other; @selected is drawn last. */
void latency_draw_curve(
	struct latency *const *latencies, size_t count, size_t selected, struct pane pane);
void latency_draw_histogram(
	struct latency *const *latencies, size_t count, size_t selected, struct pane pane);

/* One over time: half of the calls end in the dark, all but 1 % in the middle shade. */
void latency_draw_time(const struct latency *latency, struct pane pane);

#endif
