/*
 * hdparm -t and -T, with and without --direct: one line a result.
 */
#ifndef FST_IMPORT_HDPARM_H
#define FST_IMPORT_HDPARM_H

#include "import/importer.h"

extern const struct importer importer_hdparm;

#endif
