/* What --dry-run prints of a plan. */
#include "bench/plan.h"

#include <stdio.h>

#include "base/units.h"

static void print_cell(
	const struct plan_cell *cell, const struct plan_request *request, struct strbuf *out)
{
	char file[UNITS_SIZE], record[UNITS_SIZE], bytes[UNITS_SIZE], time[UNITS_SIZE];
	char number[32] = "-";

	if (cell->files) {
		snprintf(file, sizeof(file), "%llu", (unsigned long long)cell->files);
		snprintf(record, sizeof(record), "files");
	} else {
		units_format_size(file, (double)cell->file_size, false);
		units_format_size(record, (double)cell->record_size, false);
	}
	if (cell->number)
		snprintf(number, sizeof(number), "%llu", (unsigned long long)cell->number);
	strbuf_printf(out, "%5s  %-14s %8s %8s  ", number, test_table[cell->test->test].name, file,
		record);
	if (cell->number)
		strbuf_printf(out, "%8s %8s",
			units_format_size(bytes, cell->bytes + cell->fill_bytes, true),
			units_format_time(time, cell->estimate_s));
	else
		strbuf_printf(out, "%17s", "crossover");
	strbuf_printf(out, "  %s\n", request->folders[cell->folder].environment);
}

void plan_print(const struct plan *plan, const struct plan_request *request, struct strbuf *out)
{
	char size[UNITS_SIZE], time[UNITS_SIZE];

	strbuf_printf(out, "%5s  %-14s %8s %8s  %8s %8s  %s\n", "cell", "test", "file", "record",
		"writes", "time", "environment");
	for (size_t i = 0; i < plan->count; i++)
		print_cell(&plan->cells[i], request, out);
	strbuf_printf(out, "\ncells    %llu", (unsigned long long)plan->runs);
	if (plan->done)
		strbuf_printf(out, ", of which %llu are measured already",
			(unsigned long long)plan->done);
	if (plan->left_out)
		strbuf_printf(out,
			", and %llu left out by the crossover rule (--all-records measures them)",
			(unsigned long long)plan->left_out);
	strbuf_printf(
		out, "\nwrites   about %s in all", units_format_size(size, plan->bytes, true));
	if (plan->spared)
		strbuf_printf(out,
			"; %llu cells write files over %s, which they do %d or %d times only "
			"(--precision 5%% or --file-size: six and more)",
			(unsigned long long)plan->spared,
			units_format_size(time, PLAN_SPARED_FILE, true), PLAN_SPARED_LEAST,
			PLAN_SPARED_MOST);
	strbuf_printf(
		out, "\nspace    %s in each folder", units_format_size(size, plan->space, true));
	if (plan->space_most > plan->space)
		strbuf_printf(out, ", %s where there is room for copies of small files",
			units_format_size(size, plan->space_most, true));
	strbuf_add_char(out, '\n');
	strbuf_printf(out, "memory   %s\n", units_format_size(size, plan->memory, true));
	strbuf_printf(out, "time     about %s where a cache serves everything, longer elsewhere\n",
		units_format_time(time, plan->estimate_s));
	strbuf_printf(out, "folders ");
	for (size_t i = 0; i < request->folder_count; i++)
		strbuf_printf(
			out, " %s (%s)", request->folders[i].path, request->folders[i].environment);
	strbuf_add_char(out, '\n');
}
