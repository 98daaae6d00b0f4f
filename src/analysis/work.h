/*
 * Work and how it meets. A work is what one environment did of one test at one set of dimensions:
 * all rows of it by one tool are samples of one figure. Two works meet on test and direction, and
 * on each of file_size, record_size, files, threads, queue_depth, engine and options that both tell
 * of. Flags in `options` that only one has are a difference; so tools and units do not matter.
 */
#ifndef FST_ANALYSIS_WORK_H
#define FST_ANALYSIS_WORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/statistics.h"
#include "base/strbuf.h"
#include "model/cube.h"

struct work {
	struct cube_point at;
	uint32_t row; /* to show: the latest with the best status */
	uint32_t first, row_count; /* of its rows: work_rows() */
	enum row_status status; /* of that row; the figures below are from all rows with it */
	double value; /* of the test's figure: the median; NAN when unknown, failed, skipped, too
			 fast */
	uint32_t samples; /* how many measurements it sums up, as far as is known; 0 without a value
			   */
	/*
	 * Half the width of the value's 95 % interval, relative (of its logarithm); NAN when
	 * nothing tells of it: a single sample. From the rows where there are several, else from
	 * `spread`.
	 */
	double half_width;
	double degrees; /* of freedom behind half_width */
};

struct works;

/* Index the works of @cube, which must outlive the result. */
struct works *works_new(const struct cube *cube);
void works_free(struct works *works);
const struct cube *works_cube(const struct works *works);

/* All works, sorted by test, environment, file size and record size; @count of them. */
const struct work *works_all(const struct works *works, size_t *count);

/* Those of one test in one environment. */
const struct work *works_of(
	const struct works *works, uint32_t test, uint32_t environment, size_t *count);

/* The rows of a work, in dataset order. */
const uint32_t *work_rows(const struct works *works, const struct work *work);

/* True when more of the test's figure is better: false for times. */
bool work_more_is_better(const struct works *works, const struct work *work);

/* Two works side by side. */
struct meeting {
	const struct work *base, *other;
	bool exact; /* the same work, as far as both tell; else see work_add_difference() */
	double ratio; /* of the figures, other / base; NAN where one is unknown or 0 */
	double speed; /* the same, so that above 1 is better */
	double half_width; /* of the ratio's logarithm, 95 %; NAN when a side is a single sample */
	double p; /* of no difference; NAN when it cannot be tested: single sample, doubtful, not
		     exact */
	bool doubtful; /* one of the figures is */
};

/* Set the works side by side, whatever their dimensions. */
struct meeting work_compare(
	const struct works *works, const struct work *base, const struct work *other);

/*
 * All meetings of @base's and @other's works of @test: each of @base's with its exact partner; when
 * there is none in the whole test, the one nearest pair, not exact. Returns how many;
 * free(*meetings).
 */
size_t works_meet(const struct works *works, uint32_t test, uint32_t base, uint32_t other,
	struct meeting **meetings);

/*
 * The 95 % interval of the ratio: by seeded bootstrap of the rows where both sides have three or
 * more, else from half_width; NAN bounds for single samples.
 */
struct estimate meeting_interval(
	const struct works *works, const struct meeting *meeting, uint64_t seed);

/*
 * In what the work of @row differs from that of @other, as `128M file, 16K record, no fsync`;
 * nothing when it is the same as far as both tell.
 */
void work_add_difference(
	const struct dataset *dataset, uint32_t row, uint32_t other, struct strbuf *out);

/* `64M file, 4K record, 4 threads, direct`: what was done, beside the test. */
void work_add_dimensions(const struct dataset *dataset, uint32_t row, struct strbuf *out);

#endif
