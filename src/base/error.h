/*
 * Status codes and the error that explains them. A function that can fail
 * returns an fst_status and takes a `struct fst_error *` as its last parameter;
 * NULL there means that the caller only wants the code. Messages say what was
 * expected, what was found, where, and what to do; they hold no control bytes.
 */
#ifndef FST_BASE_ERROR_H
#define FST_BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attributes.h"

/* name, exit status of the program, meaning */
#define FST_STATUS_TABLE(_)                      \
	_(OK, 0, "done")                         \
	_(FAILED, 1, "failed")                   \
	_(IO, 1, "input or output error")        \
	_(SYNTAX, 1, "malformed input")          \
	_(LIMIT, 1, "over a limit")              \
	_(UNSUPPORTED, 1, "not supported here")  \
	_(USAGE, 2, "wrong usage")               \
	_(UNRECOGNISED, 3, "nothing recognised") \
	_(INTERRUPTED, 130, "interrupted")

typedef enum fst_status {
#define FST_STATUS_ENUM(name, exit_status, text) FST_##name,
	FST_STATUS_TABLE(FST_STATUS_ENUM)
#undef FST_STATUS_ENUM
} fst_status;

struct fst_error {
	fst_status status;
	char file[256]; /* the input it is about, "" when none */
	size_t line; /* 1-based line of that input, 0 when none */
	char message[768];
};

/* The meaning of @status in a word or two. Never NULL. */
const char *fst_status_text(fst_status status);

/* The program's exit status for @status (DESIGN: 0, 1, 2, 3 or 130). */
int fst_status_exit(fst_status status);

/* Empty @error. */
void fst_error_clear(struct fst_error *error);

/*
 * Fill @error (ignored when NULL) with @status and a formatted message; control
 * bytes and invalid UTF-8 in it become visible escapes. Returns @status, so that
 * `return fst_error_set(error, FST_IO, "...")` reads well.
 */
fst_status fst_error_set(struct fst_error *error, fst_status status, const char *format, ...)
	FST_PRINTF(3, 4);

/*
 * The same for a failed system call: appends ": " and the text of @errnum.
 */
fst_status fst_error_errno(struct fst_error *error, int errnum, const char *format, ...)
	FST_PRINTF(3, 4);

/* Say which input and line (0: none) @error is about. Does nothing when NULL. */
void fst_error_at(struct fst_error *error, const char *file, size_t line);

/* Write "file:line: message" of @error into @buffer of @size bytes; returns @buffer. */
const char *fst_error_format(const struct fst_error *error, char *buffer, size_t size);

#endif
