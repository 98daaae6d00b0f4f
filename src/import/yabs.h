/*
 * The tables of yet-another-bench-script (YABS), which runs fio with random reads and
 * writes mixed and prints rates and operations of four block sizes.
 *
 * Its MB/s are fio's KiB/s divided by 1000 (format_speed() in its yabs.sh).
 */
#ifndef FST_IMPORT_YABS_H
#define FST_IMPORT_YABS_H

#include "import/importer.h"

extern const struct importer importer_yabs;

#endif
