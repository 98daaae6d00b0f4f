#include "bench/resume.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "store/result.h"

/* Rows of the run, each as the text of what tells it from the others, sorted. */
struct keys {
	char **list;
	size_t count;
};

static void add_options(struct strbuf *key, struct text options)
{
	struct text word;

	/* How many operations were timed depends on the clock, and is not planned. */
	while (text_next_word(&options, &word))
		if (!text_starts(word, "sampled="))
			strbuf_printf(key, " %.*s", TEXT_ARGS(word));
}

static void key_of_row(struct strbuf *key, const struct dataset *dataset, uint32_t row)
{
	static const enum column numbers[] = {
		COL_FILE_SIZE, COL_RECORD_SIZE, COL_FILES, COL_THREADS, COL_QUEUE_DEPTH};
	static const enum column texts[] = {COL_TEST, COL_ENGINE, COL_ENVIRONMENT};
	double number;

	for (size_t i = 0; i < FST_COUNT(numbers); i++)
		strbuf_printf(key, "%.0f ",
			dataset_number(dataset, row, numbers[i], &number) ? number : 0);
	for (size_t i = 0; i < FST_COUNT(texts); i++)
		strbuf_printf(key, "%.*s\t", TEXT_ARGS(dataset_text(dataset, row, texts[i])));
	add_options(key, dataset_text(dataset, row, COL_OPTIONS));
}

/* The same of a cell. */
static void key_of_cell(
	struct strbuf *key, const struct plan_cell *cell, const struct plan_folder *folder)
{
	struct strbuf options = STRBUF_INIT;

	strbuf_printf(key, "%llu %llu %llu %u %u ", (unsigned long long)cell->file_size,
		(unsigned long long)cell->record_size, (unsigned long long)cell->files,
		cell->load.threads, cell->load.queue_depth);
	strbuf_printf(key, "%s\t%s\t%s\t", test_table[cell->test->test].name,
		cell->engine ? cell->engine->name : "", folder->environment);
	plan_options_text(cell, &options);
	add_options(key, strbuf_text(&options));
	strbuf_free(&options);
}

static int compare_keys(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_of_fstui(const struct dataset *dataset, uint32_t row)
{
	return text_is(dataset_text(dataset, row, COL_TOOL), "fstui");
}

/* The id of the last run of fstui; empty when there is none. */
static struct text last_run(const struct dataset *dataset)
{
	for (uint32_t row = dataset_count(dataset); row-- > 0;)
		if (is_of_fstui(dataset, row))
			return dataset_text(dataset, row, COL_RUN);
	return (struct text){0};
}

static void collect_keys(struct keys *keys, const struct dataset *dataset, struct text run)
{
	keys->list = xcalloc(dataset_count(dataset) + 1, sizeof(*keys->list));
	for (uint32_t row = 0; row < dataset_count(dataset); row++) {
		struct strbuf key = STRBUF_INIT;

		if (!is_of_fstui(dataset, row) ||
			!text_equal(dataset_text(dataset, row, COL_RUN), run) ||
			text_is(dataset_text(dataset, row, COL_STATUS),
				row_status_names[STATUS_FAILED]))
			continue;
		key_of_row(&key, dataset, row);
		keys->list[keys->count++] = xstrdup(strbuf_string(&key));
		strbuf_free(&key);
	}
	qsort(keys->list, keys->count, sizeof(*keys->list), compare_keys);
}

static void free_keys(struct keys *keys)
{
	for (size_t i = 0; i < keys->count; i++)
		free(keys->list[i]);
	free(keys->list);
}

static void mark(struct plan *plan, struct plan_cell *cell)
{
	cell->done = true;
	if (cell->number == 0) {
		plan->left_out_done++;
		return;
	}
	plan->done++;
	plan->bytes -= cell->bytes;
	plan->estimate_s -= cell->estimate_s;
}

fst_status resume_mark_done(struct plan *plan, const struct plan_folder *folders, const char *path,
	struct strbuf *run, struct fst_error *error)
{
	struct dataset *dataset = dataset_new();
	struct keys keys = {0};
	struct text id;
	fst_status status = result_read(path, dataset, NULL, error);

	if (status != FST_OK)
		goto out;
	id = last_run(dataset);
	if (id.len == 0) {
		status = fst_error_set(error, FST_UNRECOGNISED,
			"expected a result file with a run of fstui to go on with, found none");
		fst_error_at(error, path, 0);
		goto out;
	}
	strbuf_add_text(run, id);
	collect_keys(&keys, dataset, id);
	for (size_t i = 0; i < plan->count; i++) {
		struct plan_cell *cell = &plan->cells[i];
		struct strbuf key = STRBUF_INIT;
		char *wanted;

		key_of_cell(&key, cell, &folders[cell->folder]);
		wanted = key.ptr;
		if (bsearch(&wanted, keys.list, keys.count, sizeof(*keys.list), compare_keys))
			mark(plan, cell);
		strbuf_free(&key);
	}
	if (plan->done + plan->left_out_done == 0)
		status = fst_error_set(error, FST_USAGE,
			"none of the rows of %s is a cell of this plan: give the same DIR, --name, "
			"--suite and other options as the first time",
			path);
out:
	free_keys(&keys);
	dataset_free(dataset);
	return status;
}
