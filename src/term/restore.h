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
 * From now on SEGV, BUS, FPE, ILL, ABRT, TERM, HUP, INT and QUIT set @termios on
 * @fd and are raised again. Must come before curses starts, whose own handlers for
 * some of them are not safe; it leaves alone what it finds.
 */
void restore_arm(int fd, const struct termios *termios);

/* They also write @bytes (at most RESTORE_BYTES). */
void restore_set_bytes(const char *bytes, size_t length);

/* Put the handlers back that were there before. Does nothing when not armed. */
void restore_disarm(void);

#endif
