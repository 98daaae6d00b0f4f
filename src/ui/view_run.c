/* A benchmark: its set-up, then what it measures while it runs. */
#include "ui/view.h"

#include <math.h>
#include <string.h>

#include "ui/app.h"
#include "ui/run_form.h"
#include "ui/run_view.h"

struct run_data {
	struct run_form form;
	struct run_picture picture;
	bool setting_up; /* the form is shown rather than the last run */
	struct run_state *frozen; /* what is shown while the run goes on; NULL: the run itself */
};

static struct run_data *data_of(struct app *app)
{
	return app->views[VIEW_RUN].data;
}

static void fit_axes(struct run_picture *picture)
{
	picture->rate_fitted = picture->latency_fitted = false;
	picture->rate = axis_fit(
		AXIS_LINEAR, picture->operations ? QUANTITY_COUNT_RATE : QUANTITY_RATE, 0, NAN);
	picture->latency = axis_fit(
		picture->latency_linear ? AXIS_LINEAR : AXIS_LOG, QUANTITY_TIME, NAN, NAN);
}

static void run_open(struct view *view)
{
	struct run_data *data = view->data;

	run_form_open(&data->form);
	data->setting_up = true;
	fit_axes(&data->picture);
}

static void run_close(struct view *view)
{
	struct run_data *data = view->data;

	run_form_close(&data->form);
	run_state_free(data->frozen);
}

void run_view_set_up(struct app *app)
{
	data_of(app)->setting_up = true;
	app_redraw(app);
}

void run_view_begin(struct app *app)
{
	struct run_data *data = data_of(app);

	run_state_free(data->frozen);
	data->frozen = NULL;
	data->setting_up = false;
	fit_axes(&data->picture);
	app_redraw(app);
}

static bool shows_form(const struct view *view)
{
	const struct run_data *data = view->data;
	const struct run_state *run = view->app->run;

	return data->setting_up || run->phase == RUN_NONE;
}

static void run_draw(struct view *view, struct pane pane)
{
	struct run_data *data = view->data;

	if (shows_form(view)) {
		run_form_draw(&data->form, pane);
		return;
	}
	run_live_draw(data->frozen ? data->frozen : view->app->run, view->app->browse,
		&data->picture, pane);
}

static void toggle_freeze(struct view *view)
{
	struct run_data *data = view->data;

	if (data->frozen) {
		run_state_free(data->frozen);
		data->frozen = NULL;
	} else {
		data->frozen = run_state_copy(view->app->run);
		app_say(view->app, SAY_INFO, "The display is frozen; the run goes on. p thaws it.");
	}
}

static bool run_act(struct view *view, enum action action)
{
	struct run_data *data = view->data;
	struct run_picture *picture = &data->picture;

	if (shows_form(view))
		return run_form_act(view->app, &data->form, action);
	switch (action) {
	case ACTION_METRIC:
		picture->operations = !picture->operations;
		fit_axes(picture);
		return true;
	case ACTION_FREEZE:
		toggle_freeze(view);
		return true;
	case ACTION_SCALE:
		picture->latency_linear = !picture->latency_linear;
		fit_axes(picture);
		return true;
	default:
		return false;
	}
}

static size_t run_footer(const struct view *view, struct footer_item *items)
{
	const struct footer_item form[] = {
		{ACTION_UP, ACTION_DOWN, "field"},
		{ACTION_LEFT, ACTION_RIGHT, "choose"},
		{ACTION_OPEN, ACTION_NONE, "edit or start"},
	};
	const struct footer_item live[] = {
		{ACTION_STOP, ACTION_NONE, NULL},
		{ACTION_PAUSE, ACTION_NONE, NULL},
		{ACTION_SKIP, ACTION_NONE, NULL},
		{ACTION_FREEZE, ACTION_NONE, NULL},
		{ACTION_METRIC, ACTION_NONE, NULL},
		{ACTION_SCALE, ACTION_NONE, NULL},
	};
	const struct footer_item over[] = {
		{ACTION_RUN, ACTION_NONE, "another run"},
		{ACTION_VIEW_SIZES, ACTION_NONE, NULL},
		{ACTION_METRIC, ACTION_NONE, NULL},
		{ACTION_SCALE, ACTION_NONE, NULL},
	};

	if (shows_form(view)) {
		memcpy(items, form, sizeof(form));
		return FST_COUNT(form);
	}
	if (run_state_active(view->app->run)) {
		memcpy(items, live, sizeof(live));
		return FST_COUNT(live);
	}
	memcpy(items, over, sizeof(over));
	return FST_COUNT(over);
}

static void run_read_out(const struct view *view, struct strbuf *out)
{
	if (shows_form(view))
		strbuf_add_string(out, "Enter starts the run");
	else
		run_live_read_out(view->app->run, out);
}

const struct view_ops view_run = {
	.id = VIEW_RUN,
	.data_size = sizeof(struct run_data),
	.open = run_open,
	.close = run_close,
	.draw = run_draw,
	.act = run_act,
	.footer = run_footer,
	.read_out = run_read_out,
};
