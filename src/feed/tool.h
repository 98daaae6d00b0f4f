/*
 * Real tools: what it takes to run bonnie++, fio and others inside a work folder and
 * to follow them. An adapter, one file a tool and one line of the table, checks and
 * completes the command line, and turns what the tool prints while it runs into
 * events. Nothing here starts a process.
 */
#ifndef FST_FEED_TOOL_H
#define FST_FEED_TOOL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"
#include "feed/event.h"
#include "feed/feed.h"
#include "model/vocabulary.h"

/* A command line under construction. Its texts are its own. */
struct tool_command {
	char **argv; /* ends with NULL */
	size_t count;
};

/* What is run: the tool, and before it (count 0: nothing) what makes its files ready. */
struct tool_plan {
	struct tool_command command, prepare;
	bool as_root; /* who runs it is root */
	bool on_device; /* it reads a device instead of files in the folder: */
	const char *device; /* its path, an argument of command */
};

/*
 * A tool while it runs. The runner sets @now_s; the adapter tells cells and samples.
 */
struct tool_live {
	const struct tool_plan *plan;
	feed_handler handler;
	void *context;
	const char *environment;
	double now_s; /* since the start of the run */
	double start_s; /* when the tool was started, in the same time */
	uint64_t cell; /* the latest */
	enum test *tests; /* of all cells so far */
	bool wants_counters; /* no rates of its own are to be had: count what the process moves */
	struct measurement row; /* what all its cells have in common, for the adapter to fill in */
	void *state; /* the adapter's, zeroed */
};

struct tool_adapter {
	const char *name; /* as on the command line and in the vocabulary */
	const char *package; /* what to do when it is not there */
	/*
	 * Check what the person gave (argv[0] is the tool's name) and add what makes the
	 * tool tell how far it is. What would write outside of its folder, or to a device, is
	 * refused with FST_USAGE.
	 */
	fst_status (*prepare)(struct tool_plan *plan, struct fst_error *error);
	/* The tool starts: tell the first cell where it is known by then. May be NULL. */
	void (*start)(struct tool_live *live);
	/*
	 * A line of its output (both streams; '\r' ends one, too), or (@whole false) what
	 * has come of one: then it is called again with more of the same.
	 */
	void (*line)(struct tool_live *live, struct text line, bool whole);
	/*
	 * Whether the importer needs @line; NULL: all of them. A line that begins a new
	 * report, which stands for all before it, sets @restart.
	 */
	bool (*keeps)(struct text line, bool *restart);
	/*
	 * Whether the whole line has results, and which of the importer's rows no later
	 * line can change: those are kept at once. NULL: all wait for the end.
	 */
	bool (*has_row)(const struct tool_live *live, struct text line);
	bool (*is_final)(const struct measurement *row);
	size_t state_size;
};

extern const struct tool_adapter *const tool_adapters[]; /* ends with NULL */
extern const char *const tool_names[]; /* the same; ends with NULL */

/* Make the command lines for @adapter out of the person's arguments @args. */
fst_status tool_plan_make(struct tool_plan *plan, const struct tool_adapter *adapter,
	const char *const *args, size_t arg_count, bool as_root, struct fst_error *error);
void tool_plan_free(struct tool_plan *plan);

/* Start and end following; @live's @plan, @handler, @context and @environment are set before. */
void tool_live_start(struct tool_live *live, const struct tool_adapter *adapter);
void tool_live_end(struct tool_live *live);

/* For adapters. */

/* Add an argument at the end, or as number @at. */
void tool_command_add(struct tool_command *command, const char *format, ...) FST_PRINTF(2, 3);
void tool_command_insert(struct tool_command *command, size_t at, const char *text);

/* Whether the option @name is given, as `NAME`, `NAME=value` or (for `-x`) `-xvalue`. */
bool tool_command_has(const struct tool_command *command, const char *name);

/* Its value, which may be the next argument; NULL without it. */
const char *tool_command_value(const struct tool_command *command, const char *name);

/* A size that tools take, such as `64k` and `1G`; 0 when it is none. */
double tool_size(const char *text);

/* Refuse a path that leads out of the tool's folder. NULL is fine. */
fst_status tool_check_inside(const char *option, const char *path, struct fst_error *error);

/* A cell begins: @row's dimensions (besides live->row's). */
void tool_live_cell(struct tool_live *live, enum test test, const struct measurement *row);

/* What happened since the last sample; what is unknown is -1. */
#define TOOL_SAMPLE_NONE                         \
	((struct feed_sample){.bytes_per_s = -1, \
		.ops_per_s = -1,                 \
		.lat_p50_s = -1,                 \
		.lat_p99_s = -1,                 \
		.lat_max_s = -1,                 \
		.progress = -1,                  \
		.left_s = -1})
void tool_live_sample(struct tool_live *live, const struct feed_sample *sample);

/* The number behind the first @before in @line; false when there is none. */
bool tool_find_number(struct text line, const char *before, double *value);

extern const struct tool_adapter tool_bonnie;
extern const struct tool_adapter tool_dd;
extern const struct tool_adapter tool_fio;
extern const struct tool_adapter tool_hdparm;
extern const struct tool_adapter tool_ioping;
extern const struct tool_adapter tool_iozone;
extern const struct tool_adapter tool_sysbench;

#endif
