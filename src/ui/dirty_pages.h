/*
 * How much written data this machine holds back in memory, and how much it may
 * before writers have to wait: what makes a write test fast at first.
 */
#ifndef FST_UI_DIRTY_PAGES_H
#define FST_UI_DIRTY_PAGES_H

#include <stdbool.h>

#include "base/text.h"

struct dirty_pages {
	double dirty_bytes; /* with those that are being written */
	double limit_bytes; /* from which on writers wait */
};

/* Out of the text of /proc/vmstat; false when it does not tell. */
bool dirty_pages_parse(struct text vmstat, double page_bytes, struct dirty_pages *pages);

/* Of this machine, now. */
bool dirty_pages_read(struct dirty_pages *pages);

#endif
