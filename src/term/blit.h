/*
 * Canvas to curses: only cells that changed since the last frame, one update a
 * frame, line characters as Unicode or ASCII and never as the alternate set.
 */
#ifndef FST_TERM_BLIT_H
#define FST_TERM_BLIT_H

#include <stdbool.h>

#include "draw/canvas.h"
#include "term/theme.h"

struct blit;

/* For the screen that curses has now, which has @colors colours (0: none). */
struct blit *blit_new(int colors);
void blit_free(struct blit *blit);

void blit_set_theme(struct blit *blit, const struct theme *theme);

/* Everything is sent again at the next blit_show(). */
void blit_forget(struct blit *blit);

/* Lay @canvas ready for blit_send(). False when nothing changed. */
bool blit_compose(struct blit *blit, const struct canvas *canvas);

/* Send what was composed. */
void blit_send(void);

#endif
