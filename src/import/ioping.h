/*
 * ioping: the statistics at the end of a run, of all versions, also without the
 * lines around them.
 */
#ifndef FST_IMPORT_IOPING_H
#define FST_IMPORT_IOPING_H

#include "import/importer.h"

extern const struct importer importer_ioping;

#endif
