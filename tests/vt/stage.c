#include "stage.h"

#include "../support/sweep_rows.h"
#include "../support/test.h"

#include <stdlib.h>

#include "base/fileio.h"

#define ARGUMENTS_MAX 8

struct stage set_stage(void)
{
	struct stage stage = {.folder = test_folder_create()};

	stage.sweep = fileio_join(stage.folder, "sweep.csv");
	sweep_rows_save(stage.sweep);
	return stage;
}

void strike_stage(struct stage *stage)
{
	free(stage->sweep);
	test_folder_remove(stage->folder);
}

struct vt *open_sweep_with(
	const struct stage *stage, const char *const arguments[], const struct vt_options *options)
{
	const char *all[ARGUMENTS_MAX + 2] = {0};
	size_t count = 0;
	struct vt *vt;

	while (count < ARGUMENTS_MAX && arguments[count]) {
		all[count] = arguments[count];
		count++;
	}
	all[count] = stage->sweep;
	vt = vt_start_fstui(all, options);
	assert_true(vt_wait_text(vt, "? help", VT_SOON_MS));
	return vt;
}

struct vt *open_sweep(const struct stage *stage, const struct vt_options *options)
{
	static const char *const none[] = {NULL};

	return open_sweep_with(stage, none, options);
}

void leave(struct vt *vt, const char *keys, int expected)
{
	int status = -1;

	vt_type(vt, keys);
	assert_true(vt_wait_exit(vt, VT_SOON_MS, &status));
	assert_int_equal(status, expected);
	assert_false(vt_is_alternate_screen(vt));
	assert_true(vt_is_cursor_visible(vt));
	vt_free(vt);
}
