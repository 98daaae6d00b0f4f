/* The timed loop and the engines: which records, how many latencies, what ends a pass. */
#include "../support/test.h"
#include "../support/support.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "bench/timed_loop.h"

enum { RECORD = 4096, RECORDS = 64 };

struct setting {
	struct tick tick;
	struct live live;
	struct data data;
	char *folder;
	char *path;
	void *kept; /* an engine's, from pass to pass */
};

static int set_up(void **state)
{
	struct setting *setting = xcalloc(1, sizeof(*setting));

	tick_start(&setting->tick, "");
	live_init(&setting->live, 1, 1);
	live_start_cell(&setting->live.slots[0], 1, OPERATION_READ);
	assert_int_equal(data_start(&setting->data, RECORD, false, 1, NULL), FST_OK);
	setting->folder = test_folder_create();
	setting->path = fileio_join(setting->folder, "file");
	*state = setting;
	return 0;
}

static int tear_down(void **state)
{
	struct setting *setting = *state;

	data_end(&setting->data);
	live_destroy(&setting->live);
	free(setting->path);
	test_folder_remove(setting->folder);
	free(setting);
	return 0;
}

static struct pass make_pass(struct setting *setting)
{
	return (struct pass){
		.engine = &engine_psync,
		.tick = &setting->tick,
		.live = &setting->live,
		.slot = &setting->live.slots[0],
		.data = &setting->data,
		.record_bytes = RECORD,
		.records = RECORDS,
		.step = 1,
		.sample_every = 1,
		.deadline = TICK_NEVER,
		.load = {.queue_depth = 4},
		.kept = &setting->kept,
		.fd = -1,
	};
}

/* What the operation below was asked for. */
static uint64_t seen[RECORDS];
static uint64_t seen_count, fail_at;

static int note_offset(struct pass *pass, uint64_t offset)
{
	if (seen_count == fail_at)
		return ENOSPC;
	seen[seen_count++] = offset / pass->record_bytes;
	return 0;
}

static void run_noting(struct pass *pass)
{
	seen_count = 0;
	fail_at = UINT64_MAX;
	timed_loop(pass, OPERATION_READ, note_offset);
}

static void records_come_in_order(void **state)
{
	struct setting *setting = *state;
	struct pass forward = make_pass(setting), backward = forward, same = forward,
		    ordered = forward;
	uint32_t order[RECORDS];

	run_noting(&forward);
	assert_int_equal(seen_count, RECORDS);
	for (uint64_t i = 0; i < RECORDS; i++)
		assert_int_equal(seen[i], i);
	backward.first = RECORDS - 1;
	backward.step = (uint64_t)-1;
	run_noting(&backward);
	for (uint64_t i = 0; i < RECORDS; i++)
		assert_int_equal(seen[i], RECORDS - 1 - i);
	same.step = 0;
	run_noting(&same);
	for (uint64_t i = 0; i < RECORDS; i++)
		assert_int_equal(seen[i], 0);
	for (uint32_t i = 0; i < RECORDS; i++)
		order[i] = (i * 17) % RECORDS;
	ordered.order = order;
	run_noting(&ordered);
	for (uint64_t i = 0; i < RECORDS; i++)
		assert_int_equal(seen[i], order[i]);
}

static void every_operation_has_a_latency(void **state)
{
	struct setting *setting = *state;
	struct live_slot *slot = &setting->live.slots[0];
	struct pass pass = make_pass(setting);

	run_noting(&pass);
	assert_int_equal(pass.done, RECORDS);
	assert_int_equal(slot->latency[OPERATION_READ].count, RECORDS);
	assert_int_equal(slot->operations, RECORDS);
	assert_int_equal(slot->bytes, RECORDS * RECORD);
	/* Back to back: the latencies add up to the whole. */
	assert_true(slot->latency[OPERATION_READ].sum_ns <= slot->timed_ns + RECORDS);
	assert_true(slot->latency[OPERATION_READ].sum_ns + RECORDS >= slot->timed_ns);
	assert_int_equal(slot->timed_ns, tick_ns(&setting->tick, pass.ticks));
}

static void a_slow_clock_times_every_nth(void **state)
{
	struct setting *setting = *state;
	struct pass pass = make_pass(setting);
	const struct tick slow = {.cost_ns = 1000};

	assert_int_equal(tick_sampling(&setting->tick, 1e9), 1);
	assert_int_equal(tick_sampling(&slow, 500), 200);
	assert_int_equal(tick_sampling(&slow, 1e9), 1);
	pass.sample_every = 10;
	run_noting(&pass);
	assert_int_equal(pass.done, RECORDS);
	assert_int_equal(seen_count, RECORDS);
	for (uint64_t i = 0; i < RECORDS; i++)
		assert_int_equal(seen[i], i);
	assert_int_equal(setting->live.slots[0].latency[OPERATION_READ].count, 7);
}

static void an_error_ends_the_pass(void **state)
{
	struct setting *setting = *state;
	struct pass pass = make_pass(setting);

	seen_count = 0;
	fail_at = 10;
	timed_loop(&pass, OPERATION_READ, note_offset);
	assert_int_equal(pass.error_number, ENOSPC);
	assert_int_equal(pass.done, 10);
	assert_false(pass.cut);
}

static void the_deadline_cuts_the_pass(void **state)
{
	struct setting *setting = *state;
	struct pass pass = make_pass(setting);

	pass.deadline = 0;
	run_noting(&pass);
	assert_true(pass.cut);
	assert_int_equal(pass.done, 1);
}

static void requests_cut_the_pass(void **state)
{
	static const unsigned requests[] = {LIVE_STOP, LIVE_SKIP};
	struct setting *setting = *state;

	for (size_t i = 0; i < FST_COUNT(requests); i++) {
		struct pass pass = make_pass(setting);

		live_request(&setting->live, requests[i], 0);
		run_noting(&pass);
		live_request(&setting->live, 0, requests[i]);
		assert_true(pass.cut);
		assert_int_equal(pass.done, 1);
	}
}

static void *resume(void *context)
{
	struct setting *setting = context;

	/* Once the pass waits it is not timing any more. */
	while (__atomic_load_n(&setting->live.slots[0].timing, __ATOMIC_RELAXED) ||
		__atomic_load_n(&setting->live.slots[0].operations, __ATOMIC_ACQUIRE) == 0)
		;
	usleep(20000);
	live_request(&setting->live, 0, LIVE_PAUSE);
	return NULL;
}

static void a_pause_is_not_counted(void **state)
{
	struct setting *setting = *state;
	struct pass pass = make_pass(setting);
	pthread_t thread;

	live_request(&setting->live, LIVE_PAUSE, 0);
	assert_int_equal(pthread_create(&thread, NULL, resume, setting), 0);
	run_noting(&pass);
	pthread_join(thread, NULL);
	assert_int_equal(pass.done, RECORDS);
	assert_false(pass.cut);
	assert_true(tick_ns(&setting->tick, pass.paused) >= 20000000);
	assert_true(setting->live.slots[0].latency[OPERATION_READ].max_ns <
		    tick_ns(&setting->tick, pass.paused));
}

static bool is_there(const struct engine *engine)
{
	return !engine->probe || engine->probe(NULL) == FST_OK;
}

static void discard(struct setting *setting, const struct engine *engine)
{
	if (setting->kept)
		engine->discard(setting->kept);
	setting->kept = NULL;
}

/* Each engine writes a file and reads it again. */
static void engines_move_what_they_say(void **state)
{
	struct setting *setting = *state;
	struct strbuf contents = STRBUF_INIT;

	for (size_t i = 0; engines[i]; i++) {
		struct pass pass = make_pass(setting);

		if (!is_there(engines[i]))
			continue;
		pass.engine = engines[i];
		pass.fd = open(setting->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
		assert_int_equal(engines[i]->attach(&pass, true), 0);
		engines[i]->write(&pass);
		assert_int_equal(pass.error_number, 0);
		assert_int_equal(pass.done, RECORDS);
		assert_int_equal(engines[i]->sync(&pass), 0);
		assert_int_equal(engines[i]->close(&pass), 0);
		strbuf_clear(&contents);
		assert_int_equal(fileio_read(setting->path, 1u << 20, &contents, NULL), FST_OK);
		assert_int_equal(contents.len, RECORD * RECORDS);

		pass = make_pass(setting);
		pass.engine = engines[i];
		pass.fd = open(setting->path, O_RDONLY | O_CLOEXEC);
		assert_int_equal(engines[i]->attach(&pass, false), 0);
		engines[i]->read(&pass);
		assert_int_equal(pass.error_number, 0);
		assert_int_equal(pass.done, RECORDS);
		if (!engines[i]->queues) /* which read into memory of their own */
			assert_memory_equal(setting->data.target,
				contents.ptr + (size_t)(RECORDS - 1) * RECORD, RECORD);
		assert_int_equal(engines[i]->close(&pass), 0);
		discard(setting, engines[i]);
	}
	strbuf_free(&contents);
}

/* Where every record was written once the blocks are all there, and all different. */
static void random_writes_go_where_they_should(void **state)
{
	struct setting *setting = *state;
	struct strbuf contents = STRBUF_INIT;
	uint32_t order[RECORDS];

	for (uint32_t i = 0; i < RECORDS; i++)
		order[i] = (i * 17 + 5) % RECORDS;
	for (size_t i = 0; engines[i]; i++) {
		struct pass pass = make_pass(setting);
		uint64_t low = UINT64_MAX, high = 0;

		if (!is_there(engines[i]))
			continue;
		pass.engine = engines[i];
		pass.order = order;
		pass.fd = open(setting->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
		assert_int_equal(engines[i]->attach(&pass, true), 0);
		engines[i]->write(&pass);
		assert_int_equal(pass.done, RECORDS);
		assert_int_equal(engines[i]->close(&pass), 0);
		strbuf_clear(&contents);
		assert_int_equal(fileio_read(setting->path, 1u << 20, &contents, NULL), FST_OK);
		assert_int_equal(contents.len, RECORD * RECORDS);
		for (size_t k = 0; k < RECORDS; k++) {
			uint64_t stamp;

			memcpy(&stamp, contents.ptr + k * RECORD, sizeof(stamp));
			low = stamp < low ? stamp : low;
			high = stamp > high ? stamp : high;
		}
		assert_int_equal(high - low, RECORDS - 1);
		discard(setting, engines[i]);
	}
	strbuf_free(&contents);
}

static void a_short_file_is_an_error(void **state)
{
	struct setting *setting = *state;

	for (size_t i = 0; engines[i]; i++) {
		struct pass pass = make_pass(setting);
		int attached;

		if (!is_there(engines[i]))
			continue;
		pass.engine = engines[i];
		pass.fd = open(setting->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
		assert_int_equal(ftruncate(pass.fd, 2 * RECORD + 100), 0);
		attached = engines[i]->attach(&pass, false);
		if (attached) { /* a mapping has to have its size beforehand */
			assert_int_equal(attached, ENODATA);
			engines[i]->close(&pass);
			continue;
		}
		engines[i]->read(&pass);
		assert_int_equal(pass.error_number, ENODATA);
		assert_int_equal(pass.done, 2);
		engines[i]->close(&pass);
		discard(setting, engines[i]);
	}
}

static void a_bus_error_is_the_pass_s(void **state)
{
	struct setting *setting = *state;
	struct pass pass = make_pass(setting);

	pass.engine = &engine_mmap;
	pass.fd = open(setting->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_int_equal(engine_mmap.attach(&pass, true), 0);
	assert_int_equal(ftruncate(pass.fd, 0), 0);
	engine_mmap.write(&pass);
	assert_int_equal(pass.error_number, EIO);
	assert_int_equal(engine_mmap.close(&pass), 0);
}

/* Reads and writes come in their share, and no kind is in another's latencies. */
static void mixes_keep_kinds_apart(void **state)
{
	struct setting *setting = *state;

	for (size_t i = 0; engines[i]; i++) {
		struct live_slot *slot = &setting->live.slots[0];
		struct pass pass = make_pass(setting);
		uint64_t reads, writes, syncs;

		if (!is_there(engines[i]))
			continue;
		live_start_cell(slot, 1, OPERATION_READ);
		pass.engine = engines[i];
		pass.load.read_percent = 75;
		pass.load.fsync_every = engines[i]->queues ? 0 : 16;
		pass.fd = open(setting->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
		assert_int_equal(ftruncate(pass.fd, RECORD * RECORDS), 0);
		assert_int_equal(engines[i]->attach(&pass, true), 0);
		transfer_run_mixed(&pass);
		assert_int_equal(pass.error_number, 0);
		assert_int_equal(pass.done, RECORDS);
		assert_int_equal(pass.written_records, RECORDS / 4);
		reads = slot->latency[OPERATION_READ].count;
		writes = slot->latency[OPERATION_WRITE].count;
		syncs = slot->latency[OPERATION_SYNC].count;
		assert_int_equal(reads, RECORDS * 3 / 4);
		assert_int_equal(writes, RECORDS / 4);
		assert_int_equal(syncs, engines[i]->queues ? 0 : RECORDS / 16);
		assert_int_equal(engines[i]->close(&pass), 0);
		discard(setting, engines[i]);
	}
}

static void a_rate_is_kept(void **state)
{
	struct setting *setting = *state;
	struct pass pass = make_pass(setting);

	pass.load.rate_bps = RECORD * RECORDS / 0.05;
	pass.fd = open(setting->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	transfer_run_write(&pass);
	assert_int_equal(pass.done, RECORDS);
	/* The last of them is due a record's time before the end. */
	assert_true(tick_ns(&setting->tick, pass.ticks) >= 50000000 / RECORDS * (RECORDS - 1));
	close(pass.fd);
}

static void chunks_are_written_back(void **state)
{
	struct setting *setting = *state;
	struct live_slot *slot = &setting->live.slots[0];
	struct pass pass = make_pass(setting);
	struct strbuf contents = STRBUF_INIT;

	pass.fd = open(setting->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_int_equal(ftruncate(pass.fd, RECORD * RECORDS), 0);
	chunks_run_rewrite(&pass);
	assert_int_equal(pass.done, RECORDS);
	assert_int_equal(slot->latency[OPERATION_READ].count, RECORDS);
	assert_int_equal(slot->latency[OPERATION_WRITE].count, RECORDS);
	assert_int_equal(fileio_read(setting->path, 1u << 20, &contents, NULL), FST_OK);
	for (size_t i = 0; i < RECORDS; i++)
		assert_int_equal(contents.ptr[i * RECORD + i], 1);
	close(pass.fd);
	strbuf_free(&contents);
}

static void every_tenth_seek_writes(void **state)
{
	struct setting *setting = *state;
	struct live_slot *slot = &setting->live.slots[0];
	struct pass pass = make_pass(setting);

	pass.file_records = RECORDS;
	pass.records = 100;
	pass.fd = open(setting->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_int_equal(ftruncate(pass.fd, RECORD * RECORDS), 0);
	chunks_run_seek(&pass);
	assert_int_equal(pass.done, 100);
	assert_int_equal(slot->latency[OPERATION_READ].count, 100);
	assert_int_equal(slot->latency[OPERATION_WRITE].count, 10);
	close(pass.fd);
}

static void primes_are_counted(void **state)
{
	struct setting *setting = *state;
	struct pass pass = make_pass(setting);

	pass.records = 3;
	pass.load.max_prime = 100;
	machine_run_cpu(&pass);
	assert_int_equal(pass.done, 3);
	assert_int_equal(pass.sum, 3 * 24); /* 25 below 100, of which 2 is not looked at */
	assert_int_equal(setting->live.slots[0].latency[OPERATION_WORK].count, 3);
}

static void memory_is_moved_by_words(void **state)
{
	struct setting *setting = *state;
	struct pass pass = make_pass(setting);
	const size_t *words = (const size_t *)(const void *)setting->data.target;

	machine_run_memory_write(&pass);
	assert_int_equal(pass.done, RECORDS);
	for (size_t i = 0; i < RECORD / sizeof(*words); i++)
		assert_int_equal(words[i], (RECORDS - 1) * RECORD);
	machine_run_memory_read(&pass);
	assert_int_equal(pass.sum, (RECORDS - 1) * RECORD);
}

/* The names in front of the table are the vocabulary's. */
static void tests_have_their_names(void **state)
{
	(void)state;
	for (size_t i = 0; i < bench_test_count; i++)
		assert_string_equal(bench_test_names[i], test_table[bench_tests[i].test].name);
	assert_null(bench_test_names[bench_test_count]);
	for (size_t i = 0; engines[i]; i++)
		assert_string_equal(engine_names[i], engines[i]->name);
}

static void durable_writes_keep_syncs_apart(void **state)
{
	struct setting *setting = *state;
	struct live_slot *slot = &setting->live.slots[0];
	struct pass pass = make_pass(setting);

	pass.fd = open(setting->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	durable_run(&pass);
	assert_int_equal(pass.error_number, 0);
	assert_int_equal(pass.done, RECORDS);
	assert_int_equal(slot->latency[OPERATION_WRITE].count, RECORDS);
	assert_int_equal(slot->latency[OPERATION_SYNC].count, RECORDS);
	close(pass.fd);
}

/* No 4 KiB of what is written is like another, nor like those of another run. */
static void blocks_are_unique(void **state)
{
	struct setting *setting = *state;
	uint64_t last = 0;

	for (int i = 0; i < 1000; i++) {
		uint64_t stamp;

		memcpy(&stamp, data_next(&setting->data, RECORD), sizeof(stamp));
		assert_true(i == 0 || stamp == last + 1);
		last = stamp;
	}
}

static void zeros_are_zeros(void **state)
{
	struct data data;

	(void)state;
	assert_int_equal(data_start(&data, RECORD, true, 1, NULL), FST_OK);
	for (int i = 0; i < 300; i++) {
		const unsigned char *bytes = data_next(&data, RECORD);

		for (int k = 0; k < RECORD; k++)
			assert_int_equal(bytes[k], 0);
	}
	data_end(&data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(records_come_in_order, set_up, tear_down),
		cmocka_unit_test_setup_teardown(every_operation_has_a_latency, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_slow_clock_times_every_nth, set_up, tear_down),
		cmocka_unit_test_setup_teardown(an_error_ends_the_pass, set_up, tear_down),
		cmocka_unit_test_setup_teardown(the_deadline_cuts_the_pass, set_up, tear_down),
		cmocka_unit_test_setup_teardown(requests_cut_the_pass, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_pause_is_not_counted, set_up, tear_down),
		cmocka_unit_test_setup_teardown(engines_move_what_they_say, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_short_file_is_an_error, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			random_writes_go_where_they_should, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_bus_error_is_the_pass_s, set_up, tear_down),
		cmocka_unit_test_setup_teardown(mixes_keep_kinds_apart, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_rate_is_kept, set_up, tear_down),
		cmocka_unit_test_setup_teardown(chunks_are_written_back, set_up, tear_down),
		cmocka_unit_test_setup_teardown(every_tenth_seek_writes, set_up, tear_down),
		cmocka_unit_test(tests_have_their_names),
		cmocka_unit_test_setup_teardown(primes_are_counted, set_up, tear_down),
		cmocka_unit_test_setup_teardown(memory_is_moved_by_words, set_up, tear_down),
		cmocka_unit_test_setup_teardown(durable_writes_keep_syncs_apart, set_up, tear_down),
		cmocka_unit_test_setup_teardown(blocks_are_unique, set_up, tear_down),
		cmocka_unit_test(zeros_are_zeros),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
