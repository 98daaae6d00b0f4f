/* A result file of a million rows: how long it takes to read, and in how much memory. */
#include "../support/bench.h"
#include "../support/support.h"

#include "base/alloc.h"
#include "model/dataset.h"
#include "store/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROWS = 1000000, LOADS = 5, RUN_ROWS = 1000 };

/* Rows such as fstui's own sweeps have, without their histograms. */
static void write_rows(const char *path)
{
	static const char *const tests[] = {"write", "read", "random_read", "random_write"};
	FILE *file = fopen(path, "w");

	if (file == NULL)
		abort();
	fputs("environment,run,started,tool,tool_version,test,direction,file_size,record_size,"
	      "threads,engine,repeat,bytes_per_s,ops_per_s,elapsed_s,spread,lat_p50_s,lat_p99_s,"
	      "lat_max_s,status,host,kernel,filesystem,device\n",
		file);
	for (int i = 0; i < ROWS; i++)
		fprintf(file,
			"env%d,run%06d,2026-11-30T20:14:00Z,fstui,0.1.0,%s,read,%d,%d,1,psync,6,"
			"%d.25,%d.5,0.1%d,0.02,1.2e-05,3.4e-05,0.00%d,ok,vm,6.1.0,ext4,vda\n",
			i / RUN_ROWS % 7, i / RUN_ROWS, tests[i % 4], 65536 << i % 11,
			4096 << i % 9, 100000000 + i, 20000 + i % 5000, i % 1000, 100 + i % 900);
	if (fclose(file) != 0)
		abort();
}

struct load {
	double elapsed_s;
	double memory_bytes;
};

static double memory_used_bytes(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (double)usage.ru_maxrss * 1024;
}

/* Loads PATH in a process of its own, whose greatest memory is what it needed. */
static struct load load_once(const char *path)
{
	struct load load = {0};
	int ends[2];
	pid_t pid;

	if (pipe(ends) != 0 || (pid = fork()) < 0)
		abort();
	if (pid == 0) {
		struct dataset *dataset = dataset_new();
		struct fst_error error;
		double start_s = bench_now_s();

		if (result_read(path, dataset, NULL, &error) != FST_OK ||
			dataset_count(dataset) != ROWS) {
			fprintf(stderr, "%s\n", error.message);
			_exit(EXIT_FAILURE);
		}
		load.elapsed_s = bench_now_s() - start_s;
		load.memory_bytes = memory_used_bytes();
		_exit(write(ends[1], &load, sizeof(load)) != sizeof(load));
	}
	if (read(ends[0], &load, sizeof(load)) != sizeof(load))
		abort();
	close(ends[0]);
	close(ends[1]);
	waitpid(pid, NULL, 0);
	return load;
}

int main(void)
{
	char *folder = test_folder_create();
	char *path = xasprintf("%s/million.csv", folder);
	double elapsed_s[LOADS], memory_bytes = 0, median_s;

	write_rows(path);
	for (int i = 0; i < LOADS; i++) {
		struct load load = load_once(path);

		elapsed_s[i] = load.elapsed_s;
		memory_bytes = load.memory_bytes;
	}
	median_s = bench_median(elapsed_s, LOADS);
	bench_print("load_million_rows", median_s, "s", "3 s at most, median of %d: %s", LOADS,
		median_s <= 3 ? "met" : "MISSED");
	bench_print("load_million_rows_memory", memory_bytes / (1 << 20), "MiB",
		"600 MB at most: %s", memory_bytes <= 600e6 ? "met" : "MISSED");
	free(path);
	test_folder_remove(folder);
	return EXIT_SUCCESS;
}
