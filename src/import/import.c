#include "import/import.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "import/assemble.h"
#include "import/encoding.h"
#include "import/importer.h"
#include "import/multisearch.h"
#include "import/report.h"

/* A word of the search and whose anchor it is. */
struct anchor {
	size_t importer, index;
};

struct hits {
	struct anchor_hit *items;
	size_t count, capacity;
};

struct import {
	struct patterns **patterns; /* one table an importer */
	struct multisearch *search;
	struct text *words;
	struct anchor *anchors; /* one for each word */
	struct hits *hits; /* one list an importer */
	struct collect *collect;
	struct document document;
	struct assemble *assemble;
};

struct import *import_new(void)
{
	struct import *import = xcalloc(1, sizeof(*import));
	size_t count = 0;

	for (size_t i = 0; i < importer_count; i++)
		count += importers[i]->anchor_count;
	import->words = xcalloc(count, sizeof(*import->words));
	import->anchors = xcalloc(count, sizeof(*import->anchors));
	import->hits = xcalloc(importer_count, sizeof(*import->hits));
	import->patterns = xcalloc(importer_count, sizeof(struct patterns *));
	count = 0;
	for (size_t i = 0; i < importer_count; i++) {
		import->patterns[i] = patterns_new(
			importers[i]->patterns, importers[i]->pattern_count);
		for (size_t a = 0; a < importers[i]->anchor_count; a++) {
			import->words[count] = text_of(importers[i]->anchors[a]);
			import->anchors[count++] = (struct anchor){.importer = i, .index = a};
		}
	}
	import->search = multisearch_new(import->words, count);
	import->collect = collect_new();
	import->assemble = assemble_new();
	return import;
}

void import_free(struct import *import)
{
	if (!import)
		return;
	for (size_t i = 0; i < importer_count; i++) {
		patterns_free(import->patterns[i]);
		free(import->hits[i].items);
	}
	free(import->patterns);
	free(import->hits);
	free(import->words);
	free(import->anchors);
	multisearch_free(import->search);
	collect_free(import->collect);
	document_free(&import->document);
	assemble_free(import->assemble);
	free(import);
}

static void add_hit(struct hits *hits, size_t at, size_t anchor)
{
	if (hits->count == hits->capacity) {
		hits->capacity = hits->capacity ? hits->capacity * 2 : 16;
		hits->items = xreallocarray(hits->items, hits->capacity, sizeof(*hits->items));
	}
	hits->items[hits->count++] = (struct anchor_hit){.at = at, .anchor = anchor};
}

static void search_anchors(struct import *import, struct text flow)
{
	size_t word = 0, at = 0;

	for (size_t i = 0; i < importer_count; i++)
		import->hits[i].count = 0;
	while ((at = multisearch_next(import->search, flow, at, &word)) != SIZE_MAX) {
		const struct anchor *anchor = &import->anchors[word];

		add_hit(&import->hits[anchor->importer], at, anchor->index);
		at++;
	}
}

/* Read one document, whose first line has the number @first_line. */
static void read_document(struct import *import, struct text input, size_t first_line)
{
	struct document *doc = &import->document;
	struct text flow;

	document_read(doc, input, first_line);
	flow = strbuf_text(&doc->flow);
	collect_clear(import->collect);
	search_anchors(import, flow);
	for (size_t i = 0; i < importer_count; i++) {
		struct parse parse = {
			.doc = doc,
			.flow = flow,
			.patterns = import->patterns[i],
			.hits = import->hits[i].items,
			.hit_count = import->hits[i].count,
			.out = import->collect,
		};

		if (parse.hit_count || importers[i]->anchor_count == 0)
			importers[i]->parse(&parse);
	}
	assemble_document(import->assemble, doc, import->collect);
}

static fst_status finish(
	struct import *import, struct import_report *report, size_t lines, struct fst_error *error)
{
	if (report)
		report->line_count = lines;
	if (assemble_end(import->assemble))
		return FST_OK;
	fst_error_set(error, FST_UNRECOGNISED,
		"nothing recognised in %zu line%s: expected the output of bonnie++, sysbench, "
		"hdparm, dd, iozone, fio or another benchmark, or a table of figures",
		lines, lines == 1 ? "" : "s");
	return FST_UNRECOGNISED;
}

static size_t count_lines(struct text text)
{
	size_t lines = text.len > 0 && text.ptr[text.len - 1] != '\n';

	for (size_t i = 0; i < text.len; i++)
		lines += text.ptr[i] == '\n';
	return lines;
}

fst_status import_text(struct import *import, struct text text,
	const struct import_options *options, struct dataset *dataset, struct import_report *report,
	struct fst_error *error)
{
	struct strbuf decoded = STRBUF_INIT;
	enum encoding encoding = encoding_detect(text);
	fst_status status;

	report_begin(report, text_of(options->source ? options->source : "stdin"));
	assemble_begin(import->assemble, options, dataset, report);
	if (encoding != ENCODING_BYTES) {
		encoding_decode(encoding, text, &decoded);
		text = strbuf_text(&decoded);
		report_add_repair(
			report, REPAIR_UTF16, (struct repair_count){.count = 1, .first_line = 1});
	}
	read_document(import, text, 1);
	status = finish(import, report, count_lines(text), error);
	if (status != FST_OK)
		fst_error_at(error, options->source ? options->source : "stdin", 0);
	strbuf_free(&decoded);
	return status;
}

/* What is read at once; larger inputs go through in pieces. */
#define WHOLE (256u << 20)

fst_status import_fd(struct import *import, int fd, const struct import_options *options,
	struct dataset *dataset, struct import_report *report, struct fst_error *error)
{
	struct strbuf sb = STRBUF_INIT;
	fst_status status = fileio_read_fd(fd, WHOLE, &sb, error);

	if (status == FST_OK)
		status = import_text(import, strbuf_text(&sb), options, dataset, report, error);
	strbuf_free(&sb);
	return status;
}

fst_status import_file(struct import *import, const char *path,
	const struct import_options *options, struct dataset *dataset, struct import_report *report,
	struct fst_error *error)
{
	struct strbuf sb = STRBUF_INIT;
	fst_status status = fileio_read(path, WHOLE, &sb, error);

	if (status == FST_OK)
		status = import_text(import, strbuf_text(&sb), options, dataset, report, error);
	strbuf_free(&sb);
	return status;
}
