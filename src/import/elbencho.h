/*
 * elbencho: the phases of a run, of which the column of the last worker counts.
 */
#ifndef FST_IMPORT_ELBENCHO_H
#define FST_IMPORT_ELBENCHO_H

#include "import/importer.h"

extern const struct importer importer_elbencho;

#endif
