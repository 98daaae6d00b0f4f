/* The help: every key that works in the view below it and every command, from their tables. */
#include "ui/view_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "ui/chrome.h"
#include "ui/command_line.h"
#include "ui/view.h"

#define KEYS_WIDTH 17

struct line {
	char keys[64]; /* "": @text is a title */
	const char *text;
};

struct help {
	struct line *lines; /* owned */
	size_t count;
	size_t top, window;
	char *search; /* owned; NULL: none */
	size_t found; /* the line that was found last */
};

/* The view that the help is about. */
static enum view_id view_below(const struct app *app)
{
	return app->overlay_count > 1 ? app->overlays[app->overlay_count - 2] : app->tab;
}

static struct line *add_line(struct help *help, const char *text)
{
	struct line *line;

	help->lines = xreallocarray(help->lines, help->count + 1, sizeof(*help->lines));
	line = &help->lines[help->count++];
	*line = (struct line){.text = text};
	return line;
}

static void add_actions(struct help *help, const struct app *app, enum action_group group)
{
	bool titled = false;

	for (int i = 0; i < ACTION_COUNT; i++) {
		struct line *line;

		if (action_table[i].group != group ||
			!(action_table[i].views >> view_below(app) & 1))
			continue;
		if (!titled)
			add_line(help, action_group_titles[group]);
		titled = true;
		line = add_line(help, action_table[i].help);
		keymap_show_all(app->keymap, (enum action)i, line->keys, sizeof(line->keys));
		if (!line->keys[0])
			snprintf(line->keys, sizeof(line->keys), ":%s", action_table[i].name);
	}
}

static void collect(struct help *help, const struct app *app)
{
	char key[KEY_NAME_SIZE];

	help->count = 0;
	for (int group = 0; group < ACTION_GROUP_COUNT; group++)
		add_actions(help, app, (enum action_group)group);
	add_line(help, "Commands");
	for (size_t i = 0; i < command_line_count; i++) {
		const struct ui_command *command = &command_line_table[i];
		struct line *line = add_line(help, command->help);

		keymap_show(app->keymap, ACTION_COMMAND, NULL, key);
		snprintf(line->keys, sizeof(line->keys), "%s%s %s", key[0] ? key : ":",
			command->name, command->argument);
	}
}

static bool matches(const struct help *help, size_t at)
{
	const struct line *line = &help->lines[at];

	return help->search && line->keys[0] &&
	       (strcasestr(line->text, help->search) || strcasestr(line->keys, help->search));
}

static void draw_line(const struct help *help, struct pane pane, int y, size_t at)
{
	const struct line *line = &help->lines[at];
	int width = pane_width(pane);

	if (!line->keys[0]) {
		pane_string(pane, 1, y, ROLE_TITLE, line->text);
		return;
	}
	pane_text_fit(pane, 2, y, KEYS_WIDTH, ROLE_KEY, text_of(line->keys));
	pane_text_fit(pane, KEYS_WIDTH + 3, y, width - KEYS_WIDTH - 4,
		matches(help, at) ? ROLE_MARK : ROLE_TEXT, text_of(line->text));
	if (matches(help, at))
		pane_put(pane, 0, y, ROLE_MARK, ">");
}

static void help_draw(struct view *view, struct pane pane)
{
	struct help *help = view->data;
	const char *name = view_table[view_below(view->app)].name;
	char title[64], note[64];
	struct pane inside;
	size_t last;

	collect(help, view->app);
	snprintf(title, sizeof(title), "keys in %s", name);
	help->window = pane_height(pane) > 2 ? (size_t)pane_height(pane) - 2 : 1;
	if (help->top + help->window > help->count)
		help->top = help->count > help->window ? help->count - help->window : 0;
	last = help->top + help->window < help->count ? help->top + help->window : help->count;
	snprintf(note, sizeof(note), "%zu-%zu of %zu", help->top + 1, last, help->count);
	inside = pane_frame(pane, ROLE_BORDER, text_of(title), text_of(note));
	for (size_t i = help->top; i < last; i++)
		draw_line(help, inside, (int)(i - help->top), i);
}

static void move(struct help *help, long by)
{
	long to = (long)help->top + by;

	help->top = to < 0 ? 0 : (size_t)to;
}

/* The match at or behind @from (in front of it when @back), around the end. */
static void find(struct view *view, size_t from, bool back)
{
	struct help *help = view->data;

	collect(help, view->app);
	for (size_t i = 0; i < help->count; i++) {
		size_t at = (back ? from + help->count - i : from + i) % help->count;

		if (!matches(help, at))
			continue;
		help->found = at;
		/* A few lines in front of it tell where one is. */
		help->top = at > help->window / 3 ? at - help->window / 3 : 0;
		return;
	}
	app_say(view->app, SAY_WARN, "Nothing in the help has \"%s\".", help->search);
}

static void search(struct view *view, struct text words)
{
	struct help *help = view->data;

	free(help->search);
	help->search = xmemdup0(words.ptr, words.len);
	find(view, 0, false);
}

void help_open(struct app *app, struct text words)
{
	app_show(app, VIEW_HELP);
	search(app_view(app), words);
}

static void take_words(void *context, const char *line)
{
	if (line && line[0])
		search(context, text_of(line));
}

static bool find_again(struct view *view, bool back)
{
	struct help *help = view->data;

	if (!help->search)
		app_say(view->app, SAY_INFO, "Nothing was searched for yet.");
	else
		find(view, help->found + (back ? help->count - 1 : 1), back);
	return true;
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
		help->top = help->count;
		return true;
	case ACTION_SEARCH:
		prompt_ask_line(&view->app->prompt, "Search the help", (struct text){0},
			&view->app->searches, take_words, view);
		return true;
	case ACTION_NEXT_MATCH:
		return find_again(view, false);
	case ACTION_PREVIOUS_MATCH:
		return find_again(view, true);
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
	struct help *help = view->data;

	help->top = help->found = 0;
	free(help->search);
	help->search = NULL;
}

static void help_close(struct view *view)
{
	struct help *help = view->data;

	free(help->lines);
	free(help->search);
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
		{ACTION_SEARCH, ACTION_NONE, NULL},
		{ACTION_NEXT_MATCH, ACTION_PREVIOUS_MATCH, "match"},
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
	.close = help_close,
	.draw = help_draw,
	.act = help_act,
	.wheel = help_wheel,
	.footer = help_footer,
	.read_out = help_read_out,
};
