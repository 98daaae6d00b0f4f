/*
 * What the control groups that this process is in allow it, of both versions
 * (cgroups(7), the kernel's admin-guide/cgroup-v1 and cgroup-v2). A limit of a
 * group above counts as well.
 */
#ifndef FST_MODEL_CGROUP_H
#define FST_MODEL_CGROUP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

/* The least limit of memory in bytes; false when there is none. */
bool cgroup_read_memory(const char *root, uint64_t *bytes);

/*
 * Add the limits of reads and writes of a block device as `rbps=10485760,wiops=100` (bytes or
 * operations a second, the names of cgroup-v2); nothing where there are none.
 */
void cgroup_add_io_limits(
	const char *root, unsigned major_number, unsigned minor_number, struct strbuf *out);

#endif
