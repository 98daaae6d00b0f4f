/*
 * What a sync costs, and whether it does anything: verdicts of the sync suite, synced work against
 * the same work without syncs, and rates that no device below can have.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/finding.h"
#include "analysis/finding_sync.h"
#include "analysis/work_dims.h"
#include "base/units.h"

/* Durable writes a second of one thread. Flash that must flush takes 0.5 ms; 20 us is memory's. */
#define FLASH_MOST 20000.0

/* A disk that turns 15,000 times a minute passes a place 250 times a second; twice that is doubt.
 */
#define ROTATING_MOST 500.0

#define COST_FREE             1.1 /* synced work that takes hardly longer */
#define COST_WORTH            1.5
#define COMPARED_MOST         20.0 /* times another's durable writes, with plain writes alike */
#define COMPARED_ENVIRONMENTS 100 /* more make too many pairs */
#define WRITES_ALIKE          3.0

static bool in_memory(const struct finding_context *context, uint32_t row)
{
	struct text filesystem = dataset_text(context->dataset, row, COL_FILESYSTEM);

	return text_is(filesystem, "tmpfs") || text_is(filesystem, "ramfs");
}

/* The fsync work to judge: the one with the highest rate a thread. */
static const struct work *fastest_sync(
	const struct finding_context *context, uint32_t environment, double *per_s)
{
	uint32_t test = finding_find_test(context, TEST_FSYNC);
	const struct work *works, *best = NULL;
	size_t count;

	*per_s = 0;
	if (test == UINT32_MAX)
		return NULL;
	works = works_of(context->works, test, environment, &count);
	for (size_t i = 0; i < count; i++) {
		double threads = 1;

		dataset_number(context->dataset, works[i].row, COL_THREADS, &threads);
		if (works[i].status != STATUS_OK || !(works[i].value > 0) ||
			in_memory(context, works[i].row) || finding_is_clean(context, &works[i]))
			continue;
		if (works[i].value / fmax(threads, 1) > *per_s) {
			*per_s = works[i].value / fmax(threads, 1);
			best = &works[i];
		}
	}
	return best;
}

/* The verdict that the sync suite wrote into a note: `verdict: ignored`. */
static struct text verdict_in(struct text note)
{
	size_t at = text_find(note, "verdict: ");
	struct text rest, word = {0};

	if (at == SIZE_MAX)
		return word;
	rest = text_skip(note, at + 9);
	text_next_word(&rest, &word);
	while (word.len &&
		!((word.ptr[word.len - 1] | 32) >= 'a' && (word.ptr[word.len - 1] | 32) <= 'z'))
		word.len--;
	return word;
}

/* The worst verdict of an environment's rows, ranked as the words stand here; NULL without one. */
static const char *worst_verdict(
	const struct finding_context *context, uint32_t environment, uint32_t *row)
{
	static const char *const words[] = {"ignored", "suspicious", "unknown", "honest"};
	uint32_t test = finding_find_test(context, TEST_FSYNC);
	size_t count, worst = FST_COUNT(words);
	const struct work *works;

	if (test == UINT32_MAX)
		return NULL;
	works = works_of(context->works, test, environment, &count);
	for (size_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < works[i].row_count; k++) {
			uint32_t own = work_rows(context->works, &works[i])[k];
			struct text word = verdict_in(
				dataset_text(context->dataset, own, COL_NOTE));

			for (size_t w = 0; w < worst; w++)
				if (text_is(word, words[w])) {
					worst = w;
					*row = own;
				}
		}
	return worst < FST_COUNT(words) ? words[worst] : NULL;
}

static bool is_bad(const char *verdict)
{
	return verdict && (strcmp(verdict, "ignored") == 0 || strcmp(verdict, "suspicious") == 0);
}

static bool is_rotating(const struct finding_context *context, uint32_t row)
{
	double rotational = 0;

	return dataset_number(context->dataset, row, COL_ROTATIONAL, &rotational) &&
	       rotational == 1;
}

bool finding_is_durable(const struct finding_context *context, uint32_t environment)
{
	return !in_memory(context, cube_environment(context->cube, environment)->first_row) &&
	       !finding_syncs_doubted(context, environment);
}

bool finding_syncs_doubted(const struct finding_context *context, uint32_t environment)
{
	uint32_t row;
	const char *verdict = worst_verdict(context, environment, &row);
	const struct work *sync;
	double per_s;

	/* Who measured more than a rate knows better. */
	if (verdict && strcmp(verdict, "unknown") != 0)
		return is_bad(verdict);
	sync = fastest_sync(context, environment, &per_s);
	return sync &&
	       (per_s > FLASH_MOST || (is_rotating(context, sync->row) && per_s > ROTATING_MOST));
}

static void tell_verdict(struct finding_context *context, uint32_t environment, uint32_t row)
{
	struct text note = dataset_text(context->dataset, row, COL_NOTE);
	struct strbuf out = STRBUF_INIT;
	struct finding *finding;
	bool ignored = text_is(verdict_in(note), "ignored");

	finding = finding_new(
		context, FINDING_SYNC_IGNORED, ignored ? CONFIDENCE_LIKELY : CONFIDENCE_HINT, 14);
	strbuf_printf(&out, "%s: syncs are %s (%.*s).", finding_environment(context, environment),
		ignored ? "acknowledged and ignored" : "suspiciously cheap", TEXT_ARGS(note));
	finding_say(finding, &out);
	finding_explain(finding, "the sync suite's verdict; only a power cut proves it");
	finding_advise(finding, "Find out with fstui durable before trusting data to it.");
	finding_cite(finding, row);
	finding->view = FINDING_VIEW_LATENCY;
	finding->at.at[CUBE_ENVIRONMENT] = environment;
	strbuf_free(&out);
}

static void tell_rate(struct finding_context *context, uint32_t environment,
	const struct work *sync, double per_s)
{
	struct text hypervisor = dataset_text(context->dataset, sync->row, COL_HYPERVISOR);
	bool rotating = is_rotating(context, sync->row) && per_s <= FLASH_MOST;
	bool virtual = hypervisor.len && !text_is(hypervisor, "none");
	struct strbuf out = STRBUF_INIT;
	char text[UNITS_SIZE];
	struct finding *finding;

	finding = finding_new(context, FINDING_SYNC_IGNORED,
		rotating && virtual ? CONFIDENCE_HINT : CONFIDENCE_LIKELY, 13);
	strbuf_printf(&out, "%s acknowledges a durable write every %s (",
		finding_environment(context, environment), units_format_time(text, 1 / per_s));
	strbuf_printf(&out, "%s/s): ", units_format_count(text, per_s));
	if (rotating)
		strbuf_add_string(&out, "a disk that turns cannot do that");
	else
		strbuf_add_string(&out, "storage that really flushes takes longer");
	strbuf_add_string(&out, ", so syncs are not honoured, or end in a cache with a battery.");
	finding_say(finding, &out);
	finding_explain(finding, "%s; only a power cut proves it",
		rotating && virtual ? "the virtual disk says of itself that it turns"
				    : "beyond what devices do");
	finding_advise(finding, "Find out with fstui durable before trusting data to it.");
	finding_point(finding, FINDING_VIEW_LATENCY, sync->at);
	finding_cite(finding, sync->row);
	strbuf_free(&out);
}

/* Durable writes far faster than another's whose plain writes are alike. */
static void tell_compared(struct finding_context *context, uint32_t environment)
{
	uint32_t sync = finding_find_test(context, TEST_FSYNC);
	uint32_t write = finding_find_test(context, TEST_WRITE);

	if (sync == UINT32_MAX || write == UINT32_MAX)
		return;
	for (uint32_t e = 0; e < context->environments; e++) {
		struct face syncs, writes;
		struct strbuf out = STRBUF_INIT;
		struct finding *finding;

		if (e == environment)
			continue;
		syncs = finding_face(context, sync, e, environment);
		if (!syncs.exact || syncs.speed < COMPARED_MOST ||
			!face_differs(&syncs, COMPARED_MOST) ||
			in_memory(context, syncs.other_work->row))
			continue;
		writes = finding_face(context, write, e, environment);
		if (!writes.count || writes.speed > WRITES_ALIKE)
			continue;
		finding = finding_new(
			context, FINDING_SYNC_IGNORED, CONFIDENCE_HINT, 10 + log(syncs.speed));
		strbuf_printf(&out, "%s syncs ", finding_environment(context, environment));
		finding_add_factor(syncs.speed, &out);
		strbuf_printf(&out, " times as fast as %s (", finding_environment(context, e));
		finding_add_figure(context, syncs.other_work, &out);
		strbuf_add_string(&out, " against ");
		finding_add_figure(context, syncs.base_work, &out);
		strbuf_add_string(&out, ") while plain writes are ");
		if (writes.speed >= 1) {
			finding_add_factor(writes.speed, &out);
			strbuf_add_string(&out, " times as fast");
		} else {
			finding_add_factor(1 / writes.speed, &out);
			strbuf_add_string(&out, " times slower");
		}
		strbuf_add_string(&out, ": its syncs may not be honoured.");
		finding_say(finding, &out);
		finding_explain(finding, "another device, or a cache with a battery, would "
					 "explain it as well");
		finding_point(finding, FINDING_VIEW_COMPARE, syncs.other_work->at);
		finding_cite_face(finding, &syncs);
		finding_cite_face(finding, &writes);
		strbuf_free(&out);
		return;
	}
}

static bool is_sync_flag(struct text flag)
{
	return text_is(flag, "o_sync") || text_is(flag, "o_dsync") || text_is(flag, "fsync") ||
	       text_is(flag, "fdatasync") || text_starts(flag, "fsync_every=") ||
	       text_starts(flag, "fsync=");
}

/* The flags of @text without those about syncs, into @out. */
static void add_other_flags(struct text text, struct strbuf *out)
{
	struct text flag;

	while (text_next_word(&text, &flag))
		if (!is_sync_flag(flag) && !text_is(flag, "no_sync"))
			strbuf_printf(out, "%.*s ", TEXT_ARGS(flag));
}

static bool is_synced(struct text options, enum test test)
{
	struct text flag;
	bool synced = test == TEST_UPGRADE;

	while (text_next_word(&options, &flag)) {
		synced = synced || is_sync_flag(flag);
		if (text_is(flag, "no_sync"))
			return false;
	}
	return synced;
}

/* Under one heading, on one file system: one name may stand for a machine's disk and for its
 * mounts. */
static bool same_place(
	const struct finding_context *context, const struct work *a, const struct work *b)
{
	static const enum column columns[] = {COL_SECTION, COL_FILESYSTEM, COL_DEVICE};

	for (size_t i = 0; i < FST_COUNT(columns); i++)
		if (dataset_text_id(context->dataset, a->row, columns[i]) !=
			dataset_text_id(context->dataset, b->row, columns[i]))
			return false;
	return true;
}

/* Two works that are the same but for their syncs. */
static bool differ_in_sync(
	const struct finding_context *context, const struct work *synced, const struct work *plain)
{
	enum test test = finding_vocabulary_test(context, synced->at.at[CUBE_TEST]);
	struct text a = dataset_text(context->dataset, synced->row, COL_OPTIONS);
	struct text b = dataset_text(context->dataset, plain->row, COL_OPTIONS);
	struct work_dims mine = work_dims_of(context->dataset, synced->row, test);
	struct work_dims theirs = work_dims_of(context->dataset, plain->row, test);
	struct strbuf x = STRBUF_INIT, y = STRBUF_INIT;
	bool same;

	if (!is_synced(a, test) || is_synced(b, test) || !same_place(context, synced, plain))
		return false;
	mine.options = theirs.options = 0;
	add_other_flags(a, &x);
	add_other_flags(b, &y);
	same = work_dims_meet(context->dataset, &mine, &theirs) &&
	       text_equal(strbuf_text(&x), strbuf_text(&y));
	strbuf_free(&x);
	strbuf_free(&y);
	return same;
}

static void tell_cost(
	struct finding_context *context, const struct work *synced, const struct work *plain)
{
	struct meeting m = work_compare(context->works, plain, synced);
	uint32_t environment = synced->at.at[CUBE_ENVIRONMENT];
	bool known = !isnan(m.half_width);
	struct strbuf out = STRBUF_INIT;
	struct finding *finding;

	if (isnan(m.speed) || m.doubtful || in_memory(context, synced->row))
		return;
	if (1 / m.speed >= COST_WORTH && (!known || -log(m.speed) > 2 * m.half_width)) {
		finding = finding_new(context, FINDING_DURABILITY,
			known ? CONFIDENCE_SURE : CONFIDENCE_LIKELY, 6 - log(m.speed));
		strbuf_printf(
			&out, "Syncs make %s ", finding_test(context, synced->at.at[CUBE_TEST]));
		finding_add_factor(1 / m.speed, &out);
		strbuf_printf(
			&out, " times slower on %s: ", finding_environment(context, environment));
		finding_add_figure(context, synced, &out);
		strbuf_add_string(&out, " against ");
		finding_add_figure(context, plain, &out);
		strbuf_add_string(&out, " without them.");
		finding_explain(finding, known ? "beyond the spread of both" : "single samples");
	} else if (1 / m.speed <= COST_FREE) {
		finding = finding_new(context, FINDING_SYNC_IGNORED, CONFIDENCE_HINT, 11);
		strbuf_printf(&out, "%s does %s with syncs as fast as without (",
			finding_environment(context, environment),
			finding_test(context, synced->at.at[CUBE_TEST]));
		finding_add_figure(context, synced, &out);
		strbuf_add_string(&out, " against ");
		finding_add_figure(context, plain, &out);
		strbuf_add_string(&out, "): they cost nothing, so they may do nothing.");
		finding_explain(finding, "storage with a protected cache would explain it as well");
		finding_advise(finding, "Find out with fstui durable before trusting data to it.");
	} else {
		return;
	}
	finding_say(finding, &out);
	finding_point(finding, FINDING_VIEW_COMPARE, synced->at);
	finding_cite(finding, synced->row);
	finding_cite(finding, plain->row);
	strbuf_free(&out);
}

/* The first pair of each test: what it says of one size it says of all, as a rule. */
static void find_costs(struct finding_context *context, uint32_t environment)
{
	for (uint32_t t = 0; t < context->tests; t++) {
		size_t count;
		const struct work *works = works_of(context->works, t, environment, &count);
		bool told = false;

		if (count > 2000)
			continue;
		for (size_t i = 0; i < count && !told; i++)
			for (size_t k = 0; k < count && !told; k++)
				if (differ_in_sync(context, &works[i], &works[k])) {
					tell_cost(context, &works[i], &works[k]);
					told = true;
				}
	}
}

void finding_find_sync(struct finding_context *context)
{
	for (uint32_t e = 0; e < context->environments; e++) {
		uint32_t row;
		const char *verdict = worst_verdict(context, e, &row);
		double per_s;
		const struct work *sync = fastest_sync(context, e, &per_s);

		if (is_bad(verdict))
			tell_verdict(context, e, row);
		else if (finding_syncs_doubted(context, e))
			tell_rate(context, e, sync, per_s);
		else if (context->environments <= COMPARED_ENVIRONMENTS)
			tell_compared(context, e);
		find_costs(context, e);
	}
}
