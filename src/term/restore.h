/*
 * Giving the terminal back when the program dies: handlers for signals that end
 * it write the bytes and settings that were laid ready, then let the signal do
 * what it did before.
 */
#ifndef FST_TERM_RESTORE_H
#define FST_TERM_RESTORE_H

#include <stddef.h>
#include <termios.h>

#define RESTORE_BYTES 512

/*
 * From now on SEGV, BUS, FPE, ILL, ABRT, TERM, HUP, INT and QUIT write @bytes (at
 * most RESTORE_BYTES) to @fd, set @termios and are raised again.
 */
void restore_arm(int fd, const struct termios *termios, const char *bytes, size_t length);

/* Put the handlers back that were there before. Does nothing when not armed. */
void restore_disarm(void);

#endif
