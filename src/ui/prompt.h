/*
 * A question in the footer's row: a line of text to type, or yes or no. While one
 * is open it gets all keys.
 */
#ifndef FST_UI_PROMPT_H
#define FST_UI_PROMPT_H

#include <stdbool.h>

#include "draw/canvas.h"
#include "term/key.h"
#include "ui/lineedit.h"

/* @line: what was typed; NULL when it was cancelled. Lives during the call. */
typedef void prompt_line_fn(void *context, const char *line);

/* Called only when the answer is yes. */
typedef void prompt_yes_fn(void *context);

struct prompt {
	enum { PROMPT_NONE, PROMPT_LINE, PROMPT_QUESTION } kind;
	char label[128];
	struct lineedit edit;
	prompt_line_fn *line;
	prompt_yes_fn *yes;
	void *context;
};

void prompt_free(struct prompt *prompt);

static inline bool prompt_is_open(const struct prompt *prompt)
{
	return prompt->kind != PROMPT_NONE;
}

/* Ask for a line; an open prompt is cancelled first. @history may be NULL. */
void prompt_ask_line(struct prompt *prompt, const char *label, struct text initial,
	struct lineedit_history *history, prompt_line_fn *line, void *context);

/* Ask "@question y/n". */
void prompt_ask_yes(struct prompt *prompt, const char *question, prompt_yes_fn *yes, void *context);

/* Close it as Esc does. */
void prompt_cancel(struct prompt *prompt);

void prompt_key(struct prompt *prompt, struct key key);

/* Text that was pasted into a line. */
void prompt_paste(struct prompt *prompt, struct text text);

void prompt_draw(const struct prompt *prompt, struct pane row);

#endif
