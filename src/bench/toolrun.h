/*
 * A run of a real tool from start to end: in a work folder of its own, its output
 * followed as it comes and told as events, and what the importer reads in it kept as rows with the
 * facts of the folder.
 */
#ifndef FST_BENCH_TOOLRUN_H
#define FST_BENCH_TOOLRUN_H

#include "bench/run.h"
#include "feed/tool.h"

struct toolrun_config {
	const struct tool_adapter *adapter;
	const struct tool_plan *tool;
	struct plan_folder folder; /* its environment NULL: as the tool's output says */
	const struct clock *clock;
	const char *output; /* as struct run_config has them */
	const char *note;
	bool steered;
	int out_fd;
	run_renderer render;
	void *render_context;
};

/*
 * FST_OK when the tool ended well and its output had results; FST_INTERRUPTED when it was
 * stopped (what it told by then is kept). @result is filled in any case.
 */
fst_status toolrun(
	const struct toolrun_config *config, struct run_result *result, struct fst_error *error);

#endif
