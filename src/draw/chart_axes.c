#include "draw/chart_axes.h"

#include <math.h>
#include <string.h>

#include "draw/plot.h"

/* A smaller pane has no room for axes. */
#define LEAST_WIDTH  18
#define LEAST_HEIGHT 4

struct chart_axes chart_axes_divide(struct pane pane, const struct axis *y, int gutter)
{
	struct chart_axes axes = {.plot = pane};
	int rows = pane_height(pane) - 1;
	int labels = 0, width;

	if (pane_width(pane) < LEAST_WIDTH + gutter || pane_height(pane) < LEAST_HEIGHT) {
		axes.below = axes.labels = pane_sub_at(pane, 0, 0, 0, 0);
		return axes;
	}
	axes.tick_count = axis_ticks_vertical(y, rows, rows < 8 ? 1 : 2, axes.ticks);
	for (size_t i = 0; i < axes.tick_count; i++) {
		int length = (int)strlen(axes.ticks[i].label);

		labels = length > labels ? length : labels;
	}
	width = pane_width(pane) - labels - 1 - gutter;
	axes.labels = pane_sub_at(pane, 0, 0, labels + 1, rows);
	axes.plot = pane_sub_at(pane, labels + 1, 0, width, rows);
	axes.below = pane_sub_at(pane, labels + 1, rows, width, 1);
	return axes;
}

void chart_axes_draw(const struct chart_axes *axes)
{
	int labels = pane_width(axes->labels) - 1;
	struct plot plot = {
		.pane = axes->plot,
		.columns_per_cell = pane_glyph_set(axes->plot) == GLYPHS_BRAILLE ? 2 : 1,
	};

	for (size_t i = 0; i < axes->tick_count && labels >= 0; i++) {
		int row = plot_row(&plot, axes->ticks[i].position);

		pane_text_right(
			axes->labels, 0, row, labels, ROLE_AXIS, text_of(axes->ticks[i].label));
		pane_put(axes->labels, labels, row, ROLE_AXIS, pane_glyphs(axes->plot)->tick);
	}
}

bool chart_is_blank(struct pane pane, int x, int y)
{
	const struct cell *cell;

	if (x < 0 || y < 0 || x >= pane_width(pane) || y >= pane_height(pane))
		return false;
	cell = canvas_cell(pane.canvas, pane.rect.x + x, pane.rect.y + y);
	return cell->length == 1 && cell->glyph[0] == ' ';
}
