#include "bench/bench.h"

#include <string.h>

#include "base/attributes.h"
#include "bench/filetree.h"

const struct engine *const engines[] = {
#define ENGINE_ADDRESS(name) &engine_##name,
	ENGINE_TABLE(ENGINE_ADDRESS)
#undef ENGINE_ADDRESS
		NULL,
};

const char *const engine_names[] = {
#define ENGINE_NAME(name) #name,
	ENGINE_TABLE(ENGINE_NAME)
#undef ENGINE_NAME
		NULL,
};

const struct engine *engine_find(struct text name)
{
	size_t i = 0;

	while (engines[i] && !text_is(name, engines[i]->name))
		i++;
	return engines[i];
}

/*
 * Every test that fstui measures: id, name, and how. The sweep's are first, in IOzone's order.
 * Record sizes and seekers of bonnie++ and sysbench are theirs.
 */
#define READS  .kind = OPERATION_READ, .run = transfer_run_read
#define WRITES .kind = OPERATION_WRITE, .writes = true, .run = transfer_run_write
#define MIXES                                                                       \
	.kind = OPERATION_READ, .writes = true, .mixes = true, .shares_file = true, \
	.run = transfer_run_mixed
#define CHARS   .one_thread = true, .record_bytes = 1, .sample_every = 4096, BY(stdio)
#define WORK(n) .kind = OPERATION_WORK, .no_file = true, .pass_records = n
#define OF_DEVICE(name, n)                                                              \
	.kind = OPERATION_READ, .no_file = true, .of_device = true, .one_thread = true, \
	.record_bytes = 2u << 20, .pass_records = n, .prepare = name##_prepare,         \
	.run = name##_run_read, .clear = name##_clear
#define FILES(what, before, name)                                             \
	.kind = OPERATION_##what, .no_file = true, .one_thread = true,        \
	.file_bytes = FILETREE_FILE_BYTES, .prepare = files_prepare_##before, \
	.run = files_run_##name
#define NEW   .new_file = true
#define BY(x) .engine = &engine_##x
#define IN(x) .access = ACCESS_##x

#define BENCH_TABLE(_)                                                                         \
	_(WRITE, write, WRITES, NEW)                                                           \
	_(REWRITE, rewrite, WRITES)                                                            \
	_(READ, read, READS)                                                                   \
	_(REREAD, reread, READS)                                                               \
	_(RANDOM_READ, random_read, READS, IN(RANDOM))                                         \
	_(RANDOM_WRITE, random_write, WRITES, IN(RANDOM))                                      \
	_(BACKWARD_READ, backward_read, READS, IN(BACKWARD))                                   \
	_(RECORD_REWRITE, record_rewrite, WRITES, IN(SAME))                                    \
	_(STRIDE_READ, stride_read, READS, IN(STRIDE))                                         \
	_(FWRITE, fwrite, WRITES, NEW, BY(stdio))                                              \
	_(FREWRITE, frewrite, WRITES, BY(stdio))                                               \
	_(FREAD, fread, READS, BY(stdio))                                                      \
	_(FREREAD, freread, READS, BY(stdio))                                                  \
	_(FSYNC, fsync, .kind = OPERATION_SYNC, .writes = true, .one_thread = true, BY(psync), \
		.run = durable_run)                                                            \
	_(RANDOM_MIXED, random_mixed, MIXES, IN(RANDOM))                                       \
	_(MIXED, mixed, MIXES)                                                                 \
	_(PWRITE, pwrite, WRITES, NEW, BY(psync))                                              \
	_(REPWRITE, repwrite, WRITES, BY(psync))                                               \
	_(PREAD, pread, READS, BY(psync))                                                      \
	_(REPREAD, repread, READS, BY(psync))                                                  \
	_(PWRITEV, pwritev, WRITES, NEW, BY(vectored))                                         \
	_(REPWRITEV, repwritev, WRITES, BY(vectored))                                          \
	_(PREADV, preadv, READS, BY(vectored))                                                 \
	_(REPREADV, repreadv, READS, BY(vectored))                                             \
	_(CHAR_WRITE, char_write, .kind = OPERATION_WRITE, .writes = true, NEW, CHARS,         \
		.run = chars_run_write)                                                        \
	_(CHAR_READ, char_read, .kind = OPERATION_READ, CHARS, .run = chars_run_read)          \
	_(BLOCK_REWRITE, block_rewrite, .kind = OPERATION_WRITE, .writes = true,               \
		.one_thread = true, BY(psync), .run = chunks_run_rewrite)                      \
	_(SEEK, seek, .kind = OPERATION_READ, .writes = true, .mixes = true, .threads = 5,     \
		.shares_file = true, .pass_records = 8190, BY(psync), .run = chunks_run_seek)  \
	_(CPU, cpu, WORK(64), .run = machine_run_cpu)                                          \
	_(MEMORY_READ, memory_read, WORK(65536), .default_record_bytes = 1024,                 \
		.run = machine_run_memory_read)                                                \
	_(MEMORY_WRITE, memory_write, WORK(65536), .default_record_bytes = 1024,               \
		.run = machine_run_memory_write)                                               \
	_(CACHED_READ, cached_read, OF_DEVICE(cached, 64))                                     \
	_(DEVICE_READ, device_read, OF_DEVICE(device, 512))                                    \
	_(CREATE_SEQ, create_seq, FILES(CREATE, none, create_seq))                             \
	_(STAT_SEQ, stat_seq, FILES(STAT, seq, stat_seq))                                      \
	_(DELETE_SEQ, delete_seq, FILES(DELETE, seq, delete_seq))                              \
	_(CREATE_RANDOM, create_random, FILES(CREATE, none, create_random))                    \
	_(STAT_RANDOM, stat_random, FILES(STAT, random, stat_random), IN(RANDOM))              \
	_(DELETE_RANDOM, delete_random, FILES(DELETE, random, delete_random), IN(RANDOM))      \
	_(UPGRADE, upgrade, .kind = OPERATION_CREATE, .no_file = true, .one_thread = true,     \
		.file_bytes = UPGRADE_FILE_BYTES, .prepare = upgrade_prepare, .run = upgrade_run)

const struct bench_test bench_tests[] = {
#define BENCH_ROW(id, name, ...) {.test = TEST_##id, __VA_ARGS__},
	BENCH_TABLE(BENCH_ROW)
#undef BENCH_ROW
};

const char *const bench_test_names[] = {
#define BENCH_NAME(id, name, ...) #name,
	BENCH_TABLE(BENCH_NAME)
#undef BENCH_NAME
		NULL,
};

const size_t bench_test_count = FST_COUNT(bench_tests);

const struct bench_test *bench_test_find(enum test test)
{
	for (size_t i = 0; i < bench_test_count; i++)
		if (bench_tests[i].test == test)
			return &bench_tests[i];
	return NULL;
}
