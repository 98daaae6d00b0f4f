/*
 * What iozone's own report can hold of an environment: throughputs in KiB/s by test,
 * file size and record size. The table and the workbook are both written from it.
 */
#ifndef FST_REPORT_IOZONE_CELLS_H
#define FST_REPORT_IOZONE_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/report.h"

/* iozone's tests in the order of its table; title of its report, heading, width of its column */
#define IOZONE_TEST_TABLE(_)                               \
	_(WRITE, "Writer", "write", 9)                     \
	_(REWRITE, "Re-writer", "rewrite", 9)              \
	_(READ, "Reader", "read", 9)                       \
	_(REREAD, "Re-reader", "reread", 9)                \
	_(RANDOM_READ, "Random Read", "read", 9)           \
	_(RANDOM_WRITE, "Random Write", "write", 9)        \
	_(BACKWARD_READ, "Backward Read", "read", 9)       \
	_(RECORD_REWRITE, "Record Rewrite", "rewrite", 10) \
	_(STRIDE_READ, "Stride Read", "read", 10)          \
	_(FWRITE, "Fwrite", "fwrite", 9)                   \
	_(FREWRITE, "Re-fwrite", "frewrite", 9)            \
	_(FREAD, "Fread", "fread", 9)                      \
	_(FREREAD, "Re-fread", "freread", 9)

enum iozone_test {
#define IOZONE_TEST_ENUM(test, title, heading, width) IOZONE_TEST_##test,
	IOZONE_TEST_TABLE(IOZONE_TEST_ENUM)
#undef IOZONE_TEST_ENUM
		IOZONE_TESTS
};

/* A line of iozone's table. */
struct iozone_line {
	uint64_t file_kib, record_kib;
	uint64_t kib_per_s[IOZONE_TESTS]; /* 0: none */
};

struct iozone_cells {
	struct iozone_line *lines; /* by file size and record size, both rising */
	size_t count;
	bool has_test[IOZONE_TESTS]; /* any value in all lines */
};

/*
 * Of the environment with ordinal @environment: sizes of whole KiB, and figures
 * that are to be trusted (neither doubtful nor failed nor skipped).
 */
void iozone_cells_begin(
	struct iozone_cells *cells, const struct report *report, uint32_t environment);
void iozone_cells_end(struct iozone_cells *cells);

/* The ordinal of environment number @part of those that have any such cell. */
uint32_t iozone_environment(const struct report *report, size_t part);

#endif
