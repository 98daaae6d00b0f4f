/*
 * IOR: a line for each repetition of a write or read, with or without its header.
 */
#ifndef FST_IMPORT_IOR_H
#define FST_IMPORT_IOR_H

#include "import/importer.h"

extern const struct importer importer_ior;

#endif
