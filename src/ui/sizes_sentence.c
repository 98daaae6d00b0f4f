#include "ui/sizes.h"

#include <math.h>

#include "base/units.h"

#define SAME_WITHIN 0.02 /* of two values: no difference worth a word */
#define FLAT_BELOW  1.25 /* of the greatest over the least: a flat line */

static void add_name(const struct cut_series *series, struct strbuf *out)
{
	strbuf_printf(out, "%c %s", role_series_letter(series->environment), series->label);
}

static double spread_of(const struct dataset *dataset, const struct cut_series *series)
{
	double spread = 0;

	dataset_number(dataset, series->here.row, COL_SPREAD, &spread);
	return spread * series->here.value;
}

/* `92 times slower`, `the same`, with what the spread allows to say. */
static void add_comparison(const struct dataset *dataset, const struct cut *cut,
	const struct cut_series *mine, const struct cut_series *theirs, struct strbuf *out)
{
	double ratio = mine->here.value / theirs->here.value;
	double spread = spread_of(dataset, mine) + spread_of(dataset, theirs);
	const struct metric_info *metric = &metric_table[cut->metric];
	bool better = (ratio > 1) == metric->higher_is_better;
	double times = ratio > 1 ? ratio : 1 / ratio;
	const char *word = better ? metric->better : metric->worse;
	char number[UNITS_SIZE];

	if (fabs(mine->here.value - theirs->here.value) <= spread)
		strbuf_add_string(out, "no difference beyond the spread to ");
	else if (times - 1 < SAME_WITHIN)
		strbuf_add_string(out, "about the same as ");
	else if (times < 2)
		strbuf_printf(out, "%.0f %% %s than ", 100 * fabs(ratio - 1), word);
	else
		strbuf_printf(out, "%s times %s than ", metric_format_ratio(number, times), word);
	add_name(theirs, out);
}

/* Both did the same work, as far as the rows say, and at the same place. */
static bool same_work(const struct dataset *dataset, const struct cut_series *mine,
	const struct cut_series *theirs)
{
	struct strbuf difference = STRBUF_INIT;
	bool same;

	cut_add_difference(dataset, mine->here.row, theirs->here.row, &difference);
	same = mine->exact && theirs->exact && difference.len == 0;
	strbuf_free(&difference);
	return same;
}

/* The worst other environment, when the selected one is what all are compared with. */
static void add_extremes(const struct dataset *dataset, const struct cut *cut, struct strbuf *out)
{
	bool higher = metric_table[cut->metric].higher_is_better;
	const struct cut_series *worst = NULL;
	double own = cut->series[cut->selected].here.value, times;
	char number[UNITS_SIZE];

	for (size_t i = 0; i < cut->series_count; i++) {
		double value = cut->series[i].here.value;

		if (i == cut->selected || isnan(value) || !(value > 0) ||
			!same_work(dataset, &cut->series[cut->selected], &cut->series[i]))
			continue;
		if (!worst || (value < worst->here.value) == higher)
			worst = &cut->series[i];
	}
	if (!worst)
		return;
	times = higher ? own / worst->here.value : worst->here.value / own;
	if (times < 1 + SAME_WITHIN) {
		strbuf_printf(out, "; none is %s", metric_table[cut->metric].worse);
		return;
	}
	strbuf_add_string(out, "; ");
	add_name(worst, out);
	strbuf_printf(out, " is %s times %s", metric_format_ratio(number, times),
		metric_table[cut->metric].worse);
}

/* How the line goes from the smallest to the largest record. */
static void add_shape(const struct cut *cut, const struct cut_series *series, struct strbuf *out)
{
	size_t first = SIZE_MAX, last = 0;
	char from[UNITS_SIZE], to[UNITS_SIZE], number[UNITS_SIZE];
	double low = INFINITY, high = 0, growth;

	for (size_t r = 0; r < cut->record_count; r++) {
		double value = series->cells[r].value;

		if (!(value > 0) || cut->record_bytes[r] == 0)
			continue;
		first = first == SIZE_MAX ? r : first;
		last = r;
		low = fmin(low, value);
		high = fmax(high, value);
	}
	if (first == SIZE_MAX || first == last)
		return;
	growth = series->cells[last].value / series->cells[first].value;
	units_format_size(from, (double)cut->record_bytes[first], true);
	units_format_size(to, (double)cut->record_bytes[last], true);
	strbuf_printf(out, " From %s to %s it ", from, to);
	if (high / low < FLAT_BELOW)
		strbuf_add_string(out, "hardly changes.");
	else if (growth > FLAT_BELOW || growth < 1 / FLAT_BELOW)
		strbuf_printf(out, "%s %s times.", growth > 1 ? "grows" : "falls",
			metric_format_ratio(number, growth > 1 ? growth : 1 / growth));
	else
		strbuf_printf(
			out, "varies by a factor of %s.", metric_format_ratio(number, high / low));
}

static void add_reason(
	const struct dataset *dataset, const struct cut_cell *cell, struct strbuf *out)
{
	struct text note = dataset_text(dataset, cell->row, COL_NOTE);

	strbuf_add_string(out, row_status_names[cell->status]);
	if (note.len)
		strbuf_printf(out, " (%.*s)", TEXT_ARGS(note));
}

/* The reference's row and mine are not the same work: which makes the ratio a hint at most. */
static void add_caution(const struct dataset *dataset, const struct cut *cut,
	const struct cut_series *mine, struct strbuf *out)
{
	const struct cut_series *theirs = &cut->series[cut->baseline];
	struct strbuf own = STRBUF_INIT, other = STRBUF_INIT;

	cut_add_difference(dataset, mine->here.row, theirs->here.row, &own);
	cut_add_difference(dataset, theirs->here.row, mine->here.row, &other);
	if (own.len)
		strbuf_printf(out, " Not the same work: %s against %s.", strbuf_string(&own),
			strbuf_string(&other));
	strbuf_free(&own);
	strbuf_free(&other);
}

void sizes_add_sentence(const struct app *app, const struct cut *cut, struct strbuf *out)
{
	const struct dataset *dataset = app->browse->dataset;
	const struct cut_series *series = &cut->series[cut->selected];
	const struct cut_cell *here = &series->here;
	bool compare = cut->baseline != SIZE_MAX && cut->baseline != cut->selected &&
		       !isnan(cut->series[cut->baseline].here.value);
	char value[UNITS_SIZE];

	add_name(series, out);
	strbuf_add_string(out, ": ");
	if (!here->have) {
		strbuf_add_string(out, "not measured.");
		return;
	}
	if (isnan(here->value)) {
		add_reason(dataset, here, out);
		strbuf_add_char(out, '.');
		return;
	}
	strbuf_printf(out, "%s%s%s", metric_format(value, here->value, cut->unit),
		cut->unit.name[0] ? " " : "", cut->unit.name);
	if (here->status == STATUS_DOUBTFUL) {
		strbuf_add_string(out, ", ");
		add_reason(dataset, here, out);
	}
	if (compare) {
		strbuf_add_string(out, ", ");
		add_comparison(dataset, cut, series, &cut->series[cut->baseline], out);
	} else if (cut->baseline == cut->selected) {
		add_extremes(dataset, cut, out);
	}
	strbuf_add_char(out, '.');
	if (compare)
		add_caution(dataset, cut, series, out);
	add_shape(cut, series, out);
}
