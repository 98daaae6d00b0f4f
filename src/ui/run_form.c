#include "ui/run_view.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "ui/run_control.h"

#define FORM_ARGS_MAX 64

static const char *const suites[] = {"quick", "sweep"};
static const char *const precisions[] = {"5%", "2%", "1%", "10%", "off"};

/* Labels, and what a field means when it is under the cursor. */
static const struct {
	const char *label;
	const char *hint;
} fields[RUN_FIELD_COUNT] = {
	[RUN_FIELD_FOLDERS] = {"Folders",
		"folders to benchmark, with blanks between; name=/path gives one a name"},
	[RUN_FIELD_SUITE] = {"Suite", "quick: an answer within a minute; sweep: every file size "
				      "with every record size"},
	[RUN_FIELD_FILES] = {"File sizes", "such as 64K..512M or 4M,64M; empty: the suite's own"},
	[RUN_FIELD_RECORDS] = {"Record sizes", "such as 4K..16M; empty: the suite's own"},
	[RUN_FIELD_PRECISION] = {"Precision",
		"a cell repeats until its median is this certain; off: one pass each"},
	[RUN_FIELD_START] = {"Start", "Enter starts the run"},
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
	strbuf_free(&form->plan);
}

static const char *value_of(const struct run_form *form, enum run_field field)
{
	switch (field) {
	case RUN_FIELD_FOLDERS:
		return strbuf_string(&form->folders);
	case RUN_FIELD_SUITE:
		return suites[form->suite];
	case RUN_FIELD_FILES:
		return form->files.len ? strbuf_string(&form->files) : "the suite's";
	case RUN_FIELD_RECORDS:
		return form->records.len ? strbuf_string(&form->records) : "the suite's";
	case RUN_FIELD_PRECISION:
		return precisions[form->precision];
	default:
		return "";
	}
}

void run_form_draw(const struct run_form *form, struct pane pane)
{
	int y = 2;

	pane_string(pane, 1, 0, ROLE_TITLE, "Set up a run");
	for (int i = 0; i < RUN_FIELD_COUNT; i++, y++) {
		bool current = form->cursor == (enum run_field)i;

		if (i == RUN_FIELD_START)
			y++;
		pane_string(pane, 0, y, ROLE_SELECT, current ? ">" : " ");
		pane_string(
			pane, 2, y, i == RUN_FIELD_START ? ROLE_KEY : ROLE_DIM, fields[i].label);
		pane_string(pane, 17, y, ROLE_VALUE, value_of(form, (enum run_field)i));
		if (current)
			pane_paint(pane_sub_at(pane, 0, y, pane_width(pane), 1), ROLE_SELECT);
	}
	y++;
	pane_string(pane, 2, y, ROLE_DIM, fields[form->cursor].hint);
	pane_string(
		pane, 2, y + 2, form->plan_bad ? ROLE_ERR : ROLE_TEXT, strbuf_string(&form->plan));
}

struct edit {
	struct app *app;
	struct strbuf *text;
};

static void take_line(void *context, const char *line)
{
	struct edit *edit = context;

	if (line) {
		strbuf_clear(edit->text);
		strbuf_add_text(edit->text, text_trim(text_of(line)));
	}
	free(edit);
}

static void ask_text(struct app *app, const char *label, struct strbuf *text)
{
	struct edit *edit = xmalloc(sizeof(*edit));

	*edit = (struct edit){.app = app, .text = text};
	prompt_ask_line(&app->prompt, label, strbuf_text(text), NULL, take_line, edit);
}

/* The words of the worker's command line; the strings after the fixed ones are owned. */
struct arguments {
	const char *list[FORM_ARGS_MAX + 1];
	char *owned[FORM_ARGS_MAX];
	size_t count, owned_count;
};

static void add(struct arguments *arguments, const char *word)
{
	if (arguments->count < FORM_ARGS_MAX)
		arguments->list[arguments->count++] = word;
}

static void add_owned(struct arguments *arguments, struct text word)
{
	char *copy;

	if (arguments->count >= FORM_ARGS_MAX)
		return;
	copy = xmemdup0(word.ptr, word.len);
	arguments->owned[arguments->owned_count++] = copy;
	add(arguments, copy);
}

static void add_folders(struct arguments *arguments, const struct run_form *form)
{
	struct text rest = strbuf_text(&form->folders), word;

	while (text_next_word(&rest, &word)) {
		size_t equals = text_find_char(word, '=');

		if (equals != SIZE_MAX && equals > 0) {
			add(arguments, "--name");
			add_owned(arguments, text_make(word.ptr, equals));
			word = text_skip(word, equals + 1);
		}
		add_owned(arguments, word);
	}
}

static void start(struct app *app, const struct run_form *form)
{
	struct arguments arguments = {0};
	struct fst_error error = {.status = FST_OK};

	add(&arguments, "--suite");
	add(&arguments, suites[form->suite]);
	add(&arguments, "--precision");
	add(&arguments, precisions[form->precision]);
	if (form->files.len) {
		add(&arguments, "--file-size");
		add(&arguments, strbuf_string(&form->files));
	}
	if (form->records.len) {
		add(&arguments, "--record-size");
		add(&arguments, strbuf_string(&form->records));
	}
	add_folders(&arguments, form);
	if (run_control_start(app, arguments.list, &error) != FST_OK)
		app_say_error(app, &error);
	for (size_t i = 0; i < arguments.owned_count; i++)
		free(arguments.owned[i]);
}

static void edit_field(struct app *app, struct run_form *form)
{
	switch (form->cursor) {
	case RUN_FIELD_FOLDERS:
		ask_text(app, "Folders", &form->folders);
		break;
	case RUN_FIELD_FILES:
		ask_text(app, "File sizes", &form->files);
		break;
	case RUN_FIELD_RECORDS:
		ask_text(app, "Record sizes", &form->records);
		break;
	case RUN_FIELD_SUITE:
		form->suite = (form->suite + 1) % FST_COUNT(suites);
		break;
	case RUN_FIELD_PRECISION:
		form->precision = (form->precision + 1) % FST_COUNT(precisions);
		break;
	default:
		start(app, form);
		break;
	}
}

static void choose(struct run_form *form, size_t by)
{
	if (form->cursor == RUN_FIELD_SUITE)
		form->suite = (form->suite + by * (FST_COUNT(suites) - 1)) % FST_COUNT(suites);
	else if (form->cursor == RUN_FIELD_PRECISION)
		form->precision = (form->precision + by) % FST_COUNT(precisions);
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
		choose(form, FST_COUNT(precisions) - 1);
		return true;
	case ACTION_RIGHT:
		choose(form, 1);
		return true;
	case ACTION_OPEN:
		edit_field(app, form);
		return true;
	default:
		return false;
	}
}
