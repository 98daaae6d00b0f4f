#include "ui/run_form.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "ui/chrome.h"
#include "ui/run_control.h"
#include "ui/run_order.h"

#define LABEL_X 2
#define VALUE_X 17

/* Labels, and what a field means when it is under the cursor. */
static const struct {
	const char *label;
	const char *hint;
} fields[RUN_FIELD_COUNT] = {
	[RUN_FIELD_FOLDERS] = {"Folders",
		"Folders to benchmark, with blanks between; name=/path gives one a name. Test "
		"files lie in a private folder that is made in each and removed again."},
	[RUN_FIELD_SUITE] = {"Suite",
		"quick: an answer within a minute a folder. sweep: every file size with every "
		"record size, which takes long."},
	[RUN_FIELD_FILES] = {"File sizes",
		"Such as 64K..512M or 4M,64M; empty for the suite's own."},
	[RUN_FIELD_RECORDS] = {"Record sizes", "Such as 4K..16M; empty for the suite's own."},
	[RUN_FIELD_PRECISION] = {"Precision",
		"A cell repeats until its median is this certain; off is one pass a cell."},
	[RUN_FIELD_START] = {"Start", "Enter starts the run; finished cells are on disk at once."},
};

void run_form_open(struct run_form *form)
{
	strbuf_add_string(&form->folders, ".");
}

void run_form_close(struct run_form *form)
{
	strbuf_free(&form->folders);
	strbuf_free(&form->files);
	strbuf_free(&form->records);
}

/* Sizes can be chosen for a sweep only. */
static bool is_fixed(const struct run_form *form, enum run_field field)
{
	return (field == RUN_FIELD_FILES || field == RUN_FIELD_RECORDS) &&
	       !run_order_has_sizes(form);
}

static const char *value_of(const struct run_form *form, enum run_field field)
{
	const struct strbuf *sizes = field == RUN_FIELD_FILES ? &form->files : &form->records;

	switch (field) {
	case RUN_FIELD_FOLDERS:
		return strbuf_string(&form->folders);
	case RUN_FIELD_SUITE:
		return run_order_suite(form->suite);
	case RUN_FIELD_FILES:
	case RUN_FIELD_RECORDS:
		return sizes->len && !is_fixed(form, field) ? strbuf_string(sizes) : "the suite's";
	case RUN_FIELD_PRECISION:
		return run_order_precision(form->precision);
	default:
		return "";
	}
}

static void draw_field(const struct run_form *form, struct pane row, enum run_field field)
{
	bool button = field == RUN_FIELD_START;

	pane_string(row, LABEL_X, 0, button ? ROLE_KEY : ROLE_DIM, fields[field].label);
	pane_string(row, VALUE_X, 0, is_fixed(form, field) ? ROLE_DIM : ROLE_VALUE,
		value_of(form, field));
	if (form->cursor == field) {
		pane_put(row, 0, 0, ROLE_SELECT, ">");
		pane_paint(row, ROLE_SELECT);
	}
}

void run_form_draw(const struct run_form *form, struct pane pane)
{
	int width = pane_width(pane), y = 2;
	struct pane text = pane_sub_at(pane, LABEL_X, 0, width - 2 * LABEL_X, pane_height(pane));
	struct strbuf words = STRBUF_INIT;
	bool possible;

	pane_string(pane, 1, 0, ROLE_TITLE, "Set up a run");
	for (int i = 0; i < RUN_FIELD_COUNT; i++, y++) {
		y += i == RUN_FIELD_START;
		draw_field(form, pane_sub_at(pane, 0, y, width, 1), (enum run_field)i);
	}
	y = chrome_draw_paragraph(text, y + 1, ROLE_DIM, text_of(fields[form->cursor].hint)) + 1;
	possible = run_order_add_cost(form, &words);
	y = chrome_draw_paragraph(text, y, possible ? ROLE_TEXT : ROLE_ERR, strbuf_text(&words)) +
	    1;
	strbuf_clear(&words);
	run_order_add_command(form, &words);
	chrome_draw_paragraph(text, y, ROLE_DIM, strbuf_text(&words));
	strbuf_free(&words);
}

static void take_line(void *context, const char *line)
{
	struct strbuf *text = context;

	if (line) {
		strbuf_clear(text);
		strbuf_add_text(text, text_trim(text_of(line)));
	}
}

static void ask(struct app *app, enum run_field field, struct strbuf *text)
{
	prompt_ask_line(
		&app->prompt, fields[field].label, strbuf_text(text), NULL, take_line, text);
}

static void start(struct app *app, const struct run_form *form)
{
	struct run_order order;
	struct fst_error error = {.status = FST_OK};

	run_order_make(&order, form);
	if (run_control_start(app, order.words, &error) != FST_OK)
		app_say_error(app, &error);
	run_order_free(&order);
}

static void choose(struct run_form *form, int by)
{
	if (form->cursor == RUN_FIELD_SUITE)
		form->suite = run_order_next(form->suite, by, run_order_suite);
	else if (form->cursor == RUN_FIELD_PRECISION)
		form->precision = run_order_next(form->precision, by, run_order_precision);
}

static void press(struct app *app, struct run_form *form)
{
	if (is_fixed(form, form->cursor))
		app_say(app, SAY_INFO, "The quick suite has sizes of its own; choose sweep.");
	else if (form->cursor == RUN_FIELD_FOLDERS)
		ask(app, form->cursor, &form->folders);
	else if (form->cursor == RUN_FIELD_FILES)
		ask(app, form->cursor, &form->files);
	else if (form->cursor == RUN_FIELD_RECORDS)
		ask(app, form->cursor, &form->records);
	else if (form->cursor == RUN_FIELD_START)
		start(app, form);
	else
		choose(form, 1);
}

bool run_form_act(struct app *app, struct run_form *form, enum action action)
{
	switch (action) {
	case ACTION_UP:
		form->cursor -= form->cursor > 0;
		return true;
	case ACTION_DOWN:
		form->cursor += form->cursor + 1 < RUN_FIELD_COUNT;
		return true;
	case ACTION_FIRST:
		form->cursor = 0;
		return true;
	case ACTION_LAST:
		form->cursor = RUN_FIELD_START;
		return true;
	case ACTION_LEFT:
		choose(form, -1);
		return true;
	case ACTION_RIGHT:
		choose(form, 1);
		return true;
	case ACTION_OPEN:
		press(app, form);
		return true;
	default:
		return false;
	}
}
