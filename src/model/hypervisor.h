/*
 * Under which hypervisor, and in which container, this system runs. The places to
 * look are those that systemd-detect-virt(1) documents and what the products' own manuals say.
 */
#ifndef FST_MODEL_HYPERVISOR_H
#define FST_MODEL_HYPERVISOR_H

#include "base/strbuf.h"

/*
 * Add the name to @out: `VirtualBox`, `KVM`, `none` for a bare machine, `unknown` when there is one
 * that is not known; behind it the container, if any: `KVM, Docker container`.
 * Nothing when nothing tells. @signature: see struct facts_source.
 */
void hypervisor_add_name(const char *root, const char *signature, struct strbuf *out);

/*
 * The hypervisor's twelve bytes of CPUID leaf 0x40000000 into @out; "" on a bare
 * machine. Returns @out, or NULL where the processor cannot tell.
 */
const char *hypervisor_read_signature(char out[16]);

#endif
