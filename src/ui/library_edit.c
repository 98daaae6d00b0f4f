#include "ui/library_edit.h"

#include <stdlib.h>

#include "base/alloc.h"

static void free_step(struct library_step *step)
{
	for (size_t i = 0; i < step->count; i++)
		library_change_free(&step->changes[i]);
	free(step->changes);
	free(step->what);
}

void library_edits_free(struct library_edits *edits)
{
	for (size_t i = 0; i < edits->count; i++)
		free_step(&edits->steps[i]);
	free(edits->steps);
	*edits = (struct library_edits){0};
}

struct editing {
	enum library_edit_kind kind;
	const char *text;
	const struct dataset *dataset;
	const struct library_target *target;
	struct strbuf note; /* of the row under way */
};

static bool is_target(const struct editing *editing, const struct measurement *m)
{
	static const enum column names[] = {COL_ENVIRONMENT, COL_SECTION, COL_RUN};

	for (size_t i = 0; i < editing->target->count; i++) {
		uint32_t row = editing->target->rows[i];
		bool same = true;

		for (size_t c = 0; c < FST_COUNT(names); c++)
			same = same && text_equal(measurement_text(m, names[c]),
					       dataset_text(editing->dataset, row, names[c]));
		if (same)
			return true;
	}
	return false;
}

static bool edit_row(void *context, struct measurement *m)
{
	struct editing *editing = context;
	struct text note;

	if (!is_target(editing, m))
		return true;
	switch (editing->kind) {
	case EDIT_DELETE:
		return false;
	case EDIT_RENAME:
		measurement_set_string(m, COL_ENVIRONMENT, editing->text);
		return true;
	default:
		/* What is noted already stays: it may say why a figure is doubtful. */
		note = measurement_text(m, COL_NOTE);
		strbuf_clear(&editing->note);
		strbuf_add_text(&editing->note, note);
		strbuf_printf(&editing->note, "%s%s", note.len ? "; " : "", editing->text);
		measurement_set_text(m, COL_NOTE, strbuf_text(&editing->note));
		return true;
	}
}

/* Does @file hold a row of the target? */
static bool holds(const struct library_file *file, struct editing *editing)
{
	for (uint32_t i = 0; i < file->row_count; i++) {
		struct measurement m;

		dataset_get(editing->dataset, file->first_row + i, &m);
		if (is_target(editing, &m))
			return true;
	}
	return false;
}

static struct library_step *add_step(struct library_edits *edits)
{
	edits->steps = xreallocarray(edits->steps, edits->count + 1, sizeof(*edits->steps));
	edits->steps[edits->count] = (struct library_step){0};
	return &edits->steps[edits->count++];
}

/* Bring back what can be; the first thing that goes wrong is told. */
static fst_status take_back(const struct library_step *step, struct fst_error *error)
{
	fst_status status = FST_OK;

	for (size_t i = step->count; i-- > 0;) {
		struct fst_error one;

		if (library_undo(&step->changes[i], &one) != FST_OK && status == FST_OK) {
			status = one.status;
			*error = one;
		}
	}
	return status;
}

static char *describe(const struct editing *editing, const char *name)
{
	static const char *const words[] = {[EDIT_RENAME] = "renaming",
		[EDIT_NOTE] = "the note on",
		[EDIT_DELETE] = "the deletion of"};

	return xasprintf("%s %s", words[editing->kind], name);
}

void library_edit(struct app *app, struct library_edits *edits, enum library_edit_kind kind,
	const struct library_target *target, const char *text)
{
	const struct library_list *files = &app->browse->files;
	struct editing editing = {
		.kind = kind, .text = text, .dataset = app->browse->dataset, .target = target};
	struct library_step *step = add_step(edits);
	struct text name = dataset_text(editing.dataset, target->rows[0], COL_ENVIRONMENT);
	struct fst_error error, back;
	fst_status status = FST_OK;

	step->what = xmemdup0(name.ptr, name.len);
	for (size_t i = 0; status == FST_OK && i < files->count; i++) {
		if (!holds(&files->files[i], &editing))
			continue;
		step->changes = xreallocarray(
			step->changes, step->count + 1, sizeof(*step->changes));
		status = library_change(
			&files->files[i], edit_row, &editing, &step->changes[step->count], &error);
		step->count += status == FST_OK;
	}
	strbuf_free(&editing.note);
	if (status != FST_OK || step->count == 0) {
		take_back(step, &back);
		free_step(step);
		edits->count--;
		if (status != FST_OK)
			app_say_error(app, &error);
		else
			app_say(app, SAY_WARN, "These rows are in no file of the library.");
		return;
	}
	text = step->what;
	step->what = describe(&editing, text);
	app_reload_library(app);
	app_say(app, SAY_INFO, "Done: %s. u undoes it.", step->what);
	free((char *)(uintptr_t)text);
}

void library_edit_undo(struct app *app, struct library_edits *edits)
{
	struct library_step *step;
	struct fst_error error;
	fst_status status;

	if (edits->count == 0) {
		app_say(app, SAY_INFO, "There is nothing to undo.");
		return;
	}
	step = &edits->steps[edits->count - 1];
	status = take_back(step, &error);
	app_reload_library(app);
	if (status != FST_OK)
		app_say_error(app, &error);
	else
		app_say(app, SAY_INFO, "Undone: %s.", step->what);
	free_step(step);
	edits->count--;
}
