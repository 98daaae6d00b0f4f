/*
 * The parts of the view Sizes: its picture, the table of exact values below, the
 * sentence that says what they mean. They draw a cut and keep nothing.
 */
#ifndef FST_UI_SIZES_H
#define FST_UI_SIZES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "draw/canvas.h"
#include "ui/app.h"
#include "ui/cut.h"

enum sizes_picture { SIZES_CHART, SIZES_BARS, SIZES_TABLE, SIZES_PICTURES };

/* Are there lines to draw: more than one record size with a value? */
bool sizes_has_lines(const struct cut *cut);

/* The chart in a frame that says what it is about. */
void sizes_draw_chart(const struct cut *cut, bool logarithmic, struct pane pane);

/* Record sizes down, environments across. */
void sizes_draw_matrix(const struct app *app, const struct cut *cut, struct pane pane);

/*
 * The values of all environments at the place, with @bars a bar each at the right.
 * @top is moved to keep the selected one visible.
 */
void sizes_draw_values(
	const struct app *app, const struct cut *cut, bool bars, size_t *top, struct pane pane);

/* The record size (index of the cut) at column @x of a chart in @pane; SIZE_MAX: none. */
size_t sizes_record_at(const struct cut *cut, bool logarithmic, struct pane pane, int x);

/* What the selected environment's value means, in a sentence or two. */
void sizes_add_sentence(const struct app *app, const struct cut *cut, struct strbuf *out);

/* `85.2`, `(85.2)` for a stand-in, `85.2?` for a doubtful one, or why there is none. */
void sizes_format_cell(const struct cut_cell *cell, bool exact, struct unit unit,
	const struct glyphs *glyphs, char *out, size_t size);

#endif
