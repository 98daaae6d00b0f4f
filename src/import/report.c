#include "import/report.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "model/jsonl.h"

/* More than a person reads; the number of the others is told. */
#define MOST_SKIPS 1000

/* What is left out for the same reason again and again: so many are kept, and shown. */
#define MOST_OF_A_KIND  100
#define SHOWN_OF_A_KIND 3

void import_report_free(struct import_report *report)
{
	free(report->runs);
	free(report->skips);
	free(report->skip_kinds);
	keyset_free(&report->skip_keys);
	free(report->repairs);
	pool_free(report->texts);
	*report = IMPORT_REPORT_INIT;
}

static struct text keep(struct import_report *report, struct text text)
{
	return pool_text(report->texts, pool_add(report->texts, text));
}

void report_begin(struct import_report *report, struct text source)
{
	if (!report)
		return;
	import_report_free(report);
	report->texts = pool_new();
	report->source = keep(report, source);
}

/* The array @items with room for item number @count: capacities are powers of two. */
static void *grow(void *items, size_t count, size_t size)
{
	return count & (count - 1) ? items : xreallocarray(items, count ? count * 2 : 1, size);
}

void report_add_run(struct import_report *report, const struct import_run *run)
{
	struct import_run *kept;

	if (!report)
		return;
	report->runs = grow(report->runs, report->run_count, sizeof(*report->runs));
	kept = &report->runs[report->run_count++];
	*kept = *run;
	kept->tool = keep(report, run->tool);
	kept->version = keep(report, run->version);
	kept->environment = keep(report, run->environment);
	kept->section = keep(report, run->section);
	kept->run = keep(report, run->run);
	report->row_count += run->row_count;
}

/* The same for all reasons that differ in numbers and quoted texts only. */
static uint64_t kind_key(struct text tool, struct text reason)
{
	uint64_t key = hash_text(HASH_INIT, tool);
	bool quoted = false;

	for (size_t i = 0; i < reason.len; i++) {
		char c = reason.ptr[i];

		if (c == '"')
			quoted = !quoted;
		else if (!quoted && !text_is_digit(c))
			key = hash_word(key, (unsigned char)c);
	}
	return key;
}

/* The kind of such a skip; NULL when there are too many kinds. */
static struct import_skip_kind *kind_of(
	struct import_report *report, struct text tool, struct text reason)
{
	uint64_t key = kind_key(tool, reason);
	uint32_t known = report->skip_keys.count;
	uint32_t kind = keyset_find(&report->skip_keys, key);

	if (kind != UINT32_MAX)
		return &report->skip_kinds[kind];
	if (report->skip_count == MOST_SKIPS)
		return NULL;
	report->skip_kinds = grow(report->skip_kinds, known, sizeof(*report->skip_kinds));
	report->skip_kinds[known] = (struct import_skip_kind){.first = report->skip_count};
	keyset_add(&report->skip_keys, key);
	return &report->skip_kinds[known];
}

void report_add_skip(struct import_report *report, struct text tool, size_t first_line,
	size_t last_line, struct text reason)
{
	struct import_skip_kind *kind;

	if (!report)
		return;
	kind = kind_of(report, tool, reason);
	if (kind) {
		kind->count++;
		kind->last_line = last_line;
	}
	if (report->skip_count == MOST_SKIPS || !kind || kind->kept == MOST_OF_A_KIND) {
		if (kind && !kind->more_line)
			kind->more_line = first_line;
		report->skips_more++;
		return;
	}
	report->skips = grow(report->skips, report->skip_count, sizeof(*report->skips));
	report->skips[report->skip_count++] = (struct import_skip){
		.first_line = first_line,
		.last_line = last_line,
		.tool = keep(report, tool),
		.reason = keep(report, reason),
		.kind = (size_t)(kind - report->skip_kinds),
		.nth = kind->kept++,
	};
}

void report_add_repair(struct import_report *report, enum repair repair, struct repair_count count)
{
	struct text what = text_of(repair_names[repair]);

	if (!report || !count.count)
		return;
	for (size_t i = 0; i < report->repair_count; i++) {
		if (!text_equal(report->repairs[i].what, what))
			continue;
		report->repairs[i].count += count.count;
		return;
	}
	report->repairs = grow(report->repairs, report->repair_count, sizeof(*report->repairs));
	report->repairs[report->repair_count++] = (struct import_repair){
		.first_line = count.first_line,
		.count = count.count,
		.what = what,
	};
}

static void add_escaped(struct strbuf *sb, struct text text)
{
	char out[1024];

	strbuf_add(sb, out, utf8_escape(out, sizeof(out), text.ptr, text.len));
}

static void add_lines(struct strbuf *sb, size_t first, size_t last)
{
	if (first == last)
		strbuf_printf(sb, "line %zu", first);
	else
		strbuf_printf(sb, "lines %zu-%zu", first, last);
}

static const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

static void add_run_line(struct strbuf *sb, const struct import_run *run)
{
	strbuf_add_string(sb, "  found    ");
	add_lines(sb, run->first_line, run->last_line);
	strbuf_add_string(sb, ": ");
	add_escaped(sb, run->tool);
	if (run->version.len) {
		strbuf_add_char(sb, ' ');
		add_escaped(sb, run->version);
	}
	strbuf_printf(sb, ", %u row%s, environment ", run->row_count, plural(run->row_count));
	add_escaped(sb, run->environment);
	if (run->section.len) {
		strbuf_add_string(sb, ", under \"");
		add_escaped(sb, run->section);
		strbuf_add_char(sb, '"');
	}
	if (run->known_rows == run->row_count)
		strbuf_add_string(sb, ", known already");
	else if (run->known_rows)
		strbuf_printf(sb, ", %u of them known already", run->known_rows);
	strbuf_add_char(sb, '\n');
}

/* What was left out, of one kind the first ones and the number of the others. */
static void add_skip_lines(struct strbuf *sb, const struct import_report *report)
{
	size_t counted = 0;

	for (size_t i = 0; i < report->skip_count; i++) {
		const struct import_skip *skip = &report->skips[i];
		const struct import_skip_kind *kind = &report->skip_kinds[skip->kind];

		if (skip->nth >= SHOWN_OF_A_KIND && kind->count > SHOWN_OF_A_KIND + 1)
			continue;
		strbuf_add_string(sb, "  left out ");
		add_lines(sb, skip->first_line, skip->last_line);
		strbuf_add_string(sb, ": ");
		if (skip->tool.len) {
			add_escaped(sb, skip->tool);
			strbuf_add_string(sb, ": ");
		}
		add_escaped(sb, skip->reason);
		strbuf_add_char(sb, '\n');
	}
	for (size_t i = 0; i < report->skip_keys.count; i++) {
		const struct import_skip_kind *kind = &report->skip_kinds[i];

		counted += kind->count - kind->kept;
		if (kind->count > SHOWN_OF_A_KIND + 1)
			strbuf_printf(sb,
				"  left out %zu more like that in line %zu, the last in line %zu\n",
				kind->count - SHOWN_OF_A_KIND,
				report->skips[kind->first].first_line, kind->last_line);
	}
	if (report->skips_more > counted)
		strbuf_printf(sb, "  left out %zu more\n", report->skips_more - counted);
}

void import_report_render(const struct import_report *report, struct strbuf *sb)
{
	add_escaped(sb, report->source);
	strbuf_printf(sb, ": %zu row%s from %zu run%s in %zu line%s\n", report->row_count,
		plural(report->row_count), report->run_count, plural(report->run_count),
		report->line_count, plural(report->line_count));
	for (size_t i = 0; i < report->run_count; i++)
		add_run_line(sb, &report->runs[i]);
	add_skip_lines(sb, report);
	for (size_t i = 0; i < report->repair_count; i++) {
		strbuf_printf(sb, "  mended   ");
		add_escaped(sb, report->repairs[i].what);
		strbuf_printf(sb, ", %zu time%s, first in line %zu\n", report->repairs[i].count,
			plural(report->repairs[i].count), report->repairs[i].first_line);
	}
}

static void add_text(struct jsonl *object, const char *key, struct text text)
{
	if (text.len)
		jsonl_add_text(object, key, text);
}

static struct jsonl begin_object(
	const struct import_report *report, const char *kind, struct strbuf *sb)
{
	struct jsonl object = jsonl_begin(sb);

	jsonl_add_string(&object, "kind", kind);
	add_text(&object, "source", report->source);
	return object;
}

static void add_line_numbers(struct jsonl *object, size_t first, size_t last)
{
	jsonl_add_number(object, "first_line", (double)first);
	jsonl_add_number(object, "last_line", (double)last);
}

/* Those of @kind that have no object of their own. */
static void add_rest_of_kind(
	const struct import_report *report, const struct import_skip_kind *kind, struct strbuf *sb)
{
	const struct import_skip *like = &report->skips[kind->first];
	struct jsonl object;

	if (kind->count == kind->kept)
		return;
	object = begin_object(report, "skipped", sb);
	add_text(&object, "tool", like->tool);
	add_text(&object, "reason", like->reason);
	jsonl_add_number(&object, "count", (double)(kind->count - kind->kept));
	add_line_numbers(&object, kind->more_line, kind->last_line);
	jsonl_end(&object);
}

void import_report_render_jsonl(const struct import_report *report, struct strbuf *sb)
{
	for (size_t i = 0; i < report->run_count; i++) {
		const struct import_run *run = &report->runs[i];
		struct jsonl object = begin_object(report, "recognised", sb);

		add_text(&object, "tool", run->tool);
		add_text(&object, "version", run->version);
		add_text(&object, "environment", run->environment);
		add_text(&object, "section", run->section);
		add_text(&object, "run", run->run);
		jsonl_add_number(&object, "row_count", run->row_count);
		if (run->known_rows)
			jsonl_add_number(&object, "known_rows", run->known_rows);
		add_line_numbers(&object, run->first_line, run->last_line);
		jsonl_end(&object);
	}
	for (size_t i = 0; i < report->skip_count; i++) {
		const struct import_skip *skip = &report->skips[i];
		struct jsonl object = begin_object(report, "skipped", sb);

		add_text(&object, "tool", skip->tool);
		add_text(&object, "reason", skip->reason);
		add_line_numbers(&object, skip->first_line, skip->last_line);
		jsonl_end(&object);
	}
	for (size_t i = 0; i < report->skip_keys.count; i++)
		add_rest_of_kind(report, &report->skip_kinds[i], sb);
	for (size_t i = 0; i < report->repair_count; i++) {
		const struct import_repair *repair = &report->repairs[i];
		struct jsonl object = begin_object(report, "repaired", sb);

		add_text(&object, "what", repair->what);
		jsonl_add_number(&object, "count", (double)repair->count);
		jsonl_add_number(&object, "first_line", (double)repair->first_line);
		jsonl_end(&object);
	}
}
