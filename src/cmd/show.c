/* `fstui show`: the rows of logs, results, environments and runs. */
#include "cmd/command.h"
#include "cmd/rows.h"
#include "cmd/selection.h"

static const struct option_info show_options[] = {ROW_FORMAT_OPTION};
static const struct option_table show_table = OPTION_TABLE("Options", show_options);

static fst_status show_run(const struct invocation *invocation, struct fst_error *error)
{
	struct dataset *dataset;
	fst_status status;

	if (options_operand_count(&invocation->options) == 0)
		return fst_error_set(error, FST_USAGE,
			"show needs a file, an environment or a run; - is standard input, fstui "
			"list "
			"shows what the library holds");
	dataset = dataset_new();
	status = selection_load(&invocation->options, dataset, error);
	rows_print(dataset, 0,
		(enum row_format)options_choice(&invocation->options, "format", ROW_FORMAT_TABLE));
	dataset_free(dataset);
	return status;
}

const struct command command_show = {
	.name = "show",
	.operands = "FILE|NAME...",
	.summary = "print what a log or a result holds",
	.description =
		"Print the measurements in each FILE: a result of fstui, or any text with what "
		"other benchmarks print in it (- is standard input). What is no file is the NAME "
		"of an environment of the library, or the id of a run.",
	.options = {&show_table},
	.run = show_run,
};
