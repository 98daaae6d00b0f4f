/* A folder with the sweep in it, and fstui on that: where most tests of the screen begin. */
#ifndef FSTUI_TESTS_VT_STAGE_H
#define FSTUI_TESTS_VT_STAGE_H

#include "vt.h"

struct stage {
	char *folder;
	char *sweep; /* the result file in it */
};

struct stage set_stage(void);
void strike_stage(struct stage *stage);

/* fstui on the sweep, its first screen being there. */
struct vt *open_sweep(const struct stage *stage, const struct vt_options *options);

/* The same with more ARGUMENTS, which end with NULL, in front of the file. */
struct vt *open_sweep_with(
	const struct stage *stage, const char *const arguments[], const struct vt_options *options);

/* Type KEYS, and it ends with EXPECTED and the terminal given back. Frees VT. */
void leave(struct vt *vt, const char *keys, int expected);

#endif
