#include "bench/cellrun.h"

#include <errno.h>
#include <math.h>

#include "base/units.h"
#include "bench/cellpass.h"
#include "bench/errname.h"

/* What an operation takes where a cache serves it: for sampling where the clock is slow. */
#define CACHED_CALL_NS     300.0
#define CACHED_NS_PER_BYTE 0.1

/* For the least of short passes, where the plan's time is not enough. */
#define MINIMUM_TIME_NS 5000000000u

void cellrun_add_note(struct cellrun *run, const char *format, ...)
{
	va_list ap;

	if (run->note.len)
		strbuf_add_string(&run->note, "; ");
	va_start(ap, format);
	strbuf_vprintf(&run->note, format, ap);
	va_end(ap);
}

static void fail(struct cellrun *run, int error_number)
{
	struct strbuf name = STRBUF_INIT;

	errname_add(&name, error_number);
	cellrun_add_note(run, "%s", name.ptr);
	strbuf_free(&name);
	run->state = CELL_FAILED;
}

/* The person or the controller wants no more of it. */
static bool is_called_off(struct cellrun *run, const struct cell_context *context)
{
	unsigned requests = live_requests(context->live);

	if (requests & LIVE_STOP) {
		run->state = CELL_NOT_RUN;
	} else if (requests & LIVE_SKIP) {
		cellrun_add_note(run, "skipped by request");
		run->state = CELL_SKIPPED;
	}
	return run->state != CELL_RUNNING;
}

/* Between batches a pause only puts the end of the run off. */
static void wait_while_paused(struct cell_context *context)
{
	if (live_requests(context->live) & LIVE_PAUSE)
		context->deadline = tick_put_off(
			context->deadline, live_wait_while_paused(context->live, context->tick));
}

/* Whether the run may write what the file lacks. */
static bool may_fill(const struct cellrun *run, const struct cell_context *context)
{
	uint64_t there = testfile_copy(&run->folder->file)->size, wanted = run->cell->file_size;
	uint64_t lacks = wanted > there ? wanted - there : 0;

	return context->config->max_bytes == 0 || lacks == 0 ||
	       context->written_bytes + lacks <= context->config->max_bytes;
}

/*
 * Of the bytes that the run may write, what the cells behind need stays theirs; of what
 * nobody needs, the cells of a point may take half.
 */
static void set_bytes_allowed(struct cellrun *run, const struct cell_context *context)
{
	const struct run_config *config = context->config;
	double left = (double)config->max_bytes - (double)context->written_bytes;
	double spare = left - run->cell->bytes_after - run->cell->bytes;
	double share = 2 * (double)config->folder_count;

	run->bytes_allowed = run->cell->bytes + fmax(spare, 0) / share;
	run->bytes_allowed = config->max_bytes ? fmin(run->bytes_allowed, left) : INFINITY;
}

static void set_time(struct cellrun *run, const struct cell_context *context)
{
	double max_time_s = context->config->max_time_s;

	if (max_time_s <= 0)
		max_time_s = run->cell->limit_s;
	if (max_time_s <= 0)
		max_time_s = 1 + 2 * run->cell->estimate_s;
	run->time_left = tick_from_ns(context->tick, (uint64_t)(max_time_s * 1e9));
}

void cellrun_begin(struct cellrun *run, struct cell_context *context)
{
	const struct plan_cell *cell = run->cell;
	int result = 0;

	run->state = CELL_RUNNING;
	run->precision.least = cell->least_passes;
	run->precision.most = cell->most_passes;
	crew_start(&run->crew, cell->load.threads, (size_t)cell->record_size, context->config->zero,
		NULL);
	if (!cell->test->no_file)
		testfile_take_first_copy(&run->folder->file, cell->file_size);
	run->started_s = clock_wall_s(context->config->clock);
	run->cached_before = run->cached_after = -1;
	run->sample_every = tick_sampling(
		context->tick, CACHED_CALL_NS + CACHED_NS_PER_BYTE * (double)cell->record_size);
	if (run->sample_every < cell->test->sample_every)
		run->sample_every = cell->test->sample_every;
	if (!cell->test->no_file && !cell->test->new_file) {
		result = may_fill(run, context) ? cellpass_prepare(run, context) : TESTFILE_CUT;
		if (result == 0)
			run->cached_before = witness_residency(
				testfile_copy(&run->folder->file)->fd, cell->file_size);
	}
	set_bytes_allowed(run, context);
	witness_read(&run->folder->witness, &run->before);
	set_time(run, context);
	if (is_called_off(run, context))
		return;
	if (result == TESTFILE_CUT)
		run->state = CELL_NOT_RUN; /* the run's time or bytes are over */
	else if (result)
		fail(run, result);
}

static bool bytes_are_left(const struct cellrun *run)
{
	return run->cell->pass_bytes <= 0 ||
	       run->bytes_written + run->cell->pass_bytes <= run->bytes_allowed;
}

/* A first pass that the time limit cut is all there will be: better than nothing, and it says so.
 */
static void keep_cut_pass(struct cellrun *run, const struct cellpass_result *result)
{
	const struct plan_cell *cell = run->cell;
	double done = (double)result->operations, all = (double)plan_cell_records(cell);
	char moved[UNITS_SIZE], size[UNITS_SIZE];

	if (result->operations == 0 || result->ns == 0)
		return;
	precision_add(&run->precision, done * 1e9 / (double)result->ns, 1, result->ns, result->ns);
	if (cell->record_size)
		cellrun_add_note(run, "cut by the time limit after %s of %s",
			units_format_size(moved, done * (double)cell->record_size, true),
			units_format_size(size, all * (double)cell->record_size, true));
	else
		cellrun_add_note(run, "cut by the time limit after %.0f of %.0f", done, all);
	run->cut = true;
	run->state = CELL_COMPLETE;
}

/*
 * Where a pass takes microseconds, but bringing the file to the device before it
 * milliseconds, the least does not fit into the plan's time.
 */
static bool extend_for_minimum(struct cellrun *run, const struct cell_context *context)
{
	if (run->extended || context->config->max_time_s > 0 || run->cell->limit_s > 0 ||
		!run->precision.is_short || precision_has_minimum(&run->precision) ||
		tick_now(context->tick) >= context->deadline)
		return false;
	run->extended = true;
	run->time_left = tick_from_ns(context->tick, MINIMUM_TIME_NS);
	return true;
}

/* The batch is over; is the cell? */
static void decide(struct cellrun *run, const struct cell_context *context, bool bytes_ran_out)
{
	const struct precision *precision = &run->precision;
	double wanted = context->config->precision;

	if (precision->count == 0) {
		run->state = CELL_NOT_RUN;
	} else if (bytes_ran_out) {
		cellrun_add_note(run, "ended by the limit of bytes to write");
		run->state = CELL_COMPLETE;
	} else if (wanted <= 0 || precision_is_reached(precision, wanted)) {
		run->state = CELL_COMPLETE;
	} else if (run->time_left == 0 && !extend_for_minimum(run, context)) {
		if (!precision_has_minimum(precision))
			cellrun_add_note(run, "only %llu passes within the time limit",
				(unsigned long long)precision->passes);
		run->state = CELL_COMPLETE;
	}
}

static void start_clock(struct cellrun *run, const struct cell_context *context)
{
	run->deadline = tick_put_off(tick_now(context->tick), run->time_left);
	if (run->deadline > context->deadline)
		run->deadline = context->deadline;
}

static void stop_clock(struct cellrun *run, const struct cell_context *context)
{
	uint64_t now = tick_now(context->tick);

	run->time_left = run->deadline > now ? run->deadline - now : 0;
}

void cellrun_measure_batch(struct cellrun *run, struct cell_context *context)
{
	uint64_t passes = 0, operations = 0, ns = 0, shortest_ns = UINT64_MAX;
	bool bytes_ran_out = false;

	wait_while_paused(context);
	start_clock(run, context);
	while (!precision_batch_is_full(passes, ns, shortest_ns)) {
		struct cellpass_result result;

		bytes_ran_out = !bytes_are_left(run);
		if (bytes_ran_out)
			break;
		result = cellpass_run(run, context);
		if (is_called_off(run, context))
			return;
		if (result.error_number) {
			fail(run, result.error_number);
			return;
		}
		if (result.cut) {
			if (run->precision.count == 0 && passes == 0)
				keep_cut_pass(run, &result);
			break;
		}
		passes++;
		operations += result.operations;
		ns += result.ns;
		shortest_ns = result.ns < shortest_ns ? result.ns : shortest_ns;
		run->passes_are_short = precision_pass_is_short(shortest_ns);
		if (context->config->precision <= 0 || tick_now(context->tick) >= run->deadline)
			break;
	}
	if (passes && ns)
		precision_add(&run->precision, (double)operations * 1e9 / (double)ns, passes, ns,
			shortest_ns);
	stop_clock(run, context);
	if (run->state == CELL_RUNNING)
		decide(run, context, bytes_ran_out);
}

void cellrun_end(struct cellrun *run)
{
	const struct testfile_copy *copy = testfile_copy(&run->folder->file);

	if (!run->cell->test->no_file && copy->fd >= 0)
		run->cached_after = witness_residency(copy->fd, copy->size);
	witness_read(&run->folder->witness, &run->after);
}

void cellrun_free(struct cellrun *run)
{
	const struct engine *engine = run->cell->engine;

	for (unsigned i = 0; i < run->crew.count; i++)
		if (run->crew.kept[i] && engine->discard)
			engine->discard(run->crew.kept[i]);
	crew_end(&run->crew);
	strbuf_free(&run->note);
}
