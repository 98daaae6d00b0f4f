/*
 * The cost model: what a call costs whatever it moves, and what a byte costs. The time of a call
 * over its record size is t = a + b x record; 1/b is the bandwidth that large records approach, and
 * a/b, the knee, the record size at which either part costs the same. Two figures that explain a
 * sweep.
 */
#ifndef FST_ANALYSIS_COST_H
#define FST_ANALYSIS_COST_H

#include <stdbool.h>
#include <stddef.h>

#include "model/cube.h"

struct cost_point {
	double record_bytes; /* > 0 */
	double call_s; /* > 0 */
};

struct cost_model {
	const char *unknown; /* why there is no model; NULL when there is one */
	double call_s; /* a, >= 0 */
	double byte_s; /* b, >= 0 */
	double bytes_per_s; /* 1/b; INFINITY when bytes cost nothing that shows */
	double knee_bytes; /* a/b; 0 or INFINITY at the ends */
	double error; /* the median of |measured / model - 1|: 0.05 means typically 5 % off */
	double r_squared; /* of the logarithms of the times, over the points that are no outliers */
	size_t point_count, outlier_count;
};

/*
 * Fit the model to @count points, by relative errors, since times span orders of magnitude: of the
 * lines through two points the one with the least median of squared relative residuals, then
 * weighted least squares without the points further off than 2.5 robust standard deviations (P. J.
 * Rousseeuw, Journal of the American Statistical Association 79, 1984; P. J. Rousseeuw and A. M.
 * Leroy, Robust Regression and Outlier Detection, 1987, chapter 5). At least four different record
 * sizes.
 */
struct cost_model cost_fit(const struct cost_point *points, size_t count);

/* The time that the model gives a call of @record_bytes. */
double cost_predict(const struct cost_model *model, double record_bytes);

/*
 * The model over the record sizes at @at's test, environment and file size; rows that are not ok do
 * not count. A call's time is record_size / bytes_per_s.
 */
struct cost_model cost_of_cube(const struct cube *cube, struct cube_point at);

#endif
