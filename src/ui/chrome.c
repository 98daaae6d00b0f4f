#include "ui/chrome.h"

#include <math.h>
#include <stdio.h>

#include "base/units.h"
#include "base/utf8.h"
#include "draw/layout.h"

#define TINY_ROWS    6
#define TINY_COLUMNS 30

/* Where a message begins in the footer. */
#define MESSAGE_X 18

bool chrome_is_tiny(struct pane pane)
{
	return pane_height(pane) < TINY_ROWS || pane_width(pane) < TINY_COLUMNS;
}

void chrome_format_heading(const struct app *app, uint32_t environment, const char *label,
	size_t cells, char *out, size_t size)
{
	size_t at = (size_t)snprintf(out, size, "%c ", role_series_letter(environment));

	/* Cut by cells: bytes would leave half a character, and a wide one takes two. */
	utf8_fit(out + at, size - at, text_of(label), cells, !app->utf8);
}

int chrome_draw_key(struct pane pane, int x, int y, const char *key, const char *label)
{
	x = pane_string(pane, x, y, ROLE_KEY, key);
	return pane_string(pane, x + 1, y, ROLE_FOOTER, label);
}

/* How the run behind another view is getting on: `run 47 %  1:52 left`. */
static void describe_run(const struct app *app, char *out, size_t size)
{
	const struct run_state *run = app->run;
	char left[UNITS_SIZE];

	out[0] = '\0';
	if (!run_state_active(run) || app->tab == VIEW_RUN)
		return;
	if (run->phase == RUN_PAUSED)
		snprintf(out, size, "run paused");
	else if (run->progress < 0)
		snprintf(out, size, "run starting");
	else if (run->left_s < 0)
		snprintf(out, size, "run %.0f %%", run->progress * 100);
	else
		snprintf(out, size, "run %.0f %%  %s left", floor(run->progress * 100),
			run_state_format_left(left, run->left_s));
}

/* What stands at the right of the tabs. */
static enum role describe_state(const struct app *app, char *out, size_t size)
{
	describe_run(app, out, size);
	if (out[0])
		return app->run->phase == RUN_PAUSED ? ROLE_WARN : ROLE_OK;
	if (app->browse->samples)
		snprintf(out, size, "samples");
	return ROLE_WARN;
}

/*
 * `1 Library`, and where it is; @brief: only the key where it is not the current one.
 * Returns the x behind it, which is @x for what has no tab.
 */
static int lay_tab(
	const struct app *app, enum view_id id, bool brief, int x, char *text, size_t size)
{
	const struct view_info *view = &view_table[id];
	char key[KEY_NAME_SIZE];

	if (!view->title[0])
		return x;
	keymap_show(app->keymap, view->action, NULL, key);
	if (brief && app->tab != id)
		snprintf(text, size, "%s", key);
	else
		snprintf(text, size, "%s %s", key, view->title);
	return x + pane_text_width(text_of(text));
}

/* With all titles the state beside them would not fit. */
static bool tabs_are_brief(const struct app *app)
{
	char note[80], text[64];
	int x = 1;

	describe_state(app, note, sizeof(note));
	for (int i = 0; i < VIEW_COUNT; i++)
		if (view_table[i].title[0])
			x = lay_tab(app, (enum view_id)i, false, x, text, sizeof(text)) + 2;
	return note[0] && x + pane_text_width(text_of(note)) >= canvas_columns(app->canvas) + 1;
}

enum view_id chrome_tab_at(const struct app *app, int x)
{
	bool brief = tabs_are_brief(app);
	int start = 1;

	for (int i = 0; i < VIEW_COUNT; i++) {
		char text[64];
		int end = lay_tab(app, (enum view_id)i, brief, start, text, sizeof(text));

		if (x >= start && x < end)
			return (enum view_id)i;
		start = end > start ? end + 2 : start;
	}
	return VIEW_COUNT;
}

static void draw_tabs(struct app *app, struct pane row)
{
	char note[80];
	enum role role = describe_state(app, note, sizeof(note));
	bool brief = tabs_are_brief(app);
	int x = 1;

	for (int i = 0; i < VIEW_COUNT; i++) {
		bool current = app->tab == (enum view_id)i;
		char text[64];
		int end = lay_tab(app, (enum view_id)i, brief, x, text, sizeof(text));
		struct text whole = text_of(text);
		size_t key = end > x ? text_find_char(whole, ' ') : 0;

		if (end == x)
			continue;
		pane_text(row, x, 0, current ? ROLE_TITLE : ROLE_FOOTER, whole);
		if (!current)
			pane_text(row, x, 0, ROLE_KEY,
				text_make(text, key < whole.len ? key : whole.len));
		else
			pane_add_attributes(pane_sub_at(row, x, 0, end - x, 1), CELL_UNDERLINE);
		x = end + 2;
	}
	pane_text_right(row, x - 1, 0, pane_width(row) - x, role, text_of(note));
}

/* The keys of @item as `[ ]`, or as `←→` where both are arrows. */
static void item_keys(const struct app *app, const struct footer_item *item, char *out, size_t size)
{
	struct pane pane = canvas_pane(app->canvas);
	/* In ASCII an arrow would look like the keys < and >, which do something else. */
	const struct glyphs *glyphs = pane_glyph_set(pane) == GLYPHS_ASCII ? NULL
									   : pane_glyphs(pane);
	char first[KEY_NAME_SIZE], second[KEY_NAME_SIZE];
	bool arrows;

	keymap_show(app->keymap, item->first, glyphs, first);
	if (item->second == ACTION_NONE) {
		snprintf(out, size, "%s", first);
		return;
	}
	keymap_show(app->keymap, item->second, glyphs, second);
	arrows = (unsigned char)first[0] >= 0x80 && (unsigned char)second[0] >= 0x80;
	snprintf(out, size, "%s%s%s", first, arrows ? "" : " ", second);
}

static const char *item_label(const struct footer_item *item)
{
	return item->label ? item->label : action_table[item->first].label;
}

static int draw_item(const struct app *app, struct pane row, int x, const struct footer_item *item)
{
	char keys[2 * KEY_NAME_SIZE + 1];

	item_keys(app, item, keys, sizeof(keys));
	return chrome_draw_key(row, x, 0, keys, item_label(item));
}

static int item_width(const struct app *app, const struct footer_item *item)
{
	char keys[2 * KEY_NAME_SIZE + 1];

	item_keys(app, item, keys, sizeof(keys));
	return pane_text_width(text_of(keys)) + 1 + pane_text_width(text_of(item_label(item)));
}

/* The start of @text that fits into @width cells, up to a blank if there is one. */
static struct text take_line(struct text *text, size_t width)
{
	struct text line = *text, rest = *text;
	size_t last_blank = SIZE_MAX, used, cells = 0;

	while (rest.len && cells <= width) {
		if (*rest.ptr == ' ')
			last_blank = (size_t)(rest.ptr - line.ptr);
		utf8_decode(rest, &used);
		cells += utf8_cells(text_make(rest.ptr, used));
		if (cells <= width)
			rest = text_skip(rest, used);
	}
	if (rest.len == 0) {
		*text = rest;
		return line;
	}
	line.len = (size_t)(rest.ptr - line.ptr);
	if (last_blank != SIZE_MAX && last_blank > 0)
		line.len = last_blank;
	*text = text_skip(*text, line.len);
	while (text->len && *text->ptr == ' ')
		*text = text_skip(*text, 1);
	return line;
}

static enum role message_role(const struct app *app)
{
	static const enum role roles[] = {
		[SAY_INFO] = ROLE_OK, [SAY_WARN] = ROLE_WARN, [SAY_ERROR] = ROLE_ERR};

	return roles[app->message_level];
}

static void draw_message(const struct app *app, struct pane row, int x)
{
	pane_text_fit(row, x, 0, pane_width(row) - x - 1, message_role(app), text_of(app->message));
}

/* Behind `? help  q back` in the footer. */
static bool message_fits(const struct app *app, int columns)
{
	return pane_text_width(text_of(app->message)) < columns - MESSAGE_X;
}

void chrome_draw_long_message(const struct app *app, struct pane body)
{
	struct text rest = text_of(app->message);
	int width = pane_width(body) - 2, rows = 0;
	struct pane over;

	if (prompt_is_open(&app->prompt) || message_fits(app, pane_width(body)))
		return;
	while (rest.len && rows < pane_height(body)) {
		take_line(&rest, (size_t)width);
		rows++;
	}
	over = pane_sub_at(body, 0, pane_height(body) - rows, pane_width(body), rows);
	pane_fill(over, ROLE_TEXT, " ");
	chrome_draw_paragraph(
		pane_sub_at(over, 1, 0, width, rows), 0, message_role(app), text_of(app->message));
}

static void draw_footer(struct app *app, struct pane row)
{
	struct view *view = app_view(app);
	struct footer_item fixed[] = {
		{ACTION_HELP, ACTION_NONE, NULL}, {ACTION_BACK, ACTION_NONE, NULL}};
	struct footer_item items[FOOTER_MAX];
	size_t count;
	int x = 1;

	if (prompt_is_open(&app->prompt)) {
		prompt_draw(&app->prompt, row);
		return;
	}
	if (app->tab == VIEW_LIBRARY && app->overlay_count == 0)
		fixed[1].label = "quit";
	for (size_t i = 0; i < FST_COUNT(fixed); i++)
		x = draw_item(app, row, x, &fixed[i]) + 2;
	x++;
	if (app->message[0] && message_fits(app, pane_width(row))) {
		draw_message(app, row, x);
		return;
	}
	count = view->ops->footer ? view->ops->footer(view, items) : 0;
	for (size_t i = 0; i < count; i++) {
		if (x + item_width(app, &items[i]) + 1 > pane_width(row))
			break;
		x = draw_item(app, row, x, &items[i]) + 2;
	}
}

struct pane chrome_draw(struct app *app, struct pane pane)
{
	const struct layout_part parts[] = {
		{.minimum = 1, .priority = 1},
		{.minimum = 4, .weight = 1, .priority = 3},
		{.minimum = 1, .priority = 2},
	};
	struct pane panes[3];

	layout_rows(pane, parts, 3, panes);
	if (!pane_empty(panes[0]))
		draw_tabs(app, panes[0]);
	if (!pane_empty(panes[2]))
		draw_footer(app, panes[2]);
	return panes[1];
}

void chrome_draw_read_out(struct app *app, struct pane pane)
{
	struct view *view = app_view(app);
	struct strbuf line = STRBUF_INIT;
	struct pane last = pane_sub_at(pane, 0, pane_height(pane) - 1, pane_width(pane), 1);
	bool busy = prompt_is_open(&app->prompt) || app->message[0];

	if (view->ops->read_out)
		view->ops->read_out(view, &line);
	if (!busy || pane_height(pane) > 1)
		pane_text_fit(pane, 0, 0, pane_width(pane), ROLE_VALUE, strbuf_text(&line));
	if (prompt_is_open(&app->prompt))
		prompt_draw(&app->prompt, last);
	else if (app->message[0])
		draw_message(app, last, 0);
	strbuf_free(&line);
}

/* Letter and label of @environment of the browse's cube; returns the x behind them. */
static int draw_environment(
	const struct app *app, struct pane pane, int x, int y, int width, uint32_t environment)
{
	const char *label = cube_environment(app->browse->cube, environment)->label;
	char letter[2] = {role_series_letter(environment), '\0'};

	pane_put(pane, x, y, role_series(environment), letter);
	return pane_text_fit(pane, x + 2, y, width - 2, ROLE_VALUE, text_of(label));
}

struct crumb {
	enum cube_dim dim;
	const char *name;
};

int chrome_draw_paragraph(struct pane pane, int y, enum role role, struct text text)
{
	int width = pane_width(pane);

	while (text.len && y < pane_height(pane) && width > 0) {
		struct text start = text;
		struct text line = take_line(&text, (size_t)width);

		if (line.len == 0)
			break;
		if (y + 1 == pane_height(pane) && text.len)
			line = start; /* its cut is to be seen */
		pane_text_fit(pane, 0, y++, width, role, line);
	}
	return y;
}

static int draw_position(const struct app *app, struct pane row, int x, enum cube_dim dim)
{
	uint32_t position, total;

	browse_position(app->browse, dim, &position, &total);
	return pane_printf(row, x + 1, 0, ROLE_DIM, "%u/%u", position, total);
}

void chrome_draw_breadcrumb(const struct app *app, struct pane row)
{
	static const struct crumb sizes[] = {
		{CUBE_FILE_SIZE, "file"}, {CUBE_RECORD_SIZE, "record"}};
	const struct browse *browse = app->browse;
	const struct glyphs *glyphs = pane_glyphs(row);
	int room = pane_width(row) - 62;
	int x;

	if (browse_empty(browse))
		return;
	x = draw_environment(
		app, row, 1, 0, room > 8 ? room + 2 : 10, browse->at.at[CUBE_ENVIRONMENT]);
	x = draw_position(app, row, x, CUBE_ENVIRONMENT);
	x = pane_string(row, x + 1, 0, ROLE_BORDER, glyphs->vertical);
	x = pane_string(row, x + 1, 0, ROLE_DIM, "test ");
	x = pane_string(
		row, x, 0, ROLE_VALUE, cube_test(browse->cube, browse->at.at[CUBE_TEST])->label);
	x = draw_position(app, row, x, CUBE_TEST);
	for (size_t i = 0; i < FST_COUNT(sizes); i++) {
		uint64_t bytes = cube_size(browse->cube, sizes[i].dim, browse->at.at[sizes[i].dim]);
		char size[UNITS_SIZE];

		if (bytes == 0)
			continue;
		x = pane_string(row, x + 1, 0, ROLE_BORDER, glyphs->vertical);
		x = pane_printf(row, x + 1, 0, ROLE_DIM, "%s ", sizes[i].name);
		x = pane_string(
			row, x, 0, ROLE_VALUE, units_format_size(size, (double)bytes, true));
		x = draw_position(app, row, x, sizes[i].dim);
	}
}
