/*
 * A question in the footer's row: a line of text to type, or yes or no. While one
 * is open it gets all keys.
 */
#ifndef FST_UI_PROMPT_H
#define FST_UI_PROMPT_H

#include <stdbool.h>

#include "draw/canvas.h"
#include "term/key.h"
#include "ui/complete.h"
#include "ui/lineedit.h"

/* @line: what was typed; NULL when it was cancelled. Lives during the call. */
typedef void prompt_line_fn(void *context, const char *line);

/* Called only when the answer is yes. */
typedef void prompt_yes_fn(void *context);

/* Add to @candidates (with its `from`) what the end of @before, all up to the cursor, can become.
 */
typedef void prompt_complete_fn(void *context, struct text before, struct candidates *candidates);

struct prompt {
	enum { PROMPT_NONE, PROMPT_LINE, PROMPT_QUESTION } kind;
	char label[128];
	struct lineedit edit;
	prompt_line_fn *line;
	prompt_complete_fn *complete; /* NULL: Tab does nothing */
	struct candidates candidates; /* listed while the line ends in one of them */
	size_t chosen; /* of them; their count: none yet */
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

/* What Tab does in the line that was just asked for. */
void prompt_set_completion(struct prompt *prompt, prompt_complete_fn *complete);

/* A completion of paths, for prompt_set_completion(). */
void prompt_complete_path(void *context, struct text before, struct candidates *candidates);

/* Ask "@question y/n". */
void prompt_ask_yes(struct prompt *prompt, const char *question, prompt_yes_fn *yes, void *context);

/* Close it as Esc does. */
void prompt_cancel(struct prompt *prompt);

void prompt_key(struct prompt *prompt, struct key key);

/* Text that was pasted into a line. */
void prompt_paste(struct prompt *prompt, struct text text);

void prompt_draw(const struct prompt *prompt, struct pane row);

/* What the word could become, over the last rows of @body; nothing when there is no list. */
void prompt_draw_candidates(const struct prompt *prompt, struct pane body);

#endif
