#include "import/report.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/utf8.h"
#include "model/jsonl.h"

/* More than a person reads; the number of the others is told. */
#define MOST_SKIPS 1000

void import_report_free(struct import_report *report)
{
	free(report->runs);
	free(report->skips);
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

void report_add_skip(struct import_report *report, struct text tool, size_t first_line,
	size_t last_line, struct text reason)
{
	if (!report)
		return;
	if (report->skip_count == MOST_SKIPS) {
		report->skips_more++;
		return;
	}
	report->skips = grow(report->skips, report->skip_count, sizeof(*report->skips));
	report->skips[report->skip_count++] = (struct import_skip){
		.first_line = first_line,
		.last_line = last_line,
		.tool = keep(report, tool),
		.reason = keep(report, reason),
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

void import_report_render(const struct import_report *report, struct strbuf *sb)
{
	add_escaped(sb, report->source);
	strbuf_printf(sb, ": %zu row%s from %zu run%s in %zu line%s\n", report->row_count,
		report->row_count == 1 ? "" : "s", report->run_count,
		report->run_count == 1 ? "" : "s", report->line_count,
		report->line_count == 1 ? "" : "s");
	for (size_t i = 0; i < report->run_count; i++) {
		const struct import_run *run = &report->runs[i];

		strbuf_add_string(sb, "  found    ");
		add_lines(sb, run->first_line, run->last_line);
		strbuf_add_string(sb, ": ");
		add_escaped(sb, run->tool);
		if (run->version.len) {
			strbuf_add_char(sb, ' ');
			add_escaped(sb, run->version);
		}
		strbuf_printf(sb, ", %u row%s, environment ", run->row_count,
			run->row_count == 1 ? "" : "s");
		add_escaped(sb, run->environment);
		if (run->section.len) {
			strbuf_add_string(sb, ", under \"");
			add_escaped(sb, run->section);
			strbuf_add_char(sb, '"');
		}
		strbuf_add_char(sb, '\n');
	}
	for (size_t i = 0; i < report->skip_count; i++) {
		const struct import_skip *skip = &report->skips[i];

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
	if (report->skips_more)
		strbuf_printf(sb, "  left out %zu more\n", report->skips_more);
	for (size_t i = 0; i < report->repair_count; i++) {
		strbuf_printf(sb, "  mended   ");
		add_escaped(sb, report->repairs[i].what);
		strbuf_printf(sb, ", %zu time%s, first in line %zu\n", report->repairs[i].count,
			report->repairs[i].count == 1 ? "" : "s", report->repairs[i].first_line);
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
	for (size_t i = 0; i < report->repair_count; i++) {
		const struct import_repair *repair = &report->repairs[i];
		struct jsonl object = begin_object(report, "repaired", sb);

		add_text(&object, "what", repair->what);
		jsonl_add_number(&object, "count", (double)repair->count);
		jsonl_add_number(&object, "first_line", (double)repair->first_line);
		jsonl_end(&object);
	}
}
