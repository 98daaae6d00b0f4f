/*
 * The columns of a measurement: one table that the result file (CSV), JSON Lines,
 * the screens and the importers share. Names, order and units are the vocabulary's.
 */
#ifndef FST_MODEL_COLUMN_H
#define FST_MODEL_COLUMN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

enum column_type {
	COLUMN_TEXT,
	COLUMN_COUNT, /* a whole number >= 0 */
	COLUMN_NUMBER, /* a finite number >= 0 */
};

enum column_unit {
	UNIT_NONE,
	UNIT_BYTES,
	UNIT_BYTES_PER_S,
	UNIT_PER_S,
	UNIT_S,
	UNIT_RATIO,
	UNIT_PERCENT,
};

/* id, name, type, unit, is it a fact of the environment */
#define COLUMN_TABLE(_)                                                  \
	_(ENVIRONMENT, "environment", TEXT, NONE, false)                 \
	_(SECTION, "section", TEXT, NONE, false)                         \
	_(RUN, "run", TEXT, NONE, false)                                 \
	_(STARTED, "started", TEXT, NONE, false)                         \
	_(TOOL, "tool", TEXT, NONE, false)                               \
	_(TOOL_VERSION, "tool_version", TEXT, NONE, false)               \
	_(TEST, "test", TEXT, NONE, false)                               \
	_(DIRECTION, "direction", TEXT, NONE, false)                     \
	_(FILE_SIZE, "file_size", COUNT, BYTES, false)                   \
	_(RECORD_SIZE, "record_size", COUNT, BYTES, false)               \
	_(FILES, "files", COUNT, NONE, false)                            \
	_(THREADS, "threads", COUNT, NONE, false)                        \
	_(QUEUE_DEPTH, "queue_depth", COUNT, NONE, false)                \
	_(ENGINE, "engine", TEXT, NONE, false)                           \
	_(OPTIONS, "options", TEXT, NONE, false)                         \
	_(REPEAT, "repeat", COUNT, NONE, false)                          \
	_(BYTES_PER_S, "bytes_per_s", NUMBER, BYTES_PER_S, false)        \
	_(OPS_PER_S, "ops_per_s", NUMBER, PER_S, false)                  \
	_(ELAPSED_S, "elapsed_s", NUMBER, S, false)                      \
	_(CACHED_BEFORE, "cached_before", NUMBER, RATIO, false)          \
	_(CACHED_AFTER, "cached_after", NUMBER, RATIO, false)            \
	_(DEVICE_READ_BYTES, "device_read_bytes", COUNT, BYTES, false)   \
	_(DEVICE_WRITE_BYTES, "device_write_bytes", COUNT, BYTES, false) \
	_(STEAL_PERCENT, "steal_percent", NUMBER, PERCENT, false)        \
	_(SPREAD, "spread", NUMBER, RATIO, false)                        \
	_(CPU_PERCENT, "cpu_percent", NUMBER, PERCENT, false)            \
	_(LAT_MIN_S, "lat_min_s", NUMBER, S, false)                      \
	_(LAT_MEAN_S, "lat_mean_s", NUMBER, S, false)                    \
	_(LAT_P50_S, "lat_p50_s", NUMBER, S, false)                      \
	_(LAT_P95_S, "lat_p95_s", NUMBER, S, false)                      \
	_(LAT_P99_S, "lat_p99_s", NUMBER, S, false)                      \
	_(LAT_P999_S, "lat_p999_s", NUMBER, S, false)                    \
	_(LAT_MAX_S, "lat_max_s", NUMBER, S, false)                      \
	_(LAT_STDDEV_S, "lat_stddev_s", NUMBER, S, false)                \
	_(LAT_HISTOGRAM, "lat_histogram", TEXT, NONE, false)             \
	_(SERIES, "series", TEXT, NONE, false)                           \
	_(STATUS, "status", TEXT, NONE, false)                           \
	_(REPORTED, "reported", TEXT, NONE, false)                       \
	_(SOURCE, "source", TEXT, NONE, false)                           \
	_(NOTE, "note", TEXT, NONE, false)                               \
	_(HOST, "host", TEXT, NONE, true)                                \
	_(HYPERVISOR, "hypervisor", TEXT, NONE, true)                    \
	_(KERNEL, "kernel", TEXT, NONE, true)                            \
	_(CPU, "cpu", TEXT, NONE, true)                                  \
	_(MEMORY_BYTES, "memory_bytes", COUNT, BYTES, true)              \
	_(FILESYSTEM, "filesystem", TEXT, NONE, true)                    \
	_(MOUNT_OPTIONS, "mount_options", TEXT, NONE, true)              \
	_(DEVICE, "device", TEXT, NONE, true)                            \
	_(DEVICE_MODEL, "device_model", TEXT, NONE, true)                \
	_(ROTATIONAL, "rotational", COUNT, NONE, true)                   \
	_(SCHEDULER, "scheduler", TEXT, NONE, true)                      \
	_(CACHE_MODE, "cache_mode", TEXT, NONE, true)                    \
	_(VIRTUAL_DISK, "virtual_disk", TEXT, NONE, true)                \
	_(CLOCK_SOURCE, "clock_source", TEXT, NONE, true)                \
	_(CLOCK_COST_S, "clock_cost_s", NUMBER, S, true)                 \
	_(EXTRA, "", TEXT, NONE, false)

/*
 * COL_EXTRA is no column of the file: it holds what a result file had in columns
 * that are not in this table (model/extra.h).
 */
enum column {
#define COLUMN_ENUM(id, name, type, unit, fact) COL_##id,
	COLUMN_TABLE(COLUMN_ENUM)
#undef COLUMN_ENUM
		COLUMN_COUNT_ALL,
	COLUMN_COUNT_FILE = COL_EXTRA, /* those that have a name */
};

#define COLUMN_EXTRA_SEPARATOR '\x1F'

struct column_info {
	const char *name;
	size_t name_length;
	enum column_type type;
	enum column_unit unit;
	bool fact;
};

extern const struct column_info column_table[COLUMN_COUNT_ALL];

/* Whether @value can be one of the number column @column: finite, not negative, whole for a count.
 */
bool column_takes_number(enum column column, double value);

/* The column called @name, or COLUMN_COUNT_ALL. */
enum column column_find(struct text name);

#endif
