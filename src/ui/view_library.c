/* What there is: environments and their runs, and what is known of the one under the cursor. */
#include "ui/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare.h"
#include "base/alloc.h"
#include "base/units.h"
#include "draw/layout.h"
#include "draw/table.h"
#include "ui/app.h"
#include "ui/chrome.h"
#include "ui/filter.h"
#include "ui/library_edit.h"

/* A row of the list: an environment (with its only run), or one of its several runs. */
struct entry {
	uint32_t environment; /* of browse->all */
	size_t run; /* of the catalogue; SIZE_MAX: all runs of the environment */
};

struct library {
	struct entry *entries;
	size_t count, cursor, top;
	size_t window; /* rows that were visible last */
	struct rect list_at; /* where they were drawn, for clicks */
	struct filter *filter; /* NULL: all are shown */
	struct strbuf pattern; /* as it was typed */
	struct library_edits edits;
	struct library_target target; /* of the edit that is being asked about */
};

enum list_column { LIST_MARK, LIST_NAME, LIST_TOOL, LIST_WHEN, LIST_ROWS, LIST_WHAT };

static const struct table_column list_columns[] = {
	[LIST_MARK] = {.heading = "", .priority = 6},
	[LIST_NAME] = {.heading = "environment / run",
		.minimum = 16,
		.maximum = 34,
		.priority = 5,
		.role = ROLE_VALUE},
	[LIST_TOOL] = {.heading = "tool", .maximum = 16, .priority = 3},
	[LIST_WHEN] = {.heading = "when / from", .maximum = 22, .priority = 1, .role = ROLE_DIM},
	[LIST_ROWS] = {.heading = "rows", .align = TABLE_RIGHT, .priority = 4},
	[LIST_WHAT] =
		{.heading = "what", .minimum = 8, .grows = true, .priority = 2, .role = ROLE_DIM},
};

static void library_close(struct view *view)
{
	struct library *library = view->data;

	free(library->entries);
	filter_free(library->filter);
	strbuf_free(&library->pattern);
	library_edits_free(&library->edits);
	free(library->target.rows);
}

static void add_entry(struct library *library, uint32_t environment, size_t run)
{
	library->entries[library->count++] = (struct entry){environment, run};
}

/* What of a run a filter looks at, a line each. */
static void describe_run(const struct browse *browse, size_t run, struct strbuf *out)
{
	static const enum column columns[] = {COL_ENVIRONMENT, COL_SECTION, COL_RUN, COL_TOOL,
		COL_STARTED, COL_TEST, COL_SOURCE, COL_NOTE, COL_FILESYSTEM, COL_MOUNT_OPTIONS,
		COL_HOST};
	uint32_t row = browse->catalogue->runs[run].first_row;

	strbuf_clear(out);
	for (size_t i = 0; i < FST_COUNT(columns); i++) {
		strbuf_add_text(out, dataset_text(browse->dataset, row, columns[i]));
		strbuf_add_char(out, '\n');
	}
}

/* The runs of an environment that the filter lets through, each an entry where there are more. */
static void add_environment(
	struct library *library, const struct browse *browse, size_t environment)
{
	const struct catalogue *catalogue = browse->catalogue;
	size_t first = catalogue->first_run[environment],
	       end = catalogue->first_run[environment + 1];
	struct strbuf text = STRBUF_INIT;
	size_t before = library->count;

	add_entry(library, (uint32_t)environment, end - first == 1 ? first : SIZE_MAX);
	for (size_t r = first; r < end; r++) {
		if (library->filter)
			describe_run(browse, r, &text);
		if (!filter_matches(library->filter, strbuf_text(&text)))
			continue;
		if (end - first == 1)
			before = SIZE_MAX;
		else
			add_entry(library, (uint32_t)environment, r);
	}
	if (before == library->count - 1)
		library->count--;
	strbuf_free(&text);
}

static void library_refresh(struct view *view)
{
	struct library *library = view->data;
	const struct catalogue *catalogue = view->app->browse->catalogue;

	library->count = 0;
	library->entries = xreallocarray(library->entries,
		catalogue->environment_count + catalogue->run_count + 1, sizeof(*library->entries));
	for (size_t e = 0; e < catalogue->environment_count; e++)
		add_environment(library, view->app->browse, e);
	if (library->cursor >= library->count)
		library->cursor = library->count ? library->count - 1 : 0;
}

/* Is it the row of an environment rather than of one of several runs? */
static bool heads_environment(const struct library *library, size_t row)
{
	return row == 0 ||
	       library->entries[row - 1].environment != library->entries[row].environment;
}

/* The catalogue's runs that @entry stands for. */
static void runs_of(const struct view *view, const struct entry *entry, size_t *first, size_t *end)
{
	const struct catalogue *catalogue = view->app->browse->catalogue;

	*first = entry->run == SIZE_MAX ? catalogue->first_run[entry->environment] : entry->run;
	*end = entry->run == SIZE_MAX ? catalogue->first_run[entry->environment + 1]
				      : entry->run + 1;
}

static bool is_marked(const struct view *view, const struct entry *entry)
{
	const struct browse *browse = view->app->browse;
	size_t first, end;

	runs_of(view, entry, &first, &end);
	for (size_t i = first; i < end; i++)
		if (!browse_marked(browse, browse->catalogue->runs[i].first_row))
			return false;
	return first < end;
}

static void fill_mark(
	const struct view *view, size_t row, const struct entry *entry, struct table_cell *cell)
{
	const struct library *library = view->data;
	uint32_t shown = browse_environment(view->app->browse, entry->environment);
	char letter = ' ';

	if (heads_environment(library, row) && shown != UINT32_MAX) {
		letter = role_series_letter(shown);
		cell->role = role_series(shown);
	}
	snprintf(cell->text, sizeof(cell->text), "%c %c", is_marked(view, entry) ? '*' : ' ',
		letter);
}

/* When the run was, as people write it; of a log that does not say, the log. */
static void fill_when(const struct view *view, const struct entry *entry, struct table_cell *cell)
{
	const struct dataset *dataset = view->app->browse->dataset;
	struct text started, source;
	size_t first, end;
	uint32_t row;

	runs_of(view, entry, &first, &end);
	row = view->app->browse->catalogue->runs[first].first_row;
	started = dataset_text(dataset, row, COL_STARTED);
	source = dataset_text(dataset, row, COL_SOURCE);
	if (started.len >= 16 && started.ptr[10] == 'T')
		snprintf(cell->text, sizeof(cell->text), "%.10s %.5s", started.ptr,
			started.ptr + 11);
	else
		snprintf(cell->text, sizeof(cell->text), "%.*s",
			TEXT_ARGS(started.len ? started : source));
}

static void fill_name(
	const struct view *view, size_t row, const struct entry *entry, struct table_cell *cell)
{
	const struct browse *browse = view->app->browse;
	const struct catalogue_run *run;
	struct text name;

	if (heads_environment(view->data, row)) {
		snprintf(cell->text, sizeof(cell->text), "%s",
			cube_environment(browse->all, entry->environment)->label);
		return;
	}
	run = &browse->catalogue->runs[entry->run];
	name = dataset_text(browse->dataset, run->first_row, COL_SECTION);
	if (name.len == 0)
		name = dataset_text(browse->dataset, run->first_row, COL_RUN);
	snprintf(cell->text, sizeof(cell->text), "  %.*s", TEXT_ARGS(name));
	cell->role = ROLE_DIM;
}

static void fill_what(const struct view *view, const struct entry *entry, struct table_cell *cell)
{
	const struct browse *browse = view->app->browse;
	const struct catalogue_run *run;
	size_t first, end;

	runs_of(view, entry, &first, &end);
	run = &browse->catalogue->runs[first];
	if (end - first > 1)
		snprintf(cell->text, sizeof(cell->text), "%zu runs", end - first);
	else if (run->test_count == 1)
		snprintf(cell->text, sizeof(cell->text), "%.*s",
			TEXT_ARGS(dataset_text(browse->dataset, run->first_row, COL_TEST)));
	else
		snprintf(cell->text, sizeof(cell->text), "%u tests", run->test_count);
}

/* The tool of the runs @first..@end - 1, or that they come from several. */
static void fill_tool(
	const struct browse *browse, size_t first, size_t end, struct table_cell *cell)
{
	const struct catalogue_run *runs = browse->catalogue->runs;
	struct strbuf tool = STRBUF_INIT;
	size_t different = 0;

	for (size_t i = first; i < end; i++)
		different += dataset_text_id(browse->dataset, runs[i].first_row, COL_TOOL) !=
			     dataset_text_id(browse->dataset, runs[first].first_row, COL_TOOL);
	if (different)
		strbuf_add_string(&tool, "several");
	else
		catalogue_add_tool(browse->dataset, runs[first].first_row, &tool);
	snprintf(cell->text, sizeof(cell->text), "%s", strbuf_string(&tool));
	strbuf_free(&tool);
}

static void fill_cell(const void *context, size_t row, size_t column, struct table_cell *cell)
{
	const struct view *view = context;
	const struct library *library = view->data;
	const struct browse *browse = view->app->browse;
	const struct entry *entry = &library->entries[row];
	size_t first, end;
	double rows = 0;

	runs_of(view, entry, &first, &end);
	switch ((enum list_column)column) {
	case LIST_MARK:
		fill_mark(view, row, entry, cell);
		break;
	case LIST_NAME:
		fill_name(view, row, entry, cell);
		break;
	case LIST_TOOL:
		fill_tool(browse, first, end, cell);
		break;
	case LIST_WHEN:
		fill_when(view, entry, cell);
		break;
	case LIST_ROWS:
		for (size_t i = first; i < end; i++)
			rows += browse->catalogue->runs[i].row_count;
		units_format_count(cell->text, rows);
		break;
	case LIST_WHAT:
		fill_what(view, entry, cell);
		break;
	}
}

static struct table list_table(const struct view *view)
{
	const struct library *library = view->data;

	return (struct table){.columns = list_columns,
		.column_count = FST_COUNT(list_columns),
		.row_count = library->count,
		.cell = fill_cell,
		.context = view,
		.top = library->top,
		.cursor = library->cursor};
}

static const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

static void add_totals(const struct browse *browse, struct strbuf *out)
{
	const struct catalogue *catalogue = browse->catalogue;
	char rows[UNITS_SIZE];

	strbuf_printf(out, "%zu environment%s, %zu run%s, %s measurement%s",
		catalogue->environment_count, plural(catalogue->environment_count),
		catalogue->run_count, plural(catalogue->run_count),
		units_format_count(rows, cube_row_count(browse->all)),
		plural(cube_row_count(browse->all)));
}

/* How to get figures of one's own: in the place of an empty library. */
static void draw_invitation(struct view *view, struct pane pane, int y)
{
	const struct app *app = view->app;
	char key[KEY_NAME_SIZE];
	int x = 1;

	keymap_show(app->keymap, ACTION_RUN, NULL, key);
	x = chrome_draw_key(pane, x, y, key, "benchmark your folders") + 2;
	x = pane_string(pane, x, y, ROLE_KEY, "paste");
	x = pane_string(pane, x + 1, y, ROLE_FOOTER, "a log anywhere") + 2;
	keymap_show(app->keymap, ACTION_IMPORT, NULL, key);
	chrome_draw_key(pane, x, y, key, "import a log file");
}

static void draw_headline(struct view *view, struct pane pane)
{
	const struct library *library = view->data;
	const struct browse *browse = view->app->browse;
	struct strbuf line = STRBUF_INIT;
	int x = 1;

	if (browse->samples)
		x = pane_string(pane, x, 0, ROLE_WARN, "Samples, as your library is empty: ");
	add_totals(browse, &line);
	x = pane_text(pane, x, 0, ROLE_TEXT, strbuf_text(&line));
	if (browse->mark_count)
		pane_printf(pane, x, 0, ROLE_MARK, "; other views show the %zu marked",
			browse->mark_count);
	if (library->pattern.len)
		pane_printf(pane, 1, 1, ROLE_WARN, "showing what matches %s",
			strbuf_string(&library->pattern));
	strbuf_free(&line);
}

/* The two environments that are marked; false unless there are two. */
static bool two_marked(const struct browse *browse, uint32_t environments[2])
{
	size_t count = 0;

	for (size_t i = 0; i < browse->catalogue->run_count; i++) {
		const struct catalogue_run *run = &browse->catalogue->runs[i];

		if (!browse_marked(browse, run->first_row) ||
			(count && environments[count - 1] == run->environment))
			continue;
		if (count == 2)
			return false;
		environments[count++] = run->environment;
	}
	return count == 2;
}

static void add_difference(
	const struct browse *browse, const uint32_t environments[2], struct strbuf *out)
{
	struct strbuf difference = STRBUF_INIT;

	compare_add_facts_difference(browse->all, environments[0], environments[1], &difference);
	strbuf_printf(out, "%s and %s ", cube_environment(browse->all, environments[0])->label,
		cube_environment(browse->all, environments[1])->label);
	if (difference.len)
		strbuf_printf(out, "differ in: %s", strbuf_string(&difference));
	else
		strbuf_add_string(out, "differ in nothing that both tell of");
	strbuf_free(&difference);
}

static void add_note(const struct browse *browse, uint32_t row, struct strbuf *out)
{
	struct text note = dataset_text(browse->dataset, row, COL_NOTE);

	if (note.len)
		strbuf_printf(out, "%sNote: %.*s", out->len ? ". " : "", TEXT_ARGS(note));
}

static void draw_facts(struct view *view, struct pane pane)
{
	const struct library *library = view->data;
	const struct browse *browse = view->app->browse;
	const struct entry *entry = &library->entries[library->cursor];
	struct strbuf facts = STRBUF_INIT;
	struct pane inside = pane_sub_at(pane, 1, 0, pane_width(pane) - 2, pane_height(pane));
	uint32_t marked[2];
	char separator[16];
	size_t first, end;
	int x;

	pane_horizontal(pane, 0, 0, pane_width(pane), ROLE_BORDER);
	x = pane_text_fit(pane, 3, 0, pane_width(pane) - 6, ROLE_TITLE,
		text_of(cube_environment(browse->all, entry->environment)->label));
	pane_put(pane, 2, 0, ROLE_TEXT, " ");
	pane_put(pane, x, 0, ROLE_TEXT, " ");
	runs_of(view, entry, &first, &end);
	snprintf(separator, sizeof(separator), " %s ", pane_glyphs(pane)->middle_dot);
	catalogue_add_facts(
		browse->dataset, browse->catalogue->runs[first].first_row, separator, &facts);
	add_note(browse, browse->catalogue->runs[first].first_row, &facts);
	if (two_marked(browse, marked)) {
		strbuf_clear(&facts);
		add_difference(browse, marked, &facts);
	}
	if (facts.len == 0)
		strbuf_add_string(&facts, "The log says nothing about this environment.");
	chrome_draw_paragraph(inside, 1, ROLE_TEXT, strbuf_text(&facts));
	strbuf_free(&facts);
}

static void library_draw(struct view *view, struct pane pane)
{
	struct library *library = view->data;
	const struct browse *browse = view->app->browse;
	bool invite = browse->samples || library->count == 0;
	int rows = library->count < CANVAS_MAX_ROWS ? (int)library->count : CANVAS_MAX_ROWS;
	const struct layout_part parts[] = {
		{.minimum = 1, .wanted = invite ? 3 : 2, .priority = 2},
		{.minimum = 3, .weight = 1, .maximum = rows + 2, .priority = 3},
		{.minimum = 3, .wanted = 5, .priority = 1},
	};
	struct pane panes[3];
	struct table table;

	layout_rows(pane, parts, library->count ? 3 : 2, panes);
	draw_headline(view, panes[0]);
	if (invite && pane_height(panes[0]) > 1)
		draw_invitation(view, panes[0], 1);
	if (library->count == 0)
		return;
	table = list_table(view);
	library->window = table_window(panes[1], &table);
	library->list_at = panes[1].rect;
	library->top = table.top = table_scroll(panes[1], &table);
	table_draw(panes[1], &table);
	if (!pane_empty(panes[2]))
		draw_facts(view, panes[2]);
}

static void move(struct library *library, long by)
{
	long to = (long)library->cursor + by, last = (long)library->count - 1;

	library->cursor = to < 0 || last < 0 ? 0 : (size_t)(to > last ? last : to);
}

static void toggle_mark(struct view *view)
{
	struct library *library = view->data;
	struct browse *browse = view->app->browse;
	const struct entry *entry = &library->entries[library->cursor];
	bool marked = !is_marked(view, entry);
	size_t first, end;

	runs_of(view, entry, &first, &end);
	for (size_t i = first; i < end; i++)
		browse_mark(browse, browse->catalogue->runs[i].first_row, marked);
	app_reindex(view->app);
	move(library, 1);
}

static void open_environment(struct view *view)
{
	const struct library *library = view->data;
	struct browse *browse = view->app->browse;
	uint32_t environment = browse_environment(
		browse, library->entries[library->cursor].environment);

	if (environment == UINT32_MAX)
		app_say(view->app, SAY_INFO,
			"It is not marked; the other views show only what is marked.");
	else
		browse_go(browse, environment);
	if (environment != UINT32_MAX)
		app_show(view->app, VIEW_SIZES);
}

static void choose_baseline(struct view *view)
{
	const struct library *library = view->data;
	struct browse *browse = view->app->browse;
	uint32_t environment = browse_environment(
		browse, library->entries[library->cursor].environment);

	if (environment == UINT32_MAX)
		return;
	browse_set_baseline(browse, environment);
	app_say(view->app, SAY_INFO, "The baseline is %s.",
		cube_environment(browse->cube, environment)->label);
}

/* The runs of the entry under the cursor become what is edited. */
static bool take_target(struct view *view)
{
	struct library *library = view->data;
	const struct browse *browse = view->app->browse;
	size_t first, end;

	if (!view->app->library || browse->samples) {
		app_say(view->app, SAY_WARN, "%s can be changed here.",
			browse->samples ? "The samples are part of the program: only your library"
					: "These files were opened by name: only the library");
		return false;
	}
	if (run_state_active(view->app->run) || view->app->run->row_count) {
		app_say(view->app, SAY_WARN,
			"The run of this session is in the list: leave and start again to change "
			"the library.");
		return false;
	}
	runs_of(view, &library->entries[library->cursor], &first, &end);
	library->target.count = end - first;
	library->target.rows = xreallocarray(
		library->target.rows, library->target.count, sizeof(*library->target.rows));
	for (size_t i = first; i < end; i++)
		library->target.rows[i - first] = browse->catalogue->runs[i].first_row;
	return true;
}

static void delete_target(void *context)
{
	struct view *view = context;
	struct library *library = view->data;

	library_edit(view->app, &library->edits, EDIT_DELETE, &library->target, NULL);
}

static void ask_delete(struct view *view)
{
	const struct library *library = view->data;
	char question[160];

	if (!take_target(view))
		return;
	snprintf(question, sizeof(question), "Delete %zu run%s of %.60s (u brings them back)?",
		library->target.count, plural(library->target.count),
		cube_environment(
			view->app->browse->all, library->entries[library->cursor].environment)
			->label);
	prompt_ask_yes(&view->app->prompt, question, delete_target, view);
}

static void edit_text(struct view *view, enum library_edit_kind kind, const char *line)
{
	struct library *library = view->data;

	if (line && text_trim(text_of(line)).len)
		library_edit(view->app, &library->edits, kind, &library->target, line);
}

static void take_name(void *context, const char *line)
{
	edit_text(context, EDIT_RENAME, line);
}

static void take_note(void *context, const char *line)
{
	edit_text(context, EDIT_NOTE, line);
}

static void take_filter(void *context, const char *line)
{
	struct view *view = context;
	struct library *library = view->data;
	struct filter *filter = NULL;
	struct fst_error error;

	if (!line)
		return;
	if (line[0] && filter_new(line, &filter, &error) != FST_OK) {
		app_say_error(view->app, &error);
		return;
	}
	filter_free(library->filter);
	library->filter = filter;
	strbuf_clear(&library->pattern);
	strbuf_add_string(&library->pattern, line);
	library_refresh(view);
	if (library->count == 0)
		app_say(view->app, SAY_WARN, "Nothing matches; an empty filter shows all.");
}

static void ask_text(struct view *view, enum action action)
{
	const struct library *library = view->data;
	const struct browse *browse = view->app->browse;

	if (!take_target(view))
		return;
	if (action == ACTION_RENAME)
		prompt_ask_line(&view->app->prompt, "New name: ",
			dataset_text(browse->dataset, library->target.rows[0], COL_ENVIRONMENT),
			&view->app->names, take_name, view);
	else
		prompt_ask_line(&view->app->prompt, "Note: ", TEXT(""), NULL, take_note, view);
}

/* What works also when the list is empty. */
static bool act_on_list(struct view *view, enum action action)
{
	struct library *library = view->data;

	switch (action) {
	case ACTION_FILTER:
		prompt_ask_line(&view->app->prompt, "Filter: ", strbuf_text(&library->pattern),
			NULL, take_filter, view);
		return true;
	case ACTION_UNDO:
		library_edit_undo(view->app, &library->edits);
		return true;
	default:
		return false;
	}
}

static bool library_act(struct view *view, enum action action)
{
	struct library *library = view->data;
	long page = library->window > 1 ? (long)library->window - 1 : 1;

	if (act_on_list(view, action))
		return true;
	if (library->count == 0)
		return false;
	switch (action) {
	case ACTION_DROP:
		ask_delete(view);
		return true;
	case ACTION_RENAME:
	case ACTION_ANNOTATE:
		ask_text(view, action);
		return true;
	case ACTION_UP:
		move(library, -1);
		return true;
	case ACTION_DOWN:
		move(library, 1);
		return true;
	case ACTION_PAGE_UP:
		move(library, -page);
		return true;
	case ACTION_PAGE_DOWN:
		move(library, page);
		return true;
	case ACTION_FIRST:
		library->cursor = 0;
		return true;
	case ACTION_LAST:
		library->cursor = library->count - 1;
		return true;
	case ACTION_MARK:
		toggle_mark(view);
		return true;
	case ACTION_BASELINE:
		choose_baseline(view);
		return true;
	case ACTION_OPEN:
		open_environment(view);
		return true;
	default:
		return false;
	}
}

/* A click moves the cursor; one at the cursor opens. */
static void library_click(struct view *view, int x, int y)
{
	struct library *library = view->data;
	struct pane list = {.canvas = view->app->canvas, .rect = library->list_at};
	struct table table = list_table(view);
	size_t row;

	(void)x;
	if (library->count == 0)
		return;
	row = table_row_at(list, &table, y + view->app->body.y - library->list_at.y);
	if (row == SIZE_MAX)
		return;
	if (row == library->cursor)
		open_environment(view);
	library->cursor = row;
}

static void library_wheel(struct view *view, int lines)
{
	move(view->data, lines);
}

static size_t library_footer(const struct view *view, struct footer_item *items)
{
	const struct footer_item all[] = {
		{ACTION_UP, ACTION_DOWN, "move"},
		{ACTION_OPEN, ACTION_NONE, NULL},
		{ACTION_MARK, ACTION_NONE, NULL},
		{ACTION_RUN, ACTION_NONE, NULL},
		{ACTION_IMPORT, ACTION_NONE, NULL},
		{ACTION_FILTER, ACTION_NONE, NULL},
		{ACTION_BASELINE, ACTION_NONE, NULL},
		{ACTION_PASTE, ACTION_NONE, NULL},
	};

	(void)view;
	memcpy(items, all, sizeof(all));
	return FST_COUNT(all);
}

static void library_read_out(const struct view *view, struct strbuf *out)
{
	const struct library *library = view->data;
	const struct browse *browse = view->app->browse;

	if (library->count)
		strbuf_printf(out, "%s, ",
			cube_environment(browse->all, library->entries[library->cursor].environment)
				->label);
	add_totals(browse, out);
}

const struct view_ops view_library = {
	.id = VIEW_LIBRARY,
	.data_size = sizeof(struct library),
	.close = library_close,
	.refresh = library_refresh,
	.draw = library_draw,
	.act = library_act,
	.click = library_click,
	.wheel = library_wheel,
	.footer = library_footer,
	.read_out = library_read_out,
};
