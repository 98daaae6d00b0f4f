/*
 * Are syncs honoured? A verdict from what the sync suite measured in a folder, with the
 * evidence. Only a power cut proves it (fstui durable); this finds what is too good to be
 * true.
 */
#ifndef FST_BENCH_HONESTY_H
#define FST_BENCH_HONESTY_H

#include "base/strbuf.h"
#include "model/measurement.h"

#define VERDICT_WORDS(_)                                               \
	_(HONEST, "honest") /* syncs cost what the device must take */ \
	_(SUSPICIOUS, "suspicious") /* less than such a device can */  \
	_(IGNORED, "ignored") /* nothing is brought anywhere */        \
	_(UNKNOWN, "unknown") /* cannot be told from here */

enum sync_verdict {
#define VERDICT_ID(id, word) SYNC_##id,
	VERDICT_WORDS(VERDICT_ID)
#undef VERDICT_ID
};

extern const char *const sync_verdict_words[];

/* Medians in seconds; 0 where it was not measured. */
struct sync_evidence {
	double small_s; /* fdatasync with one small record dirty */
	double large_s; /* with @large_bytes dirty */
	double large_bytes;
	double clean_s; /* with nothing dirty */
	double o_dsync_s; /* a small record written with O_DSYNC */
	double direct_s; /* a small record written with O_DIRECT */
};

/*
 * Judge @evidence by what @facts say of the file system and the device below it. Adds
 * the reasons, with figures, to @why.
 */
enum sync_verdict sync_judge(
	const struct sync_evidence *evidence, const struct measurement *facts, struct strbuf *why);

#endif
