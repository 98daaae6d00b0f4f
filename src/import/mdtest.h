/*
 * mdtest: the table of mean rates of a run's iterations.
 */
#ifndef FST_IMPORT_MDTEST_H
#define FST_IMPORT_MDTEST_H

#include "import/importer.h"

extern const struct importer importer_mdtest;

#endif
