/* `fstui import`: recognise logs and add them to the library. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "base/units.h"
#include "cmd/command.h"
#include "import/report.h"
#include "model/fingerprint.h"
#include "import/input.h"
#include "store/library.h"

static const char *const report_formats[] = {"table", "jsonl", NULL};

static const struct option_info import_options_info[] = {
	{.name = "dry-run", .letter = 'n', .help = "report what would be imported, save nothing"},
	{.name = "name",
		.kind = OPTION_TEXT,
		.argument = "ENV",
		.help = "name of the environment that the results are of"},
	{.name = "names",
		.kind = OPTION_TEXT,
		.argument = "A,B,C",
		.help = "names of the sections in their order, where a document has several under "
			"one environment's name, else of its environments"},
	{.name = "again", .help = "import also what the library holds already"},
	{.name = "format",
		.letter = 'f',
		.kind = OPTION_CHOICE,
		.argument = "FORMAT",
		.choices = report_formats,
		.help = "the report as text on standard error, or as JSON Lines on standard "
			"output"},
};
static const struct option_table import_table = OPTION_TABLE("Options", import_options_info);

struct importing {
	const struct invocation *invocation;
	struct import *import;
	struct import_options options;
	char **names; /* what options.names are */
	char *names_text; /* of which they are parts */
	struct keyset known; /* fingerprints of the library's runs, then of those read so far */
	uint32_t library_runs; /* so many of them are the library's */
	struct result_warnings warnings;
	bool dry_run, again, as_json;
};

/* Cut `A,B,C` into options.names. */
static void split_names(struct importing *importing, const char *names)
{
	char **list = NULL, *rest;
	size_t count = 0;

	importing->names_text = rest = xstrdup(names);
	for (char *name; (name = strsep(&rest, ","));) {
		list = xreallocarray(list, count + 1, sizeof(*list));
		list[count++] = name;
	}
	importing->names = list;
	importing->options.names = (const char *const *)list;
	importing->options.name_count = count;
}

static void know_runs(struct importing *importing, const struct dataset *dataset)
{
	struct fingerprints prints = fingerprints_make(dataset);

	for (uint32_t i = 0; i < prints.runs.count; i++)
		keyset_add(&importing->known, prints.values[i]);
	fingerprints_free(&prints);
}

/*
 * File by file: the id of a run comes from its text, so that a run that was
 * imported twice has the same id in both files, and would count as one with twice its rows.
 */
static void know_library(struct importing *importing)
{
	struct library_list list = LIBRARY_LIST_INIT;
	struct fst_error error;
	char *folder = NULL;

	/* Without a library nothing is known; saving says what is wrong with it. */
	if (library_folder(&folder, NULL) == FST_OK)
		library_scan(folder, &list, NULL);
	for (size_t i = 0; i < list.count; i++) {
		struct dataset *dataset = dataset_new();

		if (result_read(list.files[i].path, dataset, &importing->warnings, &error) !=
			FST_OK)
			command_print_error(&error);
		know_runs(importing, dataset);
		dataset_free(dataset);
	}
	importing->library_runs = importing->known.count;
	library_list_free(&list);
	free(folder);
}

/* Which rows of an input are new. */
struct novelty {
	struct fingerprints prints;
	bool *known; /* by run: it is in the library, or an earlier input had it */
	uint32_t in_library, in_earlier; /* runs of either */
	uint32_t new_rows;
};

static bool is_new_row(const struct novelty *novelty, uint32_t row)
{
	return !novelty->known[novelty->prints.row_runs[row]];
}

static struct novelty novelty_of(struct importing *importing, const struct dataset *rows)
{
	struct novelty novelty = {.prints = fingerprints_make(rows)};

	novelty.known = xcalloc(novelty.prints.runs.count + 1, sizeof(*novelty.known));
	for (uint32_t i = 0; i < novelty.prints.runs.count; i++) {
		uint64_t print = novelty.prints.values[i];
		uint32_t before = importing->known.count;
		uint32_t number = keyset_add(&importing->known, print);

		novelty.known[i] = number < before;
		novelty.in_library += number < importing->library_runs;
		novelty.in_earlier += number >= importing->library_runs && number < before;
	}
	for (uint32_t row = 0; row < dataset_count(rows); row++)
		novelty.new_rows += is_new_row(&novelty, row);
	return novelty;
}

static void novelty_free(struct novelty *novelty)
{
	fingerprints_free(&novelty->prints);
	free(novelty->known);
}

/* Say in the report how many rows of each run are not new. */
static void mark_known_rows(const struct novelty *novelty, struct import_report *report)
{
	for (size_t i = 0; i < report->run_count; i++) {
		struct import_run *run = &report->runs[i];

		for (uint32_t k = 0; k < run->row_count; k++)
			run->known_rows += !is_new_row(novelty, run->first_row + k);
	}
}

static void print_report(const struct importing *importing, const struct import_report *report)
{
	struct strbuf text = STRBUF_INIT;

	if (importing->as_json)
		import_report_render_jsonl(report, &text);
	else
		import_report_render(report, &text);
	fwrite(strbuf_string(&text), 1, text.len, importing->as_json ? stdout : stderr);
	strbuf_free(&text);
}

static const char *plural(uint32_t count)
{
	return count == 1 ? "" : "s";
}

static void say_known(const struct novelty *novelty, const char *name, bool again)
{
	const char *what = again ? "imported again" : "left out (--again imports anyway)";

	if (novelty->in_library)
		command_warn("%s: %u run%s already in the library, %s", name, novelty->in_library,
			plural(novelty->in_library), what);
	if (novelty->in_earlier)
		command_warn("%s: %u run%s already in an earlier FILE or twice in this one, %s",
			name, novelty->in_earlier, plural(novelty->in_earlier), what);
}

static fst_status add_to_library(struct importing *importing, const char *name,
	const struct dataset *rows, struct fst_error *error)
{
	struct text tool = dataset_text(rows, 0, COL_TOOL);
	char *tool_name = xmemdup0(tool.ptr, tool.len), *path = NULL;
	fst_status status = library_add(
		importing->invocation->clock, tool_name, rows, &path, error);

	if (status == FST_OK)
		command_warn("%s: %u row%s imported to %s", name, dataset_count(rows),
			plural(dataset_count(rows)), path);
	free(tool_name);
	free(path);
	return status;
}

static fst_status add_new_rows(struct importing *importing, const struct novelty *novelty,
	const char *name, const struct dataset *rows, struct fst_error *error)
{
	struct dataset *new_rows = dataset_new();
	struct measurement m;
	fst_status status;

	for (uint32_t row = 0; row < dataset_count(rows); row++)
		if (is_new_row(novelty, row)) {
			dataset_get(rows, row, &m);
			dataset_add(new_rows, &m);
		}
	status = add_to_library(importing, name, new_rows, error);
	dataset_free(new_rows);
	return status;
}

/* Save what is new and say what became of it. */
static fst_status save(struct importing *importing, const struct novelty *novelty, const char *name,
	const struct dataset *rows, struct fst_error *error)
{
	uint32_t all = dataset_count(rows), count = importing->again ? all : novelty->new_rows;

	say_known(novelty, name, importing->again);
	if (importing->dry_run && count < all)
		command_warn("%s: %u of %u rows would be imported", name, count, all);
	else if (importing->dry_run)
		command_warn("%s: %u row%s would be imported", name, count, plural(count));
	else if (count == all)
		return add_to_library(importing, name, rows, error);
	else if (count)
		return add_new_rows(importing, novelty, name, rows, error);
	return FST_OK;
}

static fst_status import_input(
	struct importing *importing, const char *path, struct fst_error *error)
{
	bool is_standard = strcmp(path, "-") == 0;
	struct text base = fileio_base_name(path, false);
	char *name = is_standard ? NULL : xmemdup0(base.ptr, base.len);
	struct import_report report = IMPORT_REPORT_INIT;
	struct dataset *rows = dataset_new();
	fst_status status;

	importing->options.source = name;
	status = input_read(importing->import, path, &importing->options, rows, &report,
		&importing->warnings, error);
	if (status == FST_OK) {
		struct novelty novelty = novelty_of(importing, rows);

		mark_known_rows(&novelty, &report);
		print_report(importing, &report);
		status = save(
			importing, &novelty, is_standard ? "standard input" : path, rows, error);
		novelty_free(&novelty);
	} else if (status == FST_UNRECOGNISED) {
		if (importing->as_json)
			report_add_skip(
				&report, TEXT(""), 1, report.line_count, text_of(error->message));
		print_report(importing, &report);
	}
	import_report_free(&report);
	dataset_free(rows);
	free(name);
	return status;
}

static fst_status import_run(const struct invocation *invocation, struct fst_error *error)
{
	const struct options *options = &invocation->options;
	struct importing importing = {
		.invocation = invocation,
		.options = {.name = options_text(options, "name", NULL)},
		.dry_run = options_given(options, "dry-run"),
		.again = options_given(options, "again"),
		.as_json = options_choice(options, "format", 0) == 1,
	};
	size_t count = options_operand_count(options);
	fst_status worst = FST_OK;
	bool any = false;

	if (options_given(options, "names"))
		split_names(&importing, options_text(options, "names", NULL));
	command_warnings_begin(&importing.warnings);
	know_library(&importing);
	importing.import = import_new();
	for (size_t i = 0; i < (count ? count : 1); i++) {
		struct fst_error trouble = {0};
		fst_status status = import_input(
			&importing, count ? options_operand(options, i) : "-", &trouble);

		any = any || status == FST_OK;
		if (status != FST_OK && (worst == FST_OK || worst == FST_UNRECOGNISED))
			worst = status;
		if (status != FST_OK && count <= 1)
			*error = trouble;
		else if (status != FST_OK)
			command_print_error(&trouble);
	}
	command_warnings_end(&importing.warnings);
	import_free(importing.import);
	keyset_free(&importing.known);
	free(importing.names);
	free(importing.names_text);
	return any && worst == FST_UNRECOGNISED ? FST_OK : worst;
}

const struct command command_import = {
	.name = "import",
	.operands = "[FILE|-]...",
	.summary = "recognise logs and add them to the library",
	.description =
		"Find the results of benchmarks in each FILE (- or nothing: standard input), "
		"which may be a log, a mail, a web page or a result of fstui, and add them "
		"to the library. A run that is there already (same figures, same "
		"environment) is left out.",
	.options = {&import_table},
	.run = import_run,
};
