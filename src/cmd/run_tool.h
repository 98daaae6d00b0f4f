/*
 * Ways of `fstui run`: on a screen, and with a real tool instead of the own tests.
 */
#ifndef FST_CMD_RUN_TOOL_H
#define FST_CMD_RUN_TOOL_H

#include "cmd/command.h"

/* Watch the run on the terminal: the worker is this command again, with --stream. */
fst_status run_watch(const struct invocation *invocation, struct fst_error *error);

/* --tool: run it in each folder, one after the other. */
fst_status run_tool(const struct invocation *invocation, struct fst_error *error);

/* The values of --tool. */
extern const char *const tool_names[];

#endif
