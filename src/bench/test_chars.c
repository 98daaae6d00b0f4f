/*
 * A byte at a time through putc and getc, as programs do that trust libc's buffer. An operation
 * takes a few nanoseconds: only some are timed, which the row says.
 */
#include "bench/timed_loop.h"

#include <stdio.h>

static inline int put_byte(struct pass *pass, uint64_t offset)
{
	return putc((int)(offset & 0x7f), pass->stream) == EOF ? errno : 0;
}

static inline int get_byte(struct pass *pass, uint64_t offset)
{
	(void)offset;
	if (getc(pass->stream) == EOF)
		return ferror(pass->stream) ? errno : ENODATA;
	return 0;
}

void chars_run_write(struct pass *pass)
{
	timed_loop(pass, OPERATION_WRITE, put_byte);
}

void chars_run_read(struct pass *pass)
{
	timed_loop(pass, OPERATION_READ, get_byte);
}
