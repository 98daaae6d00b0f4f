/*
 * The symbolic names of error numbers, which notes of failed cells begin with.
 */
#ifndef FST_BENCH_ERRNAME_H
#define FST_BENCH_ERRNAME_H

#include "base/strbuf.h"

/* `ENOSPC (No space left on device)`. */
void errname_add(struct strbuf *out, int error_number);

#endif
