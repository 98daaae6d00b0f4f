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

#include "base/error.h"
#include "base/text.h"
#include "bench/data.h"
#include "bench/live.h"
#include "bench/tick.h"
#include "model/vocabulary.h"

struct engine;
struct filetree;
struct workdir;

/*
 * How many at once, in which mix and how fast: what a cell has beside its sizes. Zeros where
 * the test does not know such a thing.
 */
struct bench_load {
	unsigned threads;
	unsigned queue_depth;
	unsigned read_percent; /* of the mixed tests */
	uint64_t fsync_every; /* records */
	double rate_bps; /* not to be exceeded */
	uint64_t max_prime; /* of the test cpu */
};

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
	uint64_t file_records; /* that the file has */
	unsigned sample_every; /* time every Nth operation */
	unsigned options; /* enum plan_option */
	struct bench_load load;
	unsigned read_percent; /* of this pass: mixed_loop.h */
	uint64_t deadline; /* in ticks: cut the pass behind it */
	uint64_t run_deadline; /* in ticks: cut preparations behind it */
	const char *path; /* the folder under test, or the block device */
	struct workdir *workdir; /* where a test without a test file makes its own; NULL: device */
	struct filetree *tree; /* the folder's many files */

	int fd;
	void *stream; /* the engine's own, NULL when it has none */
	void **kept; /* the engine's own from pass to pass of the cell */

	uint64_t done; /* records */
	uint64_t written_records; /* of them, where they are mixed */
	uint64_t written_bytes; /* by a test without a test file, preparations included */
	uint64_t sum; /* what a test of the machine computed: nobody may leave that out */
	uint64_t ticks; /* that they took */
	uint64_t paused; /* ticks of them that a pause took; not in @ticks */
	bool cut; /* by the deadline or a request */
	int error_number; /* errno, 0 when all went well */
};

/* Calls return 0 or an errno. */
struct engine {
	const char *name;
	bool queues; /* keeps as many operations under way as the queue is deep */
	/* Whether this build on this system has it; NULL: always. The message says what to do. */
	fst_status (*probe)(struct fst_error *error);
	/* Take over the open file pass->fd for reading or writing. */
	int (*attach)(struct pass *pass, bool writing);
	void (*read)(struct pass *pass);
	void (*write)(struct pass *pass);
	/* pass->read_percent reads among writes; those with one operation at a time also keep
	 * to the load's rate, and sync every so often. */
	void (*mix)(struct pass *pass);
	/* Bring what was written to the device. */
	int (*sync)(struct pass *pass);
	/* Close the file, whatever happened. */
	int (*close)(struct pass *pass);
	/* Free what was kept from pass to pass; NULL: nothing ever is. */
	void (*discard)(void *kept);
};

/* Every engine, by the name that column `engine` has. */
#define ENGINE_TABLE(_) _(psync) _(vectored) _(stdio) _(mmap) _(io_uring)

#define ENGINE_DECLARE(name) extern const struct engine engine_##name;
ENGINE_TABLE(ENGINE_DECLARE)
#undef ENGINE_DECLARE

/* Both end with NULL, and have one order. */
extern const struct engine *const engines[];
extern const char *const engine_names[];

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
	bool mixes; /* reads and writes: not all of the records done were written */
	bool one_thread; /* more would not be the same test */
	bool no_file; /* no test file (pass->fd is -1): prepare, run and clear do it all */
	bool of_device; /* reads a block device as well as a folder */
	bool shares_file; /* threads work in one file; else each has its own */
	unsigned threads; /* unless others are asked for; 0: one */
	unsigned sample_every; /* operations are too short to time each; 0: time all */
	uint64_t record_bytes; /* whatever is asked for; 0: the plan's */
	uint64_t default_record_bytes; /* of a test without a test file that has records */
	uint64_t pass_records; /* in a pass; 0: the file's */
	unsigned file_bytes; /* that each of many files takes and has written, about */
	const struct engine *engine; /* NULL: the one that was asked for */
	void (*run)(struct pass *pass);
	/*
	 * What must be there before a pass and go after it, untimed, for tests without a test
	 * file; NULL: nothing. 0, an errno, or TESTFILE_CUT where a request or the run's end
	 * came first. clear() follows each prepare(), whatever happened.
	 */
	int (*prepare)(struct pass *pass);
	int (*clear)(struct pass *pass);
};

/* In IOzone's order. */
extern const struct bench_test bench_tests[];
extern const size_t bench_test_count;

/* Their names, in the same order; ends with NULL. */
extern const char *const bench_test_names[];

/* NULL when fstui does not measure @test itself. */
const struct bench_test *bench_test_find(enum test test);

/* The sweep's thirteen are the first of the table. */
#define BENCH_SWEEP_TESTS 13

/* Tests that move every record through pass->engine. */
void transfer_run_read(struct pass *pass);
void transfer_run_write(struct pass *pass);
void transfer_run_mixed(struct pass *pass);

/* bonnie++'s: a file read and written back by chunks, seeks, single bytes. */
void chunks_run_rewrite(struct pass *pass);
void chunks_run_seek(struct pass *pass);
void chars_run_write(struct pass *pass);
void chars_run_read(struct pass *pass);

/* sysbench's and hdparm's: the machine, its page cache, its disk. */
void machine_run_cpu(struct pass *pass);
void machine_run_memory_read(struct pass *pass);
void machine_run_memory_write(struct pass *pass);
int cached_prepare(struct pass *pass);
void cached_run_read(struct pass *pass);
int cached_clear(struct pass *pass);
int device_prepare(struct pass *pass);
void device_run_read(struct pass *pass);
int device_clear(struct pass *pass);

/* The test `fsync`: a record written, fdatasync, the next one. */
void durable_run(struct pass *pass);

/* bonnie++'s many files in a folder: bench/filetree.h. */
int files_prepare_none(struct pass *pass);
int files_prepare_seq(struct pass *pass);
int files_prepare_random(struct pass *pass);
void files_run_create_seq(struct pass *pass);
void files_run_create_random(struct pass *pass);
void files_run_stat_seq(struct pass *pass);
void files_run_stat_random(struct pass *pass);
void files_run_delete_seq(struct pass *pass);
void files_run_delete_random(struct pass *pass);

/* A package upgrade, and the mean of what its files take, with their share of the database. */
#define UPGRADE_FILE_BYTES (40u << 10)
int upgrade_prepare(struct pass *pass);
void upgrade_run(struct pass *pass);

#endif
