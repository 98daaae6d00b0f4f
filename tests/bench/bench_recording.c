/*
 * What recording every latency costs: the engine's loop against the same loop of bare pread calls,
 * 4 KiB records in random order of a file that is in the page cache. By the clock on the wall, and
 * by processor time, which leaves out what else the machine does: both loops only compute and call.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "base/rng.h"
#include "base/strbuf.h"
#include "bench/bench.h"
#include "../support/bench.h"
#include "../support/support.h"

enum { RECORD = 4096, RECORDS = 4096, PASSES = 16, PAIRS = 31 };

struct setting {
	struct tick tick;
	struct live live;
	struct data data;
	uint32_t order[RECORDS];
	int fd;
	clockid_t clock; /* what the loops are compared by */
};

static double now_s(const struct setting *setting)
{
	struct timespec ts;

	clock_gettime(setting->clock, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static double recorded(void *context)
{
	struct setting *setting = context;
	double start = now_s(setting);

	for (int i = 0; i < PASSES; i++) {
		struct pass pass = {
			.engine = &engine_psync,
			.tick = &setting->tick,
			.live = &setting->live,
			.slot = &setting->live.slots[0],
			.data = &setting->data,
			.record_bytes = RECORD,
			.records = RECORDS,
			.order = setting->order,
			.sample_every = 1,
			.deadline = UINT64_MAX,
			.fd = setting->fd,
		};

		engine_psync.read(&pass);
		if (pass.done != RECORDS)
			abort();
	}
	return 1 / (now_s(setting) - start);
}

static double bare(void *context)
{
	struct setting *setting = context;
	double start = now_s(setting);

	for (int i = 0; i < PASSES; i++)
		for (int k = 0; k < RECORDS; k++)
			if (pread(setting->fd, setting->data.target, RECORD,
				    (off_t)setting->order[k] * RECORD) != RECORD)
				abort();
	return 1 / (now_s(setting) - start);
}

int main(void)
{
	struct setting *setting = xcalloc(1, sizeof(*setting));
	char *folder = test_folder_create(), *path = fileio_join(folder, "file");
	struct strbuf source = STRBUF_INIT;
	struct bench_ratio ratio;
	struct rng rng;

	fileio_read("/sys/devices/system/clocksource/clocksource0/current_clocksource", 4096,
		&source, NULL);
	strbuf_truncate(&source, text_trim(strbuf_text(&source)).len);
	tick_start(&setting->tick, strbuf_string(&source));
	live_init(&setting->live, 1, 1);
	live_start_cell(&setting->live.slots[0], 1, OPERATION_READ);
	if (data_start(&setting->data, RECORD, false, 1, NULL) != FST_OK)
		abort();
	rng_seed(&rng, 1);
	for (uint32_t i = 0; i < RECORDS; i++) {
		uint32_t k = (uint32_t)rng_below(&rng, i + 1);

		setting->order[i] = setting->order[k];
		setting->order[k] = i;
	}
	setting->fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	for (int i = 0; i < RECORDS; i++)
		if (write(setting->fd, data_next(&setting->data, RECORD), RECORD) != RECORD)
			abort();
	setting->clock = CLOCK_MONOTONIC;
	ratio = bench_compare(recorded, bare, setting, PAIRS);
	bench_print_ratio("recording_every_latency", &ratio, 0.95,
		"a loop of bare pread calls, 4 KiB, cached");
	setting->clock = CLOCK_THREAD_CPUTIME_ID;
	ratio = bench_compare(recorded, bare, setting, PAIRS);
	bench_print_ratio(
		"recording_every_latency_cpu", &ratio, 0.95, "the same loop, by processor time");
	bench_print("clock_read", setting->tick.cost_ns, "ns", "nothing (clock source %s%s)",
		strbuf_string(&source), setting->tick.tsc ? ", read by rdtsc" : "");
	close(setting->fd);
	data_end(&setting->data);
	live_destroy(&setting->live);
	strbuf_free(&source);
	free(path);
	test_folder_remove(folder);
	free(setting);
	return 0;
}
