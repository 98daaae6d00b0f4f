/* Completions for shells, made from the tables of commands and options. */
#ifndef FST_CMD_COMPLETION_H
#define FST_CMD_COMPLETION_H

#include "base/strbuf.h"

enum shell { SHELL_BASH, SHELL_ZSH, SHELL_FISH, SHELL_COUNT };

extern const char *const completion_shells[]; /* by enum shell, ends with NULL */

void completion_add(enum shell shell, struct strbuf *out);

#endif
