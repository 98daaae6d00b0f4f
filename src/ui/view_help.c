/* The help: every key that works in the view below it, from the action table. */
#include "ui/view.h"

#include <stdio.h>
#include <string.h>

#include "ui/app.h"
#include "ui/chrome.h"

#define KEYS_WIDTH 14

struct help {
	size_t top, window, lines;
};

/* The view that the help is about. */
static enum view_id view_below(const struct app *app)
{
	return app->overlay_count > 1 ? app->overlays[app->overlay_count - 2] : app->tab;
}

static bool is_shown(const struct app *app, enum action action)
{
	return action_table[action].views >> view_below(app) & 1;
}

static void draw_action(const struct app *app, struct pane pane, int y, enum action action)
{
	char keys[64];

	keymap_show_all(app->keymap, action, keys, sizeof(keys));
	pane_text_fit(pane, 2, y, KEYS_WIDTH, ROLE_KEY, text_of(keys));
	pane_text_fit(pane, KEYS_WIDTH + 3, y, pane_width(pane) - KEYS_WIDTH - 4, ROLE_TEXT,
		text_of(action_table[action].help));
}

/* All lines; only those from @top on fall into the pane. Returns how many there are. */
static size_t draw_lines(const struct app *app, struct pane pane, size_t top)
{
	int y = -(int)top;

	for (int group = 0; group < ACTION_GROUP_COUNT; group++) {
		bool titled = false;

		for (int i = 0; i < ACTION_COUNT; i++) {
			if (action_table[i].group != (enum action_group)group ||
				!is_shown(app, (enum action)i))
				continue;
			if (!titled)
				pane_string(pane, 1, y++, ROLE_TITLE, action_group_titles[group]);
			titled = true;
			draw_action(app, pane, y++, (enum action)i);
		}
	}
	return (size_t)(y + (int)top);
}

static void help_draw(struct view *view, struct pane pane)
{
	struct help *help = view->data;
	const char *name = view_table[view_below(view->app)].name;
	char title[64], note[64];
	struct pane inside;

	snprintf(title, sizeof(title), "keys in %s", name);
	help->window = pane_height(pane) > 2 ? (size_t)pane_height(pane) - 2 : 1;
	help->lines = draw_lines(view->app, pane_sub_at(pane, 0, 0, 0, 0), 0);
	if (help->top + help->window > help->lines)
		help->top = help->lines > help->window ? help->lines - help->window : 0;
	snprintf(note, sizeof(note), "%zu-%zu of %zu", help->top + 1,
		help->top + help->window < help->lines ? help->top + help->window : help->lines,
		help->lines);
	inside = pane_frame(pane, ROLE_BORDER, text_of(title), text_of(note));
	draw_lines(view->app, inside, help->top);
}

static void move(struct help *help, long by)
{
	long to = (long)help->top + by;

	help->top = to < 0 ? 0 : (size_t)to;
}

static bool help_act(struct view *view, enum action action)
{
	struct help *help = view->data;

	switch (action) {
	case ACTION_UP:
		move(help, -1);
		return true;
	case ACTION_DOWN:
		move(help, 1);
		return true;
	case ACTION_PAGE_UP:
		move(help, -(long)help->window);
		return true;
	case ACTION_PAGE_DOWN:
		move(help, (long)help->window);
		return true;
	case ACTION_FIRST:
		help->top = 0;
		return true;
	case ACTION_LAST:
		help->top = help->lines;
		return true;
	case ACTION_HELP:
	case ACTION_OPEN:
		app_close_overlay(view->app);
		return true;
	default:
		return false;
	}
}

static void help_refresh(struct view *view)
{
	*(struct help *)view->data = (struct help){0};
}

static void help_wheel(struct view *view, int lines)
{
	move(view->data, lines);
}

static size_t help_footer(const struct view *view, struct footer_item *items)
{
	const struct footer_item all[] = {
		{ACTION_UP, ACTION_DOWN, "scroll"},
		{ACTION_PAGE_UP, ACTION_PAGE_DOWN, "page"},
	};

	(void)view;
	memcpy(items, all, sizeof(all));
	return FST_COUNT(all);
}

static void help_read_out(const struct view *view, struct strbuf *out)
{
	(void)view;
	strbuf_add_string(out, "q back, Q quit; a larger window shows the keys");
}

const struct view_ops view_help = {
	.id = VIEW_HELP,
	.data_size = sizeof(struct help),
	.refresh = help_refresh,
	.draw = help_draw,
	.act = help_act,
	.wheel = help_wheel,
	.footer = help_footer,
	.read_out = help_read_out,
};
