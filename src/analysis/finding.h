/*
 * What the families of findings share: the works of all environments, how two environments face
 * each other at a test, and how a finding is written down. A family is one file with one function,
 * listed in findings.c.
 */
#ifndef FST_ANALYSIS_FINDING_H
#define FST_ANALYSIS_FINDING_H

#include <stdbool.h>

#include "analysis/findings.h"
#include "analysis/work.h"
#include "base/attributes.h"
#include "base/strbuf.h"

struct finding_context {
	const struct cube *cube;
	const struct dataset *dataset;
	struct works *works;
	uint32_t tests, environments; /* of the cube */
	uint32_t baseline;
	double looks; /* how many comparisons all findings together can look at: for Bonferroni */
	struct findings *findings;
	size_t size; /* allocated */
};

/* The families, in the order in which equals come out. */
void finding_find_rank(struct finding_context *context);
void finding_find_pairs(struct finding_context *context);
void finding_find_shape(struct finding_context *context);
void finding_find_cache(struct finding_context *context);
void finding_find_sync(struct finding_context *context);
void finding_find_access(struct finding_context *context);
void finding_find_second_pass(struct finding_context *context);
void finding_find_noise(struct finding_context *context);
void finding_find_unlike(struct finding_context *context);

/* A sync with nothing to bring anywhere (option `clean`): no measure of durable work. */
bool finding_is_clean(const struct finding_context *context, const struct work *work);

/* Two environments at one test. */
struct face {
	uint32_t test, base, other;
	size_t count; /* of meetings with a ratio; 0: they do not meet, or have no figure */
	bool exact; /* the same work; else one nearest pair of works */
	bool is_single; /* no interval is known for any of them */
	double speed; /* other / base, above 1 is better: the geometric mean */
	double p; /* of no difference, all meetings together, times context->looks; NAN: not tested
		   */
	const struct work *base_work, *other_work; /* the pair that is most telling */
	size_t doubtful; /* meetings left out for that */
};

struct face finding_face(
	const struct finding_context *context, uint32_t test, uint32_t base, uint32_t other);

/* Significantly different. */
bool face_is_significant(const struct face *face);

/*
 * A difference by @factor (> 1) or more either way that can be claimed: significant, or from
 * single samples by FINDING_SINGLE_FACTOR at least.
 */
#define FINDING_SINGLE_FACTOR 2.0
bool face_differs(const struct face *face, double factor);

/* The name of an environment and of a test. */
const char *finding_environment(const struct finding_context *context, uint32_t environment);
const char *finding_test(const struct finding_context *context, uint32_t test);

enum test finding_vocabulary_test(const struct finding_context *context, uint32_t test);

/* The ordinal of a test of the vocabulary in its usual direction, or UINT32_MAX. */
uint32_t finding_find_test(const struct finding_context *context, enum test test);

/* The figure of a work with its unit: `436 MiB/s`. */
void finding_add_figure(
	const struct finding_context *context, const struct work *work, struct strbuf *out);

/* `145`, `16.4`, `6.9`: a factor of 1 or more. */
void finding_add_factor(double factor, struct strbuf *out);

/* `, ` or ` and ` in front of item number @index of @count. */
void finding_add_separator(size_t index, size_t count, struct strbuf *out);

/* Start a finding; the pointer is good until the next one is started. */
struct finding *finding_new(struct finding_context *context, enum finding_kind kind,
	enum confidence confidence, double weight);

/* Set its texts, which get escaped. */
void finding_say(struct finding *finding, const struct strbuf *sentence);
void finding_explain(struct finding *finding, const char *format, ...) FST_PRINTF(2, 3);
void finding_advise(struct finding *finding, const char *format, ...) FST_PRINTF(2, 3);

/* Where to look, and a row that it rests on. */
void finding_point(struct finding *finding, enum finding_view view, struct cube_point at);
void finding_cite(struct finding *finding, uint32_t row);
void finding_cite_face(struct finding *finding, const struct face *face);

#endif
