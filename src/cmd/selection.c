#include "cmd/selection.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "cmd/overview.h"
#include "import/input.h"

struct selection {
	struct dataset *dataset;
	struct import *import; /* made when a file is met */
	struct dataset *library; /* loaded when a name is met */
	bool samples; /* it is empty, and these stand in, which nobody was told yet */
	struct result_warnings warnings;
};

static fst_status load_file(struct selection *selection, const char *path, struct fst_error *error)
{
	struct import_report report = IMPORT_REPORT_INIT;
	struct import_options options = {0};
	fst_status status;
	char *name = NULL;

	if (strcmp(path, "-") != 0) {
		struct text base = fileio_base_name(path, false);

		name = xmemdup0(base.ptr, base.len);
		options.source = name;
	}
	if (!selection->import)
		selection->import = import_new();
	status = input_read(selection->import, path, &options, selection->dataset, &report,
		&selection->warnings, error);
	import_report_free(&report);
	free(name);
	return status;
}

/* Copy the library's rows whose text in @column is @name. */
static bool copy_rows(struct selection *selection, enum column column, struct text name)
{
	const struct dataset *library = selection->library;
	uint32_t id = pool_find(dataset_pool(library), name);
	struct measurement m;
	bool found = false;

	for (uint32_t row = 0; id != UINT32_MAX && row < dataset_count(library); row++) {
		if (dataset_text_id(library, row, column) != id)
			continue;
		dataset_get(library, row, &m);
		dataset_add(selection->dataset, &m);
		found = true;
	}
	return found;
}

/* The environment that @name was probably meant to be, or NULL. Belongs to the library. */
static const char *meant_environment(const struct dataset *library, const char *name)
{
	struct overview overview = overview_make(library);
	const char **names = xreallocarray(NULL, overview.run_count + 1, sizeof(*names));
	const char *meant;

	for (size_t i = 0; i < overview.run_count; i++)
		names[i] = overview.runs[i].environment.ptr;
	names[overview.run_count] = NULL;
	meant = option_suggest(name, names);
	free(names);
	overview_free(&overview);
	return meant;
}

static fst_status load_name(struct selection *selection, const char *name, struct fst_error *error)
{
	const struct dataset *library;
	const char *meant;

	if (!selection->library) {
		selection->library = dataset_new();
		selection->samples = selection_open_library(selection->library);
	}
	library = selection->library;
	if (name[0] && (copy_rows(selection, COL_ENVIRONMENT, text_of(name)) ||
			       copy_rows(selection, COL_RUN, text_of(name)))) {
		if (selection->samples)
			selection_tell_library(library, true);
		selection->samples = false;
		return FST_OK;
	}
	meant = meant_environment(library, name);
	fst_error_set(error, FST_FAILED,
		"\"%s\" is %s, and no environment or run of the library%s%s%s", name,
		access(name, F_OK) == 0 ? "a folder" : "no file",
		meant                    ? ": did you mean \""
		: dataset_count(library) ? " (fstui list shows them)"
					 : "",
		meant ? meant : "", meant ? "\"?" : "");
	return FST_FAILED;
}

/* An environment is named by its folder's path as a rule: a folder is a name. */
static bool is_file(const char *operand)
{
	struct stat st;

	return strcmp(operand, "-") == 0 || (stat(operand, &st) == 0 && !S_ISDIR(st.st_mode));
}

fst_status selection_load(
	const struct options *options, struct dataset *dataset, struct fst_error *error)
{
	struct selection selection = {.dataset = dataset};
	size_t count = options_operand_count(options);
	fst_status first = FST_OK;
	bool any = false;

	command_warnings_begin(&selection.warnings);
	if (count == 0)
		selection_load_library(dataset);
	for (size_t i = 0; i < count; i++) {
		const char *operand = options_operand(options, i);
		struct fst_error trouble = {0};
		fst_status status;

		if (is_file(operand))
			status = load_file(&selection, operand, &trouble);
		else
			status = load_name(&selection, operand, &trouble);
		any = any || status == FST_OK;
		if (status != FST_OK && (first == FST_OK || first == FST_UNRECOGNISED))
			first = status;
		if (status != FST_OK && count == 1)
			*error = trouble;
		else if (status != FST_OK)
			command_print_error(&trouble);
	}
	command_warnings_end(&selection.warnings);
	import_free(selection.import);
	dataset_free(selection.library);
	return any && first == FST_UNRECOGNISED ? FST_OK : first;
}
