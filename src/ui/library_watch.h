/*
 * Noticing that other processes change the library while it is shown: the kernel
 * tells, so that nothing is polled and an idle program stays asleep.
 */
#ifndef FST_UI_LIBRARY_WATCH_H
#define FST_UI_LIBRARY_WATCH_H

#include "ui/app.h"

/*
 * Read the library again when its files change, and say what changed; while a run of this
 * session is shown, only say it. Without a loop, a library or such notices: nothing. Stop it
 * before the loop is freed.
 */
struct library_watch *library_watch_start(struct app *app);
void library_watch_stop(struct library_watch *watch);

#endif
