/*
 * What came in by a paste or a file, before it is kept: its rows, the report of
 * the import, and what the person wants of each environment.
 */
#ifndef FST_UI_INCOMING_H
#define FST_UI_INCOMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "import/import.h"
#include "model/cube.h"
#include "model/dataset.h"

/* What becomes of an environment. */
struct incoming_choice {
	char *name; /* its new name; NULL: as the log has it */
	bool dropped;
	bool known; /* all of its runs are open already */
};

struct incoming {
	struct dataset *dataset; /* NULL: nothing came */
	struct cube *cube;
	struct import_report report;
	struct incoming_choice *choices; /* per environment of the cube */
};

/*
 * Take over what an import found, instead of what was there; choices stay with
 * equal environments. What @open (the rows that are open, or NULL) has already is
 * dropped at first.
 */
void incoming_take(struct incoming *incoming, struct dataset *dataset, struct import_report *report,
	const struct dataset *open);
void incoming_forget(struct incoming *incoming);

size_t incoming_count(const struct incoming *incoming);

/* The name that @environment will have. */
const char *incoming_name(const struct incoming *incoming, size_t environment);
void incoming_rename(struct incoming *incoming, size_t environment, struct text name);

/* How many rows @environment has. */
uint32_t incoming_rows_of(const struct incoming *incoming, size_t environment);

/* The rows to keep, in the document's order, under their new names. The caller owns them. */
struct dataset *incoming_chosen(const struct incoming *incoming);

#endif
