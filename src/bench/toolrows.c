#include "bench/toolrows.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/strbuf.h"
#include "bench/run_result.h"
#include "import/import.h"

/* Rows and cells are in the same order, so the first cell of the row's test that has no row yet. */
static uint64_t cell_of(const struct tool_live *live, const struct measurement *m, bool *taken)
{
	enum test test = test_find(measurement_text(m, COL_TEST));

	for (uint64_t i = 0; i < live->cell; i++)
		if (live->tests[i] == test && !taken[i]) {
			taken[i] = true;
			return i + 1;
		}
	return 0;
}

static void complete(const struct toolrows_frame *frame, struct measurement *m, struct strbuf *note)
{
	strbuf_clear(note);
	strbuf_add_text(note, measurement_text(m, COL_NOTE));
	if (frame->note)
		strbuf_printf(note, "%s%s", note->len ? "; " : "", frame->note);
	measurement_set_text(m, COL_NOTE, strbuf_text(note));
	measurement_set_string(m, COL_RUN, frame->run_id);
	if (!measurement_has(m, COL_STARTED))
		measurement_set_string(m, COL_STARTED, frame->started);
	measurement_clear(m, COL_SOURCE); /* lines of a document that nobody has */
	measurement_copy_facts(m, frame->facts);
}

fst_status toolrows_keep(const struct toolrows_frame *frame, struct text document,
	feed_handler handler, void *context, struct run_result *result, struct fst_error *error)
{
	const struct import_options options = {.source = frame->tool, .name = frame->environment};
	struct import *import = import_new();
	struct dataset *rows = dataset_new();
	struct result_writer *writer = NULL;
	struct strbuf note = STRBUF_INIT;
	bool *taken = xcalloc((size_t)frame->live->cell + 1, sizeof(*taken));
	fst_status status = import_text(import, document, &options, rows, NULL, error);

	if (status == FST_UNRECOGNISED)
		fst_error_set(error, FST_UNRECOGNISED, "%s printed no result that can be read",
			frame->tool);
	if (status == FST_OK)
		status = run_open_result(
			frame->clock, frame->tool, frame->output, &writer, &result->path, error);
	for (uint32_t i = 0; i < dataset_count(rows) && status == FST_OK; i++) {
		struct feed_event event = {.kind = FEED_MEASUREMENT};
		struct text state;

		dataset_get(rows, i, &event.row);
		complete(frame, &event.row, &note);
		status = result_append(writer, &event.row, error);
		state = measurement_text(&event.row, COL_STATUS);
		if (text_is(state, row_status_names[STATUS_FAILED]))
			result->failed++;
		else
			result->ok++;
		event.cell = cell_of(frame->live, &event.row, taken);
		handler(context, &event);
	}
	result_close(writer);
	run_drop_empty_result(frame->output, result);
	free(taken);
	strbuf_free(&note);
	dataset_free(rows);
	import_free(import);
	return status;
}
