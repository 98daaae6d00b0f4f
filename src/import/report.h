/*
 * Filling an import's report. The report itself and its rendering are in import.h.
 */
#ifndef FST_IMPORT_REPORT_H
#define FST_IMPORT_REPORT_H

#include "import/document.h"
#include "import/import.h"

/* Empty @report and name its @source. All functions here take a NULL report and do nothing. */
void report_begin(struct import_report *report, struct text source);

/* The texts are copied. */
void report_add_run(struct import_report *report, const struct import_run *run);
void report_add_skip(struct import_report *report, struct text tool, size_t first_line,
	size_t last_line, struct text reason);
void report_add_repair(struct import_report *report, enum repair repair, struct repair_count count);

#endif
