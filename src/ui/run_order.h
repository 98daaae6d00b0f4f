/*
 * What the form orders: the words of the command line that does it, and its cost.
 */
#ifndef FST_UI_RUN_ORDER_H
#define FST_UI_RUN_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "ui/run_form.h"

/* The choices of a field by index; NULL behind the last. */
const char *run_order_suite(size_t index);
const char *run_order_precision(size_t index);

/* The choice behind (1) or before (-1) @index; the ends meet. */
size_t run_order_next(size_t index, int by, const char *(*choices)(size_t index));

/* Can its sizes be chosen? */
bool run_order_has_sizes(const struct run_form *form);

struct run_order {
	const char **words; /* behind `fstui run`; ends with NULL */
	char **owned; /* words of which we own the text; ends with NULL */
	size_t count, owned_count;
};

/* Free it with run_order_free(). */
void run_order_make(struct run_order *order, const struct run_form *form);
void run_order_free(struct run_order *order);

/* `fstui run --suite quick ...` as a shell takes it. */
void run_order_add_command(const struct run_form *form, struct strbuf *out);

/* Cells, bytes and time in a sentence; false when it says why the run is impossible. */
bool run_order_add_cost(const struct run_form *form, struct strbuf *out);

#endif
