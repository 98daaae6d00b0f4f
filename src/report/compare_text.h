/*
 * A comparison as text: a table fit for a mail (80 columns, plain), and lines for programs.
 */
#ifndef FST_REPORT_COMPARE_TEXT_H
#define FST_REPORT_COMPARE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/compare.h"
#include "base/strbuf.h"

/*
 * The table with its legend and what limits it, in lines of up to @columns (60 or more); of many
 * environments a few at a time, each beside the baseline.
 */
void compare_text_add(
	const struct compare *compare, size_t columns, bool ascii, struct strbuf *out);

/* A line per work and environment, the baseline's own too, as CSV or JSON Lines. */
void compare_text_add_records(const struct compare *compare, bool csv, struct strbuf *out);

#endif
