#include "ui/stepper.h"

static void swap_baseline(struct browse *browse)
{
	uint32_t selected = browse->at.at[CUBE_ENVIRONMENT];

	browse->at.at[CUBE_ENVIRONMENT] = browse->baseline;
	browse_set_baseline(browse, selected);
}

static bool step(
	struct browse *browse, const struct stepper *stepper, size_t page, enum action action)
{
	const int rows = page > 0 && page < 1000000 ? (int)page : 1;
	const struct {
		enum action action;
		enum cube_dim dim;
		int by;
	} steps[] = {
		{ACTION_LEFT, stepper->across, -1},
		{ACTION_RIGHT, stepper->across, 1},
		{ACTION_UP, stepper->down, -1},
		{ACTION_DOWN, stepper->down, 1},
		{ACTION_PAGE_UP, stepper->down, -rows},
		{ACTION_PAGE_DOWN, stepper->down, rows},
		{ACTION_SLICE_LEFT, stepper->slice_across, -1},
		{ACTION_SLICE_RIGHT, stepper->slice_across, 1},
		{ACTION_SLICE_UP, stepper->slice_down, -1},
		{ACTION_SLICE_DOWN, stepper->slice_down, 1},
		{ACTION_FILE_DOWN, CUBE_FILE_SIZE, -1},
		{ACTION_FILE_UP, CUBE_FILE_SIZE, 1},
		{ACTION_RECORD_DOWN, CUBE_RECORD_SIZE, -1},
		{ACTION_RECORD_UP, CUBE_RECORD_SIZE, 1},
		{ACTION_TEST_DOWN, CUBE_TEST, -1},
		{ACTION_TEST_UP, CUBE_TEST, 1},
		{ACTION_ENVIRONMENT_DOWN, CUBE_ENVIRONMENT, -1},
		{ACTION_ENVIRONMENT_UP, CUBE_ENVIRONMENT, 1},
	};

	for (size_t i = 0; i < FST_COUNT(steps); i++)
		if (steps[i].action == action) {
			browse_step(browse, steps[i].dim, steps[i].by);
			return true;
		}
	return false;
}

bool stepper_act(struct app *app, const struct stepper *stepper, size_t page, enum action action)
{
	struct browse *browse = app->browse;

	if (browse_empty(browse))
		return false;
	if (step(browse, stepper, page, action))
		return true;
	switch (action) {
	case ACTION_FIRST:
		browse_travel(browse, stepper->across, -1);
		return true;
	case ACTION_LAST:
		browse_travel(browse, stepper->across, 1);
		return true;
	case ACTION_METRIC:
		browse_next_metric(browse);
		app_say(app, SAY_INFO, "Showing %s.", metric_table[browse_metric(browse)].title);
		return true;
	case ACTION_BASELINE:
		browse_set_baseline(browse, browse->at.at[CUBE_ENVIRONMENT]);
		app_say(app, SAY_INFO, "The baseline is %s.",
			cube_environment(browse->cube, browse->baseline)->label);
		return true;
	case ACTION_SWAP:
		swap_baseline(browse);
		return true;
	default:
		return false;
	}
}
