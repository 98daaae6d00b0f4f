/*
 * Reading logs: 100 MB of the corpus' logs with figures of their own, a large CSV of
 * bonnie++ against Debian's bon_csv2txt, a gigabyte of prose; and the memory they take.
 * Processor time, because other work on the machine is not the import's.
 */
#include "../support/bench.h"
#include "../support/support.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "base/rng.h"
#include "import/import.h"
#include "store/result.h"

enum { MIXED_BYTES = 100000000, CSV_LINES = 100000, PROSE_MB = 1000 };

/* Logs that are large are tables of one tool: they would be most of the mixture. */
enum { LONGEST_LOG = 60000 };

static struct strbuf logs;
static size_t *log_ends;
static size_t log_count;

static void add_folder(const char *folder)
{
	struct dirent **entries = NULL;
	int count = scandir(folder, &entries, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		char *path = fileio_join(folder, entries[i]->d_name);
		struct text name = text_of(entries[i]->d_name);
		struct strbuf log = STRBUF_INIT;
		struct stat st;

		if (name.ptr[0] != '.' && stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
			add_folder(path);
		} else if (text_ends(name, ".txt") &&
			   fileio_read(path, LONGEST_LOG, &log, NULL) == FST_OK) {
			strbuf_add_text(&logs, strbuf_text(&log));
			log_ends = xreallocarray(log_ends, log_count + 1, sizeof(*log_ends));
			log_ends[log_count++] = logs.len;
		}
		strbuf_free(&log);
		free(path);
		free(entries[i]);
	}
	free(entries);
}

/* Logs in turn; half of the figures of three digits and more are others each time. */
static void write_mixed(const char *path)
{
	FILE *file = fopen(path, "w");
	struct rng rng;
	size_t written = 0;

	rng_seed(&rng, 1);
	for (size_t i = 0; written < MIXED_BYTES; i = (i + 1) % log_count) {
		size_t start = i ? log_ends[i - 1] : 0, length = log_ends[i] - start;
		char *copy = xmemdup0(logs.ptr + start, length);

		for (size_t at = 0; at < length;) {
			size_t digits = strspn(copy + at, "0123456789");

			for (size_t k = 0; digits >= 3 && k < digits && rng_below(&rng, 2); k++)
				copy[at + k] = (char)('1' + rng_below(&rng, 9));
			at += digits + 1;
		}
		written += fwrite(copy, 1, length, file);
		written += fwrite("\n\n", 1, 2, file);
		free(copy);
	}
	fclose(file);
}

static void write_csv(const char *path)
{
	FILE *file = fopen(path, "w");
	struct rng rng;

	rng_seed(&rng, 2);
	for (int i = 0; i < CSV_LINES; i++) {
		fprintf(file, "1.98,2.00a,vm%d,1,%d,256M,,8192,5", i % 100, 1700000000 + i);
		for (int k = 0; k < 6; k++)
			fprintf(file, ",%d,%d", 1000 + (int)rng_below(&rng, 500000),
				(int)rng_below(&rng, 99));
		fprintf(file, ",16,,,,");
		for (int k = 0; k < 6; k++)
			fprintf(file, ",%d,%d", 1000 + (int)rng_below(&rng, 50000),
				(int)rng_below(&rng, 99));
		for (int k = 0; k < 12; k++)
			fprintf(file, ",%dus", 10 + (int)rng_below(&rng, 90000));
		fputc('\n', file);
	}
	fclose(file);
}

static void write_prose(const char *path)
{
	static const char *const words[] = {"the", "disk", "was", "slow", "again", "when", "we",
		"copied", "files", "over", "a", "shared", "folder;", "nobody", "knew", "why.",
		"Then", "came", "morning,", "and", "with", "it", "42", "new", "ideas\n"};
	FILE *file = fopen(path, "w");
	struct strbuf block = STRBUF_INIT;
	struct rng rng;

	rng_seed(&rng, 3);
	while (block.len < 1000000)
		strbuf_printf(
			&block, "%s ", words[rng_below(&rng, sizeof(words) / sizeof(*words))]);
	for (int i = 0; i < PROSE_MB; i++)
		fwrite(block.ptr, 1, block.len, file);
	strbuf_free(&block);
	fclose(file);
}

struct cost {
	double cpu_s, memory_bytes;
	double rows, result_bytes;
};

/* Import @path in a process of its own. */
static struct cost import_cost(const char *path)
{
	struct cost cost = {0};
	int ends[2];
	pid_t pid;

	if (pipe(ends) != 0 || (pid = fork()) < 0)
		abort();
	if (pid == 0) {
		struct import *import = import_new();
		struct import_report report = IMPORT_REPORT_INIT;
		struct import_options options = {.source = "bench.txt"};
		struct dataset *rows = dataset_new();
		struct rusage usage;

		import_file(import, path, &options, rows, &report, NULL);
		getrusage(RUSAGE_SELF, &usage);
		cost.cpu_s = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
			     (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
		cost.memory_bytes = (double)usage.ru_maxrss * 1024;
		cost.rows = dataset_count(rows);
		if (cost.rows > 0) {
			struct strbuf csv = STRBUF_INIT;

			result_render(rows, 0, &csv);
			cost.result_bytes = (double)csv.len;
		}
		_exit(write(ends[1], &cost, sizeof(cost)) != sizeof(cost));
	}
	close(ends[1]);
	if (read(ends[0], &cost, sizeof(cost)) != sizeof(cost))
		abort();
	close(ends[0]);
	while (waitpid(pid, NULL, 0) < 0)
		;
	return cost;
}

static const char *verdict(bool met)
{
	return met ? "met" : "MISSED";
}

static void print_memory(const char *name, const struct cost *cost)
{
	double most = 3 * cost->result_bytes + 64e6;

	bench_print(name, cost->memory_bytes / 1e6, "MB", "%.0f MB at most: %s", most / 1e6,
		verdict(cost->memory_bytes <= most));
}

static void bench_mixed(const char *path)
{
	struct cost cost;
	double speed, rows;

	write_mixed(path);
	cost = import_cost(path);
	speed = MIXED_BYTES / 1e6 / cost.cpu_s;
	rows = cost.rows / cost.cpu_s;
	bench_print("import_mixed", speed, "MB/s", "50 MB/s at least, or the rows below: %s",
		verdict(speed >= 50 || rows >= 1e6));
	bench_print(
		"import_mixed_rows", rows, "rows/s", "1000000 rows/s at least, or the line above");
	print_memory("import_mixed_memory", &cost);
}

static void bench_csv(const char *path)
{
	char *command = xasprintf("bon_csv2txt < '%s' > /dev/null 2>&1", path);
	struct rusage before, after;
	struct cost cost;
	double reference_s;

	write_csv(path);
	cost = import_cost(path);
	getrusage(RUSAGE_CHILDREN, &before);
	if (system(command) == 0) {
		getrusage(RUSAGE_CHILDREN, &after);
		reference_s = (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec +
				       after.ru_stime.tv_sec - before.ru_stime.tv_sec) +
			      (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec +
				       after.ru_stime.tv_usec - before.ru_stime.tv_usec) /
				      1e6;
		bench_print("import_csv", reference_s / cost.cpu_s, "times",
			"2 times at least bon_csv2txt's speed (%.2f s): %s", reference_s,
			verdict(reference_s >= 2 * cost.cpu_s));
	}
	bench_print("import_csv_rows", cost.rows / cost.cpu_s, "rows/s", "%d lines in %.2f s",
		CSV_LINES, cost.cpu_s);
	print_memory("import_csv_memory", &cost);
	free(command);
}

static void bench_prose(const char *path)
{
	struct cost cost;
	struct stat st;

	write_prose(path);
	if (stat(path, &st) != 0)
		abort();
	cost = import_cost(path);
	bench_print("import_prose", (double)st.st_size / 1e6 / cost.cpu_s, "MB/s",
		"300 MB/s at least: %s", verdict((double)st.st_size / 1e6 / cost.cpu_s >= 300));
	print_memory("import_prose_memory", &cost);
}

int main(void)
{
	char *folder = test_folder_create(), *corpus = test_source_path("tests/corpus");
	char *path = xasprintf("%s/log.txt", folder);

	add_folder(corpus);
	bench_mixed(path);
	bench_csv(path);
	bench_prose(path);
	strbuf_free(&logs);
	free(log_ends);
	free(path);
	free(corpus);
	test_folder_remove(folder);
	return EXIT_SUCCESS;
}
