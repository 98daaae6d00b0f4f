/*
 * Moving the place that all views share: what the arrows, the sliced dimensions and
 * the named steppers mean, said once.
 */
#ifndef FST_UI_STEPPER_H
#define FST_UI_STEPPER_H

#include <stdbool.h>
#include <stddef.h>

#include "model/cube.h"
#include "ui/app.h"

/* Which dimension a view has across and down, and which two it slices. */
struct stepper {
	enum cube_dim across, down, slice_across, slice_down;
};

/*
 * Do @action if it steps a dimension, changes the metric or the baseline; false when it
 * does none of that. @page: steps of a page down.
 */
bool stepper_act(struct app *app, const struct stepper *stepper, size_t page, enum action action);

#endif
