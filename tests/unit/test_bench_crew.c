/* Threads of a cell: all at work, stopped together, counted together. */
#include "../support/test.h"

#include <errno.h>
#include <unistd.h>

#include "bench/crew.h"
#include "bench/timed_loop.h"

enum { THREADS = 4, RECORD = 4096 };

struct setting {
	struct tick tick;
	struct live live;
	struct data data;
	struct crew crew;
	struct pass passes[THREADS];
};

static void set_up(struct setting *setting)
{
	*setting = (struct setting){0};
	tick_start(&setting->tick, "");
	live_init(&setting->live, 2, THREADS);
	live_start_cell(&setting->live.slots[0], 1, OPERATION_READ);
	assert_int_equal(data_start(&setting->data, RECORD, false, 1, NULL), FST_OK);
	assert_int_equal(crew_start(&setting->crew, THREADS, RECORD, false, NULL), FST_OK);
	for (unsigned i = 0; i < THREADS; i++)
		setting->passes[i] = (struct pass){
			.tick = &setting->tick,
			.live = &setting->live,
			.slot = i ? &setting->live.slots[0].helpers[i - 1]
				  : &setting->live.slots[0],
			.data = i ? &setting->crew.data[i - 1] : &setting->data,
			.record_bytes = RECORD,
			.step = 1,
			.sample_every = 1,
			.deadline = TICK_NEVER,
		};
}

static void tear_down(struct setting *setting)
{
	crew_end(&setting->crew);
	data_end(&setting->data);
	live_destroy(&setting->live);
}

static int do_nothing(struct pass *pass, uint64_t offset)
{
	(void)pass;
	(void)offset;
	return 0;
}

static void run_until_wall(void *context, unsigned index)
{
	struct setting *setting = context;

	timed_loop(&setting->passes[index], OPERATION_READ, do_nothing);
	live_request(&setting->live, LIVE_WALL, 0);
}

static void the_first_one_ends_the_others(void **state)
{
	struct setting setting;

	(void)state;
	set_up(&setting);
	for (unsigned i = 0; i < THREADS; i++)
		setting.passes[i].records = i == 2 ? 10 : UINT64_MAX / RECORD;
	assert_int_equal(crew_run(&setting.crew, run_until_wall, &setting), 0);
	assert_int_equal(setting.passes[2].done, 10);
	for (unsigned i = 0; i < THREADS; i++)
		assert_false(setting.passes[i].cut); /* which would be no figure */
	tear_down(&setting);
}

static void add_index(void *context, unsigned index)
{
	__atomic_fetch_add((unsigned *)context, 1u << (8 * index), __ATOMIC_RELAXED);
}

static void each_is_called_once(void **state)
{
	struct crew crew;
	unsigned calls = 0;

	(void)state;
	assert_int_equal(crew_start(&crew, THREADS, RECORD, true, NULL), FST_OK);
	assert_int_equal(crew_run(&crew, add_index, &calls), 0);
	assert_int_equal(calls, 0x01010101);
	crew_end(&crew);
}

static void run_ten(void *context, unsigned index)
{
	struct setting *setting = context;

	setting->passes[index].records = 10;
	timed_loop(&setting->passes[index], OPERATION_READ, do_nothing);
}

/* While the cell runs a snapshot adds the threads up; when it ended the slot has all of it. */
static void what_threads_did_adds_up(void **state)
{
	struct setting setting;
	struct live_snapshot snapshot;

	(void)state;
	set_up(&setting);
	assert_int_equal(crew_run(&setting.crew, run_ten, &setting), 0);
	live_snapshot(&setting.live.slots[0], &snapshot);
	assert_int_equal(snapshot.operations, 10 * THREADS);
	assert_int_equal(snapshot.bytes, 10 * THREADS * RECORD);
	assert_int_equal(snapshot.latency.count, 10 * THREADS);
	live_end_cell(&setting.live.slots[0]);
	assert_int_equal(setting.live.slots[0].latency[OPERATION_READ].count, 10 * THREADS);
	live_start_cell(&setting.live.slots[0], 2, OPERATION_READ);
	live_snapshot(&setting.live.slots[0], &snapshot);
	assert_int_equal(snapshot.operations, 0);
	assert_int_equal(snapshot.latency.count, 0);
	tear_down(&setting);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_is_called_once),
		cmocka_unit_test(the_first_one_ends_the_others),
		cmocka_unit_test(what_threads_did_adds_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
