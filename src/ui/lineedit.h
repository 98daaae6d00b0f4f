/*
 * A line of text being edited: UTF-8, a cursor that moves by characters, and a
 * history of earlier lines. Knows neither keys nor the screen.
 */
#ifndef FST_UI_LINEEDIT_H
#define FST_UI_LINEEDIT_H

#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/text.h"

struct lineedit_history {
	char **lines; /* oldest first */
	size_t count;
};

struct lineedit {
	struct strbuf text;
	size_t cursor; /* byte offset, always at the start of a character */
	struct lineedit_history *history; /* NULL: none. Not owned */
	size_t recalled; /* index into the history; its count: the line itself */
	struct strbuf draft; /* the line itself while an older one is shown */
};

void lineedit_start(struct lineedit *edit, struct text initial, struct lineedit_history *history);
void lineedit_free(struct lineedit *edit);

/* Insert printable @text at the cursor; line breaks and tabs become one blank each, other control
 * bytes and invalid UTF-8 are left out. */
void lineedit_insert(struct lineedit *edit, struct text text);

void lineedit_move(struct lineedit *edit, int characters);
void lineedit_home(struct lineedit *edit);
void lineedit_end(struct lineedit *edit);

/* Put @text in the place of what stands between @from and the cursor. */
void lineedit_replace(struct lineedit *edit, size_t from, struct text text);

/* Delete the character before (-1) or at (1) the cursor with what combines with it. */
void lineedit_delete(struct lineedit *edit, int direction);

/* Delete from the start of the word before the cursor; from the start of the line; to its end. */
void lineedit_delete_word(struct lineedit *edit);
void lineedit_delete_to_start(struct lineedit *edit);
void lineedit_delete_to_end(struct lineedit *edit);

/* Show the line of the history @by places later (1) or earlier (-1). */
void lineedit_recall(struct lineedit *edit, int by);

/* Add @line at the end of @history unless it is empty or there already. */
void lineedit_history_add(struct lineedit_history *history, struct text line);
void lineedit_history_free(struct lineedit_history *history);

#endif
