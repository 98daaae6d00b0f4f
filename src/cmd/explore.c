/* `fstui [FILE...]`: the explorer. */
#include "cmd/command.h"
#include "cmd/overview.h"
#include "cmd/selection.h"

static fst_status explore_run(const struct invocation *invocation, struct fst_error *error)
{
	struct dataset *dataset = dataset_new();
	struct overview overview;

	(void)invocation;
	(void)error;
	selection_load_library(dataset);
	overview = overview_make(dataset);
	overview_print(&overview, ROW_FORMAT_TABLE);
	overview_free(&overview);
	dataset_free(dataset);
	return FST_OK;
}

const struct command command_explore = {
	.name = "",
	.operands = "[FILE...]",
	.summary = "look at results",
	.description =
		"Benchmark file systems, import benchmark logs and compare them on the terminal. "
		"Without a FILE fstui opens the library of results, or the samples that come "
		"with it while the library is empty.",
	.run = explore_run,
};
