#include "ui/run_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* How long a figure counts as that of now. */
#define NOW_S 2.0

struct run_state *run_state_new(void)
{
	struct run_state *run = xcalloc(1, sizeof(*run));

	run->samples = xcalloc(RUN_SAMPLES, sizeof(*run->samples));
	return run;
}

static void clear(struct run_state *run)
{
	feed_close(run->feed);
	strbuf_free(&run->environment);
	strbuf_free(&run->test);
	strbuf_free(&run->note);
	free(run->rows);
}

void run_state_free(struct run_state *run)
{
	if (!run)
		return;
	clear(run);
	free(run->samples);
	free(run);
}

static void copy_text(struct strbuf *to, const struct strbuf *from)
{
	*to = STRBUF_INIT;
	strbuf_add_text(to, strbuf_text(from));
}

struct run_state *run_state_copy(const struct run_state *run)
{
	struct run_state *copy = run_state_new();
	struct run_sample *samples = copy->samples;

	*copy = *run;
	copy->feed = NULL;
	copy->samples = samples;
	memcpy(samples, run->samples, RUN_SAMPLES * sizeof(*samples));
	copy->rows = xcalloc(run->row_count, sizeof(*copy->rows));
	if (run->row_count)
		memcpy(copy->rows, run->rows, run->row_count * sizeof(*copy->rows));
	copy_text(&copy->environment, &run->environment);
	copy_text(&copy->test, &run->test);
	copy_text(&copy->note, &run->note);
	return copy;
}

void run_state_start(struct run_state *run, struct feed *feed, const struct dataset *dataset)
{
	struct run_sample *samples = run->samples;

	clear(run);
	*run = (struct run_state){.phase = RUN_STARTING,
		.feed = feed,
		.bytes_planned = -1,
		.estimate_s = -1,
		.progress = -1,
		.left_s = -1,
		.samples = samples,
		.rows_before = dataset_count(dataset)};
}

static void set_text(struct strbuf *sb, struct text text)
{
	strbuf_clear(sb);
	strbuf_add_text(sb, text);
}

static double known(double value)
{
	return value >= 0 ? value : NAN;
}

static void take_sample(struct run_state *run, const struct feed_event *event)
{
	const struct feed_sample *from = &event->sample;
	size_t place = (run->sample_first + run->sample_count) % RUN_SAMPLES;

	if (run->sample_count == RUN_SAMPLES)
		run->sample_first = (run->sample_first + 1) % RUN_SAMPLES;
	else
		run->sample_count++;
	run->samples[place] = (struct run_sample){
		.t_s = event->t_s,
		.cell = event->cell,
		.value = {[RUN_BYTES] = known(from->bytes_per_s),
			[RUN_OPS] = known(from->ops_per_s),
			[RUN_P50] = known(from->lat_p50_s),
			[RUN_P99] = known(from->lat_p99_s),
			[RUN_MAX] = known(from->lat_max_s)},
	};
	if (from->progress >= 0)
		run->progress = from->progress;
	run->left_s = from->left_s;
}

static void take_cell(struct run_state *run, const struct feed_event *event)
{
	run->cell = event->cell;
	run->repeat = event->repeat;
	if (event->cells)
		run->cells = event->cells;
	set_text(&run->environment, measurement_text(&event->row, COL_ENVIRONMENT));
	set_text(&run->test, measurement_text(&event->row, COL_TEST));
	run->file_size = measurement_number(&event->row, COL_FILE_SIZE, 0);
	run->record_size = measurement_number(&event->row, COL_RECORD_SIZE, 0);
}

static void take_row(struct run_state *run, const struct measurement *row, struct dataset *dataset)
{
	run->rows = xreallocarray(run->rows, run->row_count + 1, sizeof(*run->rows));
	run->rows[run->row_count++] = dataset_add(dataset, row);
}

static void take_end(struct run_state *run, const struct feed_event *event)
{
	run->phase = RUN_OVER;
	run->outcome = event->outcome;
	run->ok = event->ok;
	run->failed = event->failed;
	run->skipped = event->skipped;
	run->cell = 0;
	run->left_s = -1;
	if (event->outcome == FEED_DONE)
		run->progress = 1;
}

bool run_state_event(struct run_state *run, const struct feed_event *event, struct dataset *dataset)
{
	if (run->phase == RUN_STARTING && event->kind != FEED_NOTE)
		run->phase = RUN_RUNNING;
	if (event->t_s > run->t_s)
		run->t_s = event->t_s;
	switch (event->kind) {
	case FEED_BEGIN:
		run->sparse = measurement_has(&event->row, COL_TOOL) &&
			      !text_is(measurement_text(&event->row, COL_TOOL), "fstui");
		run->cells = event->cells;
		run->bytes_planned = event->bytes_planned;
		run->estimate_s = event->estimate_s;
		break;
	case FEED_CELL:
		take_cell(run, event);
		break;
	case FEED_SAMPLE:
		take_sample(run, event);
		break;
	case FEED_MEASUREMENT:
		take_row(run, &event->row, dataset);
		return true;
	case FEED_NOTE:
		if (run->note.len && (event->level == FEED_INFO || event->level < run->note_level))
			break;
		set_text(&run->note, event->text);
		run->note_level = event->level;
		break;
	case FEED_END:
		take_end(run, event);
		break;
	default:
		break;
	}
	return false;
}

const char *run_state_format_left(char out[UNITS_SIZE], double left_s)
{
	unsigned left = left_s < 1e6 ? (unsigned)(left_s + 0.5) : 1000000;

	if (left < 3600)
		snprintf(out, UNITS_SIZE, "%u:%02u", left / 60, left % 60);
	else
		snprintf(out, UNITS_SIZE, "%u:%02u:%02u", left / 3600, left / 60 % 60, left % 60);
	return out;
}

bool run_state_active(const struct run_state *run)
{
	return run->phase != RUN_NONE && run->phase != RUN_OVER;
}

static const struct run_sample *sample_at(const struct run_state *run, size_t i)
{
	return &run->samples[(run->sample_first + i) % RUN_SAMPLES];
}

double run_state_now(const struct run_state *run, enum run_figure figure)
{
	for (size_t i = run->sample_count; i-- > 0;) {
		const struct run_sample *sample = sample_at(run, i);

		if (sample->t_s < run->t_s - NOW_S)
			break;
		if (sample->cell == run->cell && !isnan(sample->value[figure]))
			return sample->value[figure];
	}
	return NAN;
}

static int compare_doubles(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

double run_state_median(const struct run_state *run, enum run_figure figure)
{
	double values[RUN_SAMPLES];
	size_t count = 0;

	for (size_t i = 0; i < run->sample_count; i++) {
		const struct run_sample *sample = sample_at(run, i);

		if (sample->cell == run->cell && !isnan(sample->value[figure]))
			values[count++] = sample->value[figure];
	}
	if (count == 0)
		return NAN;
	qsort(values, count, sizeof(*values), compare_doubles);
	return values[count / 2];
}

static void add_value(struct live_sample *column, double value, size_t values)
{
	column->min = fmin(column->min, value);
	column->max = fmax(column->max, value);
	column->mean = values == 1 ? value : column->mean + (value - column->mean) / (double)values;
}

/* The first column that a sample is about: a tool's stands for all the time since the one before.
 */
static uint64_t span_start(const struct run_state *run, size_t i, double column_s)
{
	const struct run_sample *sample = sample_at(run, i), *before;
	uint64_t own = (uint64_t)(sample->t_s / column_s), start;

	if (!run->sparse || i == 0)
		return own;
	before = sample_at(run, i - 1);
	start = (uint64_t)(before->t_s / column_s) + 1;
	return before->cell == sample->cell && start < own ? start : own;
}

uint64_t run_state_columns(const struct run_state *run, enum run_figure figure, double column_s,
	struct live_sample *columns, size_t count)
{
	uint64_t total = (uint64_t)(run->t_s / column_s) + 1;
	uint64_t first = total > count ? total - count : 0;
	uint64_t last = UINT64_MAX;
	size_t values = 0;

	for (size_t i = 0; i < count; i++)
		columns[i] = (struct live_sample){NAN, NAN, NAN};
	/* Samples come in the order of time, so a column's are behind each other. */
	for (size_t i = 0; i < run->sample_count; i++) {
		const struct run_sample *sample = sample_at(run, i);
		uint64_t number = (uint64_t)(sample->t_s / column_s);
		uint64_t from = span_start(run, i, column_s);
		double value = sample->value[figure];

		if (number < first || number >= total || isnan(value))
			continue;
		for (uint64_t k = from > first ? from : first; k <= number; k++) {
			values = k == last ? values + 1 : 1;
			last = k;
			add_value(&columns[k - first], value, values);
		}
	}
	return total;
}
