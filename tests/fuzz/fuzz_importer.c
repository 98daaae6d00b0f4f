/*
 * The importers of one tool: the one that the program's name ends with, as in
 * fuzz_importer-dd, else all in turn. What it collects must be places of the text.
 *
 * All that can be kept from one input to the next is kept, for speed; what lies behind
 * the end of the text is poisoned, so that reading there is seen all the same.
 */
#include "fuzz.h"

#include "base/alloc.h"
#include "import/importer.h"
#include "import/multisearch.h"
#include "import/workbook.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const fuzz_seeds[] = {"1+0 records in\n512 bytes copied, 1 s, 0.5 kB/s\n", NULL};
const char *const fuzz_seed_folder = "tests/corpus";

/* An importer with its patterns and anchors made ready, which takes longer than an input. */
struct target {
	const struct importer *importer;
	struct patterns *patterns;
	struct multisearch *search;
	struct text *words;
};

static void require(bool condition)
{
	if (!condition)
		abort();
}

/* NULL: all. A tool may have several importers. */
static const char *wanted;

int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	for (size_t i = 0; i < importer_count; i++) {
		struct strbuf suffix = STRBUF_INIT;

		strbuf_printf(&suffix, "-%s", importers[i]->tool);
		if (text_ends(text_of((*argv)[0]), strbuf_string(&suffix)))
			wanted = importers[i]->tool;
		strbuf_free(&suffix);
	}
	return 0;
}

static void target_open(struct target *target, const struct importer *importer)
{
	target->importer = importer;
	target->patterns = patterns_new(importer->patterns, importer->pattern_count);
	target->words = xcalloc(importer->anchor_count + 1, sizeof(*target->words));
	for (size_t i = 0; i < importer->anchor_count; i++)
		target->words[i] = text_of(importer->anchors[i]);
	if (importer->anchor_count)
		target->search = multisearch_new(target->words, importer->anchor_count);
}

static void check_values(const struct collect *collect, size_t first, size_t count)
{
	const struct found_value *values = collect_get_values(collect, first);
	volatile char read;

	for (size_t i = 0; i < count; i++) {
		if (column_table[values[i].column].type != COLUMN_TEXT)
			require(isfinite(values[i].number) && values[i].number >= 0);
		/* Read all of it, so that a sanitizer sees what is gone. */
		else
			for (size_t k = 0; k < values[i].text.len; k++)
				read = values[i].text.ptr[k];
	}
	(void)read;
}

static void check_collect(const struct collect *collect, size_t flow_length)
{
	for (size_t i = 0; i < collect_run_count(collect); i++) {
		const struct found_run *run = collect_get_run(collect, i);

		require(run->row_count > 0 && run->tool);
		require(run->start <= run->end && run->end <= flow_length);
		require(run->command_start <= run->command_end);
		require(run->command_end <= flow_length);
		check_values(collect, run->first_value, run->value_count);
		for (size_t k = 0; k < run->row_count; k++) {
			const struct found_row *row = collect_get_row(collect, run->first_row + k);

			require(row->at <= flow_length);
			check_values(collect, row->first_value, row->value_count);
		}
	}
	for (size_t i = 0; i < collect_skip_count(collect); i++) {
		const struct found_skip *skip = collect_get_skip(collect, i);

		require(skip->start <= skip->end && skip->end <= flow_length);
		require(skip->reason.len > 0);
	}
}

/* What is kept from one input to the next. */
struct machine {
	struct target *targets;
	struct document doc;
	struct collect *collect;
	struct strbuf sheet; /* the text of a workbook */
	struct anchor_hit *hits;
	size_t hit_capacity;
};

static void machine_open(struct machine *machine)
{
	machine->collect = collect_new();
	machine->targets = xcalloc(importer_count, sizeof(*machine->targets));
	for (size_t i = 0; i < importer_count; i++)
		target_open(&machine->targets[i], importers[i]);
}

static void run_target(struct machine *machine, struct target *target)
{
	struct text flow = strbuf_text(&machine->doc.flow);
	struct parse parse = {.doc = &machine->doc,
		.flow = flow,
		.patterns = target->patterns,
		.hits = machine->hits,
		.out = machine->collect};
	size_t at = 0, word = 0;

	while (target->search &&
		(at = multisearch_next(target->search, flow, at, &word)) != SIZE_MAX)
		machine->hits[parse.hit_count++] = (struct anchor_hit){.at = at++, .anchor = word};
	if (parse.hit_count || !target->search)
		target->importer->parse(&parse);
	check_collect(machine->collect, flow.len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct machine machine;
	struct text input = text_make((const char *)data, size);

	if (!machine.targets)
		machine_open(&machine);
	if (workbook_is(input)) {
		strbuf_clear(&machine.sheet);
		workbook_read(input, &machine.sheet);
		input = strbuf_text(&machine.sheet);
	}
	document_read(&machine.doc, input, 1);
	if (machine.doc.flow.len >= machine.hit_capacity) {
		machine.hit_capacity = 2 * machine.doc.flow.len + 1;
		machine.hits = xreallocarray(
			machine.hits, machine.hit_capacity, sizeof(*machine.hits));
	}
	fuzz_poison(&machine.doc.text);
	fuzz_poison(&machine.doc.flow);
	for (size_t i = 0; i < importer_count; i++) {
		if (wanted && strcmp(wanted, importers[i]->tool) != 0)
			continue;
		collect_clear(machine.collect);
		run_target(&machine, &machine.targets[i]);
	}
	fuzz_unpoison(&machine.doc.text);
	fuzz_unpoison(&machine.doc.flow);
	return 0;
}
