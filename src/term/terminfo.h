/* The one question to terminfo that comes before curses starts; <term.h> has too many macros. */
#ifndef FST_TERM_TERMINFO_H
#define FST_TERM_TERMINFO_H

#include <stdbool.h>

/* Whether there is an entry @type that describes a terminal; @fd is one. */
bool terminfo_knows(const char *type, int fd);

#endif
