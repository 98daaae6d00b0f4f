#include "bench/cellverdict.h"

/* More than this dirty at a time is what a device needs some time for. */
#define LARGE_BYTES (1u << 20)

static double median_s(const struct cellrun *run, enum operation kind)
{
	const struct histogram *latency = &run->slot->latency[kind];

	return latency->count ? histogram_percentile(latency, 50) / 1e9 : 0;
}

static void collect(const struct cellrun *run, struct sync_evidence *evidence)
{
	const struct plan_cell *cell = run->cell;

	if (cell->test->kind == OPERATION_SYNC && (cell->options & PLAN_CLEAN)) {
		evidence->clean_s = median_s(run, OPERATION_SYNC);
	} else if (cell->test->kind == OPERATION_SYNC && cell->record_size >= LARGE_BYTES) {
		evidence->large_s = median_s(run, OPERATION_SYNC);
		evidence->large_bytes = (double)cell->record_size;
	} else if (cell->test->kind == OPERATION_SYNC && evidence->small_s <= 0) {
		evidence->small_s = median_s(run, OPERATION_SYNC);
	} else if (cell->test->writes && (cell->options & PLAN_O_DSYNC)) {
		evidence->o_dsync_s = median_s(run, OPERATION_WRITE);
	} else if (cell->test->writes && (cell->options & PLAN_DIRECT)) {
		evidence->direct_s = median_s(run, OPERATION_WRITE);
	}
}

void cellverdict_tell(struct cellrun *run)
{
	struct sync_evidence *evidence = &run->folder->syncs;
	struct strbuf why = STRBUF_INIT;
	enum sync_verdict verdict;

	if (run->state != CELL_COMPLETE)
		return;
	collect(run, evidence);
	if (!(run->cell->options & PLAN_CLEAN) || evidence->small_s <= 0)
		return;
	verdict = sync_judge(evidence, &run->folder->facts.row, &why);
	cellrun_add_note(run, "verdict: %s (%s)", sync_verdict_words[verdict], strbuf_string(&why));
	strbuf_free(&why);
}
