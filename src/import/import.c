#include "import/import.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "import/assemble.h"
#include "import/encoding.h"
#include "import/importer.h"
#include "import/multisearch.h"
#include "import/report.h"
#include "import/segment.h"
#include "import/workbook.h"

/* Read from a file at once. */
#define READ_SIZE ((size_t)1 << 20)

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
	struct text *probes;
	struct segmenter *segmenter;
};

static size_t read_document(void *context, struct text input, size_t first_line, bool complete);

static void add_probes(struct import *import)
{
	size_t count = 0;

	for (size_t i = 0; i < importer_count; i++)
		count += importers[i]->probe_count ? importers[i]->probe_count
						   : importers[i]->anchor_count;
	import->probes = xcalloc(count, sizeof(*import->probes));
	count = 0;
	for (size_t i = 0; i < importer_count; i++) {
		bool own = importers[i]->probe_count > 0;
		const char *const *words = own ? importers[i]->probes : importers[i]->anchors;

		for (size_t p = 0;
			p < (own ? importers[i]->probe_count : importers[i]->anchor_count); p++)
			import->probes[count++] = text_of(words[p]);
	}
	import->segmenter = segmenter_new(import->probes, count, read_document, import);
}

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
	add_probes(import);
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
	segmenter_free(import->segmenter);
	free(import->probes);
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

/* A piece of the input: a segment_sink. */
static size_t read_document(void *context, struct text input, size_t first_line, bool complete)
{
	struct import *import = context;
	struct document *doc = &import->document;
	struct text flow;
	size_t held;

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
	held = assemble_document(import->assemble, doc, import->collect, complete);
	return held < doc->line_count ? doc->lines[held].raw : input.len;
}

static const char *source_name(const struct import_options *options)
{
	return options->source ? options->source : "stdin";
}

/* An input on its way to the importers. */
struct source {
	struct import *import;
	const struct import_options *options;
	struct import_report *report;
	enum encoding encoding;
	bool begun; /* the encoding is known */
	bool workbook; /* the input is one: it is kept until it is whole */
	struct strbuf rest; /* UTF-16 units that were cut, or the workbook */
	struct strbuf decoded;
};

static void source_begin(struct source *source, struct import *import,
	const struct import_options *options, struct dataset *dataset, struct import_report *report)
{
	*source = (struct source){.import = import, .options = options, .report = report};
	report_begin(report, text_of(source_name(options)));
	assemble_begin(import->assemble, options, dataset, report);
	segmenter_begin(import->segmenter);
}

static void push_utf16(struct source *source, struct text bytes)
{
	size_t used;

	strbuf_add_text(&source->rest, bytes);
	strbuf_clear(&source->decoded);
	used = encoding_decode(source->encoding, strbuf_text(&source->rest), &source->decoded);
	segmenter_push(source->import->segmenter, strbuf_text(&source->decoded));
	memmove(source->rest.ptr, source->rest.ptr + used, source->rest.len - used);
	strbuf_truncate(&source->rest, source->rest.len - used);
}

static void source_push(struct source *source, struct text bytes)
{
	if (!source->begun) {
		source->begun = true;
		source->workbook = workbook_is(bytes);
		source->encoding = source->workbook ? ENCODING_BYTES : encoding_detect(bytes);
		if (source->encoding == ENCODING_UTF16LE || source->encoding == ENCODING_UTF16BE)
			report_add_repair(source->report, REPAIR_UTF16,
				(struct repair_count){.count = 1, .first_line = 1});
	}
	if (source->workbook)
		strbuf_add_text(&source->rest, bytes);
	else if (source->encoding == ENCODING_BYTES)
		segmenter_push(source->import->segmenter, bytes);
	else if (source->encoding != ENCODING_BINARY)
		push_utf16(source, bytes);
}

static bool is_stopped(const struct import_options *options)
{
	return options->stop && atomic_load(options->stop);
}

static fst_status source_end(struct source *source, struct fst_error *error)
{
	size_t lines;

	if (is_stopped(source->options)) {
		segmenter_begin(source->import->segmenter);
		assemble_end(source->import->assemble);
		strbuf_free(&source->rest);
		strbuf_free(&source->decoded);
		return fst_error_set(error, FST_INTERRUPTED, "reading was given up");
	}
	if (source->workbook) {
		workbook_read(strbuf_text(&source->rest), &source->decoded);
		segmenter_push(source->import->segmenter, strbuf_text(&source->decoded));
	}
	lines = segmenter_end(source->import->segmenter);
	strbuf_free(&source->rest);
	strbuf_free(&source->decoded);
	if (source->report)
		source->report->line_count = lines;
	if (assemble_end(source->import->assemble))
		return FST_OK;
	if (source->encoding == ENCODING_BINARY)
		fst_error_set(error, FST_UNRECOGNISED,
			"nothing recognised: expected text, found binary data");
	else
		fst_error_set(error, FST_UNRECOGNISED,
			"nothing recognised in %zu line%s: expected the output of bonnie++, "
			"sysbench, "
			"hdparm, dd, iozone, fio or another benchmark, or a table of figures",
			lines, lines == 1 ? "" : "s");
	fst_error_at(error, source_name(source->options), 0);
	return FST_UNRECOGNISED;
}

fst_status import_text(struct import *import, struct text text,
	const struct import_options *options, struct dataset *dataset, struct import_report *report,
	struct fst_error *error)
{
	struct source source;

	source_begin(&source, import, options, dataset, report);
	for (size_t at = 0; at < text.len && !is_stopped(options); at += READ_SIZE) {
		struct text rest = text_skip(text, at);

		source_push(
			&source, text_make(rest.ptr, rest.len < READ_SIZE ? rest.len : READ_SIZE));
	}
	return source_end(&source, error);
}

fst_status import_fd(struct import *import, int fd, const struct import_options *options,
	struct dataset *dataset, struct import_report *report, struct fst_error *error)
{
	struct source source;
	char *bytes = xmalloc(READ_SIZE);
	fst_status status = FST_OK;
	ssize_t n = 0;

	source_begin(&source, import, options, dataset, report);
	while (source.encoding != ENCODING_BINARY && !is_stopped(options) &&
		(n = read(fd, bytes, READ_SIZE)) != 0) {
		if (n > 0)
			source_push(&source, text_make(bytes, (size_t)n));
		else if (errno != EINTR)
			break;
	}
	if (n < 0) {
		status = fst_error_errno(error, errno, "cannot read");
		fst_error_at(error, source_name(options), 0);
		source_end(&source, NULL);
	} else {
		status = source_end(&source, error);
	}
	free(bytes);
	return status;
}

fst_status import_file(struct import *import, const char *path,
	const struct import_options *options, struct dataset *dataset, struct import_report *report,
	struct fst_error *error)
{
	int fd = STDIN_FILENO;
	bool is_standard = strcmp(path, "-") == 0;
	fst_status status = is_standard ? FST_OK : fileio_open_input(path, &fd, error);

	if (status != FST_OK)
		return status;
	status = import_fd(import, fd, options, dataset, report, error);
	if (!is_standard)
		close(fd);
	return status;
}
