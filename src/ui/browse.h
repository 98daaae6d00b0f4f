/*
 * What is open and where the person stands in it: the rows, their index, the
 * place on each dimension, baseline and marks. All views share it, so that
 * stepping in one is stepping in all. Knows no screen.
 */
#ifndef FST_UI_BROWSE_H
#define FST_UI_BROWSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "draw/metric.h"
#include "store/library.h"
#include "model/cube.h"
#include "model/dataset.h"
#include "ui/catalogue.h"

struct browse {
	struct dataset *dataset; /* all rows; owned */
	struct cube *all; /* index of all rows; owned */
	struct catalogue *catalogue; /* of all rows; owned */
	struct cube *cube; /* index of what is marked, `all` when nothing is */
	unsigned
		*metrics; /* per test of `cube`: 1 << enum metric for those that rows have; owned */
	struct library_list files; /* that the rows come from, as far as they do; owned */
	bool samples; /* the rows are those that ship with the program */

	uint32_t *marks; /* first rows of marked runs */
	size_t mark_count;

	struct cube_point at; /* in `cube`; always a place on each dimension */
	uint32_t baseline; /* environment of `cube` */
	bool baseline_chosen; /* by the person: it is kept by name */
	enum metric metric; /* the wish; see browse_metric() */
};

struct browse *browse_new(void);
void browse_free(struct browse *browse);

/*
 * Show @dataset, which is taken over as are @files (may be NULL), instead of what was open.
 * Marks are gone.
 */
void browse_replace(
	struct browse *browse, struct dataset *dataset, struct library_list *files, bool samples);

/*
 * The same after the files were read again: the place, the baseline and the marks stay where
 * they are by name and size.
 */
void browse_reload(
	struct browse *browse, struct dataset *dataset, struct library_list *files, bool samples);

/*
 * Rows were added to the dataset: index them. The place, the baseline and the
 * marks stay where they are by name and size.
 */
void browse_reindex(struct browse *browse);

/* True when there is nothing to show. */
bool browse_empty(const struct browse *browse);

/*
 * Move along @dim over what exists: tests; file sizes and environments that the
 * test has; record sizes that the test has at this file size. The dimensions that
 * follow settle on the nearest place. False when it is the end.
 */
bool browse_step(struct browse *browse, enum cube_dim dim, int steps);

/* To the first (-1) or last (1) place on @dim. */
bool browse_travel(struct browse *browse, enum cube_dim dim, int direction);

/* Where the place stands on @dim: 1-based of @total. */
void browse_position(
	const struct browse *browse, enum cube_dim dim, uint32_t *position, uint32_t *total);

/* To @environment of `cube`: to a test, file size and record size that it has. */
void browse_go(struct browse *browse, uint32_t environment);

/*
 * To @at, as far as there is something: where its environment has nothing of its test, to
 * the nearest one that has; the same for its sizes.
 */
void browse_place(struct browse *browse, struct cube_point at);

/* The environment of `cube` that has the label of @environment of `all`; UINT32_MAX: none. */
uint32_t browse_environment(const struct browse *browse, uint32_t environment);

/* Is the run that starts with @first_row marked? Toggle it. */
bool browse_marked(const struct browse *browse, uint32_t first_row);
void browse_mark(struct browse *browse, uint32_t first_row, bool marked);

void browse_set_baseline(struct browse *browse, uint32_t environment);

/* The metric to show at the place: the wish if any row of the test has it, else the test's own. */
enum metric browse_metric(const struct browse *browse);

/* Wish the next metric that rows of the test have. */
void browse_next_metric(struct browse *browse);

#endif
