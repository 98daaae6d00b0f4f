/*
 * dd: GNU's (old and new, in the common translations), BusyBox's, BSD's and
 * macOS's closing line. The command above it tells the test, the block size and
 * the options.
 */
#ifndef FST_IMPORT_DD_H
#define FST_IMPORT_DD_H

#include "import/importer.h"

extern const struct importer importer_dd;

#endif
