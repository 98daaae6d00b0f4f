/*
 * fio's terse lines (--minimal), versions 2 to 5: fields between semicolons, which
 * HOWTO's chapter "Terse output" numbers.
 */
#include <math.h>
#include <string.h>

#include "import/figures.h"
#include "import/fio.h"

/* Fields of a direction: what is done, slat, clat, percentiles, lat, bandwidth; 5 adds IOPS. */
#define DIRECTION_FIELDS   41
#define DIRECTION_FIELDS_5 47
#define PERCENTILES        20

/* A field is short; jobs' names may not be. */
#define FIELD_LENGTH 128

enum field {
	KIBIBYTES,
	RATE, /* KiB/s */
	OPERATIONS_PER_S,
	RUNTIME_MS,
	SUBMISSION,
	COMPLETION = SUBMISSION + 4,
	PERCENTILE = COMPLETION + 4,
	LATENCY = PERCENTILE + PERCENTILES,
};

/* A reader of fields, wherever the line was wrapped. */
struct fields {
	struct text flow;
	size_t at;
	char field[FIELD_LENGTH];
	size_t length, start;
};

/*
 * The next field, without the blanks that wrapping put into it. False at the end of
 * the record: no field's end follows, or something that is no figure stands in it.
 */
static bool next_field(struct fields *fields, bool is_name)
{
	size_t end = fields->at;

	fields->length = 0;
	fields->start = end;
	while (end < fields->flow.len && fields->flow.ptr[end] != ';') {
		char c = fields->flow.ptr[end++];

		if (fields->length + 1 == FIELD_LENGTH)
			return false;
		if (!is_name && c == ' ')
			continue;
		if (!is_name && !strchr("0123456789.%=-+einf", c))
			return false;
		fields->field[fields->length++] = c;
	}
	if (end == fields->flow.len)
		return false;
	fields->at = end + 1;
	return true;
}

static double next_number(struct fields *fields, bool *complete)
{
	double value;

	if (!next_field(fields, false)) {
		*complete = false;
		return NAN;
	}
	return figure_number(text_make(fields->field, fields->length), &value) ? value : NAN;
}

/* min, max, mean, deviation in microseconds. Four zeros: not measured. */
static struct fio_latency next_latency(struct fields *fields, bool *complete)
{
	struct fio_latency latency;
	double values[4];

	for (int i = 0; i < 4; i++)
		values[i] = next_number(fields, complete) / 1e6;
	latency = (struct fio_latency){
		.min = values[0], .max = values[1], .mean = values[2], .stddev = values[3]};
	if (!(values[1] > 0) && !(values[2] > 0))
		latency = (struct fio_latency){.min = NAN, .max = NAN, .mean = NAN, .stddev = NAN};
	return latency;
}

/* `99.000000%=536`, in microseconds; `0%=0` where the list is over. */
static void next_percentile(
	struct fields *fields, struct fio_row *row, struct strbuf *other, bool *complete)
{
	struct text field;
	double percent, value;
	size_t end;

	if (!next_field(fields, false)) {
		*complete = false;
		return;
	}
	field = text_make(fields->field, fields->length);
	end = text_find(field, "%=");
	if (end == SIZE_MAX || !figure_number(text_make(field.ptr, end), &percent) ||
		!figure_number(text_skip(field, end + 2), &value) || !(percent > 0))
		return;
	if (!fio_set_percentile(row, percent, value / 1e6))
		fio_add_percentile(
			other, text_make(field.ptr, end), text_skip(field, end + 2), TEXT("us"));
}

/* One direction of the job. False when the record ends in the middle of it. */
static bool read_direction(struct fio *fio, struct fields *fields, enum fio_part part, int version)
{
	struct strbuf other = STRBUF_INIT;
	struct fio_row row = {.part = part}, *added;
	double kibibytes, rate, operations, runtime;
	size_t at = fields->at, start;
	bool complete = true;

	for (int i = 0; i < FIO_PERCENTILES; i++)
		row.percentiles[i] = NAN;
	kibibytes = next_number(fields, &complete);
	rate = next_number(fields, &complete);
	start = fields->start;
	row.reported = text_make(fields->flow.ptr + start, fields->at - start - 1);
	operations = next_number(fields, &complete);
	runtime = next_number(fields, &complete);
	next_latency(fields, &complete);
	row.clat = next_latency(fields, &complete);
	for (int i = 0; i < PERCENTILES && complete; i++)
		next_percentile(fields, &row, &other, &complete);
	row.lat = next_latency(fields, &complete);
	for (int i = LATENCY + 4; i < (version == 5 ? DIRECTION_FIELDS_5 : DIRECTION_FIELDS); i++)
		next_number(fields, &complete);
	if (complete && (kibibytes > 0 || operations > 0)) {
		added = fio_add_row(fio, part, at);
		added->bytes_per_s = rate * 1024;
		added->ops_per_s = operations;
		added->elapsed_s = runtime / 1000;
		added->bytes = kibibytes * 1024;
		added->lat = row.lat;
		added->clat = row.clat;
		added->reported = collect_text(
			fio->parse->out, "%.*s KiB/s", TEXT_ARGS(row.reported));
		/* All zero: percentiles were not calculated. */
		if (row.clat.mean > 0 || row.lat.mean > 0) {
			memcpy(added->percentiles, row.percentiles, sizeof(row.percentiles));
			if (other.len)
				added->other_percentiles = collect_text(
					fio->parse->out, "%s", strbuf_string(&other));
		}
	}
	strbuf_free(&other);
	return complete;
}

/*
 * One record, which starts at @at with its version: 3;fio-3.33;NAME;GROUP;ERROR;...
 * (2;NAME;GROUP;ERROR;...). Returns where it ends.
 */
static size_t read_record(struct fio *fio, size_t at, int version)
{
	struct fields fields = {.flow = fio->parse->flow, .at = at + 2};
	double group, error, cpu[2];
	struct text name, tool_version = TEXT("");
	bool complete = true;
	struct fio_run *run;
	struct fio_job *job;
	size_t run_index;

	if (version > 2) {
		if (!next_field(&fields, true))
			return at + 2;
		tool_version = text_make(fields.flow.ptr + fields.start + strlen("fio-"),
			fields.at - fields.start - strlen("fio-") - 1);
	}
	if (!next_field(&fields, true))
		return fields.at;
	name = text_make(fields.flow.ptr + fields.start, fields.at - fields.start - 1);
	group = next_number(&fields, &complete);
	error = next_number(&fields, &complete);
	if (!complete || isnan(group) || isnan(error))
		return fields.at;
	run = fio_add_run(fio, FIO_TERSE, at);
	run->version = tool_version;
	run_index = fio->run_count - 1;
	job = fio_add_job(fio);
	job->name = name;
	job->group = group;
	job->error = error;
	complete = read_direction(fio, &fields, FIO_READ, version) &&
		   read_direction(fio, &fields, FIO_WRITE, version) &&
		   (version < 4 || read_direction(fio, &fields, FIO_TRIM, version));
	for (int i = 0; i < 2; i++) {
		cpu[i] = NAN;
		if (complete && next_field(&fields, false) && fields.length &&
			fields.field[fields.length - 1] == '%')
			figure_number(text_make(fields.field, fields.length - 1), &cpu[i]);
	}
	fio->jobs[fio->job_count - 1].cpu_percent = cpu[0] + cpu[1];
	fio->runs[run_index].cut = !complete;
	if (!complete)
		collect_skip(fio->parse->out, "fio", at, fields.at,
			"a terse line that ends in the middle: its complete directions are taken");
	/* To the end of the line, so that what is left of the record is no table. */
	while (fields.at < fields.flow.len && fields.flow.ptr[fields.at] != ' ')
		fields.at++;
	fio_end_run(fio, fields.at);
	return fields.at;
}

/* Where the record starts that `;fio-` or a percentile at @at is in; SIZE_MAX: in none. */
static size_t find_record(struct text flow, size_t at, bool is_percentile, int *version)
{
	size_t limit = at > 600 ? at - 600 : 0;

	if (!is_percentile) {
		*version = at > 0 ? flow.ptr[at - 1] - '0' : 0;
		return *version >= 3 && *version <= 5 ? at - 1 : SIZE_MAX;
	}
	*version = 2;
	for (size_t start = at; start-- > limit;)
		if (flow.ptr[start] == '2' && flow.ptr[start + 1] == ';' &&
			(start == 0 || flow.ptr[start - 1] == ' '))
			return start;
	return SIZE_MAX;
}

/* Records of one start of fio follow each other: make them one run. */
static void join_records(struct fio *fio, size_t first)
{
	size_t kept = first;

	for (size_t i = first + 1; i < fio->run_count; i++) {
		struct fio_run *run = &fio->runs[kept], *next = &fio->runs[i];
		const struct fio_job *job = &fio->jobs[next->first_job];
		bool joins = next->start - run->end < 300 &&
			     text_equal(run->version, next->version);

		for (size_t j = 0; joins && j < run->job_count; j++) {
			const struct fio_job *known = &fio->jobs[run->first_job + j];

			joins = !text_equal(known->name, job->name) && !(known->group > job->group);
		}
		if (joins) {
			run->job_count += next->job_count;
			run->end = next->end;
			run->cut |= next->cut;
		} else {
			fio->runs[++kept] = *next;
		}
	}
	if (fio->run_count > first)
		fio->run_count = kept + 1;
}

void fio_read_terse(struct fio *fio)
{
	const struct parse *parse = fio->parse;
	size_t first = fio->run_count, done = 0;

	for (size_t i = 0; i < parse->hit_count; i++) {
		size_t anchor = parse->hits[i].anchor, at = parse->hits[i].at, start;
		int version;

		if (at < done ||
			(anchor != FIO_ANCHOR_TERSE && anchor != FIO_ANCHOR_TERSE_PERCENTILE))
			continue;
		start = find_record(
			parse->flow, at, anchor == FIO_ANCHOR_TERSE_PERCENTILE, &version);
		if (start != SIZE_MAX && start >= done)
			done = read_record(fio, start, version);
	}
	join_records(fio, first);
}
