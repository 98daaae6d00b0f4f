#include "bench/cellpass.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "bench/direct.h"
#include "bench/load.h"

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
	cached = witness_residency(testfile_copy(file)->fd, plan_cell_file_bytes(run->cell));
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
	cellrun_add_note(
		run, "direct I/O needs records that are multiples of %u bytes here", alignment);
	return EINVAL;
}

int cellpass_prepare(struct cellrun *run, struct cell_context *context)
{
	struct testfile *file = &run->folder->file;
	const struct testfile_filling filling = {
		.data = context->data,
		.live = context->live,
		.tick = context->tick,
		.deadline = context->deadline,
	};
	uint64_t size = plan_cell_file_bytes(run->cell), filled_before;
	int result;

	if (run->cell->test->new_file) {
		result = testfile_create(file);
		return result ? result : check_alignment(run);
	}
	filled_before = file->written_bytes;
	result = testfile_fill(file, size, &filling);
	if (result == 0)
		result = run->passes_are_short && run->crew.count == 1
				 ? testfile_take_clean_copy(file, size, &filling)
				 : testfile_sync(file);
	context->written_bytes += file->written_bytes - filled_before;
	if (!result && (run->cell->options & (PLAN_COLD | PLAN_DIRECT)))
		result = empty_cache(run);
	return result ? result : check_alignment(run);
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
	bool counted, struct cellpass_result *result)
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

/* A thread of the cell. */
struct member {
	struct pass pass;
	struct cellpass_result result;
};

struct turn {
	const struct cellrun *run;
	struct member *members;
};

/* Whether each thread has a file of its own. */
static bool has_own_files(const struct plan_cell *cell)
{
	return cell->load.threads > 1 && !cell->test->shares_file && !cell->test->no_file;
}

static struct pass make_pass(
	const struct cellrun *run, const struct cell_context *context, unsigned index)
{
	const struct plan_cell *cell = run->cell;
	struct pass pass = {
		.engine = cell->engine,
		.tick = context->tick,
		.live = context->live,
		.slot = index ? &run->slot->helpers[index - 1] : run->slot,
		.data = index ? &run->crew.data[index - 1] : context->data,
		.record_bytes = (size_t)cell->record_size,
		.records = plan_cell_records(cell) / cell->load.threads,
		.file_records = plan_cell_file_records(cell),
		.options = cell->options,
		.load = cell->load,
		.workdir = run->folder->workdir,
		.tree = &run->folder->tree,
		.path = run->folder->plan->path,
		.sample_every = run->sample_every,
		.deadline = run->deadline,
		.run_deadline = context->deadline,
		.kept = &run->crew.kept[index],
		.fd = -1,
	};

	set_access(&pass, cell->test->access, context->order);
	/* Of one file each thread has its share. */
	if (!has_own_files(cell) && pass.order)
		pass.order += index * pass.records;
	else if (!has_own_files(cell))
		pass.first += index * pass.records * pass.step;
	return pass;
}

/* The timed part, of one thread. */
static void do_pass(void *context, unsigned index)
{
	const struct turn *turn = context;
	const struct plan_cell *cell = turn->run->cell;
	struct pass *pass = &turn->members[index].pass;
	struct cellpass_result *result = &turn->members[index].result;

	cell->test->run(pass);
	if (cell->load.threads > 1)
		live_request(pass->live, LIVE_WALL, 0);
	result->error_number = pass->error_number;
	result->operations = pass->done;
	result->ns = tick_ns(pass->tick, pass->ticks);
	result->cut = pass->cut;
	if (cell->test->no_file)
		return;
	if (!result->error_number && !result->cut && (cell->options & PLAN_FSYNC))
		finish_timed(pass, cell->engine->sync, OPERATION_SYNC, true, result);
	finish_timed(
		pass, cell->engine->close, OPERATION_CLOSE, cell->options & PLAN_CLOSE, result);
}

/* What all threads did: each one's rate is over its own time, and the rates add up. */
static struct cellpass_result sum_up(const struct member *members, unsigned count)
{
	struct cellpass_result sum = members[0].result;
	double rate = 0;

	if (count == 1)
		return sum;
	sum.operations = 0;
	for (unsigned i = 0; i < count; i++) {
		const struct cellpass_result *result = &members[i].result;

		sum.operations += result->operations;
		if (result->ns)
			rate += (double)result->operations / (double)result->ns;
		if (!sum.error_number)
			sum.error_number = result->error_number;
		sum.cut = sum.cut || result->cut;
	}
	sum.ns = rate > 0 ? (uint64_t)((double)sum.operations / rate) : 0;
	return sum;
}

static struct cellpass_result run_members(
	struct cellrun *run, struct cell_context *context, struct member *members)
{
	struct turn turn = {.run = run, .members = members};
	int error_number;

	live_request(context->live, 0, LIVE_WALL);
	error_number = crew_run(&run->crew, do_pass, &turn);
	live_request(context->live, 0, LIVE_WALL);
	if (error_number) {
		cellrun_add_note(run, "%u threads cannot be started", run->crew.count);
		return (struct cellpass_result){.error_number = error_number};
	}
	run->deadline = members[0].pass.deadline;
	context->deadline = tick_put_off(context->deadline, members[0].pass.paused);
	return sum_up(members, run->crew.count);
}

static void count_written(struct cellrun *run, struct cell_context *context, uint64_t bytes)
{
	context->written_bytes += bytes;
	run->bytes_written += (double)bytes;
}

/* A pass of a test that makes its own files, or none. */
static struct cellpass_result run_own_pass(struct cellrun *run, struct cell_context *context)
{
	const struct bench_test *test = run->cell->test;
	struct member members[LOAD_THREADS_MAX] = {0};
	struct pass *pass = &members[0].pass;
	struct cellpass_result result = {0};
	int cleared;

	for (unsigned i = 0; i < run->crew.count; i++)
		members[i].pass = make_pass(run, context, i);
	result.error_number = test->prepare ? test->prepare(pass) : 0;
	if (result.error_number == TESTFILE_CUT)
		result = (struct cellpass_result){.cut = true};
	else if (!result.error_number)
		result = run_members(run, context, members);
	cleared = test->clear ? test->clear(pass) : 0;
	if (cleared && cleared != TESTFILE_CUT && !result.error_number)
		result.error_number = cleared;
	count_written(run, context, pass->written_bytes);
	return result;
}

/* The file of thread @index in use, and open for it. */
static int open_member(
	struct cellrun *run, struct cell_context *context, struct member *member, unsigned index)
{
	const struct plan_cell *cell = run->cell;
	struct testfile *file = &run->folder->file;
	int result = 0;

	if (has_own_files(cell))
		testfile_select(file, index);
	if (index == 0 || has_own_files(cell))
		result = cellpass_prepare(run, context);
	member->pass = make_pass(run, context, index);
	if (!result)
		result = open_file(&member->pass, file, cell->test->writes, cell->options);
	return result;
}

/* What the pass left of the file. */
static void account_member(
	struct cellrun *run, struct cell_context *context, const struct member *member)
{
	const struct bench_test *test = run->cell->test;
	struct testfile_copy *copy = testfile_copy(&run->folder->file);
	uint64_t record = run->cell->record_size;

	if (test->new_file)
		copy->size = member->pass.done * record;
	if (!test->writes)
		return;
	copy->dirty = true;
	if (test->mixes)
		count_written(run, context, member->pass.written_records * record);
	else
		count_written(
			run, context, (uint64_t)plan_cell_written(run->cell, member->pass.done));
}

static struct cellpass_result run_file_pass(struct cellrun *run, struct cell_context *context)
{
	struct member members[LOAD_THREADS_MAX] = {0};
	struct cellpass_result result = {0};
	unsigned opened = 0;

	while (opened < run->crew.count && !result.error_number) {
		result.error_number = open_member(run, context, &members[opened], opened);
		opened++;
	}
	if (!result.error_number)
		result = run_members(run, context, members);
	for (unsigned i = 0; i < opened; i++) {
		struct pass *pass = &members[i].pass;

		if (has_own_files(run->cell))
			testfile_select(&run->folder->file, i);
		account_member(run, context, &members[i]);
		if (pass->fd >= 0) /* never got as far as its own */
			finish_timed(pass, pass->engine->close, OPERATION_CLOSE, false, &result);
	}
	if (has_own_files(run->cell))
		testfile_select(&run->folder->file, 0);
	if (result.error_number == TESTFILE_CUT)
		return (struct cellpass_result){.cut = true};
	return result;
}

struct cellpass_result cellpass_run(struct cellrun *run, struct cell_context *context)
{
	return run->cell->test->no_file ? run_own_pass(run, context) : run_file_pass(run, context);
}
