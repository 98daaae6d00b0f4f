#include "bench/cellrun.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <unistd.h>

#include "base/units.h"
#include "bench/direct.h"
#include "bench/errname.h"

/* What an operation takes where a cache serves it: for sampling where the clock is slow. */
#define CACHED_CALL_NS     300.0
#define CACHED_NS_PER_BYTE 0.1

/* For the least of short passes, where the plan's time is not enough. */
#define MINIMUM_TIME_NS 5000000000u

/* A pass and what it took, timed closing and syncing included. */
struct pass_result {
	uint64_t bytes, ns;
	bool cut;
	int error_number;
};

/* Add to the note, parts joined by "; ". */
static void add_note(struct cellrun *run, const char *format, ...) FST_PRINTF(2, 3);

static void add_note(struct cellrun *run, const char *format, ...)
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
	add_note(run, "%s", name.ptr);
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
		add_note(run, "skipped by request");
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

/* The caches of the whole machine, which takes root. */
static int drop_caches(void)
{
	int fd = open("/proc/sys/vm/drop_caches", O_WRONLY | O_CLOEXEC), result = 0;

	if (fd < 0)
		return errno;
	if (write(fd, "3", 1) != 1)
		result = errno;
	close(fd);
	return result;
}

/* Nothing of the file shall be in the page cache; how much still is becomes cached_before. */
static int empty_cache(struct cellrun *run)
{
	struct testfile *file = &run->folder->file;
	int result = testfile_evict(file);
	double cached;

	if (!result && (run->cell->options & PLAN_DROP_CACHES))
		result = drop_caches();
	if (result)
		return result;
	cached = witness_residency(testfile_copy(file)->fd, run->cell->file_size);
	if (cached > run->cached_before)
		run->cached_before = cached;
	return 0;
}

/* What direct I/O would refuse with a bare EINVAL. */
static int check_alignment(struct cellrun *run)
{
	unsigned alignment;

	if (!(run->cell->options & PLAN_DIRECT))
		return 0;
	alignment = direct_alignment(testfile_copy(&run->folder->file)->fd);
	if (run->cell->record_size % alignment == 0)
		return 0;
	add_note(run, "direct I/O needs records that are multiples of %u bytes here", alignment);
	return EINVAL;
}

static int prepare_file(struct cellrun *run, struct cell_context *context)
{
	struct testfile *file = &run->folder->file;
	const struct testfile_filling filling = {
		.data = context->data,
		.live = context->live,
		.tick = context->tick,
		.deadline = context->deadline,
	};
	uint64_t filled_before;
	int result;

	if (run->cell->test->new_file) {
		result = testfile_create(file);
		return result ? result : check_alignment(run);
	}
	filled_before = file->written_bytes;
	result = testfile_fill(file, run->cell->file_size, &filling);
	if (result == 0)
		result = run->passes_are_short
				 ? testfile_take_clean_copy(file, run->cell->file_size, &filling)
				 : testfile_sync(file);
	context->written_bytes += file->written_bytes - filled_before;
	if (!result && (run->cell->options & (PLAN_COLD | PLAN_DIRECT)))
		result = empty_cache(run);
	return result ? result : check_alignment(run);
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
		max_time_s = 1 + 2 * run->cell->estimate_s;
	run->time_left = tick_from_ns(context->tick, (uint64_t)(max_time_s * 1e9));
}

void cellrun_begin(struct cellrun *run, struct cell_context *context)
{
	const struct plan_cell *cell = run->cell;
	int result = 0;

	run->state = CELL_RUNNING;
	testfile_take_first_copy(&run->folder->file, cell->file_size);
	run->started_s = clock_wall_s(context->config->clock);
	run->cached_before = run->cached_after = -1;
	run->sample_every = tick_sampling(
		context->tick, CACHED_CALL_NS + CACHED_NS_PER_BYTE * (double)cell->record_size);
	if (run->sample_every < cell->test->sample_every)
		run->sample_every = cell->test->sample_every;
	if (!cell->test->new_file) {
		result = may_fill(run, context) ? prepare_file(run, context) : TESTFILE_CUT;
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

/* The order of records that the test asks for. */
static void set_access(struct pass *pass, enum access access, const uint32_t *order)
{
	switch (access) {
	case ACCESS_SEQUENTIAL:
		pass->step = 1;
		break;
	case ACCESS_BACKWARD:
		pass->first = pass->records - 1;
		pass->step = (uint64_t)-1;
		break;
	case ACCESS_RANDOM:
	case ACCESS_STRIDE:
		pass->order = order;
		break;
	case ACCESS_SAME:
		break;
	}
}

/* Call @end (sync or close), counting its latency and (@counted) its time. */
static void finish_timed(struct pass *pass, int (*end)(struct pass *pass), enum operation kind,
	bool counted, struct pass_result *result)
{
	uint64_t start = tick_now(pass->tick), ns;
	int error_number = end(pass);

	ns = tick_ns(pass->tick, tick_now(pass->tick) - start);
	histogram_add(&pass->slot->latency[kind], ns);
	if (error_number && !result->error_number)
		result->error_number = error_number;
	if (!counted)
		return;
	result->ns += ns;
	live_publish(
		pass->slot, pass->slot->bytes, pass->slot->operations, pass->slot->timed_ns + ns);
}

static int open_file(struct pass *pass, const struct testfile *file, bool writing, unsigned options)
{
	int flags = (writing ? O_RDWR : O_RDONLY) | (options & PLAN_DIRECT ? O_DIRECT : 0) |
		    (options & PLAN_O_SYNC ? O_SYNC : 0) | (options & PLAN_O_DSYNC ? O_DSYNC : 0);
	uint64_t start = tick_now(pass->tick);

	pass->fd = testfile_open(file, flags);
	if (pass->fd < 0)
		return errno;
	histogram_add(&pass->slot->latency[OPERATION_OPEN],
		tick_ns(pass->tick, tick_now(pass->tick) - start));
	return pass->engine->attach(pass, writing);
}

static struct pass_result run_pass(struct cellrun *run, struct cell_context *context)
{
	const struct plan_cell *cell = run->cell;
	struct testfile *file = &run->folder->file;
	struct pass pass = {
		.engine = cell->engine,
		.tick = context->tick,
		.live = context->live,
		.slot = run->slot,
		.data = context->data,
		.record_bytes = (size_t)cell->record_size,
		.records = plan_cell_records(cell),
		.file_records = cell->file_size / cell->record_size,
		.sample_every = run->sample_every,
		.deadline = run->deadline,
		.load = cell->load,
		.kept = &run->kept,
		.fd = -1,
	};
	struct pass_result result = {.error_number = prepare_file(run, context)};

	if (result.error_number == TESTFILE_CUT)
		return (struct pass_result){.cut = true};
	set_access(&pass, cell->test->access, context->order);
	if (!result.error_number)
		result.error_number = open_file(&pass, file, cell->test->writes, cell->options);
	if (!result.error_number) {
		cell->test->run(&pass);
		result.error_number = pass.error_number;
		result.bytes = pass.done * cell->record_size;
		result.ns = tick_ns(context->tick, pass.ticks);
		result.cut = pass.cut;
		run->deadline = pass.deadline;
		context->deadline = tick_put_off(context->deadline, pass.paused);
	}
	if (cell->test->new_file)
		testfile_copy(file)->size = result.bytes;
	if (cell->test->writes) {
		uint64_t written = cell->test->mixes ? pass.written_records * cell->record_size
						     : result.bytes;

		testfile_copy(file)->dirty = true;
		context->written_bytes += written;
		run->bytes_written += (double)written;
	}
	if (!result.error_number && !result.cut && (cell->options & PLAN_FSYNC))
		finish_timed(&pass, cell->engine->sync, OPERATION_SYNC, true, &result);
	if (pass.fd >= 0)
		finish_timed(&pass, cell->engine->close, OPERATION_CLOSE,
			cell->options & PLAN_CLOSE, &result);
	return result;
}

static bool bytes_are_left(const struct cellrun *run)
{
	return !run->cell->test->writes ||
	       run->bytes_written + (double)run->cell->file_size <= run->bytes_allowed;
}

/* A first pass that the time limit cut is all there will be: better than nothing, and it says so.
 */
static void keep_cut_pass(struct cellrun *run, const struct pass_result *result)
{
	char moved[UNITS_SIZE], size[UNITS_SIZE];

	if (result->bytes == 0 || result->ns == 0)
		return;
	precision_add(&run->precision, (double)result->bytes * 1e9 / (double)result->ns, 1,
		result->ns, result->ns);
	add_note(run, "cut by the time limit after %s of %s",
		units_format_size(moved, (double)result->bytes, true),
		units_format_size(size, (double)run->cell->file_size, true));
	run->state = CELL_COMPLETE;
}

/*
 * Where a pass takes microseconds, but bringing the file to the device before it
 * milliseconds, the least does not fit into the plan's time.
 */
static bool extend_for_minimum(struct cellrun *run, const struct cell_context *context)
{
	if (run->extended || context->config->max_time_s > 0 || !run->precision.is_short ||
		precision_has_minimum(&run->precision) ||
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
		add_note(run, "ended by the limit of bytes to write");
		run->state = CELL_COMPLETE;
	} else if (wanted <= 0 || precision_is_reached(precision, wanted)) {
		run->state = CELL_COMPLETE;
	} else if (run->time_left == 0 && !extend_for_minimum(run, context)) {
		if (!precision_has_minimum(precision))
			add_note(run, "only %llu passes within the time limit",
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
	uint64_t passes = 0, bytes = 0, ns = 0, shortest_ns = UINT64_MAX;
	bool bytes_ran_out = false;

	wait_while_paused(context);
	start_clock(run, context);
	while (!precision_batch_is_full(passes, ns, shortest_ns)) {
		struct pass_result result;

		bytes_ran_out = !bytes_are_left(run);
		if (bytes_ran_out)
			break;
		result = run_pass(run, context);
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
		bytes += result.bytes;
		ns += result.ns;
		shortest_ns = result.ns < shortest_ns ? result.ns : shortest_ns;
		run->passes_are_short = precision_pass_is_short(shortest_ns);
		if (context->config->precision <= 0 || tick_now(context->tick) >= run->deadline)
			break;
	}
	if (passes && ns)
		precision_add(
			&run->precision, (double)bytes * 1e9 / (double)ns, passes, ns, shortest_ns);
	stop_clock(run, context);
	if (run->state == CELL_RUNNING)
		decide(run, context, bytes_ran_out);
}

void cellrun_end(struct cellrun *run)
{
	const struct testfile_copy *copy = testfile_copy(&run->folder->file);

	if (copy->fd >= 0)
		run->cached_after = witness_residency(copy->fd, copy->size);
	witness_read(&run->folder->witness, &run->after);
	witness_add_disturbance(&run->folder->witness, &run->before, &run->after, &run->note);
}

void cellrun_free(struct cellrun *run)
{
	if (run->kept && run->cell->engine->discard)
		run->cell->engine->discard(run->kept);
	strbuf_free(&run->note);
}
