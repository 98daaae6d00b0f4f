/*
 * What `time` says about a command: the shells' keyword, GNU's and BSD's program.
 */
#ifndef FST_IMPORT_TIMING_H
#define FST_IMPORT_TIMING_H

#include "import/importer.h"

extern const struct importer importer_time;

#endif
