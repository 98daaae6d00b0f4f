/*
 * What is around every view: the tabs above, the line that says where one is,
 * the footer below, and the one line that remains on the smallest screens.
 */
#ifndef FST_UI_CHROME_H
#define FST_UI_CHROME_H

#include <stddef.h>
#include <stdint.h>

#include "draw/canvas.h"
#include "ui/app.h"

/* The view whose tab is at column @x of the first row; VIEW_COUNT: none. */
enum view_id chrome_tab_at(const struct app *app, int x);

/* Tabs and footer of @pane, all of the canvas. Returns the pane between them. */
struct pane chrome_draw(struct app *app, struct pane pane);

/*
 * A message that is too long for the footer, over the last rows of @body; nothing
 * while the footer has room for it. After the view is drawn.
 */
void chrome_draw_long_message(const struct app *app, struct pane body);

/* True when @pane is too small for views: chrome_draw_read_out() instead. */
bool chrome_is_tiny(struct pane pane);
void chrome_draw_read_out(struct app *app, struct pane pane);

/* In row 0 of @row: environment, test, file and record size with their positions. */
void chrome_draw_breadcrumb(const struct app *app, struct pane row);

/*
 * @text over the rows of @pane from @y on, broken at blanks, its end cut where the
 * pane ends. Returns the row behind it.
 */
int chrome_draw_paragraph(struct pane pane, int y, enum role role, struct text text);

/* `B xfs`: the heading of an environment's column, its name in at most @cells cells. */
void chrome_format_heading(const struct app *app, uint32_t environment, const char *label,
	size_t cells, char *out, size_t size);

/* `K label` with the key's role; returns the x behind it. */
int chrome_draw_key(struct pane pane, int x, int y, const char *key, const char *label);

#endif
