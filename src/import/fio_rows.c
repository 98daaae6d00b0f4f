/* Rows of fio's runs: figures, and what headers, options and ETA lines say about them. */
#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/number.h"
#include "import/figures.h"
#include "import/fio.h"
#include "import/fio_setup.h"

/* Jobs of which ETA lines are followed. */
#define POSITIONS 256

/* What is said about a run around it. */
struct context {
	struct fio *fio;
	const struct fio_run *run;
	struct fio_sections sections;
	const struct fio_header *headers; /* of the start of fio that made it */
	size_t header_count;
	struct text version, device;
	double started_jobs; /* "Starting 4 processes"; NAN: not said */
	unsigned char letters[POSITIONS]; /* what each job was seen to do, as bits */
	size_t letter_count;
};

/* Letters of ETA lines (HOWTO, "Interpreting the output") and what they say of rw. */
static const struct {
	char letter;
	const char *rw;
} letters[] = {{'R', "read"}, {'W', "write"}, {'M', "rw"}, {'r', "randread"}, {'w', "randwrite"},
	{'m', "randrw"}};

static unsigned char letter_bit(char letter)
{
	for (size_t i = 0; i < FST_COUNT(letters); i++)
		if (letters[i].letter == letter)
			return (unsigned char)(1u << i);
	return 0;
}

/* `_(1),M(2)` or `_MM`: a letter for each job. */
static void read_eta(struct context *context, struct text eta)
{
	size_t position = 0;

	for (size_t i = 0; i < eta.len && position < POSITIONS;) {
		unsigned char bit = letter_bit(eta.ptr[i]);
		size_t repeat = 0;

		if (eta.ptr[i++] == ',')
			continue;
		if (i < eta.len && eta.ptr[i] == '(') {
			for (i++; i < eta.len && eta.ptr[i] >= '0' && eta.ptr[i] <= '9'; i++)
				repeat = repeat < POSITIONS
						 ? repeat * 10 + (size_t)(eta.ptr[i] - '0')
						 : repeat;
			i++;
		} else {
			repeat = 1;
		}
		for (; repeat > 0 && position < POSITIONS; repeat--)
			context->letters[position++] |= bit;
	}
	if (position > context->letter_count)
		context->letter_count = position;
}

/* The first of @fio's marks at or behind @at. */
static size_t first_mark(const struct fio *fio, size_t at)
{
	size_t low = 0, high = fio->mark_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (fio->marks[middle].at < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void read_marks(struct context *context, size_t from)
{
	const struct fio *fio = context->fio;
	struct text eta = TEXT("");
	bool several_devices = false;

	for (size_t i = first_mark(fio, from); i < fio->mark_count; i++) {
		const struct fio_mark *mark = &fio->marks[i];

		if (mark->at >= context->run->end)
			break;
		switch (mark->kind) {
		case FIO_MARK_VERSION:
			context->version = mark->text;
			break;
		case FIO_MARK_STARTING:
			if (!figure_number(mark->text, &context->started_jobs))
				context->started_jobs = NAN;
			/* What was said before is about another start. */
			for (size_t l = 0; l < context->letter_count; l++)
				context->letters[l] = 0;
			context->letter_count = 0;
			break;
		case FIO_MARK_ETA:
			if (!text_equal(mark->text, eta))
				read_eta(context, mark->text);
			eta = mark->text;
			break;
		case FIO_MARK_DISK:
			several_devices |= context->device.len &&
					   !text_equal(context->device, mark->text);
			context->device = mark->text;
			break;
		}
	}
	if (several_devices)
		context->device = TEXT("");
}

/* The headers of the last start of fio between @from and the run's end. */
static void find_headers(struct context *context, size_t from)
{
	const struct fio *fio = context->fio;
	size_t end = fio_first_header(fio, context->run->end), low = end;

	while (low > 0 && fio->headers[low - 1].at >= from &&
		fio->headers[low - 1].batch == fio->headers[end - 1].batch)
		low--;
	context->headers = end > low ? fio->headers + low : NULL;
	context->header_count = end - low;
}

/* Whether @name is @whole, or its end where joined lines leave more in front of it. */
static bool same_name(struct text name, struct text whole)
{
	size_t more = whole.len - name.len;

	return whole.len >= name.len && text_equal(text_skip(whole, more), name) &&
	       (more == 0 || whole.ptr[more - 1] == ' ');
}

/* Whether a header may be about @job, and about @part of it. */
static bool header_fits(const struct context *context, const struct fio_header *header,
	const struct fio_job *job, enum fio_part part)
{
	enum test test;
	bool same_group = isnan(job->group) || isnan(header->group) ||
			  fabs(job->group - header->group) < 0.5;

	if (!same_group || !fio_setup_test(&header->setup, part, &test))
		return false;
	/* A group is reported under the name of its first job. */
	if (job->jobs > 1 || job->summary || job->mixed)
		return !isnan(job->group) || context->header_count == 1;
	if (!job->name.len)
		return context->header_count == 1;
	return same_name(job->name, header->name) || same_name(header->name, job->name);
}

/* What sections of a command or job file say about the job called @name, if it can do @part. */
static void fill_from_sections(const struct context *context, struct text name, enum fio_part part,
	struct fio_setup *setup)
{
	struct fio_setup more;
	enum test test;

	if (fio_sections_find(&context->sections, name, &more) &&
		fio_setup_test(&more, part, &test))
		fio_setup_fill(setup, &more);
}

/* How @job was set up, as far as it is certain for @part. */
static void find_setup(const struct context *context, const struct fio_job *job, enum fio_part part,
	struct fio_setup *setup)
{
	struct fio_setup said;
	enum test test;
	size_t fitting = 0;

	*setup = job->mixed ? job->globals : job->setup;
	fio_setup_fill(setup, &job->globals);
	if (!fio_setup_test(setup, part, &test))
		*setup = job->globals;
	fio_setup_init(&said);
	for (size_t i = 0; i < context->header_count; i++) {
		const struct fio_header *header = &context->headers[i];
		struct fio_setup one = header->setup;

		if (!header_fits(context, header, job, part))
			continue;
		fill_from_sections(context, header->name, part, &one);
		if (fitting++ == 0)
			said = one;
		else
			fio_setup_agree(&said, &one);
	}
	if (fitting == 0 && !context->header_count)
		fill_from_sections(context, job->name, part, &said);
	fio_setup_fill(setup, &said);
}

/*
 * The first letter of ETA lines that is about @job, and how many are; letters are in
 * the order of jobs. False when it is not certain.
 */
static bool find_letters(
	const struct context *context, const struct fio_job *job, size_t *from, size_t *count)
{
	const struct fio_job *jobs = &context->fio->jobs[context->run->first_job];
	double position = 0, before = 0;

	for (size_t i = 0; i < context->run->job_count; i++) {
		if (&jobs[i] == job)
			before = position;
		position += jobs[i].summary ? 0 : jobs[i].jobs;
	}
	if (job->summary || !(fabs(position - (double)context->letter_count) < 0.5))
		return false;
	*from = (size_t)before;
	*count = (size_t)job->jobs;
	return true;
}

/* What ETA lines showed @job doing: the value of rw, empty when it is not certain. */
static struct text rw_of_eta(const struct context *context, const struct fio_job *job)
{
	size_t from = 0, count = context->letter_count;
	unsigned char seen = 0;
	bool certain = find_letters(context, job, &from, &count);

	for (size_t i = from; i < from + count && i < context->letter_count; i++) {
		/* Which job it is does not matter when all were seen doing the same. */
		if (!certain && !context->letters[i])
			return TEXT("");
		seen |= context->letters[i];
	}
	for (size_t i = 0; i < FST_COUNT(letters); i++)
		if (seen == 1u << i)
			return text_of(letters[i].rw);
	return TEXT("");
}

static bool is_on(struct text value)
{
	return value.len && !text_is(value, "0") && !text_is(value, "none");
}

static void add_options(
	struct collect *out, const struct fio_setup *setup, bool is_mixed, bool reads_only)
{
	struct text sync = setup->options[FIO_OPTION_SYNC];
	struct text mix = setup->options[FIO_OPTION_MIX_READ];
	double percent;

	if (is_on(setup->options[FIO_OPTION_DIRECT]) ||
		text_is(setup->options[FIO_OPTION_BUFFERED], "0"))
		collect_option(out, "direct");
	if (text_is(sync, "dsync"))
		collect_option(out, "o_dsync");
	else if (is_on(sync))
		collect_option(out, "o_sync");
	/* fsync=32: as the option has it. */
	for (int option = FIO_OPTION_FSYNC; option <= FIO_OPTION_FDATASYNC && !reads_only;
		option++) {
		struct text every = setup->options[option], word;

		if (!is_on(every) || !figure_number(every, &percent))
			continue;
		word = collect_text(out, "%s=%.*s",
			option == FIO_OPTION_FSYNC ? "fsync" : "fdatasync", TEXT_ARGS(every));
		collect_option(out, word.ptr);
	}
	if (is_on(setup->options[FIO_OPTION_END_FSYNC]) && !reads_only)
		collect_option(out, "fsync");
	if (is_mixed && !figure_number(mix, &percent)) {
		mix = setup->options[FIO_OPTION_MIX_WRITE];
		if (!figure_number(mix, &percent))
			return;
		percent = 100 - percent;
	}
	if (is_mixed && percent <= 100) {
		struct text word = collect_text(out, "read_percent=%.0f", percent);

		collect_option(out, word.ptr);
	}
}

/* The number of jobs that a row of @job covers; NAN when it is not certain. */
static double count_jobs(
	const struct context *context, const struct fio_job *job, const struct fio_setup *setup)
{
	double jobs = 1;

	if (!isnan(job->jobs) || job->mixed)
		return job->jobs;
	if (context->run->form == FIO_TERSE && context->sections.found) {
		struct text numjobs = setup->options[FIO_OPTION_NUMJOBS];

		if (!numjobs.len || !is_on(setup->options[FIO_OPTION_GROUP_REPORTING]))
			return context->sections.is_command ? 1 : NAN;
		return figure_number(numjobs, &jobs) ? jobs : NAN;
	}
	/* A group's line covers all that were started when there is one group only. */
	if (job->summary && context->run->job_count == 1 && context->header_count <= 1)
		return context->started_jobs;
	return context->started_jobs <= 1 ? context->started_jobs : NAN;
}

/* Size of a job times jobs; jobs that share a file count once. */
static double file_size(const struct fio_setup *setup, double jobs)
{
	double size;

	if (!fio_setup_size(setup, setup->options[FIO_OPTION_SIZE], &size) ||
		setup->options[FIO_OPTION_OFFSET_INCREMENT].len)
		return NAN;
	return setup->options[FIO_OPTION_FILENAME].len ? size : size * jobs;
}

static double record_size(const struct fio_setup *setup, const struct fio_row *row)
{
	double record = row->part == FIO_MIXED  ? setup->record[0]
			: row->part < FIO_MIXED ? setup->record[row->part]
						: NAN;

	if (row->part == FIO_MIXED && !(fabs(record - setup->record[1]) < 0.5))
		return NAN;
	/* A group may have jobs with another size. */
	if (row->operations > 0 && row->bytes > 0 &&
		!(fabs(row->bytes / row->operations - record) <= 0.01 * record))
		return NAN;
	return record > 0 ? record : NAN;
}

static struct text environment_of(const struct fio_job *job, const struct fio_setup *setup)
{
	struct text prefix = job->prefix;

	if (job->host.len)
		return job->host;
	if (prefix.len) {
		size_t dot = prefix.len;

		for (size_t i = 0; i < prefix.len; i++) {
			if (prefix.ptr[i] == '/') {
				prefix = text_skip(prefix, i + 1);
				i = 0;
				dot = prefix.len;
			} else if (prefix.ptr[i] == '.' && i > 0) {
				dot = i;
			}
		}
		return text_make(prefix.ptr, dot < prefix.len ? dot : prefix.len);
	}
	if (setup->options[FIO_OPTION_FILENAME].len)
		return setup->options[FIO_OPTION_FILENAME];
	return setup->options[FIO_OPTION_DIRECTORY];
}

/* An I/O's whole latency cannot be less than that of its completion: a broken clock. */
static bool contradicts(const struct fio_row *row)
{
	return row->lat.mean < 0.98 * row->clat.mean || row->lat.max < 0.98 * row->clat.max;
}

static void add_latencies(struct collect *out, const struct fio_row *row)
{
	if (contradicts(row)) {
		collect_skip(out, "fio", row->at, row->at + 1,
			"the latency is below the completion's: left out");
	} else {
		collect_number(out, COL_LAT_MIN_S, row->lat.min);
		collect_number(out, COL_LAT_MEAN_S, row->lat.mean);
		collect_number(out, COL_LAT_MAX_S, row->lat.max);
		collect_number(out, COL_LAT_STDDEV_S, row->lat.stddev);
	}
	collect_number(out, COL_LAT_P50_S, row->percentiles[FIO_P50]);
	collect_number(out, COL_LAT_P95_S, row->percentiles[FIO_P95]);
	collect_number(out, COL_LAT_P99_S, row->percentiles[FIO_P99]);
	collect_number(out, COL_LAT_P999_S, row->percentiles[FIO_P999]);
	collect_string(out, COL_LAT_HISTOGRAM, row->histogram);
}

static const enum direction directions[FIO_PARTS] = {
	[FIO_READ] = DIRECTION_READ,
	[FIO_WRITE] = DIRECTION_WRITE,
	[FIO_MIXED] = DIRECTION_MIXED,
	[FIO_SYNC] = DIRECTION_SYNC,
};

static void add_status(struct collect *out, const struct fio_job *job, const struct fio_row *row)
{
	if (job->error > 0) {
		collect_string(out, COL_STATUS, text_of(row_status_names[STATUS_FAILED]));
		collect_note(
			out, collect_text(out, "err=%.0f%s%.*s", job->error,
				     job->error_text.len ? " " : "", TEXT_ARGS(job->error_text)));
	} else if (row->elapsed_s <= 0) {
		collect_doubt(out, "no time passed");
	}
}

/* Before 3.0 KB/s are 1024-based unless kb_base says otherwise. */
static double rate_of(const struct fio_row *row, const struct fio_setup *setup)
{
	if (!text_is(setup->options[FIO_OPTION_KB_BASE], "1000"))
		return row->bytes_per_s;
	return row->bytes_per_s * pow(1000.0 / 1024, row->binary_steps);
}

static void add_row(
	const struct context *context, const struct fio_job *job, const struct fio_row *row)
{
	struct collect *out = context->fio->parse->out;
	struct fio_setup setup;
	enum test test = TEST_COUNT;
	double jobs, depth;
	bool is_mixed;

	if (row->part == FIO_TRIM) {
		collect_skip(out, "fio", row->at, row->at + 1, "trims are no test here");
		return;
	}
	find_setup(context, job, row->part, &setup);
	if (!setup.options[FIO_OPTION_RW].len)
		setup.options[FIO_OPTION_RW] = rw_of_eta(context, job);
	if (!fio_setup_test(&setup, row->part, &test))
		test = TEST_COUNT;
	is_mixed = test == TEST_MIXED || test == TEST_RANDOM_MIXED;
	jobs = count_jobs(context, job, &setup);
	collect_row(out, row->part == FIO_SYNC ? TEST_FSYNC : test, directions[row->part], row->at);
	collect_string(out, COL_ENVIRONMENT, environment_of(job, &setup));
	collect_string(out, COL_STARTED, job->started);
	collect_string(out, COL_HOST, job->host);
	collect_number(out, COL_FILE_SIZE, file_size(&setup, jobs));
	collect_number(out, COL_RECORD_SIZE, record_size(&setup, row));
	collect_number(out, COL_THREADS, jobs);
	if (figure_number(setup.options[FIO_OPTION_IODEPTH], &depth))
		collect_number(out, COL_QUEUE_DEPTH, depth);
	collect_string(out, COL_ENGINE, setup.options[FIO_OPTION_ENGINE]);
	add_options(out, &setup, is_mixed, row->part == FIO_READ && !is_mixed);
	collect_number(out, COL_BYTES_PER_S, rate_of(row, &setup));
	collect_number(out, COL_OPS_PER_S, row->ops_per_s);
	collect_number(out, COL_ELAPSED_S, row->elapsed_s);
	collect_number(out, COL_CPU_PERCENT, job->cpu_percent);
	add_latencies(out, row);
	collect_string(out, COL_REPORTED, row->reported);
	add_status(out, job, row);
	if (job->name.len)
		collect_note(out, collect_text(out, "job %.*s", TEXT_ARGS(job->name)));
	if (row->other_percentiles.len)
		collect_note(out,
			collect_text(out, "percentiles %.*s", TEXT_ARGS(row->other_percentiles)));
}

static void add_jobs(const struct context *context, const struct fio_run *run)
{
	const struct fio *fio = context->fio;

	for (size_t i = 0; i < run->job_count; i++) {
		const struct fio_job *job = &fio->jobs[run->first_job + i];
		bool has_parts = false;

		for (size_t r = 0; r < job->row_count; r++)
			has_parts |= fio->rows[job->first_row + r].part < FIO_TRIM;
		for (size_t r = 0; r < job->row_count; r++) {
			const struct fio_row *row = &fio->rows[job->first_row + r];

			/* The sum beside its parts is no row. */
			if (!row->dropped && !(row->part == FIO_MIXED && has_parts))
				add_row(context, job, row);
		}
	}
}

/* Lines of a start of fio stand together. */
#define FURTHEST 2000

/* The first of the lines above @start that fio printed before it began. */
static size_t start_of_output(const struct fio *fio, size_t from, size_t start)
{
	const struct document *doc = fio->parse->doc;

	for (size_t i = first_mark(fio, start); i-- > 0 && fio->marks[i].at >= from;) {
		if (start - fio->marks[i].at > FURTHEST)
			break;
		start = doc->lines[document_line_at_flow(doc, fio->marks[i].at)].flow;
		if (start < from)
			return from;
	}
	return start;
}

void fio_collect_run(struct fio *fio, size_t index, size_t from)
{
	struct context *context = xcalloc(1, sizeof(*context));
	const struct fio_run *run = &fio->runs[index];
	struct collect *out = fio->parse->out;
	size_t start = run->start;

	context->fio = fio;
	context->run = run;
	context->started_jobs = NAN;
	context->version = run->version;
	context->device = run->device;
	read_marks(context, from < run->start ? from : run->start);
	if (run->version.len)
		context->version = run->version;
	find_headers(context, from);
	if (context->header_count && context->headers[0].at < start)
		start = context->headers[0].at;
	start = start_of_output(fio, from, start);
	fio_sections_read(fio->parse->doc, from, start, &context->sections);
	collect_run(out, "fio", start);
	if (context->sections.end > context->sections.start)
		collect_command(out, context->sections.start, context->sections.end);
	collect_string(out, COL_TOOL_VERSION, context->version);
	collect_string(out, COL_DEVICE, context->device);
	add_jobs(context, run);
	if (run->also)
		add_jobs(context, &fio->runs[run->also - 1]);
	collect_end(out, run->end);
	free(context);
}
