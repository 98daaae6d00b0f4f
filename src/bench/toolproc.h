/*
 * A program of somebody else's as a child: without a shell, in a process group of its
 * own, in a given folder, both its output streams in one pipe.
 */
#ifndef FST_BENCH_TOOLPROC_H
#define FST_BENCH_TOOLPROC_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"

struct toolproc {
	pid_t pid; /* 0: none, or over */
	int output; /* to read, without waiting; -1: closed */
	int exit_status; /* when over: as the shell has it (128 + signal when killed) */
};

#define TOOLPROC_NONE ((struct toolproc){.output = -1})

/* The path of @name in PATH or where administrators' programs are, which the caller owns; or NULL.
 */
char *toolproc_find(const char *name);

/*
 * Start @argv (ends with NULL) in the folder @folder_fd (-1: here), found by toolproc_find(). Its
 * locale is C; its standard input is empty; it gets SIGTERM when this process dies.
 */
fst_status toolproc_start(
	struct toolproc *process, char *const *argv, int folder_fd, struct fst_error *error);

/* Send the whole group a signal. */
void toolproc_signal(const struct toolproc *process, int signal_number);

/* Reap it when it is over; never waits. */
bool toolproc_reap(struct toolproc *process);

/* Bytes that it moved so far by system calls; false when nothing tells. */
bool toolproc_read_bytes(const struct toolproc *process, uint64_t *bytes);

/* Kill what is left of its group, and wait. */
void toolproc_end(struct toolproc *process);

#endif
