/* A row in a few words, as the evidence behind a finding. */
#ifndef FST_REPORT_EVIDENCE_H
#define FST_REPORT_EVIDENCE_H

#include <stdint.h>

#include "base/strbuf.h"
#include "model/dataset.h"

/* `ext4: write, 64M file, 4K record, 181 MiB/s (fstui; 2014.txt:12)`. */
void evidence_add(const struct dataset *dataset, uint32_t row, struct strbuf *out);

#endif
