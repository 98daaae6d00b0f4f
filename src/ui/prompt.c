#include "ui/prompt.h"

#include <stdio.h>

#include "base/utf8.h"

static const char question_keys[] = "y yes  n no";
static const char line_keys[] = "Enter ok  Esc cancel";

void prompt_free(struct prompt *prompt)
{
	candidates_free(&prompt->candidates);
	lineedit_free(&prompt->edit);
	prompt->kind = PROMPT_NONE;
}

void prompt_ask_line(struct prompt *prompt, const char *label, struct text initial,
	struct lineedit_history *history, prompt_line_fn *line, void *context)
{
	prompt_cancel(prompt);
	prompt->kind = PROMPT_LINE;
	snprintf(prompt->label, sizeof(prompt->label), "%s", label);
	lineedit_start(&prompt->edit, initial, history);
	prompt->line = line;
	prompt->complete = NULL;
	prompt->context = context;
}

void prompt_set_completion(struct prompt *prompt, prompt_complete_fn *complete)
{
	prompt->complete = complete;
}

void prompt_complete_path(void *context, struct text before, struct candidates *candidates)
{
	(void)context;
	candidates_add_files(candidates, before);
}

void prompt_ask_yes(struct prompt *prompt, const char *question, prompt_yes_fn *yes, void *context)
{
	prompt_cancel(prompt);
	prompt->kind = PROMPT_QUESTION;
	snprintf(prompt->label, sizeof(prompt->label), "%s", question);
	prompt->yes = yes;
	prompt->context = context;
}

/* The prompt is closed before the answer is told, so that the answer may open another. */
static void finish_line(struct prompt *prompt, bool cancelled)
{
	struct lineedit edit = prompt->edit;

	candidates_free(&prompt->candidates);
	prompt->kind = PROMPT_NONE;
	prompt->edit = (struct lineedit){0};
	if (!cancelled && edit.history)
		lineedit_history_add(edit.history, strbuf_text(&edit.text));
	prompt->line(prompt->context, cancelled ? NULL : strbuf_string(&edit.text));
	lineedit_free(&edit);
}

void prompt_cancel(struct prompt *prompt)
{
	if (prompt->kind == PROMPT_LINE)
		finish_line(prompt, true);
	prompt->kind = PROMPT_NONE;
}

static void question_key(struct prompt *prompt, struct key key)
{
	if (key.modifiers == 0 && (key.code == 'y' || key.code == 'Y')) {
		prompt->kind = PROMPT_NONE;
		prompt->yes(prompt->context);
	} else if (key.code != KEYCODE_UP && key.code != KEYCODE_DOWN) {
		prompt->kind = PROMPT_NONE;
	}
}

/* The editing keys of a shell's line, with Ctrl. */
static void control_key(struct prompt *prompt, uint32_t code)
{
	struct lineedit *edit = &prompt->edit;

	switch (code) {
	case 'a':
		lineedit_home(edit);
		break;
	case 'b':
		lineedit_move(edit, -1);
		break;
	case 'c':
	case 'g':
		prompt_cancel(prompt);
		break;
	case 'd':
		lineedit_delete(edit, 1);
		break;
	case 'e':
		lineedit_end(edit);
		break;
	case 'f':
		lineedit_move(edit, 1);
		break;
	case 'k':
		lineedit_delete_to_end(edit);
		break;
	case 'n':
		lineedit_recall(edit, 1);
		break;
	case 'p':
		lineedit_recall(edit, -1);
		break;
	case 'u':
		lineedit_delete_to_start(edit);
		break;
	case 'w':
		lineedit_delete_word(edit);
		break;
	default:
		break;
	}
}

/*
 * The first Tab inserts what all candidates have in common and lists them; the next
 * ones insert one after the other.
 */
static void complete(struct prompt *prompt, int direction)
{
	struct candidates *candidates = &prompt->candidates;
	struct lineedit *edit = &prompt->edit;

	if (!prompt->complete)
		return;
	if (candidates->count == 0) {
		candidates->from = 0;
		prompt->complete(
			prompt->context, text_make(edit->text.ptr, edit->cursor), candidates);
		candidates_sort(candidates);
		prompt->chosen = candidates->count;
		if (candidates->count)
			lineedit_replace(edit, candidates->from, candidates_common(candidates));
		if (candidates->count == 1)
			candidates_free(candidates);
		return;
	}
	if (direction > 0)
		prompt->chosen = prompt->chosen + 1 < candidates->count ? prompt->chosen + 1 : 0;
	else
		prompt->chosen = prompt->chosen ? prompt->chosen - 1 : candidates->count - 1;
	lineedit_replace(edit, candidates->from, text_of(candidates->words[prompt->chosen]));
}

static void line_key(struct prompt *prompt, struct key key)
{
	struct lineedit *edit = &prompt->edit;
	char character[4];

	if (key.code == KEYCODE_TAB) {
		complete(prompt, key.modifiers & KEY_SHIFT ? -1 : 1);
		return;
	}
	candidates_free(&prompt->candidates);

	if (key.modifiers == KEY_CTRL) {
		control_key(prompt, key.code);
		return;
	}
	switch (key.code) {
	case KEYCODE_ENTER:
		finish_line(prompt, false);
		break;
	case KEYCODE_ESCAPE:
		prompt_cancel(prompt);
		break;
	case KEYCODE_BACKSPACE:
		lineedit_delete(edit, -1);
		break;
	case KEYCODE_DELETE:
		lineedit_delete(edit, 1);
		break;
	case KEYCODE_LEFT:
		lineedit_move(edit, -1);
		break;
	case KEYCODE_RIGHT:
		lineedit_move(edit, 1);
		break;
	case KEYCODE_HOME:
		lineedit_home(edit);
		break;
	case KEYCODE_END:
		lineedit_end(edit);
		break;
	case KEYCODE_UP:
		lineedit_recall(edit, -1);
		break;
	case KEYCODE_DOWN:
		lineedit_recall(edit, 1);
		break;
	default:
		if (!(key.modifiers & (KEY_CTRL | KEY_ALT)))
			lineedit_insert(
				edit, text_make(character, utf8_encode(key.code, character)));
		break;
	}
}

void prompt_key(struct prompt *prompt, struct key key)
{
	if (prompt->kind == PROMPT_QUESTION)
		question_key(prompt, key);
	else if (prompt->kind == PROMPT_LINE)
		line_key(prompt, key);
}

void prompt_paste(struct prompt *prompt, struct text text)
{
	if (prompt->kind == PROMPT_LINE)
		lineedit_insert(&prompt->edit, text_trim(text));
}

/* The text before the cursor as far as it fits into @cells, its end rather than its start. */
static struct text visible_start(const struct lineedit *edit, int cells)
{
	struct text before = text_make(edit->text.ptr, edit->cursor);
	size_t used;

	while (before.len && utf8_cells(before) > (size_t)(cells > 0 ? cells : 0)) {
		utf8_decode(before, &used);
		before = text_skip(before, used);
	}
	return before;
}

void prompt_draw(const struct prompt *prompt, struct pane row)
{
	bool question = prompt->kind == PROMPT_QUESTION;
	const char *keys = question ? question_keys : line_keys;
	struct text keys_text = text_of(keys);
	int width = pane_width(row), keys_width = (int)keys_text.len + 2;
	int x = pane_string(row, 1, 0, ROLE_TITLE, prompt->label);
	struct text before, after;
	struct pane cursor;

	x = pane_string(row, x, 0, ROLE_TITLE, question ? "  " : ": ");
	if (question) {
		pane_string(row, x, 0, ROLE_KEY, keys);
		return;
	}
	if (width - x < keys_width + 20)
		keys_width = 0;
	else
		pane_text_right(row, width - keys_width, 0, keys_width - 1, ROLE_DIM, keys_text);
	before = visible_start(&prompt->edit, width - keys_width - x - 1);
	x = pane_text(row, x, 0, ROLE_VALUE, before);
	after = text_skip(strbuf_text(&prompt->edit.text), prompt->edit.cursor);
	pane_text_fit(row, x, 0, width - keys_width - x, ROLE_VALUE, after);
	cursor = pane_sub_at(row, x, 0, 1, 1);
	if (after.len == 0)
		pane_put(row, x, 0, ROLE_VALUE, " ");
	pane_add_attributes(cursor, CELL_REVERSE);
}

void prompt_draw_candidates(const struct prompt *prompt, struct pane body)
{
	const struct candidates *candidates = &prompt->candidates;
	int width = 2, columns, rows, shown, first;
	struct pane over;

	for (size_t i = 0; i < candidates->count; i++) {
		int cells = pane_text_width(text_of(candidates->words[i])) + 2;

		width = cells > width ? cells : width;
	}
	columns = (pane_width(body) - 1) / width;
	columns = columns > 0 ? columns : 1;
	rows = ((int)candidates->count + columns - 1) / columns;
	shown = rows < pane_height(body) / 2 ? rows : pane_height(body) / 2;
	if (shown <= 0)
		return;
	/* The row of the one that is chosen is always there. */
	first = prompt->chosen < candidates->count ? (int)prompt->chosen / columns - shown + 1 : 0;
	first = first > 0 ? first : 0;
	over = pane_sub_at(body, 0, pane_height(body) - shown, pane_width(body), shown);
	pane_fill(over, ROLE_TEXT, " ");
	for (int i = first * columns; i < (int)candidates->count; i++)
		pane_text_fit(over, 1 + i % columns * width, i / columns - first, width - 2,
			(size_t)i == prompt->chosen ? ROLE_SELECT : ROLE_TEXT,
			text_of(candidates->words[i]));
}
