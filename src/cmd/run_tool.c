#include "cmd/run_tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "bench/toolproc.h"
#include "bench/toolrun.h"
#include "cmd/run_folders.h"
#include "cmd/run_progress.h"
#include "cmd/screen.h"

/* Options that are about the own tests. */
static const char *const own_options[] = {"suite", "tests", "file-size", "record-size",
	"all-records", "engine", "include-close", "include-fsync", "data", "seed", "precision",
	"max-time", "max-total-time", "max-bytes", "threads", "queue-depth", "direct", "o-sync",
	"o-dsync", "cold", "drop-caches", "read-percent", "fsync-every", "rate"};

static fst_status check_options(const struct options *options, struct fst_error *error)
{
	for (size_t i = 0; i < FST_COUNT(own_options); i++)
		if (options_given(options, own_options[i]))
			return fst_error_set(error, FST_USAGE,
				"--%s is for fstui's own tests; a tool is told by its own "
				"arguments, behind --",
				own_options[i]);
	if (options_given(options, "stream") &&
		strcmp(options_text(options, "output", ""), "-") == 0)
		return fst_error_set(error, FST_USAGE,
			"--output=- and --stream both want standard output; name a file for one "
			"of them");
	return FST_OK;
}

/* What stands behind `--`. */
static const char **tool_arguments(const struct options *options, size_t *count)
{
	const char **list = xcalloc(options->count + 1, sizeof(*list));

	*count = 0;
	for (size_t i = 0; i < options->count; i++)
		if (!options->items[i].option && options->items[i].literal)
			list[(*count)++] = options->items[i].text;
	return list;
}

static void print_plan(const struct tool_plan *plan, const struct run_folders *folders)
{
	const struct tool_command *const commands[] = {&plan->prepare, &plan->command};

	for (size_t f = 0; f < (plan->on_device ? 1 : folders->count); f++) {
		if (!plan->on_device)
			printf("%s (%s):\n", folders->list[f].environment, folders->list[f].path);
		for (size_t c = 0; c < FST_COUNT(commands); c++)
			for (size_t i = 0; i < commands[c]->count; i++)
				printf("%s%s%s", i ? " " : "  ", commands[c]->argv[i],
					i + 1 < commands[c]->count ? "" : "\n");
	}
}

static fst_status run_in_folder(const struct invocation *invocation,
	const struct tool_adapter *adapter, const struct tool_plan *plan,
	const struct plan_folder *folder, struct fst_error *error)
{
	const struct options *options = &invocation->options;
	bool stream = options_given(options, "stream");
	struct run_progress progress = {0};
	const struct toolrun_config config = {
		.adapter = adapter,
		.tool = plan,
		/* Without a name, what is measured is the device, not the folder. */
		.folder = {.environment = plan->on_device && !options_given(options, "name")
						  ? NULL
						  : folder->environment,
			.path = folder->path},
		.clock = invocation->clock,
		.output = options_text(options, "output", NULL),
		.note = options_text(options, "note", NULL),
		.steered = stream && !isatty(STDIN_FILENO),
		.out_fd = stream ? STDOUT_FILENO : STDERR_FILENO,
		.render = stream ? run_render_stream : run_render_progress,
		.render_context = &progress,
	};
	struct run_result result;
	fst_status status = toolrun(&config, &result, error);

	if (result.path && !stream && strcmp(result.path, "-") != 0)
		fprintf(stderr, "fstui: results are in %s\n", result.path);
	free(result.path);
	return status;
}

static bool wants_screen(const struct options *options)
{
	return !options_given(options, "stream") &&
	       strcmp(options_text(options, "output", ""), "-") != 0 && screen_is_possible();
}

fst_status run_tool(const struct invocation *invocation, struct fst_error *error)
{
	const struct options *options = &invocation->options;
	const struct tool_adapter *adapter = tool_adapters[options_choice(options, "tool", 0)];
	struct run_folders folders = {0};
	struct tool_plan plan = {0};
	size_t count;
	const char **arguments = tool_arguments(options, &count);
	char *program = toolproc_find(adapter->name);
	fst_status status = check_options(options, error);

	if (status == FST_OK)
		status = run_folders_pair(options, true, &folders, error);
	if (status == FST_OK)
		status = tool_plan_make(&plan, adapter, arguments, count, geteuid() == 0, error);
	if (status == FST_OK && plan.on_device && folders.count > 1)
		status = fst_error_set(error, FST_USAGE,
			"%s measures a device, not folders: leave the DIRs out", adapter->name);
	if (status == FST_OK && options_given(options, "dry-run")) {
		print_plan(&plan, &folders);
	} else if (status == FST_OK && !program) {
		status = fst_error_set(error, FST_FAILED, "%s is not installed: %s", adapter->name,
			adapter->package);
	} else if (status == FST_OK && wants_screen(options)) {
		status = run_watch(invocation, error);
	} else {
		for (size_t i = 0; i < folders.count && status == FST_OK; i++)
			status = run_in_folder(invocation, adapter, &plan, &folders.list[i], error);
	}
	tool_plan_free(&plan);
	run_folders_free(&folders);
	free(program);
	free(arguments);
	return status;
}
