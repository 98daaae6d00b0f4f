#include "cmd/run_progress.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "base/units.h"
#include "base/utf8.h"

/* `64K/4K`; a part that is no dimension of the test is left out. */
static void add_sizes(struct strbuf *out, const struct measurement *m)
{
	static const enum column columns[] = {COL_FILE_SIZE, COL_RECORD_SIZE};
	const char *separator = "  ";
	char size[UNITS_SIZE];

	for (size_t i = 0; i < FST_COUNT(columns); i++)
		if (measurement_has(m, columns[i])) {
			strbuf_printf(out, "%s%s", separator,
				units_format_size(
					size, measurement_number(m, columns[i], 0), false));
			separator = "/";
		}
	if (measurement_has(m, COL_FILES))
		strbuf_printf(out, "  %.0f files", measurement_number(m, COL_FILES, 0));
	if (measurement_has(m, COL_OPTIONS))
		strbuf_printf(out, "  %.*s", TEXT_ARGS(measurement_text(m, COL_OPTIONS)));
}

static void add_figures(struct strbuf *out, const struct measurement *m)
{
	char rate[UNITS_SIZE], time[UNITS_SIZE];

	if (measurement_has(m, COL_BYTES_PER_S))
		strbuf_printf(out, "  %s",
			units_format_rate(rate, measurement_number(m, COL_BYTES_PER_S, 0)));
	else if (measurement_has(m, COL_OPS_PER_S))
		strbuf_printf(out, "  %.5g/s", measurement_number(m, COL_OPS_PER_S, 0));
	if (measurement_has(m, COL_SPREAD))
		strbuf_printf(out, " +-%.1f %%", 100 * measurement_number(m, COL_SPREAD, 0));
	if (measurement_has(m, COL_LAT_P99_S))
		strbuf_printf(out, "  p99 %s",
			units_format_time(time, measurement_number(m, COL_LAT_P99_S, 0)));
}

static void render_row(
	const struct run_progress *progress, struct strbuf *out, const struct feed_event *event)
{
	const struct measurement *m = &event->row;
	struct text status = measurement_text(m, COL_STATUS);

	if (progress->cells)
		strbuf_printf(out, "[%llu/%llu] ", (unsigned long long)event->cell,
			(unsigned long long)progress->cells);
	strbuf_printf(out, "%.*s  %.*s", TEXT_ARGS(measurement_text(m, COL_ENVIRONMENT)),
		TEXT_ARGS(measurement_text(m, COL_TEST)));
	add_sizes(out, m);
	add_figures(out, m);
	if (!text_is(status, "ok"))
		strbuf_printf(out, "  %.*s: %.*s", TEXT_ARGS(status),
			TEXT_ARGS(measurement_text(m, COL_NOTE)));
	strbuf_add_char(out, '\n');
}

void run_render_progress(void *context, struct strbuf *out, const struct feed_event *event)
{
	struct run_progress *progress = context;
	struct strbuf raw = STRBUF_INIT;
	char time[UNITS_SIZE], size[UNITS_SIZE], *shown;

	if (event->kind == FEED_BEGIN) {
		progress->cells = event->cells;
		if (event->cells)
			strbuf_printf(&raw, "%llu cells, about %s to write, about %s\n",
				(unsigned long long)event->cells,
				units_format_size(size, event->bytes_planned, true),
				units_format_time(time, event->estimate_s));
	} else if (event->kind == FEED_MEASUREMENT && (event->cell || !progress->cells)) {
		render_row(progress, &raw, event);
	} else if (event->kind == FEED_NOTE && event->level != FEED_ERROR) {
		/* Errors are the exit's: main prints them. */
		strbuf_printf(&raw, "%.*s\n", TEXT_ARGS(event->text));
	}
	if (raw.len) {
		size_t room = 4 * raw.len + 1;

		shown = xmalloc(room);
		utf8_escape(shown, room, raw.ptr, raw.len - 1);
		strbuf_printf(out, "fstui: %s\n", shown);
		free(shown);
	}
	strbuf_free(&raw);
}

void run_render_stream(void *context, struct strbuf *out, const struct feed_event *event)
{
	(void)context;
	feed_event_write(out, event);
}
