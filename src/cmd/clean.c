/* `fstui clean`: remove what a killed run left behind. */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/units.h"
#include "base/utf8.h"
#include "base/xdg.h"
#include "bench/leftover.h"
#include "cmd/command.h"

/* What was met. */
struct tally {
	size_t removed, kept, failed;
};

static void tell(void *context, const struct leftover *leftover)
{
	struct tally *tally = context;
	char size[UNITS_SIZE];

	switch (leftover->state) {
	case LEFTOVER_REMOVED: {
		size_t room = 4 * strlen(leftover->path) + 1;
		char *shown = xmalloc(room);

		utf8_escape(shown, room, leftover->path, strlen(leftover->path));
		printf("removed %s (%s)\n", shown,
			units_format_size(size, (double)leftover->bytes, true));
		free(shown);
		tally->removed++;
		return;
	}
	case LEFTOVER_IN_USE:
		command_warn("%s is in use by a run that goes on", leftover->path);
		break;
	case LEFTOVER_ELSEWHERE:
		command_warn(
			"%s belongs to a run on another machine or in another container, which "
			"may go on; run fstui clean there",
			leftover->path);
		break;
	case LEFTOVER_AWAY:
		command_warn("%s cannot be reached: the file system that it was on is not mounted "
			     "there now; it is remembered until it is, or until fstui clean "
			     "is told its folder",
			leftover->path);
		break;
	case LEFTOVER_FAILED:
		command_warn("%s: %s", leftover->path, leftover->error->message);
		tally->failed++;
		return;
	default:
		command_warn("%s: nothing proves that it is a left-over of fstui; it stays",
			leftover->path);
		break;
	}
	tally->kept++;
}

static fst_status clean_run(const struct invocation *invocation, struct fst_error *error)
{
	const struct options *options = &invocation->options;
	char *state_folder = xdg_folder(XDG_STATE);
	struct tally tally = {0};
	fst_status status = FST_OK;

	for (size_t i = 0; options_operand(options, i) && status == FST_OK; i++)
		status = leftover_scan(
			options_operand(options, i), state_folder, true, tell, &tally, error);
	if (options_operand_count(options) == 0)
		leftover_scan_state(state_folder, tell, &tally);
	if (status == FST_OK && tally.failed)
		status = fst_error_set(
			error, FST_FAILED, "%zu left-overs could not be removed", tally.failed);
	else if (status == FST_OK && tally.removed + tally.kept == 0)
		fprintf(stderr, "fstui: nothing was left behind\n");
	free(state_folder);
	return status;
}

const struct command command_clean = {
	.name = "clean",
	.operands = "[DIR...]",
	.summary = "remove test files that a killed run left behind",
	.description =
		"Remove the work folders of runs that are gone from each DIR; without a DIR, from "
		"wherever this user's runs were. Folders of runs that go on, and whatever is not "
		"provably fstui's, stay.",
	.run = clean_run,
};
