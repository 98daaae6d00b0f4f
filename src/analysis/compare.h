/*
 * Side by side: tests x environments, each with its ratio to the baseline and how sure that is; a
 * summary per test and a geometric mean per group of tests. The probabilities of a test's parts are
 * joined by Stouffer's z (S. A. Stouffer et al., The American Soldier, vol. 1, 1949).
 */
#ifndef FST_ANALYSIS_COMPARE_H
#define FST_ANALYSIS_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/work.h"
#include "base/strbuf.h"
#include "model/cube.h"

/* id, mark behind a ratio, word */
#define VERDICT_TABLE(_)                                                                      \
	_(NONE, "", "none") /* nothing to compare: no figure on one side, or 0 */             \
	_(BASE, "", "base") /* the baseline itself */                                         \
	_(BETTER, "", "better") /* significantly */                                           \
	_(WORSE, "", "worse") /* significantly */                                             \
	_(SAME, "~", "same") /* no significant difference */                                  \
	_(MIXED, "", "mixed") /* of a summary: significantly better here and worse there */   \
	_(SINGLE, "?", "single") /* a single sample on a side: no confidence can be stated */ \
	_(DOUBTFUL, "!", "doubtful") /* a figure is doubtful */                               \
	_(OTHER, "*", "other work") /* not the same work */

enum verdict {
#define VERDICT_ENUM(id, mark, word) VERDICT_##id,
	VERDICT_TABLE(VERDICT_ENUM)
#undef VERDICT_ENUM
		VERDICT_COUNT
};

extern const char *const verdict_marks[VERDICT_COUNT];
extern const char *const verdict_words[VERDICT_COUNT];

/* Significant is an adjusted p below it. */
#define COMPARE_ALPHA 0.05

struct compare_cell {
	uint32_t environment;
	const struct work *work;
	struct meeting meeting; /* with the baseline's; base NULL when it has none */
	double p; /* meeting.p adjusted by Holm over all cells; NAN when not tested */
	enum verdict verdict;
};

/* One kind of work: a test at one set of dimensions. */
struct compare_line {
	uint32_t test; /* ordinal of the cube */
	const struct work *work; /* the baseline's, else the first environment's that has it */
	const struct compare_cell *cells; /* by environment, of those that have such work */
	size_t cell_count;
};

/* What the lines of a test, or the tests of a group, come to for one environment. */
struct compare_sum {
	double speed; /* geometric mean of the speeds, above 1 is better; NAN without any */
	double low, high; /* the least and the greatest of them */
	double half_width; /* of the mean's logarithm, 95 %; NAN when a part is a single sample */
	double p; /* of no difference, all parts together; adjusted over tests; NAN: not tested */
	size_t count; /* of exact meetings (tests: of a group) that it is the mean of */
	size_t better, worse, same, single; /* how many of each verdict */
	enum verdict verdict;
};

struct compare_test {
	uint32_t test;
	size_t first, count; /* its lines */
	struct compare_sum *sums; /* one per environment */
};

struct compare_group {
	enum test_group group;
	const char *title;
	size_t first, count; /* its tests, of compare->tests */
	struct compare_sum *sums; /* one per environment */
};

struct compare {
	const struct cube *cube;
	struct works *works;
	uint32_t baseline;
	uint32_t environment_count; /* the cube's */
	struct compare_line *lines; /* by test, then by size */
	size_t line_count;
	struct compare_test *tests; /* in the cube's order */
	size_t test_count;
	struct compare_group *groups; /* in the vocabulary's order; rest as in the tables */
	size_t group_count;
	struct compare_cell *cells; /* of all lines */
	size_t cell_count;
	bool all_single; /* whatever met, met as single samples */
};

/* Compare with the environment number @baseline of @cube, which must outlive the result. */
struct compare *compare_new(const struct cube *cube, uint32_t baseline);
void compare_free(struct compare *compare);

/* What @line has for an environment of the cube; NULL when it has no such work. */
const struct compare_cell *compare_find_cell(const struct compare_line *line, uint32_t environment);

/* The environment of @cube called @name (its label, or its name before ` [`), or UINT32_MAX. */
uint32_t compare_find_environment(const struct cube *cube, struct text name);

/* The name of a group of tests: `sequential`. */
const char *compare_group_title(enum test_group group);

/* The tools behind an environment's rows: `bonnie++ 1.97, dd`. */
void compare_add_tools(const struct cube *cube, uint32_t environment, struct strbuf *out);

/*
 * The facts in which two environments differ, as far as both know: `cache_mode none / writeback,
 * filesystem ext4 / nfs4`; nothing when none does.
 */
void compare_add_facts_difference(
	const struct cube *cube, uint32_t base, uint32_t other, struct strbuf *out);

#endif
