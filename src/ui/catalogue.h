/*
 * What a cube holds, for a list: its environments, and under each the runs that
 * its rows come from.
 */
#ifndef FST_UI_CATALOGUE_H
#define FST_UI_CATALOGUE_H

#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "model/cube.h"

struct catalogue_run {
	uint32_t environment; /* ordinal of the cube */
	uint32_t first_row; /* its lowest row: names the run as long as the dataset lives */
	uint32_t last_row;
	uint32_t row_count;
	uint32_t test_count; /* different ones */
};

struct catalogue {
	struct catalogue_run *runs; /* by environment, then by first row */
	size_t run_count;
	size_t *first_run; /* per environment, and one more: the number of runs */
	size_t environment_count;
};

struct catalogue *catalogue_new(const struct cube *cube);
void catalogue_free(struct catalogue *catalogue);

/*
 * What is known of the environment of @row, as `ext4 rw,relatime · KVM · Linux 6.1`
 * with @separator between; nothing when nothing is known.
 */
void catalogue_add_facts(
	const struct dataset *dataset, uint32_t row, const char *separator, struct strbuf *out);

/* `fstui 0.1.0`, `bonnie++ 1.97`. */
void catalogue_add_tool(const struct dataset *dataset, uint32_t row, struct strbuf *out);

#endif
