/*
 * A view: one file with its private data, static functions and one table. Views
 * draw onto a pane and act on actions; they know neither keys nor the terminal.
 */
#ifndef FST_UI_VIEW_H
#define FST_UI_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "draw/canvas.h"
#include "ui/action.h"

struct app;
struct view_ops;

struct view {
	const struct view_ops *ops;
	struct app *app;
	void *data; /* ops->data_size bytes, zeroed before open() */
};

/* An entry of the footer: the keys of one or two actions (@second may be ACTION_NONE). */
struct footer_item {
	enum action first, second;
	const char *label; /* NULL: the first action's own */
};

#define FOOTER_MAX 8

struct view_ops {
	enum view_id id;
	size_t data_size;
	/* Once, before anything else. May be NULL, as everything below but draw. */
	void (*open)(struct view *view);
	void (*close)(struct view *view);
	/* It comes to be the one on the screen, or the open rows have changed. */
	void (*refresh)(struct view *view);
	/* All of @pane, which is blank. Changes nothing but where its windows scroll to. */
	void (*draw)(struct view *view, struct pane pane);
	/* Do it; false when it means nothing here. */
	bool (*act)(struct view *view, enum action action);
	/* A click at @x, @y of the pane it drew on; @lines of the wheel, down is positive. */
	void (*click)(struct view *view, int x, int y);
	void (*wheel)(struct view *view, int lines);
	/* Up to FOOTER_MAX items, the most important first; returns how many. */
	size_t (*footer)(const struct view *view, struct footer_item *items);
	/* What matters most in one line, for screens that hold no more. */
	void (*read_out)(const struct view *view, struct strbuf *out);
};

extern const struct view_ops view_library;
extern const struct view_ops view_sizes;
extern const struct view_ops view_surface;
extern const struct view_ops view_compare;
extern const struct view_ops view_latency;
extern const struct view_ops view_findings;
extern const struct view_ops view_run;
extern const struct view_ops view_preview;
extern const struct view_ops view_options;
extern const struct view_ops view_help;

#endif
