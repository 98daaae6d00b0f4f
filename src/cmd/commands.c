#include "cmd/command.h"

/* In the order of the overview; the first is the one without a name. */
const struct command *const command_table[] = {
	&command_explore,
	&command_run,
	&command_import,
	&command_show,
	&command_list,
	&command_compare,
	&command_report,
	&command_findings,
	&command_durable,
	&command_clean,
};

const size_t command_count = FST_COUNT(command_table);

_Static_assert(FST_COUNT(command_table) <= COMMANDS_MAX, "COMMANDS_MAX is too small");
