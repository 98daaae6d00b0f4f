/*
 * Plain tables with a heading: tab-separated (HTML tables come so too), CSV and
 * Markdown. The text columns are the environment, each number column makes a row.
 * The last resort: a table that an importer of a tool reads is that tool's.
 */
#ifndef FST_IMPORT_PLAIN_TABLE_H
#define FST_IMPORT_PLAIN_TABLE_H

#include "import/importer.h"

extern const struct importer importer_plain_table;

#endif
