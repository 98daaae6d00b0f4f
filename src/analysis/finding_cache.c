/*
 * Caches at work: reads faster than the device or than any disk, reads that the page cache served,
 * small reads that beat the local disk where writes do not, and guests faster than their host.
 */
#include <math.h>
#include <stdlib.h>

#include "analysis/finding_sweep.h"
#include "base/alloc.h"
#include "base/units.h"

#define BEYOND_DEVICE 1.5 /* times the buffered read of the device itself */
#define BEYOND_WRITES 8.0 /* times the writes of the same files, and ... */
#define BEYOND_DISKS  1e9 /* ... faster than so many bytes/s */
#define NAMED_MOST    6 /* environments in a sentence */
#define RESIDENT      0.95 /* of the file, to be called cached */
#define SMALL_READS   1.3 /* times the other's, at the smallest record */
#define SLOW_WRITES   0.5
#define GUEST_LEAST   1.1
#define GUEST_SINGLE  1.5

/* The fastest work of a test that is ok; NULL without one. */
static const struct work *fastest(
	const struct finding_context *context, uint32_t test, uint32_t environment)
{
	const struct work *works, *best = NULL;
	size_t count;

	if (test == UINT32_MAX)
		return NULL;
	works = works_of(context->works, test, environment, &count);
	for (size_t i = 0; i < count; i++)
		if (works[i].status == STATUS_OK && works[i].value > 0 &&
			(!best || works[i].value > best->value))
			best = &works[i];
	return best;
}

static bool is_direct(const struct finding_context *context, const struct work *work)
{
	struct text options = dataset_text(context->dataset, work->row, COL_OPTIONS), flag;

	while (text_next_word(&options, &flag))
		if (text_is(flag, "direct") || text_is(flag, "cold"))
			return true;
	return false;
}

/* Reads of files faster than the device reads its own blocks. */
static bool find_beyond_device(struct finding_context *context, uint32_t environment)
{
	const struct work *device = fastest(
		context, finding_find_test(context, TEST_DEVICE_READ), environment);
	const struct work *read = fastest(
		context, finding_find_test(context, TEST_READ), environment);
	struct strbuf out = STRBUF_INIT;
	struct finding *finding;

	if (!device || !read || read->value < BEYOND_DEVICE * device->value)
		return false;
	finding = finding_new(
		context, FINDING_CACHE, CONFIDENCE_LIKELY, 8 + log(read->value / device->value));
	strbuf_printf(&out, "%s reads files at ", finding_environment(context, environment));
	finding_add_figure(context, read, &out);
	strbuf_add_string(&out, ", ");
	finding_add_factor(read->value / device->value, &out);
	strbuf_add_string(&out, " times as fast as its device (");
	finding_add_figure(context, device, &out);
	strbuf_add_string(&out, "): a cache serves them.");
	finding_say(finding, &out);
	finding_explain(finding, "no file can be read faster than what it lies on");
	finding_point(finding, FINDING_VIEW_COMPARE, read->at);
	finding_cite(finding, read->row);
	finding_cite(finding, device->row);
	strbuf_free(&out);
	return true;
}

/* Reads far faster than the writes of the same files, and than disks of that kind are. */
static bool find_beyond_writes(struct finding_context *context, uint32_t environment)
{
	uint32_t write = finding_find_test(context, TEST_WRITE);
	uint32_t read = finding_find_test(context, TEST_READ);
	const struct work *r = fastest(context, read, environment);
	const struct work *w = fastest(context, write, environment);
	struct strbuf out = STRBUF_INIT;
	struct finding *finding;
	char size[UNITS_SIZE];
	double file = 0;

	if (!r || !w || r->value < BEYOND_WRITES * w->value || r->value < BEYOND_DISKS ||
		is_direct(context, r))
		return false;
	dataset_number(context->dataset, r->row, COL_FILE_SIZE, &file);
	finding = finding_new(
		context, FINDING_CACHE, CONFIDENCE_HINT, 6 + log(r->value / w->value) / 10);
	strbuf_printf(&out, "%s reads at ", finding_environment(context, environment));
	finding_add_figure(context, r, &out);
	strbuf_add_string(&out, " what it writes at ");
	finding_add_figure(context, w, &out);
	strbuf_add_string(&out, " (");
	finding_add_factor(r->value / w->value, &out);
	strbuf_add_string(&out, " times)");
	if (file > 0)
		strbuf_printf(&out, ", files of %s", units_format_size(size, file, true));
	strbuf_add_string(&out, ": memory answered, not the disk.");
	finding_say(finding, &out);
	finding_explain(finding, "no figure of the device to hold it against");
	finding_point(finding, FINDING_VIEW_COMPARE, r->at);
	finding_cite(finding, r->row);
	finding_cite(finding, w->row);
	strbuf_free(&out);
	return true;
}

/* The reads of an environment that tell of the page cache. */
struct residency {
	size_t reads, resident; /* how many found their file there */
	uint32_t row; /* the first of those */
};

static struct residency *count_resident(const struct finding_context *context)
{
	struct residency *all = xcalloc(context->environments, sizeof(*all));
	size_t count;
	const struct work *works = works_all(context->works, &count);

	for (size_t i = 0; i < count; i++) {
		struct residency *own = &all[works[i].at.at[CUBE_ENVIRONMENT]];
		double cached;

		if (cube_test(context->cube, works[i].at.at[CUBE_TEST])->direction !=
				DIRECTION_READ ||
			works[i].status != STATUS_OK ||
			!dataset_number(context->dataset, works[i].row, COL_CACHED_BEFORE, &cached))
			continue;
		own->reads++;
		if (cached >= RESIDENT && own->resident++ == 0)
			own->row = works[i].row;
	}
	return all;
}

/* One sentence on all environments whose reads were served from the page cache. */
static void find_resident(struct finding_context *context)
{
	struct residency *all = count_resident(context);
	struct strbuf names = STRBUF_INIT, out = STRBUF_INIT;
	struct finding *finding = NULL;
	size_t reads = 0, resident = 0, named = 0;

	for (uint32_t e = 0; e < context->environments; e++) {
		if (all[e].resident == 0 || 10 * all[e].resident < 9 * all[e].reads)
			continue;
		if (!finding)
			finding = finding_new(context, FINDING_CACHE, CONFIDENCE_SURE, 4);
		reads += all[e].reads;
		resident += all[e].resident;
		if (named++ >= NAMED_MOST)
			continue;
		finding_cite(finding, all[e].row);
		strbuf_printf(
			&names, "%s%s", names.len ? ", " : "", finding_environment(context, e));
	}
	if (finding) {
		strbuf_printf(&out,
			"Reads of %s%s found their files in the page cache (%zu of %zu): they show "
			"memory and the cost of a call, not the storage below. For that: fstui run "
			"--cold, or --direct.",
			strbuf_string(&names), named > NAMED_MOST ? " and more" : "", resident,
			reads);
		finding_say(finding, &out);
		finding_explain(finding, "95 %% or more of the file was resident");
		finding_point(finding, FINDING_VIEW_SIZES, (struct cube_point){0});
	}
	strbuf_free(&names);
	strbuf_free(&out);
	free(all);
}

/* The works of both at the smallest record size that they have in common at one file size. */
static bool smallest_records(const struct finding_context *context, uint32_t test, uint32_t base,
	uint32_t other, const struct work **mine, const struct work **theirs)
{
	struct meeting *meetings;
	size_t count = works_meet(context->works, test, base, other, &meetings);
	double least = INFINITY;

	*mine = *theirs = NULL;
	for (size_t i = 0; i < count; i++) {
		double record = sweep_record_bytes(context, meetings[i].base);

		if (!meetings[i].exact || meetings[i].doubtful || isnan(meetings[i].ratio) ||
			!(record > 0) || record >= least)
			continue;
		least = record;
		*mine = meetings[i].other;
		*theirs = meetings[i].base;
	}
	free(meetings);
	return *mine != NULL;
}

/* Faster at small reads and slower at writes than another: a cache and read-ahead on the way. */
static void find_small_reads(struct finding_context *context, uint32_t base, uint32_t other)
{
	uint32_t read = finding_find_test(context, TEST_READ);
	uint32_t write = finding_find_test(context, TEST_WRITE);
	const struct work *mine, *theirs;
	struct strbuf out = STRBUF_INIT;
	struct finding *finding;
	struct face writes;
	char size[UNITS_SIZE];

	if (read == UINT32_MAX || write == UINT32_MAX)
		return;
	writes = finding_face(context, write, base, other);
	if (!writes.exact || !face_differs(&writes, 1 / SLOW_WRITES) || writes.speed > 1)
		return;
	if (!smallest_records(context, read, base, other, &mine, &theirs) ||
		mine->value < SMALL_READS * theirs->value)
		return;
	finding = finding_new(
		context, FINDING_CACHE, CONFIDENCE_LIKELY, 8 + log(mine->value / theirs->value));
	strbuf_printf(&out, "%s reads %s records ", finding_environment(context, other),
		units_format_size(size, sweep_record_bytes(context, mine), true));
	finding_add_factor(mine->value / theirs->value, &out);
	strbuf_printf(&out, " times as fast as %s (", finding_environment(context, base));
	finding_add_figure(context, mine, &out);
	strbuf_add_string(&out, " against ");
	finding_add_figure(context, theirs, &out);
	strbuf_add_string(&out, "), though its writes are ");
	finding_add_factor(1 / writes.speed, &out);
	strbuf_add_string(&out, " times slower: its reads are served ahead, from a cache.");
	finding_say(finding, &out);
	finding_explain(finding, "a path that is slow for writes cannot be that fast for reads");
	finding_point(finding, FINDING_VIEW_SIZES, mine->at);
	finding_cite(finding, mine->row);
	finding_cite(finding, theirs->row);
	finding_cite_face(finding, &writes);
	strbuf_free(&out);
}

static bool has_word(struct text name, const char *word)
{
	size_t length = text_of(word).len;

	for (size_t i = 0; i + length <= name.len; i++)
		if (text_equal_nocase(text_make(name.ptr + i, length), text_of(word)))
			return true;
	return false;
}

enum place { PLACE_UNKNOWN, PLACE_HOST, PLACE_GUEST };

/* By the facts, and where they are not known by the name that the person gave. */
static enum place place_of(const struct finding_context *context, uint32_t environment)
{
	uint32_t row = cube_environment(context->cube, environment)->first_row;
	struct text hypervisor = dataset_text(context->dataset, row, COL_HYPERVISOR);
	struct text name = dataset_text(context->dataset, row, COL_ENVIRONMENT);

	if (text_is(hypervisor, "none"))
		return PLACE_HOST;
	if (hypervisor.len)
		return PLACE_GUEST;
	if (has_word(name, "guest") || text_starts_nocase(name, "vm"))
		return PLACE_GUEST;
	if (text_equal_nocase(name, TEXT("native")) || text_starts_nocase(name, "host") ||
		has_word(name, "bare metal"))
		return PLACE_HOST;
	return PLACE_UNKNOWN;
}

/* @face is the least difference of @guest to a host that did the same: it is the fastest of all. */
static bool beats_all_hosts(
	const struct finding_context *context, uint32_t test, uint32_t guest, struct face *least)
{
	bool any = false;

	for (uint32_t e = 0; e < context->environments; e++) {
		struct face face;

		if (place_of(context, e) != PLACE_HOST)
			continue;
		face = finding_face(context, test, e, guest);
		if (!face.count || !face.exact)
			continue;
		if (face.speed < GUEST_LEAST ||
			!(face_is_significant(&face) ||
				(isnan(face.p) && face.speed >= GUEST_SINGLE)))
			return false;
		if (!any || face.speed < least->speed)
			*least = face;
		any = true;
	}
	return any;
}

static void find_guest_faster(struct finding_context *context, uint32_t guest)
{
	struct strbuf out = STRBUF_INIT;
	struct finding *finding = NULL;
	bool sure = true;
	size_t count = 0;

	for (uint32_t t = 0; t < context->tests; t++) {
		enum test word = finding_vocabulary_test(context, t);
		struct face face;

		if (word == TEST_COUNT || test_table[word].group == GROUP_MACHINE ||
			test_table[word].group == GROUP_OTHER ||
			!beats_all_hosts(context, t, guest, &face))
			continue;
		if (!finding) {
			finding = finding_new(context, FINDING_HOST_CACHE, CONFIDENCE_LIKELY,
				9 + log(face.speed));
			strbuf_printf(&out, "The guest %s is faster than the host at ",
				finding_environment(context, guest));
			finding_point(finding, FINDING_VIEW_COMPARE, face.other_work->at);
		}
		strbuf_printf(&out, "%s%s (", count++ ? ", " : "", finding_test(context, t));
		finding_add_factor(face.speed, &out);
		strbuf_printf(&out, " times %s)", finding_environment(context, face.base));
		sure = sure && face_is_significant(&face);
		finding_cite_face(finding, &face);
	}
	if (finding) {
		strbuf_add_string(&out, ": a guest is not faster than the disk below it, so the "
					"hypervisor answers from the host's memory.");
		finding_say(finding, &out);
		finding->confidence = sure ? CONFIDENCE_SURE : CONFIDENCE_HINT;
		finding_explain(
			finding, sure ? "significant at every test named" : "single samples");
	}
	strbuf_free(&out);
}

void finding_find_cache(struct finding_context *context)
{
	uint32_t count = context->environments;

	for (uint32_t e = 0; e < count; e++)
		if (!find_beyond_device(context, e))
			find_beyond_writes(context, e);
	find_resident(context);
	for (uint32_t a = 0; a < count && count <= 30; a++) {
		for (uint32_t b = 0; b < count; b++)
			if (a != b)
				find_small_reads(context, a, b);
		if (place_of(context, a) == PLACE_GUEST)
			find_guest_faster(context, a);
	}
}
