/* The screen's options: what each one is now, and how to change it. */
#include "ui/view.h"

#include <stdio.h>
#include <string.h>

#include "ui/app.h"
#include "ui/chrome.h"

struct setting {
	const char *name, *help;
	enum action action; /* whose key does the same everywhere */
	const char *(*value)(struct app *app);
	void (*change)(struct app *app, int step);
};

static const char *theme_value(struct app *app)
{
	return app->wearing[0] ? app->wearing : "none";
}

static void change_theme(struct app *app, int step)
{
	app->theme_step = step;
}

static const char *glyphs_value(struct app *app)
{
	return pane_glyphs(canvas_pane(app->canvas))->name;
}

static void change_glyphs(struct app *app, int step)
{
	int set = (int)pane_glyph_set(canvas_pane(app->canvas)) + step + GLYPHS_COUNT;

	app_set_glyphs(app, (enum glyph_set)(set % GLYPHS_COUNT));
}

static const char *mouse_value(struct app *app)
{
	return app->mouse ? "on" : "off";
}

static void change_mouse(struct app *app, int step)
{
	(void)step;
	app->switch_mouse = true;
}

static const struct setting settings[] = {
	{"theme", "colours of the screen", ACTION_THEME, theme_value, change_theme},
	{"glyphs", "characters that pictures are made of", ACTION_GLYPHS, glyphs_value,
		change_glyphs},
	{"mouse", "clicks and the wheel work here; off: they are the terminal's", ACTION_MOUSE,
		mouse_value, change_mouse},
};

struct options_view {
	size_t cursor;
};

#define NAME_WIDTH  10
#define VALUE_WIDTH 16

static void draw_setting(struct view *view, struct pane row, size_t at)
{
	const struct options_view *options = view->data;
	const struct setting *setting = &settings[at];
	int width = pane_width(row);
	char key[KEY_NAME_SIZE];
	int x = 1;

	pane_string(row, x, 0, ROLE_TEXT, setting->name);
	x += NAME_WIDTH;
	pane_text_fit(row, x, 0, VALUE_WIDTH, ROLE_VALUE, text_of(setting->value(view->app)));
	x += VALUE_WIDTH;
	pane_string(
		row, x, 0, ROLE_KEY, keymap_show(view->app->keymap, setting->action, NULL, key));
	x += 3;
	pane_text_fit(row, x, 0, width - x - 1, ROLE_DIM, text_of(setting->help));
	if (options->cursor == at)
		pane_paint(row, ROLE_SELECT);
}

static void options_draw(struct view *view, struct pane pane)
{
	struct pane inside = pane_frame(
		pane, ROLE_BORDER, TEXT("options"), TEXT("fstui --default-config"));
	int rows = (int)FST_COUNT(settings);

	for (int i = 0; i < rows && i < pane_height(inside); i++)
		draw_setting(view, pane_sub_at(inside, 0, i, pane_width(inside), 1), (size_t)i);
	chrome_draw_paragraph(
		pane_sub_at(inside, 1, 0, pane_width(inside) - 2, pane_height(inside)), rows + 1,
		ROLE_DIM,
		TEXT("They hold until the program ends. What is to hold for good, keys too, stands "
		     "in the config file, ~/.config/fstui/config; fstui --default-config prints "
		     "one with everything in it."));
}

static bool options_act(struct view *view, enum action action)
{
	struct options_view *options = view->data;
	const struct setting *setting = &settings[options->cursor];

	switch (action) {
	case ACTION_UP:
		options->cursor -= options->cursor > 0;
		return true;
	case ACTION_DOWN:
		options->cursor += options->cursor + 1 < FST_COUNT(settings);
		return true;
	case ACTION_FIRST:
		options->cursor = 0;
		return true;
	case ACTION_LAST:
		options->cursor = FST_COUNT(settings) - 1;
		return true;
	case ACTION_LEFT:
		setting->change(view->app, -1);
		return true;
	case ACTION_RIGHT:
	case ACTION_OPEN:
		setting->change(view->app, 1);
		return true;
	default:
		return false;
	}
}

static void options_click(struct view *view, int x, int y)
{
	struct options_view *options = view->data;
	size_t row = y > 0 ? (size_t)y - 1 : FST_COUNT(settings);

	(void)x;
	if (row >= FST_COUNT(settings))
		return;
	if (options->cursor == row)
		settings[row].change(view->app, 1);
	options->cursor = row;
}

static size_t options_footer(const struct view *view, struct footer_item *items)
{
	const struct footer_item all[] = {
		{ACTION_UP, ACTION_DOWN, "option"},
		{ACTION_LEFT, ACTION_RIGHT, "change"},
	};

	(void)view;
	memcpy(items, all, sizeof(all));
	return FST_COUNT(all);
}

static void options_read_out(const struct view *view, struct strbuf *out)
{
	const struct options_view *options = view->data;
	const struct setting *setting = &settings[options->cursor];

	strbuf_printf(out, "%s %s", setting->name, setting->value(view->app));
}

const struct view_ops view_options = {
	.id = VIEW_OPTIONS,
	.data_size = sizeof(struct options_view),
	.draw = options_draw,
	.act = options_act,
	.click = options_click,
	.footer = options_footer,
	.read_out = options_read_out,
};
