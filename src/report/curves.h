/*
 * What a chart by record size shows: one test at one file size, record sizes
 * across, a curve per environment, and in every place where there is no value the
 * reason. The pictures (SVG, workbook, text) and the tables beside them are all made from it.
 */
#ifndef FST_REPORT_CURVES_H
#define FST_REPORT_CURVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "draw/heatmap.h"
#include "draw/linechart.h"
#include "draw/metric.h"
#include "model/cube.h"

struct curve {
	uint32_t environment; /* ordinal of the cube: its letter and colour */
	const char *label;
	struct heat_cell *cells; /* one per record size */
};

struct curves {
	const struct cube *cube;
	uint32_t test, file_size; /* ordinals of the cube */
	const char *test_label;
	enum metric metric;
	uint64_t file_bytes; /* 0: unknown */
	uint64_t *record_bytes; /* ascending, none is 0 */
	size_t record_count;
	struct curve *curves; /* those with any value, in the cube's order */
	size_t curve_count;
	size_t value_count; /* values in all cells */
	double low, high; /* of all values; NAN without any */
	struct unit unit; /* for all values side by side */
};

/* The picture of @test at @file_size, ordinals of @cube, which must outlive it. */
struct curves *curves_new(const struct cube *cube, uint32_t test, uint32_t file_size);
void curves_free(struct curves *curves);

/* Are there at least two record sizes and a curve over two of them? */
bool curves_are_lines(const struct curves *curves);

/* `random read, 64M file`. */
void curves_add_title(const struct curves *curves, struct strbuf *out);

/* The value of a cell in the unit of all of them, with a sign of doubt, or why there is none. */
void curves_add_cell(const struct curves *curves, struct heat_cell cell, struct strbuf *out);

/*
 * The chart that the canvas and SVG draw; freed with curves_free_chart(). The y axis is
 * logarithmic when the values are further apart than a linear one can show.
 */
struct curves_chart {
	struct linechart chart;
	struct chart_series *series;
	struct chart_point *points;
};
struct curves_chart curves_make_chart(const struct curves *curves);
void curves_free_chart(struct curves_chart *chart);

/* A list of all that can be drawn as lines, by test and then by file size. */
struct curves_list {
	struct curves **items; /* owned */
	size_t count;
};

/* @sizes: only the articles' four tests at their file size, see curves.c. */
struct curves_list curves_list_new(const struct cube *cube, bool sizes);
void curves_list_free(struct curves_list *list);

/* Of the items of @list from @first on that have the same test: how many, and the richest one. */
size_t curves_list_test(const struct curves_list *list, size_t first, size_t *richest);

#endif
