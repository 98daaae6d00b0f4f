#include "analysis/cost.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics.h"
#include "base/alloc.h"

#define LEAST_SIZES 4 /* two figures from fewer would explain anything */

#define POINTS_MOST 40 /* tried as ends of a line */

/*
 * Rousseeuw and Leroy: what makes the median of squares a standard deviation, its correction for
 * small samples, and the distance beyond which a point does not count.
 */
#define SCALE_FACTOR     1.4826
#define SCALE_SMALL      5.0
#define OUTLIER_DISTANCE 2.5

/* Points that fit better than that are as good as exact: clocks and rounding do not allow more. */
#define SCALE_LEAST 1e-6

struct line {
	double a, b;
};

static double residual(struct line line, struct cost_point point)
{
	return (line.a + line.b * point.record_bytes) / point.call_s - 1;
}

/* The median of the squared relative residuals; @squares has room for them. */
static double median_square(
	struct line line, const struct cost_point *points, size_t count, double *squares)
{
	for (size_t i = 0; i < count; i++) {
		double r = residual(line, points[i]);

		squares[i] = r * r;
	}
	statistics_sort(squares, count);
	/* The upper median: with the lower one two points of four would make a perfect fit. */
	return squares[count / 2];
}

/* The line through two points, or the nearest to it that has no negative part. */
static struct line line_through(struct cost_point p, struct cost_point q)
{
	double b = (q.call_s - p.call_s) / (q.record_bytes - p.record_bytes);
	double a = p.call_s - b * p.record_bytes;

	if (b < 0)
		return (struct line){.a = sqrt(p.call_s * q.call_s)};
	if (a < 0)
		return (struct line){
			.b = sqrt(p.call_s / p.record_bytes * (q.call_s / q.record_bytes))};
	return (struct line){a, b};
}

static struct line best_pair(const struct cost_point *points, size_t count, double *least)
{
	double *squares = xcalloc(count, sizeof(*squares));
	struct line best = {0};

	*least = INFINITY;
	for (size_t i = 0; i < count; i++)
		for (size_t k = i + 1; k < count; k++) {
			struct line line;
			double median;

			if (points[i].record_bytes == points[k].record_bytes)
				continue;
			line = line_through(points[i], points[k]);
			median = median_square(line, points, count, squares);
			if (median < *least) {
				*least = median;
				best = line;
			}
		}
	free(squares);
	return best;
}

/* Least squares of relative residuals over the points that count: x = 1/t and y = record/t sum
 * to 1. */
static struct line least_squares(const struct cost_point *points, size_t count, const bool *out)
{
	double xx = 0, xy = 0, yy = 0, x1 = 0, y1 = 0, determinant;
	struct line line;

	for (size_t i = 0; i < count; i++) {
		double x = 1 / points[i].call_s, y = points[i].record_bytes / points[i].call_s;

		if (out[i])
			continue;
		xx += x * x;
		xy += x * y;
		yy += y * y;
		x1 += x;
		y1 += y;
	}
	determinant = xx * yy - xy * xy;
	line.a = determinant > 0 ? (x1 * yy - y1 * xy) / determinant : -1;
	line.b = determinant > 0 ? (y1 * xx - x1 * xy) / determinant : -1;
	/* Neither part can be negative: the best fit is then on the edge, with the other part
	 * alone. */
	if (line.b < 0)
		return (struct line){.a = x1 / xx};
	if (line.a < 0)
		return (struct line){.b = y1 / yy};
	return line;
}

static size_t mark_outliers(
	struct line line, double least, const struct cost_point *points, size_t count, bool *out)
{
	double scale = SCALE_FACTOR * (1 + SCALE_SMALL / (double)(count - 2)) * sqrt(least);
	size_t found = 0;

	scale = fmax(scale, SCALE_LEAST);
	for (size_t i = 0; i < count; i++) {
		out[i] = fabs(residual(line, points[i])) > OUTLIER_DISTANCE * scale;
		found += out[i];
	}
	return found;
}

static double r_squared(
	struct line line, const struct cost_point *points, size_t count, const bool *out)
{
	double n = 0, mean = 0, total = 0, left = 0;

	for (size_t i = 0; i < count; i++)
		if (!out[i]) {
			mean += log(points[i].call_s);
			n++;
		}
	mean /= n;
	for (size_t i = 0; i < count; i++)
		if (!out[i]) {
			double off = log1p(residual(line, points[i]));
			double spread = log(points[i].call_s) - mean;

			left += off * off;
			total += spread * spread;
		}
	return total > 0 ? fmax(0, 1 - left / total) : 1;
}

static double median_error(struct line line, const struct cost_point *points, size_t count)
{
	double *errors = xcalloc(count, sizeof(*errors)), median;

	for (size_t i = 0; i < count; i++)
		errors[i] = fabs(1 / (1 + residual(line, points[i])) - 1);
	statistics_sort(errors, count);
	median = statistics_median_sorted(errors, count);
	free(errors);
	return median;
}

/* Different record sizes among the points, counted up to LEAST_SIZES. */
static size_t count_sizes(const struct cost_point *points, size_t count)
{
	double seen[LEAST_SIZES];
	size_t sizes = 0;

	for (size_t i = 0; i < count && sizes < LEAST_SIZES; i++) {
		size_t k = 0;

		while (k < sizes && seen[k] != points[i].record_bytes)
			k++;
		if (k == sizes)
			seen[sizes++] = points[i].record_bytes;
	}
	return sizes;
}

/*
 * The best line through two points; of many points a share that is spread over all, since the work
 * grows with their cube.
 */
static struct line best_start(const struct cost_point *points, size_t count, double *least)
{
	struct cost_point some[POINTS_MOST];

	if (count <= POINTS_MOST)
		return best_pair(points, count, least);
	for (size_t i = 0; i < POINTS_MOST; i++)
		some[i] = points[i * (count - 1) / (POINTS_MOST - 1)];
	return best_pair(some, POINTS_MOST, least);
}

struct cost_model cost_fit(const struct cost_point *points, size_t count)
{
	struct cost_model model = {.point_count = count};
	struct line line;
	double least;
	bool *out;

	if (count_sizes(points, count) < LEAST_SIZES) {
		model.unknown = "fewer than four record sizes";
		return model;
	}
	out = xcalloc(count, sizeof(*out));
	line = best_start(points, count, &least);
	model.outlier_count = mark_outliers(line, least, points, count, out);
	line = least_squares(points, count, out);
	model.call_s = line.a;
	model.byte_s = line.b;
	model.bytes_per_s = line.b > 0 ? 1 / line.b : INFINITY;
	model.knee_bytes = line.b > 0 ? line.a / line.b : INFINITY;
	model.error = median_error(line, points, count);
	model.r_squared = r_squared(line, points, count, out);
	free(out);
	return model;
}

double cost_predict(const struct cost_model *model, double record_bytes)
{
	return model->call_s + model->byte_s * record_bytes;
}

struct cost_model cost_of_cube(const struct cube *cube, struct cube_point at)
{
	const struct dataset *dataset = cube_dataset(cube);
	uint32_t sizes = cube_count(cube, CUBE_RECORD_SIZE), row;
	struct cost_point *points = xcalloc(sizes, sizeof(*points));
	struct cost_model model;
	size_t count = 0;

	for (uint32_t r = 0; r < sizes; r++) {
		double record = (double)cube_size(cube, CUBE_RECORD_SIZE, r), rate;
		enum row_status status;

		at.at[CUBE_RECORD_SIZE] = r;
		if (!(record > 0) || !cube_pick(cube, at, &row))
			continue;
		status = row_status_find(dataset_text(dataset, row, COL_STATUS));
		if ((status == STATUS_OK || status == STATUS_COUNT) &&
			dataset_number(dataset, row, COL_BYTES_PER_S, &rate) && rate > 0)
			points[count++] = (struct cost_point){record, record / rate};
	}
	model = cost_fit(points, count);
	free(points);
	return model;
}
