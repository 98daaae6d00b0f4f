#include "import/assemble.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "base/hash.h"
#include "base/pool.h"
#include "import/report.h"
#include "import/section.h"
#include "model/measurement.h"

/* What a run measured, so that its repetition is known. */
struct seen {
	uint64_t figures; /* hash of all values; 0: the place is free */
	uint32_t environment; /* number in the pool */
	uint32_t line;
};

struct assemble {
	const struct import_options *options;
	struct dataset *dataset;
	struct dataset *unnamed; /* the rows before --names is applied */
	struct import_report *report;
	struct text stem;
	struct strbuf section; /* of the last run: the next document may start below it */
	struct pool *environments;
	struct seen *seen; /* a hash table, a power of two large */
	size_t seen_count, seen_size;
	size_t rows;
	struct strbuf scratch;
	struct strbuf place; /* what `source` says: the input's name, a colon and a line */
	size_t place_name; /* bytes of the name and the colon */
};

struct assemble *assemble_new(void)
{
	return xcalloc(1, sizeof(struct assemble));
}

static void reset(struct assemble *assemble)
{
	pool_free(assemble->environments);
	dataset_free(assemble->unnamed);
	free(assemble->seen);
	strbuf_free(&assemble->scratch);
	strbuf_free(&assemble->place);
	strbuf_free(&assemble->section);
	*assemble = (struct assemble){0};
}

void assemble_free(struct assemble *assemble)
{
	if (!assemble)
		return;
	reset(assemble);
	free(assemble);
}

void assemble_begin(struct assemble *assemble, const struct import_options *options,
	struct dataset *dataset, struct import_report *report)
{
	const char *source = options->source ? options->source : "stdin";

	reset(assemble);
	assemble->options = options;
	assemble->dataset = dataset;
	assemble->report = report;
	strbuf_add_text(&assemble->place, fileio_base_name(source, false));
	strbuf_add_char(&assemble->place, ':');
	assemble->place_name = assemble->place.len;
	assemble->stem = fileio_base_name(source, true);
	assemble->environments = pool_new();
	if (options->name_count)
		assemble->unnamed = dataset_new();
}

static uint64_t hash_values(uint64_t h, const struct found_value *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct found_value *value = &values[i];

		if (value->column == COL_NOTE || value->column == COL_ENVIRONMENT ||
			value->column == COL_REPORTED)
			continue;
		h = hash_word(h, value->column);
		h = column_table[value->column].type == COLUMN_TEXT ? hash_text(h, value->text)
								    : hash_number(h, value->number);
	}
	return h;
}

static uint64_t hash_run(const struct collect *collect, const struct found_run *run)
{
	uint64_t h = hash_text(HASH_INIT, text_of(run->tool));

	h = hash_values(h, collect_get_values(collect, run->first_value), run->value_count);
	for (size_t i = 0; i < run->row_count; i++) {
		const struct found_row *row = collect_get_row(collect, run->first_row + i);

		h = hash_values(h, collect_get_values(collect, row->first_value), row->value_count);
	}
	h = hash_end(h);
	return h ? h : 1;
}

static void grow_seen(struct assemble *assemble)
{
	struct seen *old = assemble->seen;
	size_t old_size = assemble->seen_size;

	assemble->seen_size = old_size ? old_size * 2 : 64;
	assemble->seen = xcalloc(assemble->seen_size, sizeof(*assemble->seen));
	for (size_t i = 0; i < old_size; i++) {
		size_t slot = old[i].figures & (assemble->seen_size - 1);

		if (!old[i].figures)
			continue;
		while (assemble->seen[slot].figures)
			slot = (slot + 1) & (assemble->seen_size - 1);
		assemble->seen[slot] = old[i];
	}
	free(old);
}

/*
 * Remember a run's figures. Returns 0 when they were seen in the same environment
 * (in @line then), else which one of equal runs in different environments it is.
 */
static size_t see(struct assemble *assemble, uint64_t figures, struct text environment,
	size_t number, size_t *line)
{
	uint32_t id = pool_add(assemble->environments, environment);
	size_t slot, twins = 1;

	if (assemble->seen_count * 2 >= assemble->seen_size)
		grow_seen(assemble);
	slot = figures & (assemble->seen_size - 1);
	for (; assemble->seen[slot].figures; slot = (slot + 1) & (assemble->seen_size - 1)) {
		if (assemble->seen[slot].figures != figures)
			continue;
		if (assemble->seen[slot].environment == id) {
			*line = assemble->seen[slot].line;
			return 0;
		}
		twins++;
	}
	assemble->seen[slot] = (struct seen){
		.figures = figures,
		.environment = id,
		.line = (uint32_t)number,
	};
	assemble->seen_count++;
	return twins;
}

struct order {
	size_t start, index;
};

static int compare_order(const void *a, const void *b)
{
	const struct order *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

static void claim(const struct document *doc, bool *claimed, size_t start, size_t end)
{
	size_t last = document_line_at_flow(doc, end > start ? end - 1 : end);

	for (size_t line = document_line_at_flow(doc, start); line <= last; line++)
		claimed[line] = true;
}

static bool is_claimed(const struct document *doc, const bool *claimed, size_t start, size_t end)
{
	size_t last = document_line_at_flow(doc, end > start ? end - 1 : end);

	for (size_t line = document_line_at_flow(doc, start); line <= last; line++)
		if (claimed[line])
			return true;
	return false;
}

static void set_values(struct measurement *m, const struct found_value *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (column_table[values[i].column].type == COLUMN_TEXT)
			measurement_set_text(m, values[i].column, values[i].text);
		else
			measurement_set_number(m, values[i].column, values[i].number);
	}
}

/* A text that run and row both have: both, where the column is a list. */
static void join_text(struct measurement *m, enum column column, struct text of_run,
	const char *separator, struct strbuf *sb)
{
	struct text of_row = measurement_text(m, column);

	if (!of_run.len || text_equal(of_run, of_row))
		return;
	strbuf_clear(sb);
	strbuf_printf(sb, "%.*s%s%.*s", TEXT_ARGS(of_run), separator, TEXT_ARGS(of_row));
	measurement_set_text(m, column, strbuf_text(sb));
}

/* Nothing moves so much for one thread, whatever served it. */
#define FASTEST_BYTES_PER_S 200e9

static void doubt_speed(struct measurement *m, struct strbuf *sb)
{
	double threads = fmax(measurement_number(m, COL_THREADS, 1), 1);

	if (measurement_number(m, COL_BYTES_PER_S, 0) <= FASTEST_BYTES_PER_S * threads ||
		!text_is(measurement_text(m, COL_STATUS), row_status_names[STATUS_OK]))
		return;
	measurement_set_string(m, COL_STATUS, row_status_names[STATUS_DOUBTFUL]);
	strbuf_clear(sb);
	strbuf_printf(sb, "%.*s%smore than 200 GB/s for each thread",
		TEXT_ARGS(measurement_text(m, COL_NOTE)), measurement_has(m, COL_NOTE) ? "; " : "");
	measurement_set_text(m, COL_NOTE, strbuf_text(sb));
}

/* Set the row's `source` to the input's name and line @line. */
static void set_source(struct assemble *assemble, struct measurement *m, size_t line)
{
	strbuf_truncate(&assemble->place, assemble->place_name);
	strbuf_add_count(&assemble->place, line);
	measurement_set_text(m, COL_SOURCE, strbuf_text(&assemble->place));
}

static void add_row(struct assemble *assemble, const struct collect *collect,
	const struct measurement *of_run, const struct found_row *row, size_t line)
{
	struct strbuf options = STRBUF_INIT, note = STRBUF_INIT, reason = STRBUF_INIT;
	struct measurement m;

	measurement_copy(&m, of_run);
	set_values(&m, collect_get_values(collect, row->first_value), row->value_count);
	if (assemble->options->name)
		measurement_set_string(&m, COL_ENVIRONMENT, assemble->options->name);
	if (!measurement_has(&m, COL_STATUS))
		measurement_set_string(&m, COL_STATUS, row_status_names[STATUS_OK]);
	join_text(&m, COL_OPTIONS, measurement_text(of_run, COL_OPTIONS), " ", &options);
	join_text(&m, COL_NOTE, measurement_text(of_run, COL_NOTE), "; ", &note);
	doubt_speed(&m, &reason);
	set_source(assemble, &m, line);
	dataset_add(assemble->unnamed ? assemble->unnamed : assemble->dataset, &m);
	assemble->rows++;
	strbuf_free(&options);
	strbuf_free(&note);
	strbuf_free(&reason);
}

/* All rows of the run have these texts: let the dataset know them by their place. */
static void keep_texts(struct dataset *dataset, struct measurement *of_run)
{
	for (uint64_t left = of_run->have; left; left &= left - 1) {
		int column = __builtin_ctzll(left);

		if (column_table[column].type == COLUMN_TEXT)
			of_run->value[column].text = dataset_keep_text(
				dataset, of_run->value[column].text);
	}
}

/* The run's environment, or that of its first row that has another. */
static struct text environment_of(const struct collect *collect, const struct found_run *run,
	const struct measurement *of_run)
{
	const struct found_row *row = collect_get_row(collect, run->first_row);
	const struct found_value *values = collect_get_values(collect, row->first_value);

	for (size_t i = 0; i < row->value_count; i++)
		if (values[i].column == COL_ENVIRONMENT)
			return values[i].text;
	return measurement_text(of_run, COL_ENVIRONMENT);
}

static void add_run(struct assemble *assemble, const struct document *doc,
	const struct collect *collect, const struct found_run *run, const bool *claimed,
	struct section_memo *memo)
{
	struct dataset *to = assemble->unnamed ? assemble->unnamed : assemble->dataset;
	struct measurement m;
	struct import_run told = {
		.first_row = dataset_count(to),
		.row_count = (uint32_t)run->row_count,
		.first_line = document_number_at_flow(doc, run->start),
		.last_line = document_number_at_flow(
			doc, run->end > run->start ? run->end - 1 : run->end),
		.tool = text_of(run->tool),
	};
	uint64_t figures = hash_run(collect, run);
	size_t twin, first_line = 0;
	char id[64];

	m.have = 0;
	set_values(&m, collect_get_values(collect, run->first_value), run->value_count);
	measurement_set_string(&m, COL_TOOL, run->tool);
	if (!measurement_has(&m, COL_ENVIRONMENT))
		measurement_set_text(&m, COL_ENVIRONMENT, assemble->stem);
	told.environment = assemble->options->name ? text_of(assemble->options->name)
						   : environment_of(collect, run, &m);
	told.version = measurement_text(&m, COL_TOOL_VERSION);
	twin = see(assemble, figures, told.environment, told.first_line, &first_line);
	if (!twin) {
		strbuf_clear(&assemble->scratch);
		strbuf_printf(&assemble->scratch, "repeats the run in line %zu", first_line);
		report_add_skip(assemble->report, told.tool, told.first_line, told.last_line,
			strbuf_text(&assemble->scratch));
		return;
	}
	/* A result may have its heading within itself. */
	told.section = measurement_text(&m, COL_SECTION);
	if (!told.section.len)
		told.section = section_above(
			doc, document_line_at_flow(doc, run->start), claimed, memo);
	if (told.section.len) {
		strbuf_clear(&assemble->section);
		strbuf_add_text(&assemble->section, told.section);
	} else {
		told.section = strbuf_text(&assemble->section);
	}
	measurement_set_text(&m, COL_SECTION, told.section);
	snprintf(id, sizeof(id), twin > 1 ? "%s-%010" PRIx64 "-%zu" : "%s-%010" PRIx64, run->tool,
		figures >> 24, twin);
	told.run = text_of(id);
	measurement_set_text(&m, COL_RUN, told.run);
	keep_texts(to, &m);
	for (size_t i = 0; i < run->row_count; i++) {
		const struct found_row *row = collect_get_row(collect, run->first_row + i);

		add_row(assemble, collect, &m, row, document_number_at_flow(doc, row->at));
	}
	report_add_run(assemble->report, &told);
}

/* The document's runs in the order of the text, without those that give way to others. */
static size_t order_runs(const struct document *doc, const struct collect *collect,
	struct order *order, bool *claimed)
{
	size_t found = collect_run_count(collect), count = 0;

	for (int last_resort = 0; last_resort < 2; last_resort++) {
		for (size_t i = 0; i < found; i++) {
			const struct found_run *run = collect_get_run(collect, i);

			if (run->last_resort != last_resort ||
				(last_resort && is_claimed(doc, claimed, run->start, run->end)))
				continue;
			order[count++] = (struct order){.start = run->start, .index = i};
			claim(doc, claimed, run->start, run->end);
			if (run->command_end > run->command_start)
				claim(doc, claimed, run->command_start, run->command_end);
		}
	}
	qsort(order, count, sizeof(*order), compare_order);
	return count;
}

static void add_skip(
	struct assemble *assemble, const struct document *doc, const struct found_skip *skip)
{
	report_add_skip(assemble->report, text_of(skip->tool),
		document_number_at_flow(doc, skip->start),
		document_number_at_flow(doc, skip->end > skip->start ? skip->end - 1 : skip->end),
		skip->reason);
}

size_t assemble_document(struct assemble *assemble, const struct document *doc,
	const struct collect *collect, bool complete)
{
	struct order *order = xcalloc(collect_run_count(collect) + 1, sizeof(*order));
	bool *claimed = xcalloc(doc->line_count + 1, sizeof(*claimed));
	size_t count = order_runs(doc, collect, order, claimed), held = doc->line_count;
	struct section_memo memo = {0};

	if (!complete) {
		size_t end = 0;

		count -= count > 0;
		for (size_t i = 0; i < count; i++) {
			const struct found_run *run = collect_get_run(collect, order[i].index);

			end = run->end > end ? run->end : end;
		}
		held = end ? document_line_at_flow(doc, end - 1) + 1 : 0;
	}
	for (size_t i = 0; i < count; i++)
		add_run(assemble, doc, collect, collect_get_run(collect, order[i].index), claimed,
			&memo);
	for (size_t i = 0; i < collect_skip_count(collect); i++) {
		const struct found_skip *skip = collect_get_skip(collect, i);

		if (held == doc->line_count || document_line_at_flow(doc, skip->start) < held)
			add_skip(assemble, doc, skip);
	}
	for (int i = 0; i < REPAIR_COUNT; i++)
		report_add_repair(assemble->report, (enum repair)i, doc->repairs[i]);
	free(order);
	free(claimed);
	return held;
}

/* Whether one environment's name stands in several sections of @dataset. */
static bool has_sections(const struct dataset *dataset)
{
	uint32_t *sections = xcalloc(pool_count(dataset_pool(dataset)), sizeof(*sections));
	bool several = false;

	for (uint32_t row = 0; row < dataset_count(dataset) && !several; row++) {
		uint32_t environment = dataset_text_id(dataset, row, COL_ENVIRONMENT);
		uint32_t section = dataset_text_id(dataset, row, COL_SECTION) + 1;

		several = sections[environment] && sections[environment] != section;
		sections[environment] = section;
	}
	free(sections);
	return several;
}

/* Give --names to the values of @column in the order in which they come. */
static void apply_names(struct assemble *assemble)
{
	const struct dataset *from = assemble->unnamed;
	enum column column = has_sections(from) ? COL_SECTION : COL_ENVIRONMENT;
	uint32_t *order = xcalloc(assemble->options->name_count, sizeof(*order));
	uint32_t base = dataset_count(assemble->dataset);
	size_t known = 0;

	for (uint32_t row = 0; row < dataset_count(from); row++) {
		uint32_t id = dataset_text_id(from, row, column);
		struct measurement m;
		size_t i = 0;

		while (i < known && order[i] != id)
			i++;
		if (i == known && known < assemble->options->name_count)
			order[known++] = id;
		dataset_get(from, row, &m);
		if (i < known)
			measurement_set_string(&m, COL_ENVIRONMENT, assemble->options->names[i]);
		dataset_add(assemble->dataset, &m);
	}
	for (size_t i = 0; assemble->report && i < assemble->report->run_count; i++) {
		struct import_run *run = &assemble->report->runs[i];

		run->first_row += base;
		run->environment = dataset_text(assemble->dataset, run->first_row, COL_ENVIRONMENT);
		run->environment = pool_text(assemble->report->texts,
			pool_add(assemble->report->texts, run->environment));
	}
	free(order);
}

bool assemble_end(struct assemble *assemble)
{
	size_t rows = assemble->rows;

	if (assemble->unnamed)
		apply_names(assemble);
	reset(assemble);
	return rows > 0;
}
