/*
 * Which theme the screen wears: one that was asked for, or, by itself, `dark` or
 * `light` where the terminal tells its background, `default` where it does not.
 */
#ifndef FST_UI_DRESS_H
#define FST_UI_DRESS_H

#include "term/term.h"
#include "ui/app.h"

struct dress {
	char name[64]; /* of the theme in use */
	bool chosen; /* by the person: what the terminal tells does not matter any more */
};

/* At the start: theme @name, or the one that suits when it is NULL or "auto". */
void dress_begin(struct dress *dress, struct terminal *term, struct app *app, const char *name);

/* The terminal has told its background. */
void dress_on(
	struct dress *dress, struct terminal *term, struct app *app, enum background background);

/* The person wants the next theme of all (1), or the one before (-1). */
void dress_step(struct dress *dress, struct terminal *term, struct app *app, int step);

/*
 * The person wants theme @name. What is wrong with it is
 * told in one line; one that cannot be read changes nothing.
 */
void dress_change(struct dress *dress, struct terminal *term, struct app *app, const char *name);

#endif
