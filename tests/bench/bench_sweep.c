/*
 * What a sweep costs beyond its passes: `fstui run --suite sweep --precision off` against the same
 * passes as bare loops of system calls (every cell of the plan once, with nothing recorded but two
 * clock reads), in the folder that is the first argument, else on /dev/shm. Pairs: the second
 * argument, else five. --file-size: the third, else the whole sweep.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "base/rng.h"
#include "bench/plan.h"
#include "../support/bench.h"
#include "../support/support.h"

#define POOL   (16u << 20)
#define STRIDE 17

struct setting {
	struct plan plan;
	char *folder, *path, *command;
	unsigned char *pool;
	uint64_t size; /* of the file */
	double timed_s; /* the sum of what the loops took: what a benchmark would print */
};

static uint32_t *make_order(const struct plan_cell *cell, uint64_t records)
{
	uint32_t *order = xcalloc((size_t)records, sizeof(*order));
	uint64_t at = 0;
	struct rng rng;

	rng_seed(&rng, 1);
	if (cell->test->access == ACCESS_STRIDE)
		for (uint64_t first = 0; first < STRIDE && records > STRIDE; first++)
			for (uint64_t i = first; i < records; i += STRIDE)
				order[at++] = (uint32_t)i;
	else
		for (uint64_t i = 0; i < records; i++) {
			uint64_t k = rng_below(&rng, i + 1);

			order[i] = order[k];
			order[k] = (uint32_t)i;
		}
	return order;
}

static uint64_t offset_of(
	const struct plan_cell *cell, const uint32_t *order, uint64_t records, uint64_t i)
{
	switch (cell->test->access) {
	case ACCESS_BACKWARD:
		return (records - 1 - i) * cell->record_size;
	case ACCESS_SAME:
		return 0;
	case ACCESS_RANDOM:
	case ACCESS_STRIDE:
		return order[i] * cell->record_size;
	default:
		return i * cell->record_size;
	}
}

static void move_by_calls(struct setting *setting, const struct plan_cell *cell, int fd,
	const uint32_t *order, uint64_t records)
{
	size_t size = (size_t)cell->record_size;

	for (uint64_t i = 0; i < records; i++) {
		off_t offset = (off_t)offset_of(cell, order, records, i);
		ssize_t n = cell->test->writes ? pwrite(fd, setting->pool, size, offset)
					       : pread(fd, setting->pool, size, offset);

		if (n != (ssize_t)size)
			abort();
	}
}

static void move_by_stream(
	struct setting *setting, const struct plan_cell *cell, FILE *stream, uint64_t records)
{
	size_t size = (size_t)cell->record_size;

	for (uint64_t i = 0; i < records; i++)
		if ((cell->test->writes ? fwrite(setting->pool, size, 1, stream)
					: fread(setting->pool, size, 1, stream)) != 1)
			abort();
}

static void fill(struct setting *setting, const struct plan_cell *cell)
{
	int fd = open(setting->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	while (setting->size < cell->file_size) {
		ssize_t n = pwrite(fd, setting->pool, 1u << 16, (off_t)setting->size);

		if (n <= 0)
			abort();
		setting->size += (uint64_t)n;
	}
	if (setting->size > cell->file_size && ftruncate(fd, (off_t)cell->file_size) != 0)
		abort();
	setting->size = cell->file_size;
	close(fd);
}

static void run_cell(struct setting *setting, const struct plan_cell *cell)
{
	enum access access = cell->test->access;
	uint64_t records = cell->file_size / cell->record_size;
	uint32_t *order = access == ACCESS_RANDOM || access == ACCESS_STRIDE
				  ? make_order(cell, records)
				  : NULL;
	FILE *stream = NULL;
	double start;
	int fd;

	if (cell->test->new_file)
		unlink(setting->path);
	else
		fill(setting, cell);
	fd = open(setting->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (cell->test->engine == &engine_stdio) {
		stream = fdopen(fd, "r+");
		setvbuf(stream, NULL, _IOFBF, (size_t)cell->record_size);
	}
	start = bench_now_s();
	if (stream)
		move_by_stream(setting, cell, stream, records);
	else
		move_by_calls(setting, cell, fd, order, records);
	setting->timed_s += bench_now_s() - start;
	fsync(fd);
	if (stream)
		fclose(stream);
	else
		close(fd);
	if (cell->test->new_file)
		setting->size = cell->file_size;
	free(order);
}

static double bare(void *context)
{
	struct setting *setting = context;
	double start = bench_now_s();

	for (size_t i = 0; i < setting->plan.count; i++)
		if (setting->plan.cells[i].number)
			run_cell(setting, &setting->plan.cells[i]);
	unlink(setting->path);
	setting->size = 0;
	return bench_now_s() - start;
}

static double fstui(void *context)
{
	struct setting *setting = context;
	double start = bench_now_s();

	if (system(setting->command) != 0)
		abort();
	return bench_now_s() - start;
}

int main(int argc, char **argv)
{
	struct setting *setting = xcalloc(1, sizeof(*setting));
	const char *where = argc > 1 ? argv[1] : "/dev/shm";
	const struct plan_folder folder = {.environment = "bare", .path = where};
	struct plan_request request = {
		.suite = SUITE_SWEEP, .folders = &folder, .folder_count = 1, .once = true};
	uint64_t size = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
	struct bench_ratio ratio;

	if (size) {
		request.file_sizes = &size;
		request.file_size_count = 1;
	}
	if (plan_make(&setting->plan, &request, NULL) != FST_OK)
		abort();
	setting->folder = xasprintf("%s/fstui-sweep-XXXXXX", where);
	if (!mkdtemp(setting->folder)) {
		printf("# sweep_time: no folder can be made in %s\n", where);
		return 0;
	}
	setting->path = fileio_join(setting->folder, "file");
	setting->command = size ? xasprintf("./fstui run --suite sweep --precision off --file-size "
					    "%llu --output %s/rows.csv %s 2>/dev/null && rm "
					    "%s/rows.csv",
					  (unsigned long long)size, setting->folder,
					  setting->folder, setting->folder)
				: xasprintf("./fstui run --suite sweep --precision off --output "
					    "%s/rows.csv %s 2>/dev/null && rm %s/rows.csv",
					  setting->folder, setting->folder, setting->folder);
	setting->pool = xcalloc(1, POOL);
	memset(setting->pool, 1, POOL);
	ratio = bench_compare(
		fstui, bare, setting, argc > 2 ? (size_t)strtoul(argv[2], NULL, 10) : 5);
	bench_print("sweep_time", ratio.median, "ratio",
		"the same passes as bare loops (95 %% interval %.3f..%.3f, %zu interleaved pairs); "
		"under 1.25: %s",
		ratio.low, ratio.high, ratio.pairs, ratio.median < 1.25 ? "met" : "MISSED");
	rmdir(setting->folder);
	plan_free(&setting->plan);
	free(setting->pool);
	free(setting->command);
	free(setting->path);
	free(setting->folder);
	free(setting);
	return 0;
}
