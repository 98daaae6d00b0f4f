#include "draw/layout.h"

static int least(const struct layout_part *part)
{
	return part->minimum > 0 ? part->minimum : 1;
}

static int limit(const struct layout_part *part)
{
	int needed = part->wanted > least(part) ? part->wanted : least(part);

	if (part->maximum > 0)
		return part->maximum > least(part) ? part->maximum : least(part);
	return part->weight > 0 ? CANVAS_MAX_COLUMNS + CANVAS_MAX_ROWS : needed;
}

/* The kept part to drop next, or @count when only one is left. */
static size_t next_to_drop(const struct layout_part *parts, size_t count, const int *sizes)
{
	size_t found = count, kept = 0;

	for (size_t i = 0; i < count; i++) {
		if (sizes[i] == 0)
			continue;
		kept++;
		if (found == count || parts[i].priority <= parts[found].priority)
			found = i;
	}
	return kept > 1 ? found : count;
}

/* Give the kept parts what they want, the most important first. Returns what is left. */
static int give_wanted(int left, const struct layout_part *parts, size_t count, int *sizes)
{
	bool done[LAYOUT_MAX] = {false};

	for (size_t n = 0; n < count; n++) {
		size_t best = count;
		int more;

		for (size_t i = 0; i < count; i++)
			if (!done[i] && (best == count || parts[i].priority > parts[best].priority))
				best = i;
		done[best] = true;
		more = parts[best].wanted - sizes[best];
		if (sizes[best] == 0 || more <= 0)
			continue;
		more = more < left ? more : left;
		sizes[best] += more;
		left -= more;
	}
	return left;
}

/* Divide @left by weight among the kept parts that may still grow. */
static void give_rest(int left, const struct layout_part *parts, size_t count, int *sizes)
{
	while (left > 0) {
		int weights = 0, given = 0;

		for (size_t i = 0; i < count; i++)
			if (sizes[i] > 0 && sizes[i] < limit(&parts[i]))
				weights += parts[i].weight > 0 ? parts[i].weight : 0;
		if (weights == 0)
			return;
		for (size_t i = 0; i < count && given < left; i++) {
			int room = limit(&parts[i]) - sizes[i], share;

			if (sizes[i] == 0 || room <= 0 || parts[i].weight <= 0)
				continue;
			share = left * parts[i].weight / weights;
			share = share > 0 ? share : 1;
			share = share < room ? share : room;
			share = share < left - given ? share : left - given;
			sizes[i] += share;
			given += share;
		}
		left -= given;
	}
}

void layout_divide(int total, const struct layout_part *parts, size_t count, int *sizes)
{
	int needed = 0;

	count = count < LAYOUT_MAX ? count : LAYOUT_MAX;
	for (size_t i = 0; i < count; i++) {
		sizes[i] = least(&parts[i]);
		needed += sizes[i];
	}
	while (needed > total) {
		size_t drop = next_to_drop(parts, count, sizes);

		if (drop == count)
			break;
		needed -= sizes[drop];
		sizes[drop] = 0;
	}
	if (needed > total) {
		for (size_t i = 0; i < count; i++)
			if (sizes[i] > 0)
				sizes[i] = total > 0 ? total : 0;
		return;
	}
	give_rest(give_wanted(total - needed, parts, count, sizes), parts, count, sizes);
}

void layout_rows(
	struct pane pane, const struct layout_part *parts, size_t count, struct pane *panes)
{
	int sizes[LAYOUT_MAX], y = 0;

	layout_divide(pane_height(pane), parts, count, sizes);
	for (size_t i = 0; i < count && i < LAYOUT_MAX; y += sizes[i], i++)
		panes[i] = pane_sub_at(pane, 0, y, pane_width(pane), sizes[i]);
}

void layout_columns(
	struct pane pane, const struct layout_part *parts, size_t count, struct pane *panes)
{
	int sizes[LAYOUT_MAX], x = 0;

	layout_divide(pane_width(pane), parts, count, sizes);
	for (size_t i = 0; i < count && i < LAYOUT_MAX; x += sizes[i], i++)
		panes[i] = pane_sub_at(pane, x, 0, sizes[i], pane_height(pane));
}
