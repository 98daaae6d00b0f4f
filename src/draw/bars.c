#include "draw/bars.h"

#include <math.h>

static double clamp_fraction(double fraction)
{
	return fraction > 0 ? fraction < 1 ? fraction : 1 : 0;
}

void bar_draw(struct pane pane, int x, int y, int width, double fraction, enum role role)
{
	const struct glyphs *glyphs = pane_glyphs(pane);
	int eighths;

	fraction = clamp_fraction(fraction);
	if (width <= 0 || fraction == 0)
		return;
	eighths = (int)lround(fraction * width * 8);
	eighths = eighths > 0 ? eighths : 1;
	for (int i = 0; i < width && eighths > 0; i++, eighths -= 8)
		pane_put(pane, x + i, y, role, glyphs->bar[eighths < 8 ? eighths : 8]);
}

void bar_progress(struct pane pane, int x, int y, int width, double fraction, enum role role)
{
	const struct glyphs *glyphs = pane_glyphs(pane);
	int halves = (int)floor(clamp_fraction(fraction) * width * 2);

	for (int i = 0; i < width; i++, halves -= 2) {
		if (halves >= 2)
			pane_put(pane, x + i, y, role, glyphs->progress_done);
		else if (halves == 1)
			pane_put(pane, x + i, y, role, glyphs->progress_head);
		else
			pane_put(pane, x + i, y, ROLE_GRID, glyphs->progress_left);
	}
}

void bars_draw(struct pane pane, const struct bar *bars, size_t count, double full)
{
	int width = pane_width(pane);
	int labels = 0, values = 0, notes = 0, room;

	count = count < (size_t)pane_height(pane) ? count : (size_t)pane_height(pane);
	for (size_t i = 0; i < count; i++) {
		int label = pane_text_width(bars[i].label);
		int value = pane_text_width(bars[i].value);
		int note = pane_text_width(bars[i].note);

		labels = label > labels ? label : labels;
		values = value > values ? value : values;
		notes = note > notes ? note : notes;
	}
	if (!(full > 0)) {
		full = 0;
		for (size_t i = 0; i < count; i++)
			full = bars[i].amount > full ? bars[i].amount : full;
	}
	labels = labels < width / 3 ? labels : width / 3;
	room = width - labels - values - notes - (labels > 0) - 2 * (values > 0) - 2 * (notes > 0);
	if (room < 8 && notes > 0) {
		room += notes + 2;
		notes = 0;
	}
	for (int y = 0; y < (int)count; y++) {
		const struct bar *bar = &bars[y];
		int x = labels + (labels > 0);

		pane_text_fit(pane, 0, y, labels, bar->role, bar->label);
		if (full > 0 && room > 0 && !isnan(bar->amount))
			bar_draw(pane, x, y, room, bar->amount / full, bar->role);
		x += (room > 0 ? room : 0) + 2;
		pane_text_right(pane, x, y, values, ROLE_VALUE, bar->value);
		pane_text_fit(pane, x + values + 2, y, notes, ROLE_DIM, bar->note);
	}
}
