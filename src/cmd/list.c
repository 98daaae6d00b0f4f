/* `fstui list`: what the library holds. */
#include "cmd/command.h"
#include "cmd/overview.h"
#include "cmd/selection.h"

static const struct option_info list_options[] = {ROW_FORMAT_OPTION};
static const struct option_table list_table = OPTION_TABLE("Options", list_options);

static fst_status list_run(const struct invocation *invocation, struct fst_error *error)
{
	const char *operand = options_operand(&invocation->options, 0);
	struct dataset *dataset;
	struct overview overview;

	if (operand)
		return fst_error_set(error, FST_USAGE,
			"list takes no \"%s\": fstui show %s prints its rows", operand, operand);
	dataset = dataset_new();
	selection_load_library(dataset);
	overview = overview_make(dataset);
	overview_print(&overview,
		(enum row_format)options_choice(&invocation->options, "format", ROW_FORMAT_TABLE));
	overview_free(&overview);
	dataset_free(dataset);
	return FST_OK;
}

const struct command command_list = {
	.name = "list",
	.operands = "",
	.summary = "what the library holds",
	.description =
		"Print the environments and runs that the library holds, one a line; while it "
		"is empty those of the samples that come with fstui.",
	.options = {&list_table},
	.run = list_run,
};
