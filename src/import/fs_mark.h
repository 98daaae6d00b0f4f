/*
 * fs_mark: a line for each loop that creates files.
 */
#ifndef FST_IMPORT_FS_MARK_H
#define FST_IMPORT_FS_MARK_H

#include "import/importer.h"

extern const struct importer importer_fs_mark;

#endif
