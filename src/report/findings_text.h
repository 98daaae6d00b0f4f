/* Findings as text fit for a mail, and as lines for programs. */
#ifndef FST_REPORT_FINDINGS_TEXT_H
#define FST_REPORT_FINDINGS_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/findings.h"
#include "base/strbuf.h"

/* Each with its confidence and evidence, then what cannot be told, in lines of up to @columns. */
void findings_text_add(const struct findings *findings, const struct cube *cube, size_t columns,
	struct strbuf *out);

/* A line per finding, as CSV or JSON Lines. */
void findings_text_add_records(
	const struct findings *findings, const struct cube *cube, bool csv, struct strbuf *out);

#endif
