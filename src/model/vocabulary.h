/*
 * The words of the vocabulary: tests, directions, statuses, tools. A test's row
 * says what it does, which figure it is about and which dimensions it has; every
 * screen, report and importer reads it here.
 */
#ifndef FST_MODEL_VOCABULARY_H
#define FST_MODEL_VOCABULARY_H

#include <stdbool.h>

#include "base/text.h"
#include "model/column.h"

enum direction {
	DIRECTION_READ,
	DIRECTION_WRITE,
	DIRECTION_MIXED,
	DIRECTION_SYNC,
	DIRECTION_META,
	DIRECTION_NONE,
	DIRECTION_COUNT
};

enum row_status {
	STATUS_OK,
	STATUS_TOO_FAST,
	STATUS_SKIPPED,
	STATUS_FAILED,
	STATUS_DOUBTFUL,
	STATUS_COUNT
};

/* Kinds of work, in the order that pictures and tables have them. */
enum test_group {
	GROUP_SEQUENTIAL,
	GROUP_RANDOM,
	GROUP_STDIO,
	GROUP_POSITIONED,
	GROUP_METADATA,
	GROUP_DURABLE,
	GROUP_MACHINE,
	GROUP_OTHER,
};

/* id, name, direction, main figure, group, has sizes as dimensions, title */
#define TEST_TABLE(_)                                                                              \
	_(WRITE, "write", WRITE, BYTES_PER_S, SEQUENTIAL, true, "write")                           \
	_(REWRITE, "rewrite", WRITE, BYTES_PER_S, SEQUENTIAL, true, "rewrite")                     \
	_(READ, "read", READ, BYTES_PER_S, SEQUENTIAL, true, "read")                               \
	_(REREAD, "reread", READ, BYTES_PER_S, SEQUENTIAL, true, "reread")                         \
	_(RANDOM_READ, "random_read", READ, BYTES_PER_S, RANDOM, true, "random read")              \
	_(RANDOM_WRITE, "random_write", WRITE, BYTES_PER_S, RANDOM, true, "random write")          \
	_(BACKWARD_READ, "backward_read", READ, BYTES_PER_S, RANDOM, true, "backward read")        \
	_(RECORD_REWRITE, "record_rewrite", WRITE, BYTES_PER_S, RANDOM, true, "record rewrite")    \
	_(STRIDE_READ, "stride_read", READ, BYTES_PER_S, RANDOM, true, "stride read")              \
	_(FWRITE, "fwrite", WRITE, BYTES_PER_S, STDIO, true, "fwrite")                             \
	_(FREWRITE, "frewrite", WRITE, BYTES_PER_S, STDIO, true, "frewrite")                       \
	_(FREAD, "fread", READ, BYTES_PER_S, STDIO, true, "fread")                                 \
	_(FREREAD, "freread", READ, BYTES_PER_S, STDIO, true, "freread")                           \
	_(RANDOM_MIXED, "random_mixed", MIXED, BYTES_PER_S, RANDOM, true, "random read and write") \
	_(MIXED, "mixed", MIXED, BYTES_PER_S, SEQUENTIAL, true, "read and write")                  \
	_(PWRITE, "pwrite", WRITE, BYTES_PER_S, POSITIONED, true, "pwrite")                        \
	_(REPWRITE, "repwrite", WRITE, BYTES_PER_S, POSITIONED, true, "repwrite")                  \
	_(PREAD, "pread", READ, BYTES_PER_S, POSITIONED, true, "pread")                            \
	_(REPREAD, "repread", READ, BYTES_PER_S, POSITIONED, true, "repread")                      \
	_(PWRITEV, "pwritev", WRITE, BYTES_PER_S, POSITIONED, true, "pwritev")                     \
	_(REPWRITEV, "repwritev", WRITE, BYTES_PER_S, POSITIONED, true, "repwritev")               \
	_(PREADV, "preadv", READ, BYTES_PER_S, POSITIONED, true, "preadv")                         \
	_(REPREADV, "repreadv", READ, BYTES_PER_S, POSITIONED, true, "repreadv")                   \
	_(CHAR_WRITE, "char_write", WRITE, BYTES_PER_S, STDIO, true, "character write")            \
	_(CHAR_READ, "char_read", READ, BYTES_PER_S, STDIO, true, "character read")                \
	_(BLOCK_REWRITE, "block_rewrite", MIXED, BYTES_PER_S, SEQUENTIAL, true, "block rewrite")   \
	_(SEEK, "seek", NONE, OPS_PER_S, RANDOM, true, "random seeks")                             \
	_(CREATE_SEQ, "create_seq", META, OPS_PER_S, METADATA, false, "create files")              \
	_(STAT_SEQ, "stat_seq", META, OPS_PER_S, METADATA, false, "stat files")                    \
	_(DELETE_SEQ, "delete_seq", META, OPS_PER_S, METADATA, false, "delete files")              \
	_(CREATE_RANDOM, "create_random", META, OPS_PER_S, METADATA, false,                        \
		"create files, random")                                                            \
	_(STAT_RANDOM, "stat_random", META, OPS_PER_S, METADATA, false, "stat files, random")      \
	_(DELETE_RANDOM, "delete_random", META, OPS_PER_S, METADATA, false,                        \
		"delete files, random")                                                            \
	_(CACHED_READ, "cached_read", READ, BYTES_PER_S, MACHINE, false, "cached read")            \
	_(DEVICE_READ, "device_read", READ, BYTES_PER_S, SEQUENTIAL, false, "device read")         \
	_(COPY, "copy", NONE, BYTES_PER_S, SEQUENTIAL, true, "copy")                               \
	_(FSYNC, "fsync", SYNC, OPS_PER_S, DURABLE, true, "durable write")                         \
	_(UPGRADE, "upgrade", MIXED, ELAPSED_S, DURABLE, false, "package upgrade")                 \
	_(COMMAND, "command", NONE, ELAPSED_S, OTHER, false, "command")                            \
	_(CPU, "cpu", NONE, OPS_PER_S, MACHINE, false, "prime numbers")                            \
	_(MEMORY_READ, "memory_read", NONE, BYTES_PER_S, MACHINE, false, "memory read")            \
	_(MEMORY_WRITE, "memory_write", NONE, BYTES_PER_S, MACHINE, false, "memory write")         \
	_(MEMORY, "memory", NONE, BYTES_PER_S, MACHINE, false, "memory")                           \
	_(THREADS, "threads", NONE, ELAPSED_S, MACHINE, false, "threads")                          \
	_(MUTEX, "mutex", NONE, ELAPSED_S, MACHINE, false, "mutex")                                \
	_(OLTP, "oltp", NONE, OPS_PER_S, OTHER, false, "transactions")                             \
	_(CLIENTS, "clients", MIXED, BYTES_PER_S, OTHER, false, "file server load")                \
	_(TABLE, "table", NONE, ELAPSED_S, OTHER, false, "table")

enum test {
#define TEST_ENUM(id, name, direction, figure, group, sizes, title) TEST_##id,
	TEST_TABLE(TEST_ENUM)
#undef TEST_ENUM
		TEST_COUNT
};

struct test_info {
	const char *name;
	enum direction direction; /* as a rule; a tool may report several */
	enum column figure; /* COL_BYTES_PER_S, COL_OPS_PER_S or COL_ELAPSED_S */
	enum test_group group;
	bool has_sizes; /* file_size and record_size are dimensions */
	const char *title;
};

extern const struct test_info test_table[TEST_COUNT];
extern const char *const direction_names[DIRECTION_COUNT];
extern const char *const row_status_names[STATUS_COUNT];

/* The test called @name, or TEST_COUNT. */
enum test test_find(struct text name);

/* The status called @name, or STATUS_COUNT. */
enum row_status row_status_find(struct text name);

/* The direction called @name, or DIRECTION_COUNT. */
enum direction direction_find(struct text name);

#endif
