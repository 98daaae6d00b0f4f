#include "bench/worker.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "bench/cellverdict.h"

/* A `cell` event for each turn would flood the stream where turns last milliseconds. */
#define CELL_EVENT_S 0.1

#define STRIDE 17 /* IOzone's */

/* The state of the thread beyond what others see. */
struct work {
	struct worker *worker;
	struct cell_context context;
	struct row_frame frame;
	struct rng rng;
	uint32_t *order;
	double cell_event_s; /* when the last one was sent */
};

static void tell_begin(const struct work *work)
{
	const struct plan *plan = work->worker->config->plan;
	struct feed_event event = {
		.kind = FEED_BEGIN,
		.cells = plan->runs,
		.bytes_planned = plan->bytes,
		.estimate_s = plan->estimate_s,
		.row = work->worker->common_facts,
	};

	measurement_set_string(&event.row, COL_TOOL, "fstui");
	measurement_set_string(&event.row, COL_TOOL_VERSION, PACKAGE_VERSION);
	measurement_set_string(&event.row, COL_STARTED, work->worker->started);
	outbox_add(work->worker->outbox, &event);
}

static void tell_cell(struct work *work, const struct cellrun *run)
{
	static const enum column columns[] = {COL_ENVIRONMENT, COL_TEST, COL_DIRECTION,
		COL_FILE_SIZE, COL_RECORD_SIZE, COL_FILES, COL_THREADS, COL_ENGINE, COL_OPTIONS,
		COL_FILESYSTEM};
	struct feed_event event = {
		.kind = FEED_CELL,
		.cell = run->cell->number,
		.cells = work->worker->config->plan->runs,
		.repeat = run->precision.passes + 1,
	};
	struct row row;

	row_start(&row, &work->frame, run->cell, run->folder);
	for (size_t i = 0; i < FST_COUNT(columns); i++)
		if (measurement_has(&row.m, columns[i])) {
			event.row.have |= UINT64_C(1) << columns[i];
			event.row.value[columns[i]] = row.m.value[columns[i]];
		}
	outbox_add(work->worker->outbox, &event);
	row_free(&row);
	work->cell_event_s = outbox_time_s(work->worker->outbox);
}

/* The row goes to the file, durably, before it is told and before anything else is measured. */
static void keep_row(struct work *work, const struct row *row, uint64_t cell)
{
	struct worker *worker = work->worker;
	struct feed_event event = {.kind = FEED_MEASUREMENT, .cell = cell, .row = row->m};
	struct text status = measurement_text(&row->m, COL_STATUS);

	if (worker->writer && worker->status == FST_OK)
		worker->status = result_append(worker->writer, &row->m, &worker->error);
	if (worker->status != FST_OK)
		return; /* it is nowhere: neither told nor counted */
	if (text_is(status, row_status_names[STATUS_FAILED]))
		worker->failed++;
	else if (text_is(status, row_status_names[STATUS_SKIPPED]))
		worker->skipped++;
	else
		worker->ok++;
	outbox_add(worker->outbox, &event);
}

static void leave_out_cell(struct work *work, const struct plan_cell *cell)
{
	struct row row;

	row_start(&row, &work->frame, cell, &work->worker->folders[cell->folder]);
	row_skip(&row, clock_wall_s(work->worker->config->clock), "crossover rule");
	work->worker->left_out++;
	keep_row(work, &row, cell->number);
	row_free(&row);
}

static void finish_cell(struct work *work, struct cellrun *run, size_t slot)
{
	struct row row;

	cellverdict_tell(run);
	cellrun_end(run);
	row_start(&row, &work->frame, run->cell, run->folder);
	sampler_end_cell(work->worker->sampler, slot, &row.series);
	live_end_cell(run->slot);
	row_finish(&row, &work->frame, run);
	if (run->state != CELL_NOT_RUN)
		keep_row(work, &row, run->cell->number);
	row_free(&row);
}

/* The order of records that the point's test needs, NULL when it is a plain one. */
static uint32_t *make_order(const struct plan_cell *cell, uint64_t seed)
{
	uint64_t records = plan_cell_file_records(cell), at = 0;
	enum access access = cell->test->access;
	struct rng rng;
	uint32_t *order;

	if (access != ACCESS_RANDOM && access != ACCESS_STRIDE)
		return NULL;
	order = xcalloc((size_t)records, sizeof(*order));
	if (access == ACCESS_STRIDE) {
		for (uint64_t first = 0; first < STRIDE && records > STRIDE; first++)
			for (uint64_t i = first; i < records; i += STRIDE)
				order[at++] = (uint32_t)i;
		return order;
	}
	rng_seed(&rng, seed);
	for (uint64_t i = 0; i < records; i++) { /* Fisher and Yates, inside out */
		uint64_t k = rng_below(&rng, i + 1);

		order[i] = order[k];
		order[k] = (uint32_t)i;
	}
	return order;
}

/* One batch of each cell that still runs, in an order that is new each time. */
static bool measure_round(struct work *work, struct cellrun *runs, size_t count)
{
	size_t turn[count];
	bool more = false;

	for (size_t i = 0; i < count; i++) {
		size_t k = (size_t)rng_below(&work->rng, i + 1);

		turn[i] = turn[k];
		turn[k] = i;
	}
	for (size_t i = 0; i < count; i++) {
		struct cellrun *run = &runs[turn[i]];

		if (run->state != CELL_RUNNING)
			continue;
		if (outbox_time_s(work->worker->outbox) - work->cell_event_s > CELL_EVENT_S)
			tell_cell(work, run);
		cellrun_measure_batch(run, &work->context);
		if (run->state == CELL_RUNNING)
			more = true;
		else
			finish_cell(work, run, turn[i]);
	}
	return more;
}

static void add_progress(struct work *work, double estimate_done_s)
{
	struct worker *worker = work->worker;

	pthread_mutex_lock(&worker->sampler->lock);
	worker->progress.estimate_done_s += estimate_done_s;
	worker->progress.point_start_s = outbox_time_s(worker->outbox);
	pthread_mutex_unlock(&worker->sampler->lock);
}

/* All cells of a point, in turns. */
static void measure_point(struct work *work, const struct plan_cell *cells, size_t count)
{
	struct worker *worker = work->worker;
	struct cellrun runs[count];
	double estimate_s = 0;
	bool more = false;

	for (size_t i = 0; i < count; i++)
		estimate_s += cells[i].done ? 0 : cells[i].estimate_s;
	add_progress(work, 0);
	live_request(worker->live, 0, LIVE_SKIP);
	work->context.order = work->order = make_order(&cells[0], worker->config->seed);
	for (size_t i = 0; i < count; i++) {
		runs[i] = (struct cellrun){
			.cell = &cells[i],
			.folder = &worker->folders[cells[i].folder],
			.slot = &worker->live->slots[i],
		};
		if (cells[i].done) {
			runs[i].state = CELL_COMPLETE;
			continue;
		}
		tell_cell(work, &runs[i]);
		live_start_cell(runs[i].slot, cells[i].number, cells[i].test->kind);
		cellrun_begin(&runs[i], &work->context);
		sampler_begin_cell(worker->sampler, i);
		if (runs[i].state == CELL_RUNNING)
			more = true;
		else
			finish_cell(work, &runs[i], i);
	}
	while (more)
		more = measure_round(work, runs, count);
	for (size_t i = 0; i < count; i++)
		cellrun_free(&runs[i]);
	free(work->order);
	add_progress(work, estimate_s);
}

static bool must_stop(const struct work *work)
{
	return (live_requests(work->worker->live) & LIVE_STOP) || work->worker->status != FST_OK;
}

/* Whether a resumed run has all of a point. */
static bool is_done(const struct plan_cell *cells, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!cells[i].done)
			return false;
	return true;
}

static void work_through(struct work *work)
{
	const struct plan *plan = work->worker->config->plan;
	size_t next;

	for (size_t i = 0; i < plan->count && !must_stop(work); i = next) {
		if (tick_now(work->worker->tick) > work->context.deadline)
			break;
		next = i + 1;
		while (next < plan->count && plan->cells[next].point == plan->cells[i].point)
			next++;
		if (plan->cells[i].number && !is_done(&plan->cells[i], next - i))
			measure_point(work, &plan->cells[i], next - i);
		for (size_t k = i; k < next && !plan->cells[k].number; k++)
			if (!plan->cells[k].done)
				leave_out_cell(work, &plan->cells[k]);
	}
}

void *worker_main(void *context)
{
	struct worker *worker = context;
	const struct run_config *config = worker->config;
	struct data data;
	struct work work = {.worker = worker};

	worker->status = data_start(&data, (size_t)config->plan->largest_record, config->zero,
		rng_fresh_seed(), &worker->error);
	if (worker->status == FST_OK) {
		work.context = (struct cell_context){
			.config = config,
			.tick = worker->tick,
			.live = worker->live,
			.data = &data,
			.deadline = TICK_NEVER,
		};
		if (config->max_total_s > 0)
			work.context.deadline = tick_now(worker->tick) +
						tick_from_ns(worker->tick,
							(uint64_t)(config->max_total_s * 1e9));
		work.frame = (struct row_frame){
			.run_id = worker->run_id,
			.note = config->note,
			.memory_copy_bps = witness_memory_copy_bps(),
			.tick = worker->tick,
		};
		rng_seed(&work.rng, config->seed);
		tell_begin(&work);
		work_through(&work);
	}
	data_end(&data);
	__atomic_store_n(&worker->over, true, __ATOMIC_RELEASE);
	outbox_wake(worker->outbox);
	return NULL;
}

void worker_read_progress(struct worker *worker, double *progress, double *left_s)
{
	double now_s = outbox_time_s(worker->outbox), rest_s, pace, inside;
	struct worker_progress at;

	pthread_mutex_lock(&worker->sampler->lock);
	at = worker->progress;
	pthread_mutex_unlock(&worker->sampler->lock);
	/* How much slower than planned it went so far; the second softens the start. */
	pace = (at.point_start_s + 1) / (at.estimate_done_s + 1);
	inside = now_s - at.point_start_s;
	rest_s = (worker->config->plan->estimate_s - at.estimate_done_s) * pace - inside;
	*left_s = rest_s > 0 ? rest_s : 0;
	*progress = now_s / (now_s + *left_s);
}
