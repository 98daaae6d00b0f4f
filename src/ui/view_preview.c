/* The import preview: what was recognised, to be renamed, thinned out and saved, or not. */
#include "ui/preview.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "base/units.h"
#include "draw/layout.h"
#include "draw/table.h"
#include "import/input.h"
#include "store/library.h"
#include "ui/chrome.h"
#include "ui/incoming.h"
#include "ui/reading.h"

struct preview {
	struct incoming in;
	size_t cursor, top, window;
	struct strbuf text; /* a paste, to which more may come */
	bool pasting;
	struct reading *reading; /* NULL: none is under way */
	size_t read_length; /* bytes of the paste that it reads */
	bool cut; /* the end of a paste was dropped */
	char source[256];
};

static struct preview *preview_of(struct app *app)
{
	return app->views[VIEW_PREVIEW].data;
}

static void stop_reading(struct app *app, struct preview *preview)
{
	if (!preview->reading)
		return;
	loop_unwatch(app->loop, reading_fd(preview->reading));
	reading_cancel(preview->reading);
	preview->reading = NULL;
}

static void forget(struct app *app, struct preview *preview)
{
	stop_reading(app, preview);
	incoming_forget(&preview->in);
	strbuf_free(&preview->text);
	*preview = (struct preview){0};
}

static void preview_close(struct view *view)
{
	forget(view->app, view->data);
}

/* Show what an import found, or say what it said. */
static void show(struct app *app, fst_status status, struct dataset *dataset,
	struct import_report *report, const struct fst_error *error)
{
	struct preview *preview = preview_of(app);

	if (status != FST_OK) {
		app_say_error(app, error);
		dataset_free(dataset);
		import_report_free(report);
		return;
	}
	incoming_take(
		&preview->in, dataset, report, app->browse->samples ? NULL : app->browse->dataset);
	if (preview->cursor >= incoming_count(&preview->in))
		preview->cursor = 0;
	app_show(app, VIEW_PREVIEW);
}

static void read_aside(struct app *app, const char *path, const char *source);

static void take_reading(void *context, int fd, short events)
{
	struct app *app = context;
	struct preview *preview = preview_of(app);
	struct import_report report = IMPORT_REPORT_INIT;
	struct fst_error error = {.status = FST_OK};
	struct dataset *dataset = NULL;
	fst_status status;

	(void)events;
	loop_unwatch(app->loop, fd);
	status = reading_end(preview->reading, &dataset, &report, &error);
	preview->reading = NULL;
	app->message[0] = '\0';
	show(app, status, dataset, &report, &error);
	app_redraw(app);
	if (preview->pasting && preview->text.len > preview->read_length)
		read_aside(app, NULL, "paste");
}

/* Read the file @path, or the paste so far, while keys are answered. */
static void read_aside(struct app *app, const char *path, const char *source)
{
	struct preview *preview = preview_of(app);
	struct fst_error error = {.status = FST_OK};

	preview->read_length = preview->text.len;
	preview->reading = reading_start(
		app_import(app), strbuf_text(&preview->text), path, source, &error);
	if (!preview->reading) {
		app_say_error(app, &error);
		return;
	}
	loop_watch(app->loop, reading_fd(preview->reading), POLLIN, take_reading, app);
	app_say(app, SAY_INFO, "Reading %s: its preview opens when that is done.", preview->source);
}

void preview_open_paste(struct app *app, struct text text, bool cut)
{
	struct preview *preview = preview_of(app);
	struct dataset *dataset;
	struct import_report report = IMPORT_REPORT_INIT;
	struct import_options options = {.source = "paste"};
	struct fst_error error = {.status = FST_OK};
	fst_status status;

	if (!(preview->pasting && (preview->reading || app_view(app)->ops->id == VIEW_PREVIEW)))
		forget(app, preview);
	preview->pasting = true;
	preview->cut = preview->cut || cut;
	snprintf(preview->source, sizeof(preview->source), "paste");
	strbuf_add_text(&preview->text, text);
	/* What comes while some of it is read is read behind it. */
	if (preview->reading)
		return;
	if (app->loop && preview->text.len > READING_LARGE) {
		read_aside(app, NULL, "paste");
		return;
	}
	dataset = dataset_new();
	status = import_text(
		app_import(app), strbuf_text(&preview->text), &options, dataset, &report, &error);
	show(app, status, dataset, &report, &error);
}

/* `~/log.txt` as a shell has it. The caller owns the result. */
static char *expand(const char *path)
{
	const char *home = getenv("HOME");

	if (strncmp(path, "~/", 2) == 0 && home)
		return fileio_join(home, path + 2);
	return xstrdup(path);
}

static bool is_large(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && st.st_size > (off_t)READING_LARGE;
}

void preview_open_file(struct app *app, const char *path_as_typed)
{
	struct preview *preview = preview_of(app);
	struct dataset *dataset;
	struct import_report report = IMPORT_REPORT_INIT;
	struct import_options options = {0};
	struct result_warnings warnings = {0};
	struct fst_error error = {.status = FST_OK};
	fst_status status;
	char *path;

	path = expand(path_as_typed);
	options.source = path;
	dataset = dataset_new();
	forget(app, preview);
	snprintf(preview->source, sizeof(preview->source), "%.*s",
		TEXT_ARGS(fileio_base_name(path, false)));
	/* The screen would stand still until somebody writes into it. */
	status = fileio_refuse_waiting(path, &error);
	if (status == FST_OK && app->loop && is_large(path)) {
		read_aside(app, path, path);
		dataset_free(dataset);
		free(path);
		return;
	}
	if (status == FST_OK)
		status = input_read(
			app_import(app), path, &options, dataset, &report, &warnings, &error);
	show(app, status, dataset, &report, &error);
	free(path);
}

static void open_file(void *context, const char *line)
{
	if (line && line[0])
		preview_open_file(context, line);
}

void preview_ask_file(struct app *app)
{
	prompt_ask_line(
		&app->prompt, "Import which file", (struct text){0}, &app->paths, open_file, app);
	prompt_set_completion(&app->prompt, prompt_complete_path);
}

static void add_to_browse(struct app *app, const struct dataset *chosen)
{
	for (uint32_t row = 0; row < dataset_count(chosen); row++) {
		struct measurement m;

		dataset_get(chosen, row, &m);
		dataset_add(app->browse->dataset, &m);
	}
	app_reindex(app);
}

static void save(struct app *app)
{
	struct preview *preview = preview_of(app);
	struct dataset *chosen;
	struct fst_error error = {.status = FST_OK};
	uint32_t count;
	char *path = NULL;

	if (preview->reading) {
		app_say(app, SAY_WARN, "There is more to come: save when all of it is read.");
		return;
	}
	chosen = incoming_chosen(&preview->in);
	count = dataset_count(chosen);

	if (count == 0) {
		app_say(app, SAY_WARN, "All environments are dropped: there is nothing to save.");
	} else if (library_add(app->clock, "import", chosen, &path, &error) != FST_OK) {
		app_say_error(app, &error);
	} else {
		app_close_overlay(app);
		if (app->browse->samples)
			app_open_library(app);
		else if (app->library && !run_state_active(app->run) && !app->run->row_count)
			app_reload_library(app);
		else
			add_to_browse(app, chosen);
		app_show(app, VIEW_LIBRARY);
		app_say(app, SAY_INFO, "Saved %u measurements to the library.", count);
		forget(app, preview);
	}
	free(path);
	dataset_free(chosen);
}

static void rename_environment(void *context, const char *line)
{
	struct app *app = context;
	struct preview *preview = preview_of(app);
	struct text name = text_trim(text_of(line));

	if (line && name.len)
		incoming_rename(&preview->in, preview->cursor, name);
}

enum preview_column { PREVIEW_MARK, PREVIEW_NAME, PREVIEW_TOOL, PREVIEW_ROWS, PREVIEW_LINES };

static const struct table_column environment_columns[] = {
	[PREVIEW_MARK] = {.heading = "", .priority = 4},
	[PREVIEW_NAME] = {.heading = "environment",
		.minimum = 12,
		.maximum = 44,
		.priority = 5,
		.role = ROLE_VALUE},
	[PREVIEW_TOOL] = {.heading = "tool", .priority = 2},
	[PREVIEW_ROWS] = {.heading = "rows", .align = TABLE_RIGHT, .priority = 3},
	[PREVIEW_LINES] =
		{.heading = "from", .minimum = 6, .grows = true, .priority = 1, .role = ROLE_DIM},
};

static void fill_environment(
	const void *context, size_t row, size_t column, struct table_cell *cell)
{
	const struct preview *preview = context;
	const struct cube_environment *environment = cube_environment(
		preview->in.cube, (uint32_t)row);
	const struct incoming_choice *choice = &preview->in.choices[row];
	struct strbuf tool = STRBUF_INIT;
	struct text source;

	if (choice->dropped)
		cell->role = ROLE_DIM;
	switch ((enum preview_column)column) {
	case PREVIEW_MARK:
		snprintf(cell->text, sizeof(cell->text), "%s", choice->dropped ? "drop" : "keep");
		break;
	case PREVIEW_NAME:
		snprintf(cell->text, sizeof(cell->text), "%s", incoming_name(&preview->in, row));
		break;
	case PREVIEW_TOOL:
		catalogue_add_tool(preview->in.dataset, environment->first_row, &tool);
		snprintf(cell->text, sizeof(cell->text), "%s", strbuf_string(&tool));
		break;
	case PREVIEW_ROWS:
		snprintf(cell->text, sizeof(cell->text), "%u", incoming_rows_of(&preview->in, row));
		break;
	case PREVIEW_LINES:
		source = dataset_text(preview->in.dataset, environment->first_row, COL_SOURCE);
		snprintf(cell->text, sizeof(cell->text), "%.*s%s%s%s", TEXT_ARGS(source),
			choice->name ? ", was " : "", choice->name ? environment->label : "",
			choice->known ? ", is there already" : "");
		break;
	}
	strbuf_free(&tool);
}

/* The figures of the environment under the cursor. */
struct figures {
	const struct preview *preview;
	uint32_t *rows;
};

enum figure_column { FIGURE_TEST, FIGURE_FILE, FIGURE_RECORD, FIGURE_VALUE, FIGURE_STATUS };

static const struct table_column figure_columns[] = {
	[FIGURE_TEST] = {.heading = "test", .minimum = 12, .priority = 5},
	[FIGURE_FILE] = {.heading = "file", .align = TABLE_RIGHT, .priority = 3},
	[FIGURE_RECORD] = {.heading = "record", .align = TABLE_RIGHT, .priority = 2},
	[FIGURE_VALUE] = {.heading = "value",
		.align = TABLE_RIGHT,
		.priority = 4,
		.role = ROLE_VALUE},
	[FIGURE_STATUS] = {.heading = "", .grows = true, .priority = 1, .role = ROLE_WARN},
};

static void fill_size(
	const struct dataset *dataset, uint32_t row, enum column column, struct table_cell *cell)
{
	double size;

	if (dataset_number(dataset, row, column, &size))
		units_format_size(cell->text, size, true);
}

static void fill_figure(const void *context, size_t index, size_t column, struct table_cell *cell)
{
	const struct figures *figures = context;
	const struct preview *preview = figures->preview;
	const struct dataset *dataset = preview->in.dataset;
	struct cube_point point;
	uint32_t row = cube_row(preview->in.cube, figures->rows[index], &point);
	const struct cube_test *test = cube_test(preview->in.cube, point.at[CUBE_TEST]);
	enum metric metric = metric_of_figure(test->figure);
	struct text status = dataset_text(dataset, row, COL_STATUS);
	double value;

	switch ((enum figure_column)column) {
	case FIGURE_TEST:
		snprintf(cell->text, sizeof(cell->text), "%s", test->label);
		break;
	case FIGURE_FILE:
		fill_size(dataset, row, COL_FILE_SIZE, cell);
		break;
	case FIGURE_RECORD:
		fill_size(dataset, row, COL_RECORD_SIZE, cell);
		break;
	case FIGURE_VALUE:
		if (metric_value(dataset, row, metric, &value))
			metric_format_unit(cell->text, metric, value);
		break;
	case FIGURE_STATUS:
		if (!text_is(status, row_status_names[STATUS_OK]))
			snprintf(cell->text, sizeof(cell->text), "%.*s %.*s", TEXT_ARGS(status),
				TEXT_ARGS(dataset_text(dataset, row, COL_NOTE)));
		break;
	}
}

static void draw_figures(const struct preview *preview, struct pane pane)
{
	struct figures figures = {.preview = preview,
		.rows = xcalloc(cube_row_count(preview->in.cube), sizeof(*figures.rows))};
	struct table table = {.columns = figure_columns,
		.column_count = FST_COUNT(figure_columns),
		.cell = fill_figure,
		.context = &figures,
		.cursor = SIZE_MAX};
	size_t window = pane_height(pane) > 3 ? (size_t)pane_height(pane) - 3 : 0;
	struct pane inside;
	char note[64] = "";

	for (uint32_t i = 0; i < cube_row_count(preview->in.cube); i++) {
		struct cube_point point;

		cube_row(preview->in.cube, i, &point);
		if (point.at[CUBE_ENVIRONMENT] == preview->cursor)
			figures.rows[table.row_count++] = i;
	}
	if (table.row_count > window)
		snprintf(note, sizeof(note), "first %zu of %zu rows", window, table.row_count);
	inside = pane_frame(pane, ROLE_BORDER,
		text_of(incoming_name(&preview->in, preview->cursor)), text_of(note));
	table_draw(inside, &table);
	free(figures.rows);
}

/* What was left out and mended, as far as there is room. */
static void draw_report(const struct preview *preview, struct pane pane)
{
	const struct import_report *report = &preview->in.report;
	int y = 0;

	for (size_t i = 0; i < report->skip_count && y < pane_height(pane); i++) {
		const struct import_skip *skip = &report->skips[i];
		bool last = y + 1 == pane_height(pane);
		size_t more = report->skip_count - i - 1 + report->skips_more;

		if (last && more) {
			pane_printf(pane, 1, y++, ROLE_WARN, "%zu more parts left out", more + 1);
			break;
		}
		pane_printf(pane, 1, y++, ROLE_WARN, "left out, line %zu: %.*s %.*s",
			skip->first_line, TEXT_ARGS(skip->tool), TEXT_ARGS(skip->reason));
	}
	for (size_t i = 0; i < report->repair_count && y < pane_height(pane); i++)
		pane_printf(pane, 1, y++, ROLE_DIM, "mended, line %zu%s: %.*s",
			report->repairs[i].first_line, report->repairs[i].count > 1 ? " on" : "",
			TEXT_ARGS(report->repairs[i].what));
}

static struct table environment_table(const struct preview *preview)
{
	return (struct table){.columns = environment_columns,
		.column_count = FST_COUNT(environment_columns),
		.row_count = incoming_count(&preview->in),
		.cell = fill_environment,
		.context = preview,
		.top = preview->top,
		.cursor = preview->cursor};
}

static void add_summary(const struct preview *preview, struct strbuf *out)
{
	size_t environments = incoming_count(&preview->in);
	uint32_t rows = cube_row_count(preview->in.cube);

	strbuf_printf(out, "%s: %u measurement%s of %zu environment%s recognised in %zu lines%s",
		preview->source, rows, rows == 1 ? "" : "s", environments,
		environments == 1 ? "" : "s", preview->in.report.line_count,
		preview->cut ? "; its end was cut off" : "");
}

static void preview_draw(struct view *view, struct pane pane)
{
	struct preview *preview = view->data;
	size_t count = incoming_count(&preview->in);
	int rows = 1 + (int)(count < 50 ? count : 50), most = pane_height(pane) / 2 - 1;
	int report = (int)(preview->in.report.skip_count + preview->in.report.repair_count);
	const struct layout_part parts[] = {
		{.minimum = 1, .wanted = 2, .priority = 3},
		{.minimum = 2, .wanted = rows < most ? rows : most, .priority = 4},
		{.minimum = 4, .weight = 1, .priority = 1},
		{.minimum = report ? 1 : 0, .wanted = report < 4 ? report : 4, .priority = 2},
	};
	struct strbuf summary = STRBUF_INIT;
	struct pane panes[4];
	struct table table;

	if (!preview->in.cube)
		return;
	layout_rows(pane, parts, report ? 4 : 3, panes);
	add_summary(preview, &summary);
	pane_text_fit(panes[0], 1, 0, pane_width(panes[0]) - 2, ROLE_TITLE, strbuf_text(&summary));
	strbuf_free(&summary);
	table = environment_table(preview);
	preview->window = table_window(panes[1], &table);
	preview->top = table.top = table_scroll(panes[1], &table);
	table_draw(panes[1], &table);
	if (!pane_empty(panes[2]))
		draw_figures(preview, panes[2]);
	if (report)
		draw_report(preview, panes[3]);
}

static void move(struct preview *preview, long by)
{
	long to = (long)preview->cursor + by, last = (long)incoming_count(&preview->in) - 1;

	preview->cursor = to < 0 || last < 0 ? 0 : (size_t)(to > last ? last : to);
}

static bool preview_act(struct view *view, enum action action)
{
	struct app *app = view->app;
	struct preview *preview = view->data;
	char label[96];

	if (!preview->in.cube)
		return false;
	switch (action) {
	case ACTION_UP:
		move(preview, -1);
		return true;
	case ACTION_DOWN:
		move(preview, 1);
		return true;
	case ACTION_PAGE_UP:
		move(preview, -(long)preview->window);
		return true;
	case ACTION_PAGE_DOWN:
		move(preview, (long)preview->window);
		return true;
	case ACTION_FIRST:
		preview->cursor = 0;
		return true;
	case ACTION_LAST:
		preview->cursor = incoming_count(&preview->in) - 1;
		return true;
	case ACTION_OPEN:
		save(app);
		return true;
	case ACTION_RENAME:
		snprintf(label, sizeof(label), "Rename %.60s to",
			incoming_name(&preview->in, preview->cursor));
		prompt_ask_line(&app->prompt, label,
			text_of(incoming_name(&preview->in, preview->cursor)), &app->names,
			rename_environment, app);
		return true;
	case ACTION_DROP:
		preview->in.choices[preview->cursor].dropped = !preview->in.choices[preview->cursor]
									.dropped;
		move(preview, 1);
		return true;
	case ACTION_BACK:
		app_close_overlay(app);
		app_say(app, SAY_INFO, "Nothing was saved.");
		return true;
	default:
		return false;
	}
}

static size_t preview_footer(const struct view *view, struct footer_item *items)
{
	const struct footer_item all[] = {
		{ACTION_OPEN, ACTION_NONE, "save to the library"},
		{ACTION_RENAME, ACTION_NONE, NULL},
		{ACTION_DROP, ACTION_NONE, "drop or keep"},
		{ACTION_UP, ACTION_DOWN, "environment"},
	};

	(void)view;
	memcpy(items, all, sizeof(all));
	return FST_COUNT(all);
}

static void preview_read_out(const struct view *view, struct strbuf *out)
{
	const struct preview *preview = view->data;

	if (preview->in.cube)
		strbuf_printf(out, "Enter saves %u measurements; q drops them",
			cube_row_count(preview->in.cube));
}

const struct view_ops view_preview = {
	.id = VIEW_PREVIEW,
	.data_size = sizeof(struct preview),
	.close = preview_close,
	.draw = preview_draw,
	.act = preview_act,
	.footer = preview_footer,
	.read_out = preview_read_out,
};
