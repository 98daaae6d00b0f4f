/* The option --baseline: the environment that the others are held against. */
#ifndef FST_CMD_BASELINE_H
#define FST_CMD_BASELINE_H

#include "cmd/command.h"
#include "model/cube.h"

#define BASELINE_OPTION                                                                     \
	{                                                                                   \
		.name = "baseline", .letter = 'b', .kind = OPTION_TEXT, .argument = "ENV",  \
		.help = "hold the others against the environment ENV (without it: against " \
			"the first one)"                                                    \
	}

/*
 * The ordinal of the environment that --baseline names in @cube, which has one at least; the first
 * one's when it is not given. FST_USAGE with a message when there is no such environment.
 */
fst_status baseline_find(const struct options *options, const struct cube *cube, uint32_t *baseline,
	struct fst_error *error);

/* Prints what a command has to say of @cube, held against the environment @baseline. */
typedef void baseline_printer(
	const struct invocation *invocation, const struct cube *cube, uint32_t baseline);

/*
 * Load the rows that the operands name and have @print say what is to be said of them;
 * nothing when there are none.
 */
fst_status baseline_print(
	const struct invocation *invocation, baseline_printer *print, struct fst_error *error);

#endif
