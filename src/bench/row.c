#include "bench/row.h"

#include <math.h>
#include <string.h>

#include "base/attributes.h"
#include "base/units.h"

/* A single pass shorter than so many clock reads says little. */
#define CLOCK_READS_LEAST 100

/* A cold file may keep a page or two that somebody looked at. */
#define CACHED_LITTLE 0.01

void row_start(struct row *row, const struct row_frame *frame, const struct plan_cell *cell,
	const struct run_folder *folder)
{
	const struct test_info *test = &test_table[cell->test->test];
	struct measurement *m = &row->m;

	memset(row, 0, sizeof(*row));
	plan_options_text(cell, &row->options);
	measurement_set_string(m, COL_ENVIRONMENT, folder->plan->environment);
	measurement_set_string(m, COL_RUN, frame->run_id);
	measurement_set_string(m, COL_TOOL, "fstui");
	measurement_set_string(m, COL_TOOL_VERSION, PACKAGE_VERSION);
	measurement_set_string(m, COL_TEST, test->name);
	measurement_set_string(m, COL_DIRECTION, direction_names[test->direction]);
	if (cell->file_size)
		measurement_set_number(m, COL_FILE_SIZE, (double)cell->file_size);
	if (cell->record_size)
		measurement_set_number(m, COL_RECORD_SIZE, (double)cell->record_size);
	if (cell->files)
		measurement_set_number(m, COL_FILES, (double)cell->files);
	measurement_set_number(m, COL_THREADS, cell->load.threads);
	if (cell->load.queue_depth)
		measurement_set_number(m, COL_QUEUE_DEPTH, cell->load.queue_depth);
	if (cell->engine)
		measurement_set_string(m, COL_ENGINE, cell->engine->name);
	measurement_set_text(m, COL_OPTIONS, strbuf_text(&row->options));
	measurement_copy_facts(m, &folder->facts.row);
}

static void set_started(struct row *row, int64_t now_s)
{
	clock_format_rfc3339(row->started, now_s);
	measurement_set_string(&row->m, COL_STARTED, row->started);
}

static void add_note(struct row *row, struct text part)
{
	if (part.len == 0)
		return;
	if (row->note.len)
		strbuf_add_string(&row->note, "; ");
	strbuf_add_text(&row->note, part);
}

void row_skip(struct row *row, int64_t now_s, const char *why)
{
	set_started(row, now_s);
	add_note(row, text_of(why));
	measurement_set_string(&row->m, COL_STATUS, row_status_names[STATUS_SKIPPED]);
	measurement_set_text(&row->m, COL_NOTE, strbuf_text(&row->note));
}

static void set_latency(struct row *row, const struct histogram *h)
{
	static const struct {
		enum column column;
		double percent;
	} percentiles[] = {
		{COL_LAT_P50_S, 50},
		{COL_LAT_P95_S, 95},
		{COL_LAT_P99_S, 99},
		{COL_LAT_P999_S, 99.9},
	};
	struct measurement *m = &row->m;

	if (h->count == 0)
		return;
	measurement_set_number(m, COL_LAT_MIN_S, (double)h->min_ns / 1e9);
	measurement_set_number(m, COL_LAT_MAX_S, (double)h->max_ns / 1e9);
	measurement_set_number(m, COL_LAT_MEAN_S, histogram_mean_ns(h) / 1e9);
	measurement_set_number(m, COL_LAT_STDDEV_S, histogram_stddev_ns(h) / 1e9);
	for (size_t i = 0; i < FST_COUNT(percentiles); i++)
		measurement_set_number(m, percentiles[i].column,
			histogram_percentile(h, percentiles[i].percent) / 1e9);
	histogram_format(h, &row->histogram);
	measurement_set_text(m, COL_LAT_HISTOGRAM, strbuf_text(&row->histogram));
}

/* Kinds of operation that are not the row's have no columns: their latencies go to the note. */
static void note_latency(struct row *row, const struct histogram *h, const char *what)
{
	struct strbuf part = STRBUF_INIT;
	char p50[UNITS_SIZE], p99[UNITS_SIZE], most[UNITS_SIZE];

	if (h->count == 0)
		return;
	strbuf_printf(&part, "%s p50 %s p99 %s max %s", what,
		units_format_time(p50, histogram_percentile(h, 50) / 1e9),
		units_format_time(p99, histogram_percentile(h, 99) / 1e9),
		units_format_time(most, (double)h->max_ns / 1e9));
	add_note(row, strbuf_text(&part));
	strbuf_free(&part);
}

static void set_witnesses(struct row *row, const struct cellrun *run)
{
	const struct witness_reading *a = &run->before, *b = &run->after;
	struct measurement *m = &row->m;

	if (!run->cell->test->no_file) {
		measurement_set_number(m, COL_CACHED_BEFORE, run->cached_before);
		measurement_set_number(m, COL_CACHED_AFTER, run->cached_after);
	}
	if (a->has_io && b->has_io) {
		measurement_set_number(
			m, COL_DEVICE_READ_BYTES, (double)b->read_bytes - (double)a->read_bytes);
		measurement_set_number(
			m, COL_DEVICE_WRITE_BYTES, (double)b->write_bytes - (double)a->write_bytes);
	}
	if (a->has_cpu && b->has_cpu && b->cpu_ticks > a->cpu_ticks)
		measurement_set_number(m, COL_STEAL_PERCENT,
			100 * ((double)b->steal_ticks - (double)a->steal_ticks) /
				(double)(b->cpu_ticks - a->cpu_ticks));
}

/* Whether a figure cannot be believed, with the reason in the note. */
static bool is_doubtful(struct row *row, const struct row_frame *frame, const struct cellrun *run)
{
	struct strbuf why = STRBUF_INIT;
	char rate[UNITS_SIZE];
	bool doubtful = false;

	if (precision_median(&run->precision) * (double)run->cell->record_size >
			frame->memory_copy_bps * run->cell->load.threads &&
		run->cell->test->kind != OPERATION_WORK) {
		strbuf_printf(&why, "faster than this machine copies memory, %s",
			units_format_rate(rate, frame->memory_copy_bps));
		doubtful = true;
	} else if ((double)run->precision.timed_ns < CLOCK_READS_LEAST * frame->tick->cost_ns) {
		strbuf_printf(&why, "too short for a clock of %.0f ns", frame->tick->cost_ns);
		doubtful = true;
	}
	if ((run->cell->options & PLAN_COLD) && run->cached_before > CACHED_LITTLE) {
		strbuf_printf(&why,
			"%sthe cache could not be emptied: %.0f %% of the file was in it",
			doubtful ? "; " : "", 100 * run->cached_before);
		doubtful = true;
	}
	add_note(row, strbuf_text(&why));
	strbuf_free(&why);
	return doubtful;
}

static enum row_status set_figures(
	struct row *row, const struct row_frame *frame, const struct cellrun *run)
{
	static const struct {
		enum operation kind;
		const char *name;
	} moves[] = {{OPERATION_READ, "read"}, {OPERATION_WRITE, "write"}};
	const struct live_slot *slot = run->slot;
	double median = precision_median(&run->precision);
	struct measurement *m = &row->m;

	measurement_set_number(m, COL_REPEAT, (double)run->precision.passes);
	measurement_set_number(m, COL_OPS_PER_S, median);
	if (run->cell->record_size)
		measurement_set_number(m, COL_BYTES_PER_S, median * (double)run->cell->record_size);
	/* How long all of it takes is not known from a part, which may have been the easy one. */
	if (test_table[run->cell->test->test].figure == COL_ELAPSED_S && run->cut)
		measurement_clear(m, COL_ELAPSED_S);
	else if (test_table[run->cell->test->test].figure == COL_ELAPSED_S && median > 0)
		measurement_set_number(
			m, COL_ELAPSED_S, (double)plan_cell_records(run->cell) / median);
	else
		measurement_set_number(m, COL_ELAPSED_S, (double)run->precision.timed_ns / 1e9);
	measurement_set_number(m, COL_SPREAD, precision_spread(&run->precision));
	set_latency(row, &slot->latency[run->cell->test->kind]);
	measurement_set_text(m, COL_SERIES, strbuf_text(&row->series));
	for (size_t i = 0; i < FST_COUNT(moves); i++)
		if (moves[i].kind != run->cell->test->kind)
			note_latency(row, &slot->latency[moves[i].kind], moves[i].name);
	if (run->cell->test->kind != OPERATION_SYNC)
		note_latency(row, &slot->latency[OPERATION_SYNC], "fsync");
	if (run->cell->options & PLAN_CLOSE)
		note_latency(row, &slot->latency[OPERATION_CLOSE], "close");
	return is_doubtful(row, frame, run) ? STATUS_DOUBTFUL : STATUS_OK;
}

void row_finish(struct row *row, const struct row_frame *frame, const struct cellrun *run)
{
	struct measurement *m = &row->m;
	enum row_status status = STATUS_FAILED;

	set_started(row, run->started_s);
	if (run->sample_every > 1) {
		strbuf_printf(&row->options, "%ssampled=%u", row->options.len ? " " : "",
			run->sample_every);
		measurement_set_text(m, COL_OPTIONS, strbuf_text(&row->options));
	}
	add_note(row, strbuf_text(&run->note));
	set_witnesses(row, run);
	if (run->state == CELL_COMPLETE)
		status = set_figures(row, frame, run);
	else if (run->state == CELL_SKIPPED)
		status = STATUS_SKIPPED;
	/* Behind what the cell itself has to say: it changes with the machine's other work. */
	witness_add_disturbance(&run->folder->witness, &run->before, &run->after, &row->note);
	add_note(row, text_of(frame->note));
	measurement_set_string(m, COL_STATUS, row_status_names[status]);
	measurement_set_text(m, COL_NOTE, strbuf_text(&row->note));
}

void row_free(struct row *row)
{
	strbuf_free(&row->options);
	strbuf_free(&row->histogram);
	strbuf_free(&row->series);
	strbuf_free(&row->note);
}
