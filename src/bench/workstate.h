/*
 * The state file: one line (JSON) for each work folder in use, so that left-overs
 * are found without being told where to look. It is a convenience: where it cannot be
 * written, everything works without.
 */
#ifndef FST_BENCH_WORKSTATE_H
#define FST_BENCH_WORKSTATE_H

#include <stddef.h>

#include "bench/owner.h"

struct workstate_entry {
	struct owner owner;
	char *path;
};

/* All do nothing when @state_folder is NULL. */
void workstate_add(const char *state_folder, const struct owner *owner, const char *path);
void workstate_remove(const char *state_folder, const char *path);

/* The entries; free with workstate_free(). Lines that are none are left out. */
void workstate_read(const char *state_folder, struct workstate_entry **entries, size_t *count);
void workstate_free(struct workstate_entry *entries, size_t count);

#endif
