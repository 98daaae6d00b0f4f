/*
 * CrystalDiskMark (1 to 8) and KDiskMark: the text that they copy and save.
 */
#ifndef FST_IMPORT_DISKMARK_H
#define FST_IMPORT_DISKMARK_H

#include "import/importer.h"

extern const struct importer importer_diskmark;

#endif
