#include "ui/catalogue.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/keyset.h"
#include "base/units.h"

static int compare_runs(const void *a, const void *b)
{
	const struct catalogue_run *x = a, *y = b;

	if (x->environment != y->environment)
		return x->environment < y->environment ? -1 : 1;
	return (x->first_row > y->first_row) - (x->first_row < y->first_row);
}

/* Rows come sorted by test, so a run's tests are counted by looking at the last one alone. */
static void count_runs(struct catalogue *catalogue, const struct cube *cube)
{
	const struct dataset *dataset = cube_dataset(cube);
	struct keyset seen = {0};
	uint32_t *last_test = NULL;

	for (uint32_t i = 0; i < cube_row_count(cube); i++) {
		struct cube_point point;
		uint32_t row = cube_row(cube, i, &point);
		uint32_t environment = point.at[CUBE_ENVIRONMENT];
		uint32_t number = keyset_add(&seen,
			(uint64_t)environment << 32 | dataset_text_id(dataset, row, COL_RUN));
		struct catalogue_run *run;

		if (number == catalogue->run_count) {
			catalogue->runs = xreallocarray(
				catalogue->runs, number + 1, sizeof(*catalogue->runs));
			last_test = xreallocarray(last_test, number + 1, sizeof(*last_test));
			catalogue->runs[number] = (struct catalogue_run){
				.environment = environment, .first_row = row, .last_row = row};
			last_test[number] = UINT32_MAX;
			catalogue->run_count++;
		}
		run = &catalogue->runs[number];
		run->row_count++;
		run->first_row = row < run->first_row ? row : run->first_row;
		run->last_row = row > run->last_row ? row : run->last_row;
		if (last_test[number] != point.at[CUBE_TEST])
			run->test_count++;
		last_test[number] = point.at[CUBE_TEST];
	}
	free(last_test);
	keyset_free(&seen);
}

struct catalogue *catalogue_new(const struct cube *cube)
{
	struct catalogue *catalogue = xcalloc(1, sizeof(*catalogue));
	size_t place = 0;

	catalogue->environment_count = cube_count(cube, CUBE_ENVIRONMENT);
	count_runs(catalogue, cube);
	if (catalogue->run_count)
		qsort(catalogue->runs, catalogue->run_count, sizeof(*catalogue->runs),
			compare_runs);
	catalogue->first_run = xcalloc(
		catalogue->environment_count + 1, sizeof(*catalogue->first_run));
	for (size_t i = 0; i <= catalogue->environment_count; i++) {
		while (place < catalogue->run_count && catalogue->runs[place].environment < i)
			place++;
		catalogue->first_run[i] = place;
	}
	return catalogue;
}

void catalogue_free(struct catalogue *catalogue)
{
	if (!catalogue)
		return;
	free(catalogue->runs);
	free(catalogue->first_run);
	free(catalogue);
}

static void separate(struct strbuf *out, size_t start, const char *separator)
{
	if (out->len > start)
		strbuf_add_string(out, separator);
}

static void add_fact(const struct dataset *dataset, uint32_t row, enum column column,
	const char *before, const char *separator, size_t start, struct strbuf *out)
{
	struct text value = dataset_text(dataset, row, column);

	if (value.len == 0)
		return;
	separate(out, start, separator);
	strbuf_add_string(out, before);
	strbuf_add_text(out, value);
}

void catalogue_add_facts(
	const struct dataset *dataset, uint32_t row, const char *separator, struct strbuf *out)
{
	size_t start = out->len;
	struct text options = dataset_text(dataset, row, COL_MOUNT_OPTIONS);
	double memory;

	add_fact(dataset, row, COL_FILESYSTEM, "", separator, start, out);
	if (options.len) {
		if (out->len > start)
			strbuf_add_char(out, ' ');
		strbuf_add_text(out, options);
	}
	add_fact(dataset, row, COL_DEVICE, "", separator, start, out);
	add_fact(dataset, row, COL_DEVICE_MODEL, "", separator, start, out);
	add_fact(dataset, row, COL_SCHEDULER, "", separator, start, out);
	add_fact(dataset, row, COL_CACHE_MODE, "", separator, start, out);
	add_fact(dataset, row, COL_VIRTUAL_DISK, "", separator, start, out);
	add_fact(dataset, row, COL_HYPERVISOR, "", separator, start, out);
	add_fact(dataset, row, COL_KERNEL, "kernel ", separator, start, out);
	add_fact(dataset, row, COL_CPU, "", separator, start, out);
	if (dataset_number(dataset, row, COL_MEMORY_BYTES, &memory)) {
		char size[UNITS_SIZE];

		separate(out, start, separator);
		strbuf_printf(out, "%s memory", units_format_size(size, memory, true));
	}
	add_fact(dataset, row, COL_HOST, "host ", separator, start, out);
}

void catalogue_add_tool(const struct dataset *dataset, uint32_t row, struct strbuf *out)
{
	struct text tool = dataset_text(dataset, row, COL_TOOL);
	struct text version = dataset_text(dataset, row, COL_TOOL_VERSION);

	strbuf_add_text(out, tool);
	if (tool.len && version.len)
		strbuf_add_char(out, ' ');
	strbuf_add_text(out, version);
}
