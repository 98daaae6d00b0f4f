/*
 * The two tables of the benchmark: engines (how a record is moved) and tests
 * (which records, in which order, of which file). An engine or a kind of test is one file
 * of this folder and a line in a table here.
 */
#ifndef FST_BENCH_BENCH_H
#define FST_BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "bench/data.h"
#include "bench/live.h"
#include "bench/tick.h"
#include "model/vocabulary.h"

struct engine;

/*
 * One pass over a test file. The worker fills the first part; engine and test
 * report in the last. Record number i of the pass is record order[i] of the file, or
 * first + i * step without an order.
 */
struct pass {
	const struct engine *engine;
	const struct tick *tick;
	struct live *live;
	struct live_slot *slot;
	struct data *data;
	size_t record_bytes;
	uint64_t records;
	const uint32_t *order;
	uint64_t first, step; /* unsigned: a step of -1 wraps around */
	unsigned sample_every; /* time every Nth operation */
	uint64_t deadline; /* in ticks: cut the pass behind it */

	int fd;
	void *stream; /* the engine's own, NULL when it has none */

	uint64_t done; /* records */
	uint64_t ticks; /* that they took */
	uint64_t paused; /* ticks of them that a pause took; not in @ticks */
	bool cut; /* by the deadline or a request */
	int error_number; /* errno, 0 when all went well */
};

/* Calls return 0 or an errno. */
struct engine {
	const char *name;
	/* Take over the open file pass->fd for reading or writing. */
	int (*attach)(struct pass *pass, bool writing);
	void (*read)(struct pass *pass);
	void (*write)(struct pass *pass);
	/* Bring what was written to the device. */
	int (*sync)(struct pass *pass);
	/* Close the file, whatever happened. */
	int (*close)(struct pass *pass);
};

extern const struct engine engine_psync;
extern const struct engine engine_stdio;

/* Ends with NULL. */
extern const struct engine *const engines[];

/* The engine called @name, or NULL. */
const struct engine *engine_find(struct text name);

/* Which record follows which. */
enum access {
	ACCESS_SEQUENTIAL,
	ACCESS_BACKWARD,
	ACCESS_RANDOM, /* every record once, in an order that the seed decides */
	ACCESS_STRIDE, /* 0, 17, 34 ... then 1, 18 ...; up to 17 records: the first one only */
	ACCESS_SAME, /* the first record over and over */
};

struct bench_test {
	enum test test;
	enum operation kind; /* that the row is about */
	enum access access;
	bool new_file; /* each pass starts without the file */
	bool writes; /* the file's contents */
	const struct engine *engine; /* NULL: the one that was asked for */
	void (*run)(struct pass *pass);
};

/* In IOzone's order. */
extern const struct bench_test bench_tests[];
extern const size_t bench_test_count;

/* NULL when fstui does not measure @test itself. */
const struct bench_test *bench_test_find(enum test test);

/* The sweep's thirteen are the first of the table. */
#define BENCH_SWEEP_TESTS 13

/* Tests that move every record through pass->engine. */
void transfer_run_read(struct pass *pass);
void transfer_run_write(struct pass *pass);

/* The test `fsync`: a record written, fdatasync, the next one. */
void durable_run(struct pass *pass);

#endif
