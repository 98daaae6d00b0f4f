/*
 * Spreadsheets of the oldest kind, BIFF2: a stream of records without a container,
 * as iozone -b writes them. They are turned into lines of text, so that the
 * importers read them as if somebody had copied the cells.
 */
#ifndef FST_IMPORT_WORKBOOK_H
#define FST_IMPORT_WORKBOOK_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "base/text.h"

/* Whether @input begins as a BIFF2 worksheet does. */
bool workbook_is(struct text input);

/*
 * Add the cells of @input to @out: a line for each row of the sheet, cells apart by
 * tabs, labels without blanks at their end. Records that are no cells are passed
 * over; what follows a damaged one is lost.
 *
 * Format: https://www.openoffice.org/sc/excelfileformat.pdf, sections 5 and 6.
 */
void workbook_read(struct text input, struct strbuf *out);

#endif
