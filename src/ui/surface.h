/*
 * What the view Surface shows: one test, the file sizes by the record sizes
 * of the place's environment, a map per environment that has the test.
 */
#ifndef FST_UI_SURFACE_H
#define FST_UI_SURFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "draw/heatmap.h"
#include "ui/browse.h"

/* A dimension: ordinals of the cube that the test has, with their labels. */
struct surface_side {
	uint32_t *ordinals;
	char **labels;
	size_t count;
	size_t at; /* which of them is the place; SIZE_MAX when it is none */
};

struct surface {
	const struct browse *browse;
	enum metric metric;
	struct surface_side files, records;
	uint32_t *environments; /* that have the test */
	size_t environment_count;
	size_t selected; /* of the environments; 0 when the place's has none */
	bool ratios; /* to the baseline */
};

/* Of a browse that is not empty and that outlives it. */
struct surface *surface_new(const struct browse *browse, bool ratios);
void surface_free(struct surface *surface);

/* The cell of @environment (ordinal of the cube) at index @file, @record. */
struct heat_cell surface_cell(
	const struct surface *surface, uint32_t environment, size_t file, size_t record);

/* The least and the greatest value of the test over all its rows; NAN without any. */
void surface_range(const struct browse *browse, enum metric metric, double *low, double *high);

#endif
