#include "bench/toolrows.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/strbuf.h"
#include "bench/run_result.h"

void toolrows_start(struct toolrows *rows, const struct toolrows_frame *frame, feed_handler handler,
	void *context, struct run_result *result)
{
	*rows = (struct toolrows){.frame = *frame,
		.import = import_new(),
		.handler = handler,
		.context = context,
		.result = result};
}

/* Rows and cells are in the same order, so the first cell of the row's test that has no row yet. */
static uint64_t cell_of(struct toolrows *rows, const struct measurement *m)
{
	const struct tool_live *live = rows->frame.live;
	enum test test = test_find(measurement_text(m, COL_TEST));

	if (live->cell > rows->taken_count) {
		rows->taken = xreallocarray(rows->taken, live->cell, sizeof(*rows->taken));
		while (rows->taken_count < live->cell)
			rows->taken[rows->taken_count++] = false;
	}
	for (uint64_t i = 0; i < live->cell; i++)
		if (live->tests[i] == test && !rows->taken[i]) {
			rows->taken[i] = true;
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

static fst_status keep_row(struct toolrows *rows, struct feed_event *event, struct strbuf *note,
	struct fst_error *error)
{
	fst_status status;

	complete(&rows->frame, &event->row, note);
	status = result_append(rows->writer, &event->row, error);
	if (status != FST_OK)
		return status;
	if (text_is(measurement_text(&event->row, COL_STATUS), row_status_names[STATUS_FAILED]))
		rows->result->failed++;
	else
		rows->result->ok++;
	event->cell = cell_of(rows, &event->row);
	rows->handler(rows->context, event);
	rows->kept++;
	return FST_OK;
}

/* Rows keep their place while the document grows. */
static void make_room(struct toolrows *rows, uint32_t count)
{
	if (count <= rows->done_count)
		return;
	rows->done = xreallocarray(rows->done, count, sizeof(*rows->done));
	while (rows->done_count < count)
		rows->done[rows->done_count++] = false;
}

fst_status toolrows_take(struct toolrows *rows, struct text document, toolrows_filter is_final,
	struct fst_error *error)
{
	const struct toolrows_frame *frame = &rows->frame;
	const struct import_options options = {.source = frame->tool, .name = frame->environment};
	struct dataset *found = dataset_new();
	struct strbuf note = STRBUF_INIT;
	fst_status status = import_text(rows->import, document, &options, found, NULL, error);

	if (status == FST_UNRECOGNISED)
		fst_error_set(error, FST_UNRECOGNISED, "%s printed no result that can be read",
			frame->tool);
	if (status == FST_OK && !rows->writer)
		status = run_open_result(frame->clock, frame->tool, frame->output, &rows->writer,
			&rows->result->path, error);
	make_room(rows, dataset_count(found));
	for (uint32_t i = 0; i < dataset_count(found) && status == FST_OK; i++) {
		struct feed_event event = {.kind = FEED_MEASUREMENT};

		dataset_get(found, i, &event.row);
		if (rows->done[i] || (is_final && !is_final(&event.row)))
			continue;
		rows->done[i] = true;
		status = keep_row(rows, &event, &note, error);
	}
	strbuf_free(&note);
	dataset_free(found);
	return status;
}

void toolrows_end(struct toolrows *rows)
{
	result_close(rows->writer);
	run_drop_empty_result(rows->frame.output, rows->result);
	free(rows->taken);
	free(rows->done);
	import_free(rows->import);
}
