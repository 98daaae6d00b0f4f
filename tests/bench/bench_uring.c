/*
 * What the io_uring engine costs beyond a bare ring: 4 KiB records in random order of a file in the
 * page cache, 32 at a time, with the file and the memory registered. The bare loop fills the
 * queue, submits, and reaps, without a clock, latencies or anything that somebody could watch.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "base/rng.h"
#include "bench/bench.h"
#include "../support/bench.h"
#include "../support/support.h"

#ifdef HAVE_LIBURING
#include <liburing.h>

enum { RECORD = 4096, RECORDS = 4096, PASSES = 16, PAIRS = 31, DEPTH = 32 };

struct setting {
	struct tick tick;
	struct live live;
	struct data data;
	uint32_t order[RECORDS];
	int fd;
	void *kept;
	struct io_uring bare;
	unsigned char *memory;
};

static double engine(void *context)
{
	struct setting *setting = context;
	double start = bench_now_s();

	for (int i = 0; i < PASSES; i++) {
		struct pass pass = {
			.engine = &engine_io_uring,
			.tick = &setting->tick,
			.live = &setting->live,
			.slot = &setting->live.slots[0],
			.data = &setting->data,
			.record_bytes = RECORD,
			.records = RECORDS,
			.order = setting->order,
			.sample_every = 1,
			.deadline = UINT64_MAX,
			.load = {.threads = 1, .queue_depth = DEPTH},
			.kept = &setting->kept,
			.fd = setting->fd,
		};

		if (engine_io_uring.attach(&pass, false) != 0)
			abort();
		engine_io_uring.read(&pass);
		if (pass.done != RECORDS)
			abort();
	}
	return 1 / (bench_now_s() - start);
}

static double bare(void *context)
{
	struct setting *setting = context;
	struct io_uring *ring = &setting->bare;
	double start = bench_now_s();

	for (int i = 0; i < PASSES; i++)
		for (unsigned next = 0, under_way = 0; next < RECORDS || under_way;) {
			struct io_uring_cqe *cqe;
			unsigned head, count = 0;

			for (; under_way < DEPTH && next < RECORDS; under_way++, next++) {
				struct io_uring_sqe *sqe = io_uring_get_sqe(ring);

				io_uring_prep_read_fixed(sqe, 0,
					setting->memory + (size_t)(next % DEPTH) * RECORD, RECORD,
					(uint64_t)setting->order[next] * RECORD, 0);
				io_uring_sqe_set_flags(sqe, IOSQE_FIXED_FILE);
			}
			if (io_uring_submit_and_wait(ring, 1) < 0)
				abort();
			io_uring_for_each_cqe(ring, head, cqe)
			{
				if (cqe->res != RECORD)
					abort();
				count++;
			}
			io_uring_cq_advance(ring, count);
			under_way -= count;
		}
	return 1 / (bench_now_s() - start);
}

static void prepare_bare(struct setting *setting)
{
	struct iovec all = {.iov_len = (size_t)DEPTH * RECORD};

	setting->memory = mmap(NULL, all.iov_len, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	all.iov_base = setting->memory;
	if (setting->memory == MAP_FAILED ||
		io_uring_queue_init(DEPTH, &setting->bare,
			IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN) != 0 ||
		io_uring_register_buffers(&setting->bare, &all, 1) != 0 ||
		io_uring_register_files(&setting->bare, &setting->fd, 1) != 0)
		abort();
}

int main(void)
{
	struct setting *setting = xcalloc(1, sizeof(*setting));
	char *folder, *path;
	struct bench_ratio ratio;
	struct rng rng;

	if (engine_io_uring.probe(NULL) != FST_OK) {
		puts("# io_uring_engine: the system refuses io_uring");
		return 0;
	}
	folder = test_folder_create();
	path = fileio_join(folder, "file");
	tick_start(&setting->tick, "tsc");
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
	prepare_bare(setting);
	ratio = bench_compare(engine, bare, setting, PAIRS);
	bench_print_ratio("io_uring_engine", &ratio, 0.92,
		"a bare ring, registered file and memory, 32 x 4 KiB, cached");
	engine_io_uring.discard(setting->kept);
	io_uring_queue_exit(&setting->bare);
	close(setting->fd);
	data_end(&setting->data);
	live_destroy(&setting->live);
	free(path);
	test_folder_remove(folder);
	free(setting);
	return 0;
}

#else

int main(void)
{
	puts("# io_uring_engine: built without liburing");
	return 0;
}

#endif
