/*
 * What stands out in a set of rows, in sentences with figures. A finding says how sure it is and
 * why, which rows it rests on, and where to look. Doubtful figures never carry one alone; what
 * single samples say is said without a claim.
 */
#ifndef FST_ANALYSIS_FINDINGS_H
#define FST_ANALYSIS_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/cube.h"

/* id, name in files, heading */
#define FINDING_TABLE(_)                                           \
	_(RANK, "rank", "Fastest and slowest")                     \
	_(PAIR, "pair", "Against the baseline")                    \
	_(TRADE_OFF, "trade_off", "Better here, worse there")      \
	_(FLAT, "flat", "Flat profile")                            \
	_(CACHE, "cache", "A cache at work")                       \
	_(HOST_CACHE, "host_cache", "Guest faster than host")      \
	_(SYNC_IGNORED, "sync_ignored", "Syncs not honoured")      \
	_(DURABILITY, "durability", "The price of durability")     \
	_(READ_AHEAD, "read_ahead", "Sequential against random")   \
	_(CLIFF, "cliff", "A cliff over the file size")            \
	_(KNEE, "knee", "Where a call's cost turns into a byte's") \
	_(METADATA, "metadata", "Slow with many files")            \
	_(SECOND_PASS, "second_pass", "Slower at the second pass") \
	_(VARIANCE, "variance", "Unsteady figures")                \
	_(DRIFT, "drift", "Change over time")                      \
	_(NOT_COMPARABLE, "not_comparable", "Not the same work")

enum finding_kind {
#define FINDING_ENUM(id, name, heading) FINDING_##id,
	FINDING_TABLE(FINDING_ENUM)
#undef FINDING_ENUM
		FINDING_COUNT
};

struct finding_info {
	const char *name, *heading;
};

extern const struct finding_info finding_table[FINDING_COUNT];

/* How sure a finding is. */
enum confidence {
	CONFIDENCE_UNKNOWN, /* no claim: what the figures say, and why that is not enough */
	CONFIDENCE_HINT, /* one observation that has other explanations */
	CONFIDENCE_LIKELY, /* several that agree, or one too large for chance */
	CONFIDENCE_SURE, /* significant, after correction for how much was looked at */
	CONFIDENCE_COUNT
};

extern const char *const confidence_words[CONFIDENCE_COUNT]; /* `unknown` `hint` `likely` `sure` */

/* The view that shows it best: its name on the command line (`--view`). */
enum finding_view {
	FINDING_VIEW_SIZES,
	FINDING_VIEW_SURFACE,
	FINDING_VIEW_COMPARE,
	FINDING_VIEW_LATENCY,
	FINDING_VIEW_LIBRARY,
	FINDING_VIEW_COUNT
};

extern const char *const finding_view_names[FINDING_VIEW_COUNT];

struct finding {
	enum finding_kind kind;
	enum confidence confidence;
	char *why; /* of the confidence: `single samples` */
	char *sentence; /* one or two, with figures */
	char *advice; /* a sentence, NULL where the data supports none */
	uint32_t *rows; /* the evidence, the most telling first; rows of the dataset */
	size_t row_count;
	enum finding_view view;
	struct cube_point at; /* where to look, and the environment that it is about */
	double weight; /* how much it matters: they come by it, the greatest first */
};

struct findings {
	struct finding *items; /* the most telling first */
	size_t count;
	char *limits; /* what cannot be told and why, in sentences; "" for nothing */
};

#define FINDINGS_NO_BASELINE UINT32_MAX

/*
 * What stands out in @cube. @baseline is the environment that the others are held against;
 * FINDINGS_NO_BASELINE: the first one. The texts are escaped for a terminal.
 */
struct findings *findings_new(const struct cube *cube, uint32_t baseline);
void findings_free(struct findings *findings);

#endif
